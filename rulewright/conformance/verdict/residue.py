"""What a hypothesis leaves over, and a bug that accounts for some of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from attrs import define, field, frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import BREAKING, Item, Reference
from rulewright.conformance.verdict.weighing import Left

Recognises = Callable[[Observation, Item], bool]
ELSEWHERE: frozenset[Item] = frozenset({("turn", ""), ("over", "")})
"""What decides whose actions are listed, and whether any are."""
ExpectedState = tuple[Observation, Reference, Any]
"""An observation, the engine that it is held against, and the state of that."""


def never(_: Observation, __: Item) -> bool:
    """Recognise nothing."""
    return False


@frozen
class Pattern:
    """One bug of an engine: a name, words, and the items that it accounts for."""

    name: str
    words: str
    accounts: dict[Any, frozenset[Item]] = field(hash=False)
    """For each observation, by its key, the items that are due to the bug."""

    recognises: Recognises = field(eq=False)
    """Returns whether an item of an observation, also of a new one, shows the bug."""
    known_as: str = ""
    """What tells it from other bugs in every run: its words without numbers; "" if that is its name."""
    is_general: bool = False
    """Whether it is said of all games, not only of the positions in which it was met."""
    is_due_anyway: Recognises = field(default=never, eq=False)
    """Returns whether an item is due to the bug under any readings, not only those it was met under."""
    covers: Recognises = field(default=never, eq=False)
    """Returns whether an item that was set aside, as wrong everywhere, is due to the bug."""
    half: tuple[str, str] | None = None
    """The question, and the other reading, of which the engine follows a half."""

    @property
    def identity(self) -> str:
        """What it is declared by, if it is known."""
        return self.known_as or self.name

    def due_in(self, observation: Observation) -> frozenset[Item]:
        """Return the items of an observation that are due to the bug."""
        return self.accounts.get(observation.key, frozenset())

    def shows_in(self, observation: Observation, item: Item) -> bool:
        """Return whether an item of an observation is due to the bug, whether it was met or not."""
        return item in self.due_in(observation) or self.recognises(observation, item)

    @property
    def times(self) -> int:
        """Positions in which it shows."""
        return len(self.accounts)


def without(patterns: Sequence[Pattern]) -> Left:
    """Return what leaves out the items that patterns account for."""

    def left(observation: Observation, items: frozenset[Item]) -> frozenset[Item]:
        for each in patterns:
            items -= each.due_in(observation)
            if each.is_due_anyway is not never:
                items -= {item for item in items if each.is_due_anyway(observation, item)}
        return items

    return left


@define
class Residue:
    """What a hypothesis has otherwise, observation by observation."""

    laboratory: Laboratory
    hypothesis: Hypothesis
    wrong: dict[Any, tuple[Observation, frozenset[Item]]]
    observations: Sequence[Observation]

    def expected(self, observation: Observation) -> tuple[Reference, Any] | None:
        """Return the engine of the hypothesis and the state of an observation; None if there is none."""
        reference = self.laboratory.asked(self.hypothesis, observation)
        if reference is None:
            return None
        try:
            return reference, reference.state(observation.moves)
        except BREAKING:
            return None

    def players(self, observation: Observation) -> tuple[str, ...]:
        """Return the players of an observation in turn order; none if it cannot be played."""
        reference = self.laboratory.asked(self.hypothesis, observation)
        return () if reference is None else tuple(reference.engine.players)

    def expectations(self) -> Iterator[ExpectedState]:
        """Yield the observations of games that the hypothesis can play, with what it has there."""
        for each in self.observations:
            expected = self.expected(each)
            if expected is not None:
                yield (each, *expected)

    def is_over(self, observation: Observation) -> bool:
        """Return whether the game of an observation is over; not if it cannot be played."""
        truth = self.expected(observation)
        return truth is not None and bool(truth[0].engine.is_over(truth[1]))

    def of_right_turn(self, observations: Iterable[Observation]) -> list[Observation]:
        """Return those with the right player to move: elsewhere actions are missing for that reason.

        Who is to move counts as right where it was not asked, if it is nowhere wrong.
        """
        otherwise = {
            key for key, (_, items) in self.wrong.items() if not ELSEWHERE.isdisjoint(items)
        }
        return [
            each
            for each in observations
            if not otherwise or (each.seen.state is not None and each.key not in otherwise)
        ]

    def items(self, part: str) -> int:
        """Count the positions in which a part of the answers is wrong."""
        return sum(any(each == part for each, _ in items) for _, items in self.wrong.values())

    def is_past_end(self, observation: Observation) -> bool:
        """Return whether the game of an observation goes on after its end."""
        reference = self.laboratory.asked(self.hypothesis, observation)
        if reference is None or self.expected(observation) is not None:
            return False
        for plies in range(len(observation.moves)):
            try:
                if reference.engine.is_over(reference.state(observation.moves[:plies])):
                    return True
            except BREAKING:
                return False
        return False
