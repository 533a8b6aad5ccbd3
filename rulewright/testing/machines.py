"""State machines: an engine by itself, two engines, or an adapter, ready for pytest and unittest."""

from __future__ import annotations

import re
import unittest
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar

import hypothesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rulewright.interface import Action, Engine, RulewrightError, UsageError
from rulewright.testing.adapters import Adapters, FaultyAdapter, UnsupportedOptions, opens_of
from rulewright.testing.choices import CHOICE, chosen
from rulewright.testing.drawn import DrawnPosition
from rulewright.testing.failures import GameFails
from rulewright.testing.rare import forbidding_in
from rulewright.testing.shrinking import shortest_failing
from rulewright.testing.sides import Playable, specification_of
from rulewright.testing.smaller_boards import EXAMPLES, on_the_smallest_board
from rulewright.testing.strategies import Options, engines
from rulewright.testing.trials import FAILURES, GameTrial, OneEngine, TwoEngines

STEPS = 60
"""Steps of a machine: about half of them play, the others offer actions."""
MISSPELT = 4
"""Of so many actions that are offered one is misspelt, however many can be spelt."""
UNSTEADY = "it does not fail each time: what it answers depends on more than the moves of this game"
SHRINKING = tuple(phase for phase in Phase if phase is not Phase.explain)
"""Nothing is explained: that takes several times as long, and is not shown."""
KEY = "_hypothesis_internal_add_digest"
"""What Hypothesis adds to the key under which its database keeps the examples of a machine."""
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""A part of a representation that is another one in each process."""
MakeTrial = Callable[[Engine[Any]], GameTrial]


class NotAnEngine(UsageError):
    """What is to be tested is neither an engine nor a player nor a command."""

    def __init__(self, given: object) -> None:
        """Name it, and say what would be right."""
        makes = callable(getattr(given, "engine", None))
        hint = "; this makes engines: pass its `engine`" if makes else ""
        super().__init__(
            f"{given!r} is nothing that can be tested: it must be an engine (see "
            "rulewright.author.Engine), a player (rulewright.conformance.Player), a class of either, "
            f"or the command of an adapter{hint}"
        )


class TestCaseOf:
    """Gives each machine its own `TestCase`, which says what is wrong in a few lines."""

    __test__ = False

    def __get__(self, _: object, owner: type[GameMachine]) -> type[unittest.TestCase]:
        """Return the test case of a class, always the same one."""
        return test_case_of(owner)


class GameMachine(RuleBasedStateMachine):
    """A game in progress: what `machine` returns is derived from it, and you may derive from that.

    In a subclass, add an ``@invariant()`` of your own: it may ask for `position` and `moves`.

    >>> from hypothesis.stateful import invariant
    >>> from rulewright.testing import machine
    >>> class Mine(machine("nonaga", n=1)):
    ...     @invariant()
    ...     def pieces_stay(self):
    ...         assert len(self.position.json["pieces"]["red"]) == 3
    >>> Mine.TestCase("runTest").run().wasSuccessful()
    True
    """

    TestCase: Any = TestCaseOf()
    make_trial: ClassVar[MakeTrial]
    """Begins the game with an engine that leads."""
    leading: ClassVar[st.SearchStrategy[Engine[Any]]]
    """Draws the engine that leads."""
    trial: GameTrial | None = None

    @property
    def position(self) -> DrawnPosition:
        """The position reached; before the first step that of the default options."""
        return self.playing.position

    @property
    def moves(self) -> tuple[Action, ...]:
        """The moves from the start."""
        return self.playing.moves

    @property
    def playing(self) -> GameTrial:
        """The game in progress; an invariant that asks before it has begun is left out."""
        if self.trial is None:
            raise NotBegun
        return self.trial

    def set_up(self, engine: Engine[Any]) -> None:
        """Begin a game."""
        self.met: set[str] = set()
        self.ended = False
        self.plies = 0
        trial = type(self).make_trial(engine)
        trial.begin()
        self.trial = trial
        self.note()

    @precondition(lambda self: self.trial is not None and self.trial.legal)
    @rule(choice=CHOICE)
    def play(self, choice: int) -> None:
        """Play a legal action."""
        self.step = chosen(choice, self.playing.legal)
        self.playing.play(self.step)
        self.note()

    @precondition(lambda self: self.trial is not None)
    @rule(choice=CHOICE)
    def offer(self, choice: int) -> None:
        """Offer an action: what is illegal, or misspelt, must be refused; what is legal is played."""
        some = self.playing.spelled() if choice % MISSPELT else self.playing.misspelt()
        self.step = chosen(choice, some) if some else ""
        if self.step in self.playing.legal:
            self.playing.play(self.step)
            self.note()
        elif some:
            self.playing.offer(self.step)

    @precondition(lambda self: self.trial is not None and not self.trial.legal)
    @rule()
    def begin_again(self) -> None:
        """Play another game on the same instance."""
        self.step = ""
        self.playing.begin_again()

    def note(self) -> None:
        """Remember which clauses alone forbid something here."""
        if not hypothesis.currently_in_test_context():  # a failure is being shrunk
            return
        trial = self.playing
        self.plies = max(self.plies, len(trial.moves))
        self.ended |= trial.over
        self.met |= forbidding_in(trial.specification, trial.specified, alone=True)

    def teardown(self) -> None:
        """Count for the statistics, and steer to longer games and to more clauses."""
        if self.trial is None:
            return
        for identifier in sorted(self.met):
            hypothesis.event(f"{identifier} alone forbids an action")
        if self.ended:
            hypothesis.event("played to the end")
        hypothesis.target(float(self.plies), label="plies")
        hypothesis.target(float(len(self.met)), label="clauses that alone forbid an action")

    def check_invariants(self, *arguments: Any, **named: Any) -> None:
        """Check the user's invariants as soon as a game has begun, and say in which game they fail."""
        if self.trial is not None:
            self._with_the_game(
                lambda: super(GameMachine, self).check_invariants(*arguments, **named)
            )

    def hold(self) -> None:
        """Check the user's invariants, outside of a run."""
        for each in self.invariants:
            if all(condition(self) for condition in each.preconditions):
                self._with_the_game(lambda each=each: each.function(self))  # type: ignore[misc]

    def _with_the_game(self, task: Callable[[], object]) -> None:
        """Do something; an assertion that fails names the game."""
        said = ""
        try:
            task()
        except RulewrightError:
            raise
        except AssertionError as failure:
            said = str(failure).partition("\n")[0] or "an invariant does not hold"
        if said:
            self.playing.fail(said)

    def _repr_step(self, rule: Any, data: Any, result: Any) -> str:
        """Show a step with its action instead of a number."""
        if "choice" not in data:
            return str(super()._repr_step(rule, data, result))
        return f"state.{rule.function.__name__}({getattr(self, 'step', '')!r})"


