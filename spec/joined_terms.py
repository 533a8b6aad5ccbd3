"""Z3 terms of many parts, made at once.

Z3's own functions look at the sort of each part again and again, which takes nearly all of the time in
which a rule is written out for the solver. Facts are known to be Booleans. The terms are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import z3

Made: TypeAlias = Callable[[Any, int, Any], Any]
"""Z3's function that joins an array of terms."""


def conjunction(facts: Sequence[Any]) -> z3.BoolRef:
    """Return that all of some facts hold: what `z3.And` returns."""
    return _joined(z3.Z3_mk_and, facts) if _are_alike(facts) else z3.And(facts)


def disjunction(facts: Sequence[Any]) -> z3.BoolRef:
    """Return that one of some facts holds: what `z3.Or` returns."""
    return _joined(z3.Z3_mk_or, facts) if _are_alike(facts) else z3.Or(facts)


def negation(fact: z3.BoolRef) -> z3.BoolRef:
    """Return that a fact does not hold: what `z3.Not` returns."""
    return z3.BoolRef(z3.Z3_mk_not(fact.ctx.ref(), fact.ast), fact.ctx)


def total(facts: Sequence[Any]) -> z3.ArithRef:
    """Return how many of some facts hold: the sum of ``If(fact, 1, 0)``."""
    if not _are_alike(facts):
        return z3.Sum([z3.If(fact, 1, 0) for fact in facts])
    context = facts[0].ctx
    one, zero = z3.IntVal(1, context), z3.IntVal(0, context)
    numbers = [
        z3.ArithRef(z3.Z3_mk_ite(context.ref(), fact.ast, one.ast, zero.ast), context)
        for fact in facts
    ]
    return z3.ArithRef(z3.Z3_mk_add(context.ref(), len(numbers), _array(numbers)), context)


def _are_alike(facts: Sequence[Any]) -> bool:
    """Return whether facts are all Booleans of one context: anything else is left to Z3 to refuse."""
    context = getattr(facts[0], "ctx", None) if facts else None
    alike = all(isinstance(fact, z3.BoolRef) and fact.ctx is context for fact in facts)
    return alike and context is not None


def _joined(made: Made, facts: Sequence[Any]) -> z3.BoolRef:
    context = facts[0].ctx
    return z3.BoolRef(made(context.ref(), len(facts), _array(facts)), context)


def _array(terms: Sequence[Any]) -> Any:
    """Return the terms as Z3's functions take them; they must live until these return."""
    return (z3.Ast * len(terms))(*(term.ast for term in terms))
