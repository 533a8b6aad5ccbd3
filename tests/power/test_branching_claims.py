"""Claims and twins that ask Python about a fact, or make nothing: none of them is proved."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import z3

from rulewright.proofs.prove import prove
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Part, Theorem, Twin
from rulewright.spec.broadcast import NotAFormula

OF_FACTS = "it is about facts, not about positions"
NUMBER, OTHER = z3.Ints("number other")
MORE = Claim("more", lambda: Case("more", (NUMBER > 1,), NUMBER > 0), why_not_real=OF_FACTS)
LESS = Twin(
    "less", lambda: Case("less", (NUMBER > 0,), NUMBER > 1), of="more", changed="the numbers"
)


def refused(*parts: Part) -> str:
    scope = TheoremScope("facts", "all of it")
    verdict = prove(Theorem("planted", "A statement.", scope, ("MIN-1",), parts))
    return "" if verdict.holds else verdict.detail


def test_with_nothing_planted_they_are_proved() -> None:
    assert refused(MORE, LESS) == ""


def by_if() -> Case:
    return Case("by if", (NUMBER > 0,), False if NUMBER == OTHER else NUMBER > 0)


def by_in() -> Case:
    return Case("by in", (NUMBER > 0,), False if NUMBER in (OTHER, 3) else NUMBER > 0)


@pytest.mark.parametrize("make", [by_if, by_in])
def test_a_claim_or_a_twin_that_branches_on_a_fact_is_refused(make: Callable[[], Case]) -> None:
    """Z3 answers `number == other` like a text, and only one branch would be proved."""
    claim = Claim("branches", make, why_not_real=OF_FACTS)
    twin = Twin("branches too", make, of=MORE.name, changed="nothing")
    for part in (claim, twin):
        with pytest.raises(NotAFormula, match="'if', 'and', 'or', 'not' or 'in' on a fact"):
            refused(MORE, part, LESS)


def by_set() -> Case:
    return Case(
        "by set", (NUMBER > 0,), NUMBER > 0 if len({NUMBER > 0, NUMBER > 1}) == 2 else False
    )


def by_membership() -> Case:
    return Case("by membership", (NUMBER > 0,), False if NUMBER in {OTHER, 3} else NUMBER > 0)


def by_key() -> Case:
    return Case("by key", (NUMBER > 0,), {OTHER: False}.get(NUMBER, NUMBER > 0))


@pytest.mark.parametrize("make", [by_set, by_membership, by_key])
def test_facts_that_are_told_apart_by_a_set_are_refused(make: Callable[[], Case]) -> None:
    """A set tells terms apart by how they are written, not by their values."""
    claim = Claim("tells apart", make, why_not_real=OF_FACTS)
    twin = Twin("tells apart too", make, of=MORE.name, changed="nothing")
    for part in (claim, twin):
        with pytest.raises(NotAFormula, match="into a set, or takes it for a key"):
            refused(MORE, part, LESS)
    assert len({NUMBER, OTHER}) == 2


def swallowed() -> Case:
    try:
        holds = bool(NUMBER == OTHER)
    except NotAFormula:
        holds = True
    return Case("swallowed", (NUMBER > 0,), NUMBER > 0 if holds else False)


def test_a_refusal_that_is_swallowed_is_raised_again() -> None:
    claim = Claim("swallows", swallowed, why_not_real=OF_FACTS)
    with pytest.raises(NotAFormula, match="on a fact: use the combinators"):
        refused(MORE, claim, LESS)


def test_a_function_that_returns_nothing_proves_nothing() -> None:
    nothing: Any = lambda: None  # noqa: E731
    assert "it has no case" in refused(MORE, Claim("nothing", nothing), LESS)
    twin = Twin("nothing", nothing, of=MORE.name, changed="all of it")
    assert "its function returns a NoneType: it must return a case" in refused(MORE, twin)