class NotBegun(UsageError):
    """A machine was asked for its game before it had begun one."""

    def __init__(self) -> None:
        """Say when there is one."""
        super().__init__("the machine has no game yet: it begins with the first step")


@cache
def test_case_of(owner: type[GameMachine]) -> type[unittest.TestCase]:
    """Make the test case of a machine."""

    class GameTestCase(unittest.TestCase):
        """Runs the machine; its settings may be replaced, as those of any machine."""

        settings = settings(
            deadline=None,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
            # What fails is shrunk as a game, which is faster and shorter than shrinking its steps.
            phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.target),
        )

        def runTest(self) -> None:  # noqa: N802 - the name that unittest has
            __tracebackhide__ = True
            failure = failure_of(owner, self.settings)
            if failure is not None:
                raise failure from None

        runTest.is_hypothesis_test = True  # type: ignore[attr-defined]
        runTest._hypothesis_state_machine_class = owner  # type: ignore[attr-defined]  # noqa: SLF001

    GameTestCase.__name__ = f"{owner.__name__}.TestCase"
    GameTestCase.__qualname__ = f"{owner.__qualname__}.TestCase"
    GameTestCase.__module__ = owner.__module__
    return GameTestCase


test_case_of.__test__ = False  # type: ignore[attr-defined]


def failure_of(owner: type[GameMachine], how: settings) -> BaseException | None:
    """Run a machine; return the shortest failing game as an error without its traceback, or None.

    What is neither a game nor an adapter's fault is raised as it is.
    """
    try:
        found = run(owner, how)
        if isinstance(found, GameFails):
            if UNSTEADY in found.because:
                return alone(found, found)
            found = on_the_smallest_board(
                found, owner.leading, partial(fails_with, owner, how, found)
            )
            shorter: BaseException | None = shortest_failing(
                found, lambda engine, moves, offers: failing(owner, engine, moves, offers)
            )
            if shorter is None and Phase.shrink not in how.phases:
                # It takes more than its moves: steps are shrunk, as those of any machine.
                shorter = run(owner, settings(how, phases=SHRINKING))
            return alone(shorter or found, found)
        return found if found is None else alone(found, found)
    finally:
        getattr(owner.make_trial, "close", int)()


def run(owner: type[GameMachine], how: settings) -> BaseException | None:
    """Run a machine; return how it fails: as it did first, if it did not fail again."""
    FAILURES.clear()
    try:
        run_state_machine_as_test(owner, settings=how)
    except (GameFails, FaultyAdapter, UnsupportedOptions) as failure:
        return failure
    except Flaky:
        if not FAILURES:
            raise
        return unsteady(FAILURES[0])
    return None


def fails_with(
    owner: type[GameMachine], how: settings, found: GameFails, engine: Engine[Any]
) -> GameFails | None:
    """Return how a machine fails under the options of an engine; the same moves are tried first."""
    again = failing(owner, engine, found.moves, found.offered is not None)
    if again is not None:
        return again
    few = settings(how, max_examples=min(how.max_examples, EXAMPLES), database=None)
    failure = run(with_engines(owner, st.just(engine)), few)
    if isinstance(failure, GameFails):
        return None if UNSTEADY in failure.because else failure
    getattr(owner.make_trial, "close", int)()
    return None


