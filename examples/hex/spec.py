"""Hex, run: how a position comes from another one, how it is written, and how it looks."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from hex.clauses import Parameters, Position, swapped_or_put
from hex.rulebook import RULEBOOK
from rulewright.author import Action, Fact, Json, OneByOne, SpecifiedGame, Symmetry, any_of
from rulewright.author.boards import BoardDrawing, HexBoard, board_symmetry

COLOURS = ("red", "blue")
SWAP = "swap"


class Hex(OneByOne[Position]):
    """The specification of Hex under fixed parameters and rulings."""

    rulebook = RULEBOOK
    players = ("first", "second")
    parameters = Parameters
    ending_clause = "HEX-5"

    def every_action(self) -> tuple[Action, ...]:
        """Spell each action as a cell, such as ``b3``; the swap comes last."""
        return (*self.rules.params.board.names, SWAP)

    def initial(self) -> Position:
        """Set the game up."""
        start: Position = self.effect("HEX-1", self.rules)
        return start

    def played(self, state: Position, move: tuple[Fact, ...]) -> Position:
        """Put a stone down or swap, and pass the turn on unless the game is over."""
        put = self.effect("HEX-3", self.rules, state, move)
        here = swapped_or_put(move, self.effect("HEX-4", self.rules, state), put)
        over = any_of(self.wins(here))
        return evolve(here, turn=self.effect("HEX-2", self.rules, state.turn, over))

    def wins(self, state: Position) -> tuple[Fact, ...]:
        """Whether each player has won."""
        return tuple(self.effect("HEX-5", self.rules, state))

    def to_json(self, state: Position) -> Json:
        """Write the cells of each colour, who has Red, and whose turn it is."""
        red, blue = map(self.rules.params.board.named, state.stones)
        has_red = self.players[bool(state.exchanged)]
        return {"red": red, "blue": blue, "has red": has_red, "turn": self.turn(state)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        red, blue = (self.rules.params.board.facts(position[colour]) for colour in COLOURS)
        turn = tuple(position["turn"] == player for player in self.players)
        return Position((red, blue), turn, position["has red"] == "second")


def symmetries(engine: Any) -> tuple[Symmetry, ...]:
    """Half a turn of the board keeps every side with its owner."""
    return (board_symmetry(engine.rules.params.board, "turn by 180 degrees"),)


GAME = SpecifiedGame(
    engine=Hex,
    draw=BoardDrawing(
        lambda params: HexBoard(params["n"], params["n"]),
        goals={"red": ("n", "s"), "blue": ("w", "e")},
    ),
    played=({"n": 4}, {"n": 3}, {"n": 2}),
    full_size=({},),
    exhausted=({"n": 2},),
    symmetries=symmetries,
)
