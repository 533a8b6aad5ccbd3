"""Values that an adapter chose, made fit for a message: one line, nothing that a terminal obeys.

They are written as the protocol writes them, since not every reader knows Python.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rulewright.conformance.evidence.reference import same_json

SHOWN = 300
"""Characters of a value that a message shows."""
NAME = 120
"""Characters of a name that are shown."""


def visible(text: str) -> str:
    """Escape whatever cannot be seen: control characters, line ends, directions, half characters."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in text
    )


def named(text: str) -> str:
    """Escape a name, and truncate it."""
    return visible(text if len(text) <= NAME else f"{text[:NAME]}...")


def shown(value: Any) -> str:
    """Write a value in one line, truncated: a text as it is, all else as JSON."""
    text = visible(whole(value))
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def whole(value: Any) -> str:
    """Write all of a value: a text as it is, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def options(given: Mapping[str, Any]) -> str:
    """Write parameters or rulings as the options of a command."""
    return " ".join(f"{name}={whole(value)}" for name, value in given.items())


def apart(one: Any, other: Any) -> Any:
    """Leave out what two values have in common, names in objects and texts in lists; gives both.

    Lists that only differ in their order are left as they are.
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
        first, second = set(one), set(other)
        alone = [each for each in one if each not in second], [e for e in other if e not in first]
        return alone if any(alone) else (one, other)
    return one, other


def is_texts(value: Any) -> bool:
    """Return whether a value is a list of texts."""
    return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
