"""How much memory a family of processes holds, looked at every now and then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic

import psutil
from attrs import define, field

from rulewright.conformance.adapter.kindred import VANISHED

EVERY = 0.25
"""Seconds between two looks, or more."""
SHARE = 50
"""A look may take no more than one part in so many of the time."""


class TooMuch(Exception):
    """The processes hold more memory than they may; `bytes_held` is how much."""

    def __init__(self, bytes_held: int) -> None:
        """Keep the amount."""
        self.bytes_held = bytes_held
        super().__init__(f"{bytes_held:,} bytes")


@define
class MemoryWatch:
    """Looks at the memory of a family when it is due."""

    family: Callable[[], Iterable[psutil.Process]]
    most: int
    """Bytes that they may hold together."""
    due: float = field(init=False)
    """When to look next, on the monotonic clock."""

    @due.default
    def _at_first(self) -> float:
        return monotonic() + EVERY

    def look(self, now: float) -> None:
        """Look, and set when to look next; raises `TooMuch`.

        What processes share is counted once: but this takes long, so the sum that counts it for each
        of them decides whether it is needed.
        """
        family = tuple(self.family())
        if sum(map(resident, family)) > self.most:
            held = sum(map(proportional, family))
            if held > self.most:
                raise TooMuch(held)
        self.due = now + max(EVERY, SHARE * (monotonic() - now))


def resident(process: psutil.Process) -> int:
    """Return the bytes of a process in memory; 0 for one that has ended."""
    with suppress(*VANISHED):
        return int(process.memory_info().rss)
    return 0


def proportional(process: psutil.Process) -> int:
    """Return the bytes of a process in memory, with its part of what it shares with others."""
    try:
        found = process.memory_full_info()
    except psutil.AccessDenied:
        return resident(process)
    except VANISHED:
        return 0
    return int(getattr(found, "pss", found.uss))  # not every system counts parts
