"""Nonaga's formulas put to work on blocks of lanes: what is permitted, and what follows.

A vector over `width` lanes has one lane for each position (one, or many). The candidate steps of a
position are all pairs of an origin and a target from two lists: the lane of origin o and target t of
the position in lane p is ``(t * origins + o) * width + p``, so that all targets of all origins of all
positions come out of one evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from rulewright.spec.lanes import ones, stack, tile, unpack
from rulewright.spec.logic import Fact, all_of
from rulewright.spec.nonaga.facts import Facts, Move, Outlook, Position, Rules
from rulewright.spec.registry import Rulebook

ABOUT_THE_ORIGIN = ("NON-4", "NON-5", "NON-6")
"""Clauses that do not ask where the step ends: they are evaluated once for each origin."""


@frozen(eq=False)
class Candidates:
    """Steps to be judged: every origin with every target."""

    width: int
    origins: int
    targets: int
    origin: Facts
    """For each cell, over ``origins * width`` lanes: the step begins there."""
    target: Facts
    """For each cell, over all lanes: the step ends there."""

    @classmethod
    def of_one(cls, cells: int, origins: Sequence[int], targets: Sequence[int]) -> Candidates:
        """List the steps of one position by the numbers of cells."""
        origin: list[Fact] = [False] * cells
        target: list[Fact] = [False] * cells
        for index, cell in enumerate(origins):
            origin[cell] = 1 << index
        for index, cell in enumerate(targets):
            target[cell] = ones(len(origins)) << index * len(origins)
        return cls(1, len(origins), len(targets), tuple(origin), tuple(target))

    @classmethod
    def of_many(
        cls, cells: int, origins: NDArray[np.intp], targets: NDArray[np.intp]
    ) -> Candidates:
        """List the steps of many positions: numbers of cells ``[position, index]``, -1 for none."""
        width, per_origin, per_target = len(origins), origins.shape[1], targets.shape[1]
        at = np.arange(cells)[:, None, None]
        begins = origins.T[None, :, :] == at
        ends = targets.T[None, :, :] == at
        return cls(width, per_origin, per_target, packed(begins), packed_often(ends, per_origin))

    @property
    def narrow(self) -> int:
        """Lanes of the clauses that do not ask for the target."""
        return self.origins * self.width

    @property
    def lanes(self) -> int:
        """Lanes of all candidates."""
        return self.targets * self.narrow


def packed(table: NDArray[np.bool_]) -> Facts:
    """Make one vector for each cell of a table of truths ``[cell, index, position]``."""
    rows = np.packbits(table.reshape(len(table), -1), axis=1, bitorder="little")
    return tuple(int.from_bytes(row.tobytes(), "little") or False for row in rows)


def packed_often(table: NDArray[np.bool_], copies: int) -> Facts:
    """Do the same with the positions of each index repeated, one copy after the other."""
    width = table.shape[2]
    rows = np.packbits(table, axis=2, bitorder="little")
    found: list[Fact] = []
    for indices in rows:
        blocks = [int.from_bytes(row.tobytes(), "little") for row in indices]
        found.append(repeated(stack(blocks, copies * width), width, copies) or False)
    return tuple(found)


def repeated(lanes: int, width: int, copies: int) -> int:
    """Or a vector with itself, shifted by 0, 1, ... blocks of `width` lanes."""
    result, done, lowest = 0, 0, lanes
    size = 1
    while copies:
        if copies & 1:
            result |= lowest << done * width
            done += size
        lowest |= lowest << size * width
        size, copies = 2 * size, copies >> 1
    return result


@frozen
class Evaluation:
    """The rules and the rulebook whose formulas are evaluated."""

    rules: Rules
    rulebook: Rulebook

    def permitted(self, position: Position, candidates: Candidates) -> dict[str, Fact]:
        """For each clause that speaks of actions, the candidates that it lets pass."""
        return dict(self._said(position, candidates))

    def _said(self, position: Position, candidates: Candidates) -> Iterator[tuple[str, Fact]]:
        def for_each_target(fact: Fact) -> Fact:
            return tile(fact, candidates.narrow, candidates.targets)

        rules = evolve(self.rules, for_each_target=for_each_target)
        before = tiled(position, candidates.width, candidates.origins)
        move = Move(candidates.origin, candidates.target)
        of_origins = self.about_the_origin(position, candidates)
        for clause in self.rulebook.clauses:
            if clause.permits is None:
                continue
            if clause.identifier in of_origins:
                yield clause.identifier, for_each_target(of_origins[clause.identifier])
            else:
                yield clause.identifier, clause.permits(rules, before, move)

    def about_the_origin(self, position: Position, candidates: Candidates) -> dict[str, Fact]:
        """For each clause that does not ask where a step ends, the origins that it lets pass."""
        before = tiled(position, candidates.width, candidates.origins)
        begun = Move(candidates.origin, candidates.origin)
        return {
            clause.identifier: clause.permits(self.rules, before, begun)
            for clause in self.rulebook.clauses
            if clause.permits is not None and clause.identifier in ABOUT_THE_ORIGIN
        }

    def legal(self, position: Position, candidates: Candidates) -> NDArray[np.bool_]:
        """Tell which candidates every clause permits: ``[target, origin, position]``."""
        fact = all_of(self.permitted(position, candidates).values())
        shape = (candidates.targets, candidates.origins, candidates.width)
        return unpack(fact, candidates.lanes).reshape(shape)

    def made(self, position: Position, move: Move) -> Position:
        """Make a step on the board; the turn has not passed on yet (NON-2)."""
        made: Position = self.effect("NON-2", self.rules, position, move)
        return made

    def passed_on(self, made: Position, outlook: Outlook) -> Position:
        """Find what is to be done next and by whom, or who has won (NON-9)."""
        position: Position = self.effect("NON-9", self.rules, made, outlook)
        return position

    def effect(self, identifier: str, *arguments: object) -> Fact:
        """Apply what a clause says follows."""
        effect = self.rulebook[identifier].effect
        if effect is None:
            raise LookupError(f"{identifier} of {self.rulebook.game} has no effect")
        return effect(*arguments)


def tiled(position: Position, width: int, copies: int) -> Position:
    """Repeat the lanes of a position in each of some blocks."""

    def all_tiled(facts: Facts) -> Facts:
        return tuple(tile(fact, width, copies) for fact in facts)

    return Position(
        discs=all_tiled(position.discs),
        pieces=tuple(map(all_tiled, position.pieces)),
        turn=all_tiled(position.turn),
        disc_step=tile(position.disc_step, width, copies),
        barred=all_tiled(position.barred),
        won=all_tiled(position.won),
    )


def about_to_step(position: Position) -> Position:
    """The board of a position with a piece step due, to either player."""
    return evolve(position, turn=(True, True), disc_step=False)


def about_to_relocate(position: Position, *, barred: bool) -> Position:
    """The board of a position with a disc step due."""
    nothing = (False,) * len(position.barred)
    return evolve(
        position,
        turn=(True, True),
        disc_step=True,
        barred=position.barred if barred else nothing,
    )
