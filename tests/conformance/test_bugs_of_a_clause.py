"""A departure that is wrong just where other readings are right: the clause itself may be wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.verdict.doubts import ENOUGH, FEW, Doubts, Weighed
from rulewright.play import games

ARI = Hypothesis.of(games.specified("ari").default_rulings)
ACTION = (LEGAL, "action")


@pytest.mark.parametrize(
    ("part", "times", "unexplained", "is_a_bug"),
    [
        (LEGAL, ENOUGH, False, True),
        ("position.captured", FEW + 1, False, False),
        ("position.captured", FEW, False, True),  # in few games
        ("scores", FEW + 1, False, False),
        ("scores", FEW + 1, True, True),  # scores are wrong for another reason, too
    ],
)
def test_what_a_departure_does_to_positions_is_no_bug_about_actions(
    part: str, times: int, unexplained: bool, is_a_bug: bool
) -> None:
    """*trigger* was open, since actions were wrong in one position only of the reading followed."""
    item = ACTION if part == LEGAL else (part, "")
    every = [Observation({}, (f"{each}",), Seen(legal=("action",))) for each in range(times)]
    wrong = frozenset({item} if unexplained else ())
    weigher: Any = SimpleNamespace(in_force=ARI, wrong=lambda *_: wrong)
    weighed = Weighed("before", refuted=times, supported=4, own_alone=1)
    for each in every:
        weighed.entire.add(each, frozenset({item}))
    found = Doubts(weigher, ARI.but(lifting="after"), (), tuple(every))
    assert found.is_a_bug_of_its_clause("lifting", [weighed]) is is_a_bug
