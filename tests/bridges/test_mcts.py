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


MINOA, NONAGA = "minoa(n=2)", "nonaga(most_plies=200)"


@pytest.mark.slow
@pytest.mark.parametrize(("text", "simulations"), [(MINOA, 30), (NONAGA, 15)])
def test_mcts_beats_a_random_player(text: str, simulations: int) -> None:
    """Six games from alternating seats: at least five more won than lost."""
    assert won(loaded(text), games=6, simulations=simulations) >= 5


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("text", [MINOA, NONAGA])
def test_mcts_beats_a_random_player_in_forty_games(text: str) -> None:
    """At least thirty more won than lost; where both are equal, that has a chance below 1 in 100,000."""
    assert won(loaded(text), games=40, simulations=30) >= 30


def test_a_random_player_does_not_beat_another_one_so() -> None:
    """Power: with two simulations, which tell next to nothing, the margin is missed."""
    assert won(loaded("tictactoe"), games=6, simulations=2) < 5


def loaded(text: str) -> Any:
    """Load one of our games."""
    openspiel.register(text.partition("(")[0])
    return openspiel.pyspiel.load_game(f"rulewright_{text}")


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
