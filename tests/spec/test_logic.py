"""The combinators: four algebras, one meaning."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.spec import logic
from rulewright.spec.broadcast import LaneFact, flat
from rulewright.spec.lanes import any_block, pack, split, stack, tile, unpack
from rulewright.spec.logic import LaneCount
from rulewright.spec.words import WordFact, filled, unpacked

WIDTH = 5
"""Lanes in the tests' vectors."""

Formula = Callable[[list[Any]], Any]

ROWS = st.lists(st.booleans(), min_size=WIDTH, max_size=WIDTH)
"""The truth of one variable in each lane."""


def formulas(variables: int) -> st.SearchStrategy[Formula]:
    """Draw formulas over variables and constants, built from every combinator."""
    leaves = st.one_of(
        st.integers(0, variables - 1).map(lambda index: lambda facts: facts[index]),
        st.booleans().map(lambda truth: lambda _: truth),
    )

    def grow(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        many = st.lists(inner, max_size=4)
        return st.one_of(
            inner.map(lambda one: lambda facts: logic.not_(one(facts))),
            *(
                many.map(lambda ones, fold=fold: lambda facts: fold([f(facts) for f in ones]))
                for fold in (logic.all_of, logic.any_of, logic.none_of, logic.exactly_one)
            ),
            *(
                st.tuples(inner, inner).map(
                    lambda pair, join=join: lambda facts: join(pair[0](facts), pair[1](facts))
                )
                for join in (logic.implies, logic.iff, logic.differ)
            ),
            st.tuples(inner, inner, inner).map(
                lambda three: lambda facts: logic.if_then_else(*(one(facts) for one in three))
            ),
            *(
                st.tuples(st.integers(-1, 4), many).map(
                    lambda pair, bound=bound: (
                        lambda facts: bound(pair[0], [f(facts) for f in pair[1]])
                    )
                )
                for bound in (logic.at_most, logic.at_least)
            ),
            many.map(
                lambda ones: (
                    lambda facts: logic.reachable(
                        [f(facts) for f in ones] + [False],
                        [(at, len(ones), ones[at - 1](facts)) for at in range(len(ones))],
                    )[-1]
                )
            ),
        )

    return st.recursive(leaves, grow, max_leaves=12)


@given(formulas(3), st.lists(ROWS, min_size=3, max_size=3))
def test_four_algebras_agree(formula: Formula, rows: list[list[bool]]) -> None:
    """A formula says of each lane what it says of that lane alone, in every algebra."""
    single = [formula([row[lane] for row in rows]) for lane in range(WIDTH)]
    assert all(logic.is_constant(fact) for fact in single)

    lanes = formula([pack(row) for row in rows])
    assert unpack(lanes, WIDTH).tolist() == single

    arrays = formula([np.array(row) for row in rows])
    assert np.broadcast_to(arrays, WIDTH).tolist() == single

    names = z3.Bools("a b c")
    term = formula(list(names))
    for lane in range(WIDTH):
        values = [(name, z3.BoolVal(row[lane])) for name, row in zip(names, rows, strict=True)]
        value = term if logic.is_constant(term) else z3.simplify(z3.substitute(term, *values))
        assert bool(value) == single[lane]


@given(formulas(3), st.lists(ROWS, min_size=3, max_size=3))
def test_lanes_may_be_negative(formula: Formula, rows: list[list[bool]]) -> None:
    """A vector with ones in all lanes above says the same in the lanes below."""
    plain = formula([pack(row) for row in rows])
    extended = formula([pack(row) | -1 << WIDTH for row in rows])
    assert unpack(plain, WIDTH).tolist() == unpack(extended, WIDTH).tolist()


@pytest.mark.parametrize("size", range(5))
def test_z3_proves_the_combinators_against_their_definitions(size: int) -> None:
    """`exactly_one`, `at_most`, `at_least` and `count` are what they are called."""
    facts = list(z3.Bools(" ".join(f"f{index}" for index in range(size)))) if size else []
    number = z3.Sum([z3.If(fact, 1, 0) for fact in facts]) if facts else z3.IntVal(0)
    prove(logic.exactly_one(facts), number == 1)
    for limit in range(-1, size + 2):
        prove(logic.at_most(limit, facts), number <= limit)
        prove(logic.at_least(limit, facts), number >= limit)
        counted = logic.count(facts)
        prove(counted == limit, number == limit)


def prove(formula: Any, definition: Any) -> None:
    """Demand that Z3 finds no way to tell two formulas apart."""
    solver = z3.Solver()
    solver.add(
        z3.BoolVal(formula) != definition if logic.is_constant(formula) else formula != definition
    )
    assert solver.check() == z3.unsat


def test_a_wrong_combinator_is_told_apart() -> None:
    """The proof above can fail."""
    facts = z3.Bools("f0 f1 f2")
    with pytest.raises(AssertionError):
        prove(logic.any_of(facts), z3.Sum([z3.If(fact, 1, 0) for fact in facts]) == 1)


SIZES = (2, 6, 12)
"""Lanes of three levels, the outer ones repeating the inner ones."""


@given(
    formulas(4),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2**12 - 1)), min_size=4, max_size=4),
)
def test_facts_of_any_level_agree(formula: Formula, drawn: list[tuple[int, int]]) -> None:
    """A formula says of each lane what it says of that lane alone, whatever the facts' levels."""
    found = formula([LaneFact(bits, level, SIZES) for level, bits in drawn])
    if isinstance(found, LaneFact):
        assert 0 <= found.bits < 1 << SIZES[found.level]
    else:
        # Alike in all lanes, or a plain vector over those of the outermost level.
        assert logic.is_constant(found) or -1 <= found < 1 << SIZES[-1]
    lanes = unpack(flat(found), SIZES[-1]).tolist()
    for lane, said in enumerate(lanes):
        alone = [bool(bits >> lane % SIZES[level] & 1) for level, bits in drawn]
        assert said == formula(alone)


