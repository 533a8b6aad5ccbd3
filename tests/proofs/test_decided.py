"""What is true before anything is asked does not hang on the numbers that Z3 gives to terms."""

from collections.abc import Callable
from typing import TypeVar

import pytest
import z3

from rulewright.proofs import given
from rulewright.proofs.dreieck import THEOREMS
from rulewright.proofs.given import Known, holds_whatever_is_given
from rulewright.proofs.refusals import (
    can_be_decided,
    is_decided,
    is_simplified_to_true,
    renumbered,
)
from rulewright.proofs.theorem import Case, Claim, Term

Judged = TypeVar("Judged")
x, y = z3.Bools("x y")
n = z3.Int("n")


@pytest.mark.parametrize("term", [z3.Or(x, z3.Not(x)), n + 1 > n, z3.BoolVal(True)])
def test_what_holds_whatever_the_numbers_is_decided(term: Term) -> None:
    """In every context."""
    assert is_decided(term)
    assert all(map(is_decided, renumbered(term)))


@pytest.mark.parametrize("term", [z3.Or(x, y), n > 0, z3.BoolVal(False)])
def test_what_has_to_be_asked_is_not(term: Term) -> None:
    """Nor can it be declared to be."""
    assert not is_decided(term)
    assert not can_be_decided(term)


def test_a_conclusion_that_some_numbers_decide_is_asked_with_all_of_them() -> None:
    """One of Dreieck's became true in one process of many, and its theorem was open there."""
    (theorem,) = (each for each in THEOREMS if each.name.startswith("rules_do_not_change_under"))
    (claim,) = (part for part in theorem.parts if isinstance(part, Claim))
    (case,) = (each for each in claim.cases() if each.label == "players passed on, d, match=all")
    ways = [is_simplified_to_true(each) for each in renumbered(case.then)]
    assert set(ways) == {False, True}
    assert not any(map(is_decided, renumbered(case.then)))
    assert can_be_decided(case.then)


def numbered(turned: bool) -> dict[str, z3.ExprRef]:
    """Make unknowns of which Z3 numbers the first one first, or last."""
    names = ["a", "b", "c", "m", "n"]
    return {
        name: z3.Int(f"{name} {turned}") if name in "mn" else z3.Bool(f"{name} {turned}")
        for name in (reversed(names) if turned else names)
    }


PAIRS: dict[str, Callable[..., tuple[Term, Term]]] = {
    "or": lambda a, b, **_: (z3.Not(z3.Not(z3.Or(a, b))), z3.Not(z3.Not(z3.Or(b, a)))),
    "or, implied": lambda a, b, c, **_: (
        z3.Implies(c, z3.Not(z3.Or(a, b))),
        z3.Implies(c, z3.Not(z3.Or(b, a))),
    ),
    "a sum": lambda a, m, n, **_: (z3.Or(m + n <= 0, a), z3.Or(a, n + m <= 0)),
    "a double": lambda a, n, **_: (z3.Or(a, n + n <= 1), z3.Or(n + n <= 1, a)),
}
"""Each says the same twice; Z3's simplifier sees that with some numbers of its terms."""


def both_ways(judged: Callable[[Term, Term], Judged], name: str) -> list[Judged]:
    """Judge a pair made of unknowns that are numbered one way, and the other."""
    ways = []
    for turned in (False, True):
        unknowns = numbered(turned)
        ways.append(judged(*PAIRS[name](**unknowns)))
    return ways


@pytest.mark.parametrize("name", PAIRS)
def test_numbers_do_not_say_what_is_decided_or_among_the_premises(name: str) -> None:
    """Z3's numbers are those of the process, so each of these could have two answers."""
    for judged in (
        lambda one, other: Known().has(other, (one,)),
        lambda one, other: is_decided(one == other),
        lambda one, other: can_be_decided(one == other),
    ):
        one_way, the_other = both_ways(judged, name)
        assert one_way == the_other


def test_numbers_do_not_say_what_holds_whatever_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much Z3 does before it gives up hangs on them as well."""

    def judged(one: Term, other: Term) -> list[bool]:
        answers = []
        for resources in range(10, 100, 10):
            monkeypatch.setattr(given, "RESOURCES", resources)
            answers.append(holds_whatever_is_given(Case("planted", (), one == other)))
        return answers

    met = set()
    for name in PAIRS:
        one_way, the_other = both_ways(judged, name)
        assert one_way == the_other
        met.update(one_way)
    assert met == {False, True}
