"""The table and the tiles of Dreieck nimmt as numbers, and the tables of one game.

The table is unbounded, but a game has N tiles, so no tile lies further than N - 1 steps from the
first. A **cell** is a number on a grid of that reach and two more: up triangle ``u q,r`` is
``2 * ((q + reach) * span + r + reach)``, down triangle ``d q,r`` one more. A vertex ``(q, r)`` has the
number of the up triangle that begins at it.

A **way** is how three symbols lie on the corners of a cell, the first corner counting most. Edge `e`
of a cell joins corners `e` and `e + 1`. Across edge `e` of an up triangle lies the down triangle
whose edge is `e + 1`; the two run along it in opposite directions.

An action is 0 for a pass, else ``1 + 2 * (cell * ways + way)``, plus one if everything is left lying.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulewright.impl.dreieck.options import STACK, Parameters, Rulings, tile_names

Table: TypeAlias = NDArray[np.int64]

WORD = 64
TURN, PASSES, NODES, STAMP, GAP, CAPTURED = range(6)
"""Where a row begins: the player to move, passes in a row, nodes in use, latest mark, whether the region
walked last has an empty cell beside it, and (for each player) the tiles taken."""
IN_HAND, TAKEN, ON_TABLE = 0, 1, 2
"""Where a tile is: in hand or stack, captured, or ``ON_TABLE + cell * ways + way``."""
OVER = -1
"""The player to move when the game is over."""
PASS = 0
"""The action by which nothing is laid."""
FIRST_NUMBER = 8
LAST_CODE = 255
"""On the written board: the code of the number 0, and of all numbers too large for a code."""


class Dreieck(NamedTuple):
    """One game of Dreieck nimmt for compiled code: sizes, rulings, the layout of a row, tables."""

    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int

    tiles: int
    """Tiles of one player."""
    symbols: int
    ways: int
    words: int
    """64-bit words in a set of ways."""
    reach: int
    span: int
    first: int
    """The cell of the first tile."""

    match_all: bool
    outer: bool
    standing: bool
    may: bool
    bury: bool
    stacked: bool
    plain: bool
    """Whether a set of ways is one word, and each action has one form."""

    at_where: int
    """For each player and tile, where it is."""
    at_top: int
    """With stacks, for each player, the place of the top tile in the stack at the start; -1 if none."""
    at_hand: int
    """For each player the set of ways that the tiles one may lay can lie."""
    at_cell: int
    """From here on for each node (a cell that is laid, or was, or lies beside such a one): its cell,"""
    at_owner: int
    """1 + the player whose tile lies there, 0 if empty,"""
    at_way: int
    at_spare: int
    """(here the links lie of what has no node)"""
    at_near: int
    """the nodes across its three edges, -1 where there is none yet,"""
    at_fits: int
    """the set of ways that fit there (none if a tile lies there),"""
    at_mark: int
    at_list: int
    """and two scratch tables."""
    at_index: int
    """Hash table: 1 + node by cell, 0 where free."""
    index_mask: int
    index_share: int
    """What a cell is multiplied with to find its column: 2**32 over the cells of one, rounded up,"""
    index_fold: int
    """and what it loses for each column, so that a few dozen rows and columns fill the index evenly."""

    step: Table
    """`[6]`: from a vertex to the next in each direction, anticlockwise."""
    sector: Table
    """`[6]`: from a vertex to the cell that lies between two directions."""
    across: Table
    """`[2 * 3]`: from an up, or a down triangle to the one across each edge."""
    corner: Table
    """`[ways * 3]`: the symbol on each corner."""
    tile_of: Table
    """`[ways]`: the tile that lies so."""
    turn_of: Table
    """`[ways]`: by how many corners it is turned."""
    lies_as: Table
    """`[tiles * words]`: the set of ways in which a tile can lie."""
    at_edge: Table
    """`[3 * symbols * symbols * words]`: the ways that show two symbols at the ends of an edge."""
    named: Table
    """`[words]`: the ways that are names of tiles."""
    order: Table
    """`[players * tiles]`: the stacks at the start, top first; empty with hands."""
    hole: int
    """The down triangle that has only the vertex (0, 0) in common with the first cell."""
    ring: Table
    """`[12]`: the cells round the hole; the first cell is one of them."""
    rampart: Table
    """`[9]`: the cells round that ring."""


def _set_of(members: list[int], words: int) -> Table:
    table = np.zeros(words, np.int64)
    unsigned = table.view(np.uint64)
    for member in members:
        unsigned[member // WORD] |= np.uint64(1) << np.uint64(member % WORD)
    return table


def _layout(sizes: dict[str, int], begin: int) -> tuple[dict[str, Any], int]:
    places, used = {}, begin
    for name, size in sizes.items():
        places[f"at_{name}"] = used
        used += size
    return places, used


def _ways_of(name: str, symbols: int) -> list[int]:
    """List the ways in which a tile lies when turned by 0, 1 and 2 corners, anticlockwise."""
    first, second, third = (ord(letter) - ord("a") for letter in name)
    turned = ((first, second, third), (third, first, second), (second, third, first))
    return [(a * symbols + b) * symbols + c for a, b, c in turned]


def _with_ends(edge: int, start: int, end: int, symbols: int) -> list[int]:
    """List the ways that show these symbols on the corners `edge` and `edge + 1`."""
    weights = (symbols * symbols, symbols, 1)
    known = start * weights[edge] + end * weights[(edge + 1) % 3]
    return [known + free * weights[(edge + 2) % 3] for free in range(symbols)]


def _beside(ring: list[int], across: list[int], hole: int) -> list[int]:
    """List the cells across the outer edges of a ring round a hole."""
    beside = {cell + across[3 * (cell & 1) + edge] for cell in ring for edge in range(3)}
    return sorted(beside - {*ring, hole})


def _order(parameters: Parameters, names: list[str]) -> Table:
    """Number the tiles of the stacks at the start, player by player."""
    if parameters.stacks is None:
        return np.zeros(0, np.int64)
    number = {name: tile for tile, name in enumerate(names)}
    stacks = (parameters.stacks[f"p{player + 1}"] for player in range(parameters.k))
    return np.array([number[name] for stack in stacks for name in stack], np.int64)


@cache
def _ways(symbols: int, words: int) -> dict[str, Any]:
    """Make the tables of the ways in which tiles lie; games share them."""
    names = tile_names(symbols)
    tile_of, turn_of = np.zeros((2, symbols**3), np.int64)
    for tile, name in enumerate(names):
        # Backwards, so that of several turns that look alike the least is kept.
        for turn, way in reversed(list(enumerate(_ways_of(name, symbols)))):
            tile_of[way], turn_of[way] = tile, turn
    ends = product(range(3), range(symbols), range(symbols))
    return {
        "corner": np.array(list(product(range(symbols), repeat=3)), np.int64).reshape(-1),
        "tile_of": tile_of,
        "turn_of": turn_of,
        "lies_as": np.concatenate([_set_of(_ways_of(name, symbols), words) for name in names]),
        "at_edge": np.concatenate([_set_of(_with_ends(*end, symbols), words) for end in ends]),
        "named": _set_of([_ways_of(name, symbols)[0] for name in names], words),
    }


def _plane(reach: int) -> dict[str, Any]:
    """Make the tables of the cells that lie at most `reach` from the first one."""
    span = 2 * reach + 1
    first = 2 * (reach * span + reach)
    across = [-1, 1, 1 - 2 * span, 2 * span - 1, 1, -1]
    sector = [0, 1 - 2 * span, -2 * span, -1 - 2 * span, -2, -1]
    hole = first + sector[3]
    vertices = (first, first - 2 * span, first - 2)
    ring = sorted({vertex + turn for vertex in vertices for turn in sector} - {hole})
    return {
        "reach": reach,
        "span": span,
        "first": first,
        "step": np.array([2 * span, 2, 2 - 2 * span, -2 * span, -2, 2 * span - 2], np.int64),
        "sector": np.array(sector, np.int64),
        "across": np.array(across, np.int64),
        "hole": hole,
        "ring": np.array(ring, np.int64),
        "rampart": np.array(_beside(ring, across, hole), np.int64),
    }


def dreieck(parameters: Parameters, rulings: Rulings) -> Dreieck:
    """Make the tables of one game."""
    k, s = parameters.k, parameters.s
    names = tile_names(s)
    tiles, ways, words = len(names), s**3, -(-(s**3) // WORD)
    nodes = 4 * k * tiles + 1  # each tile's cell, the three beside it, and the first cell
    index = 1 << (2 * nodes).bit_length()
    places, row_size = _layout(
        {
            "where": k * tiles,
            "top": k,
            "hand": k * words,
            "cell": nodes,
            "owner": nodes,
            "way": nodes,
            "spare": 3,
            "near": 3 * nodes,
            "fits": nodes * words,
            "mark": nodes,
            "list": nodes,
            "index": index,
        },
        CAPTURED + k,
    )
    may = rulings.claim == "may"
    plane = _plane(k * tiles + 2)
    cells = 2 * plane["span"]
    return Dreieck(
        row_size=row_size,
        key_size=2 + 2 * k + k * tiles,
        player_count=k,
        place_count=(3 * tiles + 2) * k + 1,
        # Each edge of a laid tile lets through one way for each symbol on the corner that is free.
        most_legal=max(tiles, 3 * k * tiles * s * (2 if may else 1)),
        temper_count=7,
        tiles=tiles,
        symbols=s,
        ways=ways,
        words=words,
        match_all=rulings.match == "all",
        outer=rulings.outline == "outer",
        standing=rulings.trigger == "standing",
        may=may,
        bury=rulings.stuck == "bury",
        stacked=parameters.supply == STACK,
        plain=words == 1 and not may,
        **places,
        index_mask=index - 1,
        index_share=(1 << 32) // cells + 1,
        index_fold=cells - (1 << index.bit_length() // 2),
        order=_order(parameters, names),
        **_ways(s, words),
        **plane,
    )
