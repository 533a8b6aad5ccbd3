"""The rules as formulas: over bool they are run, over Z3 terms they are proved."""

from __future__ import annotations

from attrs import evolve, frozen

from rulewright.author import Fact, Rules, all_of, any_of, count, iff, implies, none_of, not_
from rulewright.author.boards import SquareBoard

BOARD = SquareBoard(3, 3)
LINES = {
    "any": BOARD.lines(3),
    "straight": BOARD.lines(3, ["e", "s"]),
    "across": BOARD.lines(3, ["e"]),
}

Facts = tuple[Fact, ...]


@frozen
class Position:
    """For each player, for each square: whether a mark of theirs is on it; and whose turn it is."""

    marks: tuple[Facts, Facts]
    turn: tuple[Fact, Fact] = (True, False)


def row(rules: Rules, marks: Facts) -> Fact:
    """Three marks are in a row."""
    return any_of(all_of(marks[square] for square in line) for line in LINES[rules.rulings.row])


def board_is_empty_and_x_begins(rules: Rules) -> Position:
    """The nine squares are empty at the start, and X begins (TTT-1)."""
    return Position(((False,) * 9, (False,) * 9))


def the_turn_passes(rules: Rules, turn: Facts, over: Fact) -> Facts:
    """The players take turns, until the game is over (TTT-2)."""
    return tuple(all_of((due, not_(over))) for due in (*turn[-1:], *turn[:-1]))


def x_has_as_many_marks_or_one_more(rules: Rules, here: Position) -> Fact:
    """X has as many marks as O when X is to move, and one more when O is."""
    x, o = map(count, here.marks)
    return all_of(
        (any_of((x == o, x == o + 1)), implies(here.turn[0], x == o), implies(here.turn[1], x != o))
    )


def a_mark_goes_on_an_empty_square(rules: Rules, before: Position, put: Facts) -> Fact:
    """A mark goes on an empty square (TTT-3)."""
    taken = map(any_of, zip(*before.marks, strict=True))
    return all_of(implies(square, not_(full)) for square, full in zip(put, taken, strict=True))


def the_mark_is_the_movers(rules: Rules, before: Position, put: Facts) -> Position:
    """The mark is one of the player whose turn it is."""
    return evolve(
        before,
        marks=tuple(
            tuple(any_of((mark, all_of((due, new)))) for mark, new in zip(own, put, strict=True))
            for own, due in zip(before.marks, before.turn, strict=True)
        ),
    )


def no_square_carries_two_marks(rules: Rules, here: Position) -> Fact:
    """No square carries two marks."""
    return none_of(map(all_of, zip(*here.marks, strict=True)))


def three_in_a_row_end_the_game(rules: Rules, before: Position, put: Facts) -> Fact:
    """Nobody plays on once a player has three marks in a row (TTT-4)."""
    return none_of(row(rules, marks) for marks in before.marks)


def three_in_a_row_win(rules: Rules, here: Position) -> Facts:
    """Who has three marks in a row wins."""
    return tuple(row(rules, marks) for marks in here.marks)


def nobody_has_the_turn_exactly_when_it_is_over(rules: Rules, here: Position) -> Fact:
    """Nobody has the turn exactly when there are three in a row or all squares are taken."""
    x, o = three_in_a_row_win(rules, here)
    mine, yours = map(count, here.marks)
    over = any_of((x, o, a_full_board_ends_the_game(rules, here)))
    return all_of(
        (iff(none_of(here.turn), over), implies(x, mine == yours + 1), implies(o, mine == yours))
    )


def a_full_board_ends_the_game(rules: Rules, here: Position) -> Fact:
    """When all squares are taken the game is over, a draw if nobody has won (TTT-5)."""
    return all_of(map(any_of, zip(*here.marks, strict=True)))
