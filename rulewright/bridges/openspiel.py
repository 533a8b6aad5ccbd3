"""Our games, and those of guests, as Python games of OpenSpiel.

    >>> from rulewright.bridges import openspiel
    >>> openspiel.register("minoa")
    ('rulewright_minoa',)
    >>> import pyspiel
    >>> game = pyspiel.load_game("rulewright_minoa(n=3,closure=coloured)")
    >>> state = game.new_initial_state()
    >>> state.action_to_string(state.legal_actions()[0])
    '-1,-1--1,0'

Parameters and readings are parameters of the OpenSpiel game; what is neither a number nor a text is
written as JSON, and the empty text is the default. `most_plies` cuts games off; 0 is the default: what a
theorem says, or else 1,000 actions. Then the game is over, and the returns are 0.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from rulewright.bridges.bridge import Bridge, bridge_of, question_options
from rulewright.bridges.extras import required
from rulewright.interface import RulewrightError
from rulewright.play import games

pyspiel: Any = required("pyspiel", "openspiel")
Observer: Any = required("open_spiel.python.observation", "openspiel").IIGObserverForPublicInfoGame

PREFIX = "rulewright_"
LENGTH = "most_plies"
LEFT_OUT = "a game is not registered with OpenSpiel: "


class BoardObserver:
    """Observes a position: planes as a tensor, the JSON form as a text; the same for all players."""

    def __init__(self, bridge: Bridge) -> None:
        """Make room for the tensor."""
        self.bridge = bridge
        shape = bridge.planes.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: Any, player: int) -> None:
        """Write the planes of a state."""
        del player
        self.dict["observation"][:] = self.bridge.observe(state.held)

    def string_from(self, state: Any, player: int) -> str:
        """Write the position."""
        del player
        return self.bridge.written(state.held)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a game in OpenSpiel."""

    def __init__(self, game: OpenSpielGame) -> None:
        """Set the game up."""
        super().__init__(game)
        self.bridge = game.bridge
        self.held = game.bridge.start()
        self.plies = 0

    def current_player(self) -> int:
        """Return the player to move."""
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.held.mover)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.held.legal) if player == self.held.mover else []

    def _apply_action(self, action: int) -> None:
        self.held = self.bridge.play(self.held, action)
        self.plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        return self.held.legal.get(action, f"no action here: {action}")

    def is_terminal(self) -> bool:
        """Return whether the game is over, or cut off."""
        return self.held.mover < 0 or self.plies >= self.bridge.most_plies

    def returns(self) -> list[float]:
        """Return what each player has won."""
        return list(self.held.returns)

    def __str__(self) -> str:
        """Draw the position."""
        return self.bridge.text(self.held)


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # the same
    """A game in OpenSpiel under fixed parameters and rulings."""

    name: str
    """The name of our game; a subclass is registered for each."""
    game_type: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the engine, its numbers of actions, and its planes."""
        given = dict(params or {})
        options = read_options(self.name, given)
        self.bridge = bridge_of(self.name, options, given.get(LENGTH) or None)
        players = len(self.bridge.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.bridge.numbering.count,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-1.0,
            max_utility=players - 1.0,
            utility_sum=0.0,
            max_game_length=self.bridge.most_plies,
        )
        super().__init__(self.game_type, info, given)

    def new_initial_state(self, state: Any = None) -> OpenSpielState:
        """Set the game up; a position cannot be given."""
        del state
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer; the information state is the history."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self.bridge)
        return Observer(iig_obs_type, params)


def read_options(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that OpenSpiel's parameters say, without those that have their defaults."""
    defaults = defaults_of(name)
    found = {}
    for option, value in given.items():
        if option == LENGTH or value == spelled(defaults[option]):
            continue
        plain = isinstance(defaults[option], int | str)
        found[option] = value if plain else json.loads(value)
    return found


def spelled(value: Any) -> Any:
    """Return a default as OpenSpiel's parameter: numbers and texts as they are, others empty."""
    return value if isinstance(value, int | str) else ""


@cache
def defaults_of(name: str) -> dict[str, Any]:
    """Return the default of each parameter and ruling, by option."""
    known = games.specified(name)
    readings = known.default_rulings
    asked = {option: readings[question] for option, question in question_options(name).items()}
    return {**known.default_parameters, **asked}


def numbers_of_players(name: str) -> tuple[int, int]:
    """Return the fewest and the most players under the parameters that a game says it is played with."""
    known = games.specified(name)
    sets = (*known.played, *known.full_size, *known.exhausted, *known.larger, *known.crowded, {})
    counts = [len(known.engine(dict(each)).players) for each in sets]
    return min(counts), max(counts)


def game_type_of(name: str) -> Any:
    """Return what OpenSpiel knows of a game before it is loaded."""
    fewest, most = numbers_of_players(name)
    defaults = {option: spelled(value) for option, value in defaults_of(name).items()}
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=games.specified(name).rulebook.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, LENGTH: 0},
    )


@cache
def registered(name: str) -> str:
    """Register one game, once; returns its name in OpenSpiel."""
    game_type = game_type_of(name)
    made = type(f"Of{name.title()}", (OpenSpielGame,), {"name": name, "game_type": game_type})
    pyspiel.register_game(game_type, made)
    return PREFIX + name


def register(*names: str) -> tuple[str, ...]:
    """Register games with OpenSpiel, all that are found if none is named; returns their names there.

    Raises `UnknownGame`, and what is wrong with a game that is named. Of all games those that cannot be
    loaded are left out, with a warning.
    """
    if names:
        return tuple(map(registered, names))
    done = []
    for name in games.game_names():
        try:
            done.append(registered(name))
        except RulewrightError as error:
            warnings.warn(f"{LEFT_OUT}{error}", stacklevel=2)
    return tuple(done)
