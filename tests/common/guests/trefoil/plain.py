"""Trefoil by a table of colours, in plain Python."""

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
from trefoil.clauses import Parameters, Rulings

COLOURS = ("red", "green", "blue")


def triangle(side: int) -> dict[str, list[str]]:
    """List the neighbours of each cell: in the row, in the row above, and in the row below."""
    found = {}
    for row in range(side):
        for at in range(row + 1):
            near = [(row, at - 1), (row, at + 1), (row - 1, at - 1), (row - 1, at)]
            near += [(row + 1, at), (row + 1, at + 1)]
            found[f"{'abcdef'[row]}{at + 1}"] = [
                f"{'abcdef'[y]}{x + 1}" for y, x in near if 0 <= y < side and 0 <= x <= y
            ]
    return found


@frozen
class Table:
    """The colour of each stone, sorted by cell, and who is to move."""

    stones: tuple[tuple[Action, str], ...]
    turn: str | None


class Colours:
    """Trefoil under fixed options."""

    game = "trefoil"
    players = COLOURS

    def __init__(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Draw the triangle."""
        self.params, self.rulings = dict(params), dict(rulings)
        self.around = triangle(int(params["side"]))

    def free_for(self, stones: Mapping[Action, str], player: str) -> list[Action]:
        """List the cells where a player can put a stone."""
        return [
            cell
            for cell, near in self.around.items()
            if cell not in stones and all(stones.get(each, player) == player for each in near)
        ]

    def initial(self) -> Table:
        """Set the game up."""
        return Table((), "red")

    def legal_actions(self, state: Table) -> tuple[Action, ...]:
        """List the cells, or else the pass."""
        if state.turn is None:
            return ()
        return tuple(sorted(self.free_for(dict(state.stones), state.turn))) or ("pass",)

    def play(self, state: Table, action: Action) -> Table:
        """Play an action; raises `MalformedAction` or `IllegalAction`."""
        if action != "pass" and action not in self.around:
            raise MalformedAction(action, "an action is a cell such as 'b2', or 'pass'")
        if action not in self.legal_actions(state) or state.turn is None:
            raise IllegalAction(action, "it is not among the legal actions")
        stones = dict(state.stones)
        if action != "pass":
            stones[action] = state.turn
        following = COLOURS[(COLOURS.index(state.turn) + 1) % 3]
        asked = COLOURS if self.rulings["end"] == "all" else (following,)
        over = not any(self.free_for(stones, player) for player in asked)
        return Table(tuple(sorted(stones.items())), None if over else following)

    def is_over(self, state: Table) -> bool:
        """Return whether the game has ended."""
        return state.turn is None

    def turn(self, state: Table) -> str | None:
        """Name the player to move."""
        return state.turn

    def scores(self, state: Table) -> dict[str, int]:
        """Count stones."""
        owners = [owner for _, owner in state.stones]
        return {name: owners.count(name) for name in COLOURS}

    def winners(self, state: Table) -> tuple[str, ...]:
        """Name who has most."""
        scores = self.scores(state)
        most = max(scores.values())
        over = state.turn is None
        return tuple(name for name in COLOURS if over and scores[name] == most)

    def to_json(self, state: Table) -> Json:
        """Write the position."""
        cells = {name: sorted(c for c, owner in state.stones if owner == name) for name in COLOURS}
        return cells | {"turn": state.turn}

    def from_json(self, position: Json) -> Table:
        """Read a position; raises `MalformedPosition` or `ImpossiblePosition`."""
        try:
            listed = [(cell, name) for name in COLOURS for cell in position[name]]
            state = Table(tuple(sorted(listed)), position["turn"])
            right = self.to_json(state) == position
            right &= all(len(set(position[name])) == len(position[name]) for name in COLOURS)
        except (KeyError, TypeError) as error:
            raise MalformedPosition(f"not a position of Trefoil: {error!r}") from error
        stones = dict(state.stones)
        if not right or not set(stones) <= set(self.around) or state.turn not in (*COLOURS, None):
            raise MalformedPosition("not a position of Trefoil")
        if len(stones) < len(listed):
            raise ImpossiblePosition("TRE-3", "a cell carries two stones")
        if any(stones.get(near, owner) != owner for c, owner in listed for near in self.around[c]):
            raise ImpossiblePosition("TRE-4", "stones of two colours touch")
        able = {player: bool(self.free_for(stones, player)) for player in COLOURS}
        if self.rulings["end"] == "all":
            right = any(able.values()) == (state.turn is not None)
        else:
            right = able[state.turn] if state.turn is not None else not all(able.values())
        if not right:
            raise ImpossiblePosition("TRE-6", "the game ends when nobody can put a stone")
        return state


@frozen
class Plain:
    """How the engine is made."""

    name: str = "trefoil"

    def engine(
        self, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
    ) -> Colours:
        """Make the engine."""
        chosen = options_from(Parameters, params or {}), options_from(Rulings, rulings or {})
        return Colours(asdict(chosen[0]), asdict(chosen[1]))


GAME = Plain()
