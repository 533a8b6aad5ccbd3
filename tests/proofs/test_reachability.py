"""What the proofs assume of reachability and of even sets, tested; and the combinators, proved."""

from collections.abc import Callable
from functools import reduce
from itertools import combinations, pairwise, product
from random import Random

import pytest
import z3

from rulewright.proofs.reachability import AbstractReach, real_answers
from rulewright.spec.logic import (
    Fact,
    Link,
    all_of,
    any_of,
    at_most,
    count,
    exactly_one,
    iff,
    is_closed,
    not_,
    reachable,
    reachable_by_certificate,
    spread,
)
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.board import board_of
from rulewright.spec.minoa.facts import Rules
from rulewright.spec.minoa.options import Parameters

Edges = tuple[tuple[int, int], ...]


def valid(fact: Fact) -> bool:
    """Ask Z3 whether a fact holds always."""
    solver = z3.SimpleSolver()
    solver.add(z3.Not(fact))
    return bool(solver.check() == z3.unsat)


def layers(start: list[bool], links: list[Link]) -> list[list[bool]]:
    """Spread until nothing is added."""
    line = [start]
    while (new := spread(line[-1], links)) != line[-1]:
        line.append(new)
    return line


def is_as_assumed(start: list[bool], links: list[Link]) -> bool:
    """`reachable` gives the last layer, within as many rounds as nodes, and parents exist."""
    line = layers(start, links)
    return reachable(start, links) == line[-1] and len(line) <= max(1, len(start))


@pytest.mark.parametrize("nodes", [1, 2, 3, 4])
def test_reachability_goes_by_layers_on_all_small_graphs(nodes: int) -> None:
    """All starts and all sets of open links on up to 4 nodes."""
    ends = list(combinations(range(nodes), 2))
    for start in product((False, True), repeat=nodes):
        for is_open in product((False, True), repeat=len(ends)):
            links = [(*pair, fact) for pair, fact in zip(ends, is_open, strict=True)]
            assert is_as_assumed(list(start), links)


def test_reachability_goes_by_layers_on_the_boards() -> None:
    """All 64 stick sets of n=1, and random ones of n=4."""
    rules, chance = Rules(Parameters(1, 2)), Random(1)
    for chosen in product((False, True), repeat=6):
        lines = dict(zip(rules.board.interior, chosen, strict=True))
        sticks = tuple(lines.get(line, False) for line in range(len(rules.board.lines)))
        links = clauses.free_links(rules, sticks)
        for triangle in range(6):
            assert is_as_assumed([each == triangle for each in range(6)], links)
    board = board_of(4)
    for _ in range(100):
        share = chance.random()
        sticks = tuple(chance.random() < share for _ in board.lines)
        start = [chance.random() < 0.1 for _ in board.triangles]
        assert is_as_assumed(start, clauses.free_links(Rules(), sticks))


@pytest.mark.parametrize("nodes", [2, 3, 4])
def test_what_proofs_are_given_holds_of_what_is_really_reached(nodes: int) -> None:
    """`closed`, `inside`, `has_parents` and `inside_by_parents` hold of the real answer."""
    ends = list(combinations(range(nodes), 2))
    chance = Random(nodes)
    for _ in range(40):
        start = [chance.random() < 0.4 for _ in range(nodes)]
        links = [(*pair, chance.random() < 0.5) for pair in ends]
        call = AbstractReach("test").answer(start, links)
        fixed = real_answers((), (call,))
        region = [z3.Bool(f"region.{node}") for node in range(nodes)]
        given = (
            *call.closed(),
            *call.has_parents(),
            call.inside(region),
            call.inside_by_parents(region),
        )
        real = zip(call.marks, reachable(start, links), strict=True)
        assert valid(z3.Implies(z3.And(*fixed), all_of((*given, *(iff(*pair) for pair in real)))))


