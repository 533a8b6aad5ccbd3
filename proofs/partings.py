"""What a game's theorems say about where two readings part, as data that tools can read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen


def as_set(readings: Iterable[str]) -> frozenset[str]:
    """Forget the order of two readings."""
    return frozenset(readings)


@frozen
class Parting:
    """Two readings of a question part after `plies` actions and not before; or never."""

    question: str
    readings: frozenset[str] = field(converter=as_set)
    theorem: str
    """The theorem of the game that says so; the other questions are read by default."""
    plies: int | None
    """None: they never part."""
    params: Mapping[str, Any] = field(factory=dict)
    """The parameters it speaks of; those left out have their defaults."""
