"""Whether anything is legal in a position, as a formula: every action is tried on the clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from rulewright.spec.broadcast import LaneFact, flat
from rulewright.spec.counting import LaneCount
from rulewright.spec.lanes import any_block, block, lanes_in
from rulewright.spec.logic import Fact, any_of, is_constant
from rulewright.spec.structure import leaves

Legal: TypeAlias = Callable[[tuple[Fact, ...]], Fact]
"""Says of a move, one fact for each action, whether every clause permits it."""


def some_action(legal: Legal, actions: int, state: Any, is_fact: Sequence[bool]) -> Fact:
    """Find whether some action is legal, as a fact of the position's own kind.

    `is_fact` says which leaves of the position are facts; the others are numbers. One position, and
    the lanes of many, are judged in one evaluation for all actions; in other algebras each action has
    an evaluation of its own.
    """
    values = [value for _, value in leaves(state)]
    facts = [value for value, fact in zip(values, is_fact, strict=True) if fact]
    if all(map(is_constant, facts)) and all(isinstance(value, int) for value in values):
        return of_one_position(legal, actions)
    parts = [part for value in values for part in parts_of(value)]
    lanes = [part for part in parts if isinstance(part, LaneFact)]
    if lanes and all(is_inner(part, actions) for part in parts):
        return of_lanes(legal, actions, lanes[0])
    return any_of(legal(tuple(at == each for each in range(actions))) for at in range(actions))


def of_one_position(legal: Legal, actions: int) -> bool:
    """Judge all actions of one position: a lane for each."""
    return lanes_in(legal(tuple(1 << at for at in range(actions))), actions) != 0


def of_lanes(legal: Legal, actions: int, pattern: LaneFact) -> Fact:
    """Judge all actions of many positions: a block of lanes for each action."""
    games = pattern.sizes[0]
    moves = (LaneFact(block(at, games), 1, pattern.sizes) for at in range(actions))
    found = flat(legal(tuple(moves)), 1)
    if is_constant(found):
        return found
    return LaneFact(any_block(found, games, range(actions)), 0, pattern.sizes)


def parts_of(value: Any) -> Sequence[Any]:
    """Take a number in lanes apart."""
    return value.planes if isinstance(value, LaneCount) else (value,)


def is_inner(part: Any, actions: int) -> bool:
    """Return whether a fact has a lane for each position, and broadcasts over actions."""
    if isinstance(part, LaneFact):
        games, *rest = part.sizes
        return part.level == 0 and rest == [games * actions]
    return part in {-1, 0, 1} if isinstance(part, int) else False
