"""Minoa's board: vertices, lines and triangles of a triangulated hexagon."""

from __future__ import annotations

from functools import cache, cached_property
from itertools import combinations
from typing import TypeAlias

from attrs import field, frozen

Vertex: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[Vertex, Vertex]

DIRECTIONS = ((1, 0), (0, 1), (-1, 1))
COLOURS = ("red", "blue", "yellow", "green")


def spell(line: Line) -> str:
    """Write a line with its two vertices, as the page does: ``-1,1-0,0``."""
    (q, r), (s, t) = line
    return f"{q},{r}-{s},{t}"


@frozen(eq=False)
class Board:
    """The hexagon of size `n`; get one from `board_of`.

    Lines are numbered in the order of `lines`, triangles in that of `triangles`.
    """

    n: int
    vertices: tuple[Vertex, ...] = field(init=False, repr=False)
    lines: tuple[Line, ...] = field(init=False, repr=False)
    triangles: tuple[tuple[Vertex, Vertex, Vertex], ...] = field(init=False, repr=False)

    @vertices.default
    def _hexagon(self) -> tuple[Vertex, ...]:
        span = range(-self.n, self.n + 1)
        return tuple((q, r) for q in span for r in span if abs(q + r) <= self.n)

    @lines.default
    def _joined_vertices(self) -> tuple[Line, ...]:
        inside = set(self.vertices)
        return tuple(
            sorted(
                (min(ends), max(ends))
                for q, r in self.vertices
                for dq, dr in DIRECTIONS
                if (q + dq, r + dr) in inside
                for ends in (((q, r), (q + dq, r + dr)),)
            )
        )

    @triangles.default
    def _mutually_joined_vertices(self) -> tuple[tuple[Vertex, Vertex, Vertex], ...]:
        joined = set(self.lines)
        around = {v: [w for w in self.vertices if (v, w) in joined] for v in self.vertices}
        return tuple(
            (a, b, c)
            for a in self.vertices
            for b, c in combinations(around[a], 2)
            if (b, c) in joined
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Each line as text."""
        return tuple(spell(line) for line in self.lines)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of the line of that text."""
        return {name: line for line, name in enumerate(self.names)}

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """For each line, the one or two triangles it is a side of."""
        index = {line: number for number, line in enumerate(self.lines)}
        sides: list[list[int]] = [[] for _ in self.lines]
        for number, corners in enumerate(self.triangles):
            for ends in combinations(corners, 2):
                sides[index[ends]].append(number)
        return tuple(map(tuple, sides))

    @cached_property
    def boundary(self) -> tuple[int, ...]:
        """The lines on one triangle only: 6n of them."""
        return tuple(line for line, sides in enumerate(self.sides) if len(sides) == 1)

    @cached_property
    def interior(self) -> tuple[int, ...]:
        """The lines between two triangles: 9n² - 3n of them."""
        return tuple(line for line, sides in enumerate(self.sides) if len(sides) == 2)  # noqa: PLR2004 - two sides

    @cached_property
    def supply(self) -> int:
        """Sticks in the box: 3n(n+1)."""
        return 3 * self.n * (self.n + 1)


@cache
def board_of(n: int) -> Board:
    """Make the board of size `n`, once."""
    return Board(n)
