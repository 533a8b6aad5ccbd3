"""The formulas of Dreieck nimmt put to work on lanes: what is permitted, and what follows.

A vector over `width` lanes has one lane for each position (one game, or thousands). What can be laid
on one cell is one vector with a block of `width` lanes for each way in which symbols can lie there
(and for each, under `claim=may`, the form that leaves everything lying), so a complete legal set is
one evaluation for each cell near laid tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from attrs import evolve, field, frozen

from rulewright.interface import Action
from rulewright.spec.broadcast import LaneFact, Sizes, flat
from rulewright.spec.deferred import Deferred
from rulewright.spec.dreieck.board import FIRST, Cell, ways_to_lie, window_around
from rulewright.spec.dreieck.facts import (
    Facts,
    Move,
    Outlook,
    Position,
    Rules,
    Symbols,
    laid_cells,
    refitted,
    seen_through,
)
from rulewright.spec.dreieck.notation import Laying
from rulewright.spec.dreieck.tiles import next_of_stack
from rulewright.spec.lanes import any_block, block, split
from rulewright.spec.logic import Fact, all_of, any_of, is_constant, none_of
from rulewright.spec.registry import Rulebook
from rulewright.spec.structure import mapped


@frozen
class Candidates:
    """All ways in which a tile can be laid on a cell, as blocks of lanes."""

    rules: Rules
    rulebook: Rulebook
    width: int
    """Lanes in a block."""
    ways: tuple[tuple[str, bool], ...] = field(init=False, repr=False)
    """For each block: the symbols as they lie, and whether everything is left lying."""
    facts: Move = field(init=False, repr=False)
    """What each candidate is, whatever its cell."""
    _named: dict[Cell, tuple[Action, ...]] = field(init=False, factory=dict, repr=False, eq=False)

    @ways.default
    def _spelled(self) -> tuple[tuple[str, bool], ...]:
        forms = {"must": (False,), "may": (False, True)}[self.rules.rulings.claim]
        return tuple((way, form) for form in forms for way in ways_to_lie(self.rules.params.s))

    @facts.default
    def _shown(self) -> Move:
        first, second, third = (
            tuple(
                self._where(way[corner] == symbol for way, _ in self.ways)
                for symbol in self.rules.symbols
            )
            for corner in range(3)
        )
        names = set(self.rules.tiles)
        symbols: Symbols = (first, second, third)
        return Move(
            at={},
            symbols=symbols,
            tile=self.rulebook.effect("DRE-5")(self.rules, symbols),
            named=self._where(way in names for way, _ in self.ways),
            leaves=self._where(form for _, form in self.ways),
            passes=False,
        )

    def named(self, cell: Cell) -> tuple[Action, ...]:
        """Spell the candidates of a cell; the same ones are judged in one position after the other."""
        if cell not in self._named:
            names = (str(Laying(cell, way, leaves)) for way, leaves in self.ways)
            self._named[cell] = tuple(names)
        return self._named[cell]

    def _where(self, chosen: Iterable[bool]) -> Fact:
        """Make the vector that holds in the chosen blocks."""
        blocks = list(chosen)
        if not any(blocks):
            return False
        lanes = sum(block(index, self.width) for index, holds in enumerate(blocks) if holds)
        if self.width == 1:
            return lanes
        return LaneFact(lanes, 1, (self.width, self.width * len(blocks)))


@frozen
class Evaluation:
    """The rules and the rulebook whose formulas are evaluated, on positions of `width` lanes."""

    rules: Rules
    rulebook: Rulebook
    width: int = 1
    candidates: Candidates = field(init=False)
    recalled: dict[int, tuple[Position, dict[Cell, Fact]]] = field(
        factory=dict, init=False, eq=False
    )
    """The position asked about last, and what is foreseen in it."""

    @candidates.default
    def _candidates(self) -> Candidates:
        return Candidates(self.rules, self.rulebook, self.width)

    # what is permitted

    def permits(self, before: Position, move: Move) -> dict[str, Fact]:
        """For each clause that speaks of actions: whether it lets the move pass."""
        return self.rulebook.permitting(self.rules, before, move)

    def layings(self, position: Position, cells: Sequence[Cell]) -> dict[Cell, dict[str, Fact]]:
        """For each of the cells, for each clause: the candidates that it lets pass."""
        sizes = self.width, self.width * len(self.candidates.ways)
        foreseen = self.foreseen(position, cells)
        everywhere = broadcast(position, sizes)
        judged = {}
        for cell in cells:
            before = seen_through(everywhere, window_around((cell,)))
            captures = foreseen.get(cell, False)
            move = evolve(
                self.candidates.facts,
                at={before.window.number[cell]: True},
                captures=captures if is_constant(captures) else LaneFact(captures, 0, sizes),
            )
            said = self.permits(before, move)
            judged[cell] = {clause: flat(fact) for clause, fact in said.items()}
        return judged

    def passing(self, position: Position, could_lay: Fact) -> dict[str, Fact]:
        """For each clause: whether it lets a pass pass."""
        return self.permits(position, evolve(self.nothing, passes=True, could_lay=could_lay))

    @cached_property
    def nothing(self) -> Move:
        """The move by which nothing is laid and nobody passes."""
        blank = (False,) * len(self.rules.symbols)
        tiles = (False,) * len(self.rules.tiles)
        return Move({}, (blank, blank, blank), tiles, named=False, leaves=False, passes=False)

    def some_way(self, legal: Fact) -> Fact:
        """Find the lanes in which some candidate of a cell is legal."""
        found = any_block(legal, self.width, range(len(self.candidates.ways)))
        return bool(found) if self.width == 1 else found

    def cells_near(self, position: Position) -> list[Cell]:
        """List the cells on which a tile may lie, or beside one; before the first, those round u0,0.

        On every other cell of the unbounded table DRE-3 forbids to lay.
        """
        window = position.window
        near = {window.number[cell] for cell in laid_cells(position) or [FIRST]}
        beside = {other for cell in near for other, _ in window.around[cell]}
        return [window.cells[cell] for cell in sorted(near | beside)]

    # what follows

    def played(self, before: Position, move: Move) -> Position:
        """Play an action: what is laid, what is taken, what passes, whose turn it is then."""
        laid: Position = self.effect("DRE-3", self.rules, before, move)
        passed: Position = self.effect("DRE-6", self.rules, laid, move)
        taken: Facts = self.effect("DRE-7", self.rules, passed, move)
        after: Position = self.effect("DRE-8", self.rules, passed, taken, move)
        turn: Facts = self.effect("DRE-2", self.rules, after.turn, self.over(after))
        return evolve(after, turn=turn)

    def over(self, position: Position) -> Fact:
        """Return whether the game has ended (DRE-9)."""
        return self.effect("DRE-9", self.rules, position)

    def foreseen(self, position: Position, cells: Sequence[Cell]) -> dict[Cell, Fact]:
        """For each of the cells: a tile of the player to move, laid there, would capture something.

        Which tile that is makes no difference. Asked only where captures can be declined; of many
        positions `Judging.foreseen` finds it, for the cells near the tiles of each.
        """
        if self.rules.rulings.claim == "must":
            return {}
        found = self._recalled(position)
        asked = [cell for cell in cells if cell not in found]
        if asked:
            found |= zip(asked, self._captures(position, asked), strict=True)
        return {cell: found[cell] for cell in cells}

    def _recalled(self, position: Position) -> dict[Cell, Fact]:
        """Recall what is foreseen: one position after the other is asked about, cell by cell."""
        if id(position) not in self.recalled:
            self.recalled.clear()
            self.recalled[id(position)] = position, {}
        return self.recalled[id(position)][1]

    def _captures(self, position: Position, cells: Sequence[Cell]) -> list[Fact]:
        sizes = self.width, self.width * len(cells)
        wide = refitted(broadcast(position, sizes), cells)
        at = {
            wide.window.number[cell]: LaneFact(block(index, self.width), 1, sizes)
            for index, cell in enumerate(cells)
        }
        each = split(flat(self.capturing(wide, at)), self.width, len(cells))
        return [bool(fact) for fact in each] if self.width == 1 else list(each)

    def capturing(self, before: Position, at: Mapping[int, Fact]) -> Fact:
        """A tile that is laid on some cell, by its number in the window, captures something (DRE-7)."""
        move = evolve(self.nothing, at=at)
        laid: Position = self.effect("DRE-3", self.rules, before, move)
        captured: Facts = self.effect("DRE-7", self.rules, laid, move)
        return any_of(captured)

    def outlook(self, position: Position) -> Outlook:
        """What follows from a position of one lane: its end, and who could lay what they hold.

        Under `stuck=bury` who passed holds the tile in question at the bottom of the stack.
        """
        cells = self.cells_near(position)
        top = {"keep": position.top, "bury": bottoms(self.rules, position)}[
            self.rules.rulings.stuck
        ]

        def could_lay(player: str) -> bool:
            turn = tuple(other == player for other in self.rules.players)
            layings = self.layings(evolve(position, top=top, turn=turn), cells)
            return any(self.some_way(legal_of(lanes)) for lanes in layings.values())

        could = (Deferred(partial(could_lay, player)) for player in self.rules.players)
        return Outlook(self.over(position), tuple(could))

    def wins(self, position: Position) -> Facts:
        """Find the winners of a position: for each player, a fact (DRE-11)."""
        minus = self.effect("DRE-10", self.rules, position)
        over = none_of(position.turn)
        wins: Facts = self.effect("DRE-11", self.rules, position.captured, minus, over)
        return wins

    def effect(self, identifier: str, *arguments: object) -> Fact:
        """Apply what a clause says follows."""
        return self.rulebook.effect(identifier)(*arguments)


def broadcast(position: Position, sizes: Sizes) -> Position:
    """State the facts of a position so that they are repeated for each candidate where it matters."""

    def change(fact: Any) -> Any:
        is_lanes = isinstance(fact, int) and not is_constant(fact)
        return LaneFact(fact, 0, sizes) if is_lanes else fact

    return evolve(mapped(change, evolve(position, captured=())), captured=position.captured)


def bottoms(rules: Rules, position: Position) -> tuple[Facts, ...]:
    """For each player, for each tile: it is the lowest one of the stack."""
    return tuple(
        next_of_stack(order[::-1], top, left, moves_on=True)
        for order, top, left in zip(rules.stacks, position.top, position.left, strict=False)
    )


def legal_of(lanes: Mapping[str, Fact]) -> Fact:
    """The candidates that every clause lets pass."""
    return all_of(lanes.values())
