"""The result of a search of all games, the shortest first."""

from __future__ import annotations

from attrs import frozen

from rulewright.interface.engine import Action


@frozen
class Nearest:
    """The result of comparing two engines in all games, the shortest first."""

    moves: tuple[Action, ...] | None
    """A shortest game on which the two part; None if the search met none."""
    plies: int
    """All games of fewer plies than `moves`, or of at most this many if None, are alike."""
    positions: int
    """Positions compared."""
    complete: bool
    """Whether the search ended because no position was left, not because of a bound."""
