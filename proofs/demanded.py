"""What premises demand of their parts: the formulas that must be true, or false, where all of them hold.

A premise about an action may hide one about the position, in a conjunction or behind a condition that
another premise fulfils. It is found by unit propagation: parts of `and`, `or`, `not`, `implies` and `==`
follow one from the other. What needs more thought is not found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import z3
from attrs import define, field

Demand = tuple[z3.BoolRef, bool]
"""A formula, and whether it must be true or false."""
DEPTH = 2
"""How deep a formula is looked into to find its value from those of its parts."""


def demanded(premises: Iterable[z3.BoolRef]) -> list[Demand]:
    """Return the formulas within some premises that have a value wherever all of these hold."""
    demands = _Demands()
    for premise in premises:
        demands.add((premise, True))
    while demands.follow():
        pass
    return demands.found


@define
class _Demands:
    """What is demanded so far, and what may demand more."""

    found: list[Demand] = field(factory=list)
    """In their order; and so the terms live, so that no other one gets the id."""
    _values: dict[int, bool] = field(factory=dict)
    """By Z3's id of a formula that is no negation."""
    _open: list[Demand] = field(factory=list)

    def add(self, *waiting: Demand) -> None:
        """Demand formulas, and what follows for their parts one by one."""
        left = list(waiting)
        while left:
            term, value = positive(left.pop())
            if term.get_id() in self._values or z3.is_true(term) or z3.is_false(term):
                continue
            self._values[term.get_id()] = value
            self.found.append((term, value))
            clause = list(clause_of((term, value)))
            if len(clause) == 1 or is_each_demanded((term, value)):
                left += clause
            elif clause or is_comparison(term):
                self._open.append((term, value))

    def follow(self) -> bool:
        """Demand what is left of formulas of which all but one part is excluded; return if any is."""
        waiting, self._open = self._open, []
        before = len(self.found)
        for demand in waiting:
            follows = self._last(demand) if not is_comparison(demand[0]) else self._other(demand)
            if follows is None:
                self._open.append(demand)
            else:
                self.add(*follows)
        return len(self.found) > before

    def _last(self, demand: Demand) -> list[Demand] | None:
        """Return the only part of a disjunction that is not excluded; nothing if one part holds."""
        left = []
        for part in clause_of(demand):
            known = self._known(part)
            if known:
                return []
            if known is None:
                left.append(part)
        return left if len(left) == 1 else None

    def _other(self, demand: Demand) -> list[Demand] | None:
        """Return the value of one side of an equality where that of the other is known."""
        term, alike = demand
        one, other = term.children()
        for known, unknown in ((one, other), (other, one)):
            value = self._known((known, True))
            if value is not None:
                return [(unknown, value == alike)]
        return None

    def _known(self, part: Demand, depth: int = DEPTH) -> bool | None:
        """Return whether a part is as it is demanded; None if that is not known."""
        term, value = positive(part)
        if z3.is_true(term) or z3.is_false(term):
            return bool(z3.is_true(term)) is value
        known = self._values.get(term.get_id())
        if known is not None:
            return known is value
        each = is_each_demanded((term, value))
        parts = [self._known(one, depth - 1) for one in clause_of((term, value))] if depth else []
        if (not each) in parts:
            return not each
        return each if parts and None not in parts else None


def positive(demand: Demand) -> Demand:
    """Take away negations."""
    term, value = demand
    while z3.is_not(term):
        term, value = term.arg(0), not value
    return term, value


def is_each_demanded(demand: Demand) -> bool:
    """Return whether every part is demanded of what `clause_of` yields, and not only one of them."""
    term, value = demand
    return bool(z3.is_and(term)) if value else bool(z3.is_or(term) or z3.is_implies(term))


def is_comparison(term: z3.BoolRef) -> bool:
    """Return whether a formula says that two others are equal."""
    return bool(z3.is_eq(term) and z3.is_bool(term.arg(0)))


def clause_of(demand: Demand) -> Iterator[Demand]:
    """Yield the parts of a formula with the values that they have, or that one of them has."""
    term, value = demand
    if z3.is_and(term) or z3.is_or(term):
        yield from ((part, value) for part in term.children())
    elif z3.is_implies(term):
        yield from ((term.arg(0), not value), (term.arg(1), value))
