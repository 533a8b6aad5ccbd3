"""The rules as formulas: over bool they are run, over Z3 terms they are proved."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from attrs import evolve, frozen

from rulewright.author import Fact, Rules, all_of, any_of, count, iff, implies, none_of, not_
from rulewright.author import whole_number_field as whole_number
from rulewright.author.boards import SquareBoard

Facts = tuple[Fact, ...]
WAYS = {"any": ((1, 0), (0, 1), (1, 1), (1, -1)), "straight": ((1, 0), (0, 1))}


@frozen
class Parameters:
    """The size of the frame, and how many pieces in a row win."""

    columns: int = whole_number(7, 1, 26)
    rows: int = whole_number(6, 1)
    line: int = whole_number(4, 2)

    @cached_property
    def board(self) -> SquareBoard:
        """The frame."""
        return SquareBoard(self.columns, self.rows)

    @cached_property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        """For each column, its cells from the bottom up, as numbers of the board."""
        number = {name: index for index, name in enumerate(self.board.names)}
        letters = (chr(ord("a") + column) for column in range(self.columns))
        return tuple(
            tuple(number[f"{letter}{row + 1}"] for row in range(self.rows)) for letter in letters
        )

    def lines(self, reading: str) -> tuple[tuple[int, ...], ...]:
        """List the cells of every line that wins."""
        found = []
        for column in range(self.columns):
            for row in range(self.rows):
                for right, up in WAYS[reading]:
                    line = [(column + n * right, row + n * up) for n in range(self.line)]
                    if all(x in range(self.columns) and y in range(self.rows) for x, y in line):
                        found.append(tuple(self.cells[x][y] for x, y in line))
        return tuple(found)


@frozen
class Position:
    """For each player, for each cell: whether a piece of theirs is in it; and whose turn it is."""

    pieces: tuple[Facts, ...]
    turn: Facts = (True, False)


def the_frame_is_empty(rules: Rules) -> Position:
    """The frame is empty at the start (CON-1)."""
    empty = (False,) * (rules.params.columns * rules.params.rows)
    return Position((empty, empty))


def the_turn_passes(rules: Rules, turn: Facts, over: Fact) -> Facts:
    """The first player begins and the players take turns, until the game is over (CON-2)."""
    return tuple(all_of((due, not_(over))) for due in turn[::-1])


def the_numbers_of_pieces_fit(rules: Rules, here: Position) -> Fact:
    """The first player has as many pieces as the second, or one more after their own turn."""
    first, second = map(count, here.pieces)
    won, even, odd = who_has_a_line(rules, here), first == second, first == second + 1
    return all_of(
        (
            any_of((even, odd)),
            implies(any_of((here.turn[0], won[1])), even),
            implies(any_of((here.turn[1], won[0])), odd),
        )
    )


def taken(here: Position) -> Facts:
    """Whether each cell holds a piece."""
    return tuple(map(any_of, zip(*here.pieces, strict=True)))


def the_column_is_not_full(rules: Rules, before: Position, move: Facts) -> Fact:
    """A piece is dropped into a column that is not full (CON-3)."""
    full = taken(before)
    return all_of(
        implies(dropped, not_(full[cells[-1]]))
        for dropped, cells in zip(move, rules.params.cells, strict=True)
    )


def the_piece_falls(rules: Rules, before: Position, move: Facts) -> Position:
    """The piece falls to the lowest empty cell, and is one of the player whose turn it is."""
    full, lands = taken(before), {}
    for dropped, cells in zip(move, rules.params.cells, strict=True):
        for row, cell in enumerate(cells):
            below = full[cells[row - 1]] if row else True
            lands[cell] = all_of((dropped, below, not_(full[cell])))
    pieces = tuple(
        tuple(any_of((held, all_of((due, lands[cell])))) for cell, held in enumerate(own))
        for own, due in zip(before.pieces, before.turn, strict=True)
    )
    return evolve(before, pieces=pieces)


def pieces_lie_on_pieces(rules: Rules, here: Position) -> Fact:
    """No cell holds two pieces, and no piece hangs over an empty cell."""
    full = taken(here)
    lying = (
        implies(full[above], full[below])
        for cells in rules.params.cells
        for below, above in pairwise(cells)
    )
    return all_of((none_of(map(all_of, zip(*here.pieces, strict=True))), *lying))


def nobody_plays_on(rules: Rules, before: Position, move: Facts) -> Fact:
    """Nobody plays on once a player has a line (CON-4)."""
    return none_of(who_has_a_line(rules, before))


def who_has_a_line(rules: Rules, here: Position) -> Facts:
    """Whoever has the pieces in a row wins (CON-4)."""
    lines = rules.params.lines(rules.rulings.row)
    return tuple(
        any_of(all_of(own[cell] for cell in line) for line in lines) for own in here.pieces
    )


def the_frame_is_full(rules: Rules, here: Position) -> Fact:
    """When the frame is full the game is over (CON-5)."""
    return all_of(taken(here))


def nobody_has_the_turn_exactly_when_it_is_over(rules: Rules, here: Position) -> Fact:
    """Nobody has the turn exactly when somebody has won, or the frame is full."""
    over = any_of((*who_has_a_line(rules, here), the_frame_is_full(rules, here)))
    return iff(none_of(here.turn), over)
