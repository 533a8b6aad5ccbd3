"""ARI's theorems: each is proved, and each broken twin refuted."""

from __future__ import annotations

import pytest

from rulewright.proofs.ari import THEOREMS
from rulewright.proofs.ari.setting import NUMBERS, SIZE
from rulewright.proofs.prove import prove
from rulewright.proofs.theorem import Theorem
from rulewright.spec.ari import GAME


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_theorem_holds(theorem: Theorem) -> None:
    """Every part is as it should be."""
    verdict = prove(theorem)
    assert verdict.holds, verdict.detail


def test_theorems_name_clauses_and_questions_of_the_rulebook() -> None:
    """Nothing is spoken of that the registry does not know."""
    known = {clause.identifier for clause in GAME.rulebook.clauses}
    known |= {question.name for question in GAME.rulebook.questions}
    for theorem in THEOREMS:
        assert theorem.clauses
        assert set(theorem.clauses) <= known


def test_the_setting_is_that_of_the_page() -> None:
    """Full size is the default size, and the numbers are those of the dice."""
    assert GAME.engine().params["n"] == SIZE
    assert NUMBERS == {"III": (1, 2, 5, 6, 7, 9), "IV": (1, 3, 4, 5, 8, 9), "V": (2, 3, 4, 6, 7, 8)}
