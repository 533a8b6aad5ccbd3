"""The facts of Dreieck nimmt: what a position and an action are made of, in any algebra."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import TypeAlias

import numpy as np
from attrs import evolve, field, frozen

from rulewright.spec.broadcast import LaneFact
from rulewright.spec.dreieck.board import Cell, Window, players_of, tiles_of, window_around
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.logic import (
    Fact,
    Link,
    Number,
    all_of,
    any_of,
    is_symbolic,
    not_,
    reachable,
)
from rulewright.spec.structure import SHAPE
from rulewright.spec.words import WordFact

Facts: TypeAlias = tuple[Fact, ...]
Symbols: TypeAlias = tuple[Facts, Facts, Facts]
"""For each corner, counter-clockwise, for each symbol: the corner shows it."""


@frozen
class Rules:
    """What a game is played under: the options, and the way in which reachability is computed."""

    params: Parameters = field(factory=Parameters)
    rulings: Rulings = field(factory=Rulings)
    reach: Callable[[Sequence[Fact], Sequence[Link]], list[Fact]] = field(
        default=reachable, eq=False
    )

    @property
    def players(self) -> tuple[str, ...]:
        """The players in turn order."""
        return players_of(self.params.k)

    @property
    def symbols(self) -> str:
        """The symbols, a letter each."""
        return ascii_lowercase[: self.params.s]

    @property
    def tiles(self) -> tuple[str, ...]:
        """The names of the tiles of one colour, sorted."""
        return tiles_of(self.params.s)

    @property
    def stacked(self) -> bool:
        """Whether tiles are laid from the top of a stack."""
        return self.params.supply == "stack"

    @property
    def stacks(self) -> tuple[tuple[int, ...], ...]:
        """For each player the stack at the start, as numbers of tiles, top first; () with hands."""
        if self.params.stacks is None:
            return ()
        number = {name: tile for tile, name in enumerate(self.tiles)}
        return tuple(
            tuple(number[name] for name in self.params.stacks[player]) for player in self.players
        )


@frozen
class Position:
    """What lies in the window, what each player holds and has taken, and whose turn it is."""

    window: Window = field(metadata=SHAPE)
    owner: tuple[Facts, ...]
    """For each player, for each cell: a tile of that player lies there."""
    symbols: tuple[Symbols, ...]
    """For each cell, corner and symbol: the tile there shows the symbol on that corner."""
    left: tuple[Facts, ...]
    """For each player, for each tile: it has not been laid."""
    top: tuple[Facts, ...]
    """With stacks, for each player, for each tile: it is the top one. Without: ()."""
    captured: tuple[Number, ...]
    """For each player, the number of tiles taken."""
    passes: Facts
    """For each number from 0 to k: so many passes have followed the last tile."""
    begun: Fact
    """A tile has been laid in this game."""
    turn: Facts
    """For each player: that player is to move (nobody when the game is over)."""

    def lies(self, cell: int) -> Fact:
        """A tile of anybody lies on a cell."""
        return any_of(own[cell] for own in self.owner)


@frozen
class Move:
    """An action: a tile laid somewhere, or a pass; and what the rules say would come of it."""

    at: Mapping[int, Fact]
    """For the cells in question (by number in the window): the tile is laid there."""
    symbols: Symbols
    """What the tile shows on the corners of its cell."""
    tile: Facts
    """For each tile: it is the one laid."""
    named: Fact
    """The symbols, in the order of the corners, are the name of the tile: its least rotation."""
    leaves: Fact
    """The form with ``~``: everything is left lying."""
    passes: Fact
    """It is a pass."""
    could_lay: Fact = False
    """The player to move could lay a tile."""
    captures: Fact = False
    """The tile would capture something."""

    @property
    def lays(self) -> Fact:
        """A tile is laid."""
        return any_of(self.at.values())


@frozen
class Outlook:
    """What follows from a position: whether it is over, and who could lay what they hold."""

    over: Fact
    could_lay: Facts
    """For each player: they could lay a tile (the one they would have passed with, see DRE-6)."""


def parts(rules: Rules, wanted: Sequence[Fact], links: Sequence[Link]) -> Iterator[list[Fact]]:
    """Give the connected parts that contain a wanted node, one after the other.

    In each lane the part of the first wanted node comes first, then the part of the first one that
    is left, until none is left in any lane. With Z3 terms as many parts are given as there are nodes
    that may be wanted; the last of them may be empty.
    """
    waiting = list(wanted)
    for _ in range(sum(fact is not False for fact in waiting)):
        if not any(map(may_hold, waiting)):
            return
        part = rules.reach(first_of(waiting), links)
        yield part
        waiting = [all_of((fact, not_(inside))) for fact, inside in zip(waiting, part, strict=True)]


def first_of(facts: Sequence[Fact]) -> list[Fact]:
    """For each fact: it holds, and none before it does."""
    earlier: Fact = False
    found: list[Fact] = [False] * len(facts)
    for place in possible(facts):
        found[place] = all_of((facts[place], not_(earlier)))
        earlier = any_of((earlier, facts[place]))
    return found


def may_hold(fact: Fact) -> bool:
    """Return whether a fact holds in some lane; a Z3 term may."""
    if is_symbolic(fact):
        return True
    return bool(fact.any() if isinstance(fact, np.ndarray | LaneFact | WordFact) else fact)


def possible(facts: Sequence[Fact]) -> list[int]:
    """List the places at which a fact is not plainly false, such as cells."""
    return [cell for cell, fact in enumerate(facts) if fact is not False]


def laid_cells(position: Position) -> list[Cell]:
    """List the cells on which a tile may lie."""
    return [
        cell
        for number, cell in enumerate(position.window.cells)
        if any(may_hold(own[number]) for own in position.owner)
    ]


def refitted(position: Position, further: Iterable[Cell] = ()) -> Position:
    """Look at the same position through the window round its tiles, and round further cells."""
    return seen_through(position, window_around((*laid_cells(position), *further)))


def seen_through(position: Position, window: Window) -> Position:
    """Look at a position through another window: what was not seen before is empty."""
    if window == position.window:
        return position
    places = [position.window.number.get(cell) for cell in window.cells]
    blank: Facts = (False,) * len(position.symbols[0][0])
    return evolve(
        position,
        window=window,
        owner=tuple(
            tuple(False if place is None else own[place] for place in places)
            for own in position.owner
        ),
        symbols=tuple(
            (blank, blank, blank) if place is None else position.symbols[place] for place in places
        ),
    )
