"""Combinators, case by case: all truths of a few facts, one case a lane, in every algebra."""

from __future__ import annotations

from itertools import product
from typing import Any, NoReturn

import numpy as np
import pytest
import z3

from rulewright.spec import logic
from rulewright.spec.broadcast import LaneFact, flat
from rulewright.spec.counting import LaneCount
from rulewright.spec.lanes import pack, unpack
from rulewright.spec.words import WordFact, filled, packed, unpacked

CASES = list(product((False, True), repeat=3))
COLUMNS = [list(column) for column in zip(*CASES, strict=True)]
SAID = {
    "if_then_else": (logic.if_then_else, lambda a, b, c: b if a else c),
    "implies": (lambda a, b, _: logic.implies(a, b), lambda a, b, _: b or not a),
    "iff": (lambda a, b, _: logic.iff(a, b), lambda a, b, _: a is b),
    "differ": (lambda a, b, _: logic.differ(a, b), lambda a, b, _: a is not b),
    "exactly_one": (lambda *facts: logic.exactly_one(facts), lambda *facts: sum(facts) == 1),
    "all_of": (lambda *facts: logic.all_of(facts), lambda *facts: all(facts)),
    "any_of": (lambda *facts: logic.any_of(facts), lambda *facts: any(facts)),
    "none_of": (lambda *facts: logic.none_of(facts), lambda *facts: not any(facts)),
    "unless": (lambda a, b, _: logic.unless(a, lambda: b), lambda a, b, _: a or b),
}
CONSTANTS = [(0, True), (0, False), (1, True), (1, False), (2, True), (2, False), (None, None)]


@pytest.mark.parametrize("constant", CONSTANTS, ids=str)
@pytest.mark.parametrize("name", SAID)
def test_a_combinator_says_of_each_case_what_its_name_says(
    name: str, constant: tuple[int | None, bool | None]
) -> None:
    """Also where one of the facts is a constant."""
    combine, meant = SAID[name]
    at, truth = constant
    columns = [[truth] * 8 if index == at else column for index, column in enumerate(COLUMNS)]
    expected = [bool(meant(*(column[case] for column in columns))) for case in range(8)]

    def combined(facts: list[Any]) -> Any:
        return combine(*(truth if index == at else fact for index, fact in enumerate(facts)))

    assert [combined([column[case] for column in columns]) for case in range(8)] == expected
    assert unpack(combined([pack(column) for column in columns]), 8).tolist() == expected
    lane_facts = [LaneFact(pack(column), 0, (8, 16)) for column in columns]
    assert unpack(flat(combined(lane_facts)), 8).tolist() == expected
    words = combined([WordFact(packed(np.array(column))) for column in columns])
    assert np.broadcast_to(unpacked(np.broadcast_to(filled(words), 1), 8), 8).tolist() == expected
    arrays = combined([np.array(column) for column in columns])
    assert np.broadcast_to(arrays, 8).tolist() == expected
    names = z3.Bools("a b c")
    term = combined(list(names))
    for case in range(8):
        values = [
            (one, z3.BoolVal(column[case])) for one, column in zip(names, columns, strict=True)
        ]
        value = term if logic.is_constant(term) else z3.simplify(z3.substitute(term, *values))
        assert bool(value) is expected[case]


def test_a_choice_between_numbers_is_made_in_each_lane() -> None:
    """Numbers of unlike length, either of which may be a plain one; in arrays and in terms alike."""
    condition, one, other = [True, False, True, False], [5, 6, 0, 1], [1, 9, 3, 0]
    expected = [5, 9, 0, 0]
    lanes = [
        LaneCount(pack([bool(n >> bit & 1) for n in row]) for bit in range(4))
        for row in (one, other)
    ]
    picked = logic.pick(pack(condition), *lanes)
    assert [picked.value(lane) for lane in range(4)] == expected
    for then, otherwise, numbers in ((7, lanes[1], [7, 9, 7, 0]), (lanes[0], 1, [5, 1, 0, 1])):
        picked = logic.pick(pack(condition), then, otherwise)
        assert [picked.value(lane) for lane in range(4)] == numbers
    assert logic.pick(np.array(condition), np.array(one), np.array(other)).tolist() == expected
    plain = [logic.pick(truth, 5, 9) for truth in (True, False)]
    assert repr(plain) == "[5, 9]", "numbers of one kind, not in lanes"
    fact = z3.Bool("a")
    term = logic.pick(fact, z3.IntVal(5), z3.IntVal(9))
    for truth, value in ((True, 5), (False, 9)):
        assert z3.simplify(z3.substitute(term, (fact, z3.BoolVal(truth)))).as_long() == value


def test_a_demand_with_an_exemption_that_always_holds_is_not_evaluated() -> None:
    """It may not even be defined there."""

    def undefined() -> NoReturn:
        raise LookupError("this was evaluated")

    assert logic.unless(exempt=True, demand=undefined) is True
    with pytest.raises(LookupError):
        logic.unless(exempt=False, demand=undefined)


SIZES = (2, 6, 12)
"""Lanes of three levels."""
LOW, MIDDLE, HIGH = 0b01, 0b011011, 0b110101101110


@pytest.mark.parametrize(
    "facts",
    [
        [LaneFact(LOW, 0, SIZES), LaneFact(HIGH, 2, SIZES), LaneFact(MIDDLE, 1, SIZES)],
        [LaneFact(HIGH, 2, SIZES), LaneFact(MIDDLE, 1, SIZES), LaneFact(LOW, 0, SIZES)],
        [LaneFact(LOW, 0, SIZES), HIGH, LaneFact(MIDDLE, 1, SIZES)],
        [LaneFact(LOW, 0, SIZES), HIGH, -1],
        [LaneFact(MIDDLE, 1, SIZES), True, True],
        [True, LaneFact(MIDDLE, 1, SIZES), LaneFact(LOW, 0, SIZES)],
    ],
)
def test_reachability_over_several_levels_is_that_of_each_lane(facts: list[Any]) -> None:
    """At the highest level of any; beside a plain vector, in all lanes."""
    start, first, second = facts
    reached = logic.reachable([start, False, False], [(0, 1, first), (1, 2, second)])
    beside = any(type(fact) is int for fact in facts)
    assert {type(fact) for fact in reached} == ({int} if beside else {LaneFact})
    for lane in range(SIZES[-1]):
        alone = [
            fact
            if fact is True
            else bool((flat(fact) if isinstance(fact, LaneFact) else fact) >> lane & 1)
            for fact in facts
        ]
        expected = [alone[0], alone[0] and alone[1], all(alone)]
        assert [bool(flat(fact) >> lane & 1) for fact in reached] == expected
