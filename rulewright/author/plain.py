"""Implementations in plain Python: what every one of them does alike."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from typing import Any, Generic, TypeVar

import attrs

from rulewright.interface import (
    Action,
    IllegalAction,
    Json,
    MalformedAction,
    MalformedPosition,
    options_from,
)
from rulewright.interface.same import alike

State = TypeVar("State", bound=Hashable)


class PlainEngine(ABC, Generic[State]):
    """An engine that lists what can be played; a state is whatever is hashable.

    A game gives `game`, `players`, and the abstract methods. `scores` may be overridden.
    """

    game: str
    players: tuple[str, ...]

    def __init__(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Keep the options, which are complete and checked."""
        self.params, self.rulings = dict(params), dict(rulings)

    # what a game gives

    @abstractmethod
    def initial(self) -> State:
        """Set the game up."""

    @abstractmethod
    def is_action(self, action: Action) -> bool:
        """Return whether a text is spelled as an action, legal or not."""

    @abstractmethod
    def after(self, state: State) -> Mapping[Action, State]:
        """Return what follows, by legal action, in a state in which it is somebody's turn."""

    @abstractmethod
    def turn(self, state: State) -> str | None:
        """Name the player to move; None when the game is over."""

    @abstractmethod
    def winners(self, state: State) -> tuple[str, ...]:
        """Name the winners in turn order; nobody while the game is on."""

    @abstractmethod
    def to_json(self, state: State) -> Json:
        """Write the position."""

    @abstractmethod
    def parsed(self, position: Json) -> State:
        """Read what `to_json` wrote.

        Of anything else it may make what it likes, even what `to_json` cannot write, or raise
        `LookupError`, `TypeError`, `ValueError`, `AttributeError` or `StopIteration`;
        `ImpossiblePosition` where a clause is broken.
        """

    # what follows

    def from_json(self, position: Json) -> State:
        """Read a position; raises `MalformedPosition`, or `ImpossiblePosition` as `parsed` does."""
        cause, other = None, ""
        try:
            state = self.parsed(position)
            written = self.to_json(state)
            if alike(written, position):
                return state
            other = otherwise(written, position)
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
            cause = error
        form = json.dumps(self.to_json(self.initial()))
        raise MalformedPosition(
            f"not as a position of {self.game} is written{other}; the first one is {form}"
        ) from cause

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended."""
        return self.turn(state) is None

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """List what is legal, sorted; nothing when the game is over."""
        return () if self.is_over(state) else tuple(sorted(self.after(state)))

    def play(self, state: State, action: Action) -> State:
        """Play a legal action; raises `MalformedAction` or `IllegalAction`."""
        if not self.is_action(action):
            raise MalformedAction(action, "it is not spelled as an action of this game")
        follows = {} if self.is_over(state) else self.after(state)
        if action not in follows:
            raise IllegalAction(action, f"{self.game} does not permit it here")
        return follows[action]

    def scores(self, state: State) -> dict[str, int]:
        """Give each winner a point."""
        winners = self.winners(state)
        return {player: int(player in winners) for player in self.players}


def otherwise(written: Json, given: Any) -> str:
    """Name the first part of a position that is written otherwise than given; empty if none is."""
    if not isinstance(given, dict):
        return ""
    for part in dict.fromkeys((*given, *written)):
        if part not in written:
            return f": it has no {part!r}"
        if part not in given:
            return f": {part!r} is missing"
        if not alike(written[part], given[part]):
            return f": its {part!r} would be {json.dumps(written[part])}"
    return ""


@attrs.frozen
class PlainGame:
    """What `impl.py` offers as `GAME`: how engines are made, and from which options."""

    make: type[PlainEngine[Any]]
    parameters: type[attrs.AttrsInstance]
    rulings: type[attrs.AttrsInstance]

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.make.game

    def engine(
        self, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
    ) -> PlainEngine[Any]:
        """Make the engine; options left out have their defaults.

        Raises `UnknownParameter`, `BadParameter`, `UnknownQuestion` or `UnknownReading`.
        """
        chosen = (
            options_from(self.parameters, params or {}),
            options_from(self.rulings, rulings or {}),
        )
        return self.make(*map(attrs.asdict, chosen))
