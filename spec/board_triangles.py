"""Boards of triangles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import permutations
from math import sqrt
from types import MappingProxyType

from attrs import frozen

from rulewright.spec.board_cells import CellBoard, Coordinates, ascending, letters, measure
from rulewright.spec.svg import Point

UPWARD = {"ne": (1, 0), "e": (1, 0), "se": (1, 1), "sw": (1, 1), "w": (-1, 0), "nw": (-1, 0)}
DOWNWARD = {"ne": (-1, -1), "e": (1, 0), "se": (1, 0), "sw": (-1, 0), "w": (-1, 0), "nw": (-1, -1)}
"""One step in each direction from a triangle that points upwards, or downwards."""
ROW = sqrt(3) / 2
"""The height of a triangle with sides of 1."""
TURNS: Mapping[tuple[int, ...], str] = {
    (0, 1, 2): "identity",
    (2, 0, 1): "turn by 120 degrees",
    (1, 2, 0): "turn by 240 degrees",
    (0, 2, 1): "reflection",
    (1, 0, 2): "reflection and turn by 120 degrees",
    (2, 1, 0): "reflection and turn by 240 degrees",
}
"""The symmetries of a triangle, by the axis that each of the three axes is taken from."""


@frozen
class TriangleBoard(CellBoard):
    """A triangle of triangles, `side` along each side; every other one points downwards.

    Rows have letters from the top, and each row's cells numbers from the left. A direction runs along
    a strip between two parallel lines, in which cells point upwards and downwards by turns; so
    each of a cell's three neighbours lies in two of the six directions.

    >>> board = TriangleBoard(2)
    >>> board.names
    ('a1', 'b1', 'b2', 'b3')
    >>> [board.names[cell] for cell in board.neighbours[board.index["b2"]]]
    ['a1', 'b1', 'b3']
    >>> len(TriangleBoard(5)), len(board.diagonal_neighbours[board.index["a1"]])
    (25, 2)
    """

    side: int = measure()
    straight = tuple(UPWARD)
    spacing = 0.5

    @cached_property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """The place in its row, and the row, of each cell; even places point upwards."""
        return tuple((place, row) for row in range(self.side) for place in range(2 * row + 1))

    def points_up(self, cell: int) -> bool:
        """Return whether a cell points upwards."""
        return self.coordinates[cell][0] % 2 == 0

    def beyond(self, cell: int, direction: str) -> Coordinates:
        """Return the coordinates one step from a cell."""
        right, down = (UPWARD if self.points_up(cell) else DOWNWARD)[direction]
        place, row = self.coordinates[cell]
        return place + right, row + down

    def spelled(self, at: Coordinates) -> str:
        """Return the letter of the row, from the top, and the number of the cell in its row."""
        return f"{letters(at[1])}{at[0] + 1}"

    def vertices(self, cell: int) -> frozenset[Coordinates]:
        """Return the three corners, as places on lines, both counted from 0 from the top left."""
        place, row = self.coordinates[cell]
        left = place // 2
        if self.points_up(cell):
            return frozenset({(left, row), (left, row + 1), (left + 1, row + 1)})
        return frozenset({(left, row), (left + 1, row), (left + 1, row + 1)})

    @cached_property
    def all_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell those with which it shares an edge or a corner, ascending."""
        touching: dict[Coordinates, list[int]] = {}
        for cell in self.cells:
            for vertex in self.vertices(cell):
                touching.setdefault(vertex, []).append(cell)
        return tuple(
            ascending(
                other
                for vertex in self.vertices(cell)
                for other in touching[vertex]
                if other != cell
            )
            for cell in self.cells
        )

    @cached_property
    def sides(self) -> Mapping[str, tuple[int, ...]]:
        """The cells with an edge on each of the three sides."""
        last = self.side - 1
        return MappingProxyType(
            {
                "e": tuple(self.at[2 * row, row] for row in range(self.side)),
                "s": tuple(self.at[2 * place, last] for place in range(self.side)),
                "w": tuple(self.at[0, row] for row in range(self.side)),
            }
        )

    @cached_property
    def symmetries(self) -> Mapping[str, tuple[int, ...]]:
        """The turns and reflections of the triangle."""
        found: dict[str, tuple[int, ...]] = {}
        for axes in permutations(range(3)):
            image = tuple(self._moved(place, axes) for place in self.coordinates)
            if image != tuple(self.cells) and image not in found.values():
                found[TURNS[axes]] = image
        return MappingProxyType(found)

    def _moved(self, at: Coordinates, axes: tuple[int, ...]) -> int:
        """Exchange the distances of a cell from the three sides."""
        place, row = at
        down = place % 2
        from_sides = (self.side - 1 - row, place // 2, row - down - place // 2)
        bottom, left, _ = (from_sides[axis] for axis in axes)
        return self.at[2 * left + down, self.side - 1 - bottom]

    def centre(self, cell: int) -> Point:
        """Return the centre of a triangle with sides of 1."""
        place, row = self.coordinates[cell]
        return (place - row) / 2, (row + (2 / 3 if self.points_up(cell) else 1 / 3)) * ROW

    def outline(self, cell: int) -> tuple[Point, ...]:
        """Return the three corners."""
        place, row = self.coordinates[cell]
        x, top, bottom = (place - row) / 2, row * ROW, (row + 1) * ROW
        if self.points_up(cell):
            return (x, top), (x + 0.5, bottom), (x - 0.5, bottom)
        return (x - 0.5, top), (x + 0.5, top), (x, bottom)

    def is_shaded(self, cell: int) -> bool:
        """Return whether a triangle points downwards."""
        return not self.points_up(cell)
