"""Which readings, of questions that are left open, are named where something deviates."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import HIDDEN, UNCLEAR, QuestionFound
from rulewright.conformance.verdict.alternatives import instead_of_a_bug, with_alternatives
from rulewright.play import games

GAME = "minoa"
OPEN = ("full", "literal", "exhausted")


@pytest.mark.parametrize(
    ("explaining", "said"),
    [
        (("literal",), "end=literal or a bug"),
        (("exhausted",), "end=exhausted or a bug"),
        (("literal", "exhausted"), "end=literal or exhausted or a bug"),
        ((), ""),
    ],
)
def test_only_readings_that_explain_it_are_named(explaining: tuple[str, ...], said: str) -> None:
    """Another one that the same question leaves open may say otherwise in that game."""
    hypothesis = Hypothesis.of(games.specified(GAME).default_rulings)

    def accounts_for(other: Hypothesis, _: Any) -> bool:
        return other.readings["end"] in explaining

    causes: Any = SimpleNamespace(hypothesis=hypothesis, accounts_for=accounts_for)
    shown: Any = SimpleNamespace(difference=SimpleNamespace(kind="over"))
    asks = games.specified(GAME).rulebook.question("end").asks
    question = QuestionFound("end", asks, HIDDEN, OPEN, "full", {})
    assert "; ".join(instead_of_a_bug(causes, shown, (question,))) == said


@pytest.mark.parametrize("status", [HIDDEN, UNCLEAR])
def test_what_a_bug_may_be_in_the_place_of_is_said_so(status: str) -> None:
    """Where answers speak against each reading that is left open, too."""
    asks = games.specified(GAME).rulebook.question("end").asks
    question = QuestionFound("end", asks, status, OPEN[:2], "full", {})
    assert with_alternatives("end=literal", (question,)) == "end=literal or a bug"
    settled = QuestionFound("end", asks, "follows", OPEN[1:2], "full", {})
    assert with_alternatives("end=literal", (settled,)) == "end=literal"
