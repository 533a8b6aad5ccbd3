"""What Dreieck's implementation takes from the size of a region, held against all regions so large."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulewright.impl.dreieck.regions import LEAST_ROUND_A_HOLE

Cell: TypeAlias = tuple[int, int, int]
"""Column, row, and 0 for an up triangle or 1 for a down triangle."""
Region: TypeAlias = frozenset[Cell]


def beside(cell: Cell) -> list[Cell]:
    """List the three cells across the edges of a cell."""
    q, r, down = cell
    if down:
        return [(q, r, 0), (q + 1, r, 0), (q, r + 1, 0)]
    return [(q, r, 1), (q - 1, r, 1), (q, r - 1, 1)]


def moved(cells: set[Cell]) -> Region:
    """Move a region to the least columns and rows."""
    left, low = min(q for q, _, _ in cells), min(r for _, r, _ in cells)
    return frozenset((q - left, r - low, down) for q, r, down in cells)


def regions() -> Iterator[set[Region]]:
    """Yield all regions of one cell, of two, and so on; translations count once."""
    found = {moved({(0, 0, down)}) for down in (0, 1)}
    while True:
        yield found
        found = {
            moved({*region, other})
            for region in found
            for cell in region
            for other in beside(cell)
            if other not in region
        }


def has_a_hole(region: Region) -> bool:
    """Return whether not all cells around are connected, from edge to edge, without the region."""
    columns = range(min(q for q, _, _ in region) - 1, max(q for q, _, _ in region) + 2)
    rows = range(min(r for _, r, _ in region) - 1, max(r for _, r, _ in region) + 2)
    left = {(q, r, down) for q in columns for r in rows for down in (0, 1)} - region
    fresh = {(columns[0], rows[0], 0)}
    while fresh:
        left -= fresh
        fresh = {other for cell in fresh for other in beside(cell)} & left
    return bool(left)


def test_no_smaller_region_has_a_hole_and_one_of_that_size_has() -> None:
    for size, found in enumerate(regions(), start=1):
        assert size == 1 or len(found) > 2
        if size == LEAST_ROUND_A_HOLE:
            assert any(has_a_hole(region) for region in found)
            return
        assert not any(has_a_hole(region) for region in found)
