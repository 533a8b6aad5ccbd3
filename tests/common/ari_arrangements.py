"""Every arrangement of ARI's pieces on a small board, as recordings of one action each.

All dice show one number on all sides, so that only cells matter: three dice of either player, both
queens, and whose turn it is. White's three cells are listed once for all eight images of them under the
symmetries of the square; the image is drawn at random, and so is which of a player's dice lies on which
of its cells. So no corner, no way round and no name of a die is favoured.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
from attrs import frozen
from numba import njit
from numpy.typing import NDArray

from rulewright.impl.engine import CompiledEngine
from rulewright.impl.kernel import Row, list_legal, play, read_key
from rulewright.impl.loops import Rows, describe
from rulewright.impl.steps import games_of_one_ply
from rulewright.interface import Recording

N = 4
CELLS = N * N
AT_ONCE = 1 << 14
LAYERS = {
    "any_die": (1, 48, 468, 2_416, 8_704, 14_824, 23_872, 238_720),
    "any_cell": (1, 48, 468, 3_168, 19_280, 58_520, 156_040),
}
"""Positions after 0 actions, 1, and so on, by the reading of `no_target`; 6 when all dice lie."""
ARRANGED = {"eight": 2_576_640, "four": 3_171_960}
"""Arrangements of all pieces in play, by the reading of `next_to`."""


def images() -> NDArray[np.int64]:
    """For each of the eight symmetries of the square: where each cell (``y * n + x``) goes."""
    table = []
    for mirrored in (False, True):
        for turns in range(4):
            row = []
            for cell in range(CELLS):
                y, x = divmod(cell, N)
                x = N - 1 - x if mirrored else x
                for _ in range(turns):
                    x, y = y, N - 1 - x
                row.append(y * N + x)
            table.append(row)
    return np.array(table)


IMAGES = images()


def are_apart(one: int, other: int, next_to: str) -> bool:
    """Two queens may stand so, by a reading of `next_to`."""
    (y, x), (v, u) = divmod(one, N), divmod(other, N)
    across, up = abs(x - u), abs(y - v)
    return {"eight": max(across, up), "four": across + up}[next_to] > 1


@cache
def arrangements(next_to: str) -> NDArray[np.int8]:
    """List all: three cells of white's dice, three of black's, both queens', and the turn (0 or 1).

    White's three cells are those of their eight images that come first.
    """
    cells = range(CELLS)
    queens = np.array(
        [pair for pair in np.ndindex(CELLS, CELLS) if are_apart(*pair, next_to)], np.int8
    )
    blocks = []
    for white in combinations(cells, 3):
        if white > min(tuple(sorted(image[list(white)].tolist())) for image in IMAGES):
            continue
        for black in combinations(sorted(set(cells) - set(white)), 3):
            taken = np.zeros(CELLS, np.bool_)
            taken[[*white, *black]] = True
            pairs = queens[~taken[queens].any(axis=1)]
            block = np.empty((len(pairs), 2, 9), np.int8)
            block[..., :6] = *white, *black
            block[..., 6:8] = pairs[:, None]
            block[..., 8] = 0, 1
            blocks.append(block.reshape(-1, 9))
    return np.concatenate(blocks)


def keys_of(rows: NDArray[np.int8], seed: int) -> NDArray[np.int64]:
    """Write arrangements as the implementation's keys: turned, reflected, and dice named, at random."""
    random = np.random.default_rng(seed)
    image = IMAGES[random.integers(8, size=len(rows))]
    cells = np.take_along_axis(image, rows[:, :8].astype(np.int64), axis=1)
    for first in (0, 3):
        order = random.random((len(rows), 3)).argsort(axis=1)
        cells[:, first : first + 3] = np.take_along_axis(cells[:, first : first + 3], order, axis=1)
    coordinates = (cells % N + 1) | (cells // N + 1) << 5
    turn = rows[:, 8] + 1
    return np.stack(
        [
            turn | coordinates[:, 6] << 7 | coordinates[:, 7] << 17,
            *(
                coordinates[:, first]
                | coordinates[:, first + 1] << 15
                | coordinates[:, first + 2] << 30
                for first in (0, 3)
            ),
        ],
        axis=1,
    )


@njit
def play_one(game, keys: Row, wanted: Row, played: Row, rows: Rows) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Write each position and the one after one legal action; -1 is played where there is none."""
    row = np.empty(game.row_size, np.int64)
    actions = np.empty(game.most_legal, np.int64)
    for number in range(len(keys)):
        read_key(game, keys[number], row)
        count = list_legal(game, row, actions)
        describe(game, row, rows, 2 * number)
        played[number] = -1
        if count:
            played[number] = actions[wanted[number] % count]
            play(game, row, played[number])
        describe(game, row, rows, 2 * number + 1)


@frozen
class Stepped:
    """Some positions with an action played in each, and the keys of those that have no action."""

    recording: Recording
    without_action: NDArray[np.int64]


def stepped(engine: CompiledEngine, keys: NDArray[np.int64], seed: int) -> Iterator[Stepped]:
    """Play one action, drawn at random, in each position, many positions at a time."""
    random = np.random.default_rng(seed)
    for begin in range(0, len(keys), AT_ONCE):
        batch = keys[begin : begin + AT_ONCE]
        played = np.zeros(len(batch), np.int64)
        rows = Rows.empty(engine.kernel, 2 * len(batch))
        play_one(engine.kernel, batch, random.integers(1 << 20, size=len(batch)), played, rows)
        able = played >= 0
        both = Rows(*(table[np.repeat(able, 2)] for table in rows))
        yield Stepped(games_of_one_ply(engine, played[able], both), batch[~able])
