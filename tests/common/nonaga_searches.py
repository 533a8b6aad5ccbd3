"""Exhaustive searches in Nonaga with the compiled rules, for what no solver can reach.

Every sequence of actions of some length is played; nothing is left out for symmetry or for having been
met before, so the numbers of sequences are the published perft counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import frozen
from numba import njit

from rulewright.impl import kernel
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.nonaga.board import LOCAL, PIECES
from rulewright.impl.nonaga.disc_step import can_leave, look_round
from rulewright.impl.nonaga.rows import (
    COUNT,
    HIGH,
    LOW,
    STEP,
    TURN,
    WINNER,
    has,
    origin_of,
    step_to,
    target_of,
    touching,
    ways_to,
)
from rulewright.impl.nonaga.turns import nth_piece_step, together

WON, WITHOUT_PIECE_STEP, WITHOUT_DISC_STEP, WINS_AT_NEXT, PARTED, SEQUENCES = range(6)
COLUMNS = 6
JIT: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


# Each of these is called, not pasted in wherever it is called: that takes the compiler minutes.


@njit(**JIT)  # type: ignore[untyped-decorator]
def play(game: Any, row: Any, action: int) -> None:
    """Play an action."""
    kernel.play(game, row, action)


@njit(**JIT)  # type: ignore[untyped-decorator]
def list_legal(game: Any, row: Any, actions: Any) -> int:
    """List the legal actions."""
    return kernel.list_legal(game, row, actions)


@njit(**JIT)  # type: ignore[untyped-decorator]
def count_in(game: Any, key: Any, row: Any) -> int:
    """Count the legal actions of a position at rest."""
    kernel.read_key(game, key, row)
    return kernel.legal_count(game, row)


@njit(**JIT)  # type: ignore[untyped-decorator]
def begin(game: Any, key: Any, rows: Any, actions: Any, left: Any) -> None:
    """Set a position up, and list what can be played in it."""
    count_in(game, key, rows[0])
    left[0] = list_legal(game, rows[0], actions[0])


@njit(**JIT)  # type: ignore[untyped-decorator]
def played_next(game: Any, rows: Any, actions: Any, left: Any, ply: int) -> Any:
    """Play the next of the actions that are left in a position; gives the row after it."""
    left[ply] -= 1
    row = rows[ply + 1]
    row[:] = rows[ply]
    play(game, row, actions[ply, left[ply]])
    return row


@njit(**JIT)  # type: ignore[untyped-decorator]
def parts(strict: Any, loose: Any, row: Any, key: Any, other: Any) -> bool:
    """Return whether two games permit different numbers of actions in the position of a row."""
    kernel.write_key(strict, row, key)
    return count_in(strict, key, other) != count_in(loose, key, other)  # type: ignore[no-any-return]


@njit(**JIT)  # type: ignore[untyped-decorator]
def wins_at_next(game: Any, row: Any) -> int:
    """Count the piece steps that bring three together."""
    wins = 0
    for index in range(row[COUNT]):
        action = nth_piece_step(game, row, index)
        origin, target = origin_of(row, action), target_of(row, action)
        for piece in range(PIECES):
            place = game.at_pieces + PIECES * row[TURN] + piece
            if row[place] == origin:
                row[place] = target
                wins += together(game, row, row[TURN])
                row[place] = origin
                break
    return wins


@njit(**JIT)  # type: ignore[untyped-decorator]
def parted_later(  # noqa: PLR0917
    strict: Any, loose: Any, row: Any, after: Any, key: Any, other: Any
) -> int:
    """Count the piece steps after which two games permit different numbers of disc steps."""
    actions = np.empty(strict.most_legal, np.int64)
    parted = 0
    for index in range(list_legal(strict, row, actions)):
        after[:] = row
        play(strict, after, actions[index])
        if after[TURN] >= 0:
            parted += parts(strict, loose, after, key, other)
    return parted


@njit(**JIT)  # type: ignore[untyped-decorator]
def has_pocket_disc(strict: Any, loose: Any, row: Any) -> bool:
    """Return whether a disc, whatever it carries, can go by the loose reading of removal only."""
    look_round(strict, row)
    for line in range(row[LOW], row[HIGH] + 1):
        for column in range(64):
            place = 64 * line + column
            if has(row, strict.at_discs, place):
                ways = ways_to(row, strict.at_discs, place)
                if can_leave(loose, row, place, ways) and not can_leave(strict, row, place, ways):
                    return True
    return False


@njit(**JIT)  # type: ignore[untyped-decorator]
def walk(  # noqa: PLR0917
    strict: Any, loose: Any, key: Any, depth: int, look_on: bool, seen: Any
) -> None:
    """Play every sequence of up to `depth` actions; `seen[ply]` counts what it comes to.

    Where disc steps are due, the numbers that the two games permit are compared. With `look_on` the
    last positions are looked at one piece step further.
    """
    rows = np.empty((depth + 1, strict.row_size), np.int64)
    after, other = np.empty((2, strict.row_size), np.int64)
    actions = np.empty((depth + 1, strict.most_legal), np.int64)
    left = np.zeros(depth + 1, np.int64)
    begin(strict, key, rows, actions, left)
    seen[0, SEQUENCES] = 1
    ply = 0
    while ply >= 0:
        if left[ply] == 0:
            ply -= 1
            continue
        row = played_next(strict, rows, actions, left, ply)
        now = ply + 1
        seen[now, SEQUENCES] += 1
        if row[TURN] < 0:
            seen[now, WON] += row[WINNER] >= 0
            continue
        if row[STEP] == 1:
            seen[now, WITHOUT_PIECE_STEP] += now % 2 == 0
            seen[now, PARTED] += parts(strict, loose, row, key, other)
        else:
            seen[now, WITHOUT_DISC_STEP] += now % 2 == 1
            if look_on and now == depth:
                seen[now, WINS_AT_NEXT] += wins_at_next(strict, row)
                if loose.removal == LOCAL and strict.removal != LOCAL:
                    after[:] = row
                    if has_pocket_disc(strict, loose, after):
                        seen[now, PARTED] += parted_later(strict, loose, row, after, key, other)
        if now < depth:
            ply = now
            left[ply] = list_legal(strict, row, actions[ply])


@njit(**JIT)  # type: ignore[untyped-decorator]
def ways_out(game: Any, row: Any, player: int) -> int:
    """Count the cells beside a player's pieces that carry a disc and no piece."""
    at = game.at_pieces + PIECES * player
    cells = 0
    for piece in range(PIECES):
        ways = ways_to(row, game.at_free, row[at + piece])
        for way in range(6):
            if (ways >> way) & 1:
                cell = step_to(row[at + piece], way)
                counted = False
                for other in range(piece):
                    counted |= touching(row[at + other], cell)
                cells += not counted
    return cells


