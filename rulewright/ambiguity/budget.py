"""How much is searched and played, by the name of the effort."""

from __future__ import annotations

from attrs import frozen


@frozen
class Budget:
    """Numbers for one pair of readings."""

    positions: int
    """Positions compared in the exhaustive search, about."""
    games: int
    """Uniformly random games; a fifth as many are biased, only to find witnesses."""
    greedy_games: int
    most_plies: int
    """Plies after which a random game that goes on is broken off."""
    shrunk: int
    """Random games of each kind that are shrunk, those that part soonest."""
    solved: int
    """Most positions of a shrunken game that is solved."""
    plain: int
    """Games and positions are divided by this for engines that are not compiled."""


BUDGETS = {
    "quick": Budget(30_000, 1_000, 200, 300, 4, 50_000, 5),
    "normal": Budget(300_000, 10_000, 2_000, 300, 6, 300_000, 1),
    "thorough": Budget(20_000_000, 100_000, 10_000, 2_000, 40, 3_000_000, 1),
}
