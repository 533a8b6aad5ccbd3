"""Connect Four, run: how a position comes from another one, how it is written, and how it looks."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from connect_four.clauses import Parameters, Position
from connect_four.rulebook import RULEBOOK
from rulewright.author import Action, Fact, Json, OneByOne, SpecifiedGame, Symmetry, any_of
from rulewright.author.boards import BoardDrawing, SquareBoard, board_symmetry


class ConnectFour(OneByOne[Position]):
    """The specification of Connect Four under fixed parameters and rulings."""

    rulebook = RULEBOOK
    players = ("first", "second")
    parameters = Parameters
    ending_clause = "CON-4"

    def every_action(self) -> tuple[Action, ...]:
        """Spell each action as the letter of the column."""
        return tuple(chr(ord("a") + column) for column in range(self.rules.params.columns))

    def initial(self) -> Position:
        """Set the game up."""
        start: Position = self.effect("CON-1", self.rules)
        return start

    def played(self, state: Position, move: tuple[Fact, ...]) -> Position:
        """Drop the piece, and pass the turn on unless the game is over."""
        here: Position = self.effect("CON-3", self.rules, state, move)
        over = any_of((*self.wins(here), self.effect("CON-5", self.rules, here)))
        return evolve(here, turn=self.effect("CON-2", self.rules, state.turn, over))

    def wins(self, state: Position) -> tuple[Fact, ...]:
        """Whether each player has won."""
        return tuple(self.effect("CON-4", self.rules, state))

    def to_json(self, state: Position) -> Json:
        """Write the cells of each player's pieces, and whose turn it is."""
        first, second = map(self.rules.params.board.named, state.pieces)
        return {"first": first, "second": second, "turn": self.turn(state)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        pieces = (self.rules.params.board.facts(position[player]) for player in self.players)
        return Position(tuple(pieces), tuple(position["turn"] == player for player in self.players))


def symmetries(engine: Any) -> tuple[Symmetry, ...]:
    """Left and right are alike."""
    columns = engine.params["columns"]
    mirrored = board_symmetry(engine.rules.params.board, "left and right")

    def column(action: Action) -> Action:
        return chr(2 * ord("a") + columns - 1 - ord(action))

    return (evolve(mirrored, action=column),)


GAME = SpecifiedGame(
    engine=ConnectFour,
    draw=BoardDrawing(lambda params: SquareBoard(params["columns"], params["rows"])),
    played=({}, {"columns": 4, "rows": 4}),
    exhausted=({"columns": 3, "rows": 3, "line": 3},),
    symmetries=symmetries,
)
