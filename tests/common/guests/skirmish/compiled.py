"""Skirmish as compiled code: a row is the turn, then White's and Black's men as sets of bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rulewright.author import Action, Json, MalformedAction
from rulewright.author.compiled import Implementation, Row, kernel, leaf, provides
from skirmish import plain
from skirmish.clauses import PLAYERS, ROWS, Parameters, Rulings

OVER = -1
WAYS = 3
EMPTY_SIGN, WHITE_SIGN, BLACK_SIGN = "nobody", *PLAYERS


class Skirmish(NamedTuple):
    """One game for compiled code; squares are numbered from a1, row by row."""

    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int

    columns: int
    squares: int
    blocked: bool


@leaf
def target(game: Skirmish, player: int, square: int, way: int) -> int:
    """Return where a man goes; -1 if that is off the board."""
    column = square % game.columns + way - 1
    end = square + way - 1 + (game.columns if player == 0 else -game.columns)
    if column < 0 or column >= game.columns or end < 0 or end >= game.squares:
        return -1
    return end


@leaf
def may_play(game: Skirmish, row: Row, action: int) -> bool:
    """Return whether an action is legal: player, square and way in one number."""
    way, square, player = (
        action % WAYS,
        action // WAYS % game.squares,
        action // WAYS // game.squares,
    )
    if row[0] != player or (row[1 + player] >> square) & 1 == 0:
        return False
    end = target(game, player, square, way)
    if end < 0 or (row[1 + player] >> end) & 1 == 1:
        return False
    return not (game.blocked and way == 1 and (row[2 - player] >> end) & 1 == 1)


@leaf
def has_won(game: Skirmish, row: Row, player: int) -> bool:
    """Return whether a player has won."""
    home = (1 << game.columns) - 1
    far = home << (game.squares - game.columns) if player == 0 else home
    return row[2 - player] == 0 or row[1 + player] & far != 0


@provides(kernel.start, Skirmish)
def start(game: Skirmish, row: Row) -> None:
    """Fill the first and the last row."""
    home = (1 << game.columns) - 1
    row[0] = 0
    row[1] = home
    row[2] = home << (game.squares - game.columns)


@provides(kernel.turn, Skirmish)
def turn(game: Skirmish, row: Row) -> int:
    """Return the player to move."""
    return row[0]  # type: ignore[no-any-return]


@provides(kernel.is_legal, Skirmish)
def is_legal(game: Skirmish, row: Row, action: int) -> bool:
    """Return whether an action is legal."""
    return may_play(game, row, action)


@provides(kernel.legal_count, Skirmish)
def legal_count(game: Skirmish, row: Row) -> int:
    """Count the legal actions."""
    count = 0
    for action in range(2 * WAYS * game.squares):
        if may_play(game, row, action):
            count += 1
    return count


@provides(kernel.nth_legal, Skirmish)
def nth_legal(game: Skirmish, row: Row, index: int) -> int:
    """Return a legal action by its rank."""
    for action in range(2 * WAYS * game.squares):
        if may_play(game, row, action):
            if index == 0:
                return action
            index -= 1
    return -1


@provides(kernel.list_legal, Skirmish)
def list_legal(game: Skirmish, row: Row, actions: Row) -> int:
    """List the legal actions."""
    count = 0
    for action in range(2 * WAYS * game.squares):
        if may_play(game, row, action):
            actions[count] = action
            count += 1
    return count


@provides(kernel.play, Skirmish)
def play(game: Skirmish, row: Row, action: int) -> None:
    """Move a man; what stood there is gone."""
    player, square = row[0], action // WAYS % game.squares
    end = target(game, player, square, action % WAYS)
    row[1 + player] = row[1 + player] & ~(1 << square) | 1 << end
    row[2 - player] &= ~(1 << end)
    row[0] = OVER if has_won(game, row, player) else 1 - player


@provides(kernel.weight, Skirmish)
def weight(game: Skirmish, row: Row, action: int, temper: int) -> int:
    """Prefer captures."""
    end = target(game, row[0], action // WAYS % game.squares, action % WAYS)
    return 10 if (row[2 - row[0]] >> end) & 1 else 1


@provides(kernel.write_scores, Skirmish)
def write_scores(game: Skirmish, row: Row, scores: Row) -> None:
    """Count 1 for the winner."""
    for player in range(2):
        scores[player] = 1 if row[0] == OVER and has_won(game, row, player) else 0


@provides(kernel.write_winners, Skirmish)
def write_winners(game: Skirmish, row: Row, winners: Row) -> None:
    """Mark the winner."""
    for player in range(2):
        winners[player] = 1 if row[0] == OVER and has_won(game, row, player) else 0


@provides(kernel.write_board, Skirmish)
def write_board(game: Skirmish, row: Row, board: Row) -> None:
    """Write whose man is on each square."""
    for square in range(game.squares):
        board[square] = (row[1] >> square & 1) + 2 * (row[2] >> square & 1)


@provides(kernel.write_key, Skirmish)
def write_key(game: Skirmish, row: Row, key: Row) -> None:
    """Write the row."""
    for place in range(game.key_size):
        key[place] = row[place]


@provides(kernel.read_key, Skirmish)
def read_key(game: Skirmish, key: Row, row: Row) -> None:
    """Restore the row."""
    for place in range(game.key_size):
        row[place] = key[place]


class SkirmishNotation:
    """How actions and positions are written; what is read is judged as the plain engine does."""

    players = PLAYERS
    contents = (EMPTY_SIGN, WHITE_SIGN, BLACK_SIGN)

    def __init__(self, parameters: Parameters, rulings: Rulings) -> None:
        """Name the squares, and the actions that stay on the board."""
        self.judge = plain.GAME.engine({"columns": parameters.columns}, {"ahead": rulings.ahead})
        self.squares = [
            f"{column}{row + 1}" for row in range(ROWS) for column in self.judge.letters
        ]
        self.codes = {}
        for code in range(2 * WAYS * len(self.squares)):
            way, at = code % WAYS, code // WAYS
            player, start = divmod(at, len(self.squares))
            end = plain.shifted(self.squares[start], way - 1, 1 - 2 * player)
            if end in self.squares:
                self.codes[f"{self.squares[start]}-{end}"] = code
        self.texts = {code: text for text, code in self.codes.items()}

    def text(self, action: int) -> Action:
        """Spell an action."""
        return self.texts[action]

    def code(self, text: Action) -> int:
        """Read an action; raises `MalformedAction`."""
        if text not in self.codes:
            raise MalformedAction(text, "an action is a move such as 'a1-b2'")
        return self.codes[text]

    def all_actions(self) -> Sequence[int]:
        """List all actions."""
        return tuple(self.texts)

    def places(self) -> tuple[str, ...]:
        """Name the squares."""
        return tuple(self.squares)

    def reason(self, key: Row, action: int) -> str:
        """Say why an action is illegal."""
        return "no man of the player to move can go there"

    def to_json(self, key: Row) -> Json:
        """Write a position."""
        men = {
            name: sorted(each for at, each in enumerate(self.squares) if int(bits) >> at & 1)
            for name, bits in zip(PLAYERS, key[1:], strict=True)
        }
        return men | {"turn": None if key[0] == OVER else PLAYERS[key[0]]}

    def from_json(self, position: Json) -> Row:
        """Read a position; raises as the plain engine does."""
        state = self.judge.from_json(position)
        sets = (
            sum(1 << at for at, each in enumerate(self.squares) if each in own)
            for own in (state.white, state.black)
        )
        mover = OVER if state.turn is None else PLAYERS.index(state.turn)
        return np.array([mover, *sets], np.int64)


def build(parameters: Parameters, rulings: Rulings) -> tuple[Skirmish, SkirmishNotation]:
    """Make a game."""
    squares = ROWS * parameters.columns
    game = Skirmish(
        row_size=3,
        key_size=3,
        player_count=2,
        place_count=squares,
        most_legal=WAYS * parameters.columns,
        temper_count=1,
        columns=parameters.columns,
        squares=squares,
        blocked=rulings.ahead == "blocked",
    )
    return game, SkirmishNotation(parameters, rulings)


GAME = Implementation("skirmish", Parameters, Rulings, build)
