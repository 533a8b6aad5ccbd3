"""What detectors report: a hole or slack in a rulebook, with a witness or a proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cattrs
from attrs import frozen


@frozen
class Beside:
    """A position to show beside the last one of a witness."""

    label: str
    position: Mapping[str, Any]
    """In its JSON form; it may be impossible under the rules."""
    forbidden: str | None = None
    """An action forbidden in it."""


@frozen
class Clear:
    """What a detector searched and found in order; no proof unless it names one."""

    game: str
    detector: str
    statement: str
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    measured: str

    def to_json(self) -> dict[str, Any]:
        """Write it as plain JSON."""
        written: dict[str, Any] = cattrs.unstructure(self)
        return written


@frozen
class Unlooked:
    """A detector that does not apply, so its silence says nothing about the game."""

    game: str
    detector: str
    why: str

    def to_json(self) -> dict[str, Any]:
        """Write it as plain JSON."""
        written: dict[str, Any] = cattrs.unstructure(self)
        return written


@frozen
class Finding:
    """A hole or slack that a detector found."""

    game: str
    detector: str
    """The name of the detector, such as ``player without an action``."""
    title: str
    statement: str
    """The hole, in a sentence or two."""
    clauses: tuple[str, ...]
    """The identifiers of the clauses it concerns."""
    questions: tuple[str, ...]
    """The questions of the rulebook that already ask about it; empty if none does."""
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    """The rulings of the witness; omitted options have their defaults."""
    moves: tuple[str, ...] | None
    """The witness, a game from the start; None if there is none."""
    proof: str | None
    """The name of the theorem, or a sentence about the exhaustive search, that shows it."""
    quotation: str
    """The words of the rulebook that say it, or beside which it is silent."""
    measured: str
    """What was searched, with numbers: how far the finding is known to hold."""
    beside: Beside | None = None
    """The other position, if two are compared."""

    def to_json(self) -> dict[str, Any]:
        """Write it as plain JSON."""
        written: dict[str, Any] = cattrs.unstructure(self)
        return written
