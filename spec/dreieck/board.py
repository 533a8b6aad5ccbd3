"""The table and the tiles of Dreieck nimmt: triangles on an unbounded lattice, three symbols each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from itertools import product
from string import ascii_lowercase
from typing import TypeAlias

from attrs import frozen

Vertex: TypeAlias = tuple[int, int]
Cell: TypeAlias = tuple[str, int, int]
"""``u`` (pointing up) or ``d`` (pointing down), and the coordinates q and r."""
Corners: TypeAlias = tuple[Vertex, Vertex, Vertex]
Shared: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""For each end of a common edge: which corner it is of the one cell, and of the other."""

FIRST: Cell = ("u", 0, 0)
"""Where the very first tile of the game goes."""


def corners_of(cell: Cell) -> Corners:
    """List the corners of a cell, counter-clockwise, in the order in which symbols are written."""
    kind, q, r = cell
    return {
        "u": ((q, r), (q + 1, r), (q, r + 1)),
        "d": ((q + 1, r), (q + 1, r + 1), (q, r + 1)),
    }[kind]


def spell(cell: Cell) -> str:
    """Write a cell as the page does: ``u0,-1``."""
    kind, q, r = cell
    return f"{kind}{q},{r}"


def steps_from_first(cell: Cell) -> int:
    """Count the edges that a walk from the first cell crosses at least.

    An edge lies on one line of one of three parallel families; crossing it changes only the cell's
    place among the lines of that family, by one.
    """
    kind, q, r = cell
    return abs(q) + abs(r) + abs(q + r + (kind == "d"))


@frozen
class Window:
    """A finite part of the table: all cells with q and r from `least` to `most`.

    `window_around` makes one that reaches one step further than every tile. That is enough, whatever
    the table beyond: a tile is laid beside a laid tile, so all cells that matter to the next action
    are inside; and all cells outside are empty and hang together, and no tile lies on the rim. So the
    unbounded part of what is not a region is exactly the part that reaches the window's rim.
    """

    least: Vertex
    most: Vertex

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, sorted."""
        return tuple(
            (kind, q, r)
            for kind in ("d", "u")
            for q in range(self.least[0], self.most[0] + 1)
            for r in range(self.least[1], self.most[1] + 1)
        )

    @cached_property
    def number(self) -> dict[Cell, int]:
        """The place of a cell in `cells`."""
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def joints(self) -> tuple[tuple[int, int, Shared], ...]:
        """Pairs of neighbours, by number, with the corners they share: two, hence an edge."""
        at_edge: dict[frozenset[Vertex], list[tuple[int, int]]] = {}
        for number, cell in enumerate(self.cells):
            corners = corners_of(cell)
            for first in range(3):
                edge = frozenset((corners[first], corners[first - 2]))
                at_edge.setdefault(edge, []).append((number, first))
        return tuple(
            # Both run counter-clockwise, so along the common edge they run against each other.
            (one, other, ((first, (second + 1) % 3), ((first + 1) % 3, second)))
            for (one, first), (other, second) in (
                pair
                for pair in at_edge.values()
                if len(pair) == 2  # noqa: PLR2004 - two sides
            )
        )

    @cached_property
    def around(self) -> tuple[tuple[tuple[int, Shared], ...], ...]:
        """For each cell its neighbours inside the window, with (own corner, their corner) twice."""
        found: list[list[tuple[int, Shared]]] = [[] for _ in self.cells]
        for one, other, ((a, b), (c, d)) in self.joints:
            found[one].append((other, ((a, b), (c, d))))
            found[other].append((one, ((b, a), (d, c))))
        return tuple(map(tuple, found))

    @cached_property
    def rim(self) -> tuple[bool, ...]:
        """For each cell: one of its neighbours is outside the window."""
        return tuple(len(neighbours) < 3 for neighbours in self.around)  # noqa: PLR2004 - three sides


@lru_cache(maxsize=1 << 12)
def window_from(least: Vertex, most: Vertex) -> Window:
    """Make the window of these bounds, or find the one that was made."""
    return Window(least, most)


def window_around(cells: Iterable[Cell]) -> Window:
    """Make the least window that reaches one step beyond the cells (beyond the first if none)."""
    kept = list(cells) or [FIRST]
    least = min(q for _, q, _ in kept) - 1, min(r for _, _, r in kept) - 1
    most = max(q for _, q, _ in kept) + 1, max(r for _, _, r in kept) + 1
    return window_from(least, most)


# -------------------------------------------------------------------------------- tiles and players


@cache
def players_of(k: int) -> tuple[str, ...]:
    """Name the players in turn order."""
    return tuple(f"p{number}" for number in range(1, k + 1))


@cache
def ways_to_lie(s: int) -> tuple[str, ...]:
    """List all ways in which three symbols can lie on the corners of a cell: s³ of them."""
    return tuple(map("".join, product(ascii_lowercase[:s], repeat=3)))


def name_of(way: str) -> str:
    """Name the tile that shows these symbols counter-clockwise: their least rotation."""
    return min(way[turn:] + way[:turn] for turn in range(3))


@cache
def tiles_of(s: int) -> tuple[str, ...]:
    """Name all tiles with `s` symbols, sorted."""
    return tuple(sorted({name_of(way) for way in ways_to_lie(s)}))
