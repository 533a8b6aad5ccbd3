"""Lanes: each function on bit vectors, against the same on lists of truths."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulewright.spec import lanes
from rulewright.spec.counting import LaneCount

FEW = settings(max_examples=40)
WIDTHS = [1, 2, 3, 7, 8, 9, 16, 17, 56]
TRUTHS = st.integers(0, 2**56 - 1)
"""Vectors; a test takes the lowest lanes of each."""


def truths(vector: int, width: int) -> list[bool]:
    """Read the lowest lanes of a vector."""
    return [bool(vector >> lane & 1) for lane in range(width)]


@pytest.mark.parametrize("width", WIDTHS)
@FEW
@given(vector=TRUTHS, above=st.integers(-2, 2))
@example(vector=0, above=0)
@example(vector=2**56 - 1, above=0)
def test_a_row_is_packed_and_unpacked(width: int, vector: int, above: int) -> None:
    """Lane 0 first; what a vector has above its lanes is left out."""
    row = truths(vector, width)
    packed = lanes.pack(row)
    assert packed == lanes.pack(np.array(row)) == lanes.pack(iter(row)) == vector % 2**width
    assert packed.bit_length() <= width == lanes.ones(width).bit_count()
    assert lanes.unpack(packed | above << width, width).tolist() == row
    assert lanes.lanes_in(packed | above << width, width) == packed


@pytest.mark.parametrize("width", [0, *WIDTHS])
@pytest.mark.parametrize("fact", [False, True])
def test_a_constant_holds_in_every_lane_or_in_none(width: int, *, fact: bool) -> None:
    """Also where there are no lanes."""
    assert lanes.unpack(fact, width).tolist() == [fact] * width
    assert lanes.lanes_in(fact, width) == lanes.pack([fact] * width)
    assert lanes.tile(fact, width, 3) is fact


@pytest.mark.parametrize("width", WIDTHS)
@FEW
@given(vectors=st.lists(TRUTHS, max_size=5), above=st.integers(-2, 2))
@example(vectors=[1, 0, 3, 2, 7], above=0)
def test_blocks_lie_one_above_the_other(width: int, vectors: list[int], above: int) -> None:
    """Block `b` begins at lane ``b * width``."""
    rows = [truths(vector, width) for vector in vectors]
    blocks = [lanes.pack(row) for row in rows]
    stacked = lanes.stack(blocks, width)
    assert stacked.bit_length() <= width * len(rows)
    assert lanes.unpack(stacked, width * len(rows)).tolist() == [
        each for row in rows for each in row
    ]
    more = stacked | above << width * len(rows)
    assert lanes.split(more, width, len(rows)) == blocks
    for number, row in enumerate(rows):
        wide = lanes.unpack(lanes.tile(blocks[number], width, 3), width * 3)
        assert wide.tolist() == row * 3
        alone = lanes.unpack(lanes.block(number, width), width * len(rows))
        assert alone.tolist() == [lane // width == number for lane in range(width * len(rows))]


@pytest.mark.parametrize("width", WIDTHS)
@FEW
@given(vectors=st.lists(TRUTHS, min_size=1, max_size=5), data=st.data(), above=st.integers(-2, 2))
def test_a_lane_holds_in_any_of_some_blocks(
    width: int, vectors: list[int], data: st.DataObject, above: int
) -> None:
    """Of some, of all in order, of none; whatever lies above them."""
    rows = [truths(vector, width) for vector in vectors]
    stacked = lanes.stack([lanes.pack(row) for row in rows], width) | above << width * len(rows)
    some = data.draw(st.lists(st.sampled_from(range(len(rows)))))
    for chosen in (some, range(len(rows)), range(0)):
        found = lanes.unpack(lanes.any_block(stacked, width, chosen), width).tolist()
        assert found == [any(rows[each][lane] for each in chosen) for lane in range(width)]
        for fact in (False, True):
            assert lanes.any_block(fact, width, chosen) is (fact and len(chosen) > 0)


@pytest.mark.parametrize("width", WIDTHS)
@FEW
@given(vectors=st.lists(TRUTHS, min_size=1, max_size=5))
def test_tables_are_read_row_by_row_and_packed_column_by_column(
    width: int, vectors: list[int]
) -> None:
    """Constants have a row as well; what a vector has above its lanes is left out."""
    rows = [truths(vector, width) for vector in vectors]
    facts = [lanes.pack(row) for row in rows]
    assert lanes.unpack_rows(facts, width).tolist() == rows
    assert lanes.unpack_rows([fact | -1 << width for fact in facts], width).tolist() == rows
    constants = lanes.unpack_rows([True, False], width).tolist()
    assert constants == [[True] * width, [False] * width]
    table = np.array(rows, np.bool_).T
    assert lanes.pack_columns(table) == facts


@FEW
@given(st.lists(st.integers(0, 2**20), max_size=9))
@example([0, 0])
@example([1, 2, 3, 4])
def test_a_number_in_each_lane_is_written_and_read(numbers: list[int]) -> None:
    """In as many planes as the largest needs."""
    count = lanes.numbers_as_lanes(np.array(numbers, np.int64))
    assert isinstance(count, LaneCount)
    assert len(count.planes) == max(numbers, default=0).bit_length()
    if numbers:
        assert lanes.numbers_in(count, len(numbers)).tolist() == numbers


@pytest.mark.parametrize("number", [0, 5, np.array([3, 1, 4])])
def test_a_number_that_is_no_bit_planes_is_the_same_in_every_lane(number: Any) -> None:
    """A constant is repeated, and a row of numbers is left as it is."""
    assert lanes.numbers_in(number, 3).tolist() == (np.zeros(3, np.int64) + number).tolist()
