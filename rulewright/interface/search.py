"""The result of a search of all games, shortest first."""

from __future__ import annotations

from attrs import frozen

from rulewright.interface.engine import Action


@frozen
class Nearest:
    """The result of comparing two engines in all games, shortest first."""

    moves: tuple[Action, ...] | None
    """A shortest game on which the two part; None if the search found none."""
    plies: int
    """The two agree on all games shorter than `moves`, or of at most this many plies if None."""
    positions: int
    """Positions compared."""
    complete: bool
    """Whether the search exhausted all positions before reaching a bound."""
