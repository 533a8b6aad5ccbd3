"""Minoa's facts: what a position and an action are made of, in any algebra."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import evolve, field, frozen

from rulewright.spec.logic import Fact, Link, Number, reachable
from rulewright.spec.minoa.board import COLOURS, Board, board_of
from rulewright.spec.minoa.options import Parameters, Rulings

Facts: TypeAlias = tuple[Fact, ...]


@frozen
class Rules:
    """What a game is played under: the options, and the way in which reachability is computed."""

    params: Parameters = field(factory=Parameters)
    rulings: Rulings = field(factory=Rulings)
    reach: Callable[[Sequence[Fact], Sequence[Link]], list[Fact]] = field(
        default=reachable, eq=False
    )

    @property
    def board(self) -> Board:
        """The board of size n."""
        return board_of(self.params.n)

    @property
    def players(self) -> tuple[str, ...]:
        """The colours that play, in turn order."""
        return COLOURS[: self.params.k]

    @property
    def material(self) -> int:
        """Pieces that each player starts with: 6n/k."""
        return 6 * self.params.n // self.params.k

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The players by team: partners sit opposite each other when four play, else each is alone."""
        numbers = range(self.params.k)
        return ((0, 2), (1, 3)) if self.params.k == len(COLOURS) else tuple((p,) for p in numbers)

    @property
    def team_names(self) -> tuple[str, ...]:
        """The teams, named by their members."""
        return tuple(" and ".join(self.players[p] for p in members) for members in self.teams)

    def of_partners(self, totals: Sequence[Number]) -> tuple[tuple[str, Number], ...]:
        """Name what each team has together; nothing where all play alone."""
        named = zip(self.team_names, totals, strict=True)
        return tuple((team, total) for team, total in named if team not in self.players)


@frozen
class Position:
    """What lies on each line, and whose turn it is (nobody's when the game is over)."""

    sticks: Facts
    """For each line of the board: it carries a stick."""
    pieces: tuple[Facts, ...]
    """For each player, for each line: it carries a piece of that player."""
    turn: Facts
    """For each player: that player is to move."""

    def with_turn(self, turn: Sequence[Fact]) -> Position:
        """The same board with another turn."""
        return evolve(self, turn=tuple(turn))


@frozen
class Move:
    """What an action puts down."""

    stick: Facts
    """For each line: a stick is put there."""
    piece: tuple[Facts, ...]
    """For each player, for each line: a piece of that player is put there."""


@frozen
class Outlook:
    """What follows from a position: who could move in it, were it their turn, and whether it is over."""

    can_move: Facts
    """For each player."""
    over: Fact
