"""Tic-tac-toe, run: how a position comes from another one, and how it is written."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulewright.interface import Action, Json, Symmetry
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.engine import Specification
from rulewright.spec.logic import any_of
from rulewright.spec.one_by_one import NoParameters, OneByOne
from tictactoe.clauses import SQUARES, Position, Rulings
from tictactoe.drawing import Drawing
from tictactoe.rulebook import RULEBOOK


class TicTacToe(OneByOne[Position]):
    """The specification of tic-tac-toe under fixed rulings."""

    rulebook = RULEBOOK
    players = ("x", "o")
    ending_clause = "TTT-4"
    readings = Rulings
    actions = SQUARES

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
        taken = {
            name: sorted(square for square, mark in zip(SQUARES, marks, strict=True) if mark)
            for name, marks in zip(self.players, state.marks, strict=True)
        }
        return taken | {"turn": self.turn(state)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        x, o = (tuple(square in position[name] for square in SQUARES) for name in self.players)
        return Position((x, o), (position["turn"] == "x", position["turn"] == "o"))


def flipped(action: Action) -> Action:
    """Exchange left and right."""
    return action.translate(str.maketrans("ac", "ca"))


def mirror(engine: Specification[Any]) -> tuple[Symmetry, ...]:
    """Left and right are the same to every reading; a quarter turn is not."""
    del engine
    return (
        Symmetry(
            "left and right",
            flipped,
            lambda here: here | {name: sorted(map(flipped, here[name])) for name in ("x", "o")},
            lambda player: player,
        ),
    )


GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=NoParameters,
    rulings=Rulings,
    engine=TicTacToe,
    draw=Drawing(),
    exhausted=({},),
    symmetries=mirror,
)