def unsteady(failure: BaseException) -> BaseException:
    """Say of a failure that it was not met again."""
    if isinstance(failure, GameFails):
        failure = GameFails(
            failure.what,
            failure.engine,
            failure.moves,
            because=(*failure.because, UNSTEADY),
            offered=failure.offered,
            earlier=failure.earlier,
        )
    return failure


def failing(
    owner: type[GameMachine], engine: Engine[Any], moves: Sequence[Action], offers: bool
) -> GameFails | None:
    """Play moves on a machine and return how they fail; None if they do not, or are illegal.

    With `offers` every illegal action is offered in the last position, and misspelt ones.
    """
    here = owner()
    try:
        here.set_up(engine)
        here.hold()
        for action in moves:
            if action not in here.playing.legal:
                return None
            here.playing.play(action)
            here.hold()
        if offers:
            for action in (*here.playing.spelled(), *here.playing.misspelt()):
                here.playing.offer(action)
    except GameFails as error:
        return error
    except RulewrightError:
        return None
    return None


def alone(error: BaseException, found: BaseException) -> BaseException:
    """Return an error without traceback, causes and steps; how to find it again stays, if given."""
    again = [note for note in getattr(found, "__notes__", ()) if "reproduce_failure" in note]
    error.__context__ = error.__cause__ = None
    error.__notes__ = again
    return error.with_traceback(None)


def machine(
    game: Playable,
    tested: object = None,
    /,
    *,
    params: Options | None = None,
    rulings: Options | None = None,
    **options: Any,
) -> type[GameMachine]:
    """Return a state machine: assign its `TestCase`, and pytest runs it.

    With a game alone, or an engine alone, that engine is held against what is true of any engine. With
    `tested` it is held against the specification of `game`, which may also be any other engine:
    `tested` is an engine, a class or function that makes one of parameters and rulings, a player (see
    `rulewright.conformance.Player`), or the command of an adapter in any language. Options are those of
    `games`. Raises `NotAnEngine`, and what `rulewright.start` raises for wrong options.

    >>> from rulewright.testing import machine
    >>> TestNonaga = machine("nonaga", n=1).TestCase
    >>> TestNonaga("runTest").run().wasSuccessful()
    True
    """
    if isinstance(game, str) and tested is not None:
        fixed: Any = None if isinstance(tested, type) else getattr(tested, "legal_actions", None)
        if fixed is not None and not options and params is None and rulings is None:
            engine: Any = tested
            params, rulings = dict(engine.params), dict(engine.rulings)
    leading = engines(game, params, rulings, options)
    make = trials(tested)
    if isinstance(tested, str | tuple | list) or tested is not None:
        leading = leading.map(specification_of) if isinstance(game, str) else leading
    return made(game, tested, leading, make)


def trials(tested: object) -> MakeTrial:
    """Return what begins a trial of what is tested; raises `NotAnEngine`."""
    if tested is None:
        return OneEngine
    opens = opens_of(tested)
    if opens is not None:
        return Adapters(opens)
    if hasattr(tested, "legal_actions") and not isinstance(tested, type):
        engine: Any = tested
        return lambda leader: TwoEngines(leader, engine)
    if callable(tested):
        return lambda leader: TwoEngines(leader, made_by(tested, leader))
    raise NotAnEngine(tested)


def made_by(
    make: Callable[[Mapping[str, Any], Mapping[str, str]], Any], leader: Engine[Any]
) -> Engine[Any]:
    """Make an engine with the options of another; raises `NotAnEngine` if it is none."""
    found: Engine[Any] = make(dict(leader.params), dict(leader.rulings))
    if not hasattr(found, "legal_actions"):
        raise NotAnEngine(found)
    return found


def made(
    game: Playable, tested: object, leading: st.SearchStrategy[Engine[Any]], make: MakeTrial
) -> type[GameMachine]:
    """Derive a machine; what it plays tells its examples in the database from those of others."""
    name = game if isinstance(game, str) else game.game

    own = type(
        f"{name.title()}Machine",
        (GameMachine,),
        {
            "make_trial": staticmethod(make),
            "__module__": __name__,
            "__qualname__": f"machine({name!r}, {tested!r:.80}, {leading!r:.200})",
            KEY: f"{name} {without_addresses(tested)} {without_addresses(leading)}".encode(),
        },
    )
    return with_engines(own, leading)


def without_addresses(value: object) -> str:
    """Return the representation of a value, the same in every process."""
    return ADDRESS.sub("", repr(value))


def with_engines(
    owner: type[GameMachine], leading: st.SearchStrategy[Engine[Any]]
) -> type[GameMachine]:
    """Derive a machine that begins with an engine of a strategy."""

    @initialize(engine=leading)
    def begin(self: GameMachine, engine: Engine[Any]) -> None:
        self.set_up(engine)

    own = {"begin": begin, "leading": leading}
    kept = {name: getattr(owner, name) for name in ("__module__", "__qualname__")}
    return type(owner.__name__, (owner,), {**own, **kept})
