"""Both Nonaga engines, in lockstep with a third that was written from the rule page alone."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright import games

sys.path.insert(0, str(Path(__file__).parent))
from naive_nonaga import READINGS, NaiveNonaga

SINGLE_DEVIATIONS: list[dict[str, str]] = [
    {},
    *({question: other} for question, (_, *others) in READINGS.items() for other in others),
]
SMALL = {"n": 1, "first": "black"}
STUCK = {
    "discs": [[-2, -1], [-2, 0], [-1, -1], [-1, 0], [0, -2], [0, -1], [1, -2]],
    "pieces": {
        "red": [[-2, -1], [-1, -1], [1, -2]],
        "black": [[-2, 0], [-1, 0], [0, -2]],
    },
    "turn": "red",
    "step": "piece",
    "barred": None,
}


def view(engine: Any, state: Any) -> dict[str, Any]:
    """Ask an engine all that the rule page says about a state."""
    return {
        "legal": list(engine.legal_actions(state)),
        "position": engine.to_json(state),
        "turn": engine.turn(state),
        "over": engine.is_over(state),
        "scores": dict(engine.scores(state)),
        "winners": list(engine.winners(state)),
    }


def play_together(params: dict[str, Any], rulings: dict[str, str], seed: int, plies: int) -> None:
    """Play one random game with the three engines, and compare them at every ply."""
    naive = NaiveNonaga(params, rulings)
    others = [
        games.specification("nonaga", params, rulings),
        games.implementation("nonaga", params, rulings),
    ]
    mine, theirs = naive.initial(), [engine.initial() for engine in others]
    chance, moves = random.Random(seed), []
    for ply in range(plies + 1):
        expected = view(naive, mine)
        for engine, state in zip(others, theirs, strict=True):
            assert view(engine, state) == expected, (params, rulings, moves)
        if ply == plies or not expected["legal"]:
            break
        moves.append(chance.choice(expected["legal"]))
        mine = naive.play(mine, moves[-1])
        theirs = [e.play(s, moves[-1]) for e, s in zip(others, theirs, strict=True)]


@pytest.mark.parametrize("rulings", SINGLE_DEVIATIONS, ids=str)
def test_the_three_engines_agree_in_a_random_game(rulings: dict[str, str]) -> None:
    """The board of the rulebook, under every single deviation."""
    play_together({}, rulings, seed=SINGLE_DEVIATIONS.index(rulings), plies=4)


@pytest.mark.parametrize("rulings", SINGLE_DEVIATIONS, ids=str)
def test_the_three_engines_agree_on_the_smallest_board(rulings: dict[str, str]) -> None:
    """Seven discs, where games end soon; black begins."""
    for seed in range(2):
        play_together(SMALL, rulings, seed, plies=16)


def test_the_naive_engine_has_the_published_counts() -> None:
    """The first plies of perft.md."""
    naive = NaiveNonaga({}, {})
    counts, states = [], [naive.initial()]
    for _ in range(2):
        moves = [(state, action) for state in states for action in naive.legal_actions(state)]
        counts.append(len(moves))
        states = [naive.play(state, action) for state, action in moves]
    assert counts == [9, 570]
