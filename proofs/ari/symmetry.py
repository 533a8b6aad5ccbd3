"""The eight symmetries of the square, over the formulas: a quarter turn and a reflection make all."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from rulewright.proofs.ari.setting import (
    FULL_SIZE,
    SEEN,
    any_move,
    any_position,
    permits,
    pieces_apart,
    rules_of,
    shows_numbers,
)
from rulewright.proofs.computed import Computed, Enumeration
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.ari import GAME
from rulewright.spec.ari.board import orientations
from rulewright.spec.ari.facts import Army, Cell, Die, Move, Numbers, Queen, Rules, View
from rulewright.spec.ari.geometry import is_on_the_board
from rulewright.spec.logic import iff

Image = Callable[[Rules, Cell], Cell]


def turned(rules: Rules, cell: Cell) -> Cell:
    """A quarter turn clockwise."""
    return Cell(cell.y, rules.n + 1 - cell.x)


def reflected(rules: Rules, cell: Cell) -> Cell:
    """East and west exchanged."""
    return Cell(rules.n + 1 - cell.x, cell.y)


def sides_turned(sides: Numbers) -> Numbers:
    """What looked west looks north, and so on."""
    north, east, south, west = sides
    return west, north, east, south


def sides_reflected(sides: Numbers) -> Numbers:
    """What looked east looks west, and the other way round."""
    north, east, south, west = sides
    return north, west, south, east


def sides_kept(sides: Numbers) -> Numbers:
    """Nothing turns: wrong on purpose."""
    return sides


SideImage = Callable[[Numbers], Numbers]


def image_of(rules: Rules, army: Army, cells: Image, sides: SideImage) -> Army:
    """Move and turn all pieces of an army."""
    return Army(
        tuple(Die(die.present, cells(rules, die.cell), sides(die.sides)) for die in army.dice),
        Queen(army.queen.present, cells(rules, army.queen.cell)),
    )


def allowed_alike(identifier: str, cells: Image, sides: SideImage, rulings: dict[str, str]) -> Case:
    """A clause permits the image of an action in the image of a position exactly when it permits it."""
    rules, before, move = rules_of(**rulings), any_position(), any_move()
    image = View(
        image_of(rules, before.own, cells, sides),
        image_of(rules, before.enemy, cells, sides),
        before.last,
    )
    moved: Move = evolve(move, cell=cells(rules, move.cell), sides=sides(move.sides))
    return Case(
        f"{identifier} under {cells.__name__}, {rulings or 'default rulings'}",
        (
            pieces_apart(rules, before.pieces),
            is_on_the_board(rules, move.cell),
            shows_numbers(move.sides),
        ),
        iff(permits(identifier, rules, before, move), permits(identifier, rules, image, moved)),
        decided=LOOKS_AT_NO_CELL.get(identifier, ""),
        under=rules,
    )


LOOKS_AT_NO_CELL = {
    "ARI-5": "ARI-5 looks at no cell and at no number, so it says the same of an image",
}
"""Why what is claimed of some clauses is decided before it is asked."""

OTHERS = {
    "no_target": "any_cell",
    "next_to": "four",
    "own_face": "any",
    "lifting": "after",
    "orientation": "kept",
    "off_board": "sweeps",
    "capture": "landing",
    "threat": "mate",
}
"""The readings that are not the default, of the questions that say which actions are legal."""


def every_clause() -> Iterator[Case]:
    """Every clause that speaks of actions, under a quarter turn and a reflection."""
    for rulings in ({}, OTHERS):
        for clause in GAME.rulebook.speaking_of_actions():
            yield allowed_alike(clause.identifier, turned, sides_turned, rulings)
            yield allowed_alike(clause.identifier, reflected, sides_reflected, rulings)


def same_orientations() -> Computed:
    """What a die can show, turned or reflected, it can show: for six labels, and so for any numbers."""
    shown = set(orientations((1, 2, 3, 4, 5, 6)))
    holds = {sides_turned(way) for way in shown} == shown == {sides_reflected(way) for way in shown}
    return Computed(holds, f"{len(shown)} orientations map to themselves", len(shown))


SYMMETRIES = Theorem(
    "the_eight_symmetries_of_the_square_hold_for_all_dice",
    "Every clause permits an action exactly when it permits its image under a quarter turn, or under a "
    "reflection; these make all eight symmetries. The images of a die's orientations are its "
    "orientations, so reflections need no other nets: a die upside down shows its mirror image.",
    TheoremScope(
        "board",
        "every position of every phase",
        params=FULL_SIZE,
        any_others=True,
        also="The formulas are built under the default readings, and under all the others together",
    ),
    ("ARI-1", "ARI-2", "ARI-3", "ARI-4", "ARI-5", "ARI-6", "ARI-7", "ARI-8", "ARI-9"),
    (
        Claim(
            "every clause permits images alike",
            every_clause,
            real=SEEN,
            evident="it compares the formulas of a clause, of any position and of its image",
        ),
        Enumeration("orientations go to orientations", same_orientations),
        Twin(
            "if the board turns but the dice do not",
            lambda: allowed_alike("ARI-7", turned, sides_kept, {}),
            of="every clause permits images alike",
            changed="the sides of the dice stay as they are",
        ),
        Twin(
            "if the board is reflected but the dice are not",
            lambda: allowed_alike("ARI-9", reflected, sides_kept, {}),
            of="every clause permits images alike",
            changed="the sides of the dice stay as they are",
        ),
    ),
    slow=True,
)
