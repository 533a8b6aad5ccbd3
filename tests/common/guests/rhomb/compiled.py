"""Rhomb as compiled code: a row holds the turn, the cells, and a stack for the flood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rhomb import plain
from rhomb.clauses import PLAYERS, SWAP, Parameters, Rulings, cells, links
from rulewright.author import Action, Json, MalformedAction
from rulewright.author.compiled import Implementation, Row, kernel, leaf, provides

OVER = -1
EMPTY, RED, BLUE = range(3)
MOST_NEIGHBOURS = 6


class Rhomb(NamedTuple):
    """One game for compiled code."""

    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int

    n: int
    area: int
    mirror: bool
    neighbours: Row
    """Six for each cell; -1 where there is none."""


@leaf
def chain(game: Rhomb, row: Row, colour: int) -> bool:
    """Return whether stones of a colour join their two sides; uses the row as scratch."""
    area, n = game.area, game.n
    seen, stack, high = 1 + area, 1 + 2 * area, 0
    for cell in range(area):
        along = cell // n if colour == RED else cell % n
        row[seen + cell] = 0
        if along == 0 and row[1 + cell] == colour:
            row[seen + cell] = 1
            row[stack + high] = cell
            high += 1
    while high > 0:
        high -= 1
        cell = row[stack + high]
        along = cell // n if colour == RED else cell % n
        if along == n - 1:
            return True
        for way in range(MOST_NEIGHBOURS):
            other = game.neighbours[MOST_NEIGHBOURS * cell + way]
            if other >= 0 and row[1 + other] == colour and row[seen + other] == 0:
                row[seen + other] = 1
                row[stack + high] = other
                high += 1
    return False


@leaf
def may_swap(game: Rhomb, row: Row) -> bool:
    """Return whether it is Blue's first turn."""
    if row[0] != 1:
        return False
    stones = 0
    for cell in range(game.area):
        if row[1 + cell] != EMPTY:
            stones += 1
    return stones == 1


@provides(kernel.start, Rhomb)
def start(game: Rhomb, row: Row) -> None:
    """Empty the board."""
    for place in range(game.row_size):
        row[place] = 0


@provides(kernel.turn, Rhomb)
def turn(game: Rhomb, row: Row) -> int:
    """Return the player to move."""
    return row[0]  # type: ignore[no-any-return]


@leaf
def may_play(game: Rhomb, row: Row, action: int) -> bool:
    """Return whether a cell is empty, or Blue may swap."""
    if row[0] == OVER:
        return False
    if action == game.area:
        return may_swap(game, row)
    return row[1 + action] == EMPTY  # type: ignore[no-any-return]


@provides(kernel.is_legal, Rhomb)
def is_legal(game: Rhomb, row: Row, action: int) -> bool:
    """Return whether an action is legal."""
    return may_play(game, row, action)


@provides(kernel.legal_count, Rhomb)
def legal_count(game: Rhomb, row: Row) -> int:
    """Count the legal actions."""
    count = 0
    for action in range(game.area + 1):
        if may_play(game, row, action):
            count += 1
    return count


@provides(kernel.nth_legal, Rhomb)
def nth_legal(game: Rhomb, row: Row, index: int) -> int:
    """Return a legal action by its rank."""
    for action in range(game.area + 1):
        if may_play(game, row, action):
            if index == 0:
                return action
            index -= 1
    return -1


@provides(kernel.list_legal, Rhomb)
def list_legal(game: Rhomb, row: Row, actions: Row) -> int:
    """List the legal actions."""
    count = 0
    for action in range(game.area + 1):
        if may_play(game, row, action):
            actions[count] = action
            count += 1
    return count


@provides(kernel.play, Rhomb)
def play(game: Rhomb, row: Row, action: int) -> None:
    """Put a stone down, or swap; the first chain ends the game."""
    colour = row[0] + 1
    if action < game.area:
        row[1 + action] = colour
    else:
        lone = 0
        for cell in range(game.area):
            if row[1 + cell] != EMPTY:
                lone = cell
        row[1 + lone] = EMPTY
        if game.mirror:
            lone = lone % game.n * game.n + lone // game.n
        row[1 + lone] = BLUE
    row[0] = OVER if chain(game, row, colour) else 1 - row[0]


