"""OpenSpiel's own search plays our games, and plays them better than chance."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from rulewright.bridges import openspiel
from rulewright.bridges.extras import required

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of what its module imports
    mcts: Any = required("open_spiel.python.algorithms.mcts", "openspiel")


@pytest.mark.slow
def test_mcts_beats_a_random_player_at_minoa() -> None:
    """Six games from alternating seats: at least five won."""
    openspiel.register("minoa")
    game = openspiel.pyspiel.load_game("rulewright_minoa(n=2)")
    assert won(game, games=6, simulations=30) >= 5


def won(game: Any, games: int, simulations: int) -> float:
    """Play MCTS against a random player; returns games won less games lost."""
    total = 0.0
    for number in range(games):
        random, other = np.random.RandomState(number), np.random.RandomState(100 + number)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        bot = mcts.MCTSBot(game, 2.0, simulations, evaluator, random_state=random)
        state, seat = game.new_initial_state(), number % 2
        while not state.is_terminal():
            own = state.current_player() == seat
            state.apply_action(bot.step(state) if own else int(other.choice(state.legal_actions())))
        total += state.returns()[seat]
    return total
