"""Clauses that demand nothing: they are true of all actions, or of all positions, there could be.

An implementation that follows the same wrong formula agrees, and no game shows that a sentence of the
rulebook has no force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import z3

from rulewright.lint.arguments import by_rules, lifted
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.formulas import NotComparable, each_action, unknown
from rulewright.lint.sampling import Asked, Call, Calls
from rulewright.lint.sources import SourceFiles, place_of
from rulewright.spec.catalogue import SpecifiedGame

WORK = 2_000_000
"""How much work Z3 may spend on one term."""
WHAT = {
    "permits": "permits every action in every position there could be",
    "holds": "holds of every position there could be",
}
REMEDY = "say what it forbids, or leave it out"


def idle(specified: SpecifiedGame, files: SourceFiles, calls: Calls) -> Iterator[LintFinding]:
    """Yield each formula that is true whatever it is given, under all options that were looked at."""
    asked: dict[Asked, list[Call]] = {}
    for (key, _), kept in calls.kept.items():
        asked.setdefault(key, []).extend(kept)
    for (identifier, kind), kept in asked.items():
        formula = getattr(specified.rulebook[identifier], kind)
        if kind in WHAT and is_always_true(formula, kind, kept):
            place = place_of(formula, files.anywhere)
            yield finding("unused", place, f"`{kind}` of {identifier} {WHAT[kind]}", REMEDY)


def is_always_true(formula: Any, kind: str, calls: Sequence[Call]) -> bool:
    """Return whether a formula is true of all that it could be given by the rules of some calls."""
    try:
        one_by_one = [each_action(call) if kind == "permits" else iter([call]) for call in calls]
        alone = [each for several in one_by_one for each in several]
    except NotComparable:
        return False
    if not alone or any(said is not True for _, said in alone):
        return False
    return all(is_true(formula, alike[0]) for alike in by_rules(alone))


def is_true(formula: Any, call: Call) -> bool:
    """Return whether a formula is true of all facts and numbers; False if that is not decided."""
    unknowns: list[Any] = []
    given = lifted([call[0]], lambda values: unknown(values[0], unknowns))
    try:
        term = formula(*given)
    except Exception:  # noqa: BLE001 - it is a finding of another kind
        return False
    if not isinstance(term, z3.BoolRef):
        return term is True
    solver = z3.Solver()
    solver.set("rlimit", WORK)
    solver.add(z3.Not(term))
    return bool(solver.check() == z3.unsat)
