"""A reading of the end that is followed with some parameters, and another one with the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from attrs import evolve, field, frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.ends import END
from rulewright.conformance.verdict.half_followed import (
    POSITIONS,
    TRIED,
    Sides,
    half_as_told,
    ways_to_divide_games,
)
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.conformance.verdict.weighing import IMPOSSIBLE, by_length
from rulewright.play import games
from rulewright.wording.numbers import counted

NO_ACTION = ""
"""Stands for an action where none is asked about."""


@frozen
class Endings:
    """Two hypotheses that differ in one reading, and where just one of them has a game over."""

    residue: Residue
    question: str
    reading: str
    known: dict[Any, frozenset[Item]] = field(factory=dict, init=False)

    @property
    def other(self) -> Hypothesis:
        """The hypothesis with the other reading."""
        return self.residue.hypothesis.but(**{self.question: self.reading})

    def own(self, observation: Observation) -> frozenset[Item]:
        """Return what the first hypothesis has wrong, and no bug that was found before explains."""
        _, items = self.residue.wrong.get(observation.key, (observation, frozenset[Item]()))
        return items

    def by_other(self, observation: Observation) -> frozenset[Item]:
        """Return what the other one has wrong."""
        if observation.key not in self.known:
            found = self.residue.laboratory.wrong(self.other, observation)
            self.known[observation.key] = found
        return self.known[observation.key]

    def is_gained(self, observation: Observation) -> bool:
        """Return whether the first alone has a game over where it goes on, or the reverse."""
        wrong, by_other = self.own(observation), self.by_other(observation)
        if is_about_an_end(wrong):
            return not is_about_an_end(by_other)
        # Where the engine was not asked, what it refuses may tell that the game is over.
        silent = observation.seen.state is None and bool(wrong) and not by_other
        return silent and self.has_over(self.other, observation)

    def is_lost(self, observation: Observation) -> bool:
        """Return whether it is the other alone that has, where the engine was asked."""
        asked = observation.seen.state is not None
        return (
            asked
            and not is_about_an_end(self.own(observation))
            and is_about_an_end(self.by_other(observation))
        )

    def has_over(self, hypothesis: Hypothesis, observation: Observation) -> bool:
        """Return whether a hypothesis has a game over."""
        return evolve(self.residue, hypothesis=hypothesis).is_over(observation)

    def sides(self, observations: Sequence[Observation]) -> Sides | None:
        """Find the parameter that tells the games that end by one reading from the others."""
        every = ways_to_divide_games(self.residue)
        for each in observations:
            gained = self.is_gained(each)
            if not gained and not self.is_lost(each):
                continue
            for one in every:
                one.add(self.residue, each, NO_ACTION, is_other=gained)
            every = [one for one in every if one.are_apart]
            if not every:
                return None
        return next((one for one in every if one.are_shown(POSITIONS)), None)

    def is_due(
        self, sides: Sides, kinds: Sequence[Any], observation: Observation, item: Item
    ) -> bool:
        """Return whether an answer is as the other reading has it, with parameters that go by that."""
        kind = sides.sorts(self.residue, observation, NO_ACTION)
        return kind in kinds and item not in self.by_other(observation)


def is_about_an_end(wrong: frozenset[Item]) -> bool:
    """Return whether a game is over or not as a hypothesis has it not, or cannot be played by it."""
    return any(item == END or item[0] in IMPOSSIBLE for item in wrong)


def ends_of_some(residue: Residue) -> Iterator[Pattern]:
    """Find a reading that games end by with some parameters only, while the others end by another."""
    wrong = by_length(each for each, items in residue.wrong.values() if END in items)
    if len(wrong) < POSITIONS:
        return
    found = list[Pattern]()
    for question, readings in games.specified(residue.laboratory.game).readings.items():
        for reading in readings:
            pair = Endings(residue, question, reading)
            if pair.other == residue.hypothesis:
                continue
            if any(map(pair.is_gained, islice(wrong, TRIED))):
                sides = pair.sides(residue.observations)
                found += [] if sides is None else [half_of_the_ends(pair, sides)]
    if found:
        best = max(found, key=lambda each: sum(map(len, each.accounts.values())))
        # What it leaves of the ends is more than a reading: another bug about them.
        if all(END in best.due_in(each) for each in wrong):
            yield best


def half_of_the_ends(pair: Endings, sides: Sides) -> Pattern:
    """Say with which parameters games end by another reading."""
    kinds = sides.classes(of_other=True)
    shows = partial(pair.is_due, sides, kinds)
    due = {
        key: frozenset(item for item in items if shows(each, item))
        for key, (each, items) in pair.residue.wrong.items()
    }
    accounts = {key: items for key, items in due.items() if items}
    times = counted(len(accounts), "positions")
    return half_as_told(pair, sides, accounts, shows, times)
