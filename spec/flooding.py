"""Reachability on facts in words (`spec.words`): a block of words at a time, in compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from threading import local
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rulewright.spec.words import WordFact, Words, filled

Function = TypeVar("Function", bound=Callable[..., Any])

BLOCK = 64
"""Words flooded at a time: those of all nodes and links fit the processor's near caches."""


class Room(local):
    """Words that each thread keeps to write to: fresh memory would take longer to get."""

    words: Words = np.empty(0, np.uint64)

    def of(self, shape: tuple[int, ...]) -> Words:
        """Return words of a shape; what was got before is overwritten."""
        size = prod(shape)
        if size > len(self.words):
            self.words = np.empty(size, np.uint64)
        return self.words[:size].reshape(shape)


ROOM = Room()


def flooded(start: Sequence[Any], links: Sequence[tuple[int, int, Any]]) -> list[WordFact]:
    """Find the nodes that can be reached: the least set with `start` that open links do not leave."""
    rows = [filled(fact) for fact in start]
    kept = [(left, right, filled(fact)) for left, right, fact in links if fact is not False]
    shape = np.broadcast_shapes(*(row.shape for row in rows), *(each[2].shape for each in kept))
    reached = np.empty((len(rows), *shape), np.uint64)
    for node, row in enumerate(rows):
        reached[node] = row
    is_open = ROOM.of((len(kept), *shape))
    for number, (_, _, row) in enumerate(kept):
        is_open[number] = row
    ends = np.array([each[:2] for each in kept], np.int64).reshape(-1, 2)
    width = prod(shape)
    spread(reached.reshape(-1, width), is_open.reshape(-1, width), *ways_of(ends, len(rows)))
    return [WordFact(row) for row in reached]


def ways_of(ends: NDArray[np.int64], nodes: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """List the ways ``[way, 2]`` (other node, link) of all nodes, and where those of each node begin."""
    here, there = np.concatenate([ends, ends[:, ::-1]]).T
    order = np.argsort(here, kind="stable")
    begins = np.searchsorted(here[order], np.arange(nodes + 1))
    return begins, np.stack([there, np.tile(np.arange(len(ends)), 2)], axis=1)[order]


def compiled(function: Function) -> Function:
    """Compile a function on first use, and keep the code where there is a folder for it."""
    try:
        made: Any = njit(cache=True)(function)
    except RuntimeError:  # no folder can be written to
        made = njit(function)
    kept: Function = made
    return kept


@njit(forceinline=True)
def visited(
    tables: tuple[Words, Words], low: int, here: Words, ways: NDArray[np.int64], found: Words
) -> bool:
    """Take over what the neighbours of a node have, from a word on; return whether anything was new."""
    reached, is_open = tables
    size = len(here)
    for word in range(size):
        found[word] = here[word]
    for way in range(len(ways)):
        there = reached[ways[way, 0], low : low + size]
        passes = is_open[ways[way, 1], low : low + size]
        for word in range(size):
            found[word] |= there[word] & passes[word]
    fresh = np.uint64(0)
    for word in range(size):
        fresh |= found[word] ^ here[word]
        here[word] = found[word]
    return bool(fresh != np.uint64(0))


@compiled
def spread(
    reached: Words, is_open: Words, begins: NDArray[np.int64], ways: NDArray[np.int64]
) -> None:
    """Take over, node after node, what its neighbours have, until nothing is new.

    Nodes are visited to and fro, so that few rounds serve the lanes that spread either way; a node only
    if a neighbour has news since it was visited last.
    """
    nodes, words = reached.shape
    found, has_news = np.empty(BLOCK, np.uint64), np.empty(nodes, np.bool_)
    for low in range(0, words, BLOCK):
        has_news[:] = True
        first, step = 0, 1
        while has_news.any():
            for node in range(first, nodes - 1 - first + step, step):
                if has_news[node]:
                    has_news[node] = False
                    here = reached[node, low : min(low + BLOCK, words)]
                    own = ways[begins[node] : begins[node + 1]]
                    if visited((reached, is_open), low, here, own, found):
                        for way in range(len(own)):
                            has_news[own[way, 0]] = True
            first, step = nodes - 1 - first, -step
