"""Nonaga's theorems about all positions fall with what passes the turn on."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.proofs.nonaga import material, readings, setting
from rulewright.proofs.prove import prove
from rulewright.proofs.theorem import Theorem
from rulewright.spec.nonaga import GAME, clauses


def discs_vanish(rules: Any, made: Any, outlook: Any) -> Any:
    """Mutate NON-9: all discs are gone when the turn passes on."""
    after = clauses.turn_is_a_piece_step_and_a_disc_step(rules, made, outlook)
    return evolve(after, discs=(False,) * len(after.discs))


def pieces_vanish(rules: Any, made: Any, outlook: Any) -> Any:
    """Mutate NON-9: all pieces are gone when the turn passes on."""
    after = clauses.turn_is_a_piece_step_and_a_disc_step(rules, made, outlook)
    return evolve(after, pieces=tuple((False,) * len(own) for own in after.pieces))


@pytest.mark.slow
@pytest.mark.parametrize("mutated", [discs_vanish, pieces_vanish])
@pytest.mark.parametrize(
    "theorem", [material.NOTHING_IS_LOST, readings.CONNECTED], ids=lambda each: each.name
)
def test_what_passes_the_turn_on_is_a_part_of_every_action(
    theorem: Theorem, mutated: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A theorem about all positions must not leave out what a clause about the turn could do."""
    monkeypatch.setattr(setting, "RULEBOOK", GAME.rulebook.replacing("NON-9", effect=mutated))
    verdict = prove(theorem, time_limit=10)
    assert not verdict.holds
    assert "passing the turn on moves nothing" in verdict.detail
