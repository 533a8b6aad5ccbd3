"""Boards of hexagons: a rhombus, a hexagon, a triangle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from math import sqrt
from types import MappingProxyType
from typing import TypeAlias

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

Triple: TypeAlias = tuple[int, int, int]
"""Coordinates along three axes."""

STEPS = {"ne": (1, -1), "e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1)}
"""One step in each direction, as columns and rows."""
CORNER = 1 / sqrt(3)
"""From the centre of a hexagon to its corners, if neighbouring centres are 1 apart."""
ROW = sqrt(3) / 2
"""From one row of hexagons to the next."""


def cubic(at: Coordinates) -> Triple:
    """Add a third axis to the coordinates of a hexagon, so that the three add up to 0."""
    return at[0], -at[0] - at[1], at[1]


def turned(sixths: int, *, mirrored: bool) -> Callable[[Coordinates], Coordinates]:
    """Return the turn of the plane of hexagons by so many sixths clockwise, mirrored before."""

    def image(at: Coordinates) -> Coordinates:
        x, y, z = cubic(at)
        if mirrored:  # on an upright mirror: left and right change places
            x, y = y, x
        for _ in range(sixths):
            x, y, z = -z, -x, -y
        return x, z

    return image


TURNS: Mapping[str, Callable[[Coordinates], Coordinates]] = {
    (
        f"reflection{f' and turn by {60 * sixths} degrees' if sixths else ''}"
        if mirrored
        else f"turn by {60 * sixths} degrees"
    ): turned(sixths, mirrored=mirrored)
    for mirrored in (False, True)
    for sixths in range(6)
}


@frozen
class BoardOfHexagons(CellBoard):
    """A board whose cells are hexagons with a corner at the top: six neighbours, six directions."""

    straight = tuple(STEPS)

    def beyond(self, cell: int, direction: str) -> Coordinates:
        """Return the coordinates one step from a cell."""
        (column, row), (right, down) = self.coordinates[cell], STEPS[direction]
        return column + right, row + down

    @cached_property
    def symmetries(self) -> Mapping[str, tuple[int, ...]]:
        """The turns and reflections of the plane that leave the board as it is."""
        return images(self, TURNS)

    def centre(self, cell: int) -> Point:
        """Return the centre of a cell, 1 from the centres of its neighbours."""
        column, row = self.coordinates[cell]
        return column + row / 2, row * ROW

    def outline(self, cell: int) -> tuple[Point, ...]:
        """Return the six corners."""
        x, y = self.centre(cell)
        return tuple(
            (x + u / 2, y + v * CORNER)
            for u, v in ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
        )


@frozen
class HexBoard(BoardOfHexagons):
    """A rhombus of hexagons as in Hex: ``a1`` at the top left, letters to the right, numbers down.

    >>> board = HexBoard(3, 2)
    >>> board.names
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2')
    >>> [board.names[cell] for cell in board.neighbours[board.index["b1"]]]
    ['a1', 'c1', 'a2', 'b2']
    >>> [board.names[cell] for cell in board.sides["w"]]
    ['a1', 'a2']
    """

    columns: int = measure()
    rows: int = measure()

    @cached_property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """The column and the row of each cell; each row lies half a cell to the right."""
        return tuple((column, row) for row in range(self.rows) for column in range(self.columns))

    def spelled(self, at: Coordinates) -> str:
        """Return the letter of the column and the number of the row, counted from the top."""
        return f"{letters(at[0])}{at[1] + 1}"

    @cached_property
    def sides(self) -> Mapping[str, tuple[int, ...]]:
        """The cells along each of the four sides."""
        return sides_of_a_grid(self, self.columns, self.rows)

    def row_label(self, cell: int) -> str:
        """Return the number of the row."""
        return str(self.coordinates[cell][1] + 1)

    def column_labels(self) -> Mapping[int, Mapping[int, str]]:
        """Return the letters of the columns, above the board."""
        return {-1: {cell: letters(self.coordinates[cell][0]) for cell in self.sides["n"]}}


@frozen
class HexagonBoard(BoardOfHexagons):
    """A hexagon of hexagons, `side` cells along each side.

    Rows have letters from the bottom, and each row's cells the numbers of the diagonals that fall to
    the right, as in Abalone.

    >>> board = HexagonBoard(2)
    >>> board.names
    ('c2', 'c3', 'b1', 'b2', 'b3', 'a1', 'a2')
    >>> len(HexagonBoard(5)), sorted(board.sides)
    (61, ['n', 'ne', 'nw', 's', 'se', 'sw'])
    """

    side: int = measure()

    @cached_property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """The column and the row of each cell; the first row begins at column `side` - 1."""
        span = range(2 * self.side - 1)
        most = 3 * (self.side - 1)
        return tuple(
            (column, row)
            for row in span
            for column in span
            if self.side - 1 <= column + row <= most
        )

    def spelled(self, at: Coordinates) -> str:
        """Return the letter of the row, from the bottom, and the number of the diagonal."""
        return f"{letters(2 * self.side - 2 - at[1])}{at[0] + 1}"

    @cached_property
    def sides(self) -> Mapping[str, tuple[int, ...]]:
        """The cells along each of the six sides."""
        last, least, most = 2 * self.side - 2, self.side - 1, 3 * (self.side - 1)
        demands: dict[str, Callable[[int, int], bool]] = {
            "n": lambda _, row: row == 0,
            "ne": lambda column, _: column == last,
            "se": lambda column, row: column + row == most,
            "s": lambda _, row: row == last,
            "sw": lambda column, _: column == 0,
            "nw": lambda column, row: column + row == least,
        }
        return MappingProxyType(
            {
                name: tuple(cell for cell in self.cells if on_side(*self.coordinates[cell]))
                for name, on_side in demands.items()
            }
        )


@frozen
class YBoard(BoardOfHexagons):
    """A triangle of hexagons, `side` cells along each side, as in the game of Y.

    Rows have letters from the top, and each row's cells numbers from the left.

    >>> board = YBoard(3)
    >>> board.names
    ('a1', 'b1', 'b2', 'c1', 'c2', 'c3')
    >>> [board.names[cell] for cell in board.sides["e"]]
    ['a1', 'b2', 'c3']
    """

    side: int = measure()

    @cached_property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """The column and the row of each cell; the last row begins at column 0."""
        return tuple(
            (self.side - 1 - row + at, row) for row in range(self.side) for at in range(row + 1)
        )

    def spelled(self, at: Coordinates) -> str:
        """Return the letter of the row, from the top, and the number of the cell in its row."""
        return f"{letters(at[1])}{at[0] + at[1] - self.side + 2}"

    @cached_property
    def sides(self) -> Mapping[str, tuple[int, ...]]:
        """The cells along each of the three sides."""
        last = self.side - 1
        return MappingProxyType(
            {
                "e": tuple(self.at[last, row] for row in range(self.side)),
                "s": tuple(self.at[column, last] for column in range(self.side)),
                "w": tuple(self.at[last - row, row] for row in range(self.side)),
            }
        )
