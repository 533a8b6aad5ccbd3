"""The table of Dreieck nimmt as a graph of nodes, and what players hold, as compiled code.

A **node** is a cell that is, or was, laid, or lies beside such a one. Each empty node keeps the set of
ways in which symbols fit there; a laid tile changes only the sets beside it. A hand is kept as the set
of ways in which its tiles can lie.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl.dispatch import leaf
from rulewright.impl.dreieck.board import IN_HAND, NODES, ON_TABLE, Dreieck
from rulewright.impl.kernel import Row
from rulewright.impl.rows import entry

# --- nodes ----------------------------------------------------------------------------------------


@leaf
def place_in_index(game: Dreieck, cell: int) -> int:
    """Return where the hash table has a cell, or what follows it: rarely one place for two cells."""
    return (cell - (cell * game.index_share >> 32) * game.index_fold) & game.index_mask


@leaf
def node_at(game: Dreieck, row: Row, cell: int) -> int:
    """Find the node of a cell; -1 if it has none."""
    place = place_in_index(game, cell)
    while True:
        node = entry(row, game.at_index + place) - 1
        # One question, mostly answered by yes: two would often be guessed wrong.
        if (node < 0) | (entry(row, game.at_cell + node) == cell):
            return node
        place = (place + 1) & game.index_mask


@leaf
def add_node(game: Dreieck, row: Row, cell: int) -> int:
    """Make the node of a cell that has none, and join it to those across its edges."""
    node = add_alone(game, row, cell)
    for edge in range(3):
        join_across(game, row, node, edge)
    return node


@leaf
def add_across(game: Dreieck, row: Row, node: int, edge: int) -> None:
    """Make the node across an edge of a node, where there is none."""
    kind = entry(row, game.at_cell + node) & 1
    other = add_alone(game, row, entry(row, game.at_cell + node) + game.across[3 * kind + edge])
    back = opposite(kind, edge)
    row[np.uint64(game.at_near + 3 * node + edge)] = other
    row[np.uint64(game.at_near + 3 * other + back)] = node
    join_across(game, row, other, following(back))
    join_across(game, row, other, preceding(back))


@leaf
def join_across(game: Dreieck, row: Row, node: int, edge: int) -> None:
    """Join a node to the one across an edge, if there is one."""
    cell = entry(row, game.at_cell + node)
    other = node_at(game, row, cell + entry(game.across, 3 * (cell & 1) + edge))
    row[np.uint64(game.at_near + 3 * node + edge)] = other
    # If there is none, this writes to the spare place, as a question would often be guessed wrong.
    row[np.uint64(game.at_near + 3 * other + opposite(cell & 1, edge))] = node


@leaf
def add_alone(game: Dreieck, row: Row, cell: int) -> int:
    """Make the node of a cell that has none."""
    node = row[NODES]
    row[NODES] = node + 1
    place = place_in_index(game, cell)
    while entry(row, game.at_index + place):
        place = (place + 1) & game.index_mask
    row[np.uint64(game.at_index + place)] = node + 1
    row[np.uint64(game.at_cell + node)] = cell
    row[np.uint64(game.at_owner + node)] = 0
    row[np.uint64(game.at_mark + node)] = 0
    nothing_fits(game, row, node)
    return node  # type: ignore[no-any-return]


@leaf
def opposite(kind: int, edge: int) -> int:
    """Return the number that an edge has in the cell across it."""
    return following(edge) if kind == 0 else following(following(edge))


@leaf
def following(edge: int) -> int:
    """Return the edge, or the corner, that comes next round a cell; a remainder takes longer."""
    return edge + 1 if edge < 2 else 0  # noqa: PLR2004


@leaf
def preceding(edge: int) -> int:
    """Return the edge that comes before."""
    return edge - 1 if edge else 2


@leaf
def nothing_fits(game: Dreieck, row: Row, node: int) -> None:
    """Empty the set of ways of a node; the first word by itself, as few sets have more."""
    begin = game.at_fits + node * game.words
    row[np.uint64(begin)] = 0
    for word in range(1, game.words):
        row[np.uint64(begin + word)] = 0


@leaf
def fit(game: Dreieck, row: Row, node: int) -> None:
    """Find the ways in which symbols fit on a node (DRE-3, DRE-4)."""
    nothing_fits(game, row, node)
    if entry(row, game.at_owner + node):
        return
    alone = True
    for edge in range(3):
        other = entry(row, game.at_near + 3 * node + edge)
        if other >= 0 and entry(row, game.at_owner + other):
            fit_edge(game, row, node, edge, other, alone)
            alone = False


@leaf
def fit_edge(  # noqa: PLR0917
    game: Dreieck, row: Row, node: int, edge: int, other: int, alone: bool
) -> None:
    """Keep the ways in which symbols fit on a node across one edge; `alone` if no other counts yet."""
    theirs = opposite(entry(row, game.at_cell + node) & 1, edge)
    way = 3 * entry(row, game.at_way + other)
    start = entry(game.corner, way + following(theirs))
    end = entry(game.corner, way + theirs)
    fitting = ((edge * game.symbols + start) * game.symbols + end) * game.words
    begin = game.at_fits + node * game.words
    fit_word(game, row, begin, fitting, alone)
    for word in range(1, game.words):
        fit_word(game, row, begin + word, fitting + word, alone)


@leaf
def fit_word(game: Dreieck, row: Row, place: int, fitting: int, alone: bool) -> None:
    """Keep one word of the ways that fit across an edge."""
    there = entry(game.at_edge, fitting)
    if not alone:
        known = entry(row, place)
        there = known & there if game.match_all else known | there
    row[np.uint64(place)] = there


@leaf
def is_alone(game: Dreieck, row: Row, node: int, but: int) -> bool:
    """Return whether no tile lies beside an empty node, across an edge other than `but`."""
    for edge in range(3):
        other = entry(row, game.at_near + 3 * node + edge)
        if edge != but and other >= 0 and entry(row, game.at_owner + other):
            return False
    return True


@leaf
def fit_beside(game: Dreieck, row: Row, node: int) -> None:
    """Find what fits beside a tile just laid: each set is as before, but for one more edge."""
    nothing_fits(game, row, node)
    kind = entry(row, game.at_cell + node) & 1
    for edge in range(3):
        other = entry(row, game.at_near + 3 * node + edge)
        if entry(row, game.at_owner + other) == 0:
            back = opposite(kind, edge)
            fit_edge(game, row, other, back, node, is_alone(game, row, other, back))


@leaf
def put(game: Dreieck, row: Row, node: int, owner: int, way: int) -> None:
    """Lay a tile on a node; the ways that fit beside it are for `fit_beside`."""
    row[np.uint64(game.at_owner + node)] = owner
    row[np.uint64(game.at_way + node)] = way
    for edge in range(3):
        if entry(row, game.at_near + 3 * node + edge) < 0:
            add_across(game, row, node, edge)


@leaf
def fit_round(game: Dreieck, row: Row, node: int) -> None:
    """Find anew what fits on a node and beside it."""
    fit(game, row, node)
    for edge in range(3):
        other = entry(row, game.at_near + 3 * node + edge)
        if other >= 0:
            fit(game, row, other)


# --- hands and stacks -----------------------------------------------------------------------------


@leaf
def hold(game: Dreieck, row: Row, player: int) -> None:
    """Find the ways in which the tiles that a player may lay can lie (DRE-1)."""
    begin = game.at_hand + player * game.words
    for word in range(game.words):
        row[begin + word] = 0
    if game.stacked:
        top = entry(row, game.at_top + player)
        if top >= 0:
            tile = game.order[player * game.tiles + top]
            for word in range(game.words):
                row[begin + word] = game.lies_as[tile * game.words + word]
        return
    for tile in range(game.tiles):
        if entry(row, game.at_where + player * game.tiles + tile) == IN_HAND:
            for word in range(game.words):
                row[begin + word] |= game.lies_as[tile * game.words + word]


@leaf
def turn_over_next(game: Dreieck, row: Row, player: int) -> None:
    """Make the next tile that is left the top one: below the lowest comes the first one buried."""
    top = entry(row, game.at_top + player)
    for _ in range(game.tiles):
        top += 1
        if top == game.tiles:
            top = 0
        tile = game.order[player * game.tiles + top]
        if entry(row, game.at_where + player * game.tiles + tile) == IN_HAND:
            row[np.uint64(game.at_top + player)] = top
            return
    row[np.uint64(game.at_top + player)] = -1


@leaf
def take_from_hand(game: Dreieck, row: Row, player: int, cell: int, way: int) -> None:
    """Write down where a tile goes, and what the player holds without it."""
    tile = entry(game.tile_of, way)
    row[np.uint64(game.at_where + player * game.tiles + tile)] = ON_TABLE + cell * game.ways + way
    if game.stacked:
        turn_over_next(game, row, player)
        hold(game, row, player)
    else:
        begin, lies = game.at_hand + player * game.words, tile * game.words
        row[np.uint64(begin)] &= ~entry(game.lies_as, lies)
        for word in range(1, game.words):
            row[np.uint64(begin + word)] &= ~entry(game.lies_as, lies + word)
