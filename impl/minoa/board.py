"""The hexagon of Minoa as numbers: vertices, lines, rim, and the tables of one game.

Vertices are numbered in ascending order of ``(q, r)``. An action is the number of its line:
interior lines come first (in ascending order of their vertices), then the boundary lines in order
round the board, anticlockwise, so that boundary line `i` lies between rim vertices `i` and `i + 1`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulewright.impl.minoa.options import Parameters, Rulings

Vertex: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[Vertex, Vertex]
Table: TypeAlias = NDArray[np.int64]

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
WORD = 64
FOUR = 4
"""With so many players there are two teams."""
FULL, LITERAL, EXHAUSTED = range(3)
HANDS = 2
"""Where the hands of the players begin in a row, after the turn and the vacant boundary lines."""


class Minoa(NamedTuple):
    """One game of Minoa for compiled code: sizes, rulings, the layout of a row, and tables."""

    row_size: int
    key_size: int
    player_count: int
    place_count: int
    most_legal: int
    temper_count: int

    vertices: int
    interior: int
    rim: int
    words: int
    """64-bit words in a set of interior lines."""
    rim_words: int
    """64-bit words in a set of boundary lines."""

    end: int
    coloured: bool
    team_stride: int
    """Players with equal remainders by this number share areas; 4 when nobody does."""
    teams: bool
    """Whether there are four players, so that partners add their territories."""
    skip: bool

    at_sticks: int
    at_joining: int
    """Set of interior lines between two different components."""
    at_legal: int
    """Set of legal sticks; the same place as `at_joining` unless pieces matter."""
    at_vacant: int
    at_owner: int
    """Owner of each boundary line: 0 for none, else 1 + player."""
    at_label: int
    at_next: int
    """The next vertex of the same component, in a ring."""
    at_size: int
    at_corners: int
    """For each component the number of rim vertices in it."""
    at_potential: int
    at_cut: int
    """For each component the set of interior lines with exactly one end in it."""
    at_area: int
    """Scratch from here on: the area of each boundary line, and three tables more."""
    at_first: int
    at_last: int
    at_marks: int
    at_classes: int

    ends: Table
    """`[2 * lines]`: the two vertices of each line."""
    crosses: Table
    """`[lines]`: cross product of the two ends; for boundary lines in order round the board."""
    rim_vertices: Table
    opening: Table
    """`[row_size]`: the row of the position before the first action."""


def vertices_of(n: int) -> list[Vertex]:
    """List the vertices of the board of size `n` in ascending order."""
    side = range(-n, n + 1)
    return [(q, r) for q in side for r in side if abs(q + r) <= n]


def rim_of(n: int) -> list[Vertex]:
    """List the vertices on the rim, anticlockwise from the corner ``(n, 0)``."""
    steps = [AROUND[(side + 2) % 6] for side in range(6) for _ in range(n)]
    walk = [(n, 0)]
    for q, r in steps:
        walk.append((walk[-1][0] + q, walk[-1][1] + r))
    return walk[:-1]


def lines_of(n: int) -> list[Line]:
    """List the lines by their action numbers; the two vertices of each in ascending order."""
    corners = vertices_of(n)
    present = set(corners)
    rim = rim_of(n)
    boundary = [(min(pair), max(pair)) for pair in pairwise([*rim, rim[0]])]
    every = [
        (start, (start[0] + q, start[1] + r))
        for start in corners
        for q, r in ((0, 1), (1, -1), (1, 0))
    ]
    outside = set(boundary)
    return [line for line in every if line[1] in present and line not in outside] + boundary


def line_name(line: Line) -> str:
    """Spell a line as the page does: ``-1,1-0,0``."""
    (q, r), (s, t) = line
    return f"{q},{r}-{s},{t}"


def cross(start: Vertex, end: Vertex) -> int:
    """Twice the signed area between two vertices and the centre, counted in triangles."""
    return start[0] * end[1] - start[1] * end[0]


def _layout(sizes: dict[str, int]) -> tuple[dict[str, int], int]:
    places, used = {}, 0
    for name, size in sizes.items():
        places[f"at_{name}"] = used
        used += size
    return places, used


def _bits(members: range, words: int) -> Table:
    table = np.zeros(words, np.int64)
    unsigned = table.view(np.uint64)
    for member in members:
        unsigned[member // WORD] |= np.uint64(1) << np.uint64(member % WORD)
    return table


def minoa(parameters: Parameters, rulings: Rulings) -> Minoa:
    """Make the tables of one game."""
    n, k = parameters.n, parameters.k
    number = {vertex: index for index, vertex in enumerate(vertices_of(n))}
    lines, walk = lines_of(n), rim_of(n)
    rim = 6 * n
    interior = len(lines) - rim
    words, rim_words = -(-interior // WORD), -(-rim // WORD)
    coloured = rulings.closure == "coloured"
    places, row_size = _layout(
        {
            "hands": HANDS + k,
            "sticks": words,
            "joining": words,
            "legal": words if coloured else 0,
            "vacant": rim_words,
            "owner": rim,
            "label": len(number),
            "next": len(number),
            "size": len(number),
            "corners": len(number),
            "potential": len(number),
            "cut": len(number) * words,
            "area": rim,
            "first": len(number),
            "last": len(number),
            "marks": 4 * (rim + 1),
            "classes": (2 * rim + 1) * words if coloured else 0,
        }
    )
    del places["at_hands"]
    if not coloured:
        places["at_legal"] = places["at_joining"]
    ends = np.array([number[vertex] for line in lines for vertex in line], np.int64)
    crosses = [cross(*line) for line in lines[:interior]]
    crosses += [cross(*pair) for pair in pairwise([*walk, walk[0]])]
    shared = k == FOUR and rulings.partners == "shared"
    return Minoa(
        row_size=row_size,
        key_size=1 + words + k * rim_words,
        player_count=k,
        place_count=len(lines),
        most_legal=len(lines),
        temper_count=5,
        vertices=len(number),
        interior=interior,
        rim=rim,
        words=words,
        rim_words=rim_words,
        end=("full", "literal", "exhausted").index(rulings.end),
        coloured=coloured,
        team_stride=2 if shared else FOUR,
        teams=k == FOUR,
        skip=rulings.stranded == "skip",
        **places,
        ends=ends,
        crosses=np.array(crosses, np.int64),
        rim_vertices=np.array([number[vertex] for vertex in walk], np.int64),
        opening=_opening(places, row_size, ends, interior=interior, rim=rim, players=k),
    )


def _opening(
    places: dict[str, int], row_size: int, ends: Table, *, interior: int, rim: int, players: int
) -> Table:
    """Write the row of the empty board: every vertex is a component of its own."""
    row = np.zeros(row_size, np.int64)
    words = -(-interior // WORD)
    row[1] = rim
    row[HANDS : HANDS + players] = rim // players
    for place in ("at_joining", "at_legal"):
        row[places[place] : places[place] + words] = _bits(range(interior), words)
    rim_words = -(-rim // WORD)
    row[places["at_vacant"] : places["at_vacant"] + rim_words] = _bits(range(rim), rim_words)
    vertices = places["at_next"] - places["at_label"]
    for place in ("at_label", "at_next"):
        row[places[place] : places[place] + vertices] = range(vertices)
    row[places["at_size"] : places["at_size"] + vertices] = 1
    cut = row[places["at_cut"] :].view(np.uint64)
    for line in range(interior):
        for vertex in ends[2 * line : 2 * line + 2]:
            cut[vertex * words + line // WORD] |= np.uint64(1) << np.uint64(line % WORD)
    rim_ends = ends[2 * interior :]
    row[places["at_corners"] + rim_ends] = 1
    return row
