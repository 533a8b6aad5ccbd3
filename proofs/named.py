"""What a guest's claims ask, found while they are made anew: less than is named, or something else.

A clause that a theorem names is printed beside the statement, and nothing else ties a statement to its
formulas. The functions that are called while the claims are made are watched; so are the readings that
the formulas of each case ask for. Our own theorems are held against mutants of each clause that they
name (`mutation`), which shows more.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from inspect import unwrap
from types import CodeType, FrameType, FunctionType
from typing import Any

from rulewright.proofs.computed import Enumeration, Exhibit
from rulewright.proofs.consulted import (
    Answers,
    forget_what_is_kept,
    is_of_a_guest,
    loaded_games,
    owner_of,
    questions_of,
    top_of,
    watched,
)
from rulewright.proofs.scope import listed
from rulewright.proofs.symbolic import no_branches
from rulewright.proofs.theorem import Case, Claim, Theorem
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.registry import Clause, Formula


def left_apart(theorem: Theorem, cases: Mapping[str, tuple[Case, ...]]) -> Iterator[str]:
    """Yield which options no claim of a guest has together, where its scope has a reason (`apart`)."""
    of_guests = [
        cases.get(part.name, ())
        for part in theorem.parts
        if isinstance(part, Claim) and part.real is not None and is_of_a_guest(part.make)
    ]
    met = [case.under for made in of_guests for case in made if case.under is not None]
    if theorem.extent.apart and (missed := theorem.extent.left_apart(met)):
        yield f"no claim has {missed} together: {theorem.extent.apart}"


def unasked(theorem: Theorem) -> Iterator[str]:
    """Yield the clauses that a guest's theorem names, and of which its claims ask nothing.

    None if it computes something as well: whoever plays a game asks for all of them.
    """
    claims = [part for part in theorem.parts if isinstance(part, Claim)]
    owners = {owner_of(claim.make) for claim in claims}
    computes = any(isinstance(part, (Enumeration, Exhibit)) for part in theorem.parts)
    if computes or not owners or "rulewright" in owners:
        return
    games = [game for module, game in loaded_games() if top_of(module) in owners]
    called = called_by(claims, owners) if games else set()
    for game in games[:1]:
        for name in theorem.clauses:
            if is_never_called(game, name, called):
                yield name


def compared(theorem: Theorem) -> Iterator[str]:
    """Yield the cases of a guest's claims that have a formula of another reading than they are under."""
    for claim in theorem.parts:
        if isinstance(claim, Claim) and is_of_a_guest(claim.make):
            for case, asked in asked_by_cases(claim):
                for question, own in readings_under(case):
                    if others := sorted(asked.get(question, set()) - {own}):
                        yield (
                            f"{case.label!r} of {claim.name!r} is under {question}={own}, and has a "
                            f"formula of {question}={listed(others)} as well"
                        )


def readings_under(case: Case) -> Iterator[tuple[str, str]]:
    """Yield each question with the reading of it that a case is under; none if it is under no rules."""
    if case.under is not None:
        for question in questions_of(type(case.under.rulings)):
            yield question, str(getattr(case.under.rulings, question))


def asked_by_cases(claim: Claim) -> list[tuple[Case, Answers]]:
    """Make a claim anew; return each case with what formulas asked for since the one before."""
    forget_what_is_kept_of({owner_of(claim.make)})
    found: list[tuple[Case, Answers]] = []
    kind: Any = Case
    usual = kind.__init__

    def noted(case: Any, *given: Any, **named: Any) -> None:
        usual(case, *given, **named)
        found.append((case, {question: set(asked) for question, asked in answers.items()}))
        answers.clear()

    with no_branches(), watched() as answers:
        kind.__init__ = noted
        try:
            claim.cases()
        finally:
            kind.__init__ = usual
    return found


def is_never_called(game: SpecifiedGame, name: str, called: set[CodeType]) -> bool:
    """Return whether a clause has formulas, and none of them was called."""
    clauses = [each for each in game.rulebook.clauses if each.identifier == name]
    codes = [code for clause in clauses for code in codes_of(clause)]
    return bool(codes) and called.isdisjoint(codes)


def codes_of(clause: Clause) -> Iterator[CodeType]:
    """Yield the code of a clause's formulas, and of the functions of their module that these call."""
    for formula in clause.formulas:
        for each in functions_of(formula):
            yield each.__code__


def functions_of(formula: Formula | None) -> Iterator[FunctionType]:
    """Yield the function of a formula, if it is one, and the functions of its module that it calls."""
    function = unwrap(formula) if formula is not None else None
    if isinstance(function, FunctionType):
        yield function
        called = map(function.__globals__.get, names_in(function.__code__))
        for each in map(unwrap, filter(callable, called)):
            if isinstance(each, FunctionType) and each.__module__ == function.__module__:
                yield each


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that code refers to, and what is written inside of it."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


def called_by(claims: Sequence[Claim], owners: set[str]) -> set[CodeType]:
    """Make claims anew, and return the code of all functions that this calls."""
    forget_what_is_kept_of(owners)
    with no_branches(), noted() as called:
        for claim in claims:
            claim.cases()
    return called


def forget_what_is_kept_of(owners: set[str]) -> None:
    """Empty the caches of some packages."""
    for name, module in tuple(sys.modules.items()):
        if top_of(name) in owners:
            forget_what_is_kept(module)


@contextmanager
def noted() -> Iterator[set[CodeType]]:
    """Note which functions are called."""
    called = set[CodeType]()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            called.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(before)
