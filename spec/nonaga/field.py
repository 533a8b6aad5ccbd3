"""Nonaga's field in any algebra: where steps begin and end, what touches, and what hangs together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.spec.logic import (
    Fact,
    Link,
    all_of,
    any_of,
    implies,
    none_of,
    not_,
)
from rulewright.spec.nonaga.facts import Move, Position, Rules, possible


def begins_on(move: Move, there: Sequence[Fact]) -> Fact:
    """The step begins on one of some cells."""
    return any_of(all_of(pair) for pair in zip(move.origin, there, strict=True))


def ends_on(move: Move, there: Sequence[Fact]) -> Fact:
    """The step ends on one of some cells."""
    return any_of(all_of(pair) for pair in zip(move.target, there, strict=True))


def carried_by_the_mover(before: Position) -> list[Fact]:
    """For each cell: it carries a piece of the player to move."""
    return [any_of(map_all(pieces, before.turn)) for pieces in zip(*before.pieces, strict=True)]


def vacant_discs(before: Position) -> list[Fact]:
    """For each cell: it holds a disc that carries no piece."""
    per_cell = zip(before.discs, *before.pieces, strict=True)
    return [all_of((disc, none_of(pieces))) for disc, *pieces in per_cell]


def without_the_moved(before: Position, move: Move) -> list[Fact]:
    """For each cell: it holds a disc while the moved one is in the hand."""
    return [
        all_of((disc, not_(origin))) for disc, origin in zip(before.discs, move.origin, strict=True)
    ]


def with_the_moved(before: Position, move: Move) -> list[Fact]:
    """For each cell: it holds a disc once the moved one is put down."""
    others = without_the_moved(before, move)
    return [any_of(pair) for pair in zip(others, move.target, strict=True)]


def touches(
    rules: Rules, discs: Sequence[Fact], cells: Sequence[Fact], enough: Callable[[list[Fact]], Fact]
) -> Fact:
    """One of some cells has a number of discs beside it that is as it should be."""
    return any_of(
        all_of((cells[cell], enough([discs[other] for other in rules.grid.around[cell]])))
        for cell in possible(cells)
    )


def reached_by_sliding(
    rules: Rules, before: Position, move: Move, start: Sequence[Fact]
) -> list[Fact]:
    """For each cell: the moved disc can get there from the start, the others staying where they are.

    It steps between adjacent vacant cells whose two common neighbours do not both hold a disc.
    """
    others = without_the_moved(before, move)
    links: list[Link] = [
        (cell, other, gate_is_open(others, (cell, other), beside))
        for cell, other, beside in rules.grid.gates
    ]
    return rules.reach(start, links)


def gate_is_open(others: Sequence[Fact], ends: tuple[int, int], beside: Sequence[int]) -> Fact:
    """A round disc passes from one cell to the next: both are vacant, and so is a cell beside both."""
    narrow = all_of(others[cell] for cell in beside) if len(beside) == 2 else False  # noqa: PLR2004
    return none_of((others[ends[0]], others[ends[1]], narrow))


def are_one_group(rules: Rules, discs: Sequence[Fact]) -> Fact:
    """Discs are one connected group: all can be reached from the first of them."""
    links: list[Link] = [
        (cell, other, all_of((discs[cell], discs[other]))) for cell, other in rules.grid.pairs
    ]
    reached = rules.reach(first_of(discs), links)
    return all_of(implies(disc, mark) for disc, mark in zip(discs, reached, strict=True))


def first_of(discs: Sequence[Fact]) -> list[Fact]:
    """For each cell: it holds a disc, and no cell before it does."""
    first: list[Fact] = []
    none_yet: Fact = True
    for disc in discs:
        first.append(all_of((disc, none_yet)))
        none_yet = all_of((none_yet, not_(disc)))
    return first


def each_touches_another(rules: Rules, discs: Sequence[Fact]) -> Fact:
    """Every disc touches another one."""
    return all_of(
        implies(disc, any_of(discs[other] for other in around))
        for disc, around in zip(discs, rules.grid.around, strict=True)
    )


def map_all(left: Sequence[Fact], right: Sequence[Fact]) -> list[Fact]:
    """For each of several: both facts hold."""
    return [all_of(pair) for pair in zip(left, right, strict=True)]
