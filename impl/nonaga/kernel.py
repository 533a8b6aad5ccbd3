"""The rules of Nonaga as compiled code: what the drivers call.

Where the specification judges every pair of a disc and a cell by flooding a window, this works on
whole rows of cells as bits, and once for all discs where it can (see `disc_step`).

A row keeps, besides the discs and the pieces, what can be done: in a piece step the ways that the
pieces can go, in a disc step, once they are counted, the discs that can be relocated with the number of
their targets.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl import kernel
from rulewright.impl.bits import count_ones, lowest_one
from rulewright.impl.dispatch import leaf, provides
from rulewright.impl.kernel import Row
from rulewright.impl.nonaga.board import MODULUS, PIECES, SIDE, Nonaga
from rulewright.impl.nonaga.disc_step import (
    be_counted,
    draw_disc_step,
    euler_of,
    find_targets,
    nth_disc_step,
)
from rulewright.impl.nonaga.keys import owner_of, place_key, write
from rulewright.impl.nonaga.rows import (
    BARRED,
    COLUMN,
    COUNT,
    ENTRIES,
    EULER,
    HIGH,
    LINE,
    LOW,
    OVER,
    STEP,
    TURN,
    WINNER,
    action_of,
    find_bounds,
    has,
    keep_in_frame,
    origin_of,
    put,
    take,
    target_of,
    touching,
    ways_to,
)
from rulewright.impl.nonaga.turns import (
    after_disc_step,
    after_piece_step,
    is_piece_step,
    nth_piece_step,
)
from rulewright.impl.randomness import below
from rulewright.impl.rows import entry

# --- what the drivers call ------------------------------------------------------------------------


@provides(kernel.start, Nonaga)
def start(game: Nonaga, row: Row) -> None:
    """Set the game up (NON-1)."""
    place_key(game, game.opening, row)


@provides(kernel.turn, Nonaga)
def turn(game: Nonaga, row: Row) -> int:  # noqa: ARG001
    """Return the player to move, -1 when over."""
    return row[TURN]  # type: ignore[no-any-return]


@provides(kernel.legal_count, Nonaga)
def legal_count(game: Nonaga, row: Row) -> int:
    """Count the legal steps."""
    be_counted(game, row)
    return row[COUNT]  # type: ignore[no-any-return]


@provides(kernel.nth_legal, Nonaga)
def nth_legal(game: Nonaga, row: Row, index: int) -> int:
    """Return a legal step by its rank."""
    if row[STEP] == 0:
        return nth_piece_step(game, row, index)
    be_counted(game, row)
    return nth_disc_step(game, row, index)


@provides(kernel.draw, Nonaga)
def draw(game: Nonaga, row: Row, value: np.uint64) -> int:
    """Draw a legal step."""
    if row[STEP] == 0:
        return nth_piece_step(game, row, below(value, row[COUNT]))
    return draw_disc_step(game, row, value)


@provides(kernel.list_legal, Nonaga)
def list_legal(game: Nonaga, row: Row, actions: Row) -> int:
    """List the legal steps."""
    be_counted(game, row)
    at = game.at_moves
    if row[STEP] == 0:
        for index in range(row[COUNT]):
            actions[index] = nth_piece_step(game, row, index)
        return row[COUNT]  # type: ignore[no-any-return]
    count = 0
    for index in range(row[ENTRIES]):
        origin = row[at + 2 * index]
        find_targets(game, row, origin)
        for line in range(row[LOW] - 1, row[HIGH] + 2):
            bits = row[game.at_targets + line]
            while bits:
                actions[count] = action_of(row, origin, SIDE * line + lowest_one(bits))
                bits &= bits - 1
                count += 1
    return count


@provides(kernel.is_legal, Nonaga)
def is_legal(game: Nonaga, row: Row, action: int) -> bool:
    """Return whether a step is legal."""
    origin, target = origin_of(row, action), target_of(row, action)
    if row[TURN] == OVER or origin < 0 or target < 0:
        return False
    if row[STEP] == 0:
        return is_piece_step(game, row, origin, target)
    be_counted(game, row)
    at = game.at_moves
    for index in range(row[ENTRIES]):
        if row[at + 2 * index] == origin:
            line = target >> 6
            find_targets(game, row, origin)
            return row[LOW] - 1 <= line <= row[HIGH] + 1 and has(row, game.at_targets, target)
    return False


@provides(kernel.play, Nonaga)
def play(game: Nonaga, row: Row, action: int) -> None:
    """Make a step, and see what is to be done next and by whom."""
    origin, target = origin_of(row, action), target_of(row, action)
    if row[STEP] == 0:
        put(row, game.at_free, origin)
        take(row, game.at_free, target)
        for piece in range(PIECES):
            at = game.at_pieces + PIECES * row[TURN] + piece
            if entry(row, at) == origin:
                row[np.uint64(at)] = target
        after_piece_step(game, row)
    else:
        relocate(game, row, origin, target)
        row[BARRED] = target
        find_bounds(game, row, origin, target)
        keep_in_frame(game, row)
        after_disc_step(game, row)


@leaf
def relocate(game: Nonaga, row: Row, origin: int, target: int) -> None:
    """Move a disc that carries no piece."""
    row[EULER] -= euler_of(game, ways_to(row, game.at_discs, origin))
    for rows in (game.at_discs, game.at_free):
        take(row, rows, origin)
        put(row, rows, target)
    row[EULER] += euler_of(game, ways_to(row, game.at_discs, target))


@provides(kernel.weight, Nonaga)
def weight(game: Nonaga, row: Row, action: int, temper: int) -> int:  # noqa: PLR0911
    """Prefer what uniform play rarely does.

    Tempers: 0 brings pieces together; 1 keeps them apart and strews discs (thin fields, parted ones
    where that is allowed); 2 fills holes and closes gaps; 3 takes discs from round the opponent's
    pieces (pieces that cannot move) and keeps own pieces apart; 4 makes holes: long thin arms that
    bend; 5 is uniform.
    """
    origin, target = origin_of(row, action), target_of(row, action)
    if row[STEP] == 0:
        friends = 0
        for piece in range(PIECES):
            other = row[game.at_pieces + PIECES * row[TURN] + piece]
            if other != origin and touching(other, target):
                friends += 1
        if temper == 0:
            return 1 + 20 * friends
        return 3 if friends == 0 and temper in (1, 3) else 1
    contacts = count_ones(ways_to(row, game.at_discs, target))
    if touching(origin, target):
        contacts -= 1
    left = count_ones(ways_to(row, game.at_discs, origin))
    if temper == 1:
        return 40 if contacts == 2 and left >= 3 else 1  # noqa: PLR2004
    if temper == 2:  # noqa: PLR2004
        return 1 + 10 * contacts
    if temper == 3:  # noqa: PLR2004
        return (
            40 if beside_a_piece(game, row, origin) and not beside_a_piece(game, row, target) else 1
        )
    if temper == 4:  # noqa: PLR2004
        return 40 if contacts == 2 and left <= 3 else 1  # noqa: PLR2004
    return 1


@leaf
def beside_a_piece(game: Nonaga, row: Row, place: int) -> bool:
    """Return whether a cell is beside a piece of the player who is not to move."""
    for piece in range(PIECES):
        if touching(row[game.at_pieces + PIECES * (1 - row[TURN]) + piece], place):
            return True
    return False


@provides(kernel.write_scores, Nonaga)
def write_scores(game: Nonaga, row: Row, scores: Row) -> None:  # noqa: ARG001
    """Write 1 for the winner."""
    for player in range(2):
        scores[player] = 1 if row[WINNER] == player else 0


@provides(kernel.write_winners, Nonaga)
def write_winners(game: Nonaga, row: Row, winners: Row) -> None:  # noqa: ARG001
    """Mark the winner."""
    for player in range(2):
        winners[player] = 1 if row[WINNER] == player else 0


@provides(kernel.write_board, Nonaga)
def write_board(game: Nonaga, row: Row, board: Row) -> None:
    """Write numbers, each modulo `MODULUS` and one more, 0 for none.

    They are column and row of each disc, row by row; the numbers of the discs that carry the pieces;
    that of the barred disc; and 1 in a disc step, 0 in a piece step.
    """
    at_pieces = 2 * game.discs
    at_barred = at_pieces + 2 * PIECES
    board[at_barred] = 0
    index, counts = 0, 0
    for line in range(row[LOW], row[HIGH] + 1):
        bits = row[game.at_discs + line]
        while bits:
            column = lowest_one(bits)
            bits &= bits - 1
            place = SIDE * line + column
            board[2 * index] = ((column + row[COLUMN]) & (MODULUS - 1)) + 1
            board[2 * index + 1] = ((line + row[LINE]) & (MODULUS - 1)) + 1
            if place == row[BARRED]:
                board[at_barred] = (index & (MODULUS - 1)) + 1
            if not has(row, game.at_free, place):
                owner = owner_of(game, row, place)
                board[at_pieces + PIECES * owner + ((counts >> (8 * owner)) & 7)] = (
                    index & (MODULUS - 1)
                ) + 1
                counts += 1 << (8 * owner)
            index += 1
    board[at_barred + 1] = 0 if row[TURN] == OVER else row[STEP] + 1


@provides(kernel.write_key, Nonaga)
def write_key(game: Nonaga, row: Row, key: Row) -> None:
    """Write the key."""
    write(game, row, key)


@provides(kernel.read_key, Nonaga)
def read_key(game: Nonaga, key: Row, row: Row) -> None:
    """Lay the discs of a key in a frame around their middle, and list what can be done."""
    place_key(game, key, row)
