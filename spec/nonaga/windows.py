"""Games of Nonaga side by side, each seen through a window of its own.

All windows have one shape: the lanes of a vector are games, the cells those of the windows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from rulewright.spec.bulk import Numbers, Table
from rulewright.spec.lanes import lanes_in, pack, pack_columns, unpack
from rulewright.spec.logic import Fact
from rulewright.spec.nonaga.board import MARGIN, NEIGHBOURS, Cell
from rulewright.spec.nonaga.facts import Facts, Position
from rulewright.spec.nonaga.notation import State
from rulewright.spec.structure import mapped
from rulewright.spec.words import WordFact, unpacked, words_for, words_of

WIDEST = 24
"""Columns or rows of a field that is judged together with others."""
AT_ONCE = 1_024
"""Games judged at a time: enough lanes to be quick, few enough to fit the processor's caches."""
HALF = 32
"""Bits of a row or a column in the number of a cell."""
NOBODY = -1
"""Stands in a row of players for none of them."""


@frozen(eq=False)
class Boards:
    """Positions by the true cells of their things, a row for each; a cell is its column and its row."""

    discs: Numbers
    """`[game, index, 2]`, ascending."""
    pieces: tuple[Numbers, ...]
    """For each player `[game, index, 2]`, ascending."""
    turn: Numbers
    """`[game]`: the player to move, or `NOBODY`."""
    disc_step: Table
    barred: Numbers
    """`[game, 2]`; 0,0 where no disc is barred."""
    is_barred: Table
    winner: Numbers
    """`[game]`: the player who has won, or `NOBODY`."""

    @classmethod
    def of(cls, states: Sequence[State]) -> Boards:
        """Take positions with as many things as each other; raises `LookupError` for others."""
        alike(*((len(state.discs), *map(len, state.pieces)) for state in states))
        return cls(
            discs=cells_of([state.discs for state in states]),
            pieces=tuple(map(cells_of, zip(*(state.pieces for state in states), strict=True))),
            turn=players_in([state.turn for state in states]),
            disc_step=np.array([state.disc_step for state in states], np.bool_),
            barred=np.array([state.barred or (0, 0) for state in states], np.int64),
            is_barred=np.array([state.barred is not None for state in states], np.bool_),
            winner=players_in([state.winner for state in states]),
        )

    @property
    def tables(self) -> tuple[NDArray[Any], ...]:
        """All of it, game by game."""
        return (
            *(self.discs, *self.pieces, self.turn, self.disc_step),
            *(self.barred, self.is_barred, self.winner),
        )

    def __len__(self) -> int:
        """Number of games."""
        return len(self.turn)

    @cached_property
    def edges(self) -> Numbers:
        """The lowest and the highest column and row of a disc: ``[2, game, 2]``."""
        cells = np.ascontiguousarray(self.discs.transpose(1, 0, 2))  # quicker than by rows
        return np.array([cells.min(axis=0), cells.max(axis=0)])

    @property
    def extents(self) -> Numbers:
        """Count the columns and the rows ``[game, 2]`` of the smallest rectangles round the fields."""
        lowest, highest = self.edges
        found: Numbers = highest - lowest + 1
        return found

    @property
    def are_wide(self) -> Table:
        """Which fields spread over too many columns or rows to be judged with others: ``[game]``."""
        found: Table = np.any(self.extents > WIDEST, axis=1)
        return found

    def taken(self, games: NDArray[np.intp]) -> Boards:
        """Return the positions of some games."""
        return self.with_tables([table[games] for table in self.tables])

    def with_others(self, games: NDArray[np.intp], others: Boards) -> Boards:
        """Replace the positions of some games; raises `LookupError` for more things, or fewer."""
        alike(*([table.shape[1:] for table in each.tables] for each in (self, others)))
        tables = [table.copy() for table in self.tables]
        for table, other in zip(tables, others.tables, strict=True):
            table[games] = other
        return self.with_tables(tables)

    def with_tables(self, tables: Sequence[NDArray[Any]]) -> Boards:
        """Return positions with other tables."""
        discs, *pieces, turn, disc_step, barred, is_barred, winner = tables
        return Boards(discs, tuple(pieces), turn, disc_step, barred, is_barred, winner)

    def state(self, game: int) -> State:
        """Give one position."""
        turn, winner = (int(row[game]) for row in (self.turn, self.winner))
        return State(
            discs=listed(self.discs[game]),
            pieces=tuple(listed(own[game]) for own in self.pieces),
            turn=None if turn < 0 else turn,
            disc_step=bool(self.disc_step[game]),
            barred=listed(self.barred[[game]])[0] if self.is_barred[game] else None,
            winner=None if winner < 0 else winner,
        )


