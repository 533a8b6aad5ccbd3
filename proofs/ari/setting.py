"""What ARI's theorems speak of: arbitrary positions and moves at full size, with whole numbers.

Everything a theorem says of the rules goes through the rulebook or the very formulas of
`spec.ari.clauses`: no rule is written down a second time here.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations

from attrs import evolve

from rulewright.interface import Action
from rulewright.proofs.reading import Values
from rulewright.proofs.real_positions import RealPositions
from rulewright.proofs.unknowns import boolean, integer
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
    Position,
    Queen,
    Rules,
    View,
)
from rulewright.spec.ari.game import Ari
from rulewright.spec.ari.options import DICE, Parameters, Rulings
from rulewright.spec.logic import Fact, Number, all_of, any_of, implies, not_

SIZE = 15
NUMBERS = {die: tuple(sorted(net)) for die, net in USUAL_NETS.items()}
"""The six numbers of each die, however they are arranged."""
SIDES = range(len(DIRECTIONS))
FULL_SIZE = {"n": (SIZE,)}
"""The parameters of full size, as a scope has them."""


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
    return Cell(integer(f"{name}.x"), integer(f"{name}.y"))


def any_sides(name: str) -> Numbers:
    """Four numbers."""
    return (
        integer(f"{name}.north"),
        integer(f"{name}.east"),
        integer(f"{name}.south"),
        integer(f"{name}.west"),
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
        dice = tuple(any_die(f"{name}.{die}", boolean(f"{name}.{die}.lies")) for die in DICE)
        queen = Queen(boolean(f"{name}.queen.stands"), any_cell(f"{name}.queen"))
        armies.append(Army(dice, queen))
    last = tuple(boolean(f"last.{index}") for index in range(6))
    return View(armies[0], armies[1], last)


def values_of(own: Army, enemy: Army) -> dict[str, bool | int]:
    """Read two armies: the value of each fact and number of `any_position`."""
    values: dict[str, bool | int] = {}
    for name, army in (("own", own), ("enemy", enemy)):
        queen = army.queen
        values |= {f"{name}.queen.stands": bool(queen.present)}
        values |= {f"{name}.queen.x": queen.cell.x, f"{name}.queen.y": queen.cell.y}
        for kind, die in zip(DICE, army.dice, strict=True):
            here = (die.cell.x, die.cell.y, *die.sides)
            numbers = zip(("x", "y", "north", "east", "south", "west"), here, strict=True)
            values |= {f"{name}.{kind}.{number}": int(value) for number, value in numbers}
            values[f"{name}.{kind}.lies"] = bool(die.present)
    return values


def seen_values(_: Rules, state: Position) -> Values:
    """Read a position as the player to move sees it, with the names of `any_position`."""
    view = state.view
    last = {f"last.{index}": bool(fact) for index, fact in enumerate(view.last)}
    return values_of(view.own, view.enemy) | last


def whole_values(_: Rules, state: Position) -> Values:
    """Read a position by armies, with the names of `queens.whole_position`."""
    white, black = state.turn
    last = {f"last.{index}": bool(fact) for index, fact in enumerate(chain(*state.last))}
    turns = {"turn.white": bool(white), "turn.black": bool(black)}
    return values_of(*state.armies) | last | turns


def is_in_play(state: Position) -> bool:
    """Both queens stand: play has begun."""
    return bool(state.view.in_play)


def is_set_up(state: Position) -> bool:
    """A queen is missing: the set-up goes on."""
    return not state.view.in_play


@cache
def the_game(n: int) -> Ari:
    """The game on a board of a size, to read actions."""
    return Ari({"n": n})


def played(rules: Rules, _: Position, action: Action) -> Values:
    """Read what is done: the value of each fact and number of `any_move`.

    A queen has no numbers and what strikes goes nowhere: what the proofs are given of them is any cell
    of the board, and any numbers.
    """
    move = the_game(rules.n).spelled(action)
    values: dict[str, bool | int] = {"move.queen": bool(move.queen)}
    values |= {f"move.{die}": bool(fact) for die, fact in zip(DICE, move.die, strict=True)}
    values |= {f"strike.{die}": bool(fact) for die, fact in zip(DICE, move.strike, strict=True)}
    here = (move.cell.x, move.cell.y, *move.sides)
    numbers = zip(("x", "y", "north", "east", "south", "west"), here, strict=True)
    return values | {f"to.{number}": int(value) or 1 for number, value in numbers}


def played_in_the_set_up(rules: Rules, state: Position, action: Action) -> Values | None:
    """Actions after which the set-up goes on: all but the second queen."""
    ends = the_game(rules.n).spelled(action).queen and state.view.enemy.queen.present
    return None if ends else played(rules, state, action)


SEEN = RealPositions(GAME.engine, seen_values, stride=4, max_plies=60, steps=played)
IN_PLAY = RealPositions(GAME.engine, seen_values, 120, stride=3, max_plies=60, wanted=is_in_play)
WHOLE = evolve(SEEN, values=whole_values)
SET_UP_SEEN = RealPositions(
    GAME.engine, seen_values, 200, stride=1, max_plies=8, wanted=is_set_up, steps=played
)
SET_UP = evolve(SET_UP_SEEN, values=whole_values, steps=played_in_the_set_up)
"""Positions of recorded games: of all phases, in play, by armies, of the set-up; all but those in play
with what is played."""


def any_move() -> Move:
    """Any action of which exactly one thing is done."""
    return Move(
        die=tuple(boolean(f"move.{die}") for die in DICE),
        queen=boolean("move.queen"),
        strike=tuple(boolean(f"strike.{die}") for die in DICE),
        cell=any_cell("to"),
        sides=any_sides("to"),
    )


def any_outlook() -> Outlook:
    """Whoever can act after a move."""
    return Outlook((boolean("white.can.act"), boolean("black.can.act")))


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
    return all_of((within_reach(rules, pieces), *there, *shown, *pairs))


def armies_within_reach(rules: Rules, position: Position) -> Fact:
    """All pieces of both armies are `within_reach`, whoever is to move."""
    white, black = position.armies
    return within_reach(rules, (*white.dice, white.queen, *black.dice, black.queen))


def within_reach(rules: Rules, pieces: tuple[Piece, ...]) -> Fact:
    """Every cell is on the board or next to it, and sides show at most 9, also of absent pieces.

    These are at (0, 0) and show 0 in positions of games. With bounds, whole numbers are a few bits, and
    a certificate needs no arithmetic.
    """
    places = (place for piece in pieces for place in (piece.cell.x, piece.cell.y))
    sides = (side for piece in pieces if isinstance(piece, Die) for side in piece.sides)
    return all_of(
        fact
        for numbers, most in ((places, rules.n + 1), (sides, 9))
        for number in numbers
        for fact in (number >= 0, number <= most)
    )
