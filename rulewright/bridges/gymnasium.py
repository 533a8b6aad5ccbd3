"""Games for two as environments of Gymnasium, against a given opponent.

    >>> from rulewright.bridges import gymnasium
    >>> env = gymnasium.env("minoa", n=2, seat=1)
    >>> observation, info = env.reset(seed=1)
    >>> info["player"]
    'blue'

The observation has the planes and the mask of the legal actions. The reward is 1 for a win, -1 for a
loss, else 0; an illegal action loses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from rulewright.bridges.bridge import Bridge, Held, bridge_of
from rulewright.bridges.extras import required
from rulewright.bridges.rendering import MODES, checked, rendered
from rulewright.interface import UsageError

gymnasium: Any = required("gymnasium", "gymnasium")
spaces: Any = gymnasium.spaces

Opponent: TypeAlias = Callable[[Bridge, Held, np.random.Generator], int]
"""Chooses the number of a legal action in a position."""
TWO = 2
LOST = -1.0


class NotForTwo(UsageError):
    """A game cannot be played against one opponent, or not from that seat."""


def random_opponent(bridge: Bridge, held: Held, random: np.random.Generator) -> int:
    """Choose uniformly at random."""
    del bridge
    return int(random.choice(list(held.legal)))


class OpponentEnvironment(gymnasium.Env):  # type: ignore[misc]  # subclasses of what is imported late
    """One seat of a game for two; the opponent plays the other one."""

    def __init__(
        self, bridge: Bridge, opponent: Opponent, seat: int, render_mode: str | None = None
    ) -> None:
        """Make the spaces."""
        if len(bridge.players) != TWO:
            raise NotForTwo(
                f"{bridge.engine.game} has {len(bridge.players)} players here: an opponent needs two"
            )
        if seat not in range(TWO):
            raise NotForTwo(f"seat is {seat!r}, it must be 0 or 1")
        self.metadata = {"render_modes": list(MODES), "render_fps": 2}
        self.bridge, self.opponent, self.seat = bridge, opponent, seat
        self.render_mode = checked(render_mode)
        self.action_space = spaces.Discrete(bridge.numbering.count)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, bridge.planes.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (bridge.numbering.count,), np.int8),
            }
        )
        self.held = bridge.start()
        self.plies = 0

    def reset(
        self, *, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Set the game up, and let the opponent begin if it has the first turn."""
        super().reset(seed=seed)
        del options
        self.held, self.plies = self.bridge.start(), 0
        self._answer()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action and the opponent's answer."""
        if int(action) not in self.held.legal:
            return self._observation(), LOST, True, False, self._info() | {"illegal": True}
        self._play(int(action))
        self._answer()
        over = self.held.mover < 0
        cut = not over and self.plies >= self.bridge.most_plies
        reward = float(self.held.returns[self.seat])
        return self._observation(), reward, over, cut, self._info()

    def _play(self, number: int) -> None:
        self.held = self.bridge.play(self.held, number)
        self.plies += 1
        if self.render_mode == "human":
            self.render()

    def _answer(self) -> None:
        """Let the opponent play until it is the seat's turn, or the game has ended."""
        while self.held.mover == 1 - self.seat and self.plies < self.bridge.most_plies:
            self._play(self.opponent(self.bridge, self.held, self.np_random))

    def _observation(self) -> dict[str, Any]:
        mask = self.bridge.mask(self.held)
        return {"observation": self.bridge.observe(self.held), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"player": self.bridge.players[self.seat]}

    def render(self) -> Any:
        """Render the position in the mode of the environment; None without one."""
        mode = self.render_mode
        return None if mode is None else rendered(self.bridge, self.held, mode)


def env(
    game: str,
    opponent: Opponent = random_opponent,
    seat: int = 0,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> OpponentEnvironment:
    """Make the environment of a game for two; `options` are its parameters and rulings.

    Raises `UnknownGame`, `NotForTwo`, `UnknownRenderMode`, `BadLength`, and what is said of wrong
    options.
    """
    return OpponentEnvironment(bridge_of(game, options, max_cycles), opponent, seat, render_mode)
