"""Nonaga's formulas put to work on blocks of lanes: what is permitted, and what follows.

The candidate steps of a position are all pairs of an origin and a target from two lists. Those of one
position are the lanes of a bit vector: origin o and target t have the lane ``t * origins + o``. Those of
many are facts in words, ``[target, origin, word of positions]``, so that all targets of all origins of
all positions come out of one evaluation, and what a formula asks of a position, of an origin or of a
target alone is worked out once for each (`spec.words`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from rulewright.spec.deferred import Deferred, forced
from rulewright.spec.lanes import ones, unpack
from rulewright.spec.logic import Fact, all_of, is_constant
from rulewright.spec.nonaga.facts import Facts, Move, Outlook, Position, Rules
from rulewright.spec.registry import Clause, Rulebook
from rulewright.spec.structure import mapped
from rulewright.spec.words import WordFact, Words, filled, packed, unpacked, words_for, words_of


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
    """Number of positions."""
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
        begins, ends = named_by(origins, cells)[:, None], named_by(targets, cells)[:, :, None]
        sizes = len(origins), origins.shape[1], targets.shape[1]
        return cls(*sizes, facts_in(begins), facts_in(ends))

    @property
    def shape(self) -> tuple[int, int, int]:
        """The words of a fact about all candidates of many positions: ``[target, origin, word]``."""
        return self.targets, self.origins, words_for(self.width)

    def table(self, fact: Fact) -> NDArray[np.bool_]:
        """Read a fact about the candidates of many positions: ``[target, origin, position]``."""
        return unpacked(np.broadcast_to(filled(fact), self.shape), self.width)


def named_by(numbers: NDArray[np.intp], cells: int) -> Words:
    """State in words ``[cell, index, word]`` where ``[position, index]`` has the number of a cell."""
    table = np.zeros((cells + 1, *numbers.shape[::-1]), np.bool_)
    positions, indices = np.ogrid[: numbers.shape[0], : numbers.shape[1]]
    table[numbers, indices, positions] = True  # -1 is in the last row, which is left out
    return packed(table[:cells])


def facts_in(rows: Words) -> Facts:
    """Make a fact of each row of words; False where it holds nowhere."""
    return tuple(WordFact(row) if row.any() else False for row in rows)


@frozen
class Evaluation:
    """The rules and the rulebook whose formulas are evaluated."""

    rules: Rules
    rulebook: Rulebook

    def permitted(self, position: Position, candidates: Candidates) -> dict[str, Fact]:
        """For each clause that speaks of actions, the candidates that it lets pass."""
        before = in_words(position, candidates.width)
        move = Move(candidates.origin, candidates.target)
        return self.rulebook.permitting(self.rules, before, move)

    def origins_let_pass(self, position: Position, candidates: Candidates) -> NDArray[np.bool_]:
        """Return from which origins no clause forbids a step wherever it ends: ``[origin, position]``.

        Asked are the formulas that do not look at the target: which ones is found by evaluating them.
        """
        before = in_words(position, candidates.width)
        begun = Move(candidates.origin, (Unseen(),) * len(candidates.origin))
        facts = []
        for clause in self.rulebook.clauses:
            if clause.permits is None or self.looks(clause, disc_step=before.disc_step):
                continue
            try:
                facts.append(seen(clause.permits(self.rules, before, begun)))
            except TargetLookedAt:
                LOOKING[self.kind_of(clause, disc_step=before.disc_step)] = True
        passes: NDArray[np.bool_] = candidates.table(all_of(facts))[0]
        return passes

    def legal(self, position: Position, candidates: Candidates) -> NDArray[np.bool_]:
        """Return which candidates of one position every clause permits: ``[target, origin]``."""
        fact = all_of(self.permitted(position, candidates).values())
        shape = (candidates.targets, candidates.origins)
        return unpack(fact, candidates.targets * candidates.origins).reshape(shape)

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


def in_words(position: Position, width: int) -> Position:
    """State the facts of many positions in words; those of one are constants, and stay as they are."""
    words = words_for(width)

    def change(fact: Fact) -> Fact:
        return fact if is_constant(fact) else WordFact(words_of(fact, words))

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
