"""The boards that a new game can be begun with."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from rulewright.interface import UnknownName


class UnknownBoard(UnknownName):
    """No new game can be begun on a board of that name."""

    noun = "board"


@frozen
class BoardChoice:
    """A board of `rulewright.author.boards`, and how it is described."""

    name: str
    class_name: str
    """Its class in `rulewright.author.boards`."""
    measures: int
    """How many measures the class takes; all are the length of a side."""
    described: str
    """What the rulebook says of it."""
    row: tuple[str, str]
    """Two cells in line, on the board of side 2."""

    @property
    def arguments(self) -> str:
        """What a function of the rules gives to the class."""
        return ", ".join(["rules.params.side"] * self.measures)

    @property
    def arguments_of_params(self) -> str:
        """What a function of the parameters by name gives to the class."""
        return ", ".join(['params["side"]'] * self.measures)


BOARDS: Mapping[str, BoardChoice] = MappingProxyType(
    {
        each.name: each
        for each in (
            BoardChoice("square", "SquareBoard", 2, "a square of squares", ("a1", "a2")),
            BoardChoice("hex", "HexBoard", 2, "a rhombus of hexagons", ("a1", "a2")),
            BoardChoice("triangle", "TriangleBoard", 1, "a triangle of triangles", ("b1", "b2")),
        )
    }
)
