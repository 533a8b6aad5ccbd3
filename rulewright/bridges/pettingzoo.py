"""Our games, and those of guests, as environments of PettingZoo (AEC: the players act in turn).

    >>> from rulewright.bridges import pettingzoo
    >>> env = pettingzoo.env("minoa", n=2)
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'player_0'
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.action_space("player_0").sample(observation["action_mask"]))

Agents are ``player_0``, ``player_1`` and so on in turn order; ``info["player"]`` is the name that the
rules give them. The mask of an agent who is not to move is all zeros. An illegal action loses: its
player gets -1 and the others 0, as in PettingZoo's own board games. After `max_cycles` actions a game
is truncated, without rewards; if that is None, after as many as a theorem says it has at most, else
1,000.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulewright.bridges.bridge import Bridge, Held, bridge_of
from rulewright.bridges.extras import required
from rulewright.bridges.rendering import MODES, checked, rendered

pettingzoo: Any = required("pettingzoo", "pettingzoo")
spaces: Any = required("gymnasium.spaces", "pettingzoo")
wrappers: Any = required("pettingzoo.utils.wrappers", "pettingzoo")


def observation_space_of(bridge: Bridge) -> Any:
    """Return the space of planes and mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, bridge.planes.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (bridge.numbering.count,), np.int8),
        }
    )


class RawEnvironment(pettingzoo.AECEnv):  # type: ignore[misc]  # without types
    """A game without PettingZoo's wrappers: an illegal action raises `KeyError`."""

    def __init__(
        self, bridge: Bridge, render_mode: str | None = None, max_cycles: int | None = None
    ) -> None:
        """Make the spaces."""
        super().__init__()
        self.bridge = bridge
        self.render_mode = checked(render_mode)
        self.most = max_cycles or bridge.most_plies
        self.metadata = {
            "name": bridge.engine.game,
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{number}" for number in range(len(bridge.players))]
        self.agents = list(self.possible_agents)
        self.observation_spaces = {
            agent: observation_space_of(bridge) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(bridge.numbering.count) for agent in self.possible_agents
        }
        self.held: Held = bridge.start()
        self.plies = 0

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Set the game up; nothing is random in it."""
        del seed, options
        self.agents = list(self.possible_agents)
        self.held, self.plies = self.bridge.start(), 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"player": name}
            for agent, name in zip(self.agents, self.bridge.players, strict=True)
        }
        self.agent_selection = self.possible_agents[self.held.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the planes, and the mask of the agent's legal actions."""
        due = agent == self.agent_selection and not self.ended()
        mask = (
            self.bridge.mask(self.held) if due else np.zeros(self.bridge.numbering.count, np.int8)
        )
        return {"observation": self.bridge.observe(self.held), "action_mask": mask}

    def ended(self) -> bool:
        """Return whether the game is over, or cut off."""
        return self.held.mover < 0 or self.plies >= self.most

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.held = self.bridge.play(self.held, int(action))  # type: ignore[arg-type]
        self.plies += 1
        over = self.held.mover < 0
        self.rewards = dict(zip(self.possible_agents, self.held.returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over and self.plies >= self.most)
        after = (self.possible_agents.index(agent) + 1) % len(self.possible_agents)
        self.agent_selection = self.possible_agents[after if over else self.held.mover]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Render the position in the mode of the environment; None without one."""
        mode = self.render_mode
        return None if mode is None else rendered(self.bridge, self.held, mode)

    def close(self) -> None:
        """Do nothing: there is no window."""


def raw_env(
    game: str,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> RawEnvironment:
    """Make the environment of a game without wrappers; raises as `env` does."""
    return RawEnvironment(bridge_of(game, options, max_cycles), render_mode, max_cycles)


def env(
    game: str, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
) -> Any:
    """Make the environment of a game; `options` are its parameters and rulings.

    Raises `UnknownGame`, `UnknownRenderMode`, `BadLength`, and what is said of wrong options.
    """
    made = raw_env(game, render_mode, max_cycles, **options)
    ended = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))
