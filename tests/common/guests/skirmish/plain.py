"""Skirmish by sets of squares, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict, frozen

from rulewright.author import (
    Action,
    IllegalAction,
    ImpossiblePosition,
    Json,
    MalformedAction,
    MalformedPosition,
    options_from,
)
from skirmish.clauses import Parameters, Rulings

AHEAD = {"white": 1, "black": -1}


@frozen
class Men:
    """The squares that each player has, and who is to move."""

    white: frozenset[str]
    black: frozenset[str]
    turn: str | None


def shifted(square: str, right: int, up: int) -> str:
    """Name the square so many columns to the right and rows up; it may be off the board."""
    return f"{chr(ord(square[0]) + right)}{int(square[1]) + up}"


class Sets:
    """Skirmish under fixed rulings."""

    game = "skirmish"
    players = ("white", "black")

    def __init__(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Name the squares."""
        self.params, self.rulings = dict(params), dict(rulings)
        self.letters = "abcdef"[: int(params["columns"])]
        self.squares = frozenset(f"{column}{row}" for column in self.letters for row in "1234")

    def sides(self, state: Men) -> tuple[frozenset[str], frozenset[str]]:
        """Return the mover's men and the opponent's."""
        pair = state.white, state.black
        return pair if state.turn == "white" else pair[::-1]

    def initial(self) -> Men:
        """Set the game up."""
        white, black = (frozenset(f"{each}{row}" for each in self.letters) for row in "14")
        return Men(white, black, "white")

    def legal_actions(self, state: Men) -> tuple[Action, ...]:
        """List the moves."""
        if state.turn is None:
            return ()
        own, foreign = self.sides(state)
        found = []
        for start in own:
            for right in (-1, 0, 1):
                end = shifted(start, right, AHEAD[state.turn])
                stopped = end in foreign and right == 0 and self.rulings["ahead"] == "blocked"
                if end in self.squares and end not in own and not stopped:
                    found.append(f"{start}-{end}")
        return tuple(sorted(found))

    def spelled(self, action: Action) -> bool:
        """Return whether a text is an action of either player."""
        start, _, end = action.partition("-")
        if start not in self.squares or end not in self.squares:
            return False
        return end in {shifted(start, right, up) for right in (-1, 0, 1) for up in (-1, 1)}

    def play(self, state: Men, action: Action) -> Men:
        """Play a move; raises `MalformedAction` or `IllegalAction`."""
        if not self.spelled(action):
            raise MalformedAction(action, "an action is a move such as 'a1-b2'")
        if action not in self.legal_actions(state):
            raise IllegalAction(action, "no man of the player to move can go there")
        start, end = action.split("-")
        own, foreign = self.sides(state)
        own, foreign = own - {start} | {end}, foreign - {end}
        white, black = (own, foreign) if state.turn == "white" else (foreign, own)
        following = "black" if state.turn == "white" else "white"
        return Men(white, black, None if self.won(white, black) else following)

    def won(self, white: frozenset[str], black: frozenset[str]) -> list[str]:
        """Name who has won."""
        far = {"white": (white, "4", black), "black": (black, "1", white)}
        return [
            name
            for name, (own, row, foreign) in far.items()
            if not foreign or any(square[1] == row for square in own)
        ]

    def is_over(self, state: Men) -> bool:
        """Return whether the game has ended."""
        return state.turn is None

    def turn(self, state: Men) -> str | None:
        """Name the player to move."""
        return state.turn

    def winners(self, state: Men) -> tuple[str, ...]:
        """Name the winner."""
        return tuple(self.won(state.white, state.black))

    def scores(self, state: Men) -> dict[str, int]:
        """Count 1 for the winner."""
        return {name: int(name in self.winners(state)) for name in self.players}

    def to_json(self, state: Men) -> Json:
        """Write the position."""
        return {"white": sorted(state.white), "black": sorted(state.black), "turn": state.turn}

    def from_json(self, position: Json) -> Men:
        """Read a position; raises `MalformedPosition` or `ImpossiblePosition`."""
        try:
            white, black = frozenset(position["white"]), frozenset(position["black"])
            state = Men(white, black, position["turn"])
            right = self.to_json(state) == position and white | black <= self.squares
        except (KeyError, TypeError) as error:
            raise MalformedPosition(f"not a position of Skirmish: {error!r}") from error
        if not right or state.turn not in (*self.players, None):
            raise MalformedPosition("not a position of Skirmish")
        if max(len(white), len(black)) > len(self.letters):
            raise ImpossiblePosition("SKI-1", "nobody has more men than at the start")
        if white & black:
            raise ImpossiblePosition("SKI-4", "a square carries two men")
        if len(self.won(white, black)) != (state.turn is None):
            raise ImpossiblePosition("SKI-6", "the game ends with the first to win")
        return state


@frozen
class Plain:
    """How the engine is made."""

    name: str = "skirmish"

    def engine(
        self, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
    ) -> Sets:
        """Make the engine."""
        chosen = options_from(Parameters, params or {}), options_from(Rulings, rulings or {})
        return Sets(asdict(chosen[0]), asdict(chosen[1]))


GAME = Plain()
