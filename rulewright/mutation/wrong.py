"""Mutants of clauses for proofs: each formula of a clause dropped, inverted, or turned on its head.

They are the mutants of `rulewright.play.mutants`, and one more for each clause that holds in every
position: what it keeps true is inverted. Here a mutant names the functions that are made wrong, so that
they can be made wrong before anything else has seen them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from attrs import frozen

from rulewright.interface import UsageError
from rulewright.play.mutants import OFF, altered, negated, with_result
from rulewright.spec.registry import Clause, Formula, Rulebook

DROPPED, INVERTED, NOTED = "dropped", "inverted", "noted"
INVARIANT = " invariant negated"
"""The end of the identifier of a mutant that keeps true the contrary of what its clause does."""


@frozen
class Change:
    """A function that is made wrong, and how."""

    module: str
    name: str
    how: str
    """`dropped`, `inverted`, or the name of a wrong effect; `noted` leaves it right."""

    @property
    def function(self) -> str:
        """The function, as it is written in a trace."""
        return f"{self.module}:{self.name}"


@frozen
class WrongClause:
    """A clause with one thing about it wrong."""

    id: str
    """`MIN-9 off`: where the mutants of the vectors have the same name, they are the same."""
    clause: str
    about: str
    changes: tuple[Change, ...]


def wrong_clauses(rulebook: Rulebook) -> tuple[WrongClause, ...]:
    """List the mutants of all clauses."""
    return tuple(wrong for clause in rulebook.clauses for wrong in wrong_variants(clause))


def wrong_variants(clause: Clause) -> Iterator[WrongClause]:
    """Make the mutants of one clause."""
    name = clause.identifier
    kept = [formula for formula in (clause.permits, clause.holds) if formula is not None]
    if kept:
        changes = tuple(changed(formula, DROPPED) for formula in kept)
        yield WrongClause(f"{name}{OFF}", name, "forbids nothing", changes)
    if clause.permits is not None:
        about = "forbids what it permits, and the reverse"
        yield WrongClause(f"{name} negated", name, about, (changed(clause.permits, INVERTED),))
    if clause.holds is not None:
        about = "keeps true the contrary in every position"
        yield WrongClause(f"{name}{INVARIANT}", name, about, (changed(clause.holds, INVERTED),))
    if clause.effect is not None:
        for how, (about, _) in altered(clause.effect).items():
            yield WrongClause(f"{name} {how}", name, about, (changed(clause.effect, how),))


def changed(formula: Formula, how: str) -> Change:
    """Name a function and what is done to it; raises `NestedFormula` if its module cannot be patched."""
    if "<" in formula.__qualname__ or "." in formula.__qualname__:
        raise NestedFormula(formula)
    return Change(formula.__module__, formula.__name__, how)


class NestedFormula(UsageError):
    """A formula is not a function of a module."""

    def __init__(self, formula: Formula) -> None:
        """Name the function."""
        super().__init__(
            f"the formula {formula.__qualname__!r} of {formula.__module__} cannot be made wrong: "
            "it must be a function at the top of its module"
        )


def every_formula(rulebook: Rulebook) -> tuple[Change, ...]:
    """Leave all formulas of all clauses as they are, but note when they are asked."""
    return tuple(
        changed(formula, NOTED) for clause in rulebook.clauses for formula in clause.formulas
    )


def made_wrong(formula: Formula, how: str) -> Formula:
    """Make a wrong variant of a function."""
    if how == NOTED:
        return formula
    if how == INVERTED:
        return with_result(formula, negated)
    if how == DROPPED:
        return demanding_nothing(formula)
    _, wrong = altered(formula)[how]
    return wrong


def demanding_nothing(formula: Formula) -> Formula:
    """Make a demand that everything meets."""

    @wraps(formula)
    def wrong(*_: Any) -> bool:
        return True

    return wrong


def noting(formula: Formula, note: Callable[[], None]) -> Formula:
    """Call `note` whenever a formula is asked."""

    @wraps(formula)
    def noted(*arguments: Any, **named: Any) -> Any:
        note()
        return formula(*arguments, **named)

    return noted
