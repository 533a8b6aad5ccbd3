"""Biased play of Dreieck nimmt: what each temper prefers, as compiled code."""

from __future__ import annotations

from rulewright.impl.dispatch import leaf
from rulewright.impl.dreieck.board import PASS, TURN, Dreieck
from rulewright.impl.dreieck.regions import would_capture
from rulewright.impl.dreieck.table import node_at
from rulewright.impl.kernel import Row

UNIFORM, CAPTURING, CLOSING, GROWING, SPREADING, DECLINING, RINGS = range(7)
"""The tempers of biased play."""


@leaf
def weight_of_ring(game: Dreieck, cell: int, mover: int) -> int:
    """Want the first player on the ring, the others round it, and neither in the other's place."""
    for place in range(len(game.ring)):
        if game.ring[place] == cell:
            return 1 << 15 if mover == 0 else 1
    for place in range(len(game.rampart)):
        if game.rampart[place] == cell:
            return 1 if mover == 0 else 1 << 15
    return 1 if cell == game.hole else 1 << 6


@leaf
def preference(game: Dreieck, row: Row, action: int, temper: int) -> int:
    """Prefer what uniform play rarely does.

    Tempers: `CAPTURING` captures where it can and closes gaps, at the tiles of others above all;
    `CLOSING` closes gaps and takes no heed of captures (regions closed by their owner, dead cells,
    passes); `GROWING` grows own regions and captures (large regions); `SPREADING` leaves few gaps (long
    games); `DECLINING` declines captures where it may, and else closes gaps; `RINGS` has the first
    player lay a ring, and the others lay round it (a region with a hole).
    """
    if action == PASS or temper == UNIFORM:
        return 1
    mover = row[TURN]
    node = node_at(game, row, ((action - 1) >> 1) // game.ways)
    leaves = (action - 1) & 1 == 1
    if temper == RINGS:
        return weight_of_ring(game, row[game.at_cell + node], mover)
    laid, own = 0, 0
    for edge in range(3):
        other = row[game.at_near + 3 * node + edge]
        if other >= 0 and row[game.at_owner + other]:
            laid += 1
            if row[game.at_owner + other] == mover + 1:
                own += 1
    closing = 1 << (3 * laid)
    if temper == SPREADING:
        closing = 1 if laid > 1 else 16
    elif temper == DECLINING and leaves:
        closing <<= 9
    elif temper in (CAPTURING, GROWING):
        if would_capture(game, row, node) and not leaves:
            return 1 << 18
        closing <<= 2 * (laid - own) if temper == CAPTURING else 3 * own
    return closing
