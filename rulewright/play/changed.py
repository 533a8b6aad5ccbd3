"""Change a position: in JSON form in one place, for engines to read or to refuse, or in a few facts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, TypeAlias, TypeVar

from rulewright.interface import Json

SORTED_AGAIN = 0.75
"""The share of changed positions whose sorted lists are sorted again."""

FEW_FACTS = 3
"""Facts and numbers of a position that are changed together, at most."""
HOLDERS = (dict, list)
T = TypeVar("T")
Place: TypeAlias = tuple[str | int, ...]
"""The names and indices that lead to a value."""


def changed(position: Json, other: Json, random: Random) -> Any:
    """Change a copy of a position in one place.

    A value is replaced by one that stands in the same or a similar place of this or of an `other`
    position of the game, or by its neighbour, or it is left out, or two change places; or an object
    or a list gets one more entry, which is met elsewhere.
    """
    copy = json.loads(json.dumps(position))
    places = [place for place in every_place(copy) if place]
    ways: list[Callable[[Any, Place, Any, Random], None]] = [graft, graft, nudge, drop, swap, add]
    if places:
        random.choice(ways)(copy, random.choice(places), json.loads(json.dumps(other)), random)
    if random.random() < SORTED_AGAIN:
        put_in_order(copy, position)
    return copy


def a_few(names: Sequence[T], random: Random) -> list[T]:
    """Draw which facts of a position to change: one at least, if there are any."""
    return random.sample(names, min(random.randint(1, FEW_FACTS), len(names)))


def otherwise(value: bool | int) -> bool | int:
    """Return another fact, or the next number."""
    return not value if isinstance(value, bool) else value + 1


def put_in_order(copy: Any, position: Json) -> None:
    """Sort the lists of a changed position that were sorted before, as many games require."""
    for place in every_place(copy):
        here = at(copy, place)
        with suppress(LookupError, TypeError):  # there was no such list, or it cannot be sorted
            before = at(position, place)
            if isinstance(here, list) and len(here) > 1 and list(before) == sorted(before):
                here.sort()


def every_place(value: Any, before: Place = ()) -> Iterator[Place]:
    """Yield the place of each value within a JSON value, itself first."""
    yield before
    parts: Any = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    for name, part in parts:
        yield from every_place(part, (*before, name))


def at(whole: Any, place: Place) -> Any:
    """Return the value at a place."""
    for name in place:
        whole = whole[name]
    return whole


def put(whole: Any, place: Place, value: Any) -> None:
    """Replace the value at a place, which is not the whole."""
    at(whole, place[:-1])[place[-1]] = value


def alike(one: Place, other: Place) -> bool:
    """Return whether two places differ in indices and in at most one name."""
    if len(one) != len(other):
        return False
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if isinstance(a, str | int) and a != b]
    return sum(isinstance(a, str) or isinstance(b, str) for a, b in pairs) <= 1


def similar(copy: Any, place: Place, other: Any, random: Random) -> Any:
    """Return a value from a similar place of one of two positions; the same one if there is none."""
    source = random.choice((copy, other))
    found = [each for each in every_place(source) if alike(each, place)]
    return at(source, random.choice(found)) if found else at(copy, place)


def graft(copy: Any, place: Place, other: Any, random: Random) -> None:
    """Put a value from a similar place, or, into a list, one more of its kind."""
    value = similar(copy, place, other, random)
    holder = at(copy, place[:-1])
    if isinstance(holder, list) and random.choice((True, False)):
        holder.append(value)
    else:
        put(copy, place, value)


def nudge(copy: Any, place: Place, other: Any, random: Random) -> None:
    """Make a number one more or one less, and anything else null."""
    del other
    value = at(copy, place)
    number = isinstance(value, int) and not isinstance(value, bool)
    put(copy, place, value + random.choice((-1, 1)) if number else None)


def drop(copy: Any, place: Place, other: Any, random: Random) -> None:
    """Leave a value out."""
    del other, random
    del at(copy, place[:-1])[place[-1]]


def add(copy: Any, place: Place, other: Any, random: Random) -> None:
    """Give an object or a list one more entry, which is met elsewhere in one of two positions."""
    del place
    holders = [each for each in every_place(copy) if each and isinstance(at(copy, each), HOLDERS)]
    if holders:  # those near the top are few, and say most
        depth = random.choice(sorted({len(each) for each in holders}))
        into = random.choice([each for each in holders if len(each) == depth])
        holder = at(copy, into)
        if isinstance(holder, dict):
            ways = entries_for(copy, into, other), names_for(copy, into, other)
            entries = random.choice(list(filter(None, ways)) or [[]])
            holder.update(random.sample(entries, min(1, len(entries))))
        else:
            elements = elements_for(copy, into, other)
            holder.extend(random.sample(elements, min(1, len(elements))))


def entries_for(copy: Any, into: Place, other: Any) -> list[tuple[str, Any]]:
    """List the entries that an object has not, of those in similar places."""
    holder = at(copy, into)
    return [
        entry
        for source in (copy, other)
        for place in every_place(source)
        if alike(place, into) and isinstance(given := at(source, place), dict)
        for entry in given.items()
        if entry[0] not in holder
    ]


def names_for(copy: Any, into: Place, other: Any) -> list[tuple[str, Any]]:
    """List names that stand in lists, each with a value that an object has."""
    holder = at(copy, into)
    values = [value for source in (copy, other) for value in values_at(source, into)]
    names = [each for each in listed(copy) + listed(other) if isinstance(each, str)]
    return [(each, value) for each in names if each not in holder for value in values[:FEW_FACTS]]


def elements_for(copy: Any, into: Place, other: Any) -> list[Any]:
    """List what a list has not, and another list or the names of an object have, of the same kind."""
    holder = at(copy, into)
    kinds = {type(each) for each in holder}
    found = listed(copy) + listed(other)
    return [each for each in found if each not in holder and (type(each) in kinds or not kinds)]


def values_at(source: Any, place: Place) -> list[Any]:
    """List the values of the object at a place; none if there is no such object."""
    with suppress(LookupError, TypeError):
        found = at(source, place)
        return list(found.values()) if isinstance(found, dict) else []
    return []


def listed(whole: Any) -> list[Any]:
    """List what stands in lists of a JSON value, and the names of objects within it."""
    holders = [at(whole, place) for place in every_place(whole) if place]
    return [each for held in holders if isinstance(held, HOLDERS) for each in held]


def swap(copy: Any, place: Place, other: Any, random: Random) -> None:
    """Exchange a value with one from a similar place."""
    del other
    found = [each for each in every_place(copy) if each and alike(each, place)]
    second = random.choice(found)
    if place[: len(second)] != second and second[: len(place)] != place:
        here, there = at(copy, place), at(copy, second)
        put(copy, place, there)
        put(copy, second, here)
