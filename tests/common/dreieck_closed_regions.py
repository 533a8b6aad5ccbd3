"""All tables that few actions can come to under `match=all`: does anybody close the own region?

Written down once more, with nothing of the specification or the implementation. Symbols only forbid,
so here a tile may be laid beside any laid tile, and anybody may pass at any time. One thing is kept of
what symbols forbid: a tile that was taken fixed, with two neighbours that still lie, all three corners
of its cell. Only the same tile fits there, and who lost it has no other one.

A region that stands enclosed is one that its own player closed: whoever else completes an enclosure
takes it. So `completing` and `standing` part one action after that, and not before.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

SIDE = 24
"""Columns and rows of the grid; nine tiles do not reach its rim from the middle."""
CELLS = 2 * SIDE * SIDE
CLOSED, LAYINGS = range(2)
ROOM = 48
"""More than three regions of all tiles have."""
JIT: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


def neighbours() -> Any:
    """List for each cell of the grid the three that share an edge with it; -1 beyond the rim.

    The up cell in column q and row r has the number 2(SIDE r + q), the down cell the next one.
    """
    table = np.full((CELLS, 3), -1, np.int32)
    for q in range(1, SIDE - 1):
        for r in range(1, SIDE - 1):
            up = 2 * (SIDE * r + q)
            table[up] = (up + 1, up - 1, up + 1 - 2 * SIDE)
            table[up + 1] = (up, up + 2, up + 2 * SIDE)
    return table


class Game(NamedTuple):
    """What does not change in a search."""

    near: Any
    players: int
    remembered: bool
    tally: Any
    """How many layings closed the own region, and how many there were."""


class Table(NamedTuple):
    """What lies, and what is known of vacated cells."""

    owner: Any
    """For each cell the number of a player, from 1; 0 where no tile lies."""
    fixed: Any
    """For each cell and side: the tile there still is one that lay beside a tile that was taken."""
    loser: Any
    """For each cell, a bit for each player who lost a tile there."""


@njit(**JIT)  # type: ignore[untyped-decorator]
def among(things: Any, count: int, wanted: int) -> bool:
    """Return whether a number is one of the first so many."""
    for each in range(count):  # noqa: SIM110 - the compiler knows no `any`
        if things[each] == wanted:
            return True
    return False


@njit(**JIT)  # type: ignore[untyped-decorator]
def region_of(game: Any, owner: Any, start: int, found: Any) -> int:
    """List a region in `found`; minus its size if an edge of it is open."""
    found[0] = start
    size, at, is_open = 1, 0, False
    while at < size:
        for side in range(3):
            other = game.near[found[at], side]
            if owner[other] == owner[start] and not among(found, size, other):
                found[size] = other
                size += 1
            is_open |= owner[other] == 0
        at += 1
    return -size if is_open else size


@njit(**JIT)  # type: ignore[untyped-decorator]
def still_lie(table: Any, cell: int) -> int:
    """Count the neighbours that lay beside a tile that was taken from a cell, and lie there still."""
    return table.fixed[cell, 0] + table.fixed[cell, 1] + table.fixed[cell, 2]  # type: ignore[no-any-return]


@njit(**JIT)  # type: ignore[untyped-decorator]
def may_be_laid(game: Any, table: Any, cell: int, mover: int) -> bool:
    """Return whether a tile may be laid on a cell, as far as the symbols are not known."""
    if game.near[cell, 0] < 0 or table.owner[cell] != 0:
        return False
    lost = (table.loser[cell] >> mover) & 1
    if game.remembered and lost and still_lie(table, cell) >= 2:
        return False
    beside = False
    for side in range(3):
        beside |= table.owner[game.near[cell, side]] != 0
    return beside


@njit(**JIT)  # type: ignore[untyped-decorator]
def search(game: Any, table: Any, ply: int, left: int) -> None:
    """Lay in every way, and pass, for so many more actions."""
    mover = 1 + ply % game.players
    found = np.empty(ROOM, np.int32)
    for cell in range(CELLS):
        if may_be_laid(game, table, cell, mover):
            game.tally[LAYINGS] += 1
            table.owner[cell] = mover
            game.tally[CLOSED] += region_of(game, table.owner, cell, found) > 0
            if left > 1:
                went_on(game, table, cell, ply, left)
            table.owner[cell] = 0
    if left > 1:
        search(game, table, ply + 1, left - 1)


@njit(**JIT)  # type: ignore[untyped-decorator]
def went_on(game: Any, table: Any, cell: int, ply: int, left: int) -> None:
    """Take what the tile just laid takes, and search on."""
    gone, found = np.empty(ROOM, np.int32), np.empty(ROOM, np.int32)
    count = 0
    for side in range(3):
        other = game.near[cell, side]
        theirs = table.owner[other] != 0 and table.owner[other] != table.owner[cell]
        if theirs and not among(gone, count, other):
            size = max(0, region_of(game, table.owner, other, found))
            gone[count : count + size] = found[:size]
            count += size
    if count == 0:
        search(game, table, ply + 1, left - 1)
    else:
        after = Table(table.owner.copy(), table.fixed.copy(), table.loser.copy())
        take(game, after, gone[:count])
        search(game, after, ply + 1, left - 1)


@njit(**JIT)  # type: ignore[untyped-decorator]
def take(game: Any, table: Any, gone: Any) -> None:
    """Take tiles, and keep in mind what lay beside them."""
    for cell in gone:
        known = table.loser[cell] if still_lie(table, cell) >= 2 else 0
        table.loser[cell] = known | (1 << table.owner[cell])
    for cell in gone:
        table.owner[cell] = 0
    for cell in gone:
        for side in range(3):
            other = game.near[cell, side]
            table.fixed[cell, side] = table.owner[other] != 0
            for back in range(3):
                if game.near[other, back] == cell:
                    table.fixed[other, back] = 0


def closings(players: int, actions: int, *, remembered: bool = True) -> tuple[int, int]:
    """Count the layings that close the own region, and all, in games of up to so many actions.

    Unless it is `remembered` what a tile that was taken fixed, the counts are for `match=one`.
    """
    owner = np.zeros(CELLS, np.int8)
    owner[2 * (SIDE * (SIDE // 2) + SIDE // 2)] = 1
    table = Table(owner, np.zeros((CELLS, 3), np.int8), np.zeros(CELLS, np.int8))
    game = Game(neighbours(), players, remembered, np.zeros(2, np.int64))
    search(game, table, 1, actions - 1)
    closed, layings = game.tally.tolist()
    return closed, layings
