"""What a report says of a composite is held against the truth: planted false sentences are seen.

Each is planted in a true report of a small engine, one at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from attrs import evolve
from common.claims import Claims
from common.composites import Composite, Overheard, answers_otherwise

from rulewright.conformance import QUICK, check
from rulewright.conformance.evidence.report import (
    NOT_SUPPORTED,
    Break,
    GameReport,
    QuestionFound,
    ReportedDeviation,
)

SMALL = {"n": 1, "k": 2}
READS = Composite("minoa", {"closure": "coloured"})
SCORES = Composite("minoa", {"closure": "coloured"}, ("scores_only_at_the_end",))
"""A reading and a bug, each with a deviation of its own."""
HIDDEN = Composite("minoa", {"closure": "coloured"}, ("one_side_of_the_stick_is_looked_at",))
"""A bug that hides the reading; actions are unexplained."""
LATE = Composite("minoa", {"closure": "coloured"}, ("end_seen_a_turn_late",))
"""A bug that is like another reading of `end`, until the action after it."""


@cache
def reported(composite: Composite) -> tuple[GameReport, tuple[Composite, ...]]:
    """Check a composite; return the report, and the composite without each bug that showed."""
    player = Overheard(composite.player())
    (found,) = check(player, "minoa", SMALL, effort=QUICK, seed=1).games
    parts = composite.parts()
    return found, tuple(
        each for each in parts if answers_otherwise(each.player(), player.exchanges)
    )


def false(
    composite: Composite, found: GameReport | None = None, apart: Sequence[str] = ()
) -> list[str]:
    """Hold a report, or one with something planted, against the truth."""
    report, showing = reported(composite)
    return Claims(composite, found or report, showing, apart).false()


def changed(composite: Composite, number: int, **fields: object) -> GameReport:
    """Return a report with something else in one deviation."""
    found, _ = reported(composite)
    deviations = list(found.deviations)
    deviations[number - 1] = evolve(deviations[number - 1], **fields)
    return evolve(found, deviations=tuple(deviations))


def by_cause(composite: Composite, explained_by: str) -> int:
    """Return the number of the deviation whose explanation begins so."""
    found, _ = reported(composite)
    return next(
        number
        for number, each in enumerate(found.deviations, start=1)
        if each.explained_by.startswith(explained_by)
    )


def asked(found: GameReport, question: str, **fields: object) -> GameReport:
    """Return a report with something else about one question."""
    every: tuple[QuestionFound, ...] = tuple(
        evolve(each, **fields) if each.question == question else each for each in found.questions
    )
    return evolve(found, questions=every)


@pytest.mark.parametrize("composite", [READS, SCORES, HIDDEN, LATE], ids=lambda each: each.name)
def test_what_the_reports_say_is_true(composite: Composite) -> None:
    """Of a reading, with and without a bug, nothing false is said."""
    assert false(composite) == []


def test_a_late_end_is_not_taken_for_another_reading() -> None:
    """It answers as one does in the position where the game should end, and no longer after it."""
    found, _ = reported(LATE)
    readings = {each.question: each.readings for each in found.questions}
    assert (readings["end"], readings["closure"]) == (("full",), ("coloured",))
    evidence = {each.question: each.evidence for each in found.questions}
    assert all(evidence[each].endswith(", all for it") for each in ("closure", "end"))
    assert any("in which the game is over" in each.explained_by for each in found.deviations)


def test_a_wrong_cause_is_seen() -> None:
    """A bug put down to a reading, a reading to a bug or a clause, or either left unexplained."""
    reading, bug = by_cause(SCORES, "closure=coloured"), by_cause(SCORES, "'scores'")
    found = reported(SCORES)[0].deviations
    planted = [
        (bug, "closure=coloured", "does not explain it"),
        (reading, found[bug - 1].explained_by, "no bug is the cause"),
        (reading, "MIN-12 without effect", "no bug is the cause"),
        (reading, "", "unexplained, though readings"),
        (reading, "end=literal", "end=literal"),
    ]
    for number, cause, wrong in planted:
        report = changed(SCORES, number, explained_by=cause)
        assert any(wrong in each for each in false(SCORES, report)), wrong


def test_a_wrong_clause_as_the_cause_is_seen() -> None:
    """A clause that is said not to be obeyed must answer as the engine does, where it is wrong."""
    bug = by_cause(SCORES, "'scores'")
    report = changed(SCORES, bug, explained_by="MIN-9 off")
    assert any(each.startswith(f"deviation {bug}: MIN-9 off") for each in false(SCORES, report))


def test_a_wrong_answer_is_seen() -> None:
    """A deviation in a game where the engine does as the rules have it, or the reverse of it."""
    number = by_cause(READS, "closure=coloured")
    deviation: ReportedDeviation = reported(READS)[0].deviations[number - 1]
    elsewhere = changed(READS, number, moves=())
    assert any("as the rules have it" in each for each in false(READS, elsewhere))
    listed = changed(READS, number, kind="illegal action listed")
    assert deviation.kind == "legal action missing"
    assert any("does not answer so" in each for each in false(READS, listed))


def test_a_wrong_clause_that_forbids_is_seen() -> None:
    """Of a deviation that nothing explains, and of actions counted by clause."""
    found, _ = reported(HIDDEN)
    row = next(each for each in found.unexplained if each.clauses == ("MIN-9",))
    other_clause = row.how.replace("MIN-9", "MIN-4")
    planted = [
        (evolve(row, clauses=("MIN-4",), how=other_clause), "but none does"),
        (evolve(row, how="which MIN-9 alone forbids"), "no clause forbids"),
        (evolve(row, kind="illegal action listed"), "does not answer so"),
        (evolve(row, under=("end=literal",)), "end=literal"),
        (evolve(row, perhaps=()), "a true reading explains it"),
    ]
    for one, wrong in planted:
        assert any(wrong in each for each in false(HIDDEN, evolve(found, unexplained=(one,)))), (
            wrong
        )


def test_a_wrong_verdict_on_the_whole_is_seen() -> None:
    """Bugs where none shows, none where one does, and what to do next."""
    reads, _ = reported(READS)
    planted = evolve(reads, plays=f"{reads.plays}, apart from 1 bug: an end is not noticed")
    assert any("a bug that does not show" in each for each in false(READS, planted))
    scores, _ = reported(SCORES)
    planted = evolve(scores, plays="closure=coloured explains everything observed")
    assert any("nothing is unexplained" in each for each in false(SCORES, planted))
    planted = evolve(reads, suggestion="--ruling end=literal")
    assert "next step: end=literal" in false(READS, planted)
    planted = evolve(reads, not_compared=("position",))
    assert "the position is not reported" in false(READS, planted)


def test_a_wrong_answer_to_a_question_is_seen() -> None:
    """A reading that is not followed, none, one that breaks, and a reason for an open question."""
    found, _ = reported(READS)
    planted = asked(found, "closure", readings=("line",))
    assert "closure: ['line']" in false(READS, planted)
    planted = asked(found, "closure", readings=())
    assert any("though no bug shows" in each for each in false(READS, planted))
    where = Break((), {}, "missing '0,0-1,0': it says illegal, the engine listed as legal")
    planted = asked(found, "closure", breaks={"coloured": where})
    assert any("closure=coloured breaks" in each for each in false(READS, planted))
    planted = asked(found, "stranded", status=NOT_SUPPORTED)
    assert any("tell them apart" in each for each in false(READS, planted, ["stranded"]))
