"""An area without a boundary line exists exactly when the sticks contain a cycle.

A set of lines contains a cycle exactly when some non-empty part of it has an even number of lines at
each vertex; that part is what the two proofs hand over. One way, it is the rim of what cannot be
reached from the boundary. The other way, the triangles are coloured by how often a walk from the
boundary to them crosses the part: an even number at each vertex makes the colour the same on all
walks, so the coloured triangles are an area, or several, without an edge.
"""

from __future__ import annotations

from functools import reduce

from rulewright.proofs.minoa.setting import (
    BOARD,
    any_position,
    holds,
    layers_on_the_board,
    rules_of,
)
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach, complement
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Assumption, Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import boolean, once
from rulewright.spec.logic import Fact, all_of, any_of, differ, implies, not_
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.board import Vertex

EVEN_MEANS_CYCLE = Assumption(
    "even_sets_are_made_of_cycles",
    "A finite set of lines contains a cycle exactly when it has a non-empty subset with an even "
    "number of lines at each vertex.",
    "for all graphs of up to 5 vertices; for all 64 stick sets of n=1",
)


def is_even_at(lines: list[Fact], vertex: Vertex) -> Fact:
    """An even number of the lines meet at a vertex."""
    meeting = (lines[index] for index, ends in enumerate(BOARD.lines) if vertex in ends)
    return not_(reduce(differ, meeting, False))


def is_made_of_cycles(lines: list[Fact], *, but: tuple[Vertex, ...] = ()) -> tuple[Fact, ...]:
    """Say that the lines are some, and an even number at each vertex (but those named)."""
    even = (is_even_at(lines, vertex) for vertex in BOARD.vertices if vertex not in but)
    return (any_of(lines), *even)


@once
def walks_from_the_boundary() -> tuple[tuple[int, int, int], ...]:
    """A tree of walks to all triangles, breadth first: triangle, the one before it, line between."""
    reached = {BOARD.sides[line][0] for line in BOARD.boundary}
    front, steps = sorted(reached), []
    while front:
        further = []
        for triangle in front:
            for line in BOARD.interior:
                if triangle in BOARD.sides[line]:
                    other = sum(BOARD.sides[line]) - triangle
                    if other not in reached:
                        reached.add(other)
                        further.append(other)
                        steps.append((other, triangle, line))
        front = further
    return tuple(steps)


def crossed_oddly(lines: list[Fact]) -> list[Fact]:
    """Colour the triangles to which the walk from the boundary crosses an odd number of the lines."""
    colour: list[Fact] = [False] * len(BOARD.triangles)
    for triangle, before, line in walks_from_the_boundary():
        colour[triangle] = differ(colour[before], lines[line])
    return colour


def cycle_closes_an_area(*, but: tuple[Vertex, ...] = ()) -> Case:
    """Prove that sticks with a cycle leave an area without a boundary line."""
    reach = AbstractReach("area")
    rules = rules_of(reach)
    position = any_position(rules)
    traced = clauses.every_area_has_a_boundary_line(rules, position)
    from_boundary = reach.last()
    cycle = [boolean(f"cycle.{name}") for name in BOARD.names]
    return Case(
        "a cycle of sticks, so an area without a boundary line",
        (
            *holds(rules, position, "MIN-4"),
            *is_made_of_cycles(cycle, but=but),
            are_sticks_on(cycle, position.sticks),
            *from_boundary.closed(),
            from_boundary.inside(complement(crossed_oddly(cycle))),
        ),
        not_(traced),
    )


def closed_area_has_a_cycle(*, at_boundary: bool = True) -> Case:
    """Prove that the rim of what is not reached from the boundary is made of cycles of sticks."""
    reach = AbstractReach("area")
    rules = rules_of(reach)
    position = any_position(rules)
    traced = clauses.every_area_has_a_boundary_line(rules, position)
    from_boundary = reach.last()
    rim: list[Fact] = [False] * len(BOARD.lines)
    for line in BOARD.interior:
        one, other = BOARD.sides[line]
        rim[line] = differ(from_boundary.marks[one], from_boundary.marks[other])
    closed = from_boundary.closed()
    if not at_boundary:
        closed = closed[len(BOARD.triangles) :]
    return Case(
        "an area without a boundary line, so a cycle of sticks",
        (*closed, not_(traced)),
        all_of((*is_made_of_cycles(rim), are_sticks_on(rim, position.sticks))),
    )


def are_sticks_on(lines: list[Fact], sticks: tuple[Fact, ...]) -> Fact:
    """Every one of the lines carries a stick."""
    return all_of(implies(on, lies) for on, lies in zip(lines, sticks, strict=True))


IN_NO_GAME = "it speaks of what no position of a game has"

THEOREM = Theorem(
    name="closed_area_without_edge_means_a_cycle_of_sticks",
    statement="An area without a boundary line exists exactly when the sticks contain a cycle; so the "
    "sticks of a legal position are a forest.",
    scope=TheoremScope(
        "board",
        "every set of sticks on interior lines, whoever plays",
        params={"n": (4,)},
    ),
    clauses=("MIN-4", "MIN-9", "closure"),
    assumptions=(BY_LAYERS, EVEN_MEANS_CYCLE),
    parts=(
        *layers_on_the_board(),
        Claim(
            "a cycle of sticks closes off an area",
            cycle_closes_an_area,
            why_not_real=IN_NO_GAME,
        ),
        Claim(
            "an area without an edge has a cycle around it",
            closed_area_has_a_cycle,
            why_not_real=IN_NO_GAME,
        ),
        Twin(
            "a path of sticks closes off an area",
            lambda: cycle_closes_an_area(but=((-1, 0), (1, 0))),
            of="a cycle of sticks closes off an area",
            changed="at two vertices the number of sticks may be odd",
        ),
        Twin(
            "any closed region has a cycle around it, even one that leaves boundary triangles out",
            lambda: closed_area_has_a_cycle(at_boundary=False),
            of="an area without an edge has a cycle around it",
            changed="the start need not be reached",
            not_replayed="it is about closed regions that are not all that is reached",
        ),
    ),
)
