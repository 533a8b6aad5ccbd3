"""A game that drivers call by address, so that they are compiled once for all games.

A driver that is compiled for a game contains all of the game's code, and most of the time that compiling
takes goes into that, driver by driver. So the code of a game is compiled once, in `entries`, and drivers
find it by its address: they take hardly longer. Only what plays for speed alone, as `play_games` does,
has the code of a game in it.
"""

# ruff: noqa: D103 (the first function of each kind says what all of them do)

from __future__ import annotations

from pickle import PicklingError
from typing import Any, NamedTuple, NoReturn

import numpy as np

from rulewright.impl import kernel
from rulewright.impl.addresses import (
    WORD,
    address_of,
    call,
    lying_at,
    put_down,
    refused,
    words_of,
)
from rulewright.impl.dispatch import branch, compiled, provides
from rulewright.impl.kernel import Kernel, Row

NOTHING = np.int64(0)
"""Returned in the place of no value, as a whole number that is no constant to the compiler."""

# --- what is called -------------------------------------------------------------------------------


@branch
def start_at(place: Any, row: Row) -> int:
    """Call the function of the game at a place, as the following do."""
    kernel.start(lying_at(place), row)
    return NOTHING  # type: ignore[return-value]


@branch
def turn_at(place: Any, row: Row) -> int:
    return np.int64(kernel.turn(lying_at(place), row))  # type: ignore[return-value]


@branch
def legal_count_at(place: Any, row: Row) -> int:
    return np.int64(kernel.legal_count(lying_at(place), row))  # type: ignore[return-value]


@branch
def nth_legal_at(place: Any, row: Row, index: int) -> int:
    return np.int64(kernel.nth_legal(lying_at(place), row, index))  # type: ignore[return-value]


@branch
def draw_at(place: Any, row: Row, value: np.uint64) -> int:
    return np.int64(kernel.draw(lying_at(place), row, value))  # type: ignore[return-value]


@branch
def draw_weighted_at(  # noqa: PLR0917
    place: Any, row: Row, actions: Row, legal: int, temper: int, value: np.uint64
) -> int:
    game = lying_at(place)
    return np.int64(kernel.draw_weighted(game, row, actions, legal, temper, value))  # type: ignore[return-value]


@branch
def list_legal_at(place: Any, row: Row, actions: Row) -> int:
    return np.int64(kernel.list_legal(lying_at(place), row, actions))  # type: ignore[return-value]


@branch
def is_legal_at(place: Any, row: Row, action: int) -> int:
    return np.int64(kernel.is_legal(lying_at(place), row, action))  # type: ignore[return-value]


@branch
def play_at(place: Any, row: Row, action: int) -> int:
    kernel.play(lying_at(place), row, action)
    return NOTHING  # type: ignore[return-value]


@branch
def write_scores_at(place: Any, row: Row, scores: Row) -> int:
    kernel.write_scores(lying_at(place), row, scores)
    return NOTHING  # type: ignore[return-value]


@branch
def write_winners_at(place: Any, row: Row, winners: Row) -> int:
    kernel.write_winners(lying_at(place), row, winners)
    return NOTHING  # type: ignore[return-value]


@branch
def write_board_at(place: Any, row: Row, board: Row) -> int:
    kernel.write_board(lying_at(place), row, board)
    return NOTHING  # type: ignore[return-value]


@branch
def write_key_at(place: Any, row: Row, key: Row) -> int:
    kernel.write_key(lying_at(place), row, key)
    return NOTHING  # type: ignore[return-value]


@branch
def read_key_at(place: Any, key: Row, row: Row) -> int:
    kernel.read_key(lying_at(place), key, row)
    return NOTHING  # type: ignore[return-value]


START, TURN, LEGAL_COUNT, NTH_LEGAL, DRAW, DRAW_WEIGHTED, LIST_LEGAL, IS_LEGAL = range(8)
PLAY, SCORES, WINNERS, BOARD, WRITE_KEY, READ_KEY, COUNT = range(8, 15)
"""Where `entries` writes their addresses; how many there are."""


@compiled
def entries(game: Kernel, memory: Row, addresses: Row) -> int:
    """Write a game to memory, if it fits, and the addresses of its code; return the room needed."""
    needed = words_of(game)
    if needed <= len(memory):
        put_down(game, memory)
    addresses[START] = address_of(start_at, game, memory)
    addresses[TURN] = address_of(turn_at, game, memory)
    addresses[LEGAL_COUNT] = address_of(legal_count_at, game, memory)
    addresses[NTH_LEGAL] = address_of(nth_legal_at, game, memory, 0)
    addresses[DRAW] = address_of(draw_at, game, memory, np.uint64(0))
    addresses[DRAW_WEIGHTED] = address_of(
        draw_weighted_at, game, memory, memory, 0, 0, np.uint64(0)
    )
    addresses[LIST_LEGAL] = address_of(list_legal_at, game, memory, memory)
    addresses[IS_LEGAL] = address_of(is_legal_at, game, memory, 0)
    addresses[PLAY] = address_of(play_at, game, memory, 0)
    addresses[SCORES] = address_of(write_scores_at, game, memory, memory)
    addresses[WINNERS] = address_of(write_winners_at, game, memory, memory)
    addresses[BOARD] = address_of(write_board_at, game, memory, memory)
    addresses[WRITE_KEY] = address_of(write_key_at, game, memory, memory)
    addresses[READ_KEY] = address_of(read_key_at, game, memory, memory)
    return needed  # type: ignore[no-any-return]


