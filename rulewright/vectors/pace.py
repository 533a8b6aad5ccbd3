"""What a game's engine allows: bulk work if it is compiled; if not, it is played move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from rulewright.impl.drivers import record
from rulewright.impl.engine import CompiledEngine
from rulewright.interface import Recording
from rulewright.play.mutants import Mutant
from rulewright.play.recording import Extent, estimate_extent, record_plainly
from rulewright.vectors.visits import Visit, visit_by_playing, visit_in_bulk

PLIES = 100
"""Plies after which a recorded game is cut off."""


@frozen
class Pace:
    """How a game is played and searched, and the budgets for it."""

    is_compiled: bool
    extent: Callable[[Any, int], Extent]
    """Finds how large the game of an engine is, by a seed."""
    record: Callable[..., Recording]
    visit: Callable[[Any, Any], Visit | None]
    """Compares a mutant with an engine in every position."""
    most_games: int
    """Games of a recording."""
    most_legal: int
    """Legal actions in all positions of a recording, about: a larger game gets fewer games."""
    actions_per_reading: int
    """Actions tried in the search for a swapped reading, times the most that are legal."""
    fewest_vectors: int
    """Vectors made, at least; a few of them say the same."""

    def games(self, extent: Extent) -> int:
        """Return how many games of some extent are recorded."""
        return max(min(self.most_games, self.most_legal // (extent.plies * extent.breadth)), 2)

    def replays(self, mutant: Mutant) -> bool:
        """Return whether recorded games are replayed on a mutant, and not judged by it in bulk."""
        return mutant.swap is not None or not self.is_compiled


COMPILED = Pace(
    is_compiled=True,
    extent=lambda engine, _: Extent(int(engine.kernel.most_legal), PLIES),
    record=record,
    visit=visit_in_bulk,
    most_games=8,
    most_legal=4_000_000,
    actions_per_reading=60_000,
    fewest_vectors=440,
)
PLAIN = Pace(
    is_compiled=False,
    extent=lambda engine, seed: estimate_extent(engine, seed, PLIES),
    record=record_plainly,
    visit=visit_by_playing,
    most_games=64,
    most_legal=40_000,
    actions_per_reading=20_000,
    fewest_vectors=0,
)


def pace_of(engine: Any) -> Pace:
    """Return the pace of an engine."""
    return COMPILED if isinstance(engine, CompiledEngine) else PLAIN
