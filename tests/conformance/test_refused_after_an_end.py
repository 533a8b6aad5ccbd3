"""An action that is refused because the engine takes the game to be over is told as that end."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from rulewright.conformance.adapter.observation import (
    REFUSED,
    Discrepancy,
    Observation,
    Seen,
)
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.verdict.consequences import ASKED, told_as_ends
from rulewright.play import games

ENGINE = games.implementation("minoa", {"n": 1})
MOVES: tuple[str, ...] = ENGINE.legal_actions(ENGINE.initial())[:1]


def refused(at: int) -> Detection:
    """An action that is only played, and refused."""
    seen = Seen(refused=("0,0-0,1",))
    difference = Discrepancy("missing", "legal", REFUSED, "0,0-0,1")
    return Detection(Observation({"n": 1}, MOVES, seen), difference, f"vectors {at}")


def causes(*, over: bool, broken: bool = False, explained: bool = False) -> Any:
    """An engine that says so when it is asked."""
    reference = Reference(ENGINE)
    seen = reference.seen(reference.state(MOVES))
    assert seen.state is not None
    told = evolve(seen, legal=None, state=evolve(seen.state, over=over))
    made = SimpleNamespace(observations=[Observation({"n": 1}, MOVES, told)])
    return SimpleNamespace(
        is_explained=lambda _: explained,
        run=SimpleNamespace(
            play=lambda _: None if broken else made,
            rules=SimpleNamespace(discrepancies=reference.discrepancies),
        ),
    )


@pytest.mark.parametrize("count", [1, ASKED, ASKED + 2])
def test_the_end_is_told_where_the_engine_says_so(count: int) -> None:
    """Those that are not asked stay what they are, and are counted."""
    found = [refused(each) for each in range(count)]
    ends = told_as_ends(causes(over=True), found)
    assert len(ends) == count
    assert ends[ASKED:] == found[ASKED:]
    for each in ends[:ASKED]:
        assert (each.difference.kind, each.difference.expected) == ("over", False)
        assert each.difference.given is True


def test_a_refusal_stays_one_where_the_game_goes_on() -> None:
    assert told_as_ends(causes(over=False), [refused(1)]) == []
    assert told_as_ends(causes(over=True, broken=True), [refused(1)]) == []


def test_an_end_that_a_reading_explains_is_no_other_reason() -> None:
    assert told_as_ends(causes(over=True, explained=True), [refused(1)]) == []


def test_what_was_asked_for_its_actions_is_left_as_it_is() -> None:
    asked_for = evolve(refused(1), difference=Discrepancy("missing", "legal", "not listed", "a"))
    assert told_as_ends(causes(over=True), [refused(1), asked_for]) == []
