"""What the readings of Nonaga's `removal`, `placement` and `connectivity` demand of a disc step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.spec.logic import Fact, all_of, any_of, at_least, at_most, not_
from rulewright.spec.nonaga.facts import Move, Position, Rules
from rulewright.spec.nonaga.field import (
    are_one_group,
    each_touches_another,
    ends_on,
    reached_by_sliding,
    touches,
    with_the_moved,
    without_the_moved,
)

# ---------------------------------------------------------------------------- the readings: removal


def can_slide_arbitrarily_far_away(rules: Rules, before: Position, move: Move) -> Fact:
    """`removal=path`: as a round disc among the others, which stay fixed, it can leave the field."""
    reached = reached_by_sliding(rules, before, move, move.origin)
    return any_of(reached[cell] for cell in rules.grid.rim)


def has_two_touching_vacant_neighbours(rules: Rules, before: Position, move: Move) -> Fact:
    """`removal=local`: two vacant cells are neighbours of the disc and of each other."""
    return any_of(
        all_of((move.origin[cell], free))
        for cell, others in enumerate(rules.grid.neighbours)
        for free in vacant_in_a_row(before, others)
    )


def vacant_in_a_row(before: Position, others: Sequence[int | None]) -> list[Fact]:
    """For each two successive ones of the cells round a cell: both are vacant."""
    vacant = [True if other is None else not_(before.discs[other]) for other in others]
    return [all_of((vacant[way - 1], vacant[way])) for way in range(6)]


def touches_at_most_four_discs(rules: Rules, before: Position, move: Move) -> Fact:
    """`removal=four`: it has at most four neighbouring discs."""
    return touches(rules, before.discs, move.origin, lambda discs: at_most(4, discs))


def touches_at_most_five_discs(rules: Rules, before: Position, move: Move) -> Fact:
    """`removal=rim`: it has at most five neighbouring discs."""
    return touches(rules, before.discs, move.origin, lambda discs: at_most(5, discs))


# -------------------------------------------------------------------------- the readings: placement


def touches_at_least_two_others(rules: Rules, before: Position, move: Move) -> Fact:
    """`placement=anywhere`: at least two of the other discs touch the cell, an enclosed hole or not."""
    return ends_beside(rules, before, move, lambda discs: at_least(2, discs))


def touches_two_to_four_others(rules: Rules, before: Position, move: Move) -> Fact:
    """`placement=four`: two to four of the other discs touch the cell."""
    at_most_four = ends_beside(rules, before, move, lambda discs: at_most(4, discs))
    return all_of((touches_at_least_two_others(rules, before, move), at_most_four))


def ends_beside(
    rules: Rules, before: Position, move: Move, enough: Callable[[list[Fact]], Fact]
) -> Fact:
    """The others beside the cell where the disc is put down are as many as they should be."""
    others = without_the_moved(before, move)
    beside = [enough([others[other] for other in around]) for around in rules.grid.around]
    return ends_on(move, beside)


def can_slide_in_from_far_away(rules: Rules, before: Position, move: Move) -> Fact:
    """`placement=slide_in`: with the moved disc off, the cell can be reached from far away."""
    rim = set(rules.grid.rim)
    far_away = tuple(cell in rim for cell in range(len(before.discs)))
    return ends_on(move, reached_by_sliding(rules, before, move, far_away))


def can_slide_across(rules: Rules, before: Position, move: Move) -> Fact:
    """`placement=slide_across`: the cell can be reached from the one the disc came from."""
    return ends_on(move, reached_by_sliding(rules, before, move, move.origin))


# ----------------------------------------------------------------------- the readings: connectivity


def discs_are_one_group_after(rules: Rules, before: Position, move: Move) -> Fact:
    """`connectivity=connected`: after the disc step all discs are one connected group."""
    return are_one_group(rules, with_the_moved(before, move))


def discs_are_one_group_meanwhile(rules: Rules, before: Position, move: Move) -> Fact:
    """`connectivity=throughout`: the others are one group also while the disc is in the hand."""
    return are_one_group(rules, without_the_moved(before, move))


def every_disc_touches_another_after(rules: Rules, before: Position, move: Move) -> Fact:
    """`connectivity=contact`: after the disc step every disc touches another one."""
    return each_touches_another(rules, with_the_moved(before, move))


def anything_goes(rules: Rules, before: Position, move: Move) -> Fact:
    """`connectivity=free`: no demand."""
    return True


def all_put_down(
    *demands: Callable[[Rules, Position, Move], Fact],
) -> Callable[[Rules, Position, Move], Fact]:
    """Make the demand that all of several are met."""
    return lambda rules, before, move: all_of(demand(rules, before, move) for demand in demands)