@pytest.mark.parametrize("nodes", [1, 2, 3, 4])
def test_z3_proves_reachable_against_paths(nodes: int) -> None:
    """Unrolled, by certificate and by paths: the same, on all graphs of that many nodes."""
    ends = list(combinations(range(nodes), 2))
    start = [z3.Bool(f"start.{node}") for node in range(nodes)]
    links = [(*pair, z3.Bool(f"open.{pair}")) for pair in ends]
    is_open = {frozenset(link[:2]): link[2] for link in links}

    def by_paths(node: int) -> Fact:
        ways = []
        for length in range(nodes):
            for rest in product(range(nodes), repeat=length):
                path = (*rest, node)
                if len(set(path)) == len(path):
                    steps = pairwise(path)
                    ways.append(all_of((start[path[0]], *(is_open[frozenset(s)] for s in steps))))
        return any_of(ways)

    unrolled = reachable(start, links)
    marks, condition = reachable_by_certificate("certificate", start, links)
    for node in range(nodes):
        assert valid(iff(unrolled[node], by_paths(node)) if nodes > 1 else unrolled[0] == start[0])
        assert valid(z3.Implies(condition, iff(marks[node], unrolled[node])))
    assert valid(is_closed(unrolled, links)) if nodes > 1 else True


@pytest.mark.parametrize("size", range(1, 7))
def test_z3_proves_exactly_one_and_counts(size: int) -> None:
    """Against all rows of truths."""
    facts = [z3.Bool(f"fact.{index}") for index in range(size)]

    def rows(wanted: Callable[[int], bool]) -> Fact:
        return any_of(
            all_of(fact if truth else not_(fact) for fact, truth in zip(facts, row, strict=True))
            for row in product((False, True), repeat=size)
            if wanted(sum(row))
        )

    assert valid(iff(exactly_one(facts), rows(lambda number: number == 1)))
    for limit in range(size):
        assert valid(iff(at_most(limit, facts), rows(lambda number: number <= limit)))  # noqa: B023
        assert valid(iff(count(facts) == limit, rows(lambda number: number == limit)))  # noqa: B023


def has_cycle(vertices: int, edges: Edges) -> bool:
    """Join the ends of the lines one by one; a line within one part closes a cycle."""
    part = list(range(vertices))
    for one, other in edges:
        if part[one] == part[other]:
            return True
        old = part[one]
        part = [part[other] if each == old else each for each in part]
    return False


def has_even_subset(vertices: int, edges: Edges) -> bool:
    """Look at all non-empty sets of lines."""
    masks = [1 << one | 1 << other for one, other in edges]
    return (
        any(
            reduce(int.__xor__, chosen, 0) == 0
            for size in range(1, len(masks) + 1)
            for chosen in combinations(masks, size)
        )
        and vertices > 0
    )


@pytest.mark.parametrize("vertices", [3, 4, 5])
def test_even_sets_are_made_of_cycles_on_all_small_graphs(vertices: int) -> None:
    """All graphs of up to 5 vertices."""
    every = list(combinations(range(vertices), 2))
    for size in range(len(every) + 1):
        for edges in combinations(every, size):
            assert has_cycle(vertices, edges) == has_even_subset(vertices, edges)


def test_an_area_without_an_edge_is_a_cycle_on_the_smallest_board() -> None:
    """All 64 stick sets of n=1, on the executable specification."""
    rules = Rules(Parameters(1, 2))
    board = rules.board
    number = {vertex: index for index, vertex in enumerate(board.vertices)}
    for chosen in product((False, True), repeat=6):
        lines = dict(zip(board.interior, chosen, strict=True))
        sticks = tuple(lines.get(line, False) for line in range(len(board.lines)))
        nothing = (False,) * len(board.lines)
        position = clauses.Position(sticks, (nothing, nothing), (True, False))
        edges = tuple(
            (number[ends[0]], number[ends[1]])
            for ends, lies in zip(board.lines, sticks, strict=True)
            if lies
        )
        traced = clauses.every_area_has_a_boundary_line(rules, position)
        assert traced != has_cycle(len(number), edges)
