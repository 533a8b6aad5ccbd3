"""The rules of noughts and crosses as compiled code: two sets of bits, and whose turn it is.

A row has the marks of each player as bits, and the turn (-1: over).
"""

# ruff: noqa: ARG001 (all functions of a kernel have the parameters of their stub)

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulewright.author.compiled import Row, kernel, leaf, lowest_one, provides

X, O, TURN = range(3)  # noqa: E741 - as the players are called


class Noughts(NamedTuple):
    """A board: its size, and its lines as bits."""

    n: int
    lines: NDArray[np.int64]
    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int


@leaf
def won(game: Noughts, marks: int) -> bool:
    """Return whether there is a line among some marks."""
    for at in range(len(game.lines)):  # noqa: SIM110 - Numba compiles loops, not generators
        if game.lines[at] & ~marks == 0:
            return True
    return False


@provides(kernel.start, Noughts)
def start(game: Noughts, row: Row) -> None:
    """Empty the board; x begins."""
    row[X], row[O], row[TURN] = 0, 0, 0


@provides(kernel.turn, Noughts)
def turn(game: Noughts, row: Row) -> int:
    """Return the player to move."""
    return row[TURN]  # type: ignore[no-any-return]


@leaf
def vacant(game: Noughts, row: Row) -> int:
    """Return the empty cells as bits, none once the game is over."""
    if row[TURN] < 0:
        return 0
    return ~(row[X] | row[O]) & ((1 << game.n * game.n) - 1)  # type: ignore[no-any-return]


@provides(kernel.list_legal, Noughts)
def list_legal(game: Noughts, row: Row, actions: Row) -> int:
    """List the empty cells."""
    left, count = vacant(game, row), 0
    while left:
        actions[count] = lowest_one(left)
        left &= left - 1
        count += 1
    return count


@provides(kernel.legal_count, Noughts)
def legal_count(game: Noughts, row: Row) -> int:
    """Count the empty cells."""
    left, count = vacant(game, row), 0
    while left:
        left &= left - 1
        count += 1
    return count


@provides(kernel.nth_legal, Noughts)
def nth_legal(game: Noughts, row: Row, index: int) -> int:
    """Return an empty cell by its rank."""
    left = vacant(game, row)
    for _ in range(index):
        left &= left - 1
    return lowest_one(left)


@provides(kernel.is_legal, Noughts)
def is_legal(game: Noughts, row: Row, action: int) -> bool:
    """Return whether a cell is empty."""
    return (vacant(game, row) >> action) & 1 == 1


@provides(kernel.play, Noughts)
def play(game: Noughts, row: Row, action: int) -> None:
    """Mark a cell, and pass the turn unless the game is over."""
    mover = row[TURN]
    row[mover] |= 1 << action
    row[TURN] = 1 - mover
    if won(game, row[mover]) or row[X] | row[O] == (1 << game.n * game.n) - 1:
        row[TURN] = -1


@provides(kernel.weight, Noughts)
def weight(game: Noughts, row: Row, action: int, temper: int) -> int:
    """Prefer the first or the last cells, by temper."""
    return 1 + (action if temper else game.n * game.n - action)


@provides(kernel.write_scores, Noughts)
def write_scores(game: Noughts, row: Row, scores: Row) -> None:
    """Write 1 for a line."""
    for player in range(2):
        scores[player] = 1 if won(game, row[player]) else 0


@provides(kernel.write_winners, Noughts)
def write_winners(game: Noughts, row: Row, winners: Row) -> None:
    """Mark who has a line."""
    for player in range(2):
        winners[player] = 1 if won(game, row[player]) else 0


@provides(kernel.write_board, Noughts)
def write_board(game: Noughts, row: Row, board: Row) -> None:
    """Write 0, 1 for x, 2 for o."""
    for cell in range(game.n * game.n):
        board[cell] = ((row[X] >> cell) & 1) + 2 * ((row[O] >> cell) & 1)


@provides(kernel.write_key, Noughts)
def write_key(game: Noughts, row: Row, key: Row) -> None:
    """Copy the row: it is its own key."""
    key[0], key[1], key[2] = row[X], row[O], row[TURN]


@provides(kernel.read_key, Noughts)
def read_key(game: Noughts, key: Row, row: Row) -> None:
    """Copy the key back."""
    row[X], row[O], row[TURN] = key[0], key[1], key[2]
