"""What can be laid in many games of Dreieck nimmt, judged in words along axes.

The clauses are those of single positions (`spec.dreieck.evaluation`); here each lane is a cell of a game
(`spec.dreieck.surroundings`), and the ways in which a tile can be laid on it are axes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import prod

import numpy as np
from attrs import evolve, field, frozen

from rulewright.spec.bulk import Numbers, Table
from rulewright.spec.coverage import Coverage, tally
from rulewright.spec.dreieck.board import FIRST, Cell, ways_to_lie
from rulewright.spec.dreieck.evaluation import Evaluation, legal_of
from rulewright.spec.dreieck.facts import Move, Position, Rules, Symbols, laid_cells
from rulewright.spec.dreieck.surroundings import MODELS, Lookout, Surroundings, model_of
from rulewright.spec.lanes import lanes_in, ones, unpack, unpack_rows
from rulewright.spec.logic import Fact, any_of
from rulewright.spec.registry import Rulebook
from rulewright.spec.words import WordFact, Words, filled, packed, unpacked, vector_of, words_for

AT_ONCE = 1 << 20
"""Ways and lanes judged at a time: so few that the facts of a formula stay in the processor's caches."""
FORESEEN = 1 << 17
"""Lanes of one evaluation in which captures are foreseen: large numbers cost little more than small."""
LEAST = 64
"""Lanes judged at a time where there are very many ways: those of a word."""
EVERY = filled(True)[0]
"""The word that holds in all its lanes."""


@frozen
class Ways:
    """All ways in which a tile can be laid on a cell, along axes.

    The axes are the form of the action (see `leaves`), and what each of the corners shows. So what an
    edge shows is not worked out again for every symbol on the corner that is not at it.
    """

    rules: Rules
    rulebook: Rulebook
    shape: tuple[int, int, int, int] = field(init=False, repr=False)
    facts: Move = field(init=False, repr=False)
    """What each way is, whatever the cell."""

    @shape.default
    def _counted(self) -> tuple[int, int, int, int]:
        symbols = len(self.rules.symbols)
        return len(self.forms), symbols, symbols, symbols

    @facts.default
    def _shown(self) -> Move:
        first, second, third = (
            tuple(self._where(corner, symbol) for symbol in range(len(self.rules.symbols)))
            for corner in (1, 2, 3)
        )
        symbols: Symbols = (first, second, third)
        names = set(self.rules.tiles)
        named = np.array([way in names for way in ways_to_lie(self.rules.params.s)])
        leaves = WordFact(np.array(self.forms).reshape(-1, 1, 1, 1, 1) * EVERY)
        return Move(
            at={},
            symbols=symbols,
            tile=self.rulebook.effect("DRE-5")(self.rules, symbols),
            named=WordFact(named.reshape(1, *self.shape[1:], 1) * EVERY),
            leaves=leaves if any(self.forms) else False,
            passes=False,
        )

    @property
    def forms(self) -> tuple[bool, ...]:
        """For each form: everything is left lying."""
        return {"must": (False,), "may": (False, True)}[self.rules.rulings.claim]

    def _where(self, axis: int, index: int) -> Fact:
        """Make the fact that holds at one place along an axis."""
        shape = [1] * (len(self.shape) + 1)
        shape[axis] = self.shape[axis]
        return WordFact((np.arange(self.shape[axis]) == index).reshape(shape) * EVERY)


@frozen(eq=False)
class Judged:
    """What each clause says of all ways to lay a tile on the cells that are looked at."""

    lookout: Lookout
    permitted: Mapping[str, Fact]
    shape: tuple[int, ...]
    """The axes of the ways, and the words of the lanes."""

    @property
    def legal(self) -> Words:
        """What every clause lets pass."""
        found: Words = np.broadcast_to(filled(legal_of(self.permitted)), self.shape)
        return found

    def able(self) -> Table:
        """For each lane: some way is legal."""
        some = np.bitwise_or.reduce(self.legal.reshape(-1, self.shape[-1]), axis=0)
        return unpacked(some, len(self.lookout.games))

    def listed(self) -> tuple[Numbers, Numbers]:
        """List the legal ways: for each its number, and its lane."""
        lanes = len(self.lookout.games)
        found = np.flatnonzero(unpacked(self.legal, lanes))
        ways: Numbers = found // lanes
        return ways, found - ways * lanes

    def tallied(self) -> Coverage:
        """Count what each clause says of all that is looked at."""
        every = vector_of(packed(self.lookout.games >= 0), self.shape)
        said = {
            clause: vector_of(fact.words, self.shape) if isinstance(fact, WordFact) else fact
            for clause, fact in self.permitted.items()
        }
        return Coverage(0, tally(said, every, every.bit_length()))


