"""What a bug leaves out of the legal actions, and what of it another reading would forbid."""

from __future__ import annotations

from typing import Any

import pytest
from common.composites import drawn
from common.tiny import LEAN

from rulewright.conformance import check
from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.deciding import (
    MANY,
    is_decided_by_share,
    is_decided_by_what_is_never_listed,
)
from rulewright.conformance.verdict.doubts import ENOUGH, Doubts, Weighed
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.play import games

ARI = Hypothesis.of(games.specified("ari").default_rulings)
PLACES = [f"{number}>0" for number in range(10)]


class Wrong:
    """Has the engine wrong as two readings have it: what one has wrong is known, the other differs."""

    def __init__(self, own: Hypothesis, mine: frozenset[Item], theirs: frozenset[Item]) -> None:
        """Keep what each of them has wrong."""
        self.own, self.mine, self.theirs = own, mine, theirs

    def wrong(self, hypothesis: Hypothesis, _: Observation) -> frozenset[Item]:
        """Return what one of them has otherwise."""
        return self.mine if hypothesis == self.own else self.theirs


def listing(actions: set[int], times: int) -> tuple[Observation, ...]:
    """Return so many games after which an engine lists some of ten actions."""
    listed = tuple(each for number, each in enumerate(PLACES) if number in actions)
    return tuple(Observation({}, (f"game {each}",), Seen(legal=listed)) for each in range(times))


@pytest.mark.parametrize(
    ("omitted", "departs", "decided"),
    [
        ({0, 1, 5, 6}, False, True),  # of what the other forbids two, of the rest two
        ({0, 1, 2, 5}, False, False),  # more of what it forbids
        ({0, 1, 2, 3, 4}, False, False),
        ({0, 1, 5, 6}, True, False),  # beside a departure a bug may permit nearly all of it
    ],
)
def test_what_is_missing_no_more_often_is_not_missing_for_a_reading(
    omitted: set[int], departs: bool, decided: bool
) -> None:
    """Of ten actions another reading forbids five, and a bug leaves out some, in many games."""
    own = ARI.but(lifting="after") if departs else ARI
    other = own.but(orientation="kept")
    if departs:
        other = own.but(lifting="before")
    missing = frozenset((LEGAL, PLACES[each]) for each in omitted)
    forbidden = frozenset((LEGAL, each) for each in PLACES[:5])
    every = listing({*range(10)} - omitted, ENOUGH)
    laboratory: Any = Wrong(own, missing, missing ^ forbidden)
    weigher = Weigher(laboratory, ARI, every)
    question = "lifting" if departs else "orientation"
    weighed = Weighed(other.readings[question])
    for each in every:
        weighed.clean.add(each, forbidden - missing)
    doubting_it = Doubts(weigher, own, (), every)
    assert is_decided_by_share(doubting_it, question, weighed) is decided


@pytest.mark.parametrize(
    ("listed", "times", "departs", "decided"),
    [
        ({0, 1, 2}, MANY, False, True),  # of what both permit three of five, of the rest nothing
        ({0, 1, 2}, MANY - 1, False, False),  # in few games
        ({0, 1, 2, 5}, MANY, False, False),  # one of the others, too
        ({0}, MANY, False, False),  # hardly anything of what both permit
        ({0, 1, 2}, MANY, True, False),  # beside the reading in force a bug may do that
    ],
)
def test_what_is_never_listed_is_not_permitted(
    listed: set[int], times: int, departs: bool, decided: bool
) -> None:
    """Both readings permit five of ten actions, and another one the other five as well."""
    own = ARI.but(lifting="after") if departs else ARI
    question = "lifting" if departs else "orientation"
    other = own.but(**{question: "before" if departs else "kept"})
    mine = frozenset((LEGAL, PLACES[each]) for each in {*range(5)} ^ listed)
    theirs = frozenset((LEGAL, PLACES[each]) for each in {*range(10)} - listed)
    every = listing(listed, times)
    laboratory: Any = Wrong(own, mine, theirs)
    weigher = Weigher(laboratory, ARI, every)
    weighed = Weighed(other.readings[question])
    found = is_decided_by_what_is_never_listed(Doubts(weigher, own, (), every), question, weighed)
    assert found is decided


@pytest.mark.slow
@pytest.mark.soak
def test_a_bug_does_not_leave_out_just_what_another_reading_permits() -> None:
    """Contacts in one direction are missed: *contact* was open, as no place that it adds is listed."""
    made = drawn("nonaga", 352)
    (game,) = check(made.player(), "nonaga", effort=LEAN, seed=1).games
    said = {each.question: each.readings for each in game.questions}
    assert said["connectivity"] == ("connected",)
