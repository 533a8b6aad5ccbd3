"""The positions of a game that lists its actions, from the first one on: all, where they are few."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

import numpy as np
import z3
from attrs import frozen

from rulewright.interface import Action
from rulewright.proofs.evaluation import Column, Evaluated
from rulewright.proofs.real_positions import facts_of
from rulewright.proofs.recorded_games import UnderKey
from rulewright.spec.bulk import Actions, Codes, Numbers
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.side_by_side import Derived

MOST = 50_000
"""About how many positions are visited, and how many legal actions of these are looked at."""
AT_ONCE = 2_000
"""Actions that are played side by side."""


@frozen(eq=False, slots=False)
class NearestPositions:
    """Positions in which somebody is to move, in the order of the fewest actions that lead to them."""

    bulk: Derived[Any]
    facts: Numbers
    """`[position, fact]`"""
    turns: Numbers
    codes: Codes | None
    """What is played in each, where these are steps."""
    are_all: bool
    """Whether there are no others."""

    def __len__(self) -> int:
        """How many there are."""
        return len(self.facts)

    def where_false(self, term: z3.BoolRef) -> int | None:
        """Return the first position in which a formula of all that is known is false; None if none."""
        values = self.evaluation.of(term)
        assert values is not None, "it speaks of nothing else"
        wrong = np.flatnonzero(~np.broadcast_to(values, len(self)))
        return int(wrong[0]) if len(wrong) else None

    @cached_property
    def evaluation(self) -> Evaluated:
        """Values by the names of unknowns, as `any_position` and `any_move` call them."""
        table: dict[str, Column] = {
            name: self.facts[:, at].astype(np.bool_)
            if isinstance(value, bool)
            else self.facts[:, at]
            for at, (name, value) in enumerate(facts_of(self.bulk.first).items())
        }
        if self.codes is not None:
            played = enumerate(self.bulk.actions)
            table |= {f"action {action}": self.codes == code for code, action in played}
        return Evaluated(table)

    @cached_property
    def steps(self) -> NearestPositions:
        """The same positions, each once for every legal action."""
        found, number = [], 0
        for begin, _, legal in judged(self.bulk, self.facts, self.turns):
            found.append(Actions(legal.games + begin, legal.codes))
            number += len(legal.games)
            if number >= MOST:
                break
        every = Actions.joined(found)
        at = every.games
        whole = self.are_all and number < MOST
        return NearestPositions(self.bulk, self.facts[at], self.turns[at], every.codes, whole)

    def state(self, number: int) -> Any:
        """Return a position."""
        found = self.facts[number : number + 1], self.turns[number : number + 1]
        return self.bulk.state(placed(self.bulk, *found), 0)

    def action(self, number: int) -> Action:
        """Return what is played in a position; empty if nothing."""
        return "" if self.codes is None else self.bulk.actions[self.codes[number]]


def nearest(engine: OneByOne[Any], options: object) -> NearestPositions:
    """Visit the positions of a game, breadth first, until there are no others or they are many."""
    key = (type(engine), repr(options), engine.rulebook.clauses, MOST)
    return _nearest(UnderKey(engine, key))


@cache
def _nearest(kept: UnderKey) -> NearestPositions:
    bulk: Derived[Any] = Derived(kept.what)
    first = bulk.start(1)
    facts, turns = bulk.facts(first), bulk.turns(first)
    seen = {row.tobytes() for row in facts}
    every, moving, are_all = [facts], [turns], True
    while len(facts) and are_all:
        rows, due = [], []
        for after, turn in followed(bulk, facts, turns):
            new = [at for at in range(len(after)) if is_new(after[at], turn[at], seen)]
            rows.append(after[new])
            due.append(turn[new])
            are_all = len(seen) < MOST
            if not are_all:
                break
        facts = np.concatenate([facts[:0], *rows])
        turns = np.concatenate([turns[:0], *due])
        every.append(facts)
        moving.append(turns)
    return NearestPositions(bulk, np.concatenate(every), np.concatenate(moving), None, are_all)


def is_new(facts: Numbers, turn: int, seen: set[bytes]) -> bool:
    """Return whether somebody is to move in a position that was not seen before; then it is noted."""
    before = len(seen)
    if turn >= 0:
        seen.add(facts.tobytes())
    return len(seen) > before


def placed(bulk: Derived[Any], facts: Numbers, turns: Numbers) -> Any:
    """Return positions as the game's `Bulk` has them."""
    return bulk.from_facts(facts, turns, np.zeros((len(facts), 0), np.bool_))


def judged(
    bulk: Derived[Any], facts: Numbers, turns: Numbers
) -> Iterator[tuple[int, slice, Actions]]:
    """Yield, for some positions at a time, where these begin and end, and what is legal in them."""
    step = max(AT_ONCE // max(len(bulk.actions), 1), 64)
    for begin in range(0, len(facts), step):
        part = slice(begin, begin + step)
        yield begin, part, bulk.legal(placed(bulk, facts[part], turns[part]))


def followed(
    bulk: Derived[Any], facts: Numbers, turns: Numbers
) -> Iterator[tuple[Numbers, Numbers]]:
    """Play every legal action in some positions; yield what follows, and whose turn it is then."""
    for _, part, legal in judged(bulk, facts, turns):
        before = placed(bulk, facts[part][legal.games], turns[part][legal.games])
        after = bulk.played(before, Actions(np.arange(len(legal.games)), legal.codes))
        yield bulk.facts(after), bulk.turns(after)
