"""ARI's facts: what a position and an action are made of, in any algebra.

Where pieces lie and what dice show are whole numbers: Python's, NumPy arrays (one element a lane) or
Z3 terms; their comparisons are facts. A piece that is not on the board has zeros for numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from rulewright.spec.ari.board import PLAYERS, USUAL_NETS, Sides, orientations
from rulewright.spec.ari.options import DICE, Parameters, Rulings
from rulewright.spec.logic import Fact, Number, all_of, if_then_else, not_, pick

Facts: TypeAlias = tuple[Fact, ...]
Numbers: TypeAlias = tuple[Number, Number, Number, Number]


@frozen
class Rules:
    """What a game is played under: the options, and formulas that stand in for a clause's effect."""

    params: Parameters = field(factory=Parameters)
    rulings: Rulings = field(factory=Rulings)
    stand_ins: Mapping[str, Callable[..., Any]] = field(factory=dict, eq=False)
    """By clause: what clauses that build on it use in its place (in mutants, and in proofs)."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players, white first."""
        return PLAYERS

    @property
    def n(self) -> int:
        """Cells along a side of the board."""
        return self.params.n

    def orientations(self, die: str) -> tuple[Sides, ...]:
        """List the quadruples of sides that a die can show."""
        return orientations(self.params.nets.get(die, USUAL_NETS[die]))

    @property
    def turn_without_action(self) -> str:
        """What becomes of a player without a legal action; `threat=mate` leaves one answer."""
        return {"open": self.rulings.no_action, "mate": "loses"}[self.rulings.threat]


@frozen
class Cell:
    """Column `x` from west to east and row `y` from south to north, both from 1 to n."""

    x: Number = 0
    y: Number = 0


@frozen
class Die:
    """One die: whether it lies on the board, where, and what its sides show."""

    present: Fact = False
    cell: Cell = field(factory=Cell)
    sides: Numbers = (0, 0, 0, 0)
    """The numbers that look north, east, south and west."""


@frozen
class Queen:
    """One queen: whether she stands on the board, and where."""

    present: Fact = False
    cell: Cell = field(factory=Cell)


Piece: TypeAlias = Die | Queen


@frozen
class Army:
    """What one player has: the dice III, IV and V, and the queen."""

    dice: tuple[Die, ...] = (Die(),) * len(DICE)
    queen: Queen = field(factory=Queen)


@frozen
class Position:
    """Both armies, the die put down just before, and whose turn it is (nobody's when over)."""

    armies: tuple[Army, Army]
    """White's and black's."""
    last: tuple[Facts, Facts]
    """For each player, for each die: it was put down just before, and dice are still to be set up."""
    turn: tuple[Fact, Fact]
    lost: tuple[Fact, Fact] = (False, False)
    """For each player: the game is over because that player was to move and had no legal action.

    The exchanged form has no place for this; it follows from the board unless both are without one.
    """

    @cached_property
    def view(self) -> View:
        """The position as the player to move sees it."""
        white, black = self.armies
        whites = self.turn[0]
        own, enemy = army_of(whites, white, black), army_of(whites, black, white)
        last = tuple(fact_of(whites, *pair) for pair in zip(*self.last, strict=True))
        others = tuple(fact_of(whites, *pair[::-1]) for pair in zip(*self.last, strict=True))
        return View(own, enemy, (*last, *others))


@frozen
class View:
    """A position as the player to move sees it."""

    own: Army
    enemy: Army
    last: Facts
    """For each of `dice`: it was put down just before."""

    @property
    def dice(self) -> tuple[Die, ...]:
        """All six dice, the own ones first."""
        return (*self.own.dice, *self.enemy.dice)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All eight pieces."""
        return (*self.dice, self.own.queen, self.enemy.queen)

    @cached_property
    def dice_are_set_up(self) -> Fact:
        """All six dice lie."""
        return all_of(die.present for die in self.dice)

    @cached_property
    def in_play(self) -> Fact:
        """Set-up is done, and no queen has been captured."""
        return all_of((self.dice_are_set_up, self.own.queen.present, self.enemy.queen.present))


@frozen
class Move:
    """What the player to move does: exactly one of the facts holds in a turn."""

    die: Facts
    """For each own die: it is put down, or moved, to the cell."""
    queen: Fact
    """The own queen is put down, or steps, to the cell."""
    strike: Facts
    """For each own die: it strikes the enemy queen."""
    cell: Cell
    """Where the die or the queen goes; means nothing in a strike."""
    sides: Numbers
    """What the die shows; means nothing for the queen and in a strike."""


@frozen
class Outlook:
    """What follows from a position in play: who would have a legal action, were it their turn."""

    can_act: tuple[Fact, Fact]


def fact_of(condition: Fact, then: Fact, otherwise: Fact) -> Fact:
    """Choose between two facts; a constant on both sides stays one, so that rules can stop early."""
    return then if then is otherwise else if_then_else(condition, then, otherwise)


def cell_of(condition: Fact, then: Cell, otherwise: Cell) -> Cell:
    """Choose between two cells."""
    return Cell(pick(condition, then.x, otherwise.x), pick(condition, then.y, otherwise.y))


def die_of(condition: Fact, then: Die, otherwise: Die) -> Die:
    """Choose between two dice."""
    north, east, south, west = (
        pick(condition, *pair) for pair in zip(then.sides, otherwise.sides, strict=True)
    )
    return Die(
        fact_of(condition, then.present, otherwise.present),
        cell_of(condition, then.cell, otherwise.cell),
        (north, east, south, west),
    )


def queen_of(condition: Fact, then: Queen, otherwise: Queen) -> Queen:
    """Choose between two queens."""
    return Queen(
        fact_of(condition, then.present, otherwise.present),
        cell_of(condition, then.cell, otherwise.cell),
    )


def army_of(condition: Fact, then: Army, otherwise: Army) -> Army:
    """Choose between two armies."""
    return Army(
        tuple(die_of(condition, *pair) for pair in zip(then.dice, otherwise.dice, strict=True)),
        queen_of(condition, then.queen, otherwise.queen),
    )


def lifted(die: Die, taken: Fact) -> Die:
    """The die, off the board if it is taken up."""
    return evolve(die, present=all_of((die.present, not_(taken))))
