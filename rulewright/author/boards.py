"""Ready-made boards of squares, hexagons and triangles.

>>> from rulewright.author.boards import SquareBoard
>>> board = SquareBoard(3, 3)
>>> len(board.lines(3)), board.names[board.step(board.index["b2"], "ne")]
(8, 'c3')
"""

from __future__ import annotations

from rulewright.spec.boards import (
    BadBoard,
    BoardDrawing,
    BoardOfHexagons,
    CellBoard,
    Coordinates,
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
    listed,
)

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
