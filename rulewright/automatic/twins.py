"""Twins of automatic theorems: the same statement of rules with one clause made wrong on purpose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import evolve

from rulewright.automatic.asking import SAT, UNSAT
from rulewright.automatic.ground import TURNS, Ground, is_due
from rulewright.automatic.induction import named
from rulewright.automatic.statements import PROVED, AutomaticTwin, AutomaticVerdict
from rulewright.interface import UsageError
from rulewright.play.mutants import Mutant, clause_mutants
from rulewright.proofs.symbolic import no_branches
from rulewright.spec.logic import any_of
from rulewright.spec.registry import Rulebook

SECONDS = 10.0
"""How long one twin may take."""
REFUTED, SURVIVES, UNDECIDED, NOT_MADE = "refuted", "survives", "undecided", "cannot be made"


def mutants_in_turn(rulebook: Rulebook, subject: str) -> Iterator[Mutant]:
    """Yield the clause mutants, those of one clause first; none of a clause that cannot be altered."""
    first = sorted(rulebook.clauses, key=lambda clause: clause.identifier != subject)
    for clause in first:
        try:
            made = list(clause_mutants(rulebook, clause))
        except UsageError:  # an effect that declares no type
            continue
        yield from made


def with_twins(
    ground: Ground, verdicts: Sequence[AutomaticVerdict], make: Any
) -> list[AutomaticVerdict]:
    """Try the demands that are proved on mutants; `make` returns the rules under a rulebook.

    A demand of a clause is tried on all mutants of that clause, and on others until one refutes it.
    """
    if ground.symbolic is None:
        return list(verdicts)
    demands = {named(ground, name)[0]: name for name in ground.demands}
    wrong: dict[str, Ground] = {}

    def of(mutant: Mutant) -> Ground:
        if mutant.id not in wrong:
            wrong[mutant.id] = make(mutant.rulebook)
        return wrong[mutant.id]

    return [
        evolve(each, twins=tuple(tried(ground, demands[each.name], of)))
        if each.name in demands and each.status == PROVED
        else each
        for each in verdicts
    ]


def tried(ground: Ground, name: str, of: Any) -> Iterable[AutomaticTwin]:
    """Try a demand on mutants in turn."""
    refuted = False
    for mutant in mutants_in_turn(ground.engine.rulebook, name):
        if refuted and mutant.subject != name:
            return
        if ground.solver.is_over:
            return
        status = of_mutant(ground, name, of(mutant))
        refuted |= status == REFUTED
        if mutant.subject == name or status == REFUTED:
            yield AutomaticTwin(mutant.id, status)


def of_mutant(ground: Ground, name: str, wrong: Ground) -> str:
    """Ask whether a demand is inductive under wrong rules; what is given is that of the right ones."""
    if wrong.symbolic is None or wrong.after is None:
        return NOT_MADE
    start = wrong.engine.initial()
    with no_branches():
        if name == TURNS and is_due(wrong.engine, start) != 1:
            return REFUTED
        if name in {clause.identifier for clause in ground.engine.broken_clauses(start)}:
            return REFUTED
        then = ground.demands[name](wrong.after)
        due = any_of(ground.form.due(ground.before))
    given = (*ground.consistent.values(), due, *wrong.a_move, wrong.legal)
    answer = ground.solver.follows(given, then, most=SECONDS)
    return {SAT: REFUTED, UNSAT: SURVIVES}.get(answer.result, UNDECIDED)
