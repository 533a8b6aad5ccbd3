"""All tables that games can lead to in so many actions, by exhaustion, whatever the symbols.

Symbols only forbid. So here every empty cell beside a laid tile takes a tile, anybody may pass at any
time, and nobody runs out of tiles: whatever holds of all these tables holds of all tables of games
with any number of symbols, held in hands or in stacks, under both readings of `match`. What a tile
captures is decided by DRE-7 itself, one lane of a bit vector for each table and each cell to lay on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from rulewright.proofs.computed import Computed
from rulewright.proofs.dreieck.setting import effect, laid_down
from rulewright.spec.dreieck.board import FIRST, Cell, Window, window_around
from rulewright.spec.dreieck.evaluation import Evaluation
from rulewright.spec.dreieck.facts import Facts, Position, Rules, seen_through
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.dreieck.rulebook import RULEBOOK
from rulewright.spec.lanes import lanes_in, pack, pack_columns, unpack

Table: TypeAlias = frozenset[tuple[Cell, int]]
"""The cells on which tiles lie, and the number of the player of each."""


@cache
def beside(cell: Cell) -> tuple[Cell, ...]:
    """List the cells that share an edge with one."""
    window = window_around((cell,))
    return tuple(window.cells[other] for other, _ in window.around[window.number[cell]])


def places(table: Table) -> set[Cell]:
    """Find the empty cells beside laid tiles; before the first, u0,0."""
    lying = {cell for cell, _ in table}
    return {near for cell in lying for near in beside(cell)} - lying or {FIRST}


@frozen(eq=False)
class Layings:
    """Every way to lay one more tile: tables, whose turn it is, and where the tile is laid."""

    k: int
    window: Window
    tables: tuple[tuple[Table, int], ...]
    cells: tuple[Cell, ...]

    @classmethod
    def on(cls, k: int, tables: set[tuple[Table, int]]) -> Layings:
        """Lay a tile in every way on each of some tables."""
        pairs = [(each, cell) for each in tables for cell in sorted(places(each[0]))]
        cells = tuple(cell for _, cell in pairs)
        return cls(k, window_around(set(cells)), tuple(each for each, _ in pairs), cells)

    def owners(self) -> list[NDArray[np.bool_]]:
        """For each player, whose tiles lie where: ``[laying, cell]``."""
        owners = [np.zeros((len(self.cells), len(self.window.cells)), bool) for _ in range(self.k)]
        for lane, (table, _) in enumerate(self.tables):
            for cell, player in table:
                owners[player][lane, self.window.number[cell]] = True
        return owners

    def evaluated(self, trigger: str) -> tuple[Position, Facts]:
        """Lay all the tiles: the positions in which they lie, and what is then captured (DRE-7)."""
        rules = Rules(Parameters(self.k, 1), Rulings(trigger=trigger))
        evaluation = Evaluation(rules, RULEBOOK, len(self.cells))
        turns = np.array([turn for _, turn in self.tables])
        at = np.array([self.window.number[cell] for cell in self.cells])
        before = evolve(
            seen_through(effect("DRE-1", rules), self.window),
            owner=tuple(tuple(pack_columns(own)) for own in self.owners()),
            turn=tuple(pack(turns == player) for player in range(self.k)),
            begun=True,
        )
        move = evolve(
            evaluation.nothing, at={cell: pack(at == cell) for cell in np.unique(at).tolist()}
        )
        laid = laid_down(rules, before, move)
        return laid, effect("DRE-7", rules, laid, move)

    def following(self, laid: Position, taken: Facts) -> set[tuple[Table, int]]:
        """Return the tables after the tiles were laid and what is captured was taken."""
        width = len(self.cells)
        gone = np.array([unpack(fact, width) for fact in taken]).T
        found: list[set[tuple[Cell, int]]] = [set() for _ in range(width)]
        for player, own in enumerate(laid.owner):
            lying = np.array([unpack(fact, width) for fact in own]).T & ~gone
            for lane, cell in np.argwhere(lying).tolist():
                found[lane].add((self.window.cells[cell], player))
        return {
            (frozenset(table), (turn + 1) % self.k)
            for table, (_, turn) in zip(found, self.tables, strict=True)
        }


def layers(k: int, actions: int) -> Iterator[Layings]:
    """Yield, for each action up to so many, every way to lay a tile by it (`trigger=completing`)."""
    tables: set[tuple[Table, int]] = {(frozenset(), 0)}
    for _ in range(actions):
        layings = Layings.on(k, tables)
        yield layings
        passed = {(table, (turn + 1) % k) for table, turn in tables if table}
        tables = layings.following(*layings.evaluated("completing")) | passed


def no_capture_by(k: int, action: int) -> Computed:
    """No tile laid as one of the first so many actions captures anything."""
    looked = 0
    for number, layings in enumerate(layers(k, action), 1):
        _, taken = layings.evaluated("completing")
        looked += len(layings.cells)
        if any(lanes_in(fact, len(layings.cells)) for fact in taken):
            return Computed(False, f"k={k}: action {number} can capture", looked)
    return Computed(True, f"k={k}: none of {looked} layings captures", looked)


def triggers_agree_by(k: int, action: int) -> Computed:
    """`completing` and `standing` take the same in each of the first so many actions."""
    looked = 0
    for number, layings in enumerate(layers(k, action), 1):
        width = len(layings.cells)
        one, other = (layings.evaluated(name)[1] for name in ("completing", "standing"))
        looked += width
        if any(lanes_in(a, width) != lanes_in(b, width) for a, b in zip(one, other, strict=True)):
            return Computed(False, f"k={k}: action {number} parts them", looked)
    return Computed(True, f"k={k}: alike in {looked} layings", looked)


def one_neighbour_by(k: int, action: int) -> Computed:
    """Each of the first so many actions that lays a tile lays it beside one tile at most."""
    looked = 0
    for number, layings in enumerate(layers(k, action), 1):
        for (table, _), cell in zip(layings.tables, layings.cells, strict=True):
            looked += 1
            lying = {other for other, _ in table}
            if len(lying.intersection(beside(cell))) > 1:
                detail = f"k={k}: action {number} can lay a tile beside two"
                return Computed(False, detail, looked)
    return Computed(True, f"k={k}: beside one tile at most in {looked} layings", looked)
