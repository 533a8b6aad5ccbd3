"""What a check is asked to do, and what it reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from attrs import field, frozen

Progress = Callable[[str], None]
"""Called now and then with one line that says how far a check has come."""


@frozen
class Effort:
    """How much a verification does."""

    name: str
    lockstep_games: int
    """Games played action by action on both engines, explanations included, per set of options."""
    bulk_games: int
    """Recorded games that the specification judges as bit vectors, per set of options."""
    positions: int
    """Most positions compared in full in an exhaustive check of one small board."""
    theorems: str
    """Which theorems are proved: `quick` leaves out those marked slow, `all` does not."""


QUICK = Effort("quick", lockstep_games=1, bulk_games=256, positions=2_000, theorems="quick")
NORMAL = Effort("normal", lockstep_games=4, bulk_games=2_048, positions=40_000, theorems="all")
THOROUGH = Effort(
    "thorough", lockstep_games=60, bulk_games=32_768, positions=10_000_000, theorems="all"
)


@frozen
class Outcome:
    """What one check of one game came to."""

    game: str
    check: str
    held: bool
    cases: int
    unit: str
    """What `cases` counts: theorems, positions, games."""
    seconds: float
    detail: str = ""
    """One line for the table: what was covered."""
    failure: str = ""
    """What did not hold, with the shortest game that shows it; empty when `held`."""
    data: dict[str, object] = field(factory=dict)
    """For programs: numbers behind the line, JSON values only."""


class Check(Protocol):
    """One kind of check, for any game."""

    name: str

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Check a game; a disagreement is an outcome, not an exception."""
