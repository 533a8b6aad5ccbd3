"""Ready-made boards, held against other definitions: corners in the plane, formulas, floods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.author.boards import (
    BadBoard,
    BoardDrawing,
    BoardOfHexagons,
    CellBoard,
    HexagonBoard,
    HexBoard,
    SquareBoard,
    TriangleBoard,
    UnknownCell,
    UnknownDirection,
    UnknownSymmetry,
    YBoard,
    board_symmetries,
    board_symmetry,
    cells_in,
)
from rulewright.interface import ImpossiblePosition, Json, MalformedPosition

length = st.integers(1, 5)
boards = st.one_of(
    st.builds(SquareBoard, length, length),
    st.builds(HexBoard, length, length),
    st.builds(HexagonBoard, st.integers(1, 4)),
    st.builds(YBoard, length),
    st.builds(TriangleBoard, length),
)
EDGE, CORNER = 2, 1
"""How many corners cells share that touch along an edge, or in a corner only."""


def corners_of(board: CellBoard, cell: int) -> set[tuple[int, int]]:
    """Round the corners of a cell as it is drawn."""
    return {(round(1000 * x), round(1000 * y)) for x, y in board.outline(cell)}


def touching(board: CellBoard, cell: int, shared: int) -> tuple[int, ...]:
    """Find the cells that share so many corners with a cell."""
    own = corners_of(board, cell)
    return tuple(
        other
        for other in board.cells
        if other != cell and len(own & corners_of(board, other)) == shared
    )


@given(boards)
def test_neighbours_share_an_edge_and_diagonal_ones_a_corner(board: CellBoard) -> None:
    """As they are drawn: two corners are an edge."""
    for cell in board.cells:
        assert board.neighbours[cell] == touching(board, cell, EDGE)
        assert board.diagonal_neighbours[cell] == touching(board, cell, CORNER)
        both = {*board.neighbours[cell], *board.diagonal_neighbours[cell]}
        assert board.all_neighbours[cell] == tuple(sorted(both))
    assert set(board.pairs) == {
        (one, other)
        for one, other in combinations(board.cells, 2)
        if other in board.neighbours[one]
    }


@given(boards)
def test_cells_are_named_once_and_read_row_by_row(board: CellBoard) -> None:
    """From the top, each row from the left; names lead back to cells."""
    assert len(set(board.names)) == len(board) == len(board.coordinates)
    assert [board.index[name] for name in board.names] == list(board.cells)
    assert list(board.cells) == sorted(
        board.cells, key=lambda cell: (board.coordinates[cell][1], board.centre(cell)[0])
    )


def test_there_are_as_many_cells_as_geometry_says() -> None:
    """By the formulas for each shape."""
    for n in range(1, 7):
        assert len(SquareBoard(n, 3)) == len(HexBoard(n, 3)) == 3 * n
        assert len(HexagonBoard(n)) == 3 * n * n - 3 * n + 1
        assert len(YBoard(n)) == n * (n + 1) // 2
        assert len(TriangleBoard(n)) == n * n


def test_names_are_those_of_the_games_that_are_played_on_them() -> None:
    """Chess, Hex and Abalone."""
    chess, hexes, abalone = SquareBoard(8, 8), HexBoard(11, 11), HexagonBoard(5)
    assert (chess.names[0], chess.names[-1]) == ("a8", "h1")
    assert [chess.names[cell] for cell in chess.neighbours[chess.index["a1"]]] == ["a2", "b1"]
    assert (hexes.names[0], hexes.names[10], hexes.names[-1]) == ("a1", "k1", "k11")
    rows = Counter(name[0] for name in abalone.names)
    assert [rows[letter] for letter in "abcdefghi"] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert abalone.names[0] == "i5"
    assert {abalone.names[cell] for cell in abalone.ray(abalone.index["a1"], "ne")} == {
        *("b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9")
    }
    assert SquareBoard(28, 1).names[-2:] == ("aa1", "ab1")


@given(boards)
def test_directions_are_straight_and_lead_back(board: CellBoard) -> None:
    """Each step has a step back; rays keep their course, on triangles within a strip."""
    opposite = {"n": "s", "e": "w", "ne": "sw", "nw": "se"}
    opposite |= {back: way for way, back in opposite.items()}
    for cell in board.cells:
        for way in board.directions:
            after = board.step(cell, way)
            if after is not None:
                assert board.step(after, opposite[way]) == cell
            ray = (cell, *board.ray(cell, way))
            strides = [dist(board.centre(one), board.centre(other)) for one, other in pairwise(ray)]
            whole = dist(board.centre(ray[0]), board.centre(ray[-1]))
            if not isinstance(board, TriangleBoard):
                assert whole == pytest.approx(sum(strides))
            elif len(ray) % 2:  # cells that point the same way lie on a line
                assert whole == pytest.approx((len(ray) - 1) / 2)


@given(length, length, st.integers(2, 4))
def test_lines_are_counted(columns: int, rows: int, size: int) -> None:
    """Across, down, and along both diagonals; each once."""
    board = SquareBoard(columns, rows)
    right, down = max(columns - size + 1, 0), max(rows - size + 1, 0)
    assert len(board.lines(size)) == right * rows + columns * down + 2 * right * down
    assert len(board.lines(size, ["e", "w"])) == right * rows
    hexes = HexBoard(columns, rows)
    assert len(hexes.lines(size)) == right * rows + columns * down + right * down
    assert len({frozenset(line) for line in board.lines(size)}) == len(board.lines(size))


@given(boards)
def test_distances_are_shortest_paths(board: CellBoard) -> None:
    """By formulas where there are some; the triangle inequality everywhere."""
    for one in board.cells:
        for other in board.cells:
            apart = board.distance(one, other)
            assert apart == board.distance(other, one)
            assert (apart == 0) == (one == other)
            (x, y), (u, v) = board.coordinates[one], board.coordinates[other]
            if isinstance(board, SquareBoard):
                assert apart == abs(x - u) + abs(y - v)
            if isinstance(board, BoardOfHexagons):
                assert apart == max(abs(x - u), abs(y - v), abs(x + y - u - v))
            for third in board.cells[:5]:
                assert apart <= board.distance(one, third) + board.distance(third, other)


@given(boards)
def test_the_rim_is_where_neighbours_are_missing(board: CellBoard) -> None:
    """Sides cover it; corners are on two sides."""
    full = {SquareBoard: 4, TriangleBoard: 3}.get(type(board), 6)
    rim = {cell for cell in board.cells if len(board.neighbours[cell]) < full}
    assert {cell for side in board.sides.values() for cell in side} == rim
    for cell in board.cells:
        sides = [name for name, side in board.sides.items() if cell in side]
        assert (cell in board.corners) == (len(sides) > 1)


@given(boards)
def test_symmetries_keep_what_touches_what(board: CellBoard) -> None:
    """They are isometries of the drawing, and closed under composition."""
    same = tuple(board.cells)
    every = {*board.symmetries.values(), same}
    assert len(every) == len(board.symmetries) + 1
    for image in board.symmetries.values():
        assert sorted(image) == list(same)
        for one, other in combinations(board.cells, 2):
            assert dist(board.centre(one), board.centre(other)) == pytest.approx(
                dist(board.centre(image[one]), board.centre(image[other]))
            )
        for other_image in every:
            assert tuple(image[cell] for cell in other_image) in every


def test_no_symmetry_is_missing() -> None:
    """As many as the shape has, the identity left out."""
    shapes = [
        (SquareBoard(3, 3), 7),
        (SquareBoard(3, 2), 3),
        (HexBoard(3, 3), 3),
        (HexBoard(3, 2), 1),
        (HexagonBoard(3), 11),
        (YBoard(4), 5),
        (TriangleBoard(4), 5),
    ]
    assert [len(board.symmetries) for board, _ in shapes] == [count for _, count in shapes]


def flooded(board: CellBoard, own: tuple[bool, ...], start: str, end: str) -> bool:
    """Walk from a side."""
    seen = [cell for cell in board.sides[start] if own[cell]]
    for cell in seen:
        seen += [other for other in board.neighbours[cell] if own[other] and other not in seen]
    return any(cell in board.sides[end] for cell in seen)


def test_connections_are_the_same_in_every_algebra() -> None:
    """All sets of cells of a small board at once, one by one, and as a term."""
    board = HexBoard(3, 3)
    sets = [tuple(bool(number >> cell & 1) for cell in board.cells) for number in range(512)]
    lanes = [sum(own[cell] << lane for lane, own in enumerate(sets)) for cell in board.cells]
    together = board.connected(lanes, "n", "s")
    expected = [flooded(board, own, "n", "s") for own in sets]
    assert [bool(together >> lane & 1) for lane in range(512)] == expected
    assert [board.connected(own, "n", "s") for own in sets] == expected
    assert 0 < sum(expected) < 512
    own = z3.Bools(" ".join(board.names))
    term = board.connected(own, "n", "s")
    for chosen in sets[::37]:
        values = [(name, z3.BoolVal(value)) for name, value in zip(own, chosen, strict=True)]
        assert z3.is_true(z3.simplify(z3.substitute(term, *values))) == flooded(
            board, chosen, "n", "s"
        )
    with pytest.raises(UnknownDirection, match="unknown direction 'ne'"):
        board.connected(sets[0], "n", "ne")


@settings(max_examples=50)
@given(boards, st.data())
def test_facts_and_names_lead_to_each_other(board: CellBoard, data: st.DataObject) -> None:
    """Names are sorted by code point."""
    chosen = data.draw(st.sets(st.sampled_from(board.names)))
    assert board.named(board.facts(chosen)) == sorted(chosen)
    with pytest.raises(UnknownCell, match="unknown cell 'z99'"):
        board.facts(["z99"])


@pytest.mark.parametrize(
    "make",
    [lambda: SquareBoard(0, 3), lambda: HexBoard(3, True), lambda: TriangleBoard(-1)],
)
def test_measures_that_no_board_has_are_refused(make: Callable[[], CellBoard]) -> None:
    """In one line."""
    with pytest.raises(BadBoard, match="must be a whole number from 1"):
        make()


def test_unknown_directions_and_lengths_are_refused() -> None:
    """With what would be right."""
    with pytest.raises(UnknownDirection, match="unknown direction 'n'"):
        HexBoard(2, 2).step(0, "n")
    with pytest.raises(BadBoard, match="1 at least"):
        SquareBoard(2, 2).lines(0)


# ------------------------------------------------------------------------------ symmetries of games


def test_a_symmetry_renames_actions_and_positions() -> None:
    """Cells in texts, keys and lists; players if they change; the order only where one is said."""
    board = SquareBoard(3, 3)
    turned = board_symmetry(board, "top and bottom", {"x": "o", "o": "x"}, ordered=("history",))
    assert turned.action("a1-b2") == "a3-b2"
    assert turned.action("pass") == "pass"
    assert turned.action("xa1") == "xa1"
    position = {
        "x": ["a1", "b3"],
        "kings": {"c3": "x"},
        "history": ["a1", "a2", "a3"],
        "turn": "x",
        "count": 3,
    }
    assert turned.position(position) == {
        "o": ["a3", "b1"],
        "kings": {"c1": "o"},
        "history": ["a3", "a2", "a1"],
        "turn": "o",
        "count": 3,
    }
    assert turned.player("x") == "o"
    assert [each.name for each in board_symmetries(SquareBoard(2, 3))] == [
        "half turn",
        "left and right",
        "top and bottom",
    ]
    with pytest.raises(UnknownSymmetry, match="unknown symmetry 'sideways'"):
        board_symmetry(board, "sideways")


def test_long_names_are_read_whole() -> None:
    """``a1`` is not found in ``a11``."""
    board = SquareBoard(2, 11)
    assert [board.names[cell] for cell in cells_in(board, "a11-b1")] == ["a11", "b1"]


# ----------------------------------------------------------------------------------------- drawings


class Drawn:
    """As much of an engine as a drawing asks."""

    game, params = "demo", {"n": 3}
    rulings: dict[str, str] = {}  # noqa: RUF012 - never changed

    def __init__(self, *players: str, impossible: bool = False) -> None:
        """Name the players; the first is to move."""
        self.players, self.impossible = players, impossible

    def from_json(self, position: Json) -> str:
        """Read a position, or refuse it."""
        if self.impossible:
            raise ImpossiblePosition("D-1", "it is refused")
        return str(position)

    def turn(self, _: str) -> str:
        """Name the first player."""
        return self.players[0]

    def winners(self, _: str) -> tuple[str, ...]:
        """Nobody has won."""
        return ()


def test_boards_are_drawn_as_text() -> None:
    """Rows and columns have their names; rows of hexagons are shifted."""
    draw = BoardDrawing(lambda params: HexBoard(params["n"], 2))
    engine: Any = Drawn("red", "blue")
    position = {"red": ["a1"], "blue": ["c2"], "turn": "blue"}
    assert draw.text(engine, position) == "   a b c\n1  r . .\n2   . . b\n\nred to move"
    unreadable: Any = Drawn("red", "blue", impossible=True)
    assert draw.text(unreadable, position).endswith("blue to move")
    triangle = BoardDrawing(TriangleBoard(2), signs={"red": "#"}).text(engine, {"red": ["b2"]})
    assert triangle.splitlines()[:2] == ["a1    .", "b1  . # ."]
    alike: Any = Drawn("red", "rose")
    assert draw.text(alike, {"red": ["a1"], "rose": ["b1"]}).splitlines()[1] == "1  1 2 ."
    with pytest.raises(MalformedPosition, match=r"cannot be drawn: 'a9' is no cell .*`contents`"):
        draw.text(engine, {"red": ["a9"], "turn": "red"})
    assert draw.text(engine, position | {"points": [0, 2]}) == draw.text(engine, position)


def marks(picture: str, kind: str) -> list[str]:
    """List the titles, or the classes, of the elements of a kind."""
    root = ET.fromstring(picture)  # noqa: S314 - our own picture
    return [each.get("class", "") for each in root.iter() if kind in each.get("class", "").split()]


def test_a_picture_shows_last_legal_and_forbidden_actions() -> None:
    """Pieces in colours, dots on targets, rings where something changed, words for a pass."""
    draw = BoardDrawing(SquareBoard(3, 3), goals={"white": ("n",)})
    engine: Any = Drawn("white", "black")
    before = {"white": ["a1", "c1"], "black": ["b2", "c3"]}
    after = {"white": ["b2"], "black": ["c3"]}
    picture = draw.svg(
        engine, after, "a1-b2", before=before, legal=("c3-c2", "c3-b3", "pass"), forbidden="c3-a1"
    )
    assert len(marks(picture, "cell")) == 9
    assert len(marks(picture, "piece")) == 2 + 2  # and two in the foot
    assert len(marks(picture, "option-dot")) == 2
    assert len(marks(picture, "left")) == 2  # where it began, and c1, which is empty now
    assert len(marks(picture, "refused")) == 2
    assert len(marks(picture, "goal")) == 3
    assert "legal: pass" in picture
    bare = draw.svg(engine, after)
    assert not any(marks(bare, kind) for kind in ("option-dot", "left", "last", "refused"))
