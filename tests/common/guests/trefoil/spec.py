"""Trefoil, run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from attrs import evolve

from rulewright.author import (
    Action,
    Json,
    Number,
    OneByOne,
    Specification,
    SpecifiedGame,
    Symmetry,
    not_,
)
from rulewright.author import all_of as both
from rulewright.author.boards import YBoard
from trefoil.clauses import (
    PASS,
    PLAYERS,
    Parameters,
    Position,
    Rulings,
    board_of,
    stones_of,
)
from trefoil.drawing import Board
from trefoil.rulebook import RULEBOOK


class Trefoil(OneByOne[Position]):
    """The specification of Trefoil under fixed options."""

    rulebook = RULEBOOK
    players = PLAYERS
    ending_clause = "TRE-6"
    parameters = Parameters
    readings = Rulings

    def __init__(self, params: Any = None, rulings: Any = None, rulebook: Any = None) -> None:
        """Fix the options, and with them the actions."""
        super().__init__(params, rulings, rulebook)
        self.board = board_of(self.rules)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Name the cells, and the pass."""
        return (*self.board.names, PASS)

    def initial(self) -> Position:
        """Set the game up."""
        start: Position = self.effect("TRE-1", self.rules)
        return start

    def played(self, state: Position, move: tuple[bool, ...]) -> Position:
        """Put the stone down, if there is one; the next player follows unless the game is over."""
        here = self.effect("TRE-3", self.rules, state, move)
        following = self.effect("TRE-2", self.rules, state.turn)
        over = self.effect("TRE-6", self.rules, here, following)
        return evolve(here, turn=tuple(both((due, not_(over))) for due in following))

    def wins(self, state: Position) -> tuple[bool, ...]:
        """Return who has won."""
        won: tuple[bool, ...] = self.effect("TRE-7", self.rules, state)
        return won

    def points(self, state: Position) -> Sequence[Number]:
        """Count stones."""
        return stones_of(state)

    def to_json(self, state: Position) -> Json:
        """Write the cells that each player has, and whose turn it is."""
        stones = {
            name: self.board.named(own) for name, own in zip(PLAYERS, state.stones, strict=True)
        }
        return stones | {"turn": self.turn(state)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        names = self.board.names
        red, green, blue = (tuple(cell in position[name] for cell in names) for name in PLAYERS)
        first, second, third = (position["turn"] == name for name in PLAYERS)
        return Position((red, green, blue), (first, second, third))


def followed_by(player: str) -> str:
    """Name the player who comes next."""
    return PLAYERS[(PLAYERS.index(player) + 1) % 3]


def recoloured(position: Json) -> Json:
    """Give each colour to the player who comes next."""
    stones = {followed_by(name): position[name] for name in PLAYERS}
    turn = position["turn"]
    return stones | {"turn": None if turn is None else followed_by(turn)}


def symmetries(engine: Specification[Any]) -> tuple[Symmetry, ...]:
    """The turns and reflections of the triangle, and the players in turn."""
    board = YBoard(engine.params["side"])

    def cell_moved(image: dict[str, str], action: Action) -> Action:
        return image.get(action, action)

    def stones_moved(image: dict[str, str], position: Json) -> Json:
        return position | {name: sorted(image[cell] for cell in position[name]) for name in PLAYERS}

    colours = Symmetry("the colours in turn", lambda action: action, recoloured, followed_by)
    found = [colours]
    for name, cells in board.symmetries.items():
        image = {board.names[at]: board.names[to] for at, to in enumerate(cells)}
        moves = partial(cell_moved, image), partial(stones_moved, image)
        found.append(Symmetry(name, *moves, lambda player: player))
    return tuple(found)


GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Trefoil,
    draw=Board(),
    played=({"side": 4}, {"side": 3}),
    full_size=({"side": 4},),
    exhausted=({"side": 3},),
    symmetries=symmetries,
)
