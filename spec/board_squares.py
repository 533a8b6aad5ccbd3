"""Boards of squares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import frozen

from rulewright.spec.board_cells import (
    CellBoard,
    Coordinates,
    images,
    letters,
    measure,
    sides_of_a_grid,
)
from rulewright.spec.svg import Point

STRAIGHT = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
DIAGONAL = {"ne": (1, -1), "se": (1, 1), "sw": (-1, 1), "nw": (-1, -1)}
"""One step in each direction, as columns and rows."""


@frozen
class SquareBoard(CellBoard):
    """A rectangle of squares, named as in chess: ``a1`` is at the bottom left.

    >>> board = SquareBoard(3, 3)
    >>> board.names
    ('a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1')
    >>> [board.names[cell] for cell in board.neighbours[board.index["a1"]]]
    ['a2', 'b1']
    >>> len(board.lines(3)), board.lines(3, ["ne", "se"])
    (8, ((6, 4, 2), (0, 4, 8)))
    """

    columns: int = measure()
    rows: int = measure()
    straight = tuple(STRAIGHT)
    oblique = tuple(DIAGONAL)

    @cached_property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """The column and the row of each cell, from the top left."""
        return tuple((column, row) for row in range(self.rows) for column in range(self.columns))

    def beyond(self, cell: int, direction: str) -> Coordinates:
        """Return the coordinates one step from a cell."""
        right, down = (STRAIGHT | DIAGONAL)[direction]
        column, row = self.coordinates[cell]
        return column + right, row + down

    def spelled(self, at: Coordinates) -> str:
        """Return the letter of the column and the number of the row, counted from below."""
        return f"{letters(at[0])}{self.rows - at[1]}"

    @cached_property
    def sides(self) -> Mapping[str, tuple[int, ...]]:
        """The cells along each of the four sides."""
        return sides_of_a_grid(self, self.columns, self.rows)

    @cached_property
    def symmetries(self) -> Mapping[str, tuple[int, ...]]:
        """The turns and reflections of the rectangle, or of the square."""
        return images(
            self,
            {
                "half turn": lambda at: (-at[0], -at[1]),
                "quarter turn clockwise": lambda at: (-at[1], at[0]),
                "quarter turn anticlockwise": lambda at: (at[1], -at[0]),
                "left and right": lambda at: (-at[0], at[1]),
                "top and bottom": lambda at: (at[0], -at[1]),
                "falling diagonal": lambda at: (at[1], at[0]),
                "rising diagonal": lambda at: (-at[1], -at[0]),
            },
        )

    def centre(self, cell: int) -> Point:
        """Return the centre of a square of side 1."""
        column, row = self.coordinates[cell]
        return float(column), float(row)

    def outline(self, cell: int) -> tuple[Point, ...]:
        """Return the four corners."""
        x, y = self.centre(cell)
        return tuple((x + u / 2, y + v / 2) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)))

    def row_label(self, cell: int) -> str:
        """Return the number of the row."""
        return str(self.rows - self.coordinates[cell][1])

    def column_labels(self) -> Mapping[int, Mapping[int, str]]:
        """Return the letters of the columns, below the board."""
        return {self.rows: {cell: letters(self.coordinates[cell][0]) for cell in self.sides["s"]}}

    def is_shaded(self, cell: int) -> bool:
        """Return whether a square is one of the dark ones of a chequered board."""
        column, row = self.coordinates[cell]
        return (column + self.rows - row) % 2 == 1
