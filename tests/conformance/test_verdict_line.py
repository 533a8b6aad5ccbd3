"""The result of a game in one line."""

from __future__ import annotations

from attrs import evolve

from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.outputs.summary import verdict_line

FOUND = GameReport(
    *("tiny", "Tiny", {}, {"end": "full"}, (), (), (), (), "", ""),
    positions=3,
    messages=4,
    seconds=0.1,
)


def test_the_rulings_in_force_are_named_where_there_are_questions() -> None:
    """A game without questions has none."""
    assert verdict_line(FOUND).endswith(" under end=full")
    assert verdict_line(evolve(FOUND, rulings={})) == verdict_line(FOUND).removesuffix(
        " under end=full"
    )
