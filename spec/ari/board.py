"""ARI's material: the names of cells, the four directions, and how a die can lie."""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from typing import TypeAlias

Sides: TypeAlias = tuple[int, int, int, int]
"""The numbers of a lying die that look north, east, south and west."""
Net: TypeAlias = tuple[int, ...]
"""The numbers of a die: top, north, east, south, west, bottom."""

PLAYERS = ("white", "black")
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""North, east, south, west, as steps in columns (eastwards) and rows (northwards)."""
USUAL_NETS: dict[str, Net] = {
    "III": (5, 9, 2, 1, 7, 6),
    "IV": (4, 1, 3, 9, 8, 5),
    "V": (6, 2, 8, 7, 3, 4),
}


def spell(column: int, row: int) -> str:
    """Write a cell: ``a1`` is column 1, row 1."""
    return f"{ascii_lowercase[column - 1]}{row}"


@cache
def cells(n: int) -> dict[str, tuple[int, int]]:
    """Map the name of each cell to its column and row, both from 1 to n; columns first."""
    numbers = range(1, n + 1)
    return {spell(column, row): (column, row) for column in numbers for row in numbers}


def turned(net: Net) -> Net:
    """Turn a die a quarter on its bottom, clockwise seen from above."""
    top, north, east, south, west, bottom = net
    return top, west, north, east, south, bottom


def tipped(net: Net) -> Net:
    """Tip a die over its northern edge: its top then looks north."""
    top, north, east, south, west, bottom = net
    return south, top, east, bottom, west, north


@cache
def turnings(net: Net) -> tuple[Net, ...]:
    """List all ways to lay a die down: what turning and tipping lead to, 24 if all numbers differ."""
    found = {net: None}
    waiting = [net]
    while waiting:
        lying = waiting.pop()
        for other in (turned(lying), tipped(lying)):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return tuple(sorted(found))


@cache
def orientations(net: Net) -> tuple[Sides, ...]:
    """List the different quadruples of sides that a die can show, sorted."""
    shown = {(north, east, south, west) for _, north, east, south, west, _ in turnings(net)}
    return tuple(sorted(shown))
