"""In what two sides differ, in words: which says what, and only where they differ."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, TypeAlias, TypeGuard

import attrs

from rulewright.interface import Engine
from rulewright.interface.same import alike
from rulewright.wording.texts import HALF, halves_in, is_half

Sides: TypeAlias = tuple[str, str]
"""What the two sides are called in a sentence."""
SPECIFICATION, IMPLEMENTATION = "the specification", "the implementation"
SIDES: Sides = (SPECIFICATION, IMPLEMENTATION)
TWO_ENGINES: Sides = ("the reference", "the other engine")
SHOWN = 6
"""Entries of a difference that are shown."""
LONGEST = 160
"""Characters of a value that are shown."""


def called(engine: Engine[Any]) -> str:
    """Return what an engine is called in a sentence."""
    own: Any = getattr(engine, "called", None)
    if isinstance(own, str):
        return own
    from rulewright.spec.engine import Specification  # noqa: PLC0415 - loads Z3

    return SPECIFICATION if isinstance(engine, Specification) else IMPLEMENTATION


def sides_of(reference: Engine[Any], tested: Engine[Any]) -> Sides:
    """Return what two engines are called, so that they can be told apart."""
    sides = called(reference), called(tested)
    return sides if sides[0] != sides[1] else TWO_ENGINES


def difference(one: object, other: object, sides: Sides = SIDES) -> str:
    """Return in which entries two values differ, and which side says what."""
    if type(one) is type(other) and attrs.has(type(one)):
        return in_parts(fields(one), fields(other), sides)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return in_parts(one, other, sides)
    if is_list(one) and is_list(other):
        return of_lists(one, other, sides)
    return f"{sides[0]} says {worded(one)}, {sides[1]} says {worded(other)}"


def unlike_json(value: Any, called: str = "it") -> str | None:
    """Return what of a value is read from JSON otherwise than it is written; None if nothing is."""
    if isinstance(value, tuple):
        return f"{called} is a tuple: JSON has lists"
    if isinstance(value, float) and not isfinite(value):
        return f"{called} is {value}: JSON has no such number"
    if isinstance(value, str) and is_half(value):
        return f"{called} is {value!r}, which has {HALF}"
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        wrong = [key for key in value if not isinstance(key, str)]
        if wrong:
            return f"{called} has the key {wrong[0]!r}: in JSON keys are texts"
        if halves := halves_in(value):
            return f"{called} has the key {halves[0]!r}, which has {HALF}"
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    within = "" if called == "it" else called
    found = (unlike_json(part, f"{within}[{name!r}]") for name, part in parts)
    return next(filter(None, found), None)


def fields(value: Any) -> dict[str, Any]:
    """Return the fields of a record by name."""
    return {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Return whether a value is a list, and no text."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def in_parts(one: Mapping[Any, Any], other: Mapping[Any, Any], sides: Sides) -> str:
    """Return in which parts two objects differ, and how."""
    said = list(parts(one, other, sides))
    if not said:
        return f"{sides[0]} lists the entries in another order than {sides[1]}"
    return shortened(said, "; ", "parts")


def parts(one: Mapping[Any, Any], other: Mapping[Any, Any], sides: Sides) -> Iterator[str]:
    """Yield a sentence for each part that differs."""
    for name in dict.fromkeys((*one, *other)):
        if name in one and name in other:
            if not alike(one[name], other[name]):
                yield f"{name}: {difference(one[name], other[name], sides)}"
        else:
            who, has = (sides[0], one) if name in one else (sides[1], other)
            yield f"{name}: only {who} has it, as {worded(has[name])}"


def of_lists(one: Sequence[Any], other: Sequence[Any], sides: Sides) -> str:
    """Return the entries that only one of two lists has, or that one has more often."""
    first, second = (Counter(map(worded, each)) for each in (one, other))
    only = (
        (sides[0], [each for each in first.elements() if each not in second]),
        (sides[1], [each for each in second.elements() if each not in first]),
    )
    said = [f"only {who} has {shortened(each, ', ', 'more')}" for who, each in only if each]
    often = [
        f"{sides[0]} has {each} {times(first[each])}, {sides[1]} {times(second[each])}"
        for each in first
        if second[each] not in {0, first[each]}
    ]
    said += [shortened(often, "; ", "more")] if often else []
    if not said and list(one) == list(other):
        kinds = type(one).__name__, type(other).__name__
        return (
            f"{sides[0]} has a {kinds[0]}, {sides[1]} a {kinds[1]} of the same {len(one)} entries"
        )
    if not said:
        return f"{sides[0]} and {sides[1]} list the same {len(one)} entries in different orders"
    return f"{'; '.join(said)} (of {len(one)} and {len(other)} entries)"


def times(count: int) -> str:
    """Return how often something occurs, in words."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def worded(value: object) -> str:
    """Return a value as JSON, or as Python writes it, cut where it is long."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    quoted = repr(text) if not text or (" " in text and isinstance(value, str)) else text
    return quoted if len(quoted) <= LONGEST else f"{quoted[:LONGEST]}..."


def shortened(entries: Sequence[str], between: str, noun: str) -> str:
    """Join the first entries, and count the rest."""
    more = len(entries) - SHOWN
    shown = between.join(entries[:SHOWN])
    rest = "more" if noun == "more" else f"more {noun}"
    return f"{shown} and {more} {rest}" if more > 0 else shown
