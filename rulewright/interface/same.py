"""When two values are the same in JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def alike(one: Any, other: Any) -> bool:
    """Return whether two values are the same in JSON: for Python, `False`, 0 and 0.0 are equal."""
    if one is other:
        return True
    if one != other:
        return False
    if isinstance(one, Mapping):
        return all(alike(value, other[key]) for key, value in one.items())
    if isinstance(one, Sequence) and not isinstance(one, str):
        of_texts = {*map(type, one), *map(type, other)} <= {str}
        return of_texts or all(map(alike, one, other))
    return all(isinstance(one, kind) == isinstance(other, kind) for kind in (bool, float))
