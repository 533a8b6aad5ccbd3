"""Nonaga's formulas put to work on blocks of lanes: what is permitted, and what follows.

A vector over `width` lanes has one lane for each position (one, or many). The candidate steps of a
position are all pairs of an origin and a target from two lists: the lane of origin o and target t of
the position in lane p is ``(t * origins + o) * width + p``, so that all targets of all origins of all
positions come out of one evaluation. What a formula asks of a position, or of an origin, alone is
worked out once for each (`spec.broadcast`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from rulewright.spec.broadcast import LaneFact, Sizes, flat, repeated
from rulewright.spec.deferred import Deferred, forced
from rulewright.spec.lanes import ones, stack, unpack
from rulewright.spec.logic import Fact, all_of, is_constant
from rulewright.spec.nonaga.facts import Facts, Move, Outlook, Position, Rules
from rulewright.spec.registry import Clause, Rulebook
from rulewright.spec.structure import mapped


class TargetLookedAt(Exception):
    """A formula asks where the step ends."""


class Unseen:
    """A fact about the target that must not be looked at."""

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        """Stop."""
        raise TargetLookedAt

    def refuse(self, *_: object) -> Fact:
        """Stop."""
        raise TargetLookedAt

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = refuse


def seen(fact: Fact) -> Fact:
    """Give a fact that is not itself one about the target."""
    if isinstance(fact, Unseen):
        raise TargetLookedAt
    return fact


@frozen(eq=False)
class Candidates:
    """Steps to be judged: every origin with every target."""

    width: int
    origins: int
    targets: int
    origin: Facts
    """For each cell: the step begins there."""
    target: Facts
    """For each cell: the step ends there."""

    @classmethod
    def of_one(cls, cells: int, origins: Sequence[int], targets: Sequence[int]) -> Candidates:
        """List the steps of one position by the numbers of cells."""
        every = range(len(targets))
        origin: list[Fact] = [False] * cells
        target: list[Fact] = [False] * cells
        for index, cell in enumerate(origins):
            origin[cell] = sum(1 << index + each * len(origins) for each in every) or False
        for index, cell in enumerate(targets):
            target[cell] = ones(len(origins)) << index * len(origins) or False
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
        found = cls(width, per_origin, per_target, (), ())
        sizes = found.sizes
        origin = (each and LaneFact(each, 1, sizes) for each in packed(begins))
        target = (each and LaneFact(each, 2, sizes) for each in packed_often(ends, per_origin))
        return evolve(found, origin=tuple(origin), target=tuple(target))

    @property
    def sizes(self) -> Sizes:
        """The levels of lanes: positions, origins of positions, and targets of those."""
        return self.width, self.narrow, self.lanes

    @property
    def narrow(self) -> int:
        """Lanes of the origins."""
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


@frozen
class Evaluation:
    """The rules and the rulebook whose formulas are evaluated."""

    rules: Rules
    rulebook: Rulebook

    def permitted(self, position: Position, candidates: Candidates) -> dict[str, Fact]:
        """For each clause that speaks of actions, the candidates that it lets pass."""
        before = broadcast(position, candidates.sizes)
        move = Move(candidates.origin, candidates.target)
        said = self.rulebook.permitting(self.rules, before, move)
        return {clause: flat(fact) for clause, fact in said.items()}

    def origins_let_pass(self, position: Position, candidates: Candidates) -> NDArray[np.bool_]:
        """Return from which origins no clause forbids a step wherever it ends: ``[origin, position]``.

        Asked are the formulas that do not look at the target: which ones is found by evaluating them.
        """
        before = broadcast(position, candidates.sizes)
        begun = Move(candidates.origin, (Unseen(),) * len(candidates.origin))
        facts = []
        for clause in self.rulebook.clauses:
            if clause.permits is None or self.looks(clause, disc_step=before.disc_step):
                continue
            try:
                facts.append(flat(seen(clause.permits(self.rules, before, begun)), 1))
            except TargetLookedAt:
                LOOKING[self.kind_of(clause, disc_step=before.disc_step)] = True
        return unpack(all_of(facts), candidates.narrow).reshape(candidates.origins, -1)

    def legal(self, position: Position, candidates: Candidates) -> NDArray[np.bool_]:
        """Return which candidates every clause permits: ``[target, origin, position]``."""
        fact = all_of(self.permitted(position, candidates).values())
        shape = (candidates.targets, candidates.origins, candidates.width)
        return unpack(fact, candidates.lanes).reshape(shape)

    def looks(self, clause: Clause, *, disc_step: Fact) -> bool:
        """Whether the formula of a clause is known to look at the target."""
        return LOOKING.get(self.kind_of(clause, disc_step=disc_step), False)

    def kind_of(self, clause: Clause, *, disc_step: Fact) -> tuple[object, ...]:
        """What decides which parts of a formula are evaluated."""
        step = disc_step if is_constant(disc_step) else None
        return clause.permits, self.rules.params, self.rules.rulings, step

    def made(self, position: Position, move: Move) -> Position:
        """Make a step on the board; the turn has not passed on yet (NON-2)."""
        made: Position = self.effect("NON-2", self.rules, position, move)
        return made

    def passed_on(self, made: Position, outlook: Outlook) -> Position:
        """Find what is to be done next and by whom, or who has won (NON-9)."""
        position: Position = self.effect("NON-9", self.rules, made, outlook)
        return mapped(forced, position)

    def effect(self, identifier: str, *arguments: object) -> Fact:
        """Apply what a clause says follows."""
        return self.rulebook.effect(identifier)(*arguments)


LOOKING: dict[tuple[object, ...], bool] = {}
"""Formulas, with the options and the step they were evaluated for, that look at the target."""


def broadcast(position: Position, sizes: Sizes) -> Position:
    """State the facts of positions so that they are repeated for each candidate where it matters."""

    def change(fact: Fact) -> Fact:
        return fact if is_constant(fact) else LaneFact(fact, 0, sizes)

    return mapped(change, position)


def outlook_of(
    can_step: Callable[[], Facts],
    can_relocate: Callable[[], Fact],
    can_relocate_unbarred: Callable[[], Fact],
) -> Outlook:
    """Look ahead no further than a rule needs it."""
    steps = cache(can_step)
    return Outlook(
        (Deferred(lambda: steps()[0]), Deferred(lambda: steps()[1])),
        Deferred(can_relocate),
        Deferred(can_relocate_unbarred),
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
