"""How often each clause was seen to hold, to fail, and to be the only one to fail; rare occasions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from rulewright.interface import RulewrightError
from rulewright.spec.lanes import lanes_in, ones
from rulewright.spec.logic import Fact, is_constant


@frozen
class Tally:
    """Counts over pairs of a position and a candidate action."""

    held: int = 0
    failed: int = 0
    alone: int = 0
    """The clause forbade an action that every other clause permits."""

    def __add__(self, other: Tally) -> Tally:
        """Add up."""
        return Tally(self.held + other.held, self.failed + other.failed, self.alone + other.alone)

    def __mul__(self, times: int) -> Tally:
        """Count each pair so many times."""
        return Tally(self.held * times, self.failed * times, self.alone * times)


@frozen
class Coverage:
    """What a check of many positions saw."""

    positions: int = 0
    clauses: Mapping[str, Tally] = field(factory=dict)
    occasions: Mapping[str, int] = field(factory=dict)
    """How often each rare occasion was met, by name."""

    def __add__(self, other: Coverage) -> Coverage:
        """Add up."""
        names = [*self.clauses, *(name for name in other.clauses if name not in self.clauses)]
        return Coverage(
            self.positions + other.positions,
            {
                name: self.clauses.get(name, Tally()) + other.clauses.get(name, Tally())
                for name in names
            },
            dict(Counter(self.occasions) + Counter(other.occasions)),
        )


def once(lanes: Mapping[str, Fact], live: int, width: int) -> int:
    """Find the `live` ones of `width` lanes that exactly one clause forbids."""
    one, more = 0, 0
    for fact in lanes.values():
        refused = live & ~lanes_in(fact, width)
        more |= one & refused
        one |= refused
    return one & ~more


def alone(lanes: Mapping[str, Fact], live: int, width: int) -> dict[str, int]:
    """Find for each clause the `live` ones of `width` lanes that it forbids and no other does."""
    single = once(lanes, live, width)
    return {clause: single & ~lanes_in(fact, width) for clause, fact in lanes.items()}


def tally(lanes: Mapping[str, Fact], live: int, width: int) -> dict[str, Tally]:
    """Count, over the `live` ones of `width` lanes, what each clause says."""
    live &= ones(width)
    every = live.bit_count()
    refused = {clause: refused_by(fact, live) for clause, fact in lanes.items()}
    one, more = 0, 0
    for found in refused.values():
        more |= one & found
        one |= found
    single = one & ~more
    return {
        clause: Tally(
            held=every - found.bit_count(),
            failed=found.bit_count(),
            alone=(single & found).bit_count(),
        )
        for clause, found in refused.items()
    }


def tally_arrays(
    arrays: Mapping[str, Fact], live: NDArray[np.bool_], shape: tuple[int, ...]
) -> dict[str, Tally]:
    """Count the same of constants and arrays that broadcast to a shape, as `live` does.

    Each is looked at along its own axes only, and counted as often as it is repeated.
    """
    size = prod(shape)

    def counted(table: NDArray[np.bool_]) -> int:
        return int(np.count_nonzero(table)) * (size // table.size)

    refused = {
        clause: live if fact is False else live & ~np.asarray(fact)
        for clause, fact in arrays.items()
        if fact is not True
    }
    times: Any = np.zeros((), np.uint8)
    for found in sorted(refused.values(), key=np.size):
        times = times + found
    single, every = times == 1, counted(live)
    said = dict.fromkeys(arrays, Tally(held=every))
    for clause, found in refused.items():
        failed = counted(found)
        said[clause] = Tally(every - failed, failed, counted(single & found))
    return said


def refused_by(fact: Fact, live: int) -> int:
    """Find the live lanes in which a fact does not hold."""
    if is_constant(fact):
        return 0 if fact else live
    return live ^ live & int(fact)


class RecordingRefuted(RulewrightError):
    """The specification says otherwise than a recording."""

    exit_status = 1

    def __init__(
        self, what: str, game: int, moves: list[str], expected: object, given: object
    ) -> None:
        """Keep what differs, in which game and after which moves, and both values."""
        self.what = what
        self.game = game
        self.moves = moves
        self.expected = expected
        self.given = given
        super().__init__(self.said_by("the recording"))

    def said_by(self, side: str) -> str:
        """Return the difference in words, where `side` made the recording."""
        after = " ".join(self.moves) or "no move"
        return (
            f"{self.what} after {after}: "
            f"the specification says {self.expected}, {side} says {self.given}"
        )
