"""What a bug leaves out of the legal actions, and what of it another reading would forbid."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.verdict.deciding import is_decided_by_share
from rulewright.conformance.verdict.doubts import ENOUGH, Doubts, Weighed
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.play import games

ARI = Hypothesis.of(games.specified("ari").default_rulings)
PLACES = [f"{number}>0" for number in range(10)]


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
    listed = tuple(each for number, each in enumerate(PLACES) if number not in omitted)
    every = tuple(Observation({}, (f"game {each}",), Seen(legal=listed)) for each in range(ENOUGH))

    class Wrong:
        """Has the engine wrong as the two readings have it."""

        def wrong(self, hypothesis: Hypothesis, _: Observation) -> frozenset[tuple[str, str]]:
            """Return what one of them has otherwise."""
            return missing if hypothesis == own else missing ^ forbidden

    laboratory: Any = Wrong()
    weigher = Weigher(laboratory, ARI, every)
    question = "lifting" if departs else "orientation"
    weighed = Weighed(other.readings[question])
    for each in every:
        weighed.clean.add(each, forbidden - missing)
    doubting_it = Doubts(weigher, own, (), every)
    assert is_decided_by_share(doubting_it, question, weighed) is decided
