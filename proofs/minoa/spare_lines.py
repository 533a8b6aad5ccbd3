"""Where the boundary is full and the game is not over, some interior line may take a stick.

Some area carries pieces of two owners, so it has two boundary lines, and at most 59 sticks lie. Then
some interior line is free and no triangle's way to the boundary: a stick there cuts nothing off.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import z3

from rulewright.proofs.minoa.setting import BOARD, holds, owners, permitted
from rulewright.proofs.minoa.supply import (
    Setting,
    facts_of_reachability,
    size_of_an_area,
    undivided_board,
)
from rulewright.proofs.reachability import complement, number, real_answers, union, within
from rulewright.proofs.theorem import Case, Premises, Term, added_up, as_terms
from rulewright.proofs.unknowns import once
from rulewright.spec.logic import (
    Fact,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    exactly_one,
    iff,
    implies,
    none_of,
    not_,
)
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Move, Position

INVARIANT = ("MIN-4", "MIN-5", "MIN-6", "MIN-8")
"""Clauses that hold in every position; beside them that every area has a boundary line."""


# --------------------------------------------------------------------------------- what is given


@once
def owners_of(here: Setting) -> list[list[Fact]]:
    """For each owner (player, or team if `shared`), the triangles whose area carries them."""
    rules, position = here.rules, here.position
    return [clauses.areas_carrying(rules, position, owner) for owner in owners(rules)]


@once
def is_contested(here: Setting) -> list[Fact]:
    """For each triangle: its area does not carry pieces of exactly one owner."""
    return [not_(exactly_one(facts)) for facts in zip(*owners_of(here), strict=True)]


@once
def ended(here: Setting) -> Fact:
    """The game is over by assignment, whoever can move (MIN-11)."""
    return clauses.game_ends_when_all_areas_are_assigned(here.rules, here.position, (True,))


def first(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Mark the first fact that holds."""
    return tuple(all_of((fact, none_of(facts[:index]))) for index, fact in enumerate(facts))


@once
def unasked(here: Setting) -> Position:
    """The position as every player would find it, were it their turn."""
    return here.position.with_turn((True,) * len(here.position.turn))


@once
def held(here: Setting) -> tuple[Fact, ...]:
    """The clauses that hold in every position."""
    return (*holds(here.rules, here.position, *INVARIANT), here.traced)


@once
def full(here: Setting) -> Premises:
    """The boundary is full."""
    return Premises((*held(here), clauses.boundary_is_full(here.rules, here.position)))


@once
def at_a_contested_area(here: Setting) -> Premises:
    """The triangle `at` is one of a contested area."""
    return Premises((here.is_one_triangle(), within(here.at, is_contested(here))))


@once
def full_but_not_over(here: Setting) -> Premises:
    """The boundary is full and the game is not over; `at` is a triangle of a contested area."""
    contested = at_a_contested_area(here)
    return Premises((*full(here), not_(ended(here)), *contested, *facts_of_reachability(here)))


@once
def contested_board(here: Setting) -> tuple[Fact, ...]:
    """Work out what is reached on the undivided board, where all owners meet, and after a stick."""
    owners_of(here)
    spare_lines_cut_nothing_off(here)
    return real_answers(undivided_board(here), (*here.reach.calls, *here.after_reach.calls))


# --------------------------------------------------------------------------------- a stick is left


@once
def is_spare(here: Setting, index: int) -> Fact:
    """An interior line is free, and no triangle's chosen way to the boundary."""
    ways = here.from_boundary.ways[2 * index : 2 * index + 2]
    return none_of((here.position.sticks[BOARD.interior[index]], *(way[3] for way in ways)))


@once
def spare_lines(here: Setting) -> list[Fact]:
    """For each interior line: it is spare."""
    return [is_spare(here, index) for index in range(len(BOARD.interior))]


@once
def stick_on_a_spare_line(here: Setting) -> Move:
    """The move that puts a stick on the first spare line."""
    chosen = dict(zip(BOARD.interior, first(spare_lines(here)), strict=True))
    nothing = (False,) * len(BOARD.lines)
    stick = tuple(chosen.get(line, False) for line in range(len(BOARD.lines)))
    return Move(stick, (nothing,) * len(here.rules.players))


