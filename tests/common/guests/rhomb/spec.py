"""Rhomb, run."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rhomb.clauses import (
    PLAYERS,
    SWAP,
    Parameters,
    Position,
    Rulings,
    cells,
    swapped_or_put,
)
from rhomb.drawing import Board
from rhomb.rulebook import RULEBOOK
from rulewright.author import (
    Action,
    Json,
    OneByOne,
    Specification,
    SpecifiedGame,
    Symmetry,
    any_of,
)


class Rhomb(OneByOne[Position]):
    """The specification of Rhomb under fixed options."""

    rulebook = RULEBOOK
    players = PLAYERS
    ending_clause = "RHO-5"
    parameters = Parameters
    readings = Rulings

    def __init__(self, params: Any = None, rulings: Any = None, rulebook: Any = None) -> None:
        """Fix the options, and with them the actions."""
        super().__init__(params, rulings, rulebook)
        self.cells = cells(self.rules.params.n)
        self.actions = (*self.cells, SWAP)

    def initial(self) -> Position:
        """Set the game up."""
        start: Position = self.effect("RHO-1", self.rules)
        return start

    def played(self, state: Position, move: tuple[bool, ...]) -> Position:
        """Put a stone down or swap, and pass the turn on unless the game is over."""
        put = self.effect("RHO-3", self.rules, state, move)
        swapped = self.effect("RHO-4", self.rules, state)
        here = swapped_or_put(move, swapped, put)
        over = any_of(self.wins(here))
        return evolve(here, turn=self.effect("RHO-2", self.rules, state.turn, over))

    def wins(self, state: Position) -> tuple[bool, ...]:
        """Return who has won."""
        won: tuple[bool, ...] = self.effect("RHO-5", self.rules, state)
        return won

    def to_json(self, state: Position) -> Json:
        """Write the cells that each player has, and whose turn it is."""
        stones = {
            name: sorted(cell for cell, fact in zip(self.cells, own, strict=True) if fact)
            for name, own in zip(PLAYERS, state.stones, strict=True)
        }
        return stones | {"turn": self.turn(state)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        red, blue = (tuple(cell in position[name] for cell in self.cells) for name in PLAYERS)
        return Position((red, blue), (position["turn"] == "red", position["turn"] == "blue"))


def half_turn(engine: Specification[Any]) -> tuple[Symmetry, ...]:
    """Half a turn of the board keeps every side with its owner."""
    names = cells(engine.params["n"])
    image = {**dict(zip(names, reversed(names), strict=True)), SWAP: SWAP}

    def turned(action: Action) -> Action:
        return image[action]

    def moved(position: Json) -> Json:
        return position | {name: sorted(map(turned, position[name])) for name in PLAYERS}

    return (Symmetry("half a turn", turned, moved, lambda player: player),)


GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Rhomb,
    draw=Board(),
    played=({"n": 5}, {"n": 3}),
    full_size=({"n": 5},),
    exhausted=({"n": 2},),
    symmetries=half_turn,
)
