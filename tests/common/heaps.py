"""A game of two heaps as compiled code, small enough to be worked out by hand.

A player takes one to three stones from a heap. What readings would decide are numbers here: how many
may be taken at a time, what gives another turn, what else is scored, who wins, and when it is over.
`common.plain_heaps` has the same rules once more.
"""

# ruff: noqa: ARG001 (all functions of a kernel have the parameters of their stub)

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulewright.impl import kernel
from rulewright.impl.dispatch import leaf, provides
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.kernel import Row
from rulewright.interface import Json

AT_ONCE = 3
"""Stones of which an action may speak; its code is this many times the heap, and one less than them."""
MOVER, LAST, TAKEN = 0, 1, 2
"""Places of a row: whose turn it is, who has moved last, what each has taken. Then the heaps follow."""
OWN = 4
"""Numbers of a key before what each has taken: the heaps, whose turn it is, who has moved last."""


class Heaps(NamedTuple):
    """The rules as numbers, and what every kernel has."""

    stones: int
    """In the first heap; the second has one more."""
    least: int
    most: int
    """How few and how many may be taken at once."""
    more: int
    """How many more may be taken after the first action."""
    again: int
    """Whoever takes so many moves again."""
    bonus: int
    """What each action brings besides its stones."""
    counted: int
    """What a stone is worth in the score."""
    last_wins: int
    """1: the last to move wins; 0: whoever has taken most; 2: nobody does."""
    rest: int
    """With so few stones left it is over: it must be so where too few are left to take any."""
    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int


def heaps(
    stones: int = 2,
    *,
    players: int = 2,
    least: int = 1,
    most: int = 3,
    more: int = 0,
    again: int = 0,
    bonus: int = 0,
    counted: int = 1,
    last_wins: int = 0,
    rest: int = 0,
) -> Heaps:
    """Make a game; what is not given is as simple as it can be."""
    own = (stones, least, most, more, again, bonus, counted, last_wins, rest)
    return Heaps(*own, TAKEN + players + 2, OWN + players, players, 4, 2 * AT_ONCE, 3)


@leaf
def left_in(game: Heaps, row: Row, heap: int) -> int:
    """Return how many stones a heap has."""
    return row[TAKEN + game.player_count + heap]  # type: ignore[no-any-return]


@leaf
def is_over(game: Heaps, row: Row) -> bool:
    """Return whether so few stones are left that it is over."""
    return left_in(game, row, 0) + left_in(game, row, 1) <= game.rest


