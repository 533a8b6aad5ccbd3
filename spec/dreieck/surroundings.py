"""Cells of many games of Dreieck nimmt, each seen through a window round itself.

What can be laid on a cell depends on the tiles round it, and each game has tiles on few of the cells on
which some game has one. So a lane here is one cell of one game, and the window round it is the same for
all lanes: the facts are gathered lane by lane (`spec.words`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from rulewright.spec.bulk import Numbers, Table
from rulewright.spec.dreieck.board import FIRST, Cell, Window, window_around
from rulewright.spec.dreieck.facts import Facts, Position, Rules, Symbols, laid_cells, refitted
from rulewright.spec.lanes import unpack_rows
from rulewright.spec.logic import Fact, is_constant
from rulewright.spec.structure import mapped
from rulewright.spec.words import WordFact, packed

T = TypeVar("T")
KINDS = "ud"
BEYOND = 1
"""How far beyond the window of a position the window round one of its cells may reach."""
ELSEWHERE = 8
"""A coordinate so large that the window round a cell does not hold the first cell."""
MODELS: tuple[Cell, ...] = (FIRST, *((kind, ELSEWHERE, ELSEWHERE) for kind in KINDS))
"""Cells that stand for others."""


def model_of(cell: Cell) -> Cell:
    """Find the cell that stands for a cell: for the first one itself, as no rule is about another."""
    return cell if cell == FIRST else (cell[0], ELSEWHERE, ELSEWHERE)


class Gathered(Sequence[T], Generic[T]):
    """Facts that are gathered when they are asked for, and then kept."""

    def __init__(self, size: int, gather: Callable[[int], T]) -> None:
        """Say how many there are, and how each is gathered."""
        self._size = size
        self._gather = gather
        self._known: dict[int, T] = {}

    def __len__(self) -> int:
        """How many there are."""
        return self._size

    def __getitem__(self, at: Any) -> Any:
        """Gather one; negative numbers count from the end. Raises `IndexError`."""
        number = range(self._size)[at]
        if number not in self._known:
            self._known[number] = self._gather(number)
        return self._known[number]


@frozen(eq=False)
class Lookout:
    """The cells that are looked at: one cell of one game in each lane."""

    model: Cell
    """The cell that stands for those of all lanes: it points as they do (see `model_of`)."""
    cells: NDArray[np.int64]
    """For each lane the coordinates of its cell: ``[lane, 2]``."""
    games: Numbers
    """For each lane its game."""

    def part(self, lanes: slice) -> Lookout:
        """Some of the lanes."""
        return evolve(self, cells=self.cells[lanes], games=self.games[lanes])


@frozen(eq=False)
class Surroundings:
    """Positions side by side, prepared to be seen from any of their cells."""

    rules: Rules
    position: Position
    games: int
    laid: Sequence[int]
    """The cells, by number in the window, on which a tile lies in some game."""

    @classmethod
    def of(cls, rules: Rules, position: Position, games: int) -> Surroundings:
        """Prepare the positions of so many games, in a window that holds the first cell, too."""
        if FIRST not in position.window.number:
            position = refitted(position, (FIRST,))
        laid = [position.window.number[cell] for cell in laid_cells(position)]
        return cls(rules, position, games, laid)

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """``[kind, q, r]``: which of the cells with tiles that is; the last of all for any other."""
        window = self.position.window
        size = [most - least + 1 + 2 * BEYOND for least, most in zip(*self.bounds, strict=True)]
        found = np.full((len(KINDS), *size), len(self.laid))
        for row, number in enumerate(self.laid):
            kind, q, r = window.cells[number]
            found[KINDS.index(kind), q - self.origin[0], r - self.origin[1]] = row
        return found

    @property
    def bounds(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The least and the most coordinates of the window."""
        return self.position.window.least, self.position.window.most

    @property
    def origin(self) -> NDArray[np.int64]:
        """The coordinates of what is first in `rows`."""
        return np.array(self.bounds[0]) - BEYOND

    @cached_property
    def owners(self) -> Table:
        """For each player: whose tile lies where, as ``[player, row * games + game]``."""
        return self.truths([[own[cell] for cell in self.laid] for own in self.position.owner])

    @cached_property
    def symbols(self) -> Table:
        """The same for what each corner shows: ``[corner * symbols + symbol, row * games + game]``."""
        shown = [self.position.symbols[cell] for cell in self.laid]
        corners = range(3 * len(self.rules.symbols))
        each = [[fact for facts in symbols for fact in facts] for symbols in shown]
        return self.truths([[facts[corner] for facts in each] for corner in corners])

    def truths(self, facts: Sequence[Sequence[Fact]]) -> Table:
        """Unpack facts of the cells with tiles, and add a cell on which nothing lies."""
        every = [fact for row in facts for fact in (*row, False)]
        return unpack_rows(every, self.games).reshape(len(facts), -1)

    def seen(self, lookout: Lookout) -> Position:
        """The positions, a lane for each cell that is looked at, through the window round it."""
        window = window_around((lookout.model,))
        places = Gathered(len(window.cells), lambda cell: self.places(lookout, window, cell))

        def lying(table: Table) -> Callable[[int], tuple[Fact, ...]]:
            return lambda cell: tuple(map(WordFact, packed(table.take(places[cell], axis=1))))

        owners = Gathered(len(window.cells), lying(self.owners))
        shown = Gathered(len(window.cells), lying(self.symbols))
        width = len(self.rules.symbols)

        def own(player: int) -> Any:
            return Gathered(len(window.cells), lambda cell: owners[cell][player])

        def corners(cell: int) -> Symbols:
            first, second, third = (
                shown[cell][at : at + width] for at in range(0, 3 * width, width)
            )
            return first, second, third

        symbols: Any = Gathered(len(window.cells), corners)
        return evolve(
            self.in_lanes(lookout.games),
            window=window,
            owner=tuple(own(player) for player in range(len(self.position.owner))),
            symbols=symbols,
        )

    def whole(self, games: Numbers, cells: Sequence[Cell]) -> Position:
        """The positions of these games, a lane for each, through a window with further cells in it."""
        position = refitted(self.position, cells)
        row_of = {self.position.window.cells[number]: row for row, number in enumerate(self.laid)}
        rows = [row_of.get(cell) for cell in position.window.cells]
        blank: Facts = (False,) * len(self.rules.symbols)

        def lying(table: Table) -> Callable[[int], tuple[Fact, ...]]:
            each = table.reshape(len(table), -1, self.games)
            return lambda row: tuple(
                WordFact(words) if words.any() else False
                for words in packed(each[:, row].take(games, axis=1))
            )

        owners, shown = Gathered(len(self.laid), lying(self.owners)), lying(self.symbols)
        symbols: Any = [
            (blank, blank, blank) if row is None else Gathered(3, self.corner_of(shown, row))
            for row in rows
        ]
        return evolve(
            self.in_lanes(games),
            window=position.window,
            owner=tuple(
                tuple(False if row is None else owners[row][player] for row in rows)
                for player in range(len(self.position.owner))
            ),
            symbols=symbols,
        )

    def corner_of(
        self, shown: Callable[[int], tuple[Fact, ...]], row: int
    ) -> Callable[[int], Facts]:
        """Gather what a corner of a tile shows, when it is asked for."""
        width = len(self.rules.symbols)
        every = cache(lambda: shown(row))
        return lambda corner: every()[corner * width : (corner + 1) * width]

    def places(self, lookout: Lookout, window: Window, cell: int) -> NDArray[np.int64]:
        """Where in `owners` and `symbols` each lane has a cell of the window."""
        kind, *at = window.cells[cell]
        steps = np.array(at) - lookout.model[1:] - self.origin
        q, r = (lookout.cells + steps).T
        found: NDArray[np.int64] = self.rows[KINDS.index(kind), q, r] * self.games + lookout.games
        return found

    @cached_property
    def held(self) -> Table:
        """The facts about what does not lie on the table, one after the other: ``[fact, game]``."""
        facts: list[Fact] = []
        each_fact(facts.append, self.bare)
        return unpack_rows(facts, self.games)

    @property
    def bare(self) -> Position:
        """The position without what lies on the table, and without numbers."""
        return evolve(self.position, owner=(), symbols=(), captured=())

    def in_lanes(self, games: Numbers) -> Position:
        """Repeat what does not lie on the table, for lanes of these games.

        Numbers stay those of the games: no clause about actions looks at them, and a formula that joins
        them to facts of lanes is refused.
        """
        repeated = map(WordFact, packed(self.held.take(games, axis=1)))
        made = each_fact(lambda _: next(repeated), self.bare)
        return evolve(made, captured=self.position.captured)


def each_fact(change: Callable[[Fact], Any], position: Position) -> Position:
    """Change the facts of a position that are no constants."""
    made: Position = mapped(lambda fact: fact if is_constant(fact) else change(fact), position)
    return made
