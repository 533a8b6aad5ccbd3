"""Games of Nonaga side by side, each seen through a window of its own.

All windows have one shape: the lanes of a vector are games, the cells those of the windows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from rulewright.spec.bulk import Numbers, Table
from rulewright.spec.lanes import pack, pack_columns, unpack
from rulewright.spec.logic import Fact
from rulewright.spec.nonaga.board import MARGIN, Cell
from rulewright.spec.nonaga.facts import Facts, Position
from rulewright.spec.nonaga.notation import State

WIDEST = 24
"""Columns or rows of a field that is judged together with others."""
AT_ONCE = 512
"""Games judged at a time: enough lanes to be quick, few enough to fit the processor's caches."""


@frozen(eq=False)
class Windows:
    """Some games side by side, each in a window of its own; the windows have one shape."""

    games: tuple[int, ...]
    states: tuple[State, ...]
    true_discs: Numbers
    """`[game, index, 2]`: the columns and rows of the discs."""
    corners: Numbers
    """`[game, 2]`: the first column and the first row of the window."""
    width: int
    height: int

    @classmethod
    def of(cls, games: Sequence[int], states: Sequence[State]) -> Windows:
        """Choose the windows: as for one game, and as large as the largest of them needs."""
        discs = np.array([state.discs for state in states], np.int64)
        corners = discs.min(axis=1) - MARGIN
        sizes = discs.max(axis=1) + MARGIN + 1 - corners
        width, height = map(int, sizes.max(axis=0))
        return cls(tuple(games), tuple(states), discs, corners, width, height)

    @property
    def cells(self) -> int:
        """Number of cells of a window."""
        return self.width * self.height

    def numbers(self, things: Any) -> NDArray[np.intp]:
        """Number cells ``[game, index, 2]`` in the windows of their games."""
        local = np.array(things, np.int64) - self.corners[:, None, :]
        numbers: NDArray[np.intp] = local[..., 0] * self.height + local[..., 1]
        return numbers

    def where(self, cells: Numbers, lanes: Numbers) -> Numbers:
        """Find the true cells ``[index, 2]`` of cells in the windows of some lanes."""
        local = np.stack([cells // self.height, cells % self.height], axis=-1)
        true: Numbers = local + self.corners[lanes]
        return true

    def facts(self, numbers: NDArray[np.intp], among: Table | None = None) -> Facts:
        """State which cell carries one of the things numbered ``[game, index]`` (of games `among`)."""
        table = np.zeros((len(self.games), self.cells), np.bool_)
        lanes = np.arange(len(self.games))[:, None]
        table[lanes, numbers] = True if among is None else among[:, None]
        return tuple(lanes or False for lanes in pack_columns(table))

    def position(self, *, disc_step: bool) -> Position:
        """State the facts of all positions; all have the same step to be made."""
        states = self.states
        barred = [state.barred or state.discs[0] for state in states]
        is_barred = np.array([state.barred is not None for state in states])
        return Position(
            discs=self.facts(self.discs),
            pieces=tuple(
                self.facts(self.numbers([state.pieces[player] for state in states]))
                for player in range(2)
            ),
            turn=tuple(pack([state.turn == player for state in states]) for player in range(2)),
            disc_step=disc_step,
            barred=self.facts(self.numbers([[cell] for cell in barred]), is_barred),
            won=tuple(
                pack([state.winner == player for state in states]) or False for player in range(2)
            ),
        )

    @property
    def discs(self) -> NDArray[np.intp]:
        """The cells ``[game, index]`` of the discs."""
        return self.numbers(self.true_discs)

    @property
    def pieces(self) -> NDArray[np.intp]:
        """The cells ``[game, index]`` of the pieces."""
        return self.numbers([[*state.pieces[0], *state.pieces[1]] for state in self.states])

    def targets(self, position: Position) -> NDArray[np.intp]:
        """The cells ``[game, index]`` on a disc or beside one, -1 for none."""
        near = self.table(position.discs)
        grid = near.reshape(self.width, self.height, -1)
        beside = grid.copy()
        for column, row in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
            beside |= np.roll(grid, (column, row), axis=(0, 1))  # the margin keeps it from wrapping
        lanes, cells = np.nonzero(beside.reshape(self.cells, -1).T)
        counts = np.bincount(lanes, minlength=len(self.games))
        index = np.arange(len(lanes)) - np.repeat(np.cumsum(counts) - counts, counts)
        targets = np.full((len(self.games), int(counts.max())), -1, np.intp)
        targets[lanes, index] = cells
        return targets

    def table(self, facts: Facts) -> Table:
        """Unpack facts: ``[cell, game]``."""
        return np.array([unpack(fact, len(self.games)) for fact in facts])

    def read(self, position: Position, before: Position) -> list[State]:
        """Read the facts of all positions; raises `LookupError` if things are lost or doubled.

        `before` has the facts of the states as they are: things with the same facts have not moved.
        """
        first, states, width = self.states[0], self.states, len(self.games)
        discs = (
            [state.discs for state in states]
            if are_same(position.discs, before.discs)
            else self.things(position.discs, len(first.discs), len(first.discs))
        )
        pieces = [
            [state.pieces[player] for state in states]
            if are_same(own, before.pieces[player])
            else self.things(own, len(first.pieces[player]), len(first.pieces[player]))
            for player, own in enumerate(position.pieces)
        ]
        barred = self.things(position.barred, 0, 1)
        turn, won = (the_one(facts, width) for facts in (position.turn, position.won))
        steps = unpack(position.disc_step, width).tolist()
        return [
            State(
                discs=discs[lane],
                pieces=tuple(own[lane] for own in pieces),
                turn=turn[lane],
                disc_step=steps[lane],
                barred=next(iter(barred[lane]), None),
                winner=won[lane],
            )
            for lane in range(width)
        ]

    def things(self, facts: Facts, least: int, most: int) -> list[tuple[Cell, ...]]:
        """Find for each game the true cells of which a fact holds, as many as there can be."""
        lanes, cells = np.nonzero(self.table(facts).T)
        true = self.where(cells, lanes).tolist()
        found: list[list[Cell]] = [[] for _ in self.games]
        for lane, (q, r) in zip(lanes.tolist(), true, strict=True):
            found[lane].append((q, r))
        if not all(least <= len(each) <= most for each in found):
            raise LookupError("there are not as many things on the board as there should be")
        return list(map(tuple, found))


def the_one(facts: Facts, width: int) -> list[int | None]:
    """Find in each lane the player of whom a fact holds; raises `LookupError` for two at once."""
    rows = np.array([unpack(fact, width) for fact in facts])
    if (rows.sum(axis=0) > 1).any():
        raise LookupError("a turn, or a win, is that of two players at once")
    return [int(row.argmax()) if row.any() else None for row in rows.T]


def are_same(facts: Facts, others: Facts) -> bool:
    """Return whether facts are the same constants and vectors as others, for certain."""
    return len(facts) == len(others) and all(
        one is other or (is_vector(one) and is_vector(other) and one == other)
        for one, other in zip(facts, others, strict=True)
    )


def is_vector(fact: Fact) -> bool:
    """Return whether a fact is a plain bit vector."""
    return type(fact) is int


@lru_cache(maxsize=1 << 14)
def extent(discs: tuple[Cell, ...]) -> tuple[int, int]:
    """Count the columns and the rows of the smallest rectangle round a field."""
    columns, rows = zip(*discs, strict=True)
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def is_wide(state: State) -> bool:
    """Return whether a field spreads over too many columns or rows to be judged with others."""
    return max(extent(state.discs)) > WIDEST


def breadth(state: State) -> int:
    """Count the cells of the smallest rectangle round a field."""
    return prod(extent(state.discs))


def groups(games: Sequence[int], states: Sequence[State]) -> Iterator[Windows]:
    """Put games side by side, not too many at once, and those of like size: their windows are small."""
    in_turn = sorted(games, key=lambda game: breadth(states[game]))
    for begin in range(0, len(games), AT_ONCE):
        chosen = in_turn[begin : begin + AT_ONCE]
        yield Windows.of(chosen, [states[game] for game in chosen])


def truths(table: Table) -> Table:
    """Return for each column whether any row is true."""
    found: Table = np.asarray(table.any(axis=0), np.bool_)
    return found
