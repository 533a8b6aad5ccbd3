"""Games of OpenSpiel and PettingZoo, as far as a check needs them."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any, Protocol

from attrs import define, field, frozen

from rulewright.bridges.extras import required
from rulewright.interface import RulewrightError, UsageError


class NotThere(UsageError):
    """A framework has no such game, or not with these parameters."""


class NotInTurn(UsageError):
    """A framework's game is not one of turns without chance, which is all that can be checked."""


class GameRaised(RulewrightError):
    """A framework's game broke down."""

    exit_status = 3

    def __init__(self, text: str, reason: str) -> None:
        """Name the game and what it raised."""
        self.said = text, reason
        super().__init__(f"{text!r} broke down: {reason}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return type(self), self.said


class ForeignGame(Protocol):
    """A game of a framework. Its states are never changed; players are numbered from 0."""

    @property
    def text(self) -> str:
        """The game as the user named it."""

    @property
    def framework(self) -> str:
        """The name of the framework."""

    def start(self) -> Any:
        """Set the game up."""

    def actions(self, state: Any) -> dict[int, str]:
        """Return the legal actions by number, as the framework spells them; none after the end."""

    def play(self, state: Any, number: int) -> Any:
        """Return the state after a legal action."""

    def mover(self, state: Any) -> int | None:
        """Return the player to move; None after the end."""

    def winners(self, state: Any) -> tuple[int, ...]:
        """Return who has won: after the end, those whose return is positive."""


@frozen
class ForeignView:
    """A state of a framework's game, and what the game says of it."""

    state: Any
    actions: dict[int, str]
    mover: int | None
    winners: tuple[int, ...]


def looked_at(
    foreign: ForeignGame, before: ForeignView | None = None, number: int = 0
) -> ForeignView:
    """Look at the start, or at what follows an action; raises `GameRaised` for all that is raised."""
    try:
        state = foreign.start() if before is None else foreign.play(before.state, number)
        actions, mover = foreign.actions(state), foreign.mover(state)
        return ForeignView(state, actions, mover, foreign.winners(state))
    except Exception as error:
        first = (str(error).splitlines() or [""])[0]
        raise GameRaised(foreign.text, f"{type(error).__name__}: {first}") from error


@frozen
class OpenSpielForeign:
    """A game of OpenSpiel; raises `NotThere`, `NotInTurn` or `MissingExtra`."""

    text: str
    framework: str = "OpenSpiel"
    game: Any = field(init=False, repr=False, eq=False)

    @game.default
    def _load(self) -> Any:
        pyspiel = required("pyspiel", "openspiel")
        try:
            game = pyspiel.load_game(self.text)
        except pyspiel.SpielError as error:
            reason = str(error).splitlines()[0]
            raise NotThere(f"OpenSpiel does not load {self.text!r}: {reason}") from error
        kind = game.get_type()
        turns = kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        if not turns or kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
            raise NotInTurn(f"{self.text!r} of OpenSpiel is no game of turns without chance")
        return game

    def start(self) -> Any:
        """Set the game up."""
        return self.game.new_initial_state()

    def actions(self, state: Any) -> dict[int, str]:
        """Return the legal actions."""
        if state.is_terminal():
            return {}
        return {number: state.action_to_string(number) for number in state.legal_actions()}

    def play(self, state: Any, number: int) -> Any:
        """Return the state after an action."""
        return state.child(number)

    def mover(self, state: Any) -> int | None:
        """Return the player to move."""
        return None if state.is_terminal() else int(state.current_player())

    def winners(self, state: Any) -> tuple[int, ...]:
        """Return who has won."""
        returns = state.returns() if state.is_terminal() else []
        return tuple(player for player, value in enumerate(returns) if value > 0)


@define(eq=False)
class PettingZooForeign:
    """An environment of PettingZoo with action masks; raises `NotThere`, `NotInTurn` or `MissingExtra`.

    It is named by its module, such as ``pettingzoo.classic.connect_four_v3``. A state is the numbers of
    the actions played: environments cannot be copied, so games are played again.
    """

    text: str
    framework: str = "PettingZoo"
    made: Any = field(init=False, repr=False)
    line: tuple[int, ...] = field(default=(), init=False, repr=False)
    """What has been played in the environment."""

    @made.default
    def _load(self) -> Any:
        required("pettingzoo", "pettingzoo")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what the environment imports
            try:
                made = import_module(self.text).raw_env()
                made.reset(seed=0)
                observed = made.observe(made.agent_selection)
            except (ImportError, AttributeError, ValueError) as error:
                raise NotThere(f"PettingZoo does not load {self.text!r}: {error}") from error
        if not isinstance(observed, dict) or "action_mask" not in observed:
            raise NotInTurn(f"{self.text!r} is no environment of turns with action masks")
        return made

    def at(self, state: tuple[int, ...]) -> Any:
        """Return the environment after these actions."""
        if state[: len(self.line)] != self.line:
            self.made.reset(seed=0)
            self.line = ()
        for number in state[len(self.line) :]:
            self.made.step(number)
        self.line = state
        return self.made

    def start(self) -> tuple[int, ...]:
        """Set the game up."""
        return ()

    def actions(self, state: tuple[int, ...]) -> dict[int, str]:
        """Return the legal actions."""
        if self.mover(state) is None:
            return {}
        made = self.at(state)
        mask = made.observe(made.agent_selection)["action_mask"]
        return {number: str(number) for number, one in enumerate(mask) if one}

    def play(self, state: tuple[int, ...], number: int) -> tuple[int, ...]:
        """Return the state after an action."""
        return (*state, number)

    def mover(self, state: tuple[int, ...]) -> int | None:
        """Return the player to move."""
        made = self.at(state)
        agent = made.agent_selection
        if not made.agents or made.terminations[agent] or made.truncations[agent]:
            return None
        return int(made.possible_agents.index(agent))

    def winners(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """Return who has won: the rewards of the last action are the results."""
        if self.mover(state) is not None:
            return ()
        made = self.at(state)
        found = enumerate(made.possible_agents)
        return tuple(player for player, agent in found if made.rewards.get(agent, 0) > 0)
