"""A row of Nonaga: its first numbers, cells as bits, the frame that follows the field, and actions."""

from __future__ import annotations

import numpy as np

from rulewright.impl.bits import lowest_one
from rulewright.impl.dispatch import branch, leaf
from rulewright.impl.kernel import Row
from rulewright.impl.nonaga.board import (
    HALF_BOARD,
    HALF_WAY,
    LEAST,
    MOST,
    PIECES,
    ROUND,
    SIDE,
    TOO_WIDE,
    Nonaga,
)
from rulewright.impl.rows import entry
from rulewright.interface import BeyondTheImplementation

TURN, STEP, WINNER, BARRED, COUNT, ENTRIES = range(6)
"""Who is to move and what, who has won, which disc is barred; how many steps there are, how many of
the list of moves are used."""
COLUMN, LINE, LOW, HIGH, WEST, EAST = range(6, 12)
"""What to add to get true coordinates; the first and last row and column with a disc."""
GOALS = 12
"""In a disc step the number of vacant cells that touch at least two discs."""
WAYS = 13
"""In a piece step the ways that the pieces can go, six bits for each."""
FLOODED = 14
"""Whether the cells outside are those of this position: they are found when first asked for."""
EULER = 15
"""Groups of discs less holes in them. A group without a hole falls apart where a disc is taken off
whose neighbours are not one run."""
OVER, NOBODY, NOTHING = -1, -1, -1
UNKNOWN = -1
"""As the number of steps: there are some, which nobody has counted yet."""

STEPS = sum((q + SIDE * r + SIDE) << (8 * way) for way, (q, r) in enumerate(ROUND))
"""What to add to a place to go one way, eight bits for each: a branch for it would be guessed wrong."""


@leaf
def has(row: Row, rows: int, place: int) -> bool:
    """Return whether a cell is in a set of cells; `rows` is where the set begins."""
    return (entry(row, rows + (place >> 6)) >> (place & 63)) & 1 == 1


@leaf
def put(row: Row, rows: int, place: int) -> None:
    """Add a cell to a set."""
    row[np.uint64(rows + (place >> 6))] |= 1 << (place & 63)


@leaf
def take(row: Row, rows: int, place: int) -> None:
    """Take a cell out of a set."""
    row[np.uint64(rows + (place >> 6))] &= ~(1 << (place & 63))


@leaf
def step_to(place: int, way: int) -> int:
    """Return the neighbour of a cell in one of the six ways, in order round it."""
    return place + ((STEPS >> (8 * way)) & 255) - SIDE


@leaf
def ways_to(row: Row, rows: int, place: int) -> int:
    """Return the ways from a cell to neighbours in a set, as six bits."""
    at, shift = rows + (place >> 6), (place & 63) - 1
    here, below = entry(row, at) >> shift, entry(row, at + 1) >> shift
    above = entry(row, at - 1) >> (shift + 1)
    return (
        (here >> 2) & 1
        | (below & 2)
        | (below & 1) << 2
        | (here & 1) << 3
        | (above & 1) << 4
        | (above & 2) << 4
    )


@leaf
def touching(first: int, second: int) -> bool:
    """Return whether two cells are neighbours."""
    way = first - second
    if way < 0:
        way = -way
    return way == 1 or way == SIDE or way == SIDE - 1  # noqa: PLR1714


# --- the frame ------------------------------------------------------------------------------------


@leaf
def find_bounds(game: Nonaga, row: Row, gone: int, come: int) -> None:
    """Find the outermost rows and columns with discs after one was taken off and one put down."""
    low, high = min(row[LOW], come >> 6), max(row[HIGH], come >> 6)
    while entry(row, game.at_discs + low) == 0:
        low += 1
    while entry(row, game.at_discs + high) == 0:
        high -= 1
    row[LOW], row[HIGH] = low, high
    left = gone & 63
    row[WEST], row[EAST] = min(row[WEST], come & 63), max(row[EAST], come & 63)
    if row[WEST] < left < row[EAST]:
        return
    columns = 0
    for line in range(low, high + 1):
        columns |= entry(row, game.at_discs + line)
    row[WEST] = lowest_one(columns)
    while (columns >> row[EAST]) == 0:
        row[EAST] -= 1


@branch
def keep_in_frame(game: Nonaga, row: Row) -> None:
    """Move the frame when a disc comes near its edge; raises `BeyondTheImplementation`."""
    if row[LOW] >= LEAST and row[HIGH] <= MOST and row[WEST] >= LEAST and row[EAST] <= MOST:
        return
    if row[HIGH] - row[LOW] > MOST - LEAST or row[EAST] - row[WEST] > MOST - LEAST:
        raise BeyondTheImplementation(TOO_WIDE)
    down = (LEAST + MOST - row[LOW] - row[HIGH]) // 2
    right = (LEAST + MOST - row[WEST] - row[EAST]) // 2
    for rows in (game.at_discs, game.at_free):
        shift_rows(row, rows, row[LOW], row[HIGH], down, right)
    for piece in range(2 * PIECES):
        row[game.at_pieces + piece] += SIDE * down + right
    if row[BARRED] != NOTHING:
        row[BARRED] += SIDE * down + right
    row[LINE] -= down
    row[COLUMN] -= right
    row[LOW] += down
    row[HIGH] += down
    row[WEST] += right
    row[EAST] += right


@leaf
def shift_rows(  # noqa: PLR0917
    row: Row, rows: int, low: int, high: int, down: int, right: int
) -> None:
    """Shift a set of cells that lie in the rows `low` to `high`."""
    count = high - low + 1
    for index in range(count):
        line = high - index if down > 0 else low + index
        bits = row[rows + line]
        row[rows + line] = 0
        row[rows + line + down] = bits << right if right > 0 else bits >> -right


# --- actions --------------------------------------------------------------------------------------


@leaf
def action_of(row: Row, origin: int, target: int) -> int:
    """Pack a step between two places of the frame."""
    q = (origin & 63) + row[COLUMN] + HALF_BOARD
    r = (origin >> 6) + row[LINE] + HALF_BOARD
    right = (target & 63) - (origin & 63) + HALF_WAY
    down = (target >> 6) - (origin >> 6) + HALF_WAY
    return ((q << 24 | r) << 7 | right) << 7 | down  # type: ignore[no-any-return]


@leaf
def origin_of(row: Row, action: int) -> int:
    """Find the place where a step begins; -1 if it is outside the frame."""
    q = (action >> 38) - HALF_BOARD - row[COLUMN]
    r = ((action >> 14) & 0xFFFFFF) - HALF_BOARD - row[LINE]
    if q < 1 or q > SIDE - 2 or r < 1 or r > SIDE - 2:
        return -1
    return SIDE * r + q  # type: ignore[no-any-return]


@leaf
def target_of(row: Row, action: int) -> int:
    """Find the place where a step ends; -1 if it is outside the frame."""
    q = (action >> 38) - HALF_BOARD - row[COLUMN] + ((action >> 7) & 127) - HALF_WAY
    r = ((action >> 14) & 0xFFFFFF) - HALF_BOARD - row[LINE] + (action & 127) - HALF_WAY
    if q < 1 or q > SIDE - 2 or r < 1 or r > SIDE - 2:
        return -1
    return SIDE * r + q  # type: ignore[no-any-return]
