"""What exhaustive searches say of Nonaga beyond its theorems: which games are the shortest."""

from __future__ import annotations

from functools import cache

import pytest
from common.nonaga_searches import Walk, hemmed_in, walked

from rulewright.impl import game
from rulewright.impl.drivers import perft
from rulewright.proofs.nonaga.games import NO_PIECE_STEP, TOLD_APART

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


@cache
def legal_after_three() -> dict[bytes, tuple[int, ...]]:
    """Give the legal actions of all positions after three actions, under the default rulings."""
    engine = NONAGA.engine()
    layer = {engine.initial()}
    for _ in range(3):
        layer = {
            engine.play(state, move) for state in layer for move in engine.legal_actions(state)
        }
    return {state: engine.examination(state).actions for state in layer}


SIX_ACTIONS = {
    ("removal", "local"): 73_403_796,
    ("removal", "four"): 74_037_384,
    ("removal", "rim"): 227_159_970,
    ("placement", "slide_in"): 73_399_374,
    ("placement", "slide_across"): 73_399_374,
    ("placement", "four"): 73_399_668,
    ("connectivity", "throughout"): 73_397_796,
    ("connectivity", "contact"): 73_403_796,
    ("connectivity", "free"): 73_456_530,
    ("bar", "none"): 107_376_942,
    ("win", "end_of_turn"): 73_403_796,
    ("no_piece_step", "loses"): 73_403_796,
    ("no_disc_step", "loses"): 73_403_796,
}
"""Sequences of six actions under each single deviation from the default rulings."""


@pytest.mark.slow
@pytest.mark.parametrize("deviation", SIX_ACTIONS, ids="=".join)
def test_the_counts_of_six_actions_tell_which_readings_part_by_then(
    deviation: tuple[str, str],
) -> None:
    """The same number as under the default rulings: nothing has come up that the question is about.

    So nobody wins within five actions, is without a piece step after four, or without a disc step after
    five; and `contact` and `local` permit after five what the default readings do.
    """
    question, reading = deviation
    engine = NONAGA.engine({}, {question: reading})
    assert perft(engine, depth=6) == SIX_ACTIONS[deviation]


@pytest.mark.slow
@pytest.mark.parametrize("deviation", SIX_ACTIONS, ids="=".join)
def test_four_actions_tell_only_rim_and_bar_from_the_default(deviation: tuple[str, str]) -> None:
    """Legal sets in all positions after three actions; so the other readings part after five or more."""
    question, reading = deviation
    other = NONAGA.engine({}, {question: reading})
    layer = legal_after_three()
    assert len(layer) == SEQUENCES[3]
    parted = sum(other.examination(state).actions != actions for state, actions in layer.items())
    expected = {("removal", "rim"): 4_362, ("bar", "none"): 4_032}
    assert parted == expected.get(deviation, 0)


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
    disc step after five or fewer; and no disc step after seven or fewer separates `path` from `local`.
    """
    found = walk_of("removal", "path", "local", depth=6, look_on=True)
    assert found.sequences == SEQUENCES
    assert found.won == (0,) * 7
    assert found.wins_at_next == 0
    assert found.without_piece_step == (0,) * 7
    assert found.without_disc_step == (0,) * 7
    assert found.parted == (0,) * 7


def games_that_hem_in(state: bytes, depth: int) -> int:
    """Count by playing them all the games after which the next player goes on with a disc."""
    engine, found = NONAGA.engine(), 0
    for move in engine.legal_actions(state):
        after = engine.play(state, move)
        other = engine.turn(after) not in (engine.turn(state), None)
        if other and engine.to_json(after)["step"] == "disc":
            found += 1
        elif depth > 1:
            found += games_that_hem_in(after, depth - 1)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("played", "depth"), [(8, 2), (6, 4)])
def test_breaking_off_loses_no_game_that_hems_a_player_in(played: int, depth: int) -> None:
    """The search finds as many as there are when nothing is broken off."""
    engine = NONAGA.engine()
    state = engine.initial()
    for move in NO_PIECE_STEP[:played]:
        state = engine.play(state, move)
    found = hemmed_in(engine, NO_PIECE_STEP[:played], depth).found
    assert found == games_that_hem_in(state, depth) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("played", "depth"), [(6, 4), (4, 6)])
def test_the_search_for_a_hemmed_in_player_goes_on_from_the_middle_of_a_game(
    played: int, depth: int
) -> None:
    """And finds the game that is known."""
    assert hemmed_in(NONAGA.engine(), NO_PIECE_STEP[:played], depth).found > 0


@pytest.mark.slow
@pytest.mark.parametrize("depth", [2, 4, 6, 8])
def test_nobody_is_hemmed_in_within_eight_actions(depth: int) -> None:
    """So that the game of ten actions is the shortest to a player without a piece step.

    Up to three actions before the end nothing is broken off.
    """
    search = hemmed_in(NONAGA.engine(), (), depth)
    assert search.found == 0
    assert search.sequences[1 : depth - 2] == SEQUENCES[1 : depth - 2]


@pytest.mark.slow
@pytest.mark.soak
def test_somebody_is_hemmed_in_after_ten_actions() -> None:
    """Of every sequence of seven actions those that are not hopeless were gone on with."""
    engine = NONAGA.engine()
    search = hemmed_in(engine, (), 10)
    assert search.sequences[1:8] == (*SEQUENCES[1:], perft(engine, depth=7))
    assert search.found > 0
