"""What is true before anything is asked does not hang on the numbers that Z3 gives to terms."""

import pytest
import z3

from rulewright.proofs.dreieck import THEOREMS
from rulewright.proofs.refusals import (
    can_be_decided,
    is_decided,
    is_simplified_to_true,
    renumbered,
)
from rulewright.proofs.theorem import Claim, Term

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
    assert sorted(ways) == [False, True]
    assert not any(map(is_decided, renumbered(case.then)))
    assert can_be_decided(case.then)