@provides(kernel.weight, Rhomb)
def weight(game: Rhomb, row: Row, action: int, temper: int) -> int:
    """Prefer the swap."""
    return 20 if action == game.area else 1


@provides(kernel.write_winners, Rhomb)
def write_winners(game: Rhomb, row: Row, winners: Row) -> None:
    """Mark the player with a chain."""
    for player in range(2):
        winners[player] = 1 if row[0] == OVER and chain(game, row, player + 1) else 0


@provides(kernel.write_scores, Rhomb)
def write_scores(game: Rhomb, row: Row, scores: Row) -> None:
    """Count 1 for the winner."""
    for player in range(2):
        scores[player] = 1 if row[0] == OVER and chain(game, row, player + 1) else 0


@provides(kernel.write_board, Rhomb)
def write_board(game: Rhomb, row: Row, board: Row) -> None:
    """Write the facts of the specification: first Red's stones, then Blue's."""
    for cell in range(game.area):
        board[cell] = 1 if row[1 + cell] == RED else 0
        board[game.area + cell] = 1 if row[1 + cell] == BLUE else 0


@provides(kernel.write_key, Rhomb)
def write_key(game: Rhomb, row: Row, key: Row) -> None:
    """Write turn and cells."""
    for place in range(game.key_size):
        key[place] = row[place]


@provides(kernel.read_key, Rhomb)
def read_key(game: Rhomb, key: Row, row: Row) -> None:
    """Restore turn and cells."""
    for place in range(game.key_size):
        row[place] = key[place]


class RhombNotation:
    """How actions and positions are written; what is read is judged as the plain engine does."""

    players = PLAYERS
    contents = ("0", "1")

    def __init__(self, parameters: Parameters, rulings: Rulings) -> None:
        """Name the cells."""
        self.cells = cells(parameters.n)
        self.names = (*self.cells, SWAP)
        self.judge = plain.GAME.engine({"n": parameters.n}, {"swap": rulings.swap})

    def text(self, action: int) -> Action:
        """Spell an action."""
        return self.names[action]

    def code(self, text: Action) -> int:
        """Read an action; raises `MalformedAction`."""
        if text not in self.names:
            raise MalformedAction(text, "an action is a cell such as 'b2', or 'swap'")
        return self.names.index(text)

    def all_actions(self) -> Sequence[int]:
        """List all actions."""
        return range(len(self.names))

    def places(self) -> tuple[str, ...]:
        """Name the facts of the specification."""
        return tuple(f"stones {player} {at}" for player in (0, 1) for at in range(len(self.cells)))

    def reason(self, key: Row, action: int) -> str:
        """Say why an action is illegal."""
        return "it is no time to swap" if self.names[action] == SWAP else "the cell is not empty"

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
        key[1:] = [RED * (c in state.red) + BLUE * (c in state.blue) for c in self.cells]
        return key


def build(parameters: Parameters, rulings: Rulings) -> tuple[Rhomb, RhombNotation]:
    """Make the tables of a game."""
    n, area = parameters.n, parameters.n**2
    around: list[list[int]] = [[] for _ in range(area)]
    for one, other in links(n):
        around[one].append(other)
        around[other].append(one)
    table = [each + [-1] * (MOST_NEIGHBOURS - len(each)) for each in around]
    game = Rhomb(
        row_size=1 + 3 * area,
        key_size=1 + area,
        player_count=2,
        place_count=2 * area,
        most_legal=area + 1,
        temper_count=1,
        n=n,
        area=area,
        mirror=rulings.swap == "mirror",
        neighbours=np.array(table, np.int64).ravel(),
    )
    return game, RhombNotation(parameters, rulings)


GAME = Implementation("rhomb", Parameters, Rulings, build)
