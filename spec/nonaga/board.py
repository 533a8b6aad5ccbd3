"""Nonaga's board: the infinite hexagonal lattice, and finite windows that hold all that matters.

A window is a rectangle of columns (first coordinate) and rows (second coordinate). It has two more
columns and rows on each side than the things it was made for, and strips that are wider than three
columns or rows without such a thing are narrowed to three. Why nothing is lost when all discs are
among those things:

* A disc comes to lie where it touches two others, so within one cell of a disc; a piece stays on
  discs. Contacts, slides and enclosures at a cell depend on the discs within one cell of it. All
  those cells are in the window, and across a narrowed strip no cell touches discs on both sides, as
  none does on the true board.
* "Arbitrarily far away" is the rim of the window. The rim lies two cells outside every disc, parted
  fields included, so no step along it or beyond it is ever between two discs: once there, a disc can
  go round the whole field and away. A disc that gets away crosses the rim. And a narrowed strip runs
  from rim to rim without a disc, on the true board as in the window.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from itertools import pairwise
from typing import TypeAlias

from attrs import field, frozen

Cell: TypeAlias = tuple[int, int]

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
MARGIN = 2
"""Columns and rows on each side of what a window is made for."""
STRIP = 3
"""Columns or rows that are left of a wider strip without discs."""
FARTHEST = 8_000_000
"""The largest coordinate, either way, that the notation admits."""


def hexagon(n: int) -> tuple[Cell, ...]:
    """List the cells within `n` of the origin, ascending."""
    span = range(-n, n + 1)
    return tuple((q, r) for q in span for r in span if abs(q + r) <= n)


def corners(n: int) -> tuple[Cell, ...]:
    """List the corners of the hexagon, in order round it."""
    return tuple((n * q, n * r) for q, r in NEIGHBOURS)


def spell(cell: Cell) -> str:
    """Write a cell as the page does: ``-1,2``."""
    return f"{cell[0]},{cell[1]}"


def spell_step(origin: Cell, target: Cell) -> str:
    """Write a step as the page does: ``2,0>1,0``."""
    return f"{spell(origin)}>{spell(target)}"


def spell_steps(origins: Iterable[Cell], targets: Iterable[Cell]) -> tuple[str, ...]:
    """Write the steps from every origin to every target, as `spell_step` does, target by target."""
    begins = [f"{spell(origin)}>" for origin in origins]
    return tuple([begin + end for end in map(spell, targets) for begin in begins])


@frozen(eq=False)
class Grid:
    """Which cells of a rectangle touch; cells are numbered column by column. From `grid_of`."""

    width: int
    height: int
    neighbours: tuple[tuple[int | None, ...], ...] = field(init=False, repr=False)
    """For each cell its six neighbours in the order of `NEIGHBOURS`; None outside the rectangle."""

    @neighbours.default
    def _touching(self) -> tuple[tuple[int | None, ...], ...]:
        return tuple(
            tuple(self._number(column + q, row + r) for q, r in NEIGHBOURS)
            for column in range(self.width)
            for row in range(self.height)
        )

    def _number(self, column: int, row: int) -> int | None:
        inside = 0 <= column < self.width and 0 <= row < self.height
        return column * self.height + row if inside else None

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """For each cell its neighbours inside the rectangle."""
        return tuple(
            tuple(other for other in others if other is not None) for others in self.neighbours
        )

    @cached_property
    def rim(self) -> tuple[int, ...]:
        """The cells with a neighbour outside."""
        return tuple(cell for cell, others in enumerate(self.neighbours) if None in others)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Neighbouring cells, each pair once."""
        return tuple(
            (cell, other)
            for cell, others in enumerate(self.neighbours)
            for other in others[:3]
            if other is not None
        )

    @cached_property
    def gates(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """Neighbouring cells, each pair once, with the two cells that touch both (if inside)."""
        return tuple(
            (cell, other, tuple(c for c in (others[way - 1], others[way + 1]) if c is not None))
            for cell, others in enumerate(self.neighbours)
            for way, other in enumerate(others[:3])
            if other is not None
        )

    @cached_property
    def lines(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each direction, all straight lines of cells that run that way through the rectangle."""
        every = []
        for way in range(6):
            back = (way + 3) % 6
            begins = [c for c, others in enumerate(self.neighbours) if others[back] is None]
            every.append(tuple(tuple(self._walk(begin, way)) for begin in begins))
        return tuple(every)

    def _walk(self, begin: int, way: int) -> Iterable[int]:
        cell: int | None = begin
        while cell is not None:
            yield cell
            cell = self.neighbours[cell][way]


@cache
def grid_of(width: int, height: int) -> Grid:
    """Make the rectangle of that many columns and rows, once."""
    return Grid(width, height)


@frozen(eq=False)
class Window:
    """Part of the board: a rectangle, and which cell of the true board each of its cells is."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]

    @cached_property
    def grid(self) -> Grid:
        """The rectangle."""
        return grid_of(len(self.columns), len(self.rows))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The true cell of each cell of the rectangle."""
        return tuple((q, r) for q in self.columns for r in self.rows)

    @cached_property
    def number(self) -> dict[Cell, int]:
        """The number of each true cell in the rectangle."""
        return {cell: number for number, cell in enumerate(self.cells)}


def narrowed(coordinates: Iterable[int]) -> tuple[int, ...]:
    """List the columns (or rows) of a window for things with these coordinates.

    >>> narrowed([0, 2, 9])
    (-2, -1, 0, 1, 2, 3, 4, 8, 9, 10, 11)
    """
    known = sorted(set(coordinates))
    listed = list(range(known[0] - MARGIN, known[0] + 1))
    for last, following in pairwise(known):
        if following - last - 1 <= STRIP:
            listed += range(last + 1, following + 1)
        else:
            listed += (*range(last + 1, last + STRIP), following - 1, following)
    return (*listed, *range(known[-1] + 1, known[-1] + MARGIN + 1))


def window_around(cells: Iterable[Cell]) -> Window:
    """Make the window for things on some cells (at least one)."""
    columns, rows = zip(*cells, strict=True)
    return Window(narrowed(columns), narrowed(rows))
