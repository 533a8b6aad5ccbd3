"""Facts in lanes that broadcast: each is kept along the axes on which it depends, and no further.

Each position has one lane, and each action judged in it has a lane per part. So lanes are
nested: the outer levels repeat the inner ones. Facts of the outermost level are plain bit vectors,
those of the others are `LaneFact`s. Where two of different levels meet, the lower one is repeated,
once, and remembered. That is how a formula that is written for one position and one action judges all
actions of thousands of positions, and what does not depend on the action is worked out once for each
position.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import and_, or_, xor
from typing import Any, TypeAlias

from rulewright.interface import UsageError

Sizes: TypeAlias = tuple[int, ...]
"""For each level its number of lanes: each is a multiple of the one before."""


class NotAFormula(UsageError, TypeError):
    """A rule branches on a fact; only a formula may depend on facts."""


class LaneFact:
    """A bit vector over the lanes of a level that is not the outermost one.

    Its operators take facts of the same sizes, bit vectors over all lanes, and 0 and -1 as constants.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("_joined", "_level_known", "_repeated", "bits", "level", "sizes")

    def __init__(self, bits: int, level: int, sizes: Sizes) -> None:
        """Keep the lanes of a level; bits above them mean nothing."""
        self.bits = bits
        self.level = level
        self.sizes = sizes
        self._level_known = level
        self._repeated = bits
        self._joined: dict[tuple[Any, int], tuple[int, LaneFact]] = {}

    def at(self, level: int) -> int:
        """Repeat the lanes for a higher level; -1 is the outermost."""
        if self._level_known != level:
            width = self.sizes[self.level]
            inside = self.bits & (1 << width) - 1
            self._repeated = repeated(inside, width, self.sizes[level] // width)
            self._level_known = level
        return self._repeated

    def joined(self, operation: Callable[[int, int], int], other: LaneFact) -> LaneFact:
        """Join two facts of one level.

        Facts of positions alone are joined again and again, for each cell or action that is judged: what
        was found is remembered, so that it is also repeated only once.
        """
        if self.level:
            return LaneFact(operation(self.bits, other.bits), self.level, self.sizes)
        # The vector, and not the fact, is kept: so nothing ever refers to itself in a circle.
        key = operation, id(other.bits)
        known = self._joined.get(key)
        if known is None:
            found = LaneFact(operation(self.bits, other.bits), self.level, self.sizes)
            known = self._joined[key] = other.bits, found
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
            return LaneFact(self.at(level) & other.at(level), level, self.sizes)
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
            return LaneFact(self.at(level) | other.at(level), level, self.sizes)
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
            return LaneFact(self.at(level) ^ other.at(level), level, self.sizes)
        if isinstance(other, int):
            return (~self if other else self) if -1 <= other <= 0 else self.at(-1) ^ other
        return NotImplemented

    def __invert__(self) -> LaneFact:
        """Negation."""
        return self.joined(nor, self)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


def nor(one: int, other: int) -> int:
    """Find the lanes in which neither vector holds; of one vector twice, its negation."""
    return ~(one | other)


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
