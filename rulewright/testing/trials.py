"""What a machine plays: one engine by itself, or one beside the specification; each fails as a game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interface import Action, Engine, IllegalAction, RulewrightError
from rulewright.play.misspelt import misspellings
from rulewright.play.view import view
from rulewright.spec.engine import Specification
from rulewright.testing.drawn import DrawnPosition
from rulewright.testing.failures import GameFails, clauses_of, listing_differs, raised
from rulewright.testing.remembered import Answers, Unremembered, remembered
from rulewright.testing.sides import specification_of

FAILURES: list[BaseException] = []
"""What failed in the run in progress, in case it does not fail again."""


class GameTrial(ABC):
    """A game in progress, on the engine that leads and on whatever is held against it."""

    tested: str
    """What is tested, in messages."""

    def __init__(self, leader: Engine[Any]) -> None:
        """Keep the engine whose legal actions are played."""
        self.leader = leader
        self.specification: Specification[Any] = specification_of(leader)
        self.answers: Answers = self.asked()
        self.state: Any = leader.initial()
        self.moves: tuple[Action, ...] = ()
        self.earlier: tuple[tuple[Action, ...], ...] = ()

    def asked(self) -> Answers:
        """Return what answers for the engine that leads: from memory, if that is the specification."""
        leads = self.specification is self.leader
        return remembered(self.leader) if leads else Unremembered(self.leader)

    @property
    def position(self) -> DrawnPosition:
        """The position reached, on the engine that leads."""
        last = self.moves[-1] if self.moves else None
        return DrawnPosition(self.leader, self.state, last, None, self.moves)

    @property
    def legal(self) -> tuple[Action, ...]:
        """What can be played."""
        return self.answers.legal_actions(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.leader.is_over(self.state)

    @property
    def specified(self) -> Any:
        """The position as a state of the specification."""
        if self.specification is self.leader:
            return self.state
        return self.specification.from_json(self.leader.to_json(self.state))

    def spelled(self) -> tuple[Action, ...]:
        """Return every action that can be offered: after the end those of the start."""
        state = self.specified
        over = self.specification.is_over(state)
        return self.specification.candidates(self.specification.initial() if over else state)

    def misspelt(self) -> tuple[Action, ...]:
        """Return texts that are close to a legal action; a few may be actions themselves."""
        near = (self.legal or self.spelled())[:1]
        texts = (text for action in near for way in misspellings(action).values() for text in way)
        return tuple(dict.fromkeys(texts))

    def begin(self) -> None:
        """Begin a game, and look at its first position."""
        self.state, self.moves = self.leader.initial(), ()
        self.attempt(self.started)
        self.attempt(self.look)

    def begin_again(self) -> None:
        """Begin another game on the same instance."""
        self.earlier = (*self.earlier, self.moves)
        self.begin()

    def play(self, action: Action) -> None:
        """Play a legal action everywhere, and look."""
        self.attempt(lambda: self.step(action))
        self.state = self.answers.play(self.state, action)
        self.moves = (*self.moves, action)
        self.attempt(self.look)

    def offer(self, action: Action) -> None:
        """Offer an action; one that is illegal must be refused, and change nothing."""
        if action not in self.legal:
            self.attempt(lambda: self.refuse(action))
            self.attempt(self.look)

    def fail(self, what: str, because: Sequence[str] = (), offered: Action | None = None) -> None:
        """Raise `GameFails` at the position reached."""
        failure = GameFails(
            what,
            self.specification,
            self.moves,
            because=because,
            offered=offered,
            earlier=self.earlier,
        )
        FAILURES.append(failure)
        raise failure

    def same(self, what: str, expected: object, given: object) -> None:
        """Fail unless a thing is what it should be."""
        if expected != given:
            self.fail(f"{what} of {self.tested}: {given!r}, but it must be {expected!r}")

    def same_list(self, given: Sequence[Action]) -> None:
        """Fail unless these are the legal actions, each once."""
        found = listing_differs(self.tested, self.legal, given)
        if found is not None:
            self.fail(found[0], clauses_of(self.leader, self.state, found[1]))
        if len(set(given)) < len(given):
            twice = sorted(each for each in set(given) if list(given).count(each) > 1)
            self.fail(f"{self.tested} lists {twice[0]!r} more than once")

    def attempt(self, task: Callable[[], None]) -> None:
        """Do something; an exception of what is tested becomes a failure that names it."""
        said = ""
        try:
            task()
        except RulewrightError:
            raise
        except Exception as error:  # whatever an engine raises is its own  # noqa: BLE001
            said = raised(self.tested, error)
        if said:
            self.fail(said)

    @abstractmethod
    def started(self) -> None:
        """Begin a game on what is tested."""

    @abstractmethod
    def step(self, action: Action) -> None:
        """Play a legal action on what is tested."""

    @abstractmethod
    def look(self) -> None:
        """Hold all that is said of the position against what it must be."""

    @abstractmethod
    def refuse(self, action: Action) -> None:
        """Offer an illegal action to what is tested."""


class OneEngine(GameTrial):
    """An engine by itself: what holds of every engine of every game."""

    def __init__(self, engine: Engine[Any]) -> None:
        """Test an engine."""
        self.tested = name_of(engine)
        super().__init__(engine)

    def asked(self) -> Answers:
        """Ask the engine each time: it is the one that is tested."""
        return Unremembered(self.leader)

    def started(self) -> None:
        """Look at the start twice: it must be the same."""
        self.same("the second initial state", self.leader.initial(), self.state)

    def step(self, action: Action) -> None:
        """Play it twice: a state does not change, and the same follows."""
        before = view(self.leader, self.state)
        try:
            after = self.leader.play(self.state, action)
        except IllegalAction as refusal:
            self.fail(f"{self.tested} lists {action!r} as legal and refuses it: {refusal.reason}")
        self.same(f"the position before {action!r}, once it is played,", before, self.viewed())
        again = self.leader.play(self.state, action)
        self.same(f"the state after {action!r}, played a second time,", after, again)
        self.same("the hash of that state", hash(after), hash(again))

    def viewed(self) -> object:
        """Return all that the engine says of the position."""
        return view(self.leader, self.state)

    def look(self) -> None:
        """Hold the laws of the game interface."""
        engine, state = self.leader, self.state
        seen = view(engine, state)
        self.same("the order of the legal actions", tuple(sorted(seen.legal)), seen.legal)
        self.same_list(seen.legal)
        self.same("the players with a score", engine.players, tuple(seen.scores))
        if seen.over:
            self.same("the legal actions after the end", (), seen.legal)
            self.same("the turn after the end", None, seen.turn)
        else:
            self.same("the winners before the end", (), seen.winners)
            self.same("whether a player is to move", True, seen.turn in engine.players)
        in_order = tuple(each for each in engine.players if each in seen.winners)
        self.same("the winners", in_order, seen.winners)
        self.same("the position as JSON text", seen.position, json.loads(json.dumps(seen.position)))
        self.same("the position read from its JSON form", state, engine.from_json(seen.position))

    def refuse(self, action: Action) -> None:
        """An action that is not listed is refused, and changes nothing."""
        before = self.viewed()
        try:
            self.leader.play(self.state, action)
        except IllegalAction:
            self.same(f"the position after {action!r} is refused", before, self.viewed())
        else:
            self.fail(f"{self.tested} accepts {action!r}, which it does not list", offered=action)


class TwoEngines(GameTrial):
    """An engine beside the specification, or beside any other engine: they must agree."""

    def __init__(self, leader: Engine[Any], tested: Engine[Any]) -> None:
        """Hold `tested` against `leader`."""
        self.tested = name_of(tested)
        self.engine = tested
        super().__init__(leader)
        self.other: Any = None

    def started(self) -> None:
        """Set the game up."""
        self.other = self.engine.initial()

    def step(self, action: Action) -> None:
        """Play it, unless it is refused."""
        try:
            self.other = self.engine.play(self.other, action)
        except IllegalAction as refusal:
            self.fail(
                f"{self.tested} refuses {action!r}, which is legal: {refusal.reason}",
                clauses_of(self.leader, self.state, action),
                action,
            )

    def look(self) -> None:
        """Compare everything, the legal actions first; and read the position again."""
        expected, given = self.answers.view(self.state), view(self.engine, self.other)
        self.same_list(given.legal)
        for what in expected.differences(given):
            self.same(what, getattr(expected, what), getattr(given, what))
        again = view(self.engine, self.engine.from_json(given.position))
        self.same("the position read from its JSON form", given, again)

    def refuse(self, action: Action) -> None:
        """It must refuse the action too."""
        before = view(self.engine, self.other)
        try:
            self.engine.play(self.other, action)
        except IllegalAction:
            after = view(self.engine, self.other)
            self.same(f"the position after {action!r} is refused", before, after)
        else:
            self.fail(
                f"{self.tested} accepts {action!r}, which is illegal",
                clauses_of(self.leader, self.state, action),
                action,
            )


def name_of(engine: Any) -> str:
    """Name an engine: by what it is called, if it says so, or by its class."""
    own = getattr(engine, "called", None)
    return own if isinstance(own, str) else type(engine).__name__
