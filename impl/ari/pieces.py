"""The pieces on ARI's board as bits: putting them down, where dice point, what they threaten.

Pieces are 0 ... 2 (white's dice), 3 ... 5 (black's), 6 and 7 (the queens). A die sets one bit for each
open side, the cell it points at; these sets are kept from turn to turn.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl.ari.board import (
    LAID,
    LINES,
    MOST_WAYS,
    OCCUPIED,
    SPOT,
    TARGETS,
    WAY,
    Ari,
    X,
    Y,
)
from rulewright.impl.dispatch import leaf
from rulewright.impl.kernel import Row
from rulewright.impl.rows import entry

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
QUEEN = 6
DICE = 6
EACH = 3
"""Dice of each player."""


@leaf
def dice_in(row: Row, number: int) -> int:
    """Return in which columns of a row of the board dice lie."""
    return entry(row, LINES + number)


@leaf
def part(game: Ari, row: Row, which: int, word: int) -> int:
    """Return one word of a set of cells."""
    return entry(row, game.at_sets + which * game.words + word)


@leaf
def write_part(game: Ari, row: Row, which: int, word: int, bits: int) -> None:
    """Write one word of a set of cells."""
    row[np.uint64(game.at_sets + which * game.words + word)] = bits


@leaf
def toggle(game: Ari, row: Row, piece: int) -> None:
    """Put a piece among those that are on the board, or take it from them, at its coordinates."""
    spot = entry(row, SPOT + piece)
    row[np.uint64(game.at_sets + OCCUPIED * game.words + (spot >> 6))] ^= 1 << (spot & 63)
    if piece < DICE:
        row[np.uint64(LINES + entry(row, Y + piece))] ^= 1 << entry(row, X + piece)


@leaf
def put(game: Ari, row: Row, piece: int, x: int, y: int) -> None:
    """Put a piece on a cell, from wherever it was."""
    if entry(row, X + piece):
        toggle(game, row, piece)
        row[LAID] -= piece < DICE
    row[np.uint64(X + piece)] = x
    row[np.uint64(Y + piece)] = y
    row[np.uint64(SPOT + piece)] = (y - 1) * game.stride + x if x else 0
    if x:
        toggle(game, row, piece)
        row[LAID] += piece < DICE


@leaf
def dice_beside(row: Row, x: int, y: int) -> bool:
    """Return whether a die lies next to a cell."""
    across = dice_in(row, y) & (5 << (x - 1))
    return across | ((dice_in(row, y - 1) | dice_in(row, y + 1)) & (1 << x)) != 0


@leaf
def lay(game: Ari, row: Row, die: int, x: int, y: int, way: int) -> None:  # noqa: PLR0917
    """Put a die on a cell, and find what dice point at then.

    That changes for this die and for those beside it, before and after.
    """
    touched = False
    if entry(row, X + die):
        touched = dice_beside(row, entry(row, X + die), entry(row, Y + die))
    put(game, row, die, x, y)
    row[np.uint64(WAY + die)] = way
    if touched or dice_beside(row, x, y):
        find_all_targets(game, row)
    else:
        find_targets(game, row, die)


@leaf
def covered(row: Row, x: int, y: int, side: int) -> bool:
    """Return whether a die lies next to a cell on one side."""
    if side == NORTH:
        return (dice_in(row, y + 1) >> x) & 1 == 1
    if side == EAST:
        return (dice_in(row, y) >> (x + 1)) & 1 == 1
    if side == SOUTH:
        return (dice_in(row, y - 1) >> x) & 1 == 1
    return (dice_in(row, y) >> (x - 1)) & 1 == 1


@leaf
def number_on(game: Ari, row: Row, die: int, side: int) -> int:
    """Return the number that a die shows on one side."""
    kind = die if die < EACH else die - EACH
    return entry(game.sides, (kind * MOST_WAYS + entry(row, WAY + die)) * 4 + side)


@leaf
def aim(game: Ari, row: Row, which: int, spot: int, open_side: int) -> None:
    """Add a spot to a set if a side is open (1, else 0), without a branch: that would often go wrong."""
    spot *= open_side
    row[np.uint64(game.at_sets + which * game.words + (spot >> 6))] |= open_side << (spot & 63)


@leaf
def add_targets(game: Ari, row: Row, die: int, which: int) -> None:
    """Add the target cells of a die to a set, if it lies on the board (ARI-4)."""
    x, y, spot = entry(row, X + die), entry(row, Y + die), entry(row, SPOT + die)
    if x == 0:
        return
    beside = dice_in(row, y)
    north, south = number_on(game, row, die, NORTH), number_on(game, row, die, SOUTH)
    east, west = number_on(game, row, die, EAST), number_on(game, row, die, WEST)
    up = ~(dice_in(row, y + 1) >> x) & int(y + north <= game.n)
    aim(game, row, which, spot + game.stride * north, up)
    aim(game, row, which, spot + east, ~(beside >> (x + 1)) & int(x + east <= game.n))
    down = ~(dice_in(row, y - 1) >> x) & int(y > south)
    aim(game, row, which, spot - game.stride * south, down)
    aim(game, row, which, spot - west, ~(beside >> (x - 1)) & int(x > west))


@leaf
def find_targets(game: Ari, row: Row, die: int) -> None:
    """Find the targets of a die."""
    for word in range(game.words):
        write_part(game, row, TARGETS + die, word, 0)
    add_targets(game, row, die, TARGETS + die)


@leaf
def find_all_targets(game: Ari, row: Row) -> None:
    """Find the targets of all dice."""
    for die in range(DICE):
        find_targets(game, row, die)


@leaf
def threatens(game: Ari, row: Row, die: int, queen: int) -> bool:
    """Return whether a die that lies threatens a queen who stands (ARI-8)."""
    x, y = entry(row, X + die), entry(row, Y + die)
    across, up = entry(row, X + queen) - x, entry(row, Y + queen) - y
    if (across != 0) == (up != 0):
        return False
    if across == 0:
        side, steps, room = (NORTH, up, game.n - y) if up > 0 else (SOUTH, -up, y - 1)
    else:
        side, steps, room = (EAST, across, game.n - x) if across > 0 else (WEST, -across, x - 1)
    reach = number_on(game, row, die, side)
    if steps > reach or (reach > room and not game.sweeps) or covered(row, x, y, side):
        return False
    return steps == reach or is_clear(game, row, entry(row, SPOT + die), entry(row, SPOT + queen))


@leaf
def is_clear(game: Ari, row: Row, start: int, end: int) -> bool:
    """Return whether nothing stands between two spots of a line."""
    low, high = (start, end) if start < end else (end, start)
    step = 1 if high - low < game.stride else game.stride
    for spot in range(low + step, high, step):
        if (part(game, row, OCCUPIED, spot >> 6) >> (spot & 63)) & 1:
            return False
    return True


@leaf
def exposed(game: Ari, row: Row, player: int) -> bool:
    """Return whether a die of the other player threatens a player's queen."""
    for die in range(3 * (1 - player), 3 * (1 - player) + 3):
        if threatens(game, row, die, QUEEN + player):
            return True
    return False
