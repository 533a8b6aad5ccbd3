"""Nonaga's theorems: proved, with witnesses, and every broken twin refuted."""

from __future__ import annotations

import pytest

from rulewright.proofs.nonaga import THEOREMS
from rulewright.proofs.prove import PROVED, prove
from rulewright.proofs.theorem import Theorem

CASES = [
    pytest.param(theorem, id=theorem.name, marks=[pytest.mark.slow] if theorem.slow else [])
    for theorem in THEOREMS
]


@pytest.mark.parametrize("theorem", CASES)
def test_theorem_is_proved(theorem: Theorem) -> None:
    """The verdict names nothing that is not as it should be."""
    verdict = prove(theorem)
    assert verdict.holds, verdict.detail
    assert verdict.status == PROVED
    assert all(part.as_it_should for part in verdict.parts)