@njit(**JIT)  # type: ignore[untyped-decorator]
def hem_in(game: Any, key: Any, depth: int, seen: Any) -> int:
    """Count the sequences of at most `depth` actions that end with a player hemmed in.

    That is the player who is to move after `depth` actions. When those pieces have made their last step,
    three actions before, each action takes one cell at most from beside them: it lifts one disc, or
    brings one piece. Where more cells are left than actions, the sequence is broken off. `seen[ply]`
    counts the sequences that are played.
    """
    rows = np.empty((depth + 1, game.row_size), np.int64)
    actions = np.empty((depth + 1, game.most_legal), np.int64)
    left = np.zeros(depth + 1, np.int64)
    begin(game, key, rows, actions, left)
    first = rows[0, TURN]
    player = first if depth % 4 == 0 else 1 - first
    ply, found = 0, 0
    while ply >= 0:
        if left[ply] == 0:
            ply -= 1
            continue
        row = played_next(game, rows, actions, left, ply)
        now = ply + 1
        seen[now] += 1
        if row[TURN] < 0:
            continue
        if rows[ply, TURN] != player and row[TURN] == player and row[STEP] == 1:
            found += 1
            continue
        if now < depth and (now < depth - 3 or ways_out(game, row, player) <= depth - now):
            ply = now
            left[ply] = list_legal(game, row, actions[ply])
    return found


@frozen
class HemmedIn:
    """What a search for a player without a piece step came to."""

    found: int
    """Sequences that lead there."""
    sequences: tuple[int, ...]
    """Sequences played, by their number of actions; hopeless ones are broken off."""


def hemmed_in(engine: CompiledEngine, moves: tuple[str, ...], depth: int) -> HemmedIn:
    """Go on for an even number of actions after some moves; who is to move then has no piece step."""
    state = engine.initial()
    for move in moves:
        state = engine.play(state, move)
    seen = np.zeros(depth + 1, np.int64)
    found = hem_in(engine.kernel, engine.key(state), depth, seen)
    return HemmedIn(found, tuple(seen.tolist()))


@frozen
class Walk:
    """What all sequences of up to so many actions came to, by their number of actions."""

    sequences: tuple[int, ...]
    won: tuple[int, ...]
    without_piece_step: tuple[int, ...]
    without_disc_step: tuple[int, ...]
    parted: tuple[int, ...]
    """Positions in which two readings permit different numbers of actions."""
    wins_at_next: int
    """After the longest sequences, the piece steps that win."""


def walked(
    strict: CompiledEngine, loose: CompiledEngine, depth: int, *, look_on: bool = False
) -> Walk:
    """Play every sequence of up to `depth` actions of the strict game."""
    seen = np.zeros((depth + 1, COLUMNS), np.int64)
    key = strict.key(strict.initial())
    walk(strict.kernel, loose.kernel, key, depth, look_on, seen)
    columns = [tuple(column) for column in seen.T.tolist()]
    return Walk(
        columns[SEQUENCES],
        columns[WON],
        columns[WITHOUT_PIECE_STEP],
        columns[WITHOUT_DISC_STEP],
        columns[PARTED],
        columns[WINS_AT_NEXT][depth],
    )