IN_WORDS = (3, 2, 2)
"""The words of facts along three axes: of two the facts may be independent."""
IN_USE = 70
"""Lanes of the two words that are in use; those above hold anything."""


@settings(deadline=None)
@given(
    formulas(4),
    st.lists(st.tuples(st.booleans(), st.booleans()), min_size=4, max_size=4),
    st.integers(0, 2**32 - 1),
)
def test_facts_in_words_agree(formula: Formula, kept: list[tuple[bool, bool]], seed: int) -> None:
    """A formula says of each lane what it says in NumPy arrays, whatever axes the facts depend on."""
    chance = np.random.default_rng(seed)
    facts, arrays = [], []
    for depends in kept:
        shape = [size if on else 1 for on, size in zip((*depends, True), IN_WORDS, strict=True)]
        words = chance.integers(0, 2**64, shape, np.uint64)
        facts.append(WordFact(words))
        arrays.append(unpacked(np.broadcast_to(words, IN_WORDS), IN_USE))
    found = unpacked(np.broadcast_to(filled(formula(facts)), IN_WORDS), IN_USE)
    expected = np.broadcast_to(np.asarray(formula(arrays), np.bool_), found.shape)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("level", range(3))
def test_facts_of_one_level_are_counted_and_negated_within_their_lanes(level: int) -> None:
    """Counting three facts or more, and negating one, sets no lane above the level's own."""
    facts = [LaneFact(bits, level, SIZES) for bits in (-1, 0b011011, 0b101, 0)]
    number = logic.count(facts)
    for lane in range(SIZES[level]):
        truths = [bool(fact.bits >> lane & 1) for fact in facts]
        assert sum(
            bool(flat(plane) >> lane & 1) << at for at, plane in enumerate(number.planes)
        ) == sum(truths)
    whole = (1 << SIZES[level]) - 1
    assert all((~fact).bits == whole ^ fact.bits for fact in facts)
    assert all(0 <= flat(plane, level) <= whole for plane in number.planes)


