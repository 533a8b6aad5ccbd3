"""The piece step, whose turn it is, and the end."""

from __future__ import annotations

from rulewright.impl.bits import count_ones, nth_one
from rulewright.impl.dispatch import branch, leaf
from rulewright.impl.kernel import Row
from rulewright.impl.nonaga.board import PIECES, Nonaga
from rulewright.impl.nonaga.disc_step import begin_disc_step
from rulewright.impl.nonaga.rows import (
    BARRED,
    COUNT,
    ENTRIES,
    NOBODY,
    NOTHING,
    OVER,
    STEP,
    TURN,
    WAYS,
    WINNER,
    action_of,
    has,
    step_to,
    touching,
    ways_to,
)
from rulewright.impl.rows import entry

# --- the piece step -------------------------------------------------------------------------------


@leaf
def prepare_piece_step(game: Nonaga, row: Row, player: int) -> None:
    """Find the ways that a player's pieces can go (NON-2, NON-3): a slide ends nowhere else."""
    ways, at = 0, game.at_pieces + PIECES * player
    for piece in range(PIECES):
        ways |= ways_to(row, game.at_free, entry(row, at + piece)) << (6 * piece)
    row[STEP], row[COUNT], row[ENTRIES], row[WAYS] = 0, count_ones(ways), 0, ways


@leaf
def nth_piece_step(game: Nonaga, row: Row, index: int) -> int:
    """Return a piece step by its rank: by piece, then way."""
    found = nth_one(row[WAYS], index)
    piece = found // 6
    origin = entry(row, game.at_pieces + PIECES * row[TURN] + piece)
    return action_of(row, origin, end_of_slide(game, row, origin, found - 6 * piece))


@leaf
def end_of_slide(game: Nonaga, row: Row, origin: int, way: int) -> int:
    """Find where a piece stops that slides as far as it can."""
    place, ahead = origin, step_to(origin, way)
    while has(row, game.at_free, ahead):
        place, ahead = ahead, step_to(ahead, way)
    return place


@leaf
def is_piece_step(game: Nonaga, row: Row, origin: int, target: int) -> bool:
    """Return whether one of the pieces that are to move slides from one cell to another."""
    at = game.at_pieces + PIECES * row[TURN]
    if origin == target or (row[at] != origin and row[at + 1] != origin and row[at + 2] != origin):
        return False
    for way in range(6):  # noqa: SIM110 - Numba compiles loops, not generators
        if end_of_slide(game, row, origin, way) == target:
            return True
    return False


@leaf
def together(game: Nonaga, row: Row, player: int) -> bool:
    """Return whether a player's pieces stand on neighbouring cells: at least two pairs touch (NON-9)."""
    at = game.at_pieces + PIECES * player
    pairs = 0
    first, second, third = entry(row, at), entry(row, at + 1), entry(row, at + 2)
    if touching(first, second):
        pairs += 1
    if touching(first, third):
        pairs += 1
    if touching(second, third):
        pairs += 1
    return pairs >= 2  # noqa: PLR2004


# --- whose turn it is, and the end ----------------------------------------------------------------


@leaf
def finish(row: Row, winner: int) -> None:
    """End the game."""
    row[TURN], row[STEP], row[WINNER], row[BARRED] = OVER, 0, winner, NOTHING
    row[COUNT], row[ENTRIES] = 0, 0


@branch
def begin_turn(game: Nonaga, row: Row, player: int) -> None:
    """Pass the turn to a player, or to whoever comes next that can do anything."""
    for idle in range(2):
        row[TURN] = player
        prepare_piece_step(game, row, player)
        if row[COUNT]:
            return
        if not game.piece_skip:
            finish(row, 1 - player)
            return
        if begin_disc_step(game, row):
            return
        if not game.disc_skip:
            finish(row, 1 - player)
            return
        row[BARRED] = NOTHING
        player = 1 - player
        if idle:
            finish(row, NOBODY)


@leaf
def after_piece_step(game: Nonaga, row: Row) -> None:
    """Go on to the disc step, or end the game."""
    mover = row[TURN]
    if game.at_once and together(game, row, mover):
        finish(row, mover)
        return
    if begin_disc_step(game, row):
        return
    if not game.disc_skip:
        finish(row, 1 - mover)
    elif together(game, row, mover):
        finish(row, mover)
    else:
        row[BARRED] = NOTHING
        begin_turn(game, row, 1 - mover)


@leaf
def after_disc_step(game: Nonaga, row: Row) -> None:
    """Pass the turn on, or end the game."""
    mover = row[TURN]
    if not game.at_once and together(game, row, mover):
        finish(row, mover)
    else:
        begin_turn(game, row, 1 - mover)
