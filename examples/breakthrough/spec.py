"""Breakthrough, run: how a position comes from another one, how it is written, and how it looks."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from breakthrough.clauses import Parameters, Position
from breakthrough.rulebook import RULEBOOK
from rulewright.author import Action, Fact, Json, OneByOne, SpecifiedGame, Symmetry, any_of
from rulewright.author.boards import BoardDrawing, SquareBoard, board_symmetry


class Breakthrough(OneByOne[Position]):
    """The specification of Breakthrough under fixed parameters and rulings."""

    rulebook = RULEBOOK
    players = ("white", "black")
    parameters = Parameters
    ending_clause = "BRK-4"

    def every_action(self) -> tuple[Action, ...]:
        """Spell each step as the squares where it begins and ends, such as ``a2-b3``."""
        names, steps = self.rules.params.board.names, self.rules.params.steps
        return tuple(f"{names[origin]}-{names[target]}" for _, origin, target, _ in steps)

    def initial(self) -> Position:
        """Set the game up."""
        start: Position = self.effect("BRK-1", self.rules)
        return start

    def played(self, state: Position, move: tuple[Fact, ...]) -> Position:
        """Move the piece, and pass the turn on unless the game is over."""
        here: Position = self.effect("BRK-3", self.rules, state, move)
        turn = self.effect("BRK-2", self.rules, state.turn, any_of(self.wins(here)))
        return evolve(here, turn=turn)

    def wins(self, state: Position) -> tuple[Fact, ...]:
        """Whether each player has won."""
        return tuple(self.effect("BRK-4", self.rules, state))

    def to_json(self, state: Position) -> Json:
        """Write the squares of each player's pieces, and whose turn it is."""
        white, black = map(self.rules.params.board.named, state.pieces)
        return {"white": white, "black": black, "turn": self.turn(state)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        pieces = (self.rules.params.board.facts(position[player]) for player in self.players)
        return Position(tuple(pieces), tuple(position["turn"] == player for player in self.players))


def symmetries(engine: Any) -> tuple[Symmetry, ...]:
    """Left and right are alike; and so are the players, if the board is turned."""
    board, exchanged = engine.rules.params.board, {"white": "black", "black": "white"}
    upright = board_symmetry(board, "left and right")
    return upright, board_symmetry(board, "top and bottom", exchanged)


GAME = SpecifiedGame(
    engine=Breakthrough,
    draw=BoardDrawing(lambda params: SquareBoard(params["columns"], params["rows"])),
    played=({}, {"columns": 3, "rows": 5}, {"columns": 5, "rows": 6}),
    full_size=({}, {"columns": 5, "rows": 5}),
    exhausted=({"columns": 2, "rows": 4}, {"columns": 2, "rows": 5}),
    symmetries=symmetries,
)
