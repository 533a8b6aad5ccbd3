"""Small numbers for the steps of Nonaga: which disc, and where to in a window round the field.

The disc is its rank in the field, row by row; the window begins one row and one column before the first
ones with a disc.
"""

from __future__ import annotations

from rulewright.impl import kernel
from rulewright.impl.bits import count_ones, nth_one
from rulewright.impl.dispatch import leaf, provides
from rulewright.impl.kernel import Row
from rulewright.impl.nonaga.board import CONTACT, SIDE, WIDEST, Nonaga
from rulewright.impl.nonaga.rows import HIGH, LOW, WEST, action_of, origin_of, target_of


@leaf
def width_of(game: Nonaga) -> int:
    """Return the rows and columns of the window: discs in a line, or two groups far apart."""
    if game.connectivity >= CONTACT or game.discs > WIDEST:
        return 2 + WIDEST
    return 2 + game.discs


@provides(kernel.number, Nonaga)
def number(game: Nonaga, row: Row, action: int) -> int:
    """Number a step: the disc by its rank, then the row and the column of the window."""
    origin, target = origin_of(row, action), target_of(row, action)
    line, rank = origin >> 6, 0
    for each in range(row[LOW], line):
        rank += count_ones(row[game.at_discs + each])
    rank += count_ones(row[game.at_discs + line] & ((1 << (origin & 63)) - 1))
    down, right = (target >> 6) - row[LOW] + 1, (target & 63) - row[WEST] + 1
    width = width_of(game)
    return (rank * width + down) * width + right  # type: ignore[no-any-return]


@provides(kernel.numbered, Nonaga)
def numbered(game: Nonaga, row: Row, number: int) -> int:
    """Find the step of a number; -1 if there is no such disc, or the window leaves the frame."""
    width = width_of(game)
    cell, rank = number % (width * width), number // (width * width)
    down, right = cell // width + row[LOW] - 1, cell % width + row[WEST] - 1
    if number < 0 or down > SIDE - 2 or right > SIDE - 2:
        return -1
    for line in range(row[LOW], row[HIGH] + 1):
        here = count_ones(row[game.at_discs + line])
        if rank < here:
            origin = SIDE * line + nth_one(row[game.at_discs + line], rank)
            return action_of(row, origin, SIDE * down + right)
        rank -= here
    return -1
