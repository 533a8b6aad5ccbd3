"""The board of ARI as numbers: sets of cells as bits, dice as tables, the layout of a row.

Columns and rows are 1 to n. The **spot** of a cell is ``(y - 1) * (n + 1) + x``: its bit in a set of
cells, which takes few words; spots ascend as cells do. Spot 0 is no cell: there lies what is not on the
board.

Where dice lie, there is also as one word a row, with bit i for column i; rows 0 and n + 1 are there and
empty, so looking one step further needs no test for the edge of the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulewright.impl.ari.options import NAMES, Parameters, Rulings

Table: TypeAlias = NDArray[np.int64]

USUAL = {"III": (5, 9, 2, 1, 7, 6), "IV": (4, 1, 3, 9, 8, 5), "V": (6, 2, 8, 7, 3, 4)}
MOST_WAYS = 24
WORD = 64
OVER = -1
# The first numbers of a row.
TURN, LAST, LOST, TOTAL, STRIKES, QUEEN_CELLS, DICE_CELLS, LAID = 0, 1, 2, 3, 4, 5, 6, 9
"""LAST: 1 + the die put down just before; LOST: 1 + a player who had no action; 0 for nobody.
TOTAL: legal actions; STRIKES: the own dice that can strike, as bits; then how many cells there are
for the queen, and for each own die; LAID: how many dice lie on the board."""
X, Y, SPOT, WAY = 10, 18, 26, 34
"""Where the columns, rows and spots of the eight pieces begin (white's dice, black's, queens; 0 when off
the board), and how the six dice lie."""
LINES = 40
"""Where the rows of dice begin."""
OCCUPIED, TARGETS, ALLOWED, QUEEN_SET = 0, 1, 7, 10
"""After them, the sets of cells: of all pieces, of the targets of each die, of the cells for each own
die, and of those for the queen."""
SETS = 11


class Ari(NamedTuple):
    """One game of ARI for compiled code: sizes, rulings and tables."""

    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int

    n: int
    stride: int
    """From a spot to the one above it: n + 1."""
    words: int
    """Words in a set of cells."""
    at_sets: int
    """Where the sets of cells begin in a row."""

    any_die: bool
    orthogonal: bool
    """Queens may stand next to each other diagonally."""
    own_counts: bool
    lifted: bool
    kept: bool
    sweeps: bool
    landing: bool
    mate: bool
    skips: bool

    ways: Table
    """`[3]`: how many orientations each die has."""
    sides: Table
    """`[3 * 24 * 4]`: the numbers that look north, east, south and west."""
    first_content: Table
    """`[6]`: the code of the first orientation of each die, as a content of a cell."""
    row_of: Table
    """`[n * n]`: the row of each cell: two divisions by n take longer than all else that `play` does."""
    row_at: Table
    """`[spots]`: the row of each spot."""
    all_cells: Table
    """`[words]`: the set of all cells."""
    steps: Table
    """`[spots * words]`: the cells round a spot, of which a queen steps to one."""
    beside: Table
    """`[spots * words]`: the orthogonal neighbours of a spot."""


def orientations(net: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    """List the four sides (north, east, south, west) of a die in all its turnings, ascending.

    A turning chooses which way each of the three axes of the die goes, and which end of it is which;
    it can be made by hand when it is even.
    """
    top, north, east, south, west, bottom = net
    axes = ((top, bottom), (north, south), (east, west))
    found = set()
    for order in permutations(range(3)):
        inversions = sum(order[a] > order[b] for a, b in ((0, 1), (0, 2), (1, 2)))
        for ends in product((0, 1), repeat=3):
            if (inversions + sum(ends)) % 2 == 0:
                chosen = zip(order, ends, strict=True)
                _, (n, s), (e, w) = (axes[axis][:: -1 if end else 1] for axis, end in chosen)
                found.add((n, e, s, w))
    return sorted(found)


def lies_of(parameters: Parameters) -> list[list[tuple[int, int, int, int]]]:
    """List for each die the ways in which it can lie."""
    return [orientations(parameters.nets.get(name, USUAL[name])) for name in NAMES]


def set_of(cells: Iterable[tuple[int, int]], stride: int, words: int) -> Table:
    """Make a set of cells, given by column and row."""
    made = np.zeros(words, np.uint64)
    for x, y in cells:
        spot = (y - 1) * stride + x
        made[spot // WORD] |= np.uint64(1) << np.uint64(spot % WORD)
    return made.view(np.int64)


def around(n: int, words: int, steps: Iterable[tuple[int, int]]) -> Table:
    """Make for each spot the set of the cells that lie so many columns and rows from it."""
    stride = n + 1
    table = np.zeros((n * stride, words), np.int64)
    for x, y in product(range(1, n + 1), repeat=2):
        near = [(x + across, y + up) for across, up in steps]
        here = [(u, v) for u, v in near if 1 <= u <= n and 1 <= v <= n]
        table[(y - 1) * stride + x] = set_of(here, stride, words)
    return table.reshape(-1)


@cache
def squares(n: int) -> dict[str, Any]:
    """Make the tables of cells, and of what lies round each; games share them."""
    stride = n + 1
    words = -(-n * stride // WORD)
    eight = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    four = [(x, y) for x, y in eight if 0 in (x, y)]
    cells = [(x, y) for y in range(1, n + 1) for x in range(1, n + 1)]
    return {
        "stride": stride,
        "words": words,
        "row_of": np.repeat(np.arange(1, n + 1), n),
        "row_at": np.repeat(np.arange(1, n + 1), stride),
        "all_cells": set_of(cells, stride, words),
        "steps": around(n, words, eight),
        "beside": around(n, words, four),
    }


def ari(parameters: Parameters, rulings: Rulings) -> Ari:
    """Make the tables of one game."""
    n = parameters.n
    lies = lies_of(parameters)
    ways = [len(lie) for lie in lies]
    board = squares(n)
    at_sets = LINES + n + 2
    sides = np.zeros((len(NAMES), MOST_WAYS, 4), np.int64)
    for die, lie in enumerate(lies):
        sides[die, : len(lie)] = lie
    return Ari(
        row_size=at_sets + SETS * board["words"],
        key_size=3,
        player_count=2,
        place_count=n * n + 2,
        most_legal=n * n * (sum(ways) + 1) + len(NAMES),
        temper_count=6,
        n=n,
        at_sets=at_sets,
        any_die=rulings.no_target == "any_die",
        orthogonal=rulings.next_to == "four",
        own_counts=rulings.own_face == "any",
        lifted=rulings.lifting == "after",
        kept=rulings.orientation == "kept",
        sweeps=rulings.off_board == "sweeps",
        landing=rulings.capture == "landing",
        mate=rulings.threat == "mate",
        skips=rulings.threat == "open" and rulings.no_action == "skip",
        ways=np.array(ways, np.int64),
        sides=sides.reshape(-1),
        first_content=1 + np.cumsum([0, *ways, *ways[:2]]),
        **board,
    )
