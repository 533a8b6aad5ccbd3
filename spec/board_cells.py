"""What all boards share: cells, names, neighbours, lines, distances, connections, symmetries.

The cells of a board are numbered from 0 in the order in which they are read: row by row from the top,
each row from the left. Everything speaks of cells by these numbers, so a tuple with one fact for each
cell is indexed by them; `names` and `index` lead to the notation and back. Directions and sides are
points of the compass: `n ne e se s sw w nw` where cells are squares, `ne e se sw w nw` elsewhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from string import ascii_lowercase
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from attrs import field, frozen

from rulewright.interface import UnknownName, UsageError
from rulewright.spec.logic import Fact, Link, all_of, any_of, reachable
from rulewright.spec.svg import Point

Coordinates: TypeAlias = tuple[int, int]
"""The column and the row of a cell, counted from 0 from the left and from the top."""
Row: TypeAlias = tuple[int, ...]
"""Cells in a straight line, in order."""


class BadBoard(UsageError):
    """No board has these measures."""


class UnknownCell(UnknownName, ValueError):
    """A board has no cell of that name."""

    noun = "cell"


class UnknownDirection(UnknownName):
    """A board has no direction, or no side, of that name."""

    noun = "direction"


def measure(least: int = 1) -> Any:
    """Return the attrs field of a length in cells; the class raises `BadBoard` for anything else."""

    def fits(_: object, attribute: object, value: object) -> None:
        if type(value) is not int or value < least:
            what = getattr(attribute, "name", "measure")
            raise BadBoard(
                f"{what} of a board is {value!r}, it must be a whole number from {least}"
            )

    return field(validator=fits)


def letters(number: int) -> str:
    """Write a number from 0 as letters: a to z, then aa, ab and so on.

    >>> letters(0), letters(25), letters(26)
    ('a', 'z', 'aa')
    """
    rest, last = divmod(number, len(ascii_lowercase))
    return (letters(rest - 1) if rest else "") + ascii_lowercase[last]


@frozen
class CellBoard(ABC):
    """What all boards offer; cells, where not said otherwise, are numbers in reading order."""

    straight: ClassVar[tuple[str, ...]]
    """The directions that lead across an edge."""
    oblique: ClassVar[tuple[str, ...]] = ()
    """The directions that lead across a corner."""
    spacing: ClassVar[float] = 1.0
    """How far the centres of neighbours in a row are apart, on the scale of `centre`."""

    # what a board gives

    @cached_property
    @abstractmethod
    def coordinates(self) -> tuple[Coordinates, ...]:
        """The column and the row of each cell."""

    @abstractmethod
    def beyond(self, cell: int, direction: str) -> Coordinates:
        """Return the coordinates one step from a cell, on the board or off it."""

    @abstractmethod
    def spelled(self, at: Coordinates) -> str:
        """Return the name of the cell with these coordinates."""

    @cached_property
    @abstractmethod
    def sides(self) -> Mapping[str, tuple[int, ...]]:
        """The cells along each side, by the side's point of the compass."""

    @cached_property
    @abstractmethod
    def symmetries(self) -> Mapping[str, tuple[int, ...]]:
        """The symmetries by name, without the identity: for each cell the one that it comes to."""

    @abstractmethod
    def centre(self, cell: int) -> Point:
        """Return where the centre of a cell is drawn: x to the right, y downwards, in cells."""

    @abstractmethod
    def outline(self, cell: int) -> tuple[Point, ...]:
        """Return the corners of a cell as it is drawn, in order, on the scale of `centre`."""

    def row_label(self, cell: int) -> str:
        """Return what a row is called, in text, whose first cell this is: the name of that cell."""
        return self.names[cell]

    def column_labels(self) -> Mapping[int, Mapping[int, str]]:
        """Return what is written above or below the board, in text: by row, by cell of a column."""
        return {}

    def is_shaded(self, cell: int) -> bool:
        """Return whether a cell is drawn in the darker of two shades."""
        del cell
        return False

    # what follows

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.coordinates)

    @cached_property
    def cells(self) -> range:
        """The numbers of all cells."""
        return range(len(self))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell, such as ``b2``."""
        return tuple(map(self.spelled, self.coordinates))

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The number of each cell, by its name."""
        return MappingProxyType({name: cell for cell, name in enumerate(self.names)})

    @cached_property
    def at(self) -> Mapping[Coordinates, int]:
        """The number of each cell, by its coordinates."""
        return MappingProxyType({place: cell for cell, place in enumerate(self.coordinates)})

    @property
    def directions(self) -> tuple[str, ...]:
        """All directions."""
        return self.straight + self.oblique

    @cached_property
    def steps(self) -> Mapping[str, tuple[int | None, ...]]:
        """By direction: for each cell the next one that way; None at the rim."""
        return MappingProxyType(
            {
                way: tuple(self.at.get(self.beyond(cell, way)) for cell in self.cells)
                for way in self.directions
            }
        )

    def step(self, cell: int, direction: str) -> int | None:
        """Return the next cell in a direction, None at the rim; raises `UnknownDirection`."""
        if direction not in self.steps:
            raise UnknownDirection(direction, self.directions)
        return self.steps[direction][cell]

    def ray(self, cell: int, direction: str) -> tuple[int, ...]:
        """Return the cells from the next one in a direction to the rim; raises `UnknownDirection`."""
        found: list[int] = []
        following = self.step(cell, direction)
        while following is not None:
            found.append(following)
            following = self.step(following, direction)
        return tuple(found)

    def lines(self, length: int, directions: Iterable[str] | None = None) -> tuple[Row, ...]:
        """Return the straight rows of so many cells (from 1), each once, whichever way it is read.

        `directions` (default: all) says along which; raises `BadBoard` and `UnknownDirection`.
        """
        if length < 1:
            raise BadBoard(f"a line of {length} cells: it must have 1 at least")
        found: dict[frozenset[int], Row] = {}
        for way in self.directions if directions is None else directions:
            for cell in self.cells:
                row = (cell, *self.ray(cell, way)[: length - 1])
                if len(row) == length:
                    found.setdefault(frozenset(row), row)
        return tuple(found.values())

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell those with which it shares an edge, ascending."""
        return self._one_step(self.straight)

    @cached_property
    def diagonal_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell those with which it shares a corner and no edge, ascending."""
        every = zip(self.all_neighbours, self.neighbours, strict=True)
        return tuple(tuple(sorted({*both} - {*straight})) for both, straight in every)

    @cached_property
    def all_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell those with which it shares an edge or a corner, ascending."""
        return self._one_step(self.directions)

    def _one_step(self, ways: Iterable[str]) -> tuple[tuple[int, ...], ...]:
        return tuple(map(ascending, zip(*(self.steps[way] for way in ways), strict=True)))

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The cells that share an edge, each pair once."""
        return tuple(
            (cell, other)
            for cell, others in enumerate(self.neighbours)
            for other in others
            if cell < other
        )

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The cells on two sides, ascending."""
        listed = [cell for side in self.sides.values() for cell in set(side)]
        return tuple(sorted({cell for cell in listed if listed.count(cell) > 1}))

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the number of steps to each, where a step leads to a neighbour by an edge."""
        return tuple(tuple(self._steps_from(cell)) for cell in self.cells)

    def _steps_from(self, cell: int) -> Iterator[int]:
        known = {cell: 0}
        waiting = [cell]
        for here in waiting:
            for other in self.neighbours[here]:
                if other not in known:
                    known[other] = known[here] + 1
                    waiting.append(other)
        return (known[other] for other in self.cells)

    def distance(self, cell: int, other: int) -> int:
        """Return the number of steps between two cells; see `distances`."""
        return self.distances[cell][other]

    # facts about cells

    def named(self, facts: Sequence[Fact]) -> list[str]:
        """Return the names of the cells where a fact (a bool) holds, sorted by code point."""
        return sorted(name for name, holds in zip(self.names, facts, strict=True) if holds)

    def facts(self, names: Iterable[str]) -> tuple[bool, ...]:
        """Return for each cell whether it is named; raises `UnknownCell`."""
        given = set(names)
        for name in given:
            if name not in self.index:
                raise UnknownCell(str(name), self.names)
        return tuple(name in given for name in self.names)

    def links(self, own: Sequence[Fact]) -> list[Link]:
        """Return the links of `reachable` between neighbouring cells that both are one's own."""
        return [(one, other, all_of((own[one], own[other]))) for one, other in self.pairs]

    def connected(self, own: Sequence[Fact], start: str, end: str) -> Fact:
        """One's own cells connect two sides, from neighbour to neighbour (in every algebra).

        >>> from rulewright.author.boards import HexBoard
        >>> board = HexBoard(3, 3)
        >>> board.connected(board.facts(["a1", "a2", "a3"]), "n", "s")
        True
        >>> board.connected(board.facts(["a1", "b2", "c3"]), "n", "s")
        False
        """
        for side in (start, end):
            if side not in self.sides:
                raise UnknownDirection(side, tuple(self.sides))
        begin, goal = self.sides[start], self.sides[end]
        reached = reachable(
            [own[cell] if cell in begin else False for cell in self.cells], self.links(own)
        )
        return any_of(reached[cell] for cell in goal)


