"""What formulas are given: structures of facts and numbers, of one call or of several side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import attrs

from rulewright.author.bulk import mapped
from rulewright.lint.sampling import Call

Lift: TypeAlias = Callable[[Sequence[Any]], Any]
"""Puts the facts, or numbers, of several calls side by side."""


def thinned(things: Sequence[Any], most: int) -> list[Any]:
    """Return at most so many things, evenly spread."""
    step = max(-(-len(things) // most), 1)
    return list(things[::step])


def by_rules(calls: Sequence[Call]) -> list[list[Call]]:
    """Put calls together that differ in facts and numbers only."""
    found: dict[str, list[Call]] = {}
    for call in calls:
        found.setdefault(repr([outline(each) for each in call[0]]), []).append(call)
    return list(found.values())


def outline(value: Any) -> Any:
    """Return what of an argument is no fact and no number: its shape, or the options."""
    if isinstance(value, bool):
        return "fact"
    if isinstance(value, int):
        return "number"
    if isinstance(value, tuple | list):
        return [outline(each) for each in value]
    if is_structure(value):
        return [type(value).__name__, *(outline(getattr(value, each)) for each in fields(value))]
    return value


def is_structure(value: Any) -> bool:
    """Return whether a value is an attrs object of facts, and not the options."""
    return attrs.has(type(value)) and not hasattr(value, "rulings")


def fields(value: Any) -> list[str]:
    """Return the names of the fields of an attrs object."""
    return [each.name for each in attrs.fields(type(value))]


def lifted(calls: Sequence[tuple[Any, ...]], lift: Lift) -> list[Any]:
    """Return arguments with the facts of several calls side by side."""

    def change(*every: Any) -> Any:
        if all(isinstance(each, bool | int) for each in every):
            return lift(every)
        return every[0]

    return [
        mapped(change, *arguments) if liftable(arguments[0]) else arguments[0]
        for arguments in zip(*calls, strict=True)
    ]


def liftable(value: Any) -> bool:
    """Return whether an argument has facts or numbers, and is not the options."""
    return isinstance(value, bool | int | tuple | list) or is_structure(value)


def facts_of(arguments: tuple[Any, ...]) -> list[Any]:
    """Return the facts and numbers of arguments, in order."""
    values: list[Any] = []

    def note(found: Sequence[Any]) -> Any:
        values.append(found[0])
        return found[0]

    lifted([arguments], note)
    return values