@frozen(eq=False)
class Near:
    """For each cell near laid tiles of some game, the games in which it is near laid tiles."""

    cells: Sequence[Cell]
    table: Table
    """``[cell, game]``"""

    @classmethod
    def of(cls, position: Position, games: int) -> Near:
        """Find the cells on which a tile lies, or beside one; where none lies, those round u0,0."""
        window = position.window
        lying = {
            number: lanes_in(position.lies(number), games)
            for number in map(window.number.__getitem__, laid_cells(position))
        }
        bare = ones(games) & ~int(any_of(lying.values()))
        first = window.number.get(FIRST)
        if bare and first is not None:
            lying[first] = lying.get(first, 0) | bare
        near = dict(lying)
        for cell, lanes in lying.items():
            for other, _ in window.around[cell]:
                near[other] = near.get(other, 0) | lanes
        numbers = sorted(near)
        table = unpack_rows([near[number] for number in numbers], games)
        return cls([window.cells[number] for number in numbers], table)

    def lookouts(self, on: Table) -> Iterator[tuple[Numbers, Lookout]]:
        """Look at each cell in each of the games that are on; give the rows of the lanes, too."""
        cells = np.array([cell[1:] for cell in self.cells], np.int64)
        for model in MODELS:
            rows = np.flatnonzero([model_of(cell) == model for cell in self.cells])
            row, game = np.nonzero(self.table[rows] & on)
            yield rows[row], Lookout(model, cells[rows[row]], game)


@frozen(eq=False)
class Judging:
    """Positions side by side, and the formulas that say what can be laid in them."""

    evaluation: Evaluation
    ways: Ways
    view: Surroundings

    @property
    def position(self) -> Position:
        """The positions."""
        return self.view.position

    @property
    def games(self) -> int:
        """How many there are."""
        return self.view.games

    @cached_property
    def near(self) -> Near:
        """The cells that are judged."""
        return Near.of(self.position, self.games)

    @property
    def on(self) -> Table:
        """The games in which somebody is to move."""
        return unpack(any_of(self.position.turn), self.games)

    def judged(self) -> Iterator[Judged]:
        """Judge what can be laid near laid tiles, some thousand lanes at a time."""
        captures = self.foreseen()
        step = max(LEAST, AT_ONCE // prod(self.ways.shape))
        for rows, lookout in self.near.lookouts(self.on):
            for begin in range(0, len(rows), step):
                lanes = slice(begin, begin + step)
                some = lookout.part(lanes)
                foretold = WordFact(packed(captures[rows[lanes], some.games]))
                yield self.judged_from(self.view, some, foretold)

    def foreseen(self) -> Table:
        """For each cell near laid tiles, where somebody is to move: a tile would capture something.

        ``[cell, game]``; nowhere, where captures cannot be declined (see `Evaluation.foreseen`).
        """
        found = np.zeros_like(self.near.table)
        if self.evaluation.rules.rulings.claim == "must":
            return found
        rows, games = np.nonzero(self.near.table & self.on)
        for begin in range(0, len(rows), FORESEEN):
            some = rows[begin : begin + FORESEEN], games[begin : begin + FORESEEN]
            found[some] = self.capturing(*some)
        return found

    def capturing(self, rows: Numbers, games: Numbers) -> Table:
        """Find the lanes in which a tile on that cell of that game would capture something."""
        numbers = np.unique(rows)
        cells = [self.near.cells[row] for row in numbers.tolist()]
        before = self.view.whole(games, cells)
        laid = packed(rows == numbers[:, None])
        at = dict(
            zip(map(before.window.number.__getitem__, cells), map(WordFact, laid), strict=True)
        )
        captures = self.evaluation.capturing(before, at)
        return unpacked(np.broadcast_to(filled(captures), laid.shape[-1:]), len(rows))

    def judged_from(self, view: Surroundings, lookout: Lookout, captures: Fact) -> Judged:
        """Judge all ways to lay a tile on the cells that are looked at."""
        before = view.seen(lookout)
        at = {before.window.number[lookout.model]: True}
        move = evolve(self.ways.facts, at=at, captures=captures)
        shape = *self.ways.shape, words_for(len(lookout.games))
        return Judged(lookout, self.evaluation.permits(before, move), shape)
