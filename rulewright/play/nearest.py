"""The shortest game on which two engines part, by exhaustive search."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import frozen

from rulewright.interface import Action, Engine
from rulewright.play.lockstep import Disagreement, Lockstep


@frozen
class Search:
    """What an exhaustive search came to."""

    moves: tuple[Action, ...] | None
    """A shortest game on which the two part; None if none was met."""
    plies: int
    """All games of fewer plies than `moves`, or of at most this many if None, were searched."""
    positions: int
    """Positions compared."""
    complete: bool
    """Whether the search ended for want of positions, not because of a bound."""


def shortest_by_search(
    reference: Engine[Any], tested: Engine[Any], most_plies: int, most_positions: int = 100_000
) -> Search:
    """Compare all positions, nearest first, until two engines part.

    Goes no further than `most_plies` actions, and stops between two plies once `most_positions` were
    compared; so what it finds is a shortest game, and what it does not find within `plies` plies does
    not exist.
    """
    try:
        layer = [Lockstep.begin(reference, tested)]
    except Disagreement:
        return Search((), 0, 1, complete=False)
    known: set[Hashable] = {game.states for game in layer}
    for ply in range(1, most_plies + 1):
        following = []
        for game in layer:
            for action in game.seen.legal:
                try:
                    after = game.play(action)
                except Disagreement as found:
                    moves = found.moves if len(found.moves) == ply else (*game.moves, action)
                    return Search(moves, ply, len(known), complete=False)
                if after.states not in known:
                    known.add(after.states)
                    following.append(after)
        layer = following
        if not layer:
            return Search(None, ply, len(known), complete=True)
        if len(known) >= most_positions:
            return Search(None, ply, len(known), complete=False)
    return Search(None, most_plies, len(known), complete=False)
