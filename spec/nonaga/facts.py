"""Nonaga's facts: what a position and a step are made of, in any algebra."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import evolve, field, frozen

from rulewright.spec.logic import Fact, Link, reachable
from rulewright.spec.nonaga.board import Grid, Window, hexagon, window_around
from rulewright.spec.nonaga.options import COLOURS, Parameters, Rulings

Facts: TypeAlias = tuple[Fact, ...]


@frozen
class Rules:
    """What a position is judged under: the options, a window of the board, and the way to flood it."""

    params: Parameters = field(factory=Parameters)
    rulings: Rulings = field(factory=Rulings)
    window: Window = field(eq=False)
    reach: Callable[[Sequence[Fact], Sequence[Link]], list[Fact]] = field(
        default=reachable, eq=False
    )

    @window.default
    def _around_the_start(self) -> Window:
        return window_around(hexagon(self.params.n))

    @property
    def grid(self) -> Grid:
        """The cells of the window and which of them touch."""
        return self.window.grid

    @property
    def players(self) -> tuple[str, str]:
        """The colours in turn order."""
        red, black = COLOURS
        return (red, black) if self.params.first == red else (black, red)

    @property
    def discs(self) -> int:
        """Number of discs: those of a hexagon of radius n."""
        return 3 * self.params.n * (self.params.n + 1) + 1

    def seen_through(self, window: Window) -> Rules:
        """The same rules on another part of the board."""
        return evolve(self, window=window)


@frozen
class Position:
    """What lies on each cell of a window, and what is to be done by whom (nobody when it is over)."""

    discs: Facts
    """For each cell: it holds a disc."""
    pieces: tuple[Facts, ...]
    """For each player, for each cell: it carries a piece of that player."""
    turn: Facts
    """For each player: that player is to move."""
    disc_step: Fact
    """The step to be made is the disc step, not the piece step."""
    barred: Facts
    """For each cell: its disc was relocated by the opponent in the turn before."""
    won: Facts
    """For each player: the game is over and that player has won."""


@frozen
class Move:
    """A step: where it begins and where it ends."""

    origin: Facts
    """For each cell: the step begins there."""
    target: Facts
    """For each cell: the step ends there."""


@frozen
class Outlook:
    """What could be done on the board as it stands."""

    can_step: Facts
    """For each player: one of that player's pieces could move."""
    can_relocate: Fact
    """Some disc could be relocated, one being barred as the position says."""
    can_relocate_unbarred: Fact
    """Some disc could be relocated if none were barred."""


def lines_with(facts: Sequence[Fact], lines: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """List the lines of cells that have a cell of which a fact is not plainly false."""
    return [line for line in lines if any(facts[cell] is not False for cell in line)]


def possible(facts: Sequence[Fact]) -> list[int]:
    """List the cells of which a fact is not plainly false."""
    return [cell for cell, fact in enumerate(facts) if fact is not False]
