"""Readings that are left open: they are named wherever one of them is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.report import HIDDEN, QuestionFound
from rulewright.conformance.verdict.causes import Causes, special
from rulewright.conformance.verdict.reporting import UNDER


def with_alternatives(explained_by: str, questions: Iterable[QuestionFound]) -> str:
    """Name with each reading those of the same question that fit as well."""
    others = alternatives(questions)
    return "; ".join(others.get(name, name) for name in explained_by.split("; "))


def under_alternatives(sentence: str, questions: Iterable[QuestionFound]) -> str:
    """Name them in a sentence that ends with the readings under which it is so."""
    so, under, names = sentence.rpartition(UNDER)
    others = alternatives(questions)
    return so + under + ", ".join(others.get(name, name) for name in names.split(", "))


def alternatives(questions: Iterable[QuestionFound]) -> dict[str, str]:
    """Return for each reading that is not the only one that fits how all of them are named."""
    return {
        f"{each.question}={reading}": (
            f"{each.question}={' or '.join(other_than_in_force(each))} or a bug"
            if each.status == HIDDEN
            else f"{each.question}={' or '.join(each.readings)}"
        )
        for each in questions
        for reading in each.readings
        if len(each.readings) > 1
    }


def other_than_in_force(found: QuestionFound) -> list[str]:
    """Return the readings that fit and are not in force."""
    return [each for each in found.readings if each != found.in_force]


def instead_of_a_bug(
    causes: Causes, shown: Detection, questions: Iterable[QuestionFound]
) -> Iterator[str]:
    """Yield the readings, of questions that are left open, without which a bug need not show there."""
    others = alternatives(questions)
    for each in questions:
        played = causes.hypothesis.readings[each.question]
        explaining = (
            reading
            for reading in each.readings
            if reading != played
            and causes.accounts_for(causes.hypothesis.but(**{each.question: reading}), shown)
        )
        if not special(shown) and (reading := next(explaining, None)) is not None:
            yield others[f"{each.question}={reading}"]
