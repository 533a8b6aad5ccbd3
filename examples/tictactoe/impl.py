"""The foreign implementation: OpenSpiel's own tic-tac-toe behind the game interface."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from attrs import asdict, frozen

from rulewright.author import (
    Action,
    BadParameter,
    IllegalAction,
    ImpossiblePosition,
    Json,
    MalformedAction,
    MalformedPosition,
    NoParameters,
    UsageError,
    options_from,
    rulings_of,
)
from tictactoe.clauses import BOARD
from tictactoe.rulebook import RULEBOOK

SQUARES = BOARD.names
"""OpenSpiel numbers them in the same order."""
Rulings = rulings_of(RULEBOOK.questions)


class OpenSpielMissing(UsageError):
    """The library is not installed."""


def load() -> Any:
    """Load OpenSpiel's game; raises `OpenSpielMissing`."""
    try:
        import pyspiel  # noqa: PLC0415 - an extra, and slow to load
    except ImportError as error:
        raise OpenSpielMissing(
            "OpenSpiel is not here: pip install 'rulewright[openspiel]'"
        ) from error
    return pyspiel.load_game("tic_tac_toe")


class OpenSpielEngine:
    """A state is the actions played, in an order that depends on nothing but the position."""

    game = "tictactoe"
    players = ("x", "o")

    def __init__(self, rulings: Mapping[str, str]) -> None:
        """Load the game."""
        self.params: dict[str, Any] = {}
        self.rulings = dict(rulings)
        self.loaded = load()

    def at(self, state: tuple[int, ...]) -> Any:
        """Make OpenSpiel's state."""
        made = self.loaded.new_initial_state()
        for action in state:
            made.apply_action(action)
        return made

    def normal(self, squares: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[int, ...]:
        """Find an order of the marks in which OpenSpiel plays them; raises `MalformedPosition`."""
        x, o = map(sorted, squares)
        for last in sorted(x if len(x) > len(o) else o) or [None]:
            order = [[each for each in own if each != last] for own in (x, o)]
            if last is not None:
                order[len(x) == len(o)].append(last)
            state, turns = self.loaded.new_initial_state(), zip_longest(*order)
            line = [each for pair in turns for each in pair if each is not None]
            for played, action in enumerate(line):
                if state.is_terminal() or action not in state.legal_actions():
                    break
                state.apply_action(action)
                if played + 1 == len(line):
                    return tuple(line)
            if not line:
                return ()
        raise ImpossiblePosition("TTT-4", "OpenSpiel cannot play to this position")

    def initial(self) -> tuple[int, ...]:
        """Set the game up."""
        return ()

    def legal_actions(self, state: tuple[int, ...]) -> tuple[Action, ...]:
        """Ask OpenSpiel, and spell its numbers as squares."""
        made = self.at(state)
        return () if made.is_terminal() else tuple(sorted(SQUARES[i] for i in made.legal_actions()))

    def play(self, state: tuple[int, ...], action: Action) -> tuple[int, ...]:
        """Play an action; raises `MalformedAction` or `IllegalAction`."""
        if action not in SQUARES:
            raise MalformedAction(action, "an action is a square such as 'b2'")
        if action not in self.legal_actions(state):
            raise IllegalAction(action, "OpenSpiel does not permit it")
        line = (*state, SQUARES.index(action))
        return self.normal((line[::2], line[1::2]))

    def is_over(self, state: tuple[int, ...]) -> bool:
        """Ask OpenSpiel."""
        return bool(self.at(state).is_terminal())

    def turn(self, state: tuple[int, ...]) -> str | None:
        """Ask OpenSpiel."""
        made = self.at(state)
        return None if made.is_terminal() else self.players[made.current_player()]

    def scores(self, state: tuple[int, ...]) -> dict[str, int]:
        """OpenSpiel's returns are 1 and -1; ours are 1 and 0."""
        returns = self.at(state).returns()
        return {name: int(value > 0) for name, value in zip(self.players, returns, strict=True)}

    def winners(self, state: tuple[int, ...]) -> tuple[str, ...]:
        """Name the winner."""
        return tuple(name for name, score in self.scores(state).items() if score)

    def to_json(self, state: tuple[int, ...]) -> Json:
        """Write the position."""
        x, o = (sorted(SQUARES[i] for i in state[who::2]) for who in (0, 1))
        return {"x": x, "o": o, "turn": self.turn(state)}

    def from_json(self, position: Json) -> tuple[int, ...]:
        """Read a position; raises `MalformedPosition` or `ImpossiblePosition`."""
        try:
            x, o = (tuple(SQUARES.index(each) for each in position[name]) for name in self.players)
        except (KeyError, TypeError, ValueError) as error:
            raise MalformedPosition(f"not a position of tic-tac-toe: {error}") from error
        state = self.normal((x, o))
        if self.to_json(state) != position:
            raise ImpossiblePosition("TTT-2", "OpenSpiel says otherwise whose turn it is")
        return state


@frozen
class Foreign:
    """How the engine is made; it plays the usual rules only."""

    name: str = "tictactoe"

    def plays(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> bool:
        """Return whether OpenSpiel plays under these options."""
        return not params and rulings.get("row", "any") == "any"

    def engine(
        self, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
    ) -> OpenSpielEngine:
        """Make the engine; raises as `rulewright.play.games.engine` does."""
        options_from(NoParameters, params or {})
        chosen = options_from(Rulings, rulings or {})
        if not self.plays(params or {}, rulings or {}):
            raise BadParameter("OpenSpiel plays tic-tac-toe with row=any only")
        return OpenSpielEngine(asdict(chosen))


GAME = Foreign()
