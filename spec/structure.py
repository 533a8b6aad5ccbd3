"""Positions as structures of facts: attrs classes and tuples, with a fact or a number at each end.

Fields that hold no facts (such as the visible part of a board) are marked with `SHAPE`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import attrs

from rulewright.spec.broadcast import LaneFact
from rulewright.spec.counting import LaneCount
from rulewright.spec.logic import Fact, is_constant

SHAPE = {"shape": True}
"""Metadata of a field that holds no facts."""

ENDS = frozenset({bool, int, LaneFact})
"""Types of which most facts and numbers are."""

T = TypeVar("T")


def mapped(change: Callable[..., Any], first: T, *others: T) -> T:
    """Apply a function to what is at each place of one structure, or of several of the same shape."""
    made: T = _mapped(change, (first, *others)) if others else _changed(change, first)
    return made


def _changed(change: Callable[..., Any], structure: Any) -> Any:
    """Apply a function to each place of one structure."""
    kind = type(structure)
    if kind in ENDS:
        return change(structure)
    if kind is tuple:  # of facts, nearly always: these are changed without a further call
        return tuple(
            [change(part) if type(part) in ENDS else _changed(change, part) for part in structure]
        )
    if isinstance(structure, tuple | list):
        return kind(_changed(change, part) for part in structure)
    if attrs.has(kind):
        names = fields_of(structure)
        return attrs.evolve(
            structure, **{name: _changed(change, getattr(structure, name)) for name in names}
        )
    return change(structure)


def _mapped(change: Callable[..., Any], every: tuple[Any, ...]) -> Any:
    first = every[0]
    if isinstance(first, bool | int | LaneFact | LaneCount):
        return change(*every)
    if isinstance(first, tuple | list):
        return type(first)(_mapped(change, parts) for parts in zip(*every, strict=True))
    if attrs.has(type(first)):
        parts = {
            name: _mapped(change, tuple(getattr(each, name) for each in every))
            for name in fields_of(first)
        }
        return attrs.evolve(first, **parts)
    return change(*every)


def leaves(structure: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """List the places of a structure, and what is there."""
    if isinstance(structure, tuple | list):
        for index, part in enumerate(structure):
            yield from leaves(part, (*path, str(index)))
    elif attrs.has(type(structure)):
        for name in fields_of(structure):
            yield from leaves(getattr(structure, name), (*path, name))
    else:
        yield path, structure


def fields_of(structure: Any) -> list[str]:
    """Name the fields that hold facts."""
    every = attrs.fields(type(structure))
    return [field.name for field in every if field.init and field.metadata != SHAPE]


def in_lane(fact: Fact, lane: int) -> Any:
    """Read a fact, or a number, in one lane: a bool, or an int."""
    if is_constant(fact):
        return fact
    return fact.value(lane) if isinstance(fact, LaneCount) else bool(fact >> lane & 1)


def in_every_lane(value: Any) -> Fact:
    """Broadcast a bool or an int to all lanes."""
    return value if is_constant(value) else LaneCount.constant(value)