GRAPHS = [
    [(0, 1), (1, 2), (2, 3)],
    [(0, 1), (1, 2), (2, 0), (2, 3)],
    [(0, 2), (1, 3)],
    [(3, 2), (2, 1), (1, 0), (0, 3)],
]


@pytest.mark.parametrize("graph", GRAPHS)
def test_z3_proves_reachability_on_small_graphs(graph: list[tuple[int, int]]) -> None:
    """Unrolled reachability is the union of all paths; a certificate determines the same set."""
    start = z3.Bools("s0 s1 s2 s3")
    opens = z3.Bools(" ".join(f"o{index}" for index in range(len(graph))))
    links = [(left, right, way) for (left, right), way in zip(graph, opens, strict=True)]
    unrolled = logic.reachable(start, links)
    for node in range(4):
        paths = [
            logic.all_of([start[path[0]], *(opens[link] for link in used)])
            for path, used in paths_to(node, graph)
        ]
        prove(unrolled[node], logic.any_of(paths))
    certified, condition = logic.reachable_by_certificate("r", start, links)
    solver = z3.Solver()
    solver.add(condition)
    assert solver.check() == z3.sat
    solver.add(z3.Or([one != other for one, other in zip(certified, unrolled, strict=True)]))
    assert solver.check() == z3.unsat


@pytest.mark.parametrize("graph", GRAPHS)
def test_a_certificate_exists_whatever_the_start_and_the_open_links(
    graph: list[tuple[int, int]],
) -> None:
    """A condition that some position cannot meet would leave it out of every proof."""
    start = z3.Bools("s0 s1 s2 s3")
    opens = z3.Bools(" ".join(f"o{index}" for index in range(len(graph))))
    links = [(left, right, way) for (left, right), way in zip(graph, opens, strict=True)]
    _, condition = logic.reachable_by_certificate("r", start, links)
    solver = z3.Solver()
    solver.add(condition)
    for truths in product((False, True), repeat=len(start) + len(opens)):
        case = [
            fact if truth else z3.Not(fact)
            for fact, truth in zip((*start, *opens), truths, strict=True)
        ]
        assert solver.check(*case) == z3.sat


def paths_to(goal: int, graph: list[tuple[int, int]]) -> list[tuple[list[int], list[int]]]:
    """List the simple paths that end in a node: their nodes, and the links they use."""
    done = []
    growing: list[tuple[list[int], list[int]]] = [([goal], [])]
    while growing:
        nodes, used = growing.pop()
        done.append((nodes, used))
        for link, ends in enumerate(graph):
            if nodes[0] in ends:
                other = ends[0] if ends[1] == nodes[0] else ends[1]
                if other not in nodes:
                    growing.append(([other, *nodes], [link, *used]))
    return done


@given(
    st.lists(st.booleans(), min_size=5, max_size=5),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=9),
)
def test_reachable_is_the_least_closed_set(
    start: list[bool], links: list[tuple[int, int, bool]]
) -> None:
    """No smaller closed set contains the start."""
    reached = logic.reachable(start, links)
    closed = [
        marks
        for marks in product((False, True), repeat=5)
        if logic.is_closed(marks, links)
        and all(mark or not begun for mark, begun in zip(marks, start, strict=True))
    ]
    assert tuple(reached) in closed
    assert all(
        mark or not got for marks in closed for mark, got in zip(marks, reached, strict=True)
    )


