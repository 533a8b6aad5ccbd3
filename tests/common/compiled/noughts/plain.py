"""Noughts and crosses by sets, in plain Python; it can be made wrong on purpose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict, frozen

from noughts.impl import Parameters, Rulings, Written, lines
from rulewright.author import (
    Action,
    IllegalAction,
    Json,
    MalformedAction,
    MalformedPosition,
    options_from,
)

State = tuple[int, int, int]
"""The marks of x and of o as bits, and who is to move: -1 if nobody is."""


class Sets:
    """Noughts and crosses under fixed options."""

    game = "noughts"
    players = ("x", "o")

    def __init__(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Find the lines."""
        self.params, self.rulings = dict(params), dict(rulings)
        n = int(params["n"])
        self.written = Written(n)
        self.full = (1 << n * n) - 1
        self.lines = lines(n, rulings["row"])

    def won(self, marks: int) -> bool:
        """Return whether there is a line among some marks."""
        return any(line & ~marks == 0 for line in self.lines)

    def initial(self) -> State:
        """Empty the board; x begins."""
        return 0, 0, 0

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """List the empty cells."""
        x, o, turn = state
        free = [cell for at, cell in enumerate(self.written.cells) if not (x | o) >> at & 1]
        return tuple(sorted(free)) if turn >= 0 else ()

    def play(self, state: State, action: Action) -> State:
        """Mark a cell; raises `MalformedAction` or `IllegalAction`."""
        if action not in self.written.cells:
            raise MalformedAction(action, "an action is a cell such as a1")
        if action not in self.legal_actions(state):
            raise IllegalAction(action, "the cell is taken, or the game is over")
        marks, turn = [*state[:2]], state[2]
        marks[turn] |= 1 << self.written.cells.index(action)
        over = self.won(marks[turn]) or marks[0] | marks[1] == self.full
        return marks[0], marks[1], -1 if over else 1 - turn

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended."""
        return state[2] < 0

    def turn(self, state: State) -> str | None:
        """Name the player to move."""
        return None if state[2] < 0 else self.players[state[2]]

    def scores(self, state: State) -> dict[str, int]:
        """Count 1 for a line."""
        marks = zip(self.players, state[:2], strict=True)
        return {name: int(self.won(own)) for name, own in marks}

    def winners(self, state: State) -> tuple[str, ...]:
        """Name who has a line."""
        return tuple(name for name, score in self.scores(state).items() if score)

    def to_json(self, state: State) -> Json:
        """Write the position."""
        return self.written.to_json(state)  # type: ignore[arg-type]

    def from_json(self, position: Json) -> State:
        """Read a position; raises `MalformedPosition` or `ImpossiblePosition`."""
        x, o, turn = self.written.from_json(position).tolist()
        over = self.won(x) or self.won(o) or x | o == self.full
        if over != (turn < 0):
            raise MalformedPosition("the turn does not fit the marks")
        return x, o, turn


@frozen
class Plain:
    """How the engine is made; `kind` is a class derived from it with a mistake, or itself."""

    name: str = "noughts"
    kind: type[Sets] = Sets

    def engine(
        self, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
    ) -> Sets:
        """Make the engine."""
        chosen = options_from(Parameters, params or {}), options_from(Rulings, rulings or {})
        return self.kind(asdict(chosen[0]), asdict(chosen[1]))


GAME = Plain()
