"""A property of positions: one text; random games, all positions of small boards, and Z3 answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import update_wrapper
from inspect import Signature
from math import inf
from time import monotonic
from typing import Any, Protocol, cast

from attrs import frozen
from hypothesis import HealthCheck, Phase, given, settings

from rulewright.automatic.own_formulas import inductive
from rulewright.interface import Action, Engine, RulewrightError, UsageError
from rulewright.play import games as catalogue
from rulewright.play.nearest import every_position
from rulewright.spec.engine import Specification
from rulewright.testing.drawn import DrawnGame
from rulewright.testing.failures import GameFails, raised
from rulewright.testing.shrinking import REPLAYS, simplest
from rulewright.testing.sides import engine_of, specification_of, split_options
from rulewright.testing.strategies import by_size, games
from rulewright.wording.numbers import counted
from rulewright.wording.options import options as worded

EXAMPLES, MAX_PLIES, MOST, SECONDS = 100, 100, 20_000, 30.0
"""Random games, actions of each, positions visited of a board, and time for either."""
PROOF_SECONDS = 60.0
"""Time for Z3."""
HOLDS, FAILS, OPEN = "holds", "fails", "open"
RANDOM, EVERY, PROOF = "random games", "every position", "induction"


@frozen
class PropertyAnswer:
    """One of the three answers about a property.

    >>> from rulewright.testing import property_of
    >>> @property_of("nonaga", n=1)
    ... def test_three_pieces(rules, here, outlook):
    ...     return sum(here.pieces[0]) == 3
    >>> test_three_pieces.every_position().holds
    True
    """

    way: str
    """`random games`, `every position` or `induction`."""
    status: str
    """`holds`, `fails` (a game from the start breaks it), or `open`."""
    detail: str
    """How far it was looked at, or why it is open."""
    failure: GameFails | None = None

    @property
    def holds(self) -> bool:
        """Whether it holds as far as `detail` says."""
        return self.status == HOLDS

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{self.way}: {self.status}; {self.detail}"


class FormulaRaises(UsageError):
    """A property cannot be evaluated on a position."""

    def __init__(self, name: str, error: BaseException) -> None:
        """Name the property, the exception and its place."""
        super().__init__(raised(f"the property {name!r}", error))


class NoTruthValue(UsageError):
    """A property returned something that is neither true nor false."""

    def __init__(self, name: str, given: object) -> None:
        """Quote it."""
        super().__init__(
            f"the property {name!r} returns {given!r}, not True or False: it must return a fact"
        )


class PropertyTest(Protocol):
    """What `property_of` makes of a function: a test without arguments, and the three answers."""

    def __call__(self) -> None:
        """Ask all three; raises `GameFails` for a game that breaks the property."""

    def random_games(self, examples: int = EXAMPLES) -> PropertyAnswer:
        """Look at the positions of random games."""

    def every_position(self, most: int = MOST) -> PropertyAnswer:
        """Look at all positions of small boards, or the first `most` of each."""

    def induction(self, seconds: float = PROOF_SECONDS) -> PropertyAnswer:
        """Have Z3 prove that it holds at the start, and that no legal action breaks it."""

    def answers(self) -> tuple[PropertyAnswer, ...]:
        """Return all three."""


def property_of(game: str, /, **options: Any) -> Callable[[Callable[..., Any]], PropertyTest]:
    """Make a test of a function of positions.

    The function is given what the formulas of clauses about positions are given (for a `OneByOne` game
    the rules and the position), and returns a fact. The test looks at random games and at all positions
    of the game's small boards, and, if the function is written with the combinators of
    `rulewright.author`, asks Z3 whether it is inductive. A step that breaks it in a position that no
    game is known to reach fails nothing, and is reported. Raises what `rulewright.start` raises.

    >>> from rulewright.author import all_of, at_most
    >>> from rulewright.testing import property_of
    >>> @property_of("nonaga", n=1)
    ... def test_each_player_has_at_most_three_pieces(rules, here, outlook):
    ...     return all_of(at_most(3, own) for own in here.pieces)
    >>> print(test_each_player_has_at_most_three_pieces.every_position())
    every position: holds; all 4 positions (n=1), all 4 positions (n=1, first=black)
    """
    split_options(game, options)

    def decorated(formula: Callable[..., Any]) -> PropertyTest:
        asked = PropertyAsked(game, options, formula)

        def test() -> None:
            for answer in asked.answers():
                print(answer)
                if answer.failure is not None:
                    raise answer.failure

        update_wrapper(test, formula)
        made: Any = test
        del made.__wrapped__  # pytest would take its arguments for fixtures
        made.__signature__ = Signature()
        for way in ("random_games", "every_position", "induction", "answers"):
            setattr(made, way, getattr(asked, way))
        return cast("PropertyTest", made)

    return decorated


@frozen
class PropertyAsked:
    """A property, and the game and options that it is about."""

    game: str
    options: Mapping[str, Any]
    formula: Callable[..., Any]

    @property
    def name(self) -> str:
        """What the property is called, in words."""
        said = (self.formula.__doc__ or "").strip().partition("\n")[0]
        return said or self.formula.__name__.removeprefix("test_").replace("_", " ")

    def answers(self) -> tuple[PropertyAnswer, ...]:
        """Ask all three."""
        return self.random_games(), self.every_position(), self.induction()

    def holds(self, engine: Specification[Any], state: Any) -> bool:
        """Evaluate it; raises `FormulaRaises` or `NoTruthValue`."""
        error = None
        try:
            found = self.formula(*engine.looked_at(state))
        except RulewrightError:
            raise
        except Exception as met:  # the user's own code  # noqa: BLE001
            error = met
        if error is not None:
            raise FormulaRaises(self.formula.__name__, error)
        if not isinstance(found, bool) and type(found).__name__ not in {"bool_", "bool"}:
            raise NoTruthValue(self.formula.__name__, found)
        return bool(found)

    def fails(self, engine: Specification[Any], moves: tuple[Action, ...]) -> GameFails:
        """Describe a game that breaks it."""
        return GameFails(f"broken: {self.name}", engine, moves)

    def boards(self, every: tuple[Mapping[str, Any], ...]) -> Iterator[Mapping[str, Any]]:
        """Yield those parameters of some that fit the options; the options' own if none does."""
        own, _ = split_options(self.game, self.options)
        usual = catalogue.specified(self.game).default_parameters
        fitting = [each for each in every if {**usual, **each, **own} == {**usual, **each}]
        yield from fitting or [own]

    def engines(self, every: tuple[Mapping[str, Any], ...]) -> Iterator[Specification[Any]]:
        """Yield the specification on each board."""
        _, rulings = split_options(self.game, self.options)
        for params in self.boards(every):
            yield catalogue.specification(self.game, params, rulings)

    def random_games(self, examples: int = EXAMPLES) -> PropertyAnswer:
        """Look at the positions of random games, board after board."""
        boards = list(self.engines(by_size(self.game)))
        seen = played = 0
        for engine in boards:
            found = self.of_board(engine, max(examples // len(boards), 1), SECONDS / len(boards))
            if isinstance(found, GameFails):
                return PropertyAnswer(RANDOM, FAILS, found.what, found)
            seen, played = seen + found[0], played + found[1]
        scope = f"{counted(seen, 'positions')} of {counted(played, 'games')} ({shown(boards)})"
        return PropertyAnswer(RANDOM, HOLDS, scope)

    def of_board(
        self, engine: Specification[Any], examples: int, seconds: float
    ) -> tuple[int, int] | GameFails:
        """Return how many positions of how many games were looked at, or the shortest game found."""
        until, seen, played = monotonic() + seconds, set[Any](), 0
        broken: list[tuple[Action, ...]] = []
        mistakes: list[UsageError] = []
        fast = engine_of(self.game, engine.params, engine.rulings)

        @settings(
            max_examples=examples,
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        @given(games(fast, max_plies=MAX_PLIES))
        def look(game: DrawnGame) -> None:
            nonlocal played
            if broken or mistakes or monotonic() > until:
                return
            played += 1
            for ply, state in enumerate(game.states):
                if state not in seen:
                    seen.add(state)
                    try:
                        holds = self.holds(engine, translated(fast, engine, state))
                    except UsageError as mistake:  # Hypothesis would ask for it again
                        mistakes.append(mistake)
                        return
                    if not holds:
                        broken.append(game.moves[:ply])
                        return

        look()
        if mistakes:
            raise mistakes[0]
        if not broken:
            return len(seen), played
        moves = simplest(engine, broken[0], lambda some: self.breaks(engine, some), REPLAYS)
        return self.fails(engine, moves)

    def breaks(self, engine: Specification[Any], moves: tuple[Action, ...]) -> bool:
        """Return whether moves are legal, and lead to a position that breaks it."""
        state = engine.initial()
        for action in moves:
            if action not in engine.legal_actions(state):
                return False
            state = engine.successor(state, action)
        return not self.holds(engine, state)

    def every_position(self, most: int = MOST) -> PropertyAnswer:
        """Look at all positions of the boards that the game names as small enough."""
        details = []
        for engine in self.engines(catalogue.specified(self.game).exhausted):
            fast = engine_of(self.game, engine.params, engine.rulings)
            until, count, cut = inf, 0, False
            for moves, state in every_position(fast):
                if not count:  # the first position waits for the compiler
                    until = monotonic() + SECONDS
                if count == most or monotonic() > until:
                    cut = True
                    break
                count += 1
                if not self.holds(engine, translated(fast, engine, state)):
                    failure = self.fails(engine, moves)
                    return PropertyAnswer(EVERY, FAILS, failure.what, failure)
            details.append((cut, f"{counted(count, 'positions')} ({shown([engine])})"))
        status = OPEN if any(cut for cut, _ in details) else HOLDS
        detail = ", ".join(f"{'only the first' if cut else 'all'} {text}" for cut, text in details)
        return PropertyAnswer(EVERY, status, detail)

    def induction(self, seconds: float = PROOF_SECONDS) -> PropertyAnswer:
        """Ask Z3 on each small board."""
        details, status = [], HOLDS
        engines = list(self.engines(catalogue.specified(self.game).exhausted))
        for engine in engines:
            verdict = inductive(
                engine,
                self.formula,
                time_limit=seconds / len(engines),
                positions=MOST,
                symbolic=catalogue.symbolic(self.game),
            )
            asked = verdict.queries or verdict.status != "proved"
            said = verdict.status if asked else "Z3 was not asked"
            details.append(f"{said} ({shown([engine])}): {verdict.detail}")
            moves = verdict.shown.moves if verdict.shown is not None else None
            if verdict.status == "refuted" and verdict.shown is not None and moves is not None:
                action = verdict.shown.action
                line = moves if action is None else (*moves, action)
                failure = self.fails(engine, line)
                return PropertyAnswer(PROOF, FAILS, failure.what, failure)
            if verdict.status != "proved" or not asked:
                status = OPEN
        return PropertyAnswer(PROOF, status, "; ".join(details))


def shown(engines: list[Specification[Any]]) -> str:
    """Name the options of some engines that are not the defaults."""
    return "; ".join(
        worded(
            catalogue.not_default(engine.game, engine.params),
            catalogue.not_default(engine.game, engine.rulings),
        )
        or "default options"
        for engine in engines
    )


def translated(fast: Engine[Any], engine: Specification[Any], state: Any) -> Any:
    """Return a state of one engine as a state of the specification."""
    if specification_of(fast) is fast and type(fast) is type(engine):
        return state
    return engine.read(fast.to_json(state))