@frozen(eq=False)
class Windows:
    """Some games side by side, each in a window of its own; the windows have one shape."""

    games: NDArray[np.intp]
    boards: Boards
    """Their positions."""
    corners: Numbers
    """`[game, 2]`: the first column and the first row of the window."""
    width: int
    height: int

    @classmethod
    def of(cls, games: NDArray[np.intp], boards: Boards) -> Windows:
        """Choose the windows: as for one game, and as large as the largest of them needs."""
        width, height = (boards.extents.max(axis=0) + 2 * MARGIN).tolist()
        return cls(games, boards, boards.edges[0] - MARGIN, width, height)

    @property
    def cells(self) -> int:
        """Number of cells of a window."""
        return self.width * self.height

    @property
    def disc_step(self) -> bool:
        """The step to be made, the same in all games."""
        return bool(self.boards.disc_step[0])

    def numbers(self, things: Numbers) -> NDArray[np.intp]:
        """Number cells ``[game, index, 2]`` in the windows of their games."""
        local = things - self.corners[:, None, :]
        numbers: NDArray[np.intp] = local[..., 0] * self.height + local[..., 1]
        return numbers

    def where(self, cells: Numbers, lanes: Numbers) -> Numbers:
        """Find the true cells ``[index, 2]`` of cells in the windows of some lanes."""
        local = np.stack(np.divmod(cells, self.height), axis=-1)
        true: Numbers = local + self.corners[lanes]
        return true

    def facts(self, numbers: NDArray[np.intp], among: Table | None = None) -> Facts:
        """State which cell carries one of the things numbered ``[game, index]`` (of games `among`)."""
        table = np.zeros((self.cells, len(self.games)), np.bool_)
        lanes = np.arange(len(self.games))[:, None]
        table[numbers, lanes] = True if among is None else among[:, None]
        return tuple(lanes or False for lanes in pack_columns(table.T))

    @cached_property
    def position(self) -> Position:
        """The facts of all positions; all have the same step to be made."""
        boards = self.boards
        barred = np.where(boards.is_barred[:, None], boards.barred, boards.discs[:, 0])
        return Position(
            discs=self.facts(self.discs),
            pieces=tuple(self.facts(self.numbers(own)) for own in boards.pieces),
            turn=tuple(pack(boards.turn == player) for player in range(2)),
            disc_step=self.disc_step,
            barred=self.facts(self.numbers(barred[:, None]), boards.is_barred),
            won=tuple(pack(boards.winner == player) or False for player in range(2)),
        )

    @cached_property
    def in_words(self) -> Position:
        """The same facts in words."""
        words = words_for(len(self.games))

        def change(fact: Fact) -> Fact:
            return WordFact(words_of(fact, words)) if is_vector(fact) else fact

        return mapped(change, self.position)

    @cached_property
    def discs(self) -> NDArray[np.intp]:
        """The cells ``[game, index]`` of the discs."""
        return self.numbers(self.boards.discs)

    @property
    def pieces(self) -> NDArray[np.intp]:
        """The cells ``[game, index]`` of the pieces."""
        return self.numbers(np.concatenate(self.boards.pieces, axis=1))

    @cached_property
    def targets(self) -> NDArray[np.intp]:
        """The cells ``[game, index]`` on a disc or beside one, -1 for none."""
        near = np.zeros((len(self.games), self.cells), np.bool_)
        rows = np.arange(len(self.games))[:, None]
        near[rows, self.discs] = True
        for column, row in NEIGHBOURS:  # the margin keeps them inside
            near[rows, self.discs + (column * self.height + row)] = True
        lanes, cells = np.nonzero(near)
        counts = near.sum(axis=1)
        targets = np.full((len(near), int(counts.max())), -1, np.intp)
        targets[lanes, places_among(counts)] = cells
        return targets

    def table(self, facts: Facts) -> Table:
        """Unpack facts: ``[cell, game]``."""
        width = len(self.games)
        rows = [words_of(lanes_in(fact, width), words_for(width)) for fact in facts]
        return unpacked(np.array(rows), width)

    def read(self, position: Position) -> Boards:
        """Read the facts of all positions; raises `LookupError` if things are lost or doubled.

        Things with the same facts as before have not moved.
        """
        before, boards, width = self.position, self.boards, len(self.games)
        pairs = zip(
            (position.discs, *position.pieces),
            (before.discs, *before.pieces),
            (boards.discs, *boards.pieces),
            strict=True,
        )
        discs, *pieces = (
            there if are_same(facts, old) else self.things(facts, there.shape[1])
            for facts, old, there in pairs
        )
        barred, is_barred = self.thing(position.barred)
        turn, won = (the_one(facts, width) for facts in (position.turn, position.won))
        disc_step = unpack(position.disc_step, width)
        return Boards(discs, tuple(pieces), turn, disc_step, barred, is_barred, won)

    def things(self, facts: Facts, count: int) -> Numbers:
        """Find for each game the `count` true cells of which a fact holds: ``[game, index, 2]``."""
        lanes, cells = np.nonzero(np.ascontiguousarray(self.table(facts).T))
        if (np.bincount(lanes, minlength=len(self.games)) != count).any():
            raise LookupError("there are not as many things on the board as there should be")
        return self.where(cells, lanes).reshape(-1, count, 2)

    def thing(self, facts: Facts) -> tuple[Numbers, Table]:
        """Find for each game the true cell of which a fact holds, and whether there is one."""
        there = self.table(facts)
        counts = there.sum(axis=0)
        if (counts > 1).any():
            raise LookupError("there are not as many things on the board as there should be")
        is_there = counts == 1
        cells = self.where(there.argmax(axis=0), np.arange(len(self.games)))
        return cells * is_there[:, None], is_there


