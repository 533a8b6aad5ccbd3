"""Rhomb by sets and a flood, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict, frozen

from rhomb.clauses import COLUMNS, Parameters, Rulings
from rulewright.author import (
    Action,
    IllegalAction,
    ImpossiblePosition,
    Json,
    MalformedAction,
    MalformedPosition,
    options_from,
)

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@frozen
class Stones:
    """The cells that each player has, and who is to move."""

    red: frozenset[Action]
    blue: frozenset[Action]
    turn: str | None


class Flooding:
    """Rhomb under fixed options."""

    game = "rhomb"
    players = ("red", "blue")

    def __init__(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Find the neighbours of every cell."""
        self.params, self.rulings = dict(params), dict(rulings)
        self.size = int(params["n"])
        places = {
            (x, y): f"{COLUMNS[x]}{y + 1}" for x in range(self.size) for y in range(self.size)
        }
        self.place = {name: place for place, name in places.items()}
        self.around = {
            name: [places[x + dx, y + dy] for dx, dy in STEPS if (x + dx, y + dy) in places]
            for (x, y), name in places.items()
        }

    def chain(self, own: frozenset[Action], axis: int) -> bool:
        """Return whether stones join two sides: the rows (1), or the columns (0)."""
        waiting = [cell for cell in own if self.place[cell][axis] == 0]
        seen = set(waiting)
        while waiting:
            cell = waiting.pop()
            if self.place[cell][axis] == self.size - 1:
                return True
            new = [other for other in self.around[cell] if other in own and other not in seen]
            seen.update(new)
            waiting += new
        return False

    def won_by(self, red: frozenset[Action], blue: frozenset[Action]) -> str | None:
        """Name the winner."""
        return "red" if self.chain(red, 1) else "blue" if self.chain(blue, 0) else None

    def initial(self) -> Stones:
        """Set the game up."""
        return Stones(frozenset(), frozenset(), "red")

    def legal_actions(self, state: Stones) -> tuple[Action, ...]:
        """List the empty cells, and the swap."""
        if state.turn is None:
            return ()
        free = sorted(set(self.place) - state.red - state.blue)
        swap = ["swap"] if state.turn == "blue" and len(state.red | state.blue) == 1 else []
        return (*free, *swap)

    def play(self, state: Stones, action: Action) -> Stones:
        """Play an action; raises `MalformedAction` or `IllegalAction`."""
        if action != "swap" and action not in self.place:
            raise MalformedAction(action, "an action is a cell such as 'b2', or 'swap'")
        if action not in self.legal_actions(state):
            raise IllegalAction(action, "the cell is not empty, or it is no time to swap")
        red, blue = state.red, state.blue
        if action == "swap":
            (cell,) = red
            x, y = self.place[cell]
            mirror = self.rulings["swap"] == "mirror"
            red, blue = frozenset(), frozenset({f"{COLUMNS[y]}{x + 1}" if mirror else cell})
        elif state.turn == "red":
            red |= {action}
        else:
            blue |= {action}
        other = "blue" if state.turn == "red" else "red"
        return Stones(red, blue, None if self.won_by(red, blue) else other)

    def is_over(self, state: Stones) -> bool:
        """Return whether the game has ended."""
        return state.turn is None

    def turn(self, state: Stones) -> str | None:
        """Name the player to move."""
        return state.turn

    def scores(self, state: Stones) -> dict[str, int]:
        """Count 1 for the winner."""
        won = self.won_by(state.red, state.blue)
        return {name: int(name == won) for name in self.players}

    def winners(self, state: Stones) -> tuple[str, ...]:
        """Name the winner."""
        return tuple(name for name, score in self.scores(state).items() if score)

    def to_json(self, state: Stones) -> Json:
        """Write the position."""
        return {"red": sorted(state.red), "blue": sorted(state.blue), "turn": state.turn}

    def from_json(self, position: Json) -> Stones:
        """Read a position; raises `MalformedPosition` or `ImpossiblePosition`."""
        try:
            red, blue = frozenset(position["red"]), frozenset(position["blue"])
            state = Stones(red, blue, position["turn"])
            right = self.to_json(state) == position and red | blue <= set(self.place)
        except (KeyError, TypeError) as error:
            raise MalformedPosition(f"not a position of Rhomb: {error!r}") from error
        if not right or state.turn not in (*self.players, None):
            raise MalformedPosition("not a position of Rhomb")
        if red & blue:
            raise ImpossiblePosition("RHO-3", "a cell carries two stones")
        won = self.won_by(red, blue)
        if (won is None) == (state.turn is None):
            raise ImpossiblePosition("RHO-5", "the game ends with the first chain")
        latest = won or ("blue" if state.turn == "red" else "red")
        more = len(red) - len(blue) if latest == "red" else len(blue) - len(red)
        if more not in {0, 1} or (latest == "red" and not red):
            raise ImpossiblePosition("RHO-2", "the players take turns")
        return state


@frozen
class Plain:
    """How the engine is made."""

    name: str = "rhomb"

    def engine(
        self, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
    ) -> Flooding:
        """Make the engine."""
        chosen = options_from(Parameters, params or {}), options_from(Rulings, rulings or {})
        return Flooding(asdict(chosen[0]), asdict(chosen[1]))


GAME = Plain()
