"""Which tiles that share a corner must agree on it, by exhaustion over all ways to lay and to take.

Forgotten is all but this: where tiles lie, and which corners are known to show the same symbol. Two
tiles that share an edge agree on it while both lie (a claim of the theorem that uses this), and what a
tile shows never changes; so tiles agree on a corner where a chain of such pairs joins them, even when
the tiles between them are taken later.

What can be taken is, more generously than the rules have it, any set of tiles but the one just laid,
across whose edges only tiles lie: whoever owns them, whoever is to move, any number at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import frozen

from rulewright.proofs.computed import Computed
from rulewright.proofs.dreieck.tables import beside
from rulewright.spec.dreieck.board import FIRST, Cell, Vertex, corners_of


@frozen
class Agreement:
    """Where tiles lie, and which of them agree on a corner that they share."""

    groups: frozenset[tuple[Vertex, frozenset[Cell]]]
    """At each corner of each tile: a group of tiles that all show the same symbol there."""

    @property
    def cells(self) -> frozenset[Cell]:
        """Where tiles lie."""
        return frozenset(cell for _, group in self.groups for cell in group)

    def with_tile(self, cell: Cell) -> Agreement:
        """Lay a tile: at each corner it joins the groups of those that it shares an edge with."""
        near, corners = set(beside(cell)), corners_of(cell)
        joined = {
            (vertex, group) for vertex, group in self.groups if vertex in corners and near & group
        }
        larger = (
            (corner, frozenset({cell}).union(*(own for at, own in joined if at == corner)))
            for corner in corners
        )
        return Agreement(self.groups - joined | frozenset(larger))

    def without(self, taken: frozenset[Cell]) -> Agreement:
        """Take tiles: those that stay agree as before."""
        kept = ((vertex, group - taken) for vertex, group in self.groups)
        return Agreement(frozenset((vertex, group) for vertex, group in kept if group))

    def may_differ(self) -> bool:
        """Return whether two tiles share a corner and are not known to agree on it."""
        corners = [vertex for vertex, _ in self.groups]
        return len(set(corners)) < len(corners)


def walled_in(cells: frozenset[Cell], but: Cell) -> Iterator[frozenset[Cell]]:
    """Yield all sets of tiles without a certain one, across whose edges only tiles lie."""
    inner = [cell for cell in cells if cell != but and cells.issuperset(beside(cell))]
    for size in range(1, len(inner) + 1):
        yield from map(frozenset, combinations(inner, size))


def following(before: Agreement) -> Iterator[Agreement]:
    """Lay a tile beside a laid one in every way, and take nothing, or whatever can be taken."""
    cells = before.cells
    for cell in {near for here in cells for near in beside(here)} - cells:
        laid = before.with_tile(cell)
        yield laid
        for taken in walled_in(laid.cells, cell):
            yield laid.without(taken)


def layers_up_to(tiles: int) -> Iterator[set[Agreement]]:
    """Yield, for each number of tiles laid up to so many, everything that they can come to."""
    layer = {Agreement(frozenset()).with_tile(FIRST)}
    yield layer
    for _ in range(1, tiles):
        layer = {after for here in layer for after in following(here)}
        yield layer


def tables_up_to(tiles: int) -> set[frozenset[Cell]]:
    """Return all sets of cells on which tiles can lie when up to so many have been laid."""
    return {here.cells for layer in layers_up_to(tiles) for here in layer}


def corners_agree_up_to(tiles: int) -> Computed:
    """Look at everything that so many tiles can come to: tiles that share a corner agree on it."""
    looked = 0
    for number, layer in enumerate(layers_up_to(tiles), 1):
        looked += len(layer)
        if any(here.may_differ() for here in layer):
            return Computed(False, f"after {number} tiles two may differ at a corner", looked)
    detail = f"alike at all corners in {looked} tables of up to {tiles} tiles"
    return Computed(True, detail, looked)
