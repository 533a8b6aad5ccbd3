"""Facts that are costly to work out, and often make no difference."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from operator import not_ as is_nowhere

from rulewright.spec.logic import Fact, all_of, any_of, differ, not_


class Deferred:
    """A fact that is worked out once, when something depends on it.

    Facts built from it are deferred too, until `value` is asked for. A rule that joins it to a fact
    that holds nowhere does not depend on it.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, work: Callable[[], Fact]) -> None:
        """Remember how the fact is worked out."""
        self._work = work

    @cached_property
    def value(self) -> Fact:
        """The fact."""
        return forced(self._work())

    def __bool__(self) -> bool:
        """Whether it holds, in some lane if there are several."""
        return bool(self.value)

    def __and__(self, other: Fact) -> Fact:
        """Conjunction; a fact that holds nowhere settles it."""
        return both(self, other)

    def __rand__(self, other: Fact) -> Fact:
        """Conjunction."""
        return both(other, self)

    def __or__(self, other: Fact) -> Deferred:
        """Disjunction; a fact that always holds settles it."""
        return Deferred(lambda: any_of(forced(fact) for fact in (self, other)))

    def __xor__(self, other: Fact) -> Deferred:
        """Exclusive or."""
        return Deferred(lambda: differ(self.value, forced(other)))

    def __invert__(self) -> Deferred:
        """Negation."""
        return Deferred(lambda: not_(self.value))

    __ror__ = __or__
    __rxor__ = __xor__


def both(first: Fact, second: Fact) -> Fact:
    """Join two facts of which at least one is deferred; the second is evaluated only if needed."""
    for fact in (first, second):
        if not isinstance(fact, Deferred) and is_nowhere(fact):
            return fact

    def joined() -> Fact:
        left = forced(first)
        return left if is_nowhere(left) else all_of((left, forced(second)))

    return Deferred(joined)


def forced(fact: Fact) -> Fact:
    """Work a fact out if it is deferred."""
    return fact.value if isinstance(fact, Deferred) else fact
