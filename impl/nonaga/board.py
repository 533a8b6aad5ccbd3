"""Nonaga's frame as numbers: rows of bits somewhere on the infinite board, and the tables of one game.

A frame is 64 rows of 64 bits, of which the lowest 63 are used; row `j` has the cells with second
coordinate ``j + offset``, bit `i` of it the one with first coordinate ``i + offset``. The place of a
cell in the frame is ``64 * j + i``. Discs keep two rows and two columns away from its edges; when one
comes nearer the frame is moved. So the field may drift as far as it likes, and be up to `WIDEST`
columns or rows wide.

An action packs the cell where a step begins (two coordinates of 24 bits) and the way it goes (two
differences of 7 bits).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulewright.impl.nonaga.options import RED, Parameters, Rulings
from rulewright.interface import BadParameter

Cell: TypeAlias = tuple[int, int]
Table: TypeAlias = NDArray[np.int64]

SIDE = 64
LEAST, MOST = 2, 60
"""First and last row or column of the frame that discs may lie in."""
WIDEST = MOST - LEAST + 1
TOO_WIDE = (
    f"the field is more than {WIDEST} rows or columns wide: the implementation has no room for that, "
    "the specification has (--engine spec)"
)
HALF_WAY = 64
"""Added to a difference of coordinates to make it positive."""
HALF_BOARD = 1 << 23
"""Added to a coordinate to make it positive."""
FARTHEST = 8_000_000
"""The largest coordinate, either way, that the notation admits."""
MODULUS = 128
"""Recordings tell numbers modulo this one."""

ROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
PIECES = 3

PATH, LOCAL, FOUR, RIM = range(4)
ANYWHERE, SLIDE_IN, SLIDE_ACROSS, TWO_TO_FOUR = range(4)
CONNECTED, THROUGHOUT, CONTACT, FREE = range(4)


class Nonaga(NamedTuple):
    """One game of Nonaga for compiled code: sizes, rulings, the layout of a row, and tables."""

    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int

    discs: int
    removal: int
    placement: int
    connectivity: int
    bar: bool
    at_once: bool
    """Whether three together end the game at once."""
    piece_skip: bool
    disc_skip: bool

    at_discs: int
    """Rows of discs."""
    at_free: int
    """Rows of discs that carry no piece."""
    at_goals: int
    """Rows of vacant cells that touch at least two discs."""
    at_tight: int
    """Those of them that touch exactly two."""
    at_outside: int
    """Rows of vacant cells that a disc can slide to from far away, and scratch."""
    at_targets: int
    """Scratch: rows of cells where one disc can go."""
    at_group: int
    """Scratch: rows of one connected group of discs."""
    at_pieces: int
    """Places of the pieces, three for each player."""
    at_moves: int
    """In a disc step each disc that can be relocated and the number of its targets."""

    exits: Table
    """`[64]`: for the set of ways from a cell to discs round it, the ways on which a disc can leave."""
    arcs: Table
    """`[64]`: for the set of ways to discs round a cell, into how many runs they fall."""
    opening: Table
    """`[key_size]`: the key of the initial position."""


def discs_of(n: int) -> int:
    """Count the discs of a hexagon of radius `n`."""
    return 1 + sum(6 * ring for ring in range(1, n + 1))


def hexagon_of(n: int) -> list[Cell]:
    """List the cells of a hexagon of radius `n` row by row."""
    return [(q, r) for r in range(-n, n + 1) for q in range(max(-n, -n - r), min(n, n - r) + 1)]


def packed(cell: Cell) -> int:
    """Pack a true cell in one number; packed cells are in order row by row."""
    q, r = cell
    return (r + HALF_BOARD) << 32 | (q + HALF_BOARD)


def unpacked(word: int) -> Cell:
    """Unpack a true cell."""
    return (word & (1 << 32) - 1) - HALF_BOARD, (word >> 32) - HALF_BOARD


def key_of(
    discs: list[Cell], pieces: tuple[list[Cell], list[Cell]], status: int, barred: Cell | None
) -> Table:
    """Make the key of a position from its parts; `status` as in the kernel."""
    order = sorted(discs, key=packed)
    number = {cell: index for index, cell in enumerate(order)}
    words = [status | (0 if barred is None else number[barred] + 1) << 8]
    for own in pieces:
        first, second, third = sorted(number[cell] for cell in own)
        words.append(first | second << 20 | third << 40)
    return np.array([*words, *map(packed, order)], np.int64)


def _runs(ways: int) -> int:
    """Count the runs of a set of ways round a cell; all six are one run."""
    begins = sum(ways >> way & 1 and not ways >> (way + 5) % 6 & 1 for way in range(6))
    return begins or int(ways != 0)


def _exits(ways: int) -> int:
    """Find the vacant cells round a cell that have another vacant one beside them."""
    vacant = [not ways >> way & 1 for way in range(6)]
    return sum(
        1 << way
        for way in range(6)
        if vacant[way] and (vacant[(way + 1) % 6] or vacant[(way + 5) % 6])
    )


def nonaga(parameters: Parameters, rulings: Rulings, discs: int) -> Nonaga:
    """Make the tables of one game; `discs` is their number, of which a hexagon makes the opening.

    Raises `BadParameter` for a hexagon that does not fit a frame.
    """
    n = parameters.n
    if 2 * n + 1 > WIDEST:
        raise BadParameter(
            f"parameter 'n' is {n}: the implementation holds fields up to {WIDEST} cells wide, "
            f"so n goes up to {(WIDEST - 1) // 2}"
        )
    first = parameters.first == RED
    corners = [(n * q, n * r) for q, r in ROUND]
    own, other = corners[0 if first else 1 :: 2], corners[1 if first else 0 :: 2]
    sizes = {"head": 17, **dict.fromkeys(("discs", "free", "goals", "tight"), SIDE)}
    sizes |= dict.fromkeys(("outside", "targets", "group"), SIDE)
    sizes |= {"pieces": 2 * PIECES, "moves": 2 * discs}
    places, used = {}, 0
    for name, size in sizes.items():
        places[f"at_{name}"] = used
        used += size
    del places["at_head"]
    return Nonaga(
        row_size=used,
        key_size=3 + discs,
        player_count=2,
        place_count=2 * discs + 2 * PIECES + 2,
        most_legal=3 * discs * discs,
        temper_count=6,
        discs=discs,
        removal=("path", "local", "four", "rim").index(rulings.removal),
        placement=("anywhere", "slide_in", "slide_across", "four").index(rulings.placement),
        connectivity=("connected", "throughout", "contact", "free").index(rulings.connectivity),
        bar=rulings.bar == "opponent",
        at_once=rulings.win == "immediate",
        piece_skip=rulings.no_piece_step == "skip",
        disc_skip=rulings.no_disc_step == "skip",
        **places,
        exits=np.array([_exits(ways) for ways in range(64)], np.int64),
        arcs=np.array([_runs(ways) for ways in range(64)], np.int64),
        opening=key_of(hexagon_of(n), (own, other), 1, None),
    )
