"""Numbers in lanes: what `count` gives over bit vectors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.spec.broadcast import LaneFact, NotAFormula


class NotCounted(NotAFormula):
    """Numbers are subtracted, multiplied or divided, or one is negative; they are added and compared."""

    def __init__(self) -> None:
        """Say what can be done instead."""
        super().__init__(
            "numbers of many positions at once can be added and compared, not subtracted, multiplied "
            "or divided, and none is negative; count what is used rather than what is left"
        )


class NoFact(NotAFormula):
    """A number stands where a fact is due."""

    def __init__(self) -> None:
        """Say what can be done instead."""
        super().__init__("a number is no fact: compare it, as in `number >= 1`")


class LaneCount:
    """One number of at least 0 for each lane, kept as bit planes (plane i: the lanes with bit i).

    Compares with plain integers and with its like, lane by lane, giving a bit vector; adds likewise.
    """

    __slots__ = ("planes",)
    __hash__ = None  # type: ignore[assignment]  # `==` gives a fact for each lane, not one truth

    def __init__(self, planes: Iterable[int]) -> None:
        """Keep the planes, lowest first."""
        self.planes = tuple(planes)

    @classmethod
    def constant(cls, number: int) -> LaneCount:
        """Make the same number of all lanes."""
        return cls(planes_of(number))

    def value(self, lane: int) -> int:
        """Read the number of one lane."""
        return sum((plane >> lane & 1) << index for index, plane in enumerate(self.planes))

    def __add__(self, other: LaneCount | int) -> LaneCount:
        """Add lane by lane."""
        columns = [[plane] for plane in self.planes]
        for index, plane in enumerate(planes_of(other)):
            if index == len(columns):
                columns.append([])
            columns[index].append(plane)
        return _compress(columns)

    __radd__ = __add__

    def __sub__(self, other: object) -> LaneCount:
        """Refuse: what is below 0 in a lane has no planes. Raises `NotCounted`."""
        raise NotCounted

    __rsub__ = __sub__
    __mul__ = __sub__
    __rmul__ = __sub__
    __floordiv__ = __sub__
    __mod__ = __sub__

    def __neg__(self) -> LaneCount:
        """Refuse, as `__sub__` does."""
        raise NotCounted

    def __and__(self, other: object) -> int:
        """Refuse: facts are joined, and a number is none. Raises `NoFact`."""
        raise NoFact

    __rand__ = __and__
    __or__ = __and__
    __ror__ = __and__
    __xor__ = __and__
    __rxor__ = __and__

    def __invert__(self) -> int:
        """Refuse, as `__and__` does."""
        raise NoFact

    def __le__(self, other: LaneCount | int) -> int:
        """Compare lane by lane."""
        return ~(self > other)

    def __lt__(self, other: LaneCount | int) -> int:
        """Compare lane by lane."""
        return ~(self >= other)

    def __gt__(self, other: LaneCount | int) -> int:
        """Compare lane by lane."""
        if isinstance(other, int) and other < 0:
            return -1
        more, equal = self._against(other)
        del equal
        return more

    def __ge__(self, other: LaneCount | int) -> int:
        """Compare lane by lane."""
        if isinstance(other, int) and other < 0:
            return -1
        more, equal = self._against(other)
        return more | equal

    def __eq__(self, other: object) -> int:  # type: ignore[override]
        """Compare lane by lane."""
        if not isinstance(other, LaneCount | int):
            return NotImplemented
        if isinstance(other, int) and other < 0:
            return 0
        return self._against(other)[1]

    def __ne__(self, other: object) -> int:  # type: ignore[override]
        """Compare lane by lane."""
        equal = self.__eq__(other)
        return NotImplemented if equal is NotImplemented else ~equal

    def _against(self, other: LaneCount | int) -> tuple[int, int]:
        """Find the lanes in which self is more, and those in which both are equal."""
        mine, others = list(self.planes), list(planes_of(other))
        length = max(len(mine), len(others))
        mine += [0] * (length - len(mine))
        others += [0] * (length - len(others))
        more, equal = 0, -1
        for left, right in zip(reversed(mine), reversed(others), strict=True):
            more |= equal & left & ~right
            equal &= ~(left ^ right)
        return more, equal


def total_of(facts: Iterable[int]) -> LaneCount:
    """Count, in each lane, how many of the bit vectors hold there."""
    column: list[Any] = list(facts)
    first = column[0] if column else 0
    if not isinstance(first, LaneFact):
        return _compress([column])
    level = first.level
    if not all(isinstance(fact, LaneFact) and fact.level == level for fact in column):
        return _compress([column])
    found = _compress([[fact.bits for fact in column]])
    planes: list[Any] = [first.like(plane, level) for plane in found.planes]
    return LaneCount(planes)


def planes_of(number: Any) -> tuple[int, ...]:
    """Return the bit planes of a number in lanes, or of one number of at least 0 in all lanes.

    Raises `NotCounted` if the number is less than 0.
    """
    if isinstance(number, LaneCount):
        return number.planes
    if number < 0:
        raise NotCounted
    return tuple(-1 if number >> index & 1 else 0 for index in range(number.bit_length()))


def _compress(columns: list[list[int]]) -> LaneCount:
    """Add up columns of planes of equal weight with full and half adders."""
    planes = []
    index = 0
    while index < len(columns):
        column = columns[index]
        if index + 1 == len(columns) and len(column) > 1:
            columns.append([])
        while len(column) > 1:
            first, second = column.pop(), column.pop()
            third = column.pop() if column else 0
            half = first ^ second
            column.append(half ^ third)
            columns[index + 1].append(first & second | half & third)
        planes.append(column[0] if column else 0)
        index += 1
    return LaneCount(planes)
