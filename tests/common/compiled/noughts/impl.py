"""The compiled implementation of noughts and crosses: options, notation, and how it is built."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from attrs import frozen

from noughts.kernel import TURN, Noughts, O, X
from rulewright.author import (
    Action,
    ImpossiblePosition,
    Json,
    MalformedAction,
    MalformedPosition,
    reading_field,
    whole_number_field,
)
from rulewright.author.compiled import Implementation, Row

PLAYERS = ("x", "o")


@frozen
class Parameters:
    """The size of the board."""

    n: int = whole_number_field(3, 1, 4)


@frozen
class Rulings:
    """The reading of each question."""

    row: str = reading_field("any", "straight")


class Written:
    """How cells and positions are written."""

    players: tuple[str, ...] = PLAYERS
    contents: tuple[str, ...] = ("", "x", "o")

    def __init__(self, n: int) -> None:
        """Name the cells."""
        self.cells = tuple(f"{column}{row + 1}" for row in range(n) for column in "abcd"[:n])

    def text(self, action: int) -> Action:
        """Spell an action."""
        return self.cells[action]

    def code(self, text: Action) -> int:
        """Read an action; raises `MalformedAction`."""
        if text not in self.cells:
            raise MalformedAction(text, "an action is a cell such as a1")
        return self.cells.index(text)

    def all_actions(self) -> Sequence[int]:
        """List the cells."""
        return range(len(self.cells))

    def places(self) -> tuple[str, ...]:
        """Name the cells."""
        return self.cells

    def reason(self, key: Row, action: int) -> str:
        """Say that the cell is taken."""
        del key
        return f"{self.cells[action]} is taken (N-3)"

    def to_json(self, key: Row) -> Json:
        """Write the cells of each player, and whose turn it is."""
        taken = {
            player: [cell for at, cell in enumerate(self.cells) if int(key[which]) >> at & 1]
            for which, player in enumerate(PLAYERS)
        }
        return taken | {"turn": None if key[TURN] < 0 else PLAYERS[int(key[TURN])]}

    def from_json(self, position: Json) -> Row:
        """Read a position; raises `MalformedPosition` or `ImpossiblePosition`."""
        try:
            x, o = (
                sum(1 << self.cells.index(cell) for cell in position[player]) for player in PLAYERS
            )
            turn = -1 if position["turn"] is None else PLAYERS.index(position["turn"])
        except (KeyError, TypeError, ValueError) as error:
            raise MalformedPosition(f"not a position of noughts: {error}") from error
        key = np.array([x, o, turn], np.int64)
        if self.to_json(key) != position:
            raise MalformedPosition("cells are listed once each, row by row")
        if key[X] & key[O]:
            raise ImpossiblePosition("N-3", "a cell carries two marks")
        return key


def lines(n: int, row: str) -> list[int]:
    """Return the lines as bits."""
    found = [sum(1 << n * y + x for x in range(n)) for y in range(n)]
    found += [sum(1 << n * y + x for y in range(n)) for x in range(n)]
    if row == "any":
        found.append(sum(1 << n * y + y for y in range(n)))
        found.append(sum(1 << n * y + n - 1 - y for y in range(n)))
    return found


def build(parameters: Parameters, rulings: Rulings) -> tuple[Noughts, Written]:
    """Make the tables of a board, and its notation."""
    n = parameters.n
    game = Noughts(
        n=n,
        lines=np.array(lines(n, rulings.row), np.int64),
        row_size=3,
        key_size=3,
        player_count=2,
        place_count=n * n,
        most_legal=n * n,
        temper_count=2,
    )
    return game, Written(n)


GAME = Implementation("noughts", Parameters, Rulings, build)
