"""Games for two in Gymnasium, under its own check."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from rulewright.bridges import gymnasium
from rulewright.bridges.bridge import Bridge, Held
from rulewright.bridges.gymnasium import NotForTwo


@pytest.mark.parametrize(("game", "seat"), [("tictactoe", 0), ("rhomb", 1)])
@pytest.mark.filterwarnings("ignore:.*render modes.*:UserWarning")
def test_gymnasiums_own_check_passes(game: str, seat: int) -> None:
    """From both seats."""
    check_env(gymnasium.env(game, seat=seat, render_mode="ansi"), skip_render_check=True)


def first(bridge: Bridge, held: Held, random: np.random.Generator) -> int:
    """Play the first legal action."""
    del bridge, random
    return min(held.legal)


def test_an_opponent_answers_and_is_beaten() -> None:
    """It takes the first square that is free; the reward comes with the end."""
    env = gymnasium.env("tictactoe", first)
    env.reset(seed=1)
    got: list[Any] = [env.step(action) for action in (4, 6, 2)]
    assert [each[1] for each in got] == [0, 0, 1]
    assert [each[2] for each in got] == [False, False, True]


def test_an_illegal_action_loses() -> None:
    """And says so."""
    env = gymnasium.env("tictactoe", first, seat=1)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1, True, True)


def test_games_for_more_are_refused() -> None:
    """In one line."""
    with pytest.raises(NotForTwo, match="needs two"):
        gymnasium.env("trefoil")
    with pytest.raises(NotForTwo, match="0 or 1"):
        gymnasium.env("tictactoe", seat=2)
