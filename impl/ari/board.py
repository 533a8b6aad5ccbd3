"""The board of ARI as numbers: sets of cells as one word a line, dice as tables, the layout of a row.

Columns and rows are 1 to n. A line (a row or a column) is a word with bit i for coordinate i; lines 0
and n + 1 are there and empty, so looking one step further needs no test for the edge of the board.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulewright.impl.ari.options import NAMES, Parameters, Rulings

Table: TypeAlias = NDArray[np.int64]

USUAL = {"III": (5, 9, 2, 1, 7, 6), "IV": (4, 1, 3, 9, 8, 5), "V": (6, 2, 8, 7, 3, 4)}
MOST_WAYS = 24
OVER = -1
# The first numbers of a row.
TURN, LAST, LOST, TOTAL, STRIKES, QUEEN_CELLS, DICE_CELLS = 0, 1, 2, 3, 4, 5, 6
"""LAST: 1 + the die put down just before; LOST: 1 + a player who had no action; 0 for nobody.
TOTAL: legal actions; STRIKES: the own dice that can strike, as bits; then how many cells there are
for the queen, and for each own die."""
X, Y, WAY = 9, 17, 25
"""Where the columns and rows of the eight pieces begin (white's dice, black's, queens; 0 when off the
board), and how the six dice lie."""
LINES = 31
"""Where the sets of cells begin: dice by rows and by columns, all pieces by rows and by columns, then
by rows the cells for each own die and for the queen, and one set of scratch."""
DICE_ROWS, DICE_COLUMNS, ALL_ROWS, ALL_COLUMNS, ALLOWED, QUEEN_SET, OFFERED = 0, 1, 2, 3, 4, 7, 8
SETS = 12


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
    """Words in a set of cells: n + 2."""
    full: int
    """A line with all its cells."""

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


def ari(parameters: Parameters, rulings: Rulings) -> Ari:
    """Make the tables of one game."""
    n = parameters.n
    lies = lies_of(parameters)
    ways = [len(lie) for lie in lies]
    sides = np.zeros((len(NAMES), MOST_WAYS, 4), np.int64)
    for die, lie in enumerate(lies):
        sides[die, : len(lie)] = lie
    return Ari(
        row_size=LINES + SETS * (n + 2),
        key_size=3,
        player_count=2,
        place_count=n * n + 2,
        most_legal=n * n * (sum(ways) + 1) + len(NAMES),
        temper_count=6,
        n=n,
        stride=n + 2,
        full=(1 << (n + 1)) - 2,
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
        row_of=np.repeat(np.arange(1, n + 1), n),
    )
