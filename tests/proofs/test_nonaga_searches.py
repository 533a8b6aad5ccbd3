"""What exhaustive searches say of Nonaga beyond its theorems: which games are the shortest."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulewright.impl import game
from rulewright.proofs.nonaga.games import TOLD_APART

sys.path.insert(0, str(Path(__file__).parent))
from nonaga_searches import Walk, walked

NONAGA = game("nonaga")
SEQUENCES = (1, 9, 570, 4_374, 199_488, 1_684_506, 73_403_796)
"""The published counts: nothing was left out."""
DEEP = {("removal", "path", "local")}
"""Readings that part only after nine actions: their search is that for the shortest win."""
PAIRS = [pair for pair in TOLD_APART if pair not in DEEP]


def walk_of(question: str, strict: str, loose: str, depth: int, *, look_on: bool = False) -> Walk:
    """Play all sequences under the stricter of two readings."""
    engines = [NONAGA.engine({}, {question: reading}) for reading in (strict, loose)]
    return walked(*engines, depth, look_on=look_on)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_readings_part_no_earlier_than_the_theorem_shows(pair: tuple[str, str, str]) -> None:
    """All shorter games: before the last action of the exhibit both readings permit the same.

    Orders of readings are proved, so that equal numbers mean equal sets.
    """
    moves, _ = TOLD_APART[pair]
    found = walk_of(*pair, depth=len(moves))
    assert found.parted[: len(moves)] == (0,) * len(moves)
    assert found.parted[len(moves)] > 0


@pytest.mark.slow
@pytest.mark.soak
def test_no_win_no_missing_step_and_no_pocket_within_seven_actions() -> None:
    """All 73,403,796 sequences of six actions, and every piece step after each of them.

    No player wins within seven actions; nobody is without a piece step after six or fewer, or without a
    disc step after five or fewer; and no disc step after seven or fewer tells `path` from `local`.
    """
    found = walk_of("removal", "path", "local", depth=6, look_on=True)
    assert found.sequences == SEQUENCES
    assert found.won == (0,) * 7
    assert found.wins_at_next == 0
    assert found.without_piece_step == (0,) * 7
    assert found.without_disc_step == (0,) * 7
    assert found.parted == (0,) * 7