@once
def some_area_is_contested(here: Setting) -> Case:
    """If the game is not over, `at`, the first triangle of a contested area, is there."""
    named = zip(here.at, first(is_contested(here)), strict=True)
    return Case(
        "a full boundary and no end, so a contested area",
        (*full(here), not_(ended(here)), all_of(iff(at, it) for at, it in named)),
        all_of(at_a_contested_area(here)),
        witness=contested_board(here),
    )


@once
def ways_from_pieces(here: Setting) -> Premises:
    """What is needed of the ways from pieces to triangles."""
    carried = owners_of(here)
    from_pieces = [call for call in here.reach.calls if call not in (here.from_boundary, here.area)]
    return Premises(
        (
            *(fact for call in from_pieces for fact in call.closed()),
            here.from_boundary.inside(union(carried)),
            *(call.inside(complement(here.area.marks)) for call in from_pieces),
        )
    )


@once
def in_contested_area(here: Setting) -> Premises:
    """The boundary is full and the game is not over; and what is needed of the ways from pieces."""
    return Premises((*full_but_not_over(here), *ways_from_pieces(here)))


@once
def owned_lines_of_the_area(here: Setting) -> list[list[Fact]]:
    """For each owner, for each boundary line: it is one of the area's, and carries their piece."""
    pieces = here.position.pieces
    return [
        [
            all_of((inside, any_of(pieces[player][line] for player in owner)))
            for line, inside in zip(BOARD.boundary, here.boundary_lines_of_the_area(), strict=True)
        ]
        for owner in owners(here.rules)
    ]


@once
def carried_here(here: Setting) -> list[Fact]:
    """For each owner: the area of `at` carries a piece of theirs."""
    return [any_of(map(all_of, zip(here.at, marks, strict=True))) for marks in owners_of(here)]


def two_of(facts: Sequence[Fact]) -> Fact:
    """Two of the facts hold."""
    return any_of(map(all_of, combinations(facts, 2)))


@once
def two_owners_meet(here: Setting) -> Case:
    """The area of `at` carries pieces of two owners: it carries one, as the boundary is full."""
    return Case(
        "the area of `at` carries pieces of two owners",
        in_contested_area(here),
        two_of(carried_here(here)),
        using=(*full(here), *at_a_contested_area(here), *ways_from_pieces(here)),
        witness=contested_board(here),
    )


@once
def owner_has_a_line(here: Setting) -> Case:
    """An owner whose pieces the area carries has one on a boundary line of that area."""
    return Case(
        "whom the area carries has a piece on a line of it",
        in_contested_area(here),
        all_of(
            implies(carried, any_of(lines))
            for carried, lines in zip(
                carried_here(here), owned_lines_of_the_area(here), strict=True
            )
        ),
        using=(*here.area.closed(), *ways_from_pieces(here)),
        witness=contested_board(here),
    )


@once
def lines_have_one_owner(here: Setting) -> Case:
    """Count each boundary line: no two owners have a piece there."""
    owned = owned_lines_of_the_area(here)
    return Case(
        "a line has one owner at most",
        in_contested_area(here),
        all_of(
            (
                *(
                    sum(number(fact) for fact in facts) <= number(inside)
                    for inside, *facts in zip(
                        here.boundary_lines_of_the_area(), *owned, strict=True
                    )
                ),
                *(implies(any_of(lines), count(lines) >= 1) for lines in owned),
            )
        ),
        using=holds(here.rules, here.position, "MIN-6"),
        witness=contested_board(here),
    )


@once
def contested_area_has_two_lines(here: Setting) -> Case:
    """A contested area has two boundary lines."""
    return Case(
        "a contested area has two boundary lines",
        in_contested_area(here),
        at_least(2, here.boundary_lines_of_the_area()),
        (two_owners_meet(here), owner_has_a_line(here), lines_have_one_owner(here)),
        using=(),
        adds_up=True,
        witness=contested_board(here),
    )


@once
def sticks_left(here: Setting) -> Case:
    """At most 59 sticks lie."""
    two = contested_area_has_two_lines(here)
    return Case(
        "a full boundary and no end, so at most 59 sticks",
        two.given,
        at_most(BOARD.supply - 1, here.position.sticks),
        (two, size_of_an_area(here)),
        using=(),
        adds_up=True,
        witness=contested_board(here),
    )


