"""Sixty sticks always suffice, and any one area with several boundary lines leaves sticks over.

Every triangle that is reached from the boundary, but does not lie there, has a parent: one open line
away, and nearer. No line serves two triangles, as each would have to be nearer than the other; and a
line with a stick serves none. So sticks and triangles with a parent are at most as many as there are
interior lines. Counting the parents inside one area from a triangle `at` of its own instead makes the
bound sharper by one for each further boundary line of that area: sticks + boundary lines of any one
area <= 3n(n+1) + 1.
"""

from __future__ import annotations

from collections.abc import Iterable

import z3
from attrs import field, frozen

from rulewright.proofs.minoa.setting import (
    BOARD,
    any_position,
    holds,
    layers_on_the_board,
    permitted,
    put_down,
    rules_of,
    stick_on,
)
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach, Reached, number
from rulewright.proofs.theorem import (
    Case,
    Claim,
    Exhibit,
    FalseExhibit,
    Finding,
    Theorem,
    Twin,
    lemma,
)
from rulewright.spec.logic import (
    Fact,
    Number,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    if_then_else,
    implies,
    not_,
)
from rulewright.spec.minoa import GAME, clauses
from rulewright.spec.minoa.facts import Position, Rules


@frozen(eq=False)
class Setting:
    """An arbitrary position, the area of an arbitrary triangle, and the way in from the boundary."""

    rules: Rules
    reach: AbstractReach
    position: Position
    at: tuple[Fact, ...] = field(init=False)
    """For each triangle: it is the one whose area is looked at."""
    traced: Fact = field(init=False)
    """The specification's own: every area has a boundary line."""
    from_boundary: Reached = field(init=False)
    area: Reached = field(init=False)
    """What is connected to the triangle `at`."""

    @at.default
    def _some_triangle(self) -> tuple[Fact, ...]:
        return tuple(z3.Bool(f"at.{triangle}") for triangle in range(len(BOARD.triangles)))

    @traced.default
    def _traced(self) -> Fact:
        return clauses.every_area_has_a_boundary_line(self.rules, self.position)

    @from_boundary.default
    def _from_boundary(self) -> Reached:
        links = clauses.free_links(self.rules, self.position.sticks)
        return self.reach.answer(clauses.boundary_triangles(self.rules), links)

    @area.default
    def _area(self) -> Reached:
        return self.reach.answer(self.at, clauses.free_links(self.rules, self.position.sticks))

    def boundary_lines_of_the_area(self) -> list[Fact]:
        """For each boundary line: it belongs to the area (no triangle has two of them)."""
        return [self.area.marks[BOARD.sides[line][0]] for line in BOARD.boundary]

    def is_one_triangle(self) -> Fact:
        """`at` is one triangle."""
        return count(self.at) == 1

    def serves(self, way: int) -> Fact:
        """A way is to the chosen parent: inside the area towards `at`, elsewhere to the boundary."""
        child, _, _, inside = self.area.ways[way]
        _, _, _, outside = self.from_boundary.ways[way]
        return if_then_else(self.area.marks[child], inside, outside)

    def served(self, triangle: int) -> Number:
        """How many ways from a triangle are to its chosen parent."""
        ways = enumerate(self.area.ways)
        return count(self.serves(index) for index, way in ways if way[0] == triangle)


def setting(k: int = 2, **rulings: str) -> Setting:
    """Make the setting, at full size."""
    reach = AbstractReach("area")
    rules = rules_of(reach, k, **rulings)
    return Setting(rules, reach, any_position(rules))


def triangle_has_a_parent(here: Setting, triangle: int) -> Case:
    """Count the parents of a triangle: one, unless it is `at`, or at the boundary and not in the area."""
    at_boundary = here.from_boundary.start[triangle]
    needed = number(here.area.marks[triangle]) if at_boundary else 1
    return Case(
        f"triangle {triangle} has a parent",
        (
            here.traced,
            here.from_boundary.has_one_parent(triangle),
            here.area.has_one_parent(triangle),
            here.area.closed(),
        ),
        here.served(triangle) >= needed - number(here.at[triangle]),
    )


def line_serves_one(here: Setting, index: int, line: int) -> Case:
    """A line with a stick serves no triangle, and one without serves at most one."""
    chosen = [2 * index, 2 * index + 1]
    both = (here.from_boundary, here.area)
    return Case(
        f"line {BOARD.names[line]} serves at most one triangle",
        (
            *(each.closed() for each in both),
            *(fact for each in both for fact in preceding(each, chosen)),
        ),
        count(map(here.serves, chosen)) + number(here.position.sticks[line]) <= 1,
    )


def preceding(reached: Reached, ways: list[int]) -> list[Fact]:
    """What is known of the parents on some ways."""
    every = reached.parents_precede()
    return [every[way] for way in ways]


def rows(here: Setting) -> Iterable[Case]:
    """List the small counts: one for each triangle, one for each interior line."""
    for triangle in range(len(BOARD.triangles)):
        yield triangle_has_a_parent(here, triangle)
    for index, line in enumerate(BOARD.interior):
        yield line_serves_one(here, index, line)


def size_of_an_area(here: Setting, bound: int = BOARD.supply + 1) -> Case:
    """Add up: sticks and boundary lines of one area are at most 3n(n+1) + 1."""
    return Case(
        f"sticks + boundary lines of one area <= {bound}",
        (
            *holds(here.rules, here.position, "MIN-4"),
            here.traced,
            here.is_one_triangle(),
            *facts_of_reachability(here),
        ),
        count(here.position.sticks) + count(here.boundary_lines_of_the_area()) <= bound,
        tuple(rows(here)),
    )


def facts_of_reachability(here: Setting) -> tuple[Fact, ...]:
    """What is true of the way in from the boundary, and of the area."""
    return tuple(
        fact
        for each in (here.from_boundary, here.area)
        for fact in (each.closed(), each.has_parents())
    )


def counting_parents(here: Setting) -> tuple[Claim, Claim]:
    """Make the lemmas that bound the sticks by the boundary lines of any one area."""
    return (
        lemma("every triangle has a parent, and no line serves two", lambda: rows(here)),
        lemma(
            "sticks and boundary lines of any one area are at most 61",
            lambda: (size_of_an_area(here),),
        ),
    )
