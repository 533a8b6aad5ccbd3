"""What ARI's theorems speak of: arbitrary positions and moves at full size, with whole numbers.

Everything a theorem says of the rules goes through the rulebook or the very formulas of
`spec.ari.clauses`: no rule is written down a second time here.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import z3

from rulewright.spec.ari import GAME, geometry
from rulewright.spec.ari.board import DIRECTIONS, USUAL_NETS
from rulewright.spec.ari.facts import (
    Army,
    Cell,
    Die,
    Move,
    Numbers,
    Outlook,
    Piece,
    Queen,
    Rules,
    View,
)
from rulewright.spec.ari.options import DICE, Parameters, Rulings
from rulewright.spec.logic import Fact, Number, all_of, any_of, implies, not_

SIZE = 15
NUMBERS = {die: tuple(sorted(net)) for die, net in USUAL_NETS.items()}
"""The six numbers of each die, however they are arranged."""
SIDES = range(len(DIRECTIONS))
FULL_SIZE = f"full size: n={SIZE}"


def rules_of(**rulings: str) -> Rules:
    """Fix full size and the readings."""
    return Rules(Parameters(SIZE), Rulings(**rulings))


def permits(identifier: str, rules: Rules, before: View, move: Move) -> Fact:
    """What a clause of the rulebook says of a move."""
    formula = GAME.rulebook[identifier].permits
    if formula is None:
        raise LookupError(f"{identifier} does not speak of actions")
    return formula(rules, before, move)


def any_cell(name: str) -> Cell:
    """A cell, on the board or not."""
    return Cell(z3.Int(f"{name}.x"), z3.Int(f"{name}.y"))


def any_sides(name: str) -> Numbers:
    """Four numbers."""
    return (
        z3.Int(f"{name}.north"),
        z3.Int(f"{name}.east"),
        z3.Int(f"{name}.south"),
        z3.Int(f"{name}.west"),
    )


def any_die(name: str, present: Fact = True) -> Die:
    """A die that lies anywhere and shows anything."""
    return Die(present, any_cell(name), any_sides(name))


def any_army(name: str, present: Fact = True) -> Army:
    """Three dice and a queen."""
    dice = tuple(any_die(f"{name}.{die}", present) for die in DICE)
    return Army(dice, Queen(present, any_cell(f"{name}.queen")))


def position_in_play() -> View:
    """Any position in play, as the player to move sees it."""
    return View(any_army("own"), any_army("enemy"), (False,) * 6)


def any_position() -> View:
    """Any position of any phase: each piece is on the board or not."""
    armies = []
    for name in ("own", "enemy"):
        dice = tuple(any_die(f"{name}.{die}", z3.Bool(f"{name}.{die}.lies")) for die in DICE)
        queen = Queen(z3.Bool(f"{name}.queen.stands"), any_cell(f"{name}.queen"))
        armies.append(Army(dice, queen))
    last = tuple(z3.Bool(f"last.{index}") for index in range(6))
    return View(armies[0], armies[1], last)


def any_move() -> Move:
    """Any action of which exactly one thing is done."""
    return Move(
        die=tuple(z3.Bool(f"move.{die}") for die in DICE),
        queen=z3.Bool("move.queen"),
        strike=tuple(z3.Bool(f"strike.{die}") for die in DICE),
        cell=any_cell("to"),
        sides=any_sides("to"),
    )


def any_outlook() -> Outlook:
    """Whoever can act after a move."""
    return Outlook((z3.Bool("white.can.act"), z3.Bool("black.can.act")))


def one_action(rules: Rules, before: View, move: Move) -> Fact:
    """The move is one action (ARI-5) that goes to a cell of the board and shows numbers of a die."""
    return all_of(
        (
            permits("ARI-5", rules, before, move),
            geometry.is_on_the_board(rules, move.cell),
            shows_numbers(move.sides),
        )
    )


def shows_numbers(sides: Numbers) -> Fact:
    """Four numbers from 1 to 9."""
    return all_of(fact for number in sides for fact in (number >= 1, number <= 9))  # noqa: PLR2004


def is_one_of(number: Number, numbers: tuple[int, ...]) -> Fact:
    """A number is among some."""
    return any_of(number == each for each in numbers)


def arranged_anyhow(die: Die, name: str) -> Fact:
    """The four sides are different numbers of the die, wherever its maker put them."""
    distinct = (one != other for one, other in combinations(die.sides, 2))
    return all_of((*distinct, *(is_one_of(side, NUMBERS[name]) for side in die.sides)))


def lies_as_usual(rules: Rules, sides: Numbers, name: str) -> Fact:
    """The four sides are an orientation of the usual die."""
    return any_of(
        all_of(side == number for side, number in zip(sides, way, strict=True))
        for way in rules.orientations(name)
    )


def pieces_apart(rules: Rules, pieces: tuple[Piece, ...]) -> Fact:
    """All pieces that are there are on cells of the board, no two on one; dice show numbers."""
    there = (
        implies(piece.present, geometry.is_on_the_board(rules, piece.cell)) for piece in pieces
    )
    shown = (
        implies(piece.present, shows_numbers(piece.sides))
        for piece in pieces
        if isinstance(piece, Die)
    )
    pairs = (not_(geometry.share_a_cell(*pair)) for pair in combinations(pieces, 2))
    return all_of((*there, *shown, *pairs))


def cell_in(model: z3.ModelRef, cell: Cell) -> tuple[int, int]:
    """Read a cell from a model."""
    return value_in(model, cell.x), value_in(model, cell.y)


def value_in(model: z3.ModelRef, number: Any) -> int:
    """Read a number from a model, or take it as it is."""
    if isinstance(number, int):
        return number
    return int(model.eval(number, model_completion=True).as_long())


def die_in(model: z3.ModelRef, die: Die) -> Die:
    """Read a die from a model, as plain numbers."""
    x, y = cell_in(model, die.cell)
    north, east, south, west = (value_in(model, side) for side in die.sides)
    return Die(True, Cell(x, y), (north, east, south, west))
