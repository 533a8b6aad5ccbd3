"""Facts as arrays of words: 64 lanes to a word, and each fact along the axes on which it depends.

The last axis holds the words of the positions; those before it are parts of the actions that are judged,
such as where a step begins and where it ends. A fact has length 1 along an axis on which it does not
depend, and where two facts meet, NumPy broadcasts them. `spec.broadcast` nests its levels; here a fact
about where a step ends is not repeated for each place where it may begin.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulewright.spec.broadcast import NotAFormula

Words: TypeAlias = NDArray[np.uint64]
BITS = 64
"""Lanes in a word."""
EVERY = np.uint64(2**BITS - 1)
"""The word that holds in all its lanes."""
ROWS = 2
"""Axes of a fact that has rows of words."""
ORDER = np.dtype("<u8")
"""Words whose bytes are in the order of their lanes."""


class WordFact:
    """A fact in words: ``[..., word]``.

    Its operators take facts whose axes broadcast, and 0 and -1 as constants. What its lanes above those
    in use say means nothing.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("_repeated", "words")
    __array_ufunc__ = None

    def __init__(self, words: Words) -> None:
        """Keep the words."""
        self.words = words
        self._repeated: Words | None = None

    def beside(self, other: WordFact) -> Words:
        """Return the words, to be joined to those of a fact with other axes.

        Short rows that recur within longer ones are slow to join: they are repeated once, and kept.
        """
        mine, others = self.words.shape, other.words.shape
        if len(mine) < ROWS or len(others) < ROWS or self.words.size == mine[-1]:
            return self.words
        if mine[-2] > 1 or others[-2] == 1:
            return self.words
        if self._repeated is None or self._repeated.shape[-2] != others[-2]:
            self._repeated = np.repeat(self.words, others[-2], axis=-2)
        return self._repeated

    def any(self) -> bool:
        """Whether the fact holds in some lane, or in one above those in use."""
        return bool(self.words.any())

    def __bool__(self) -> bool:
        """Refuse `if`, `and`, `or` and `not`: they would make one choice for all lanes."""
        raise NotAFormula("a rule must not depend on a fact by `if`, `and`, `or` or `not`")

    def __eq__(self, other: object) -> bool:
        """Refuse `==`: it would compare the objects, not the facts; `iff` compares facts."""
        raise NotAFormula("a rule must not compare facts by `==` or `!=`")

    def __and__(self, other: WordFact | int) -> WordFact | int:
        """Conjunction."""
        if isinstance(other, WordFact):
            mine, others = self.words, other.words
            if mine.shape != others.shape:
                mine, others = self.beside(other), other.beside(self)
            return WordFact(mine & others)
        if isinstance(other, int):
            return self if is_everywhere(other) else 0
        return NotImplemented

    def __or__(self, other: WordFact | int) -> WordFact | int:
        """Disjunction."""
        if isinstance(other, WordFact):
            mine, others = self.words, other.words
            if mine.shape != others.shape:
                mine, others = self.beside(other), other.beside(self)
            return WordFact(mine | others)
        if isinstance(other, int):
            return other if is_everywhere(other) else self
        return NotImplemented

    def __xor__(self, other: WordFact | int) -> WordFact:
        """Exclusive or."""
        if isinstance(other, WordFact):
            mine, others = self.words, other.words
            if mine.shape != others.shape:
                mine, others = self.beside(other), other.beside(self)
            return WordFact(mine ^ others)
        if isinstance(other, int):
            return ~self if is_everywhere(other) else self
        return NotImplemented

    def __invert__(self) -> WordFact:
        """Negation."""
        return WordFact(~self.words)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


def is_everywhere(constant: int) -> bool:
    """Return whether a constant holds in every lane; raises `NotAFormula` for an `int` that is none."""
    if constant is True or constant is False:
        return constant
    if not -1 <= constant <= 0:
        raise NotAFormula(f"a fact in words was joined to {constant}, which is not one")
    return constant == -1


# --------------------------------------------------------------------------- packing and unpacking


def words_for(lanes: int) -> int:
    """Count the words that so many lanes need."""
    return -(-lanes // BITS)


def packed(table: NDArray[np.bool_]) -> Words:
    """Make words of truths ``[..., lane]``; lanes are added to fill the last word, and hold nothing."""
    *shape, lanes = table.shape
    found = np.zeros((*shape, words_for(lanes)), ORDER)
    data = np.packbits(table, axis=-1, bitorder="little")
    found.view(np.uint8)[..., : data.shape[-1]] = data
    return found.astype(np.uint64, copy=False)


def unpacked(words: Words, lanes: int) -> NDArray[np.bool_]:
    """Read truths ``[..., lane]`` from words."""
    data = np.ascontiguousarray(words, ORDER).view(np.uint8)
    return np.unpackbits(data, axis=-1, count=lanes, bitorder="little").view(np.bool_)


def words_of(vector: int, words: int) -> Words:
    """Turn a non-negative bit vector into so many words."""
    return np.frombuffer(vector.to_bytes(words * BITS // 8, "little"), ORDER).astype(
        np.uint64, copy=False
    )


def vector_of(words: Words, shape: tuple[int, ...]) -> int:
    """Turn words, repeated to fill a shape, into one bit vector."""
    return int.from_bytes(np.broadcast_to(words, shape).astype(ORDER).tobytes(), "little")


def filled(fact: Any) -> Words:
    """Read a fact as words; a constant as one word."""
    if isinstance(fact, WordFact):
        return fact.words
    return np.array([EVERY if is_everywhere(fact) else 0], np.uint64)
