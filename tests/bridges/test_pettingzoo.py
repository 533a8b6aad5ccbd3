"""Our games in PettingZoo, under PettingZoo's own tests."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from rulewright.bridges import pettingzoo
from rulewright.bridges.bridge import BadLength
from rulewright.bridges.rendering import UnknownRenderMode
from rulewright.interface import UnknownParameter

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo imports what it does not need
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.save_obs_test import test_save_obs as saves_observations

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tictactoe", {}),
    ("rhomb", {"n": 3}),
    ("trefoil", {}),
    ("minoa", {"n": 2, "k": 3}),
]
FULL: list[tuple[str, dict[str, Any]]] = [
    ("minoa", {}),
    ("nonaga", {"max_cycles": 60}),
    ("ari", {"max_cycles": 30}),
    ("dreieck", {"s": 2}),
]
SPACE_IS_A_DICT = "ignore:Observation space for each agent probably should be:UserWarning"
"""PettingZoo says so of every environment with masks that it does not know by name."""
NO_ACTION = "ignore:Action mask numpy array is all zeros:UserWarning"
"""The same of every agent who is not to move."""
OTHERS = "ignore:Observation is not a NumPy array:UserWarning"


def own_tests(game: str, options: dict[str, Any]) -> None:
    """Run PettingZoo's own tests."""
    make = partial(pettingzoo.env, game, **options)
    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=20)
    render_test(make)
    saves_observations(make())


@pytest.mark.filterwarnings(SPACE_IS_A_DICT, NO_ACTION, OTHERS)
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_pettingzoos_own_tests_pass(game: str, options: dict[str, Any]) -> None:
    """For guests and a small board of ours."""
    own_tests(game, options)


@pytest.mark.slow
@pytest.mark.filterwarnings(SPACE_IS_A_DICT, NO_ACTION, OTHERS)
@pytest.mark.parametrize(("game", "options"), FULL)
def test_pettingzoos_own_tests_pass_for_our_games(game: str, options: dict[str, Any]) -> None:
    """For the four games."""
    own_tests(game, options)


def test_a_game_is_played_to_its_end() -> None:
    """The winner gets 1, the loser -1, and masks are those of the agent to move."""
    env = pettingzoo.env("tictactoe")
    env.reset()
    for action in (0, 3, 1, 4, 2):
        seen = env.observe(env.agent_selection)
        assert seen["action_mask"][action]
        waiting = next(each for each in env.agents if each != env.agent_selection)
        assert not env.observe(waiting)["action_mask"].any()
        env.step(action)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    assert env.infos["player_0"]["player"] == "x"


def test_games_are_cut_off() -> None:
    """After so many actions nobody has won."""
    env = pettingzoo.env("tictactoe", max_cycles=3)
    env.reset()
    for action in range(3):
        assert not any(env.truncations.values())
        env.step(action)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_an_illegal_action_loses() -> None:
    """As in PettingZoo's own games."""
    env = pettingzoo.env("tictactoe")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards["player_1"] == -1
    assert all(env.terminations.values())


def test_pictures_are_drawn_as_the_game_draws_them() -> None:
    """Another position, another picture; not blank."""
    env = pettingzoo.env("tictactoe", render_mode="rgb_array")
    env.reset()
    empty = env.render()
    env.step(4)
    marked = env.render()
    assert empty.shape == marked.shape
    assert np.any(empty != marked)
    assert len(np.unique(empty.reshape(-1, 3), axis=0)) > 1


def test_what_is_wrong_is_said_in_one_line() -> None:
    """Options, modes and lengths."""
    with pytest.raises(UnknownParameter):
        pettingzoo.env("tictactoe", size=3)
    with pytest.raises(UnknownRenderMode, match="render mode"):
        pettingzoo.env("tictactoe", render_mode="oil")
    with pytest.raises(BadLength, match="whole number"):
        pettingzoo.env("tictactoe", max_cycles=0)