def ascending(cells: Iterable[int | None]) -> tuple[int, ...]:
    """Sort the cells that are on the board, each once."""
    return tuple(sorted({cell for cell in cells if cell is not None}))


def images(
    board: CellBoard, maps: Mapping[str, Callable[[Coordinates], Coordinates]]
) -> Mapping[str, tuple[int, ...]]:
    """Return the maps of the plane that leave the board as it is, if it is shifted back."""
    found: dict[str, tuple[int, ...]] = {}
    for name, change in maps.items():
        moved = [change(place) for place in board.coordinates]
        left, top = (min(axis) for axis in zip(*moved, strict=True))
        west, north = (min(axis) for axis in zip(*board.coordinates, strict=True))
        back = [board.at.get((x - left + west, y - top + north)) for x, y in moved]
        image = tuple(cell for cell in back if cell is not None)
        if len(image) == len(board) and image != tuple(board.cells) and image not in found.values():
            found[name] = image
    return MappingProxyType(found)


def sides_of_a_grid(board: CellBoard, columns: int, rows: int) -> Mapping[str, tuple[int, ...]]:
    """List the cells of the first and last column and row."""
    return MappingProxyType(
        {
            "n": tuple(board.at[column, 0] for column in range(columns)),
            "e": tuple(board.at[columns - 1, row] for row in range(rows)),
            "s": tuple(board.at[column, rows - 1] for column in range(columns)),
            "w": tuple(board.at[0, row] for row in range(rows)),
        }
    )
