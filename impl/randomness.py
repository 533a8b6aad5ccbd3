"""A small seeded generator of random numbers for compiled code: SplitMix64 (Steele et al., 2014).

Its state is a counter; the caller adds `GOLDEN` to it for each number and mixes it. The same seed
gives the same numbers on every machine.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl.dispatch import leaf

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_A, _B, _C, _HALF = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@leaf
def mixed(counter: np.uint64) -> np.uint64:
    """Mix a counter to a random 64-bit number."""
    value = (counter ^ (counter >> _A)) * _FIRST
    value = (value ^ (value >> _B)) * _SECOND
    return value ^ (value >> _C)


@leaf
def below(value: np.uint64, bound: int) -> int:
    """Reduce a random 64-bit number to 0 ... bound - 1; `bound` is at most 2**31.

    The chances of two results differ by less than bound / 2**32 of themselves.
    """
    return np.int64(((value >> _HALF) * np.uint64(bound)) >> _HALF)  # type: ignore[return-value]


@leaf
def stream(seed: int, number: int) -> np.uint64:
    """Return the initial counter of one game of a campaign, independent of the others."""
    return mixed(mixed(np.uint64(seed) + GOLDEN) + np.uint64(number) * _FIRST)
