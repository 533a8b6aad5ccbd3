"""Regions of Dreieck nimmt and what is captured, as compiled code.

A region is walked from node to node. Whether it is enclosed on the outside shows in its outline:
beginning at an edge that surely is an outer one, the walk along the edges with the region on the left
hand turns, at each vertex, through the cells that are not of the region until it meets the region
again. That closes the outline of the unbounded part, and of no hole.

Edge 2 of the region's cell with the least number is an outer one: across it lies a down triangle of the
column to the left, where the region has no cells; or an up triangle that is not of the region, and
across whose edge 2 lies such a one.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl.dispatch import leaf
from rulewright.impl.dreieck.board import CAPTURED, GAP, NODES, STAMP, TAKEN, TURN, Dreieck
from rulewright.impl.dreieck.table import fit_round, following, opposite, preceding
from rulewright.impl.kernel import Row
from rulewright.impl.rows import entry

LEAST_ROUND_A_HOLE = 9
"""So many tiles a region needs to have a hole: an empty cell beside fewer is outside."""


@leaf
def walk_region(game: Dreieck, row: Row, node: int, begin: int) -> int:
    """List the region of a node from place `begin` of the list on, and mark it; return the end.

    Also says whether a cell beside the region is empty.
    """
    mark = row[STAMP] + 1
    row[STAMP], row[GAP] = mark, 0
    owner = entry(row, game.at_owner + node)
    row[np.uint64(game.at_mark + node)] = mark
    row[np.uint64(game.at_list + begin)] = node
    end = begin + 1
    while begin < end:
        here = entry(row, game.at_list + begin)
        begin += 1
        for edge in range(3):
            other = entry(row, game.at_near + 3 * here + edge)
            its = entry(row, game.at_owner + other)
            if its == 0:
                row[GAP] = 1
            elif its == owner and entry(row, game.at_mark + other) != mark:
                row[np.uint64(game.at_mark + other)] = mark
                row[np.uint64(game.at_list + end)] = other
                end += 1
    return end


@leaf
def is_caught(game: Dreieck, row: Row, node: int, begin: int, end: int) -> bool:
    """Return whether the listed region is enclosed, and the tile on `node` plays the part it must."""
    if game.outer:
        if row[GAP] and end - begin < LEAST_ROUND_A_HOLE:
            return False
        if row[GAP] or not game.standing:
            return outline_is_laid(game, row, node, begin, end)
        return True
    return row[GAP] == 0  # type: ignore[no-any-return]


@leaf
def outline_is_laid(game: Dreieck, row: Row, node: int, begin: int, end: int) -> bool:
    """Return whether tiles lie across all outer edges of the listed region.

    Under ``trigger=completing`` also whether the tile on `node` is one of them.
    """
    mark = row[STAMP]
    first = entry(row, game.at_list + begin)
    for place in range(begin + 1, end):
        other = entry(row, game.at_list + place)
        if entry(row, game.at_cell + other) < entry(row, game.at_cell + first):
            first = other
    here, edge, kind = first, 2, entry(row, game.at_cell + first) & 1
    met = game.standing
    while True:
        beyond = entry(row, game.at_near + 3 * here + edge)
        if entry(row, game.at_owner + beyond) == 0:
            return False
        if beyond == node:
            met = True
        here, edge, kind = next_on_outline(game, row, here, edge, kind, mark)
        if here == first and edge == 2:  # noqa: PLR2004
            return met


@leaf
def next_on_outline(  # noqa: PLR0917
    game: Dreieck, row: Row, here: int, edge: int, kind: int, mark: int
) -> tuple[int, int, int]:
    """Turn round the vertex where an outer edge ends, through what is outside, to the next outer edge.

    An edge is given by the cell of the region that has it, and its number and kind there. Across it
    lies a tile.
    """
    other, its, outside = here, edge, kind
    while True:
        other = entry(row, game.at_near + 3 * other + its)
        if other < 0:
            # It has no node: no cell beside it is laid, but for the tile that `would_capture` tries. So
            # only the last two cells round the vertex can be of the region.
            break
        its, outside = opposite(outside, its), 1 - outside
        if entry(row, game.at_mark + other) == mark:
            return other, its, outside
        its = preceding(its)
    edge = following(edge)
    other = entry(row, game.at_near + 3 * here + edge)
    its = following(opposite(kind, edge))
    last = entry(row, game.at_near + 3 * other + its)
    if last >= 0 and entry(row, game.at_mark + last) == mark:
        return last, following(opposite(1 - kind, its)), kind
    if entry(row, game.at_mark + other) == mark:
        return other, its, 1 - kind
    return here, edge, kind


@leaf
def list_captures(game: Dreieck, row: Row, node: int, mover: int) -> int:
    """List the nodes that the mover's tile on `node` captures; return their number (DRE-7)."""
    known = row[STAMP]
    taken = 0
    if game.standing:
        for other in range(row[NODES]):
            taken = judge_region(game, row, node, mover, other, known, taken)
    else:
        for edge in range(3):
            other = entry(row, game.at_near + 3 * node + edge)
            if other >= 0:
                taken = judge_region(game, row, node, mover, other, known, taken)
    return taken


@leaf
def judge_region(  # noqa: PLR0917
    game: Dreieck, row: Row, node: int, mover: int, other: int, known: int, taken: int
) -> int:
    """Add the region of a node to the list if it is another player's, not yet seen, and caught."""
    owner = entry(row, game.at_owner + other)
    if owner == 0 or owner == mover + 1 or entry(row, game.at_mark + other) > known:
        return taken
    end = walk_region(game, row, other, taken)
    return end if is_caught(game, row, node, taken, end) else taken


@leaf
def would_capture(game: Dreieck, row: Row, node: int) -> int:
    """Count what a tile of the player to move would capture from an empty node."""
    mover = row[TURN]
    row[np.uint64(game.at_owner + node)] = mover + 1
    taken = list_captures(game, row, node, mover)
    row[np.uint64(game.at_owner + node)] = 0
    return taken


@leaf
def remove_captured(game: Dreieck, row: Row, mover: int, taken: int) -> None:
    """Take the listed tiles from the table (DRE-8)."""
    row[CAPTURED + mover] += taken
    for place in range(taken):
        node = entry(row, game.at_list + place)
        owner = entry(row, game.at_owner + node) - 1
        tile = game.tile_of[entry(row, game.at_way + node)]
        row[np.uint64(game.at_where + owner * game.tiles + tile)] = TAKEN
        row[np.uint64(game.at_owner + node)] = 0
    for place in range(taken):
        fit_round(game, row, entry(row, game.at_list + place))
