"""Values of Z3 terms in many positions at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, TypeAlias

import numpy as np
import z3
from attrs import define, field
from numpy.typing import NDArray

from rulewright.proofs.terms import child_ids, children_not_in

Column: TypeAlias = NDArray[Any]
Table: TypeAlias = Mapping[str, Column]
"""By the name of an unknown, its values: a column of Booleans or whole numbers."""


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
    z3.Z3_OP_ADD: in_turn(np.add),
    z3.Z3_OP_SUB: in_turn(np.subtract),
    z3.Z3_OP_MUL: in_turn(np.multiply),
    z3.Z3_OP_UMINUS: np.negative,
}


@define
class Evaluated:
    """Evaluates terms under a table of values, each term once."""

    table: Table
    _found: dict[int, Column | None] = field(factory=dict)
    _kept: list[z3.ExprRef] = field(factory=list)
    """Terms kept alive, so that no other one gets the id."""

    def of(self, term: z3.ExprRef) -> Column | None:
        """Return a term's values; None if it speaks of something that the table does not have.

        Raises `LookupError` for an operation that is not known here.
        """
        self._kept.append(term)
        waiting = [term]
        while waiting:
            each = waiting[-1]
            missing = children_not_in(self._found, each)
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if each.get_id() not in self._found:
                self._found[each.get_id()] = self._value(each)
        return self._found[term.get_id()]

    def _value(self, term: z3.ExprRef) -> Column | None:
        if z3.is_int_value(term):
            return np.array(term.as_long())
        kind = term.decl().kind()
        if kind == z3.Z3_OP_UNINTERPRETED:
            return self.table.get(str(term.decl().name()))
        if kind not in OPERATIONS:
            raise LookupError(f"{term.decl().name()} is not an operation that can be evaluated")
        values = [self._found[number] for number in child_ids(term)]
        return None if any(value is None for value in values) else OPERATIONS[kind](*values)
