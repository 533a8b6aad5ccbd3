"""Fields of Nonaga that a few disc steps can lead to, whatever stands on them.

Who asks whether a player can be left without a disc step need not play all games. The disc relocated
last is barred, and six others can carry a piece: if more than six others could be relocated on a field
without pieces, then one can in any game that leads to that field. Fields after so many disc steps,
whatever discs they move, are all that come up in games and more, and far fewer than games.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rulewright.impl.engine import CompiledEngine
from rulewright.impl.inner import inner
from rulewright.impl.nonaga.board import HALF_BOARD, SIDE
from rulewright.impl.nonaga.disc_step import find_targets, prepare_disc_step
from rulewright.impl.nonaga.keys import place_key
from rulewright.impl.nonaga.rows import COLUMN, ENTRIES, HIGH, LINE, LOW, NOTHING

JIT: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
Fields = NDArray[np.int64]
"""`[field, disc]`: the cells of the discs, ascending, as keys of positions have them."""


def within(function: Any) -> Any:
    """Compile what only the functions below call: once, together with them."""
    return inner(function, JIT, lambda: njit(**JIT)(function))


@within
def look_at(game: Any, cells: Any, key: Any, row: Any) -> None:
    """Place discs as if they carried no pieces, and find those that can be relocated."""
    key[:3] = 0  # nobody is to move: nothing is prepared for a piece step
    key[1], key[2] = 1 << 20 | 2 << 40, 3 | 4 << 20 | 5 << 40
    key[3:] = cells
    place_key(game, key, row)
    for line in range(SIDE):
        row[game.at_free + line] = row[game.at_discs + line]
    prepare_disc_step(game, row, NOTHING)


@within
def relocated(cells: Any, gone: int, come: int, into: Any) -> None:
    """Write the cells after a disc step, ascending."""
    at = 0
    placed = False
    for cell in cells:
        if cell == gone:
            continue
        if not placed and come < cell:
            into[at] = come
            at, placed = at + 1, True
        into[at] = cell
        at += 1
    if not placed:
        into[at] = come


@within
def cell_at(row: Any, line: int, column: int) -> int:
    """Pack a cell of the frame as keys have it."""
    return (line + row[LINE] + HALF_BOARD) << 32 | (column + row[COLUMN] + HALF_BOARD)  # type: ignore[no-any-return]


@within
def others(game: Any, row: Any, last: int) -> int:
    """Count the discs that can be relocated, the one relocated last aside."""
    count = 0
    for index in range(row[ENTRIES]):
        place = row[game.at_moves + 2 * index]
        count += cell_at(row, place // SIDE, place % SIDE) != last
    return count


@within
def successors(  # noqa: PLR0917
    game: Any, cells: Any, key: Any, row: Any, into: Any, moved: Any
) -> int:
    """Write all fields that one disc step leads to, and where the disc is put; gives their number."""
    look_at(game, cells, key, row)
    count = 0
    for index in range(row[ENTRIES]):
        origin = row[game.at_moves + 2 * index]
        find_targets(game, row, origin)
        gone = cell_at(row, origin // SIDE, origin % SIDE)
        for line in range(row[LOW] - 1, row[HIGH] + 2):
            for column in range(SIDE):
                if (row[game.at_targets + line] >> column) & 1:
                    moved[count] = cell_at(row, line, column)
                    relocated(cells, gone, moved[count], into[count])
                    count += 1
    return count


@within
def image(cells: Any, symmetry: int, into: Any) -> None:
    """Write the image of a field under one of the twelve symmetries of the hexagon about the origin."""
    for index in range(len(cells)):
        q = (cells[index] & 0xFFFFFFFF) - HALF_BOARD
        r = (cells[index] >> 32) - HALF_BOARD
        if symmetry >= 6:
            q, r = r, q
        for _ in range(symmetry % 6):
            q, r = -r, q + r
        into[index] = (r + HALF_BOARD) << 32 | (q + HALF_BOARD)
    into.sort()


@within
def normal(cells: Any, held: Any, other: Any) -> None:
    """Turn a field into the least of its images."""
    held[:] = cells
    for symmetry in range(1, 12):
        image(held, symmetry, other)
        for index in range(len(cells)):
            if other[index] != cells[index]:
                if other[index] < cells[index]:
                    cells[:] = other
                break


@njit(**JIT)  # type: ignore[untyped-decorator]
def following(game: Any, fields: Any, into: Any) -> int:
    """Write the normal forms of all that one disc step makes of some fields; gives their number."""
    key = np.empty(game.key_size, np.int64)
    row = np.empty(game.row_size, np.int64)
    held, other = np.empty((2, game.discs), np.int64)
    moved = np.empty(game.most_legal, np.int64)
    count = 0
    for cells in fields:
        more = successors(game, cells, key, row, into[count:], moved)
        for index in range(count, count + more):
            normal(into[index], held, other)
        count += more
    return count


@njit(**JIT)  # type: ignore[untyped-decorator]
def count_others(game: Any, fields: Any, tally: Any) -> None:
    """Count what one disc step makes of some fields, by the other discs that can then be relocated."""
    key = np.empty(game.key_size, np.int64)
    row = np.empty(game.row_size, np.int64)
    after = np.empty((game.most_legal, game.discs), np.int64)
    moved = np.empty(game.most_legal, np.int64)
    for cells in fields:
        for index in range(successors(game, cells, key, row, after, moved)):
            look_at(game, after[index], key, row)
            tally[others(game, row, moved[index])] += 1


def after_disc_steps(engine: CompiledEngine, steps: int) -> Fields:
    """All fields after so many disc steps from the start, one of each class of images."""
    game = engine.kernel
    fields: Fields = np.sort(engine.key(engine.initial())[3:])[None]
    for _ in range(steps):
        layers = []
        for begin in range(0, len(fields), 1_000):
            some = fields[begin : begin + 1_000]
            into = np.empty((len(some) * game.most_legal, game.discs), np.int64)
            layers.append(np.unique(into[: following(game, some, into)], axis=0))
        fields = np.unique(np.concatenate(layers), axis=0)
    return fields


def others_relocatable_after(engine: CompiledEngine, steps: int) -> tuple[int, ...]:
    """Count the ways to make so many disc steps, by the other discs that could then be relocated.

    Fields before the last step are taken once for each class of images.
    """
    tally = np.zeros(engine.kernel.discs + 1, np.int64)
    count_others(engine.kernel, after_disc_steps(engine, steps - 1), tally)
    return tuple(tally.tolist())
