"""Values of Z3 terms in many positions at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, TypeAlias

import numpy as np
import z3
from attrs import define, field
from numpy.typing import NDArray

from rulewright.proofs.terms import Address, Within, address_of

Column: TypeAlias = NDArray[Any]
Table: TypeAlias = Mapping[str, Column]
"""By the name of an unknown, its values: a column of Booleans or whole numbers."""
MOST = 2**62
"""Whole numbers that may be larger are Python's own, since those of a machine word wrap around."""


class UnknownOperation(LookupError):
    """An operation that cannot be evaluated here."""

    def __init__(self, name: str) -> None:
        """Name it."""
        super().__init__(f"{name} is not an operation that can be evaluated")


def chosen(condition: Column, then: Column, otherwise: Column) -> Column:
    """Return one of two values."""
    return np.where(condition, then, otherwise)


def in_turn(two: Callable[[Column, Column], Column]) -> Callable[..., Column]:
    """Make an operation on two columns one on any number of them."""
    return lambda *columns: reduce(two, columns)


def unequal(one: Column, other: Column) -> Column:
    """Compare two values; NumPy's function would take a third column for its output."""
    found: Column = np.not_equal(one, other)
    return found


def exactly(two: Callable[[Column, Column], Column]) -> Callable[..., Column]:
    """Make an operation on whole numbers one whose result does not wrap around, however large it is."""

    def applied(one: Column, other: Column) -> Column:
        if (largest(one) + 1) * (largest(other) + 1) > MOST:
            one, other = one.astype(object), other.astype(object)
        found: Column = np.asarray(two(one, other))
        return found

    return in_turn(applied)


def largest(column: Column) -> int:
    """Return the largest absolute value in a column; 0 if it is empty."""
    return max(abs(int(column.min())), abs(int(column.max()))) if column.size else 0


def as_column(values: Column, sort: z3.SortRef) -> Column:
    """Return values as what an unknown is: a reading may give 1 for true, or true for 1."""
    if sort.kind() == z3.Z3_BOOL_SORT:
        return values.astype(np.bool_)
    return values if values.dtype == object else values.astype(np.int64)


OF_ITS_OWN = frozenset({z3.Z3_OP_ANUM, z3.Z3_OP_UNINTERPRETED})
"""Operations whose values hang on the term itself, and not on its parts."""
OPERATIONS: Mapping[int, Callable[..., Column]] = {
    z3.Z3_OP_TRUE: lambda: np.array(True),
    z3.Z3_OP_FALSE: lambda: np.array(False),
    z3.Z3_OP_NOT: np.logical_not,
    z3.Z3_OP_AND: in_turn(np.logical_and),
    z3.Z3_OP_OR: in_turn(np.logical_or),
    z3.Z3_OP_XOR: in_turn(np.not_equal),
    z3.Z3_OP_IMPLIES: lambda one, other: np.logical_or(np.logical_not(one), other),
    z3.Z3_OP_ITE: chosen,
    z3.Z3_OP_EQ: np.equal,
    z3.Z3_OP_IFF: np.equal,
    z3.Z3_OP_DISTINCT: unequal,
    z3.Z3_OP_LE: np.less_equal,
    z3.Z3_OP_LT: np.less,
    z3.Z3_OP_GE: np.greater_equal,
    z3.Z3_OP_GT: np.greater,
    z3.Z3_OP_ADD: exactly(np.add),
    z3.Z3_OP_SUB: exactly(np.subtract),
    z3.Z3_OP_MUL: exactly(np.multiply),
    z3.Z3_OP_UMINUS: np.negative,
}


@define
class Evaluated:
    """Evaluates terms under a table of values, each term once."""

    table: Table
    _found: dict[Address, Column | None] = field(factory=dict)
    _kept: list[z3.ExprRef] = field(factory=list)
    """Terms kept alive, so that no other one gets the address."""

    def of(self, term: z3.ExprRef) -> Column | None:
        """Return a term's values; None if it speaks of something that the table does not have.

        Raises `UnknownOperation`.
        """
        self._kept.append(term)
        within, found = Within(term.ctx), self._found
        waiting = [address_of(term)]
        while waiting:
            each = waiting[-1]
            parts = within.parts(each)
            missing = [part for part in parts if part not in found]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if each not in found:
                found[each] = self._value(within, each, [found[part] for part in parts])
        return found[address_of(term)]

    def _value(
        self, within: Within, address: Address, values: Sequence[Column | None]
    ) -> Column | None:
        """Return the values of a term by those of its parts."""
        if not within.is_application(address):
            raise UnknownOperation("a quantifier")
        kind = within.operation(address)
        if kind in OF_ITS_OWN:
            return self._of_its_own(within.term(address))
        if kind not in OPERATIONS:
            raise UnknownOperation(within.term(address).decl().name())
        return None if any(value is None for value in values) else OPERATIONS[kind](*values)

    def _of_its_own(self, term: z3.ExprRef) -> Column | None:
        """Return the values of a number, or of an unknown."""
        if z3.is_int_value(term):
            value = term.as_long()
            return np.array(value, np.int64 if abs(value) < MOST else object)
        if not z3.is_app_of(term, z3.Z3_OP_UNINTERPRETED):
            raise UnknownOperation(term.decl().name())
        column = self.table.get(str(term.decl().name()))
        return None if column is None else as_column(column, term.sort())