@once
def triangles_have_one_parent(here: Setting) -> Case:
    """Count parents on the ways to the boundary: one for each triangle that is not there already."""
    from_boundary, triangles = here.from_boundary, range(len(BOARD.triangles))
    return Case(
        "each triangle off the boundary has one parent",
        (here.traced, *map(from_boundary.has_one_parent, triangles)),
        all_of(
            count(from_boundary.parents(triangle)) == (0 if at_boundary else 1)
            for triangle, at_boundary in enumerate(from_boundary.start)
        ),
    )


@once
def other_lines_serve(here: Setting) -> Case:
    """A line that is not spare carries a stick, or is a way."""
    ways = here.from_boundary.ways
    return Case(
        "a line that is not spare carries a stick or serves",
        (),
        all_of(
            implies(
                not_(spare),
                count((here.position.sticks[line], ways[2 * index][3], ways[2 * index + 1][3]))
                >= 1,
            )
            for index, (line, spare) in enumerate(
                zip(BOARD.interior, spare_lines(here), strict=True)
            )
        ),
    )


@once
def some_line_is_spare(here: Setting, sticks: int = BOARD.supply - 1) -> Case:
    """With at most 59 sticks some interior line is spare: 132 lines, 72 triangles off the boundary."""
    parents = triangles_have_one_parent(here)
    few = at_most(sticks, here.position.sticks)
    return added_up(
        f"at most {sticks} sticks leave a spare line",
        (*parents.given, *holds(here.rules, here.position, "MIN-4"), few),
        any_of(spare_lines(here)),
        (parents, other_lines_serve(here)),
        using=(few,),
    )


@once
def spare_lines_cut_nothing_off(here: Setting, *, ways_stay: bool = True) -> Case:
    """After a stick on a spare line every area has a boundary line: all ways there remain."""
    rules, move = here.rules_after, stick_on_a_spare_line(here)
    traced = clauses.every_area_has_a_boundary_line_after_the_stick(rules, unasked(here), move)
    after = here.after_reach.calls[0]
    ways = range(2 * len(BOARD.interior)) if ways_stay else ()
    return Case(
        "a stick on a spare line cuts nothing off",
        (
            here.traced,
            any_of(spare_lines(here)),
            *map(here.from_boundary.parent_precedes, ways),
            here.from_boundary.inside_by_parents(after.marks),
            *after.closed(),
        ),
        traced,
    )


@once
def spare_line_may_take_a_stick(here: Setting) -> Case:
    """Every clause permits a stick on a spare line, for whoever is to move.

    Under `closure=coloured` that is so because the boundary is full: both parts of a split area have
    boundary lines, and pieces there.
    """
    contested = some_area_is_contested(here)
    few, uncut, spare = (
        sticks_left(here),
        spare_lines_cut_nothing_off(here),
        some_line_is_spare(here),
    )
    shown = (*at_a_contested_area(here), few.then, spare.then)
    legal = permitted(here.rules_after, unasked(here), stick_on_a_spare_line(here))
    after, *parts = here.after_reach.calls
    of_parts = (
        *(fact for part in parts for fact in part.closed()),
        *(after.inside(complement(part.marks)) for part in parts),
    )
    return Case(
        "not over, so a stick is legal",
        all_given(contested, few, uncut, spare, but=shown, more=of_parts),
        legal,
        (contested, few, spare, uncut),
        using=(
            *holds(here.rules, here.position, "MIN-4", "MIN-5"),
            clauses.boundary_is_full(here.rules, here.position),
            *of_parts,
        ),
        witness=contested_board(here),
    )


def all_given(*cases: Case, but: tuple[Term, ...], more: Sequence[Fact] = ()) -> tuple[Term, ...]:
    """Join what several cases are given, each term once, without what one of them shows another."""
    shown = {term.get_id() for term in but if not z3.is_false(term)}
    terms = (*(term for case in cases for term in case.given), *as_terms(more))
    return tuple({term.get_id(): term for term in terms if term.get_id() not in shown}.values())
