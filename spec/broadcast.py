"""Facts in lanes that broadcast: each is kept along the axes on which it depends, and no further.

Each position has one lane, and each action judged in it has a lane per part. So lanes are
nested: the outer levels repeat the inner ones. Facts are `LaneFact`s; those of the outermost level may
be plain bit vectors. Where two of different levels meet, the lower one is repeated,
once, and remembered. That is how a formula that is written for one position and one action judges all
actions of thousands of positions, and what does not depend on the action is worked out once for each
position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from operator import and_, or_, xor
from typing import Any, TypeAlias

from rulewright.interface import UsageError

Sizes: TypeAlias = tuple[int, ...]
"""For each level its number of lanes: each is a multiple of the one before."""

PAIR = 2
"""Two facts of positions are joined once, and the result is remembered; more are joined each time."""


class NotAFormula(UsageError, TypeError):
    """A rule branches on a fact; only a formula may depend on facts."""


@cache
def masks_of(sizes: Sizes) -> tuple[int, ...]:
    """Make for each level the vector that holds in all its lanes."""
    return tuple((1 << width) - 1 for width in sizes)


class LaneFact:
    """A bit vector over the lanes of one level.

    Its operators take facts of the same sizes, bit vectors over all lanes, and 0 and -1 as constants.
    The vector is never negative, not even after a negation: Python joins negative integers of thousands
    of bits some twenty times slower.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("_joined", "_repeated", "bits", "level", "masks", "sizes")

    def __init__(self, bits: int, level: int, sizes: Sizes) -> None:
        """Keep the lanes of a level; bits above them mean nothing."""
        self.masks = masks_of(sizes)
        self.bits = bits & self.masks[level]
        self.level = level
        self.sizes = sizes
        self._repeated: tuple[int, int] | None = None
        self._joined: dict[tuple[Any, int], tuple[int, LaneFact]] | None = None

    def like(self, bits: int, level: int) -> LaneFact:
        """Make a fact of the same sizes from the lanes of a level, and none above them."""
        made = LaneFact.__new__(LaneFact)
        made.masks = self.masks
        made.bits = bits
        made.level = level
        made.sizes = self.sizes
        made._repeated = None  # noqa: SLF001 - its own class
        made._joined = None  # noqa: SLF001
        return made

    def at(self, level: int) -> int:
        """Repeat the lanes for a higher level; -1 is the outermost."""
        width, wider = self.sizes[self.level], self.sizes[level]
        if width == wider:
            return self.bits
        if self._repeated is None or self._repeated[0] != wider:
            self._repeated = wider, repeated(self.bits, width, wider // width)
        return self._repeated[1]

    def joined(self, operation: Callable[[int, int], int], other: LaneFact) -> LaneFact:
        """Join two facts of one level.

        Facts of positions alone are joined again and again, for each cell or action that is judged: what
        was found is remembered, so that it is also repeated only once.
        """
        if self.level:
            return self.like(operation(self.bits, other.bits), self.level)
        return self.remembered(operation, other.bits)

    def remembered(self, operation: Callable[[int, int], int], bits: int) -> LaneFact:
        """Join a fact of positions alone with a vector over the same lanes, or recall what was found."""
        if self._joined is None:
            self._joined = {}
        # The vector, and not the fact, is kept: so nothing ever refers to itself in a circle.
        key = operation, id(bits)
        known = self._joined.get(key)
        if known is None:
            known = self._joined[key] = bits, self.like(operation(self.bits, bits), 0)
        return known[1]

    def any(self) -> bool:
        """Whether the fact holds in some lane."""
        return self.bits != 0

    def __bool__(self) -> bool:
        """Refuse `if`, `and`, `or` and `not`: they would make one choice for all lanes."""
        raise NotAFormula("a rule must not depend on a fact by `if`, `and`, `or` or `not`")

    def __eq__(self, other: object) -> bool:
        """Refuse `==`: it would compare the objects, not the facts; `iff` compares facts."""
        raise NotAFormula("a rule must not compare facts by `==` or `!=`")

    def __and__(self, other: LaneFact | int) -> LaneFact | int:
        """Conjunction."""
        if isinstance(other, LaneFact):
            level = self.level
            if level == other.level:
                return self.joined(and_, other)
            level = max(level, other.level)
            return self.like(self.at(level) & other.at(level), level)
        if isinstance(other, int):
            return (self if other else 0) if -1 <= other <= 0 else self.at(-1) & other
        return NotImplemented

    def __or__(self, other: LaneFact | int) -> LaneFact | int:
        """Disjunction."""
        if isinstance(other, LaneFact):
            level = self.level
            if level == other.level:
                return self.joined(or_, other)
            level = max(level, other.level)
            return self.like(self.at(level) | other.at(level), level)
        if isinstance(other, int):
            return (other or self) if -1 <= other <= 0 else self.at(-1) | other
        return NotImplemented

    def __xor__(self, other: LaneFact | int) -> LaneFact | int:
        """Exclusive or."""
        if isinstance(other, LaneFact):
            level = self.level
            if level == other.level:
                return self.joined(xor, other)
            level = max(level, other.level)
            return self.like(self.at(level) ^ other.at(level), level)
        if isinstance(other, int):
            return (~self if other else self) if -1 <= other <= 0 else self.at(-1) ^ other
        return NotImplemented

    def __invert__(self) -> LaneFact:
        """Negation."""
        whole = self.masks[self.level]
        return (
            self.like(whole ^ self.bits, self.level) if self.level else self.remembered(xor, whole)
        )

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


def folded(operation: Callable[[Any, Any], Any], facts: Sequence[Any]) -> Any:
    """Join three facts or more by `and_` or `or_`; those of one level as vectors, with one result."""
    first = facts[0]
    if len(facts) > PAIR and isinstance(first, LaneFact):
        level, vectors = first.level, []
        for fact in facts:
            if not isinstance(fact, LaneFact) or fact.level != level:
                break
            vectors.append(fact.bits)
        else:
            return first.like(reduce(operation, vectors), level)
    return reduce(operation, facts)


def repeated(bits: int, step: int, copies: int) -> int:
    """Unite a non-negative vector with itself shifted by one step, by two, and so on."""
    found, done, size = 0, 0, 1
    while copies:
        if copies & 1:
            found |= bits << done * step
            done += size
        copies >>= 1
        if copies:
            bits |= bits << size * step
            size *= 2
    return found


def flat(fact: Any, level: int = -1) -> Any:
    """Read a fact as a constant, or as a vector over all lanes of a level."""
    return fact.at(level) if isinstance(fact, LaneFact) else fact
