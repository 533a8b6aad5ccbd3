"""Somebody can always move until the game is over; and when the player to move cannot.

Where a boundary line is vacant, somebody has a piece for it. Where none is and the game is not over,
some area carries pieces of two owners, so it has two boundary lines, and at most 59 sticks lie. Then
some interior line is free and no triangle's way to the boundary: a stick there cuts nothing off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulewright.proofs.minoa.pieces import (
    vacant_lines,
    vacant_lines_and_hands,
    vacant_lines_are_pieces_in_hand,
)
from rulewright.proofs.minoa.setting import (
    BOARD,
    can_move,
    holds,
    layers_on_the_board,
    permitted,
    piece_on,
    rules_of,
    stick_on,
)
from rulewright.proofs.minoa.supply import (
    Setting,
    counting_parents,
    facts_of_reachability,
    setting,
    size_of_an_area,
)
from rulewright.proofs.reachability import (
    BY_LAYERS,
    AbstractReach,
    Reached,
    complement,
    number,
    union,
    within,
)
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin, lemma
from rulewright.spec.logic import (
    Fact,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    exactly_one,
    implies,
    none_of,
    not_,
)
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Move, Position, Rules

INVARIANT = ("MIN-4", "MIN-5", "MIN-6", "MIN-8")
"""Clauses that hold in every position; beside them that every area has a boundary line."""


# --------------------------------------------------------------------------------- what is given


def owners_of(here: Setting) -> list[list[Fact]]:
    """For each owner (a player; a team under `partners=shared`), the triangles whose area carries them."""
    rules, position = here.rules, here.position
    by_player = tuple((player,) for player in range(len(rules.players)))
    owners = {"separate": by_player, "shared": rules.teams}[rules.rulings.partners]
    return [clauses.areas_carrying(rules, position, owner) for owner in owners]


def is_contested(here: Setting) -> list[Fact]:
    """For each triangle: its area does not carry pieces of exactly one owner."""
    return [not_(exactly_one(facts)) for facts in zip(*owners_of(here), strict=True)]


def ended(here: Setting) -> Fact:
    """The game is over by assignment, whoever can move (MIN-11)."""
    return clauses.game_ends_when_all_areas_are_assigned(here.rules, here.position, (True,))


def first(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Mark the first fact that holds."""
    return tuple(all_of((fact, none_of(facts[:index]))) for index, fact in enumerate(facts))


def unasked(here: Setting) -> Position:
    """The position as every player would find it, were it their turn."""
    return here.position.with_turn((True,) * len(here.position.turn))


def held(here: Setting) -> tuple[Fact, ...]:
    """The clauses that hold in every position."""
    return (*holds(here.rules, here.position, *INVARIANT), here.traced)


def full_but_not_over(here: Setting) -> tuple[Fact, ...]:
    """The boundary is full and the game is not over; `at` is a triangle of a contested area."""
    contested = is_contested(here)
    return (
        *held(here),
        clauses.boundary_is_full(here.rules, here.position),
        not_(ended(here)),
        here.is_one_triangle(),
        within(here.at, contested),
        *facts_of_reachability(here),
    )


# --------------------------------------------------------------------------------- a stick is left


def is_spare(here: Setting, index: int) -> Fact:
    """An interior line is free, and no triangle's chosen way to the boundary."""
    ways = here.from_boundary.ways[2 * index : 2 * index + 2]
    return none_of((here.position.sticks[BOARD.interior[index]], *(way[3] for way in ways)))


def spare_lines(here: Setting) -> list[Fact]:
    """For each interior line: it is spare."""
    return [is_spare(here, index) for index in range(len(BOARD.interior))]


def stick_on_a_spare_line(here: Setting) -> Move:
    """The move that puts a stick on the first spare line."""
    chosen = dict(zip(BOARD.interior, first(spare_lines(here)), strict=True))
    nothing = (False,) * len(BOARD.lines)
    stick = tuple(chosen.get(line, False) for line in range(len(BOARD.lines)))
    return Move(stick, (nothing,) * len(here.rules.players))


def some_area_is_contested(here: Setting) -> Case:
    """There is a triangle to be called `at`."""
    given = full_but_not_over(here)
    return Case(
        "a full boundary and no end, so a contested area",
        given[: len(held(here)) + 2],
        any_of(is_contested(here)),
    )


def contested_area_has_two_lines(here: Setting) -> Case:
    """A contested area has two boundary lines: every area has a piece, and a line only one."""
    rules, position = here.rules, here.position
    carried = owners_of(here)
    reached = [
        call for call in here.reach.calls if call not in (here.from_boundary, here.area)
    ]
    return Case(
        "a contested area has two boundary lines",
        (
            *full_but_not_over(here),
            *(fact for call in reached for fact in call.closed()),
            here.from_boundary.inside(union(carried)),
            *(call.inside(complement(here.area.marks)) for call in reached),
        ),
        at_least(2, here.boundary_lines_of_the_area()),
    )


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
    )


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


def other_lines_serve(here: Setting) -> Case:
    """A line that is not spare carries a stick, or is a way."""
    ways = here.from_boundary.ways
    return Case(
        "a line that is not spare carries a stick or serves",
        (),
        all_of(
            implies(
                not_(spare),
                count(
                    (here.position.sticks[line], ways[2 * index][3], ways[2 * index + 1][3])
                )
                >= 1,
            )
            for index, (line, spare) in enumerate(
                zip(BOARD.interior, spare_lines(here), strict=True)
            )
        ),
    )


def some_line_is_spare(here: Setting, sticks: int = BOARD.supply - 1) -> Case:
    """With at most 59 sticks some interior line is spare: 132 lines, 72 triangles off the boundary."""
    parents = triangles_have_one_parent(here)
    few = at_most(sticks, here.position.sticks)
    return Case(
        f"at most {sticks} sticks leave a spare line",
        (*parents.given, *holds(here.rules, here.position, "MIN-4"), few),
        any_of(spare_lines(here)),
        (parents, other_lines_serve(here)),
        using=(few,),
        adds_up=True,
    )


def spare_lines_cut_nothing_off(here: Setting, *, ways_stay: bool = True) -> Case:
    """After a stick on a spare line every area has a boundary line: all ways there remain."""
    rules, move = here.rules, stick_on_a_spare_line(here)
    reach = here.reach
    traced = clauses.every_area_has_a_boundary_line_after_the_stick(rules, unasked(here), move)
    after = reach.last()
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


def spare_line_may_take_a_stick(here: Setting) -> Case:
    """Every clause permits a stick on a spare line, for whoever is to move."""
    rules, position, move = here.rules, unasked(here), stick_on_a_spare_line(here)
    uncut = spare_lines_cut_nothing_off(here)
    legal = permitted(rules, position, move)
    parts = [call for call in here.reach.calls if call.name > here.reach.calls[-1].name]
    del parts
    return Case("a stick is legal", (*uncut.given, *held(here)), legal, (uncut,))