def alike(*counts: object) -> None:
    """Raise `LookupError` unless all counts of things are the same."""
    if any(each != counts[0] for each in counts):
        raise LookupError("there are not as many things on the board as there should be")


def cells_of(things: Sequence[Sequence[Cell]]) -> Numbers:
    """Make a table ``[game, index, 2]`` of cells."""
    return np.array(things, np.int64).reshape(len(things), -1, 2)


def players_in(players: Sequence[int | None]) -> Numbers:
    """Make a row of players."""
    return np.array([NOBODY if player is None else player for player in players], np.int64)


def listed(cells: Numbers) -> tuple[Cell, ...]:
    """List the cells ``[index, 2]``."""
    return tuple((q, r) for q, r in cells.tolist())


def keys(cells: Numbers, *, row_by_row: bool = False) -> Numbers:
    """Number cells ``[..., 2]`` in the order column by column, or row by row."""
    columns, rows = cells[..., 0], cells[..., 1]
    found: Numbers = (rows << HALF) + columns if row_by_row else (columns << HALF) + rows
    return found


def in_order(cells: Numbers, *, row_by_row: bool = False) -> Numbers:
    """Put the cells ``[game, index, 2]`` of each game in order."""
    order = np.argsort(keys(cells, row_by_row=row_by_row), axis=1)
    return np.take_along_axis(cells, order[..., None], axis=1)


def places_among(counts: Numbers) -> Numbers:
    """Number things that are listed game by game, so many of each, from 0 in each game."""
    places: Numbers = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return places


def the_one(facts: Facts, width: int) -> Numbers:
    """Find in each lane the player of whom a fact holds; raises `LookupError` for two at once."""
    rows = np.array([unpack(fact, width) for fact in facts])
    if (rows.sum(axis=0) > 1).any():
        raise LookupError("a turn, or a win, is that of two players at once")
    return np.where(rows.any(axis=0), rows.argmax(axis=0), NOBODY)


def are_same(facts: Facts, others: Facts) -> bool:
    """Return whether facts are the same constants and vectors as others, for certain."""
    return len(facts) == len(others) and all(
        one is other or (is_vector(one) and is_vector(other) and one == other)
        for one, other in zip(facts, others, strict=True)
    )


def is_vector(fact: Fact) -> bool:
    """Return whether a fact is a plain bit vector."""
    return type(fact) is int


def groups(games: NDArray[np.intp], boards: Boards) -> Iterator[Windows]:
    """Put games side by side, not too many at once, and those of like size: their windows are small."""
    breadths = boards.extents[games].prod(axis=1)
    in_turn = games[np.argsort(breadths, kind="stable")]
    for begin in range(0, len(games), AT_ONCE):
        chosen = in_turn[begin : begin + AT_ONCE]
        yield Windows.of(chosen, boards.taken(chosen))


def by_step(games: NDArray[np.intp], boards: Boards) -> list[Windows]:
    """Put games side by side that have the same step to be made."""
    return [
        lanes
        for disc_step in (False, True)
        for lanes in groups(games[boards.disc_step[games] == disc_step], boards)
    ]


def truths(table: Table) -> Table:
    """Return for each column whether any row is true."""
    found: Table = np.asarray(table.any(axis=0), np.bool_)
    return found
