"""What shows seldom, or is never set, is no bug of its own, and leaves no reading open."""

from __future__ import annotations

from common.composites import Composite

from rulewright.conformance import QUICK, check
from rulewright.conformance.evidence.report import GameReport


def checked(composite: Composite) -> GameReport:
    """Check an engine of Minoa."""
    (found,) = check(composite.player(), "minoa", effort=QUICK, seed=1).games
    return found


def readings(found: GameReport) -> dict[str, tuple[str, ...]]:
    """Return the readings that each question is left with."""
    return {each.question: each.readings for each in found.questions}


def test_another_order_that_shows_once_is_the_same_order() -> None:
    """With most parameters three players hardly meet it; *stranded* was left open for that."""
    backwards = Composite(
        "minoa",
        {"end": "exhausted", "closure": "coloured", "stranded": "over"},
        ("three_players_go_round_backwards",),
    )
    found = checked(backwards)
    said = (
        "end=exhausted, closure=coloured, stranded=over explain everything observed, apart from 1"
    )
    assert found.plays.startswith(said)
    assert readings(found)["stranded"] == ("over",)
    turns = [each for each in found.deviations if each.kind == "turn"]
    assert len(turns) == 1


def test_a_part_that_is_never_set_is_no_other_start() -> None:
    """Nor is a stick that is missing: *it begins from another position* hid *end* and *closure*."""
    without = Composite(
        "minoa",
        {"end": "literal", "closure": "coloured"},
        ("no_sticks_at_the_corners",),
        "pieces never set",
    )
    found = checked(without)
    assert "begins from another position" not in found.plays
    assert readings(found)["end"] == ("literal",)
    assert readings(found)["closure"] == ("coloured",)
