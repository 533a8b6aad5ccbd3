"""On which side a value is wrong: whether there is more of something than expected, or less."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

MORE, LESS = 1, -1


def sides(expected: Any, given: Any) -> set[int]:
    """Return 1 if more is given than expected anywhere, and -1 if less; both if neither can be said."""
    return set(amounts(expected, given))


def amounts(expected: Any, given: Any) -> Counter[int]:
    """Return how much more is given than expected, and how much less."""
    if isinstance(expected, dict) and isinstance(given, dict):
        both = expected.keys() & given.keys()
        found = two_sides(len(expected) - len(both), len(given) - len(both))
        for each in both:
            found.update(amounts(expected[each], given[each]))
        return found
    if isinstance(expected, list) and isinstance(given, list):
        wanted, told = (Counter(map(json.dumps, each)) for each in (expected, given))
        return two_sides((wanted - told).total(), (told - wanted).total())
    if isinstance(expected, int) and isinstance(given, int):
        return two_sides(max(expected - given, 0), max(given - expected, 0))
    return Counter() if expected == given else two_sides(1, 1)


def two_sides(fewer: int, more: int) -> Counter[int]:
    """Return the amounts of what is missing, and of what is too much, if there is any."""
    return +Counter({LESS: fewer, MORE: more})
