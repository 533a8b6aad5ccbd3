"""How soon `trigger` parts under `match=all`: the search says not sooner, the games say then."""

from __future__ import annotations

import pytest
from common.dreieck_closed_regions import closings

from rulewright.proofs.dreieck.readings import LOST_TWICE, RING
from rulewright.proofs.dreieck.tables import triggers_agree_by

PARTED = {2: len(RING) + 2, **{players: len(moves) for players, moves in LOST_TWICE.items()}}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "parted"), PARTED.items())
def test_nobody_closes_the_own_region_sooner(players: int, parted: int) -> None:
    """The readings part one action after that; with the game known, that is exactly how soon."""
    assert closings(players, parted - 2)[0] == 0
    if players > 2:  # for two players the game of ten actions takes long, and is shown anyway
        assert closings(players, parted - 1)[0] > 0


@pytest.mark.slow
@pytest.mark.parametrize(("players", "parted"), [(2, 7), (3, 6), (4, 6)])
def test_without_the_symbols_it_is_as_soon_as_the_specification_says(
    players: int, parted: int
) -> None:
    """The same search for `match=one`, held against the tables that the formulas of DRE-7 lead to."""
    assert closings(players, parted - 2, remembered=False)[0] == 0
    assert closings(players, parted - 1, remembered=False)[0] > 0
    assert triggers_agree_by(players, parted - 1).holds
    assert not triggers_agree_by(players, parted).holds
