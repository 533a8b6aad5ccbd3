"""The pieces on ARI's board as lines of bits: putting them down, where dice point, what they threaten.

Pieces are 0 ... 2 (white's dice), 3 ... 5 (black's), 6 and 7 (the queens). A die sets one bit for each
open side, the cell it points at. Whether anything stands between a die and a queen is one test of a
stretch of a line.
"""

from __future__ import annotations

from rulewright.impl.ari.board import (
    ALL_COLUMNS,
    ALL_ROWS,
    DICE_COLUMNS,
    DICE_ROWS,
    LINES,
    MOST_WAYS,
    WAY,
    Ari,
    X,
    Y,
)
from rulewright.impl.dispatch import leaf
from rulewright.impl.kernel import Row

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
QUEEN = 6
DICE = 6
EACH = 3
"""Dice of each player."""


@leaf
def line(game: Ari, which: int, number: int) -> int:
    """Return the place in a row of one line of a set of cells."""
    return LINES + which * game.stride + number


@leaf
def toggle(game: Ari, row: Row, piece: int) -> None:
    """Put a piece into the sets of occupied cells, or take it out of them, at its coordinates."""
    x, y = row[X + piece], row[Y + piece]
    row[line(game, ALL_ROWS, y)] ^= 1 << x
    row[line(game, ALL_COLUMNS, x)] ^= 1 << y
    if piece < DICE:
        row[line(game, DICE_ROWS, y)] ^= 1 << x
        row[line(game, DICE_COLUMNS, x)] ^= 1 << y


@leaf
def put(game: Ari, row: Row, piece: int, x: int, y: int) -> None:
    """Put a piece on a cell, from wherever it was."""
    if row[X + piece]:
        toggle(game, row, piece)
    row[X + piece] = x
    row[Y + piece] = y
    if x:
        toggle(game, row, piece)


@leaf
def covered(game: Ari, row: Row, x: int, y: int, side: int) -> bool:
    """Return whether a die lies next to a cell on one side."""
    if side == NORTH:
        return (row[line(game, DICE_ROWS, y + 1)] >> x) & 1 == 1  # type: ignore[no-any-return]
    if side == EAST:
        return (row[line(game, DICE_ROWS, y)] >> (x + 1)) & 1 == 1  # type: ignore[no-any-return]
    if side == SOUTH:
        return (row[line(game, DICE_ROWS, y - 1)] >> x) & 1 == 1  # type: ignore[no-any-return]
    return (row[line(game, DICE_ROWS, y)] >> (x - 1)) & 1 == 1  # type: ignore[no-any-return]


@leaf
def number_on(game: Ari, row: Row, die: int, side: int) -> int:
    """Return the number that a die shows on one side."""
    kind = die if die < EACH else die - EACH
    return game.sides[(kind * MOST_WAYS + row[WAY + die]) * 4 + side]  # type: ignore[no-any-return]


@leaf
def add_targets(game: Ari, row: Row, die: int, which: int) -> None:
    """Add the target cells of a die to a set, if it lies on the board (ARI-4)."""
    x, y = row[X + die], row[Y + die]
    if x == 0:
        return
    above, beside, below = (
        row[line(game, DICE_ROWS, y + 1)],
        row[line(game, DICE_ROWS, y)],
        row[line(game, DICE_ROWS, y - 1)],
    )
    north = y + number_on(game, row, die, NORTH)
    if north <= game.n and (above >> x) & 1 == 0:
        row[line(game, which, north)] |= 1 << x
    east = x + number_on(game, row, die, EAST)
    if east <= game.n and (beside >> (x + 1)) & 1 == 0:
        row[line(game, which, y)] |= 1 << east
    south = y - number_on(game, row, die, SOUTH)
    if south >= 1 and (below >> x) & 1 == 0:
        row[line(game, which, south)] |= 1 << x
    west = x - number_on(game, row, die, WEST)
    if west >= 1 and (beside >> (x - 1)) & 1 == 0:
        row[line(game, which, y)] |= 1 << west


@leaf
def threatens(game: Ari, row: Row, die: int, queen: int) -> bool:
    """Return whether a die that lies threatens a queen who stands (ARI-8)."""
    x, y = row[X + die], row[Y + die]
    across, up = row[X + queen] - x, row[Y + queen] - y
    if (across != 0) == (up != 0):
        return False
    if across == 0:
        side, steps, room = (NORTH, up, game.n - y) if up > 0 else (SOUTH, -up, y - 1)
        occupied, start, end = row[line(game, ALL_COLUMNS, x)], y, y + up
    else:
        side, steps, room = (EAST, across, game.n - x) if across > 0 else (WEST, -across, x - 1)
        occupied, start, end = row[line(game, ALL_ROWS, y)], x, x + across
    reach = number_on(game, row, die, side)
    if steps > reach or (reach > room and not game.sweeps) or covered(game, row, x, y, side):
        return False
    if steps == reach:
        return True
    low, high = (start, end) if start < end else (end, start)
    between = (1 << high) - (2 << low)
    return occupied & between == 0  # type: ignore[no-any-return]


@leaf
def exposed(game: Ari, row: Row, player: int) -> bool:
    """Return whether a die of the other player threatens a player's queen."""
    for die in range(3 * (1 - player), 3 * (1 - player) + 3):
        if threatens(game, row, die, QUEEN + player):
            return True
    return False
