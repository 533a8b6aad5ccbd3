"""What is said of how short the game of a deviation is holds."""

from __future__ import annotations

import pytest

from rulewright.conformance.adapter.observation import Discrepancy, Observation, Seen
from rulewright.conformance.evidence.deviations import Deviation
from rulewright.conformance.evidence.report import QuestionFound
from rulewright.conformance.verdict.alternatives import with_alternatives
from rulewright.conformance.verdict.shortest import IRREDUCIBLE, MANY, SHORTENED, how_short

LONG = tuple(map(str, range(MANY + 1)))
WITHOUT = [LONG[:at] + LONG[at + 1 :] for at in range(len(LONG))]


def test_a_short_game_is_minimal_if_each_move_is_left_out_in_vain() -> None:
    """Whether replays were left for that or not: it is asked now."""
    game = LONG[:3]
    assert how_short(game, {}, lambda _: False) == IRREDUCIBLE
    assert how_short(game, {}, lambda moves: moves == ("0", "2")) == SHORTENED


def test_a_long_game_is_minimal_only_if_each_move_was_left_out() -> None:
    """A stranger's game of 94 moves was called so, and its first was not needed: replays had run out."""
    asked = dict.fromkeys(WITHOUT, False)
    assert how_short(LONG, asked, lambda _: False) == IRREDUCIBLE
    del asked[WITHOUT[0]]
    assert how_short(LONG, asked, lambda _: False) == SHORTENED


@pytest.mark.parametrize(
    ("given", "said"),
    [({}, "is {} (it leaves out passes), expected"), ({"passes": 1}, 'is {"passes": 1}, expected')],
)
def test_what_a_position_leaves_out_is_named(given: dict[str, int], said: str) -> None:
    """It may report all the rest: `{}` alone looks like an empty position."""
    wrong = Discrepancy("position", {"passes": 0}, given, None)
    assert said in str(Deviation(Observation({}, (), Seen()), wrong))


def test_the_reading_in_force_explains_no_deviation() -> None:
    """Though it may be what is followed where nothing tells them apart."""
    found = QuestionFound(
        question="stranded",
        asks="?",
        status="not told apart within this run",
        readings=("skip", "over", "pass"),
        in_force="skip",
        breaks={},
        agreeing=3,
        against=0,
        best="over",
    )
    assert with_alternatives("stranded=over", [found]) == "stranded=over or pass"
    assert with_alternatives("stranded=skip", [found]) == "stranded=skip or over or pass"
