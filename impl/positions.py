"""The positions found by a breadth-first search, in tables that grow."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import define, field

from rulewright.impl.dispatch import compiled
from rulewright.impl.kernel import Kernel, Row
from rulewright.impl.randomness import GOLDEN, mixed

VACANT = np.int64(-1)
SMALLEST_TABLE = 1 << 12
CHUNK = 1 << 15
"""Positions expanded by one call of compiled code."""


@compiled
def place_of(keys: Row, size: int, key: Row, table: Row) -> int:
    """Return where a hash table holds a key, or the free place where it would go.

    `keys` is flat, key `i` at ``i * size``; the table holds numbers of keys, `VACANT` where free. Its
    length is a power of two.
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
    """Fill a hash table with the first `count` keys, whatever it held before."""
    table[:] = VACANT
    for number in range(count):
        table[place_of(keys, size, keys[number * size : (number + 1) * size], table)] = number


def table_of(keys: Row, size: int, count: int, room: int) -> Row:
    """Make a hash table of the first `count` keys, at most a quarter full with `room` keys."""
    table = np.empty(max(SMALLEST_TABLE, 1 << (4 * room - 1).bit_length()), np.int64)
    enter_all(keys, size, count, table)
    return table


@define(eq=False)
class Positions:
    """Positions, numbered from 0 by distance. Compiled code appends to the tables.

    A search can ask for further tables (`more`), with one number for each position.
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
    """How many positions were known when each layer was begun."""

    @classmethod
    def begin(cls, kernel: Kernel, key: Row, more: int = 0) -> Positions:
        """Begin with one position, and `more` further tables."""
        held = 2 * kernel.most_legal + 1
        keys = np.zeros(held * kernel.key_size, np.int64)
        keys[: kernel.key_size] = key
        table = table_of(keys, kernel.key_size, 1, held)
        return cls(kernel, keys, tuple(np.zeros((more, held), np.int64)), table)

    def runs(self) -> Iterator[int]:
        """Yield, layer by layer, the end of the next range to expand, with room for at least one.

        The caller updates `expanded` and `count`.
        """
        while self.expanded < self.count:
            self.layers.append(self.count)
            while self.expanded < self.layers[-1]:
                self._make_room()
                yield min(self.expanded + CHUNK, self.layers[-1])

    def _make_room(self) -> None:
        """Grow the tables that might be too small for the successors of one more position."""
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
        """Return the number of positions at each distance."""
        counts = np.diff([0, *self.layers, self.count])
        return tuple(counts[counts > 0].tolist())
