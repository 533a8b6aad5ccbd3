"""Small numbers for the actions of Dreieck nimmt, in a window round the tiles that lie on the table.

The window begins one row and one column before the first ones with a tile. All cells that were ever
laid hang together, and across an edge a row or a column changes at every second step only: so with T
tiles in all the window has T // 2 + 3 rows and columns.
"""

from __future__ import annotations

from rulewright.impl import kernel
from rulewright.impl.dispatch import leaf, provides
from rulewright.impl.dreieck.board import NODES, PASS, Dreieck
from rulewright.impl.kernel import Row


@leaf
def width_of(game: Dreieck) -> int:
    """Return the rows and columns of the window."""
    return game.player_count * game.tiles // 2 + 3


@leaf
def forms_of(game: Dreieck) -> int:
    """Return the forms of an action: two where captures can be declined."""
    return 2 if game.may else 1


@leaf
def corner_of(game: Dreieck, row: Row) -> int:
    """Return the up triangle where the window begins."""
    column, line = 2 * game.span, 2 * game.span
    for node in range(row[NODES]):
        if row[game.at_owner + node]:
            cell = row[game.at_cell + node] >> 1
            column, line = min(column, cell // game.span), min(line, cell % game.span)
    if column > game.span:
        column, line = game.first // 2 // game.span, game.first // 2 % game.span
    return 2 * ((column - 1) * game.span + line - 1)


@provides(kernel.number, Dreieck)
def number(game: Dreieck, row: Row, action: int) -> int:
    """Number an action: column, row, kind of triangle, way, form."""
    if action == PASS:
        return 0
    width, forms = width_of(game), forms_of(game)
    place, leaves = (action - 1) >> 1, (action - 1) & 1
    cell, way = place // game.ways, place % game.ways
    corner = corner_of(game, row) >> 1
    column = (cell >> 1) // game.span - corner // game.span
    line = (cell >> 1) % game.span - corner % game.span
    near = (column * width + line) * 2 + (cell & 1)
    return 1 + (near * game.ways + way) * forms + leaves


@provides(kernel.numbered, Dreieck)
def numbered(game: Dreieck, row: Row, number: int) -> int:
    """Find the action of a number; -1 if its cell is beyond the reach of all tiles."""
    if number <= 0:
        return PASS if number == 0 else -1
    width, forms = width_of(game), forms_of(game)
    leaves, place = (number - 1) % forms, (number - 1) // forms
    near, way = place // game.ways, place % game.ways
    corner = corner_of(game, row) >> 1
    column = near // 2 // width + corner // game.span
    line = near // 2 % width + corner % game.span
    if column >= game.span or line >= game.span:
        return -1
    cell = 2 * (column * game.span + line) + (near & 1)
    return 1 + 2 * (cell * game.ways + way) + leaves
