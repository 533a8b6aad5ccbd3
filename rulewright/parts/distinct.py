"""Estimate how many distinct positions were met, from a few of their hashes.

The smallest hashes of a set are a fair sample of it, and those of a union follow from those of its
parts. So outcomes can be merged in any order, and what is kept does not grow.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from hashlib import blake2b
from math import sqrt

KEPT = 256
"""Hashes kept: the estimate is off by about six per cent."""
RANGE = 1 << 53
"""Hashes are whole numbers below this, so that every reader of JSON keeps them exact."""


def hash_of(position: bytes) -> int:
    """Return the hash of a position as it is written."""
    return int.from_bytes(blake2b(position, digest_size=8).digest(), "big") % RANGE


def smallest(*hashes: Iterable[int]) -> tuple[int, ...]:
    """Return the smallest distinct hashes of all, in order."""
    return tuple(heapq.nsmallest(KEPT, set().union(*hashes)))


def estimated(kept: tuple[int, ...]) -> float:
    """Estimate the number of distinct hashes from the smallest; exact if there are few."""
    if len(kept) < KEPT:
        return float(len(kept))
    return (KEPT - 1) / ((kept[-1] + 1) / RANGE)


def relative_error() -> float:
    """Return the standard error of an estimate, as a share of it."""
    return 1 / sqrt(KEPT - 2)
