"""A hole or a slack in a rulebook, with a witness or a proof; plain JSON when written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cattrs
from attrs import frozen


@frozen
class Beside:
    """A position to be seen beside the last one of a witness."""

    label: str
    position: Mapping[str, Any]
    """In its JSON form; it need not be one that the rules admit."""
    forbidden: str | None = None
    """An action that is forbidden in it."""


@frozen
class Clear:
    """What a detector looked at and found in order: it is no proof unless it names one."""

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
    """A detector that found nothing to look at: that it is silent says nothing about the game."""

    game: str
    detector: str
    why: str

    def to_json(self) -> dict[str, Any]:
        """Write it as plain JSON."""
        written: dict[str, Any] = cattrs.unstructure(self)
        return written


@frozen
class Finding:
    """What a detector found."""

    game: str
    detector: str
    """The name of the detector, such as ``player without an action``."""
    title: str
    statement: str
    """What was found, in a sentence or two."""
    clauses: tuple[str, ...]
    """The identifiers of the clauses it concerns."""
    questions: tuple[str, ...]
    """The questions of the rulebook that already ask about it; empty for a hole nobody asked about."""
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    """What the witness is played under; options left out have their defaults."""
    moves: tuple[str, ...] | None
    """A witness: a game from the start."""
    proof: str | None
    """The name of the theorem or the sentence of the exhaustive search that shows it."""
    quotation: str
    """What the rulebook says, or is silent beside."""
    measured: str
    """What was looked at, with numbers: it says how far the finding is known to hold."""
    beside: Beside | None = None
    """Where two positions are held against each other: the other one."""

    def to_json(self) -> dict[str, Any]:
        """Write it as plain JSON."""
        written: dict[str, Any] = cattrs.unstructure(self)
        return written
