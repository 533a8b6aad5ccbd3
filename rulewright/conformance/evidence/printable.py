"""Values that an adapter chose, made fit for a message: one line, nothing that a terminal obeys.

They are written as the protocol writes them, since not every reader knows Python.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.conformance.evidence.reference import same_json
from rulewright.wording.signs import visible

SHOWN = 300
"""Characters of a value that a message shows."""
NAME = 120
"""Characters of a name that are shown."""


def named(text: str) -> str:
    """Escape a name, and truncate it."""
    return visible(text if len(text) <= NAME else f"{text[:NAME]}...")


def shown(value: Any) -> str:
    """Write a value in one line, truncated: a text as it is, all else as JSON."""
    text = visible(whole(value))
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def whole(value: Any) -> str:
    """Write all of a value: a text as it is, but for an empty one, all else as JSON."""
    if isinstance(value, str) and value:
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def options(given: Mapping[str, Any]) -> str:
    """Write parameters or rulings as the options of a command."""
    return " ".join(f"{name}={whole(value)}" for name, value in given.items())


def apart(one: Any, other: Any) -> Any:
    """Leave out what two values have in common, names in objects and texts in lists; gives both.

    Of lists that only differ in their order what comes before and after is left out.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        names = [*one, *(name for name in other if name not in one)]
        shared = {
            name: apart(one[name], other[name]) for name in names if name in one and name in other
        }
        differ = [n for n in names if n not in shared or not same_json(one[n], other[n])]
        return tuple(
            {n: shared[n][side] if n in shared else value[n] for n in differ if n in value}
            for side, value in enumerate((one, other))
        )
    if is_texts(one) and is_texts(other):
        return lists_apart(list(one), list(other))
    return one, other


def lists_apart(one: list[str], other: list[str]) -> tuple[list[str], list[str]]:
    """Return the texts that one of two lists has more often, or else where the order differs."""
    if Counter(one) != Counter(other):
        return surplus(one, other), surplus(other, one)
    differ = [at for at, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
    span = slice(differ[0], differ[-1] + 1) if differ else slice(None)
    return one[span], other[span]


def surplus(one: Iterable[str], other: Iterable[str]) -> list[str]:
    """Return what one list has more often than another, the first of equal texts left out."""
    left, more = Counter(other), []
    for each in one:
        if left[each]:
            left[each] -= 1
        else:
            more.append(each)
    return more


def is_texts(value: Any) -> bool:
    """Return whether a value is a list of texts."""
    return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
