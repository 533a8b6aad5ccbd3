"""Keys of Nonaga's positions, and what follows from a board alone."""

from __future__ import annotations

from rulewright.impl.bits import count_ones, lowest_one
from rulewright.impl.dispatch import branch, leaf
from rulewright.impl.kernel import Row
from rulewright.impl.nonaga.board import HALF_BOARD, LEAST, MOST, PIECES, SIDE, TOO_WIDE, Nonaga
from rulewright.impl.nonaga.disc_step import euler_of, prepare_disc_step
from rulewright.impl.nonaga.floods import find_group, find_outside
from rulewright.impl.nonaga.rows import (
    BARRED,
    COLUMN,
    COUNT,
    EAST,
    ENTRIES,
    EULER,
    HIGH,
    LINE,
    LOW,
    NOTHING,
    OVER,
    STEP,
    TURN,
    WEST,
    WINNER,
    has,
    put,
    take,
    ways_to,
)
from rulewright.impl.nonaga.turns import prepare_piece_step, together
from rulewright.impl.rows import clear
from rulewright.interface import BeyondTheImplementation


@leaf
def owner_of(game: Nonaga, row: Row, place: int) -> int:
    """Return the player whose piece stands on a cell; one does."""
    for piece in range(PIECES):
        if row[game.at_pieces + piece] == place:
            return 0
    return 1


@branch
def write(game: Nonaga, row: Row, key: Row) -> None:
    """Write turn, step, winner and barred disc, the pieces by their discs, and the true discs."""
    index, barred = 0, 0
    own, other = 0, 0
    own_count, other_count = 0, 0
    for line in range(row[LOW], row[HIGH] + 1):
        bits = row[game.at_discs + line]
        while bits:
            column = lowest_one(bits)
            bits &= bits - 1
            place = SIDE * line + column
            key[3 + index] = (line + row[LINE] + HALF_BOARD) << 32 | (
                column + row[COLUMN] + HALF_BOARD
            )
            if place == row[BARRED]:
                barred = index + 1
            if not has(row, game.at_free, place):
                if owner_of(game, row, place) == 0:
                    own |= index << (20 * own_count)
                    own_count += 1
                else:
                    other |= index << (20 * other_count)
                    other_count += 1
            index += 1
    key[0] = (row[TURN] + 1) | row[STEP] << 2 | (row[WINNER] + 1) << 3 | barred << 8
    key[1], key[2] = own, other


@branch
def place_key(game: Nonaga, key: Row, row: Row) -> None:
    """Make the position of a key in a row, whatever it held before."""
    clear(row, 0, game.at_pieces)
    west, east = 1 << 32, 0
    for index in range(game.discs):
        q = key[3 + index] & 0xFFFFFFFF
        west, east = min(west, q), max(east, q)
    low, high = key[3] >> 32, key[2 + game.discs] >> 32
    if high - low > MOST - LEAST or east - west > MOST - LEAST:
        raise BeyondTheImplementation(TOO_WIDE)
    line, column = (low + high - LEAST - MOST) // 2, (west + east - LEAST - MOST) // 2
    row[LINE], row[COLUMN] = line - HALF_BOARD, column - HALF_BOARD
    row[LOW], row[HIGH], row[WEST], row[EAST] = (
        low - line,
        high - line,
        west - column,
        east - column,
    )
    for index in range(game.discs):
        place = place_of_disc(key, index, line, column)
        row[EULER] += euler_of(game, ways_to(row, game.at_discs, place))
        put(row, game.at_discs, place)
        put(row, game.at_free, place)
    for piece in range(2 * PIECES):
        index = (key[1 + piece // PIECES] >> (20 * (piece % PIECES))) & 0xFFFFF
        place = place_of_disc(key, index, line, column)
        take(row, game.at_free, place)
        row[game.at_pieces + piece] = place
    status = key[0]
    row[TURN], row[WINNER] = (status & 3) - 1, ((status >> 3) & 3) - 1
    barred = status >> 8
    row[BARRED] = place_of_disc(key, barred - 1, line, column) if barred else NOTHING
    if row[TURN] != OVER:
        if (status >> 2) & 1:
            prepare_disc_step(game, row, row[BARRED])
        else:
            prepare_piece_step(game, row, row[TURN])


@leaf
def place_of_disc(key: Row, index: int, line: int, column: int) -> int:
    """Find the place in the frame of a disc of a key."""
    word = key[3 + index]
    return SIDE * ((word >> 32) - line) + (word & 0xFFFFFFFF) - column  # type: ignore[no-any-return]


# --- positions from outside -----------------------------------------------------------------------


@branch
def standing(game: Nonaga, key: Row, row: Row, found: Row) -> None:
    """Examine the board of a key, whoever is to move.

    Writes, for each player, whether a piece can move and whether the three stand together; how many
    discs could be relocated if none were barred; whether one can, as it is; whether the discs are one
    group; how many touch no other; and, for a barred disc, its contacts and whether it could slide in.
    """
    place_key(game, key, row)
    for player in range(2):
        prepare_piece_step(game, row, player)
        found[player] = row[COUNT]
        found[2 + player] = 1 if together(game, row, player) else 0
    prepare_disc_step(game, row, NOTHING)
    found[4] = row[ENTRIES]
    prepare_disc_step(game, row, row[BARRED])
    found[5] = row[ENTRIES]
    first = SIDE * row[LOW] + lowest_one(row[game.at_discs + row[LOW]])
    find_group(row, game.at_discs, game.at_group, first)
    found[6], found[7] = 1, 0
    for line in range(row[LOW], row[HIGH] + 1):
        if row[game.at_group + line] != row[game.at_discs + line]:
            found[6] = 0
        bits = row[game.at_discs + line]
        while bits:
            if ways_to(row, game.at_discs, SIDE * line + lowest_one(bits)) == 0:
                found[7] += 1
            bits &= bits - 1
    found[8], found[9] = 0, 0
    barred = row[BARRED]
    if barred != NOTHING:
        found[8] = count_ones(ways_to(row, game.at_discs, barred))
        take(row, game.at_discs, barred)
        find_outside(row, game.at_discs, game.at_group)
        found[9] = 1 if has(row, game.at_group, barred) else 0
        put(row, game.at_discs, barred)
