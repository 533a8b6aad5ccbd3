"""The rules as formulas: over bool they are run, over Z3 terms they are proved."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from attrs import evolve, frozen

from rulewright.author import Fact, Rules, all_of, any_of, iff, implies, none_of, not_
from rulewright.author import whole_number_field as whole_number
from rulewright.author.boards import SquareBoard

Facts = tuple[Fact, ...]
Place = tuple[int, int]
Step = tuple[int, int, int, bool]
"""Whose step it is, the squares where it begins and ends, and whether it is straight ahead."""
FORWARD = (("nw", "n", "ne"), ("sw", "s", "se"))


@frozen
class Parameters:
    """The size of the board."""

    columns: int = whole_number(8, 2)
    rows: int = whole_number(8, 4)

    @cached_property
    def board(self) -> SquareBoard:
        """The board."""
        return SquareBoard(self.columns, self.rows)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of both players: the actions, in their order."""
        ways = [(player, way) for player in (0, 1) for way in FORWARD[player]]
        every = ((*way, at) for way in ways for at in self.board.cells)
        steps = ((who, at, self.board.step(at, way), way) for who, way, at in every)
        return tuple((who, at, to, way in "ns") for who, at, to, way in steps if to is not None)


@frozen
class Position:
    """For each player, for each square: whether a piece of theirs is on it; and whose turn it is."""

    pieces: tuple[Facts, ...]
    turn: Facts = (True, False)


def pieces_fill_the_nearest_rows(rules: Rules) -> Position:
    """At the start the pieces of each player fill the rows nearest to them (BRK-1)."""
    rows, where = rules.params.rows, [row for _, row in rules.params.board.coordinates]
    filled = 1 if rules.rulings.rows == "one_if_low" and rows in range(6) else 2
    white = tuple(row >= rows - filled for row in where)
    return Position((white, tuple(row < filled for row in where)))


def players_move_their_own_forward(rules: Rules, before: Position, move: Facts) -> Fact:
    """The player whose turn it is moves a piece of their own, towards the opponent's side (BRK-2)."""
    return all_of(
        implies(played, all_of((before.turn[player], before.pieces[player][origin])))
        for (player, origin, _, _), played in zip(rules.params.steps, move, strict=True)
    )


def the_turn_passes(rules: Rules, turn: Facts, over: Fact) -> Facts:
    """The players take turns, until the game is over."""
    return tuple(all_of((due, not_(over))) for due in turn[::-1])


def only_diagonal_steps_capture(rules: Rules, before: Position, move: Facts) -> Fact:
    """Straight ahead the square is empty; on a diagonal it holds no piece of one's own (BRK-3)."""
    pieces = before.pieces
    return all_of(
        implies(played, none_of((pieces[who][to], pieces[1 - who][to] if straight else False)))
        for (who, _, to, straight), played in zip(rules.params.steps, move, strict=True)
    )


def the_piece_moves_and_captures(rules: Rules, before: Position, move: Facts) -> Position:
    """The piece goes to the square, and the opponent's piece there is captured."""
    come, gone = defaultdict[Place, Facts](tuple), defaultdict[Place, Facts](tuple)
    for (player, origin, target, _), played in zip(rules.params.steps, move, strict=True):
        come[player, target] += (played,)
        gone[player, origin] += (played,)
        gone[1 - player, target] += (played,)

    def after(place: Place, held: Fact) -> Fact:
        return any_of((*come[place], all_of((held, none_of(gone[place])))))

    pieces = (
        tuple(after((player, square), held) for square, held in enumerate(own))
        for player, own in enumerate(before.pieces)
    )
    return evolve(before, pieces=tuple(pieces))


def no_square_holds_two_pieces(rules: Rules, here: Position) -> Fact:
    """No square holds two pieces."""
    return none_of(map(all_of, zip(*here.pieces, strict=True)))


def a_breakthrough_ends_the_game(rules: Rules, before: Position, move: Facts) -> Fact:
    """Nobody plays on once a player has won (BRK-4)."""
    return none_of(who_has_broken_through(rules, before))


def who_has_broken_through(rules: Rules, here: Position) -> Facts:
    """Who has a piece in the farthest row, or has captured all pieces of the opponent, wins."""
    sides, (white, black) = rules.params.board.sides, here.pieces
    return (
        any_of((*(white[cell] for cell in sides["n"]), none_of(black))),
        any_of((*(black[cell] for cell in sides["s"]), none_of(white))),
    )


def nobody_has_the_turn_exactly_when_it_is_over(rules: Rules, here: Position) -> Fact:
    """Nobody has the turn exactly when one player has won, and never do both."""
    won = who_has_broken_through(rules, here)
    return all_of((iff(none_of(here.turn), any_of(won)), not_(all_of(won))))
