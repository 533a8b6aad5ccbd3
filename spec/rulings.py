"""The class of a game's rulings, made from the questions of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from keyword import iskeyword
from typing import Any

import attrs

from rulewright.interface import UsageError, reading_field
from rulewright.spec.registry import Question, WithoutReadings


class NoNameOfAQuestion(UsageError):
    """A question has a name that no option can have."""


def rulings_of(questions: Iterable[Question]) -> type[attrs.AttrsInstance]:
    """Make the class of the rulings: a field for each question, its first reading the default.

    The same questions give the same class. Raises `WithoutReadings`, or `NoNameOfAQuestion` for a name
    that is no Python name.

    >>> from rulewright.author import Question, Reading
    >>> readings = (Reading("any", "In any direction."), Reading("across", "From left to right."))
    >>> row = Question("row", "What is a row?", (), readings, ())
    >>> Rulings = rulings_of([row])
    >>> Rulings(), Rulings("across")
    (Rulings(row='any'), Rulings(row='across'))
    """
    named = []
    for question in questions:
        if not question.name.isidentifier() or iskeyword(question.name):
            raise NoNameOfAQuestion(
                f"a question is named {question.name!r}: rulings are written NAME=READING, and read as "
                "rules.rulings.NAME, so it must be a Python name such as 'row_of_three'"
            )
        if not question.readings:
            raise WithoutReadings(
                f"question {question.name!r} has no readings: it must have one at least"
            )
        named.append((question.name, tuple(reading.name for reading in question.readings)))
    return made(tuple(named))


@cache
def made(named: tuple[tuple[str, tuple[str, ...]], ...]) -> type[attrs.AttrsInstance]:
    """Make the class, once for the same names."""

    def reduced(self: attrs.AttrsInstance) -> tuple[Any, ...]:
        return again, (named, attrs.astuple(self))

    fields = {name: reading_field(*readings) for name, readings in named}
    found: type[attrs.AttrsInstance] = attrs.make_class(
        "Rulings",
        fields,
        frozen=True,
        class_body={"__doc__": "The reading of each question.", "__reduce__": reduced},
    )
    return found


def again(named: tuple[tuple[str, tuple[str, ...]], ...], values: tuple[str, ...]) -> Any:
    """Make rulings that travelled between processes."""
    return made(named)(*values)