@pytest.mark.parametrize("seed", range(6))
def test_long_ways_are_walked_to_their_end_in_every_lane(seed: int) -> None:
    """A long path through nodes in no order, with other gaps in each lane, and a few short cuts."""
    chance, nodes = Random(seed), 60
    order = chance.sample(range(nodes), nodes)
    pairs = [*pairwise(order), *(chance.sample(range(nodes), 2) for _ in "abc")]
    opens = [chance.getrandbits(WIDTH) | chance.getrandbits(WIDTH) | 1 for _ in pairs]
    begins = [
        1 if node == order[0] else chance.getrandbits(WIDTH) & 0b10010 for node in range(nodes)
    ]
    links = [(one, other, lanes) for (one, other), lanes in zip(pairs, opens, strict=True)]
    reached = logic.reachable(begins, links)
    assert all(fact & 1 for fact in reached)
    for lane in range(WIDTH):
        alone = logic.reachable(
            [bool(fact >> lane & 1) for fact in begins],
            [(one, other, bool(fact >> lane & 1)) for one, other, fact in links],
        )
        assert [bool(fact >> lane & 1) for fact in reached] == alone


@given(st.lists(st.lists(st.booleans(), min_size=WIDTH, max_size=WIDTH), max_size=9), st.data())
def test_lane_counts_compare_and_add(rows: list[list[bool]], data: st.DataObject) -> None:
    """A count over bit vectors is, lane by lane, the count of that lane."""
    cut = data.draw(st.integers(0, len(rows)))
    more = data.draw(st.integers(0, 20))
    number = LaneCount([0]) + logic.count([pack(row) for row in rows])
    part = LaneCount([0]) + logic.count([pack(row) for row in rows[:cut]])
    for lane in range(WIDTH):
        whole, some = sum(row[lane] for row in rows), sum(row[lane] for row in rows[:cut])
        assert number.value(lane) == whole
        assert (number + part).value(lane) == whole + some
        assert (more + part).value(lane) == more + some
        for other, value in ((part, some), (more, more), (-1, -1)):
            for said, truth in (
                (number < other, whole < value),
                (number <= other, whole <= value),
                (number > other, whole > value),
                (number >= other, whole >= value),
                (number == other, whole == value),
                (number != other, whole != value),
            ):
                assert bool(said >> lane & 1) == truth


@given(st.lists(st.integers(0, 2**11 - 1), min_size=1, max_size=6), st.sampled_from([11, 16]))
def test_blocks_of_lanes(blocks: list[int], width: int) -> None:
    """Stacking, splitting, tiling and folding blocks are what they are called."""
    vector = stack(blocks, width)
    assert split(vector, width, len(blocks)) == blocks
    assert split(tile(blocks[0], width, 5), width, 5) == [blocks[0]] * 5
    union = 0
    for block in blocks[1:]:
        union |= block
    assert any_block(vector, width, range(1, len(blocks))) == union


def test_what_holds_in_all_lanes_above_spreads_there() -> None:
    """Reachability extends its vectors again, however few lanes were in use."""
    links = [(0, 1, -1), (1, 2, 0b0101 | -1 << 4)]
    assert logic.reachable([-1, 0, 0], links) == [-1, -1, 0b0101 | -1 << 4]
    assert logic.reachable([0b0110, 0, 0], links) == [0b0110, 0b0110, 0b0100]


def test_a_mixture_of_algebras_is_refused() -> None:
    """A bit vector beside a Z3 term is an error, not a wrong answer."""
    with pytest.raises((TypeError, z3.Z3Exception)):
        logic.all_of([5, z3.Bool("a")])
    with pytest.raises((TypeError, z3.Z3Exception)):
        logic.all_of([z3.Bool("a"), 5])


@pytest.mark.parametrize("size", [2, 3, 4])
def test_exactly_one_is_refuted_by_a_second_fact_in_every_lane(size: int) -> None:
    """All cases in one vector: lane i has the facts that are the bits of i, and so has what is above."""
    lanes = range(1 << size)
    facts = [sum(1 << lane for lane in lanes if lane >> fact & 1) for fact in range(size)]
    expected = sum(1 << lane for lane in lanes if lane.bit_count() == 1)
    assert logic.exactly_one(facts) == expected
    above = -1 << len(lanes)
    assert logic.exactly_one([fact | above for fact in facts]) == expected
    assert logic.exactly_one([facts[0] | above, *facts[1:]]) == expected | above
