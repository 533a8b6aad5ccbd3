"""Trefoil as compiled code: a row is the turn and the colour of each cell; no places are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rulewright.author import Action, Json, MalformedAction
from rulewright.author.compiled import Implementation, Row, kernel, leaf, provides
from trefoil import plain
from trefoil.clauses import PASS, PLAYERS, Parameters, Rulings

OVER = -1
MOST_NEIGHBOURS = 6


class Trefoil(NamedTuple):
    """One game for compiled code."""

    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int

    cells: int
    all_stuck: bool
    """Whether the game goes on until all are stuck."""
    neighbours: Row
    """Six for each cell; -1 where there is none."""


@leaf
def fits(game: Trefoil, row: Row, cell: int, player: int) -> bool:
    """Return whether a player can put a stone on a cell."""
    if row[1 + cell] != 0:
        return False
    for way in range(MOST_NEIGHBOURS):
        other = game.neighbours[MOST_NEIGHBOURS * cell + way]
        if other >= 0 and row[1 + other] != 0 and row[1 + other] != player + 1:
            return False
    return True


@leaf
def can_put(game: Trefoil, row: Row, player: int) -> bool:
    """Return whether a player can put a stone somewhere."""
    for cell in range(game.cells):  # noqa: SIM110
        if fits(game, row, cell, player):
            return True
    return False


@leaf
def may_play(game: Trefoil, row: Row, action: int) -> bool:
    """Return whether an action is legal."""
    if row[0] == OVER:
        return False
    if action == game.cells:
        return not can_put(game, row, row[0])
    return fits(game, row, action, row[0])


@provides(kernel.start, Trefoil)
def start(game: Trefoil, row: Row) -> None:
    """Empty the board."""
    for place in range(game.row_size):
        row[place] = 0


@provides(kernel.turn, Trefoil)
def turn(game: Trefoil, row: Row) -> int:
    """Return the player to move."""
    return row[0]  # type: ignore[no-any-return]


@provides(kernel.is_legal, Trefoil)
def is_legal(game: Trefoil, row: Row, action: int) -> bool:
    """Return whether an action is legal."""
    return may_play(game, row, action)


@provides(kernel.legal_count, Trefoil)
def legal_count(game: Trefoil, row: Row) -> int:
    """Count the legal actions."""
    count = 0
    for action in range(game.cells + 1):
        if may_play(game, row, action):
            count += 1
    return count


@provides(kernel.nth_legal, Trefoil)
def nth_legal(game: Trefoil, row: Row, index: int) -> int:
    """Return a legal action by its rank."""
    for action in range(game.cells + 1):
        if may_play(game, row, action):
            if index == 0:
                return action
            index -= 1
    return -1


@provides(kernel.list_legal, Trefoil)
def list_legal(game: Trefoil, row: Row, actions: Row) -> int:
    """List the legal actions."""
    count = 0
    for action in range(game.cells + 1):
        if may_play(game, row, action):
            actions[count] = action
            count += 1
    return count


@provides(kernel.play, Trefoil)
def play(game: Trefoil, row: Row, action: int) -> None:
    """Put a stone down, or pass; see who follows."""
    mover = row[0]
    if action < game.cells:
        row[1 + action] = mover + 1
    following = (mover + 1) % 3
    able = can_put(game, row, following)
    if game.all_stuck:
        able = able or can_put(game, row, mover) or can_put(game, row, (mover + 2) % 3)
    row[0] = following if able else OVER


@provides(kernel.weight, Trefoil)
def weight(game: Trefoil, row: Row, action: int, temper: int) -> int:
    """Prefer nothing."""
    return 1


@provides(kernel.write_scores, Trefoil)
def write_scores(game: Trefoil, row: Row, scores: Row) -> None:
    """Count stones."""
    for player in range(3):
        scores[player] = 0
    for cell in range(game.cells):
        if row[1 + cell] != 0:
            scores[row[1 + cell] - 1] += 1


@provides(kernel.write_winners, Trefoil)
def write_winners(game: Trefoil, row: Row, winners: Row) -> None:
    """Mark who has most stones."""
    for player in range(3):
        winners[player] = 0
    if row[0] == OVER:
        for cell in range(game.cells):
            if row[1 + cell] != 0:
                winners[row[1 + cell] - 1] += 1
        most = max(winners[0], winners[1], winners[2])
        for player in range(3):
            winners[player] = 1 if winners[player] == most else 0


@provides(kernel.write_board, Trefoil)
def write_board(game: Trefoil, row: Row, board: Row) -> None:
    """Write nothing: no places are named."""


@provides(kernel.write_key, Trefoil)
def write_key(game: Trefoil, row: Row, key: Row) -> None:
    """Write turn and cells."""
    for place in range(game.key_size):
        key[place] = row[place]


@provides(kernel.read_key, Trefoil)
def read_key(game: Trefoil, key: Row, row: Row) -> None:
    """Restore turn and cells."""
    for place in range(game.key_size):
        row[place] = key[place]


class TrefoilNotation:
    """How actions and positions are written; what is read is judged as the plain engine does."""

    players = PLAYERS
    contents = ("",)

    def __init__(self, parameters: Parameters, rulings: Rulings) -> None:
        """Name the cells."""
        self.judge = plain.GAME.engine({"side": parameters.side}, {"end": rulings.end})
        self.cells = tuple(self.judge.around)
        self.names = (*self.cells, PASS)

    def text(self, action: int) -> Action:
        """Spell an action."""
        return self.names[action]

    def code(self, text: Action) -> int:
        """Read an action; raises `MalformedAction`."""
        if text not in self.names:
            raise MalformedAction(text, "an action is a cell such as 'b2', or 'pass'")
        return self.names.index(text)

    def all_actions(self) -> Sequence[int]:
        """List all actions."""
        return range(len(self.names))

    def places(self) -> tuple[str, ...]:
        """Name no places."""
        return ()

    def reason(self, key: Row, action: int) -> str:
        """Say why an action is illegal."""
        return "it is not among the legal actions"

    def to_json(self, key: Row) -> Json:
        """Write a position."""
        stones = {
            name: sorted(c for c, on in zip(self.cells, key[1:], strict=True) if on == colour)
            for colour, name in enumerate(PLAYERS, 1)
        }
        return stones | {"turn": None if key[0] == OVER else PLAYERS[key[0]]}

    def from_json(self, position: Json) -> Row:
        """Read a position; raises as the plain engine does."""
        state = self.judge.from_json(position)
        key = np.zeros(1 + len(self.cells), np.int64)
        key[0] = OVER if state.turn is None else PLAYERS.index(state.turn)
        for cell, owner in state.stones:
            key[1 + self.cells.index(cell)] = 1 + PLAYERS.index(owner)
        return key


def build(parameters: Parameters, rulings: Rulings) -> tuple[Trefoil, TrefoilNotation]:
    """Make the tables of a game."""
    notation = TrefoilNotation(parameters, rulings)
    number = {cell: at for at, cell in enumerate(notation.cells)}
    around = [[number[each] for each in near] for near in notation.judge.around.values()]
    table = [each + [-1] * (MOST_NEIGHBOURS - len(each)) for each in around]
    game = Trefoil(
        row_size=1 + len(number),
        key_size=1 + len(number),
        player_count=3,
        place_count=0,
        most_legal=len(number) + 1,
        temper_count=1,
        cells=len(number),
        all_stuck=rulings.end == "all",
        neighbours=np.array(table, np.int64).ravel(),
    )
    return game, notation


GAME = Implementation("trefoil", Parameters, Rulings, build)
