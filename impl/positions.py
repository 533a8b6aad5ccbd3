"""The positions that a breadth-first search has met, each once: what every such search grows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import define, field

from rulewright.impl.dispatch import compiled
from rulewright.impl.kernel import Kernel, Row
from rulewright.impl.randomness import GOLDEN, mixed

VACANT = np.int64(-1)
SMALLEST_TABLE = 1 << 12
AT_ONCE = 1 << 15
"""Positions expanded by one call of compiled code."""


@compiled
def place_of(keys: Row, size: int, key: Row, table: Row) -> int:
    """Find where a hash table holds a key, or the free place where it would go.

    `keys` is flat, key `i` at ``i * size``; the table holds numbers of keys, `VACANT` where free;
    its length is a power of two.
    """
    value = np.uint64(0)
    for word in range(size):
        value = mixed(value + GOLDEN + np.uint64(key[word]))
    mask = len(table) - 1
    place = np.int64(value >> np.uint64(1)) & mask
    while table[place] != VACANT:
        held = table[place] * size
        same = True
        for word in range(size):
            if keys[held + word] != key[word]:
                same = False
                break
        if same:
            return place  # type: ignore[return-value]
        place = (place + 1) & mask
    return place  # type: ignore[return-value]


@compiled
def enter_all(keys: Row, size: int, count: int, table: Row) -> None:
    """Enter the first `count` keys to a hash table, whatever it held before."""
    table[:] = VACANT
    for number in range(count):
        table[place_of(keys, size, keys[number * size : (number + 1) * size], table)] = number


def table_of(keys: Row, size: int, count: int, room: int) -> Row:
    """Make a hash table of the first `count` keys, a quarter full at most when it holds `room`."""
    table = np.empty(max(SMALLEST_TABLE, 1 << (4 * room - 1).bit_length()), np.int64)
    enter_all(keys, size, count, table)
    return table


@define(eq=False)
class Positions:
    """Numbered from 0 in order of distance; compiled code appends to the tables and counts.

    There are tables of further numbers of each position (`more`), as many as the search asks for.
    """

    kernel: Kernel
    keys: Row
    """Flat: key `i` at ``i * key_size``."""
    more: tuple[Row, ...]
    table: Row
    """Hash table of the keys."""
    count: int = 1
    expanded: int = 0
    layers: list[int] = field(factory=list)
    """How many positions were known when the expansion of each layer began."""

    @classmethod
    def begin(cls, kernel: Kernel, key: Row, more: int = 0) -> Positions:
        """Begin with one position, and `more` tables of further numbers."""
        held = 2 * kernel.most_legal + 1
        keys = np.zeros(held * kernel.key_size, np.int64)
        keys[: kernel.key_size] = key
        table = table_of(keys, kernel.key_size, 1, held)
        return cls(kernel, keys, tuple(np.zeros((more, held), np.int64)), table)

    def runs(self) -> Iterator[int]:
        """Yield, layer by layer, up to which position to expand now: there is room for some at least.

        Whoever expands them sets `expanded` and `count`.
        """
        while self.expanded < self.count:
            self.layers.append(self.count)
            while self.expanded < self.layers[-1]:
                self._make_room()
                yield min(self.expanded + AT_ONCE, self.layers[-1])

    def _make_room(self) -> None:
        """Grow the tables that might not hold the successors of one more position."""
        size, room = self.kernel.key_size, self.count + self.kernel.most_legal
        held = len(self.keys) // size
        if room > held:
            added = max(held, 2 * self.kernel.most_legal)
            self.keys = np.concatenate([self.keys, np.zeros(added * size, np.int64)])
            empty = np.zeros(added, np.int64)
            self.more = tuple(np.concatenate([each, empty]) for each in self.more)
        if 2 * room > len(self.table):
            self.table = table_of(self.keys, size, self.count, room)

    def by_distance(self) -> tuple[int, ...]:
        """Count the positions by the least number of actions that leads to them."""
        counts = np.diff([0, *self.layers, self.count])
        return tuple(counts[counts > 0].tolist())
