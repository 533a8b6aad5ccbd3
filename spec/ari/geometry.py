"""Where ARI's cells lie to each other, and which pieces are on them.

Cells are numbers of a column and a row in any algebra; one may be off the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.spec.ari.board import DIRECTIONS
from rulewright.spec.ari.facts import (
    Cell,
    Piece,
    Rules,
)
from rulewright.spec.logic import (
    Fact,
    Number,
    all_of,
    any_of,
    none_of,
    not_,
)


def stepped(cell: Cell, side: int, steps: Number) -> Cell:
    """The cell some steps away in the direction of a side; it may be off the board."""
    east, north = DIRECTIONS[side]
    return Cell(
        cell.x + east * steps if east else cell.x, cell.y + north * steps if north else cell.y
    )


def steps_to(start: Cell, side: int, end: Cell) -> Number:
    """How many steps it is to a cell in line with a side; negative if it lies behind."""
    east, north = DIRECTIONS[side]
    return east * (end.x - start.x) if east else north * (end.y - start.y)


def is_in_line(start: Cell, side: int, end: Cell) -> Fact:
    """The other cell is in the row or column in which a side looks, before or behind it."""
    east, _ = DIRECTIONS[side]
    return end.y == start.y if east else end.x == start.x


def is_on_the_board(rules: Rules, cell: Cell) -> Fact:
    """The column and the row are from 1 to n."""
    return all_of((cell.x >= 1, cell.x <= rules.n, cell.y >= 1, cell.y <= rules.n))


def are_same(one: Cell, other: Cell) -> Fact:
    """The two cells are one."""
    return all_of((one.x == other.x, one.y == other.y))


def is_one_step_away(one: Cell, other: Cell) -> Fact:
    """One step in any of the eight directions leads from one cell to the other."""
    across, up = other.x - one.x, other.y - one.y
    near = all_of((across >= -1, across <= 1, up >= -1, up <= 1))
    return all_of((near, not_(are_same(one, other))))


def is_orthogonal_neighbour(one: Cell, other: Cell) -> Fact:
    """One step in one of the four directions leads from one cell to the other."""
    return any_of(are_same(stepped(one, side, 1), other) for side in range(len(DIRECTIONS)))


def is_at(piece: Piece, cell: Cell) -> Fact:
    """The piece is on the board, on that cell."""

    def facts() -> Iterator[Fact]:
        yield piece.present
        yield are_same(piece.cell, cell)

    return all_of(facts())


def is_vacant(pieces: Iterable[Piece], cell: Cell) -> Fact:
    """None of the pieces is on the cell."""
    return none_of(is_at(piece, cell) for piece in pieces)


def share_a_cell(one: Piece, other: Piece) -> Fact:
    """Two pieces are both on one cell."""
    return all_of((one.present, other.present, are_same(one.cell, other.cell)))
