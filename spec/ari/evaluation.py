"""ARI's formulas put to work: what is permitted, and what follows, for one position or for thousands.

Numbers and facts of a position are Python's own, or NumPy arrays of the shape ``[positions, 1, 1, 1]``.
Candidates are arrays too, along the other three axes: column, row and orientation of what is put down.
So a formula is evaluated on all candidates of all positions at once, and each part of it only along
the axes on which it depends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from rulewright.spec.ari.board import Sides, spell
from rulewright.spec.ari.clauses import (
    NONE,
    the_die_put_down_is_the_last_one,
    who_captured_or_left_no_action_wins,
)
from rulewright.spec.ari.facts import Army, Cell, Facts, Move, Outlook, Position, Rules, View
from rulewright.spec.ari.options import DICE
from rulewright.spec.logic import Fact, all_of, any_of, if_then_else, is_constant, not_
from rulewright.spec.registry import Rulebook

NOWHERE = Cell()
NO_SIDES: Sides = (0, 0, 0, 0)
CANDIDATE_AXES = 3
"""Column, row and orientation; a position in lanes has one axis more."""


@frozen(eq=False)
class Batch:
    """Candidates of one kind: their names, and what they do, as arrays that broadcast to `shape`."""

    names: tuple[str, ...]
    move: Move
    shape: tuple[int, int, int]
    """Columns, rows, orientations; names are in the order of these, columns slowest."""


def batches(rules: Rules) -> tuple[Batch, ...]:
    """List all actions that the notation can spell: dice put down, queens put down, and strikes."""
    numbers = np.arange(1, rules.n + 1)
    anywhere = Cell(numbers[:, None, None], numbers[None, :, None])
    cells = [spell(x, y) for x in numbers.tolist() for y in numbers.tolist()]
    found = []
    for index, die in enumerate(DICE):
        ways = rules.orientations(die)
        shown: Any = tuple(np.array(ways).T[:, None, None, :])
        names = (f"{die}@{cell}:{''.join(map(str, way))}" for cell in cells for way in ways)
        move = Move(only(index), False, NONE, anywhere, shown)
        found.append(Batch(tuple(names), move, (rules.n, rules.n, len(ways))))
    queen = Move(NONE, True, NONE, anywhere, NO_SIDES)
    found.append(Batch(tuple(f"Q@{cell}" for cell in cells), queen, (rules.n, rules.n, 1)))
    for index, die in enumerate(DICE):
        strike = Move(NONE, False, only(index), NOWHERE, NO_SIDES)
        found.append(Batch((f"{die}*",), strike, (1, 1, 1)))
    return tuple(found)


def only(index: int) -> Facts:
    """Of three dice, one."""
    return tuple(index == other for other in range(len(DICE)))


@frozen(eq=False)
class Evaluation:
    """The rules and the rulebook whose formulas are evaluated, on one position or an array of them."""

    rules: Rules
    rulebook: Rulebook
    batches: tuple[Batch, ...] = field(init=False, repr=False)

    @batches.default
    def _batches(self) -> tuple[Batch, ...]:
        return batches(self.rules)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All candidates, batch after batch."""
        return tuple(name for batch in self.batches for name in batch.names)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of the candidate of that text."""
        return {name: number for number, name in enumerate(self.names)}

    def permitted(self, before: View) -> dict[str, list[Fact]]:
        """For each clause that speaks of actions and each batch, the candidates that it lets pass."""
        by_batch = [
            self.rulebook.permitting(self.rules, before, each.move) for each in self.batches
        ]
        return {clause: [said[clause] for said in by_batch] for clause in by_batch[0]}

    def spread(self, facts: Sequence[Fact], positions: int = 1) -> NDArray[np.bool_]:
        """Write a clause's verdicts as a table ``[position, candidate]``."""
        rows = [
            np.broadcast_to(np.asarray(fact, np.bool_), (positions, *batch.shape)).reshape(
                positions, -1
            )
            for fact, batch in zip(facts, self.batches, strict=True)
        ]
        return np.concatenate(rows, axis=1)

    def some(self, permitted: Mapping[str, Sequence[Fact]]) -> Fact:
        """Some candidate passes every clause (one fact for each position)."""
        return any_of(somewhere(all_of(facts)) for facts in zip(*permitted.values(), strict=True))

    def outlook(self, due: Position, mover: Fact) -> Outlook:
        """Find who has a legal action in a position; `mover`: the player whose turn it is has one.

        The other player is asked only where that one has none.
        """
        other: Fact = True
        if mover is not True:
            swapped = evolve(due, turn=tuple(reversed(due.turn)))
            other = self.some(self.permitted(swapped.view))
        white = due.turn[0]
        return Outlook((if_then_else(white, mover, other), if_then_else(white, other, mover)))

    def placed(self, position: Position, move: Move) -> Position:
        """Carry out what is played: dice, queens, captures; the turn is still the mover's."""
        before = position.view
        dice = self.effect("ARI-7", self.rules, before, move)
        queen = self.effect("ARI-6", self.rules, before, move)
        captured, enemy_queen = self.effect("ARI-9", self.rules, before, move)
        last = the_die_put_down_is_the_last_one(self.rules, before, move)
        own, enemy = Army(dice, queen), evolve(before.enemy, queen=enemy_queen)
        moved = View(own, enemy, (*last, *NONE))
        return with_turn_ended(moved, position, captured)

    def passed_on(self, placed: Position, mover: Facts, outlook: Outlook) -> Position:
        """Give the turn to whoever is next, or to nobody when the game is over (ARI-5)."""
        position: Position = self.effect("ARI-5", self.rules, placed, mover, outlook)
        return position

    def wins(self, position: Position) -> Facts:
        """Find the winners of a position: for each player, a fact (ARI-9)."""
        return who_captured_or_left_no_action_wins(self.rules, position)

    def effect(self, identifier: str, *arguments: object) -> Any:
        """Apply what a clause says follows."""
        return self.rulebook.effect(identifier)(*arguments)


def somewhere(fact: Fact) -> Fact:
    """The fact holds for some candidate of a batch: one truth for each position."""
    if is_constant(fact):
        return fact
    table = np.asarray(fact)
    if table.ndim <= CANDIDATE_AXES:
        return bool(table.any())
    return table.any(axis=(1, 2, 3), keepdims=True)


def with_turn_ended(moved: View, before: Position, captured: Fact) -> Position:
    """Turn what the mover sees back into a position; a capture leaves the turn to nobody.

    Looking twice through the mover's eyes gives white's and black's again.
    """
    seen = Position((moved.own, moved.enemy), (moved.last[:3], moved.last[3:]), before.turn).view
    return Position(
        (seen.own, seen.enemy),
        (seen.last[:3], seen.last[3:]),
        tuple(all_of((own, not_(captured))) for own in before.turn),
        before.lost,
    )
