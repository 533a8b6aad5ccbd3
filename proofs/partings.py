"""Where two readings part, according to a game's theorems: data for the tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen


def as_set(readings: Iterable[str]) -> frozenset[str]:
    """Return two readings as a set."""
    return frozenset(readings)


@frozen
class Parting:
    """Two readings of a question part after `plies` actions and not before; or never."""

    question: str
    readings: frozenset[str] = field(converter=as_set)
    theorem: str
    """The theorem that proves it; the other questions have their default readings."""
    plies: int | None
    """None: they never part."""
    params: Mapping[str, Any] = field(factory=dict)
    """Its parameters; those left out have their defaults."""
