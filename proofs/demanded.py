"""What premises demand of their parts: the formulas that must be true, or false, where all of them hold.

A premise about an action may hide one about the position, in a conjunction or behind a condition that
another premise fulfils. It is found by unit propagation: parts of `and`, `or`, `not`, `implies` and `==`
follow one from the other. What needs more thought is not found.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import z3
from attrs import define, field, frozen

from rulewright.proofs.terms import Address, Within, address_of

Demand = tuple[z3.BoolRef, bool]
"""A formula, and whether it must be true or false."""
DEPTH = 2
"""How deep a formula is looked into to find its value from those of its parts."""


def demanded(premises: Iterable[z3.BoolRef]) -> list[Demand]:
    """Return the formulas within some premises that have a value wherever all of these hold."""
    kept = tuple(premises)
    if not kept:
        return []
    met = _Met(Within(kept[0].ctx))
    demands = _Demands()
    for premise in kept:
        demands.add((met.of(address_of(premise)), True))
    while demands.follow():
        pass
    return [(met.within.term(formula.address), value) for formula, value in demands.found]


@frozen(eq=False)
class _Formula:
    """A formula within a premise, which is looked at once."""

    address: Address
    met: _Met

    @cached_property
    def kind(self) -> int:
        """Which operation it is."""
        within = self.met.within
        is_one = within.is_application(self.address)
        return within.operation(self.address) if is_one else int(z3.Z3_OP_UNINTERPRETED)

    @cached_property
    def parts(self) -> tuple[_Formula, ...]:
        """What it joins."""
        return tuple(map(self.met.of, self.met.within.parts(self.address)))

    @cached_property
    def positive(self) -> tuple[_Formula, bool]:
        """The formula without the negations before it, and whether their number is even."""
        if self.kind != z3.Z3_OP_NOT:
            return self, True
        formula, even = self.parts[0].positive
        return formula, not even

    @property
    def constant(self) -> bool | None:
        """Its value if it is a constant."""
        return {z3.Z3_OP_TRUE: True, z3.Z3_OP_FALSE: False}.get(self.kind)

    @cached_property
    def is_comparison(self) -> bool:
        """Whether it says that two others are equal."""
        return self.kind == z3.Z3_OP_EQ and self.met.within.is_formula(self.parts[0].address)

    @cached_property
    def clauses(self) -> dict[bool, tuple[_Valued, ...]]:
        """By its value, its parts with the values that they have, or that one of them has."""
        if self.kind in (z3.Z3_OP_AND, z3.Z3_OP_OR):
            return {value: tuple((part, value) for part in self.parts) for value in (True, False)}
        if self.kind == z3.Z3_OP_IMPLIES:
            one, other = self.parts
            return {value: ((one, not value), (other, value)) for value in (True, False)}
        return {True: (), False: ()}

    def is_each_demanded(self, value: bool) -> bool:
        """Return whether every part is demanded of what `clauses` has, and not only one of them."""
        return self.kind in ((z3.Z3_OP_AND,) if value else (z3.Z3_OP_OR, z3.Z3_OP_IMPLIES))


_Valued = tuple[_Formula, bool]


@frozen(eq=False)
class _Met:
    """The formulas that were met, by where they are as long as the premises live."""

    within: Within
    formulas: dict[Address, _Formula] = field(factory=dict)

    def of(self, address: Address) -> _Formula:
        """Return a formula as one that is looked at once."""
        if address not in self.formulas:
            self.formulas[address] = _Formula(address, self)
        return self.formulas[address]


@define
class _Demands:
    """What is demanded so far, and what may demand more."""

    found: list[_Valued] = field(factory=list)
    """In their order."""
    _values: dict[_Formula, bool] = field(factory=dict)
    """Of formulas that are no negations."""
    _open: list[_Valued] = field(factory=list)

    def add(self, *waiting: _Valued) -> None:
        """Demand formulas, and what follows for their parts one by one."""
        left = list(waiting)
        while left:
            formula, value = positive(left.pop())
            if formula in self._values or formula.constant is not None:
                continue
            self._values[formula] = value
            self.found.append((formula, value))
            clause = formula.clauses[value]
            if len(clause) == 1 or formula.is_each_demanded(value):
                left += clause
            elif clause or formula.is_comparison:
                self._open.append((formula, value))

    def follow(self) -> bool:
        """Demand what is left of formulas of which all but one part is excluded; return if any is."""
        waiting, self._open = self._open, []
        before = len(self.found)
        for formula, value in waiting:
            other = self._other if formula.is_comparison else self._last
            follows = other(formula, value)
            if follows is None:
                self._open.append((formula, value))
            else:
                self.add(*follows)
        return len(self.found) > before

    def _last(self, formula: _Formula, value: bool) -> list[_Valued] | None:
        """Return the only part of a disjunction that is not excluded; nothing if one part holds."""
        left = []
        for part in formula.clauses[value]:
            known = self._known(part)
            if known:
                return []
            if known is None:
                left.append(part)
        return left if len(left) == 1 else None

    def _other(self, formula: _Formula, alike: bool) -> list[_Valued] | None:
        """Return the value of one side of an equality where that of the other is known."""
        one, other = formula.parts
        for known, unknown in ((one, other), (other, one)):
            value = self._known((known, True))
            if value is not None:
                return [(unknown, value == alike)]
        return None

    def _known(self, part: _Valued, depth: int = DEPTH) -> bool | None:
        """Return whether a part is as it is demanded; None if that is not known."""
        formula, value = positive(part)
        if formula.constant is not None:
            return formula.constant is value
        known = self._values.get(formula)
        if known is not None:
            return known is value
        each = formula.is_each_demanded(value)
        parts = [self._known(one, depth - 1) for one in formula.clauses[value]] if depth else []
        if (not each) in parts:
            return not each
        return each if parts and None not in parts else None


def positive(demand: _Valued) -> _Valued:
    """Take away negations."""
    formula, even = demand[0].positive
    return formula, demand[1] == even
