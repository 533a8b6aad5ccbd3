"""Ready-made boards: cells and their names, neighbours, lines, sides, symmetries, drawings.

    >>> from rulewright.author.boards import HexBoard, SquareBoard
    >>> SquareBoard(8, 8).names[0], HexBoard(5, 5).names[-1]
    ('a8', 'e5')

A board is a value: two of the same measures are equal.
"""

from __future__ import annotations

from rulewright.spec.board_cells import (
    BadBoard,
    CellBoard,
    Coordinates,
    UnknownCell,
    UnknownDirection,
)
from rulewright.spec.board_drawing import BoardDrawing, listed
from rulewright.spec.board_hexagons import BoardOfHexagons, HexagonBoard, HexBoard, YBoard
from rulewright.spec.board_squares import SquareBoard
from rulewright.spec.board_symmetry import (
    UnknownSymmetry,
    board_symmetries,
    board_symmetry,
    cells_in,
)
from rulewright.spec.board_triangles import TriangleBoard

__all__ = [
    "BadBoard",
    "BoardDrawing",
    "BoardOfHexagons",
    "CellBoard",
    "Coordinates",
    "HexBoard",
    "HexagonBoard",
    "SquareBoard",
    "TriangleBoard",
    "UnknownCell",
    "UnknownDirection",
    "UnknownSymmetry",
    "YBoard",
    "board_symmetries",
    "board_symmetry",
    "cells_in",
    "listed",
]
