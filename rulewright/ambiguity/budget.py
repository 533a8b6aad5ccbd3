"""Search and play budgets, by the name of the effort."""

from __future__ import annotations

from attrs import frozen


@frozen
class Budget:
    """The budget for one pair of readings."""

    positions: int
    """Approximate number of positions compared in the exhaustive search."""
    games: int
    """Uniformly random games; a fifth as many biased ones are played, only to find witnesses."""
    greedy_games: int
    most_plies: int
    """Plies after which an unfinished random game is cut off."""
    shrunk: int
    """Random games of each kind to shrink, those in which the readings part first."""
    solved: int
    """Most positions of a small board that is solved."""
    plain: int
    """Divides games and positions for engines that are not compiled."""


BUDGETS = {
    "quick": Budget(30_000, 1_000, 200, 300, 4, 50_000, 5),
    "normal": Budget(300_000, 10_000, 2_000, 300, 6, 300_000, 1),
    "thorough": Budget(20_000_000, 100_000, 10_000, 2_000, 40, 3_000_000, 1),
}
