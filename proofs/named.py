"""Clauses that a guest's theorem names, though its claims ask no formula of them.

What is named is printed beside the statement, and nothing else ties a statement to its formulas. The
functions that are called while the claims are made anew are watched. Our own theorems are held against
mutants of each clause that they name (`mutation`), which shows more.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from inspect import unwrap
from types import CodeType, FrameType, FunctionType
from typing import Any

from rulewright.proofs.computed import Enumeration, Exhibit
from rulewright.proofs.consulted import forget_what_is_kept, loaded_games, top_of
from rulewright.proofs.symbolic import no_branches
from rulewright.proofs.theorem import Claim, Theorem
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.registry import Clause


def unasked(theorem: Theorem) -> Iterator[str]:
    """Yield the clauses that a guest's theorem names, and of which its claims ask nothing.

    None if it computes something as well: whoever plays a game asks for all of them.
    """
    claims = [part for part in theorem.parts if isinstance(part, Claim)]
    owners = {top_of(getattr(claim.make, "__module__", "")) for claim in claims}
    computes = any(isinstance(part, (Enumeration, Exhibit)) for part in theorem.parts)
    if computes or not owners or "rulewright" in owners:
        return
    games = [game for module, game in loaded_games() if top_of(module) in owners]
    called = called_by(claims, owners) if games else set()
    for game in games[:1]:
        for name in theorem.clauses:
            if is_never_called(game, name, called):
                yield name


def is_never_called(game: SpecifiedGame, name: str, called: set[CodeType]) -> bool:
    """Return whether a clause has formulas, and none of them was called."""
    clauses = [each for each in game.rulebook.clauses if each.identifier == name]
    codes = [code for clause in clauses for code in codes_of(clause)]
    return bool(codes) and called.isdisjoint(codes)


def codes_of(clause: Clause) -> Iterator[CodeType]:
    """Yield the code of a clause's formulas, and of the functions of their module that these call."""
    for formula in map(unwrap, filter(None, (clause.permits, clause.effect, clause.holds))):
        if isinstance(formula, FunctionType):
            yield formula.__code__
            called = map(formula.__globals__.get, names_in(formula.__code__))
            for each in map(unwrap, filter(callable, called)):
                if isinstance(each, FunctionType) and each.__module__ == formula.__module__:
                    yield each.__code__


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that code refers to, and what is written inside of it."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


def called_by(claims: Sequence[Claim], owners: set[str]) -> set[CodeType]:
    """Make claims anew, and return the code of all functions that this calls."""
    for name, module in tuple(sys.modules.items()):
        if top_of(name) in owners:
            forget_what_is_kept(module)
    with no_branches(), noted() as called:
        for claim in claims:
            claim.cases()
    return called


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
