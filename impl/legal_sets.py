"""The legal actions of recorded positions, from the kernel's codes to the columns of a recording.

Compiled once for all games: nothing here depends on one. Hundreds of millions of actions pass through,
so each step makes one pass over a list that is still in the processor's cache.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from rulewright.impl.dispatch import compiled, leaf

Codes: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.int32]

TABLED = 1 << 16
"""Codes below this one are looked up at their place in a table, without a search."""
SMALLEST = 1 << 10
HASH = -0x61C8864680B583EB
"""The golden ratio as 64 bits: its products scatter codes that differ in a few bits."""


# --- ascending ------------------------------------------------------------------------------------


@leaf
def merge(codes: Codes, begin: int, middle: int, end: int, scratch: Codes) -> None:
    """Merge two ascending runs that lie side by side."""
    for index in range(middle - begin):
        scratch[index] = codes[begin + index]
    left, right, length = 0, middle, middle - begin
    while left < length and right < end:
        if scratch[left] < codes[right]:
            codes[begin] = scratch[left]
            left += 1
        else:
            codes[begin] = codes[right]
            right += 1
        begin += 1
    for index in range(left, length):
        codes[begin] = scratch[index]
        begin += 1


@compiled
def sort_each(codes: Codes, ends: Codes, scratch: Codes, runs: Codes) -> None:
    """Sort the codes of each position; its list ends at `ends`, where the next one begins.

    Runs that ascend already are merged two by two: kernels list actions nearly in order.
    `scratch` and `runs` are one longer than the longest list.
    """
    begin = 0
    for position in range(len(ends)):
        end = ends[position]
        count = 0
        if end > begin:
            runs[0], count = begin, 1
        for place in range(begin + 1, end):
            if codes[place] < codes[place - 1]:
                runs[count] = place
                count += 1
        while count > 1:
            runs[count] = end
            left = 0
            for first in range(0, count, 2):
                if first + 1 < count:
                    merge(codes, runs[first], runs[first + 1], runs[first + 2], scratch)
                runs[left] = runs[first]
                left += 1
            count = left
        begin = end


# --- numbered -------------------------------------------------------------------------------------


@leaf
def place_in(hashed: Numbers, codes: Codes, code: int) -> int:
    """Return where a hash table holds a code, or the free place where it would go."""
    mask = len(hashed) - 1
    place = ((code * HASH) >> 32) & mask
    while hashed[place] and codes[hashed[place] - 1] != code:
        place = (place + 1) & mask
    return place


@compiled
def number_all(  # noqa: PLR0917
    listed: Codes,
    begin: int,
    numbers: Numbers,
    tabled: Numbers,
    hashed: Numbers,
    known: Codes,
    count: int,
) -> tuple[int, int]:
    """Write the number of each code from place `begin` on; new codes get the next numbers.

    `known` has the codes by their numbers; the tables have 1 + the number of a code, 0 where free.
    Returns where it stopped because `known` was full, and how many codes are known then.
    """
    for place in range(begin, len(listed)):
        code = listed[place]
        inside = code < len(tabled)
        at = code if inside else place_in(hashed, known, code)
        number = tabled[at] if inside else hashed[at]
        if number == 0:
            if count == len(known):
                return place, count
            known[count] = code
            count += 1
            number = count
            if inside:
                tabled[at] = number
            else:
                hashed[at] = number
        numbers[place] = number - 1
    return len(listed), count


@compiled
def enter_all(known: Codes, count: int, hashed: Numbers, least: int) -> None:
    """Enter the codes that are not below `least` in an empty hash table, with their numbers."""
    for number in range(count):
        if known[number] >= least:
            hashed[place_in(hashed, known, known[number])] = number + 1


@define(eq=False)
class ColumnNumbers:
    """Numbers of actions, from 0 in the order in which their codes occur."""

    count: int = 0
    _known: Codes = field(factory=lambda: np.zeros(SMALLEST, np.int64))
    _tabled: Numbers = field(factory=lambda: np.zeros(TABLED, np.int32))
    _hashed: Numbers = field(factory=lambda: np.zeros(2 * SMALLEST, np.int32))

    @property
    def codes(self) -> Codes:
        """The codes by their numbers."""
        return self._known[: self.count]

    def of(self, codes: Codes) -> Numbers:
        """Return the numbers of codes, which are 0 or more."""
        numbers = np.empty(len(codes), np.int32)
        place = 0
        while True:
            place, self.count = number_all(
                *(codes, place, numbers, self._tabled, self._hashed, self._known, self.count)
            )
            if place == len(codes):
                return numbers
            self._grow()

    def _grow(self) -> None:
        self._known = np.concatenate([self._known, np.zeros_like(self._known)])
        self._hashed = np.zeros(2 * len(self._known), np.int32)
        enter_all(self._known, self.count, self._hashed, len(self._tabled))


# --- in their places ------------------------------------------------------------------------------


@compiled
def lay_out(  # noqa: PLR0917
    legal: Numbers,
    ends: Codes,
    games: Codes,
    plies: Codes,
    last: Codes,
    columns: Numbers,
    starts: Codes,
    count: int,
    laid: Numbers,
) -> None:
    """Write the columns of the legal actions of positions to where their plies begin.

    A position is that of one of `count` games, from a ply to a last one: the final position is repeated.
    """
    begin = 0
    for position in range(len(ends)):
        for ply in range(plies[position], last[position] + 1):
            at = starts[ply * count + games[position]]
            for place in range(begin, ends[position]):
                laid[at] = columns[legal[place]]
                at += 1
        begin = ends[position]


@compiled
def mark(  # noqa: PLR0917
    legal: Numbers, ends: Codes, games: Codes, plies: Codes, last: Codes, table: NDArray[np.bool_]
) -> bool:
    """Mark the legal actions of positions in a table ``[ply, game, number]``, as `lay_out` does.

    Returns whether each position lists its actions once, so that the table has all that there is.
    """
    begin, once = 0, True
    for position in range(len(ends)):
        for ply in range(plies[position], last[position] + 1):
            for place in range(begin, ends[position]):
                once &= not table[ply, games[position], legal[place]]
                table[ply, games[position], legal[place]] = True
        begin = ends[position]
    return once
