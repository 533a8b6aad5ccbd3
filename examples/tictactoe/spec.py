"""Tic-tac-toe, run: how a position comes from another one, and how it is written."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulewright.author import Json, OneByOne, Specification, SpecifiedGame, Symmetry, any_of
from rulewright.author.boards import BoardDrawing, board_symmetries
from tictactoe.clauses import BOARD, Position
from tictactoe.rulebook import RULEBOOK


class TicTacToe(OneByOne[Position]):
    """The specification of tic-tac-toe under fixed rulings."""

    rulebook = RULEBOOK
    players = ("x", "o")
    ending_clause = "TTT-4"
    actions = BOARD.names

    def initial(self) -> Position:
        """Set the game up."""
        start: Position = self.effect("TTT-1", self.rules)
        return start

    def played(self, state: Position, move: tuple[bool, ...]) -> Position:
        """Put the mark down, and pass the turn on unless the game is over."""
        here: Position = self.effect("TTT-3", self.rules, state, move)
        over = any_of((*self.wins(here), self.effect("TTT-5", self.rules, here)))
        return evolve(here, turn=self.effect("TTT-2", self.rules, state.turn, over))

    def wins(self, state: Position) -> tuple[bool, ...]:
        """Whether each player has won."""
        won: tuple[bool, ...] = self.effect("TTT-4", self.rules, state)
        return won

    def to_json(self, state: Position) -> Json:
        """Write the squares that each player has, and whose turn it is."""
        x, o = map(BOARD.named, state.marks)
        return {"x": x, "o": o, "turn": self.turn(state)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        marks = BOARD.facts(position["x"]), BOARD.facts(position["o"])
        return Position(marks, (position["turn"] == "x", position["turn"] == "o"))


def symmetries(engine: Specification[Any]) -> tuple[Symmetry, ...]:
    """All of the board's; but a quarter turn, or a diagonal mirror, makes columns of rows."""
    upright = ("half turn", "left and right", "top and bottom")
    return board_symmetries(BOARD, upright if engine.rulings["row"] == "across" else None)


GAME = SpecifiedGame(
    engine=TicTacToe, draw=BoardDrawing(BOARD), exhausted=({},), symmetries=symmetries
)
