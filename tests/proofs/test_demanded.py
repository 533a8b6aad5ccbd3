"""What premises demand of their parts follows from them, and is found where it takes no thought."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import random

import pytest
import z3

from rulewright.proofs.demanded import demanded

A, B, C, D = z3.Bools("a b c d")


def formula(chooses: random.Random, depth: int) -> z3.BoolRef:
    if depth == 0 or chooses.random() < 0.15:
        return chooses.choice((A, B, C, D, z3.BoolVal(chooses.random() < 0.5)))
    parts = [formula(chooses, depth - 1) for _ in range(chooses.choice((2, 2, 3)))]
    joined = chooses.choice((z3.And, z3.Or, z3.And, z3.Or, z3.Implies, "==", "not"))
    if joined == "==":
        return parts[0] == parts[1]
    if joined == "not":
        return z3.Not(parts[0])
    return joined(*parts[:2]) if joined is z3.Implies else joined(*parts)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_demanded_follows(seed: int) -> None:
    """Held against Z3, on random premises that have a model."""
    chooses, looked = random.Random(seed), 0
    for _ in range(60):
        premises = [formula(chooses, 3) for _ in range(3)]
        solver = z3.SimpleSolver()
        solver.add(*premises)
        if solver.check() != z3.sat:
            continue
        for term, value in demanded(premises):
            looked += 1
            assert solver.check(term != value) == z3.unsat
    assert looked > 100


def test_what_propagates_is_found() -> None:
    """From one premise to the next, in whatever order they stand."""
    premises = (z3.Implies(z3.And(A, B), z3.Not(C)), D == C, z3.Or(z3.Not(A), B), A)
    for given in (premises, premises[::-1]):
        found = {str(term): value for term, value in demanded(given)}
        assert (found["a"], found["b"], found["c"], found["d"]) == (True, True, False, False)


def test_what_is_left_open_is_not_demanded() -> None:
    found = {str(term) for term, _ in demanded((z3.Or(A, B), C == D))}
    assert not found & {"a", "b", "c", "d"}