@leaf
def may(game: Heaps, row: Row, action: int) -> bool:
    """Return whether an action is legal."""
    amount = action % AT_ONCE + 1
    most = game.most if row[LAST] < 0 else game.most + game.more
    allowed = game.least <= amount <= most
    return allowed and amount <= left_in(game, row, action // AT_ONCE) and not is_over(game, row)


@provides(kernel.start, Heaps)
def start(game: Heaps, row: Row) -> None:
    """Fill the heaps; nobody has moved."""
    for place in range(game.row_size):
        row[place] = 0
    row[LAST] = -1
    row[game.row_size - 2] = game.stones
    row[game.row_size - 1] = game.stones + 1


@provides(kernel.turn, Heaps)
def turn(game: Heaps, row: Row) -> int:
    """Return the player to move."""
    return -1 if is_over(game, row) else row[MOVER]


@provides(kernel.list_legal, Heaps)
def list_legal(game: Heaps, row: Row, actions: Row) -> int:
    """List the legal actions by descending codes."""
    count = 0
    for code in range(2 * AT_ONCE - 1, -1, -1):
        if may(game, row, code):
            actions[count] = code
            count += 1
    return count


@provides(kernel.legal_count, Heaps)
def legal_count(game: Heaps, row: Row) -> int:
    """Count the legal actions."""
    count = 0
    for code in range(2 * AT_ONCE):
        count += 1 if may(game, row, code) else 0
    return count


@provides(kernel.nth_legal, Heaps)
def nth_legal(game: Heaps, row: Row, index: int) -> int:
    """Return a legal action by its rank among descending codes."""
    before = 0
    for code in range(2 * AT_ONCE - 1, -1, -1):
        if may(game, row, code):
            if before == index:
                return code
            before += 1
    return -1


@provides(kernel.is_legal, Heaps)
def is_legal(game: Heaps, row: Row, action: int) -> bool:
    """Return whether an action is legal."""
    return may(game, row, action)


@provides(kernel.play, Heaps)
def play(game: Heaps, row: Row, action: int) -> None:
    """Take stones, and pass the turn unless the amount gives another."""
    mover, amount = row[MOVER], action % AT_ONCE + 1
    row[TAKEN + game.player_count + action // AT_ONCE] -= amount
    row[TAKEN + mover] += amount + game.bonus
    row[LAST] = mover
    if amount != game.again:
        row[MOVER] = (mover + 1) % game.player_count


@provides(kernel.weight, Heaps)
def weight(game: Heaps, row: Row, action: int, temper: int) -> int:
    """Prefer many stones, or few, or neither, by temper, and the second heap."""
    amount = action % AT_ONCE
    preferred = amount if temper == 0 else AT_ONCE - amount if temper == 1 else 1
    return 1 + 5 * preferred + action // AT_ONCE


@provides(kernel.write_scores, Heaps)
def write_scores(game: Heaps, row: Row, scores: Row) -> None:
    """Write what the stones of each are worth."""
    for player in range(game.player_count):
        scores[player] = game.counted * row[TAKEN + player]


@provides(kernel.write_winners, Heaps)
def write_winners(game: Heaps, row: Row, winners: Row) -> None:
    """Mark who has moved last, or all who have taken most."""
    most = 0
    for player in range(game.player_count):
        most = max(most, row[TAKEN + player])
    for player in range(game.player_count):
        first = row[LAST] == player if game.last_wins == 1 else row[TAKEN + player] == most
        winners[player] = 1 if first and game.last_wins < 2 and is_over(game, row) else 0


@provides(kernel.write_board, Heaps)
def write_board(game: Heaps, row: Row, board: Row) -> None:
    """Write both heaps, their sum, and whether it is over."""
    board[0], board[1] = left_in(game, row, 0), left_in(game, row, 1)
    board[2] = board[0] + board[1]
    board[3] = 1 if is_over(game, row) else 0


@provides(kernel.write_key, Heaps)
def write_key(game: Heaps, row: Row, key: Row) -> None:
    """Write the heaps first."""
    key[0], key[1] = left_in(game, row, 0), left_in(game, row, 1)
    key[2], key[3] = row[MOVER], row[LAST]
    for player in range(game.player_count):
        key[OWN + player] = row[TAKEN + player]


@provides(kernel.read_key, Heaps)
def read_key(game: Heaps, key: Row, row: Row) -> None:
    """Put everything in its place of the row."""
    row[MOVER], row[LAST] = key[2], key[3]
    for player in range(game.player_count):
        row[TAKEN + player] = key[OWN + player]
    row[game.row_size - 2], row[game.row_size - 1] = key[0], key[1]


class HeapsNotation:
    """How the game is written: `2-3` takes three stones from the second heap."""

    contents = tuple(f"{number} left" for number in range(40))

    def __init__(self, players: int, listed: tuple[int, ...] | None) -> None:
        """Write for so many players; `listed` are all actions, if they are told."""
        self.players = tuple("abc"[:players])
        self.listed = listed

    def text(self, action: int) -> str:
        """Spell an action."""
        return f"{action // AT_ONCE + 1}-{action % AT_ONCE + 1}"

    def code(self, text: str) -> int:
        """Read an action."""
        heap, _, amount = text.partition("-")
        return (int(heap) - 1) * AT_ONCE + int(amount) - 1

    def all_actions(self) -> tuple[int, ...] | None:
        """List all actions in an order of its own, or none."""
        return self.listed

    def places(self) -> tuple[str, ...]:
        """Name what `write_board` writes."""
        return "first", "second", "both", "over"

    def reason(self, key: Row, action: int) -> str:
        """Name no clause: there are none."""
        return f"{self.text(action)} of {key[0]} and {key[1]}"

    def to_json(self, key: Row) -> Json:
        """Write the numbers of a key."""
        return {"key": key.tolist()}

    def from_json(self, position: Json) -> Row:
        """Read them."""
        return np.array(position["key"], np.int64)


def engine_of(game: Heaps, listed: tuple[int, ...] | None = (3, 0, 5, 1, 4, 2)) -> CompiledEngine:
    """Make an engine, which cannot be pickled."""
    options = dict(zip(game._fields[:9], map(str, game[:9]), strict=True))
    return CompiledEngine("heaps", options, {}, game, HeapsNotation(game.player_count, listed))


def rows_of(game: Heaps, *shape: int) -> NDArray[np.int64]:
    """Make rows with a number in them that no game writes."""
    return np.full((*shape, game.row_size), 77, np.int64)
