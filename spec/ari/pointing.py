"""Where ARI's dice point, and what they threaten: ARI-4 and ARI-8, on which all other clauses build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.spec.ari.board import DIRECTIONS
from rulewright.spec.ari.facts import (
    Cell,
    Die,
    Facts,
    Piece,
    Queen,
    Rules,
    View,
)
from rulewright.spec.ari.geometry import (
    are_same,
    is_at,
    is_in_line,
    is_on_the_board,
    is_vacant,
    stepped,
    steps_to,
)
from rulewright.spec.logic import (
    Fact,
    all_of,
    any_of,
    none_of,
)


def a_side_offers_the_cell_its_number_away(
    rules: Rules, dice: Sequence[Die], die: Die, side: int
) -> tuple[Fact, Cell]:
    """A side with number v offers the cell v steps away, if on the board and not covered (ARI-4).

    Gives whether side number `side` offers a cell, and which; `dice` are all that may cover it.
    """
    target = stepped(die.cell, side, die.sides[side])
    return all_of((die.present, is_open(dice, die, side), is_on_the_board(rules, target))), target


def is_open(dice: Sequence[Die], die: Die, side: int) -> Fact:
    """A side is covered when a die lies on the adjacent cell; a queen does not cover."""
    adjacent = stepped(die.cell, side, 1)
    return none_of(is_at(other, adjacent) for other in dice if other is not die)


def offers(rules: Rules, dice: Sequence[Die], die: Die, side: int) -> tuple[Fact, Cell]:
    """Find what a side offers, by ARI-4 or what stands in for it."""
    formula = rules.stand_ins.get("ARI-4", a_side_offers_the_cell_its_number_away)
    offered: tuple[Fact, Cell] = formula(rules, dice, die, side)
    return offered


def is_offered(rules: Rules, dice: Sequence[Die], asked: Facts, cell: Cell) -> Fact:
    """The cell is a target cell of one of the dice asked for (a fact for each die)."""

    def way(die: Die, counts: Fact, side: int) -> Iterator[Fact]:
        yield counts
        open_way, target = offers(rules, dice, die, side)
        yield open_way
        yield are_same(target, cell)

    return any_of(
        all_of(way(die, counts, side))
        for die, counts in zip(dice, asked, strict=True)
        for side in range(len(DIRECTIONS))
    )


def vacant_offers(rules: Rules, before: View, asked: Facts) -> Iterator[Fact]:
    """For each side of each of the dice asked for: it offers a vacant cell."""

    def way(die: Die, counts: Fact, side: int) -> Iterator[Fact]:
        yield counts
        open_way, target = offers(rules, before.dice, die, side)
        yield open_way
        yield is_vacant(before.pieces, target)

    for die, counts in zip(before.dice, asked, strict=True):
        for side in range(len(DIRECTIONS)):
            yield all_of(way(die, counts, side))


def a_die_threatens_the_enemy_queen_along_an_open_side(
    rules: Rules, pieces: Sequence[Piece], die: Die, queen: Queen
) -> Fact:
    """A die threatens the enemy queen as far as an open side reaches, if nothing stands between (ARI-8).

    She stands, in the direction of an uncovered side with number v whose target cell exists, k <= v
    cells away, and either k = v, or no die and no queen stands strictly between.
    `pieces` are all that may cover the side or stand between: all dice and both queens.
    """

    def facts() -> Iterator[Fact]:
        yield die.present
        yield queen.present
        sides = range(len(DIRECTIONS))
        yield any_of(a_side_threatens(rules, pieces, die, side, queen) for side in sides)

    return all_of(facts())


def a_side_threatens(
    rules: Rules, pieces: Sequence[Piece], die: Die, side: int, queen: Queen
) -> Fact:
    """One side of a die that lies threatens a queen who stands."""
    number = die.sides[side]
    steps = steps_to(die.cell, side, queen.cell)
    dice = [piece for piece in pieces if isinstance(piece, Die)]
    target_is_there = is_on_the_board(rules, stepped(die.cell, side, number))
    reaches = {"dead": target_is_there, "sweeps": True}[rules.rulings.off_board]
    return all_of(
        (
            reaches,
            is_open(dice, die, side),
            is_in_line(die.cell, side, queen.cell),
            steps >= 1,
            steps <= number,
            any_of((steps == number, nothing_between(pieces, die, side, queen))),
        )
    )


def nothing_between(pieces: Sequence[Piece], die: Die, side: int, queen: Queen) -> Fact:
    """No die and no queen stands strictly between a die and a queen in line with one of its sides."""
    return none_of(
        all_of(
            (
                piece.present,
                is_in_line(die.cell, side, piece.cell),
                steps_to(die.cell, side, piece.cell) >= 1,
                steps_to(die.cell, side, piece.cell) < steps_to(die.cell, side, queen.cell),
            )
        )
        for piece in pieces
        if piece is not die
        if piece is not queen
    )


def threatens(rules: Rules, pieces: Sequence[Piece], die: Die, queen: Queen) -> Fact:
    """Find whether a die threatens a queen, by ARI-8 or what stands in for it."""
    formula = rules.stand_ins.get("ARI-8", a_die_threatens_the_enemy_queen_along_an_open_side)
    return formula(rules, pieces, die, queen)


# -------------------------------------------------------------------------- the readings: no_target


def any_cell_will_do(rules: Rules, before: View, cell: Cell) -> Fact:
    """`no_target=any_cell`: nothing is asked of the cell but what ARI-1 asks, that it is vacant."""
    return True


def is_offered_by_any_die_or_none_offers(rules: Rules, before: View, cell: Cell) -> Fact:
    """`no_target=any_die`: a target cell of any die on the board; if none is vacant, any cell."""
    everybody = (True,) * len(before.dice)
    return any_of(
        (
            is_offered(rules, before.dice, everybody, cell),
            none_of(vacant_offers(rules, before, everybody)),
        )
    )
