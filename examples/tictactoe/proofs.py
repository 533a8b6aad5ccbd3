"""What follows from the rules of tic-tac-toe, proved over the clauses that are run."""

from __future__ import annotations

from rulewright.author import Fact, Rules, exactly_one, implies
from rulewright.proofs import Case, Claim, RealPositions, Theorem, TheoremScope, Twin, boolean
from tictactoe.clauses import (
    BOARD,
    Position,
    a_mark_goes_on_an_empty_square,
    no_square_carries_two_marks,
    row,
    the_mark_is_the_movers,
)
from tictactoe.spec import GAME, TicTacToe


def by(reading: str) -> Rules:
    """The rules under a reading of `row`."""
    return TicTacToe(rulings={"row": reading}).rules


def marks(player: str) -> tuple[Fact, ...]:
    """Marks of which nothing is known."""
    return tuple(boolean(f"{player}.{square}") for square in BOARD.cells)


def values_of(_: Rules, position: Position) -> dict[str, bool | int]:
    """Read a position of a game: the value of each fact of `marks`."""
    return {
        f"{player}.{square}": mark
        for player, own in zip(("x", "o"), position.marks, strict=True)
        for square, mark in enumerate(own)
    }


def mark_put(_: Rules, position: Position, square: str) -> dict[str, bool | int] | None:
    """The steps of X: the value of each fact of `marks("put")`. O's follow by the same formula."""
    put = {f"put.{number}": name == square for number, name in enumerate(BOARD.names)}
    return put if position.turn[0] else None


PLAYED = RealPositions(GAME.engine, values_of, games=200, stride=1, max_plies=9, steps=mark_put)
"""Positions of recorded games and the steps of X in them, none of which a premise may exclude."""


def a_mark_keeps_squares_single(*, empty: bool = True) -> Case:
    """X puts a mark down: no square carries two marks afterwards, if none did before."""
    rules, put = by("any"), marks("put")
    before = Position((marks("x"), marks("o")))
    after = the_mark_is_the_movers(rules, before, put)
    given = [exactly_one(put), no_square_carries_two_marks(rules, before)]
    if empty:
        given.append(a_mark_goes_on_an_empty_square(rules, before, put))
    return Case("x puts a mark", given, no_square_carries_two_marks(rules, after), under=rules)


def within(narrow: str, wide: str) -> Case:
    """A row by one reading is a row by another."""
    own = marks("x")
    return Case(f"{narrow} within {wide}", (), implies(row(by(narrow), own), row(by(wide), own)))


THEOREMS = (
    Theorem(
        "no_square_ever_carries_two_marks",
        "A mark on an empty square leaves every square with at most one mark.",
        TheoremScope("board", "every position, every action"),
        ("TTT-3",),
        (
            Claim("a mark keeps it so", lambda: (a_mark_keeps_squares_single(),), real=PLAYED),
            Twin(
                "on any square",
                lambda: a_mark_keeps_squares_single(empty=False),
                of="a mark keeps it so",
                changed="the square need not be empty",
            ),
        ),
    ),
    Theorem(
        "the_readings_of_row_are_ordered",
        "What is a row across is one across or down, and that is one in any direction; not conversely.",
        TheoremScope("facts", "every set of marks"),
        ("TTT-4", "row"),
        (
            Claim(
                "each within the next",
                lambda: (within("across", "straight"), within("straight", "any")),
                evident="it compares two readings of one formula, of any marks",
            ),
            Twin(
                "any within straight",
                lambda: within("any", "straight"),
                of="each within the next",
                changed="the two readings change places",
            ),
            Twin(
                "straight within across",
                lambda: within("straight", "across"),
                of="each within the next",
                changed="the two readings change places",
            ),
        ),
    ),
)
