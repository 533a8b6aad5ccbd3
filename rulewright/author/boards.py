"""Ready-made boards of squares, hexagons and triangles.

>>> from rulewright.author.boards import SquareBoard
>>> board = SquareBoard(3, 3)
>>> len(board.lines(3)), board.names[board.step(board.index["b2"], "ne")]
(8, 'c3')
"""

from __future__ import annotations

from rulewright.spec.boards import (
    BadBoard,
    BoardOfHexagons,
    CellBoard,
    Coordinates,
    HexagonBoard,
    HexBoard,
    SquareBoard,
    TriangleBoard,
    UnknownCell,
    UnknownDirection,
    YBoard,
)

__all__ = [
    "BadBoard",
    "BoardOfHexagons",
    "CellBoard",
    "Coordinates",
    "HexBoard",
    "HexagonBoard",
    "SquareBoard",
    "TriangleBoard",
    "UnknownCell",
    "UnknownDirection",
    "YBoard",
]