# --- what calls it --------------------------------------------------------------------------------


class KernelByAddress(NamedTuple):
    """A game whose code is called by address; only the fields of `Kernel` are at hand."""

    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int
    place: int
    """The address of the game."""
    addresses: Row
    memory: Row
    """Where the game lies; it keeps the game's tables, of which only the addresses are written there."""

    def __reduce__(self) -> NoReturn:
        """Raise `pickle.PicklingError`: in another process other things lie at these addresses."""
        raise PicklingError("a game by address cannot travel: make it of the engine, there")


class GameMemory(bytearray):
    """Memory that a game is written to."""

    game: Kernel
    """The game itself, whose tables are not written."""


def by_address(game: Kernel) -> KernelByAddress:
    """Return a game as drivers call it by address."""
    addresses = np.zeros(COUNT, np.int64)
    written = GameMemory(WORD * entries(game, np.zeros(0, np.int64), addresses))
    written.game = game
    memory = np.frombuffer(written, np.int64)
    entries(game, memory, addresses)
    return KernelByAddress(
        row_size=game.row_size,
        key_size=game.key_size,
        player_count=game.player_count,
        place_count=game.place_count,
        most_legal=game.most_legal,
        temper_count=game.temper_count,
        place=memory.ctypes.data,
        addresses=addresses,
        memory=memory,
    )


@provides(kernel.start, KernelByAddress)
def start(game: KernelByAddress, row: Row) -> None:
    """Call it by address, as the following do."""
    call(game.addresses[START], game.place, row)


@provides(kernel.turn, KernelByAddress)
def turn(game: KernelByAddress, row: Row) -> int:
    return call(game.addresses[TURN], game.place, row)  # type: ignore[no-any-return]


@provides(kernel.legal_count, KernelByAddress)
def legal_count(game: KernelByAddress, row: Row) -> int:
    return call(game.addresses[LEGAL_COUNT], game.place, row)  # type: ignore[no-any-return]


@provides(kernel.nth_legal, KernelByAddress)
def nth_legal(game: KernelByAddress, row: Row, index: int) -> int:
    return call(game.addresses[NTH_LEGAL], game.place, row, index)  # type: ignore[no-any-return]


@provides(kernel.draw, KernelByAddress)
def draw(game: KernelByAddress, row: Row, value: np.uint64) -> int:
    return call(game.addresses[DRAW], game.place, row, value)  # type: ignore[no-any-return]


@provides(kernel.draw_weighted, KernelByAddress)
def draw_weighted(  # noqa: PLR0917
    game: KernelByAddress, row: Row, actions: Row, legal: int, temper: int, value: np.uint64
) -> int:
    where = game.addresses[DRAW_WEIGHTED]
    return call(where, game.place, row, actions, legal, temper, value)  # type: ignore[no-any-return]


@provides(kernel.list_legal, KernelByAddress)
def list_legal(game: KernelByAddress, row: Row, actions: Row) -> int:
    return call(game.addresses[LIST_LEGAL], game.place, row, actions)  # type: ignore[no-any-return]


@provides(kernel.is_legal, KernelByAddress)
def is_legal(game: KernelByAddress, row: Row, action: int) -> bool:
    return call(game.addresses[IS_LEGAL], game.place, row, action) != 0  # type: ignore[no-any-return]


@provides(kernel.play, KernelByAddress)
def play(game: KernelByAddress, row: Row, action: int) -> None:
    call(game.addresses[PLAY], game.place, row, action)


@provides(kernel.write_scores, KernelByAddress)
def write_scores(game: KernelByAddress, row: Row, scores: Row) -> None:
    call(game.addresses[SCORES], game.place, row, scores)


@provides(kernel.write_winners, KernelByAddress)
def write_winners(game: KernelByAddress, row: Row, winners: Row) -> None:
    call(game.addresses[WINNERS], game.place, row, winners)


@provides(kernel.write_board, KernelByAddress)
def write_board(game: KernelByAddress, row: Row, board: Row) -> None:
    call(game.addresses[BOARD], game.place, row, board)


@provides(kernel.write_key, KernelByAddress)
def write_key(game: KernelByAddress, row: Row, key: Row) -> None:
    call(game.addresses[WRITE_KEY], game.place, row, key)


@provides(kernel.read_key, KernelByAddress)
def read_key(game: KernelByAddress, key: Row, row: Row) -> None:
    call(game.addresses[READ_KEY], game.place, key, row)


# --- what is called nowhere -----------------------------------------------------------------------


@provides(kernel.weight, KernelByAddress)
def weight(game: KernelByAddress, row: Row, action: int, temper: int) -> int:  # noqa: ARG001
    """Refuse it, as the following do: no driver asks for it by address, and none may get a default."""
    return refused(game)  # type: ignore[no-any-return]


@provides(kernel.number, KernelByAddress)
def number(game: KernelByAddress, row: Row, action: int) -> int:  # noqa: ARG001
    return refused(game)  # type: ignore[no-any-return]


@provides(kernel.numbered, KernelByAddress)
def numbered(game: KernelByAddress, row: Row, number: int) -> int:  # noqa: ARG001
    return refused(game)  # type: ignore[no-any-return]
