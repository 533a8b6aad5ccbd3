"""Replays counterexamples: a twin's model, put in for the unknowns of the specification's own formulas.

What the solver is given of reachability need not say all that is true of it, so that its model may be
one of no position. In a replay clauses are computed on plain values, and what is reached is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import z3

from rulewright.proofs.terms import constants
from rulewright.proofs.theorem import Case
from rulewright.proofs.unknowns import replaying

CONFIRMED = ""
NOT_PLAIN = (ValueError, LookupError, TypeError, AttributeError, z3.Z3Exception)
"""What a function raises that makes terms of unknowns, and cannot do so of plain values."""


def replayed(make: Callable[[], Case], values: Mapping[str, bool | int]) -> str:
    """Say why the values of a model are no true counterexample of a case; empty if they are one."""
    try:
        with replaying(values):
            case = make()
    except NOT_PLAIN as error:
        return f"it cannot be computed on plain values ({type(error).__name__})"
    if not all(_is(True, term, values) for term in case.given):
        return "a premise does not hold in it, with what is really reached"
    if not _is(False, case.then, values):
        return "the conclusion does not fail in it, with what is really reached"
    return CONFIRMED


def _is(wanted: bool, term: z3.BoolRef, values: Mapping[str, bool | int]) -> bool:
    """Return whether a term has a value; unknowns that were made before have that of the model."""
    pairs = [
        (each, z3.BoolVal(bool(value)) if z3.is_bool(each) else z3.IntVal(value))
        for each in constants((term,))
        for value in [values.get(str(each.decl().name()), 0)]
    ]
    known = z3.simplify(z3.substitute(term, *pairs))
    return bool(z3.is_true(known) if wanted else z3.is_false(known))
