"""Observations: planes of a position's JSON, by one rule for all games.

A position is taken apart into facts. A text such as ``b3``, ``-1,2`` or ``u0,1``, a pair of numbers,
and a line between two such places is a *place*; a fact is the path of keys that leads to it, with a
place replaced by ``*``: ``{"pieces": {"red": [[0, 1]]}}`` is the fact ``pieces.red*`` at 0,1, and
``{"turn": "red"}`` is ``turn=red``, at no place. What stands beside one place in a list or under it as
a key is a fact at that place. Each fact has a plane: 1 at its places, or everywhere if it has none; a
number n is n / (1 + |n|).

The planes are those of the facts in random games of seed 0, sorted by name, and one more for all facts
that did not occur there. A plane begins at the least row and column that occurred there; where the
board moves, at the least of the position, and what lies beyond the far edge is written at the edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from rulewright.interface import Engine, Json
from rulewright.play.random_games import random_line

Place: TypeAlias = tuple[int, int]
NUMBERS = r"(-?\d{1,6}),(-?\d{1,6})"
PLACE = re.compile(rf"([a-z]?){NUMBERS}")
LINE = re.compile(rf"{NUMBERS}-{NUMBERS}")
SQUARE = re.compile(r"([a-z])([1-9]\d?)")
PAIR = 2
ROOM = 2
"""Rows and columns of a board that moves, beyond what occurred."""
OTHER = "other"
LONGEST = 300
"""Plies of a random game that is looked at."""


@frozen
class PositionFact:
    """A fact of a position: the name of its plane, its place (None: everywhere), and its value."""

    name: str
    place: Place | None
    value: float = 1.0


def place_of(value: Any) -> tuple[str, Place] | None:
    """Read a place: what is written beside its coordinates, and these; None if it is none."""
    if isinstance(value, str):
        if found := PLACE.fullmatch(value):
            return found[1], (int(found[2]), int(found[3]))
        if found := SQUARE.fullmatch(value):
            return "", (ord(found[1]) - ord("a"), int(found[2]) - 1)
        if found := LINE.fullmatch(value):
            a, b, c, d = map(int, found.groups())
            return "-", (a + c, b + d)
        return None
    pair = isinstance(value, list) and len(value) == PAIR and all(type(n) is int for n in value)
    return ("", (value[0], value[1])) if pair else None


@frozen
class Facts:
    """Takes positions apart; the names of players are no places."""

    players: frozenset[str]

    def place(self, value: Any) -> tuple[str, Place] | None:
        """Read a place, unless the text names a player."""
        return None if isinstance(value, str) and value in self.players else place_of(value)

    def of(self, value: Any, path: str = "", at: Place | None = None) -> Iterator[PositionFact]:
        """Yield the facts of a value under a path."""
        found = self.place(value)
        if found is not None:
            yield PositionFact(f"{path}{found[0]}*", found[1])
        elif isinstance(value, dict):
            yield from self._of_object(value, path, at)
        elif isinstance(value, list):
            yield from self._of_list(value, path, at)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield PositionFact(f"{path}#", at, value / (1 + abs(value)))
        elif value is not None:
            yield PositionFact(f"{path}={value}", at)

    def _of_object(self, value: Json, path: str, at: Place | None) -> Iterator[PositionFact]:
        for key, each in value.items():
            found = self.place(key)
            if found is None:
                yield from self.of(each, f"{path}.{key}" if path else key, at)
            else:
                yield from self.of(each, f"{path}{found[0]}*", found[1])

    def _of_list(self, value: list[Any], path: str, at: Place | None) -> Iterator[PositionFact]:
        known = [found for each in value if (found := self.place(each)) is not None]
        beside = len(known) == 1 and len(value) > 1
        for index, each in enumerate(value):
            if beside or (at is not None and len(value) > 1):
                yield from self.of(each, f"{path}[{index}]", known[0][1] if beside else at)
            else:
                yield from self.of(each, path, at)


@frozen(eq=False)
class Planes:
    """The planes of one engine."""

    facts: Facts
    names: tuple[str, ...]
    """The planes but the last, which is for all other facts."""
    corner: Place | None
    """Where each plane begins; None if that moves with the board."""
    columns: int
    rows: int
    index: dict[str, int]

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        return len(self.names) + 1, self.rows, self.columns

    def observe(self, position: Json) -> NDArray[np.float32]:
        """Return the planes of a position, from -1 to 1."""
        tensor = np.zeros(self.shape, np.float32)
        found = list(self.facts.of(position))
        corner = self.corner or corner_of(found)
        for fact in found:
            plane = tensor[self.index.get(fact.name, len(self.names))]
            if fact.place is None:
                plane[:] = fact.value
            else:
                column, row = (
                    min(max(each - first, 0), size - 1)
                    for each, first, size in zip(
                        fact.place, corner, (self.columns, self.rows), strict=True
                    )
                )
                plane[row, column] = fact.value
        return tensor


def corner_of(facts: Iterable[PositionFact]) -> Place:
    """Return the least column and row in which something is."""
    places = [fact.place for fact in facts if fact.place is not None] or [(0, 0)]
    return min(x for x, _ in places), min(y for _, y in places)


def far_corner_of(facts: Iterable[PositionFact]) -> Place:
    """Return the largest column and row in which something is."""
    places = [fact.place for fact in facts if fact.place is not None] or [(0, 0)]
    return max(x for x, _ in places), max(y for _, y in places)


def positions_of(engine: Engine[Any], most: int) -> Iterator[Json]:
    """Yield positions of random games of seed 0, each game from its start."""

    def every() -> Iterator[Json]:
        game = 0
        while True:
            for state in random_line(engine, Random(f"0 {game}"), min(LONGEST, most)).states:
                yield engine.to_json(state)
            game += 1

    return islice(every(), most)


def planes_of(engine: Engine[Any], listed: Iterable[str], *, moves: bool, most: int) -> Planes:
    """Find the planes of an engine in `most` positions; `listed` actions name places of the board."""
    facts = Facts(frozenset(engine.players))
    seen = [list(facts.of(position)) for position in positions_of(engine, most)]
    names = sorted({fact.name for each in seen for fact in each})
    index = {name: plane for plane, name in enumerate(names)}
    if moves:
        spans = [(corner_of(each), far_corner_of(each)) for each in seen]
        columns, rows = (
            max(far[axis] - near[axis] for near, far in spans) + 1 + ROOM for axis in (0, 1)
        )
        return Planes(facts, tuple(names), None, columns, rows, index)
    together = [fact for each in seen for fact in each]
    together += [PositionFact("", each[1]) for each in map(place_of, listed) if each is not None]
    near, far = corner_of(together), far_corner_of(together)
    columns, rows = (far[axis] - near[axis] + 1 for axis in (0, 1))
    return Planes(facts, tuple(names), near, columns, rows, index)
