"""Numbers in lanes, beyond what `test_logic` asks: several levels, nothing, and what is no number."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from rulewright.spec import logic
from rulewright.spec.broadcast import LaneFact, flat
from rulewright.spec.counting import LaneCount, NoFact, NotCounted, total_of

SIZES = (2, 6, 12)
"""Lanes of three levels, the outer ones repeating the inner ones."""
DRAWN = ((0b01, 0), (0b011011, 1), (0b110101, 1), (0b010011010110, 2))
"""Facts: their lanes, and their levels."""


@pytest.mark.parametrize(
    "drawn", list(permutations(DRAWN)), ids=lambda drawn: str([at for _, at in drawn])
)
def test_facts_of_several_levels_are_counted_lane_by_lane(
    drawn: tuple[tuple[int, int], ...],
) -> None:
    """Whichever comes first."""
    number = logic.count(LaneFact(bits, level, SIZES) for bits, level in drawn)
    assert isinstance(number, LaneCount)
    for lane in range(SIZES[-1]):
        truths = [bits >> lane % SIZES[level] & 1 for bits, level in drawn]
        value = sum((flat(plane) >> lane & 1) << at for at, plane in enumerate(number.planes))
        assert value == sum(truths)


def test_a_count_of_nothing_is_zero_in_every_lane() -> None:
    """And numbers are added to it."""
    nothing = total_of([])
    assert [nothing.value(lane) for lane in range(3)] == [0, 0, 0]
    assert [(LaneCount.constant(0) + 6).value(lane) for lane in range(3)] == [6, 6, 6]
    assert [(nothing + LaneCount([0b01, 0b10])).value(lane) for lane in range(2)] == [1, 2]


def test_what_is_no_number_equals_none() -> None:
    """Python decides by identity, as for all that cannot be compared."""
    number: object = LaneCount.constant(1)
    other: object = "1"
    assert (number == other) is False
    assert (number != other) is True


@pytest.mark.parametrize("number", [-1, -2])
def test_a_negative_number_is_refused(number: int) -> None:
    """It has no planes; only a comparison with one has an answer."""
    with pytest.raises(NotCounted):
        LaneCount.constant(number)
    with pytest.raises(NotCounted):
        LaneCount.constant(2) + number


@pytest.mark.parametrize(
    "made",
    [
        lambda number: number & 1,
        lambda number: LaneFact(3, 0, (2,)) | number,
        lambda number: ~number,
        lambda number: logic.all_of((LaneFact(3, 0, (2,)), number)),
    ],
)
def test_a_number_is_no_fact(made: Callable[[LaneCount], object]) -> None:
    """Python said that the operands are of other types."""
    with pytest.raises(NoFact, match="compare it, as in `number >= 1`"):
        made(LaneCount.constant(2))


def test_numbers_are_not_divided() -> None:
    """What is odd is asked of each number."""
    for made in (lambda number: number % 2, lambda number: number // 2):
        with pytest.raises(NotCounted, match="or divided"):
            made(LaneCount.constant(2))
