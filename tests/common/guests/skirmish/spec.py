"""Skirmish, run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from attrs import evolve

from rulewright.author import (
    Json,
    OneByOne,
    Specification,
    SpecifiedGame,
    Symmetry,
    any_of,
)
from skirmish.clauses import PLAYERS, Parameters, Position, Rulings, actions, board_of
from skirmish.drawing import Board
from skirmish.rulebook import RULEBOOK


class Skirmish(OneByOne[Position]):
    """The specification of Skirmish under fixed rulings."""

    rulebook = RULEBOOK
    players = PLAYERS
    ending_clause = "SKI-6"
    parameters = Parameters
    readings = Rulings

    def __init__(self, params: Any = None, rulings: Any = None, rulebook: Any = None) -> None:
        """Fix the options, and with them the actions."""
        super().__init__(params, rulings, rulebook)
        self.board = board_of(self.rules)
        self.actions = actions(self.rules.params.columns)

    def initial(self) -> Position:
        """Set the game up."""
        start: Position = self.effect("SKI-1", self.rules)
        return start

    def played(self, state: Position, move: tuple[bool, ...]) -> Position:
        """Move the man, and pass the turn on unless the game is over."""
        here: Position = self.effect("SKI-3", self.rules, state, move)
        over = any_of(self.wins(here))
        return evolve(here, turn=self.effect("SKI-2", self.rules, state.turn, over))

    def wins(self, state: Position) -> tuple[bool, ...]:
        """Return who has won."""
        won: tuple[bool, ...] = self.effect("SKI-6", self.rules, state)
        return won

    def to_json(self, state: Position) -> Json:
        """Write the squares that each player has, and whose turn it is."""
        men = {name: self.board.named(own) for name, own in zip(PLAYERS, state.men, strict=True)}
        return men | {"turn": self.turn(state)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        names = self.board.names
        white, black = (tuple(cell in position[name] for cell in names) for name in PLAYERS)
        return Position((white, black), (position["turn"] == "white", position["turn"] == "black"))


def upside_down(text: str) -> str:
    """Rename squares: top and bottom change places."""
    return text.translate(str.maketrans("1234", "4321"))


def other(player: str) -> str:
    """Name the opponent."""
    return PLAYERS[1 - PLAYERS.index(player)]


def men_mirrored(mirrored: Callable[[str], str], position: Json) -> Json:
    """Rename the squares of men."""
    return position | {name: sorted(map(mirrored, position[name])) for name in PLAYERS}


def exchanged(position: Json) -> Json:
    """Exchange top and bottom, and the players."""
    turn = position["turn"]
    men = {name: sorted(map(upside_down, position[other(name)])) for name in PLAYERS}
    return men | {"turn": None if turn is None else other(turn)}


def symmetries(engine: Specification[Any]) -> tuple[Symmetry, ...]:
    """Left and right are the same, and so are the two players."""
    letters = "abcdef"[: engine.params["columns"]]

    def mirrored(text: str) -> str:
        return text.translate(str.maketrans(letters, letters[::-1]))

    return (
        Symmetry(
            "left and right", mirrored, partial(men_mirrored, mirrored), lambda player: player
        ),
        Symmetry("the players", upside_down, exchanged, other),
    )


GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Skirmish,
    draw=Board(),
    played=({"columns": 3}, {"columns": 2}),
    full_size=({"columns": 3},),
    exhausted=({"columns": 2},),
    symmetries=symmetries,
)
