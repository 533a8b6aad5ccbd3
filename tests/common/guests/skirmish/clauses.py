"""The rules of Skirmish as formulas; an action is a pair of squares."""

from __future__ import annotations

from functools import cache

from attrs import evolve, frozen

from rulewright.author import (
    Fact,
    Rules,
    all_of,
    any_of,
    at_most,
    differ,
    iff,
    implies,
    none_of,
    not_,
    reading_field,
    whole_number_field,
)
from rulewright.author.boards import SquareBoard

PLAYERS = ("white", "black")
ROWS = 4
FORWARD = {"white": ("nw", "n", "ne"), "black": ("sw", "s", "se")}
HOME = {"white": "s", "black": "n"}
Facts = tuple[Fact, ...]
Step = tuple[str, str, int, int]
"""Whose move it is, its direction, from where, to where."""


@frozen
class Parameters:
    """The length of a row."""

    columns: int = whole_number_field(3, least=2, most=6)


@frozen
class Rulings:
    """What the rulebook leaves open."""

    ahead: str = reading_field("blocked", "passed")


@frozen
class Position:
    """For each player, for each square: whether a man of theirs is on it; and whose turn it is."""

    men: tuple[Facts, Facts]
    turn: tuple[Fact, Fact] = (True, False)


def board_of(rules: Rules) -> SquareBoard:
    """Return the board."""
    return SquareBoard(rules.params.columns, ROWS)


@cache
def steps(columns: int) -> tuple[Step, ...]:
    """List what men can do, one for each action."""
    board = SquareBoard(columns, ROWS)
    return tuple(
        (player, way, square, end)
        for player in PLAYERS
        for way in FORWARD[player]
        for square in board.cells
        for end in [board.step(square, way)]
        if end is not None
    )


def actions(columns: int) -> tuple[str, ...]:
    """Name them: from where, to where."""
    names = SquareBoard(columns, ROWS).names
    return tuple(f"{names[start]}-{names[end]}" for _, _, start, end in steps(columns))


def men_fill_their_rows_and_white_begins(rules: Rules) -> Position:
    """White's men fill the first row, Black's the last (SKI-1)."""
    board = board_of(rules)
    white, black = (
        tuple(cell in board.sides[HOME[player]] for cell in board.cells) for player in PLAYERS
    )
    return Position((white, black))


def nobody_has_more_men_than_at_first(rules: Rules, here: Position) -> Fact:
    """Nobody ever has more men than at the start."""
    return all_of(at_most(rules.params.columns, own) for own in here.men)


def the_turn_passes(rules: Rules, turn: Facts, over: Fact) -> Facts:
    """White begins and the players take turns, until the game is over (SKI-2)."""
    return tuple(all_of((due, not_(over))) for due in reversed(turn))


def a_man_of_the_mover_goes_forward(rules: Rules, before: Position, move: Facts) -> Fact:
    """A player moves one of their own men forward (SKI-3)."""
    return all_of(
        implies(played, all_of((before.turn[mover], before.men[mover][start])))
        for played, (player, _, start, _) in zip(move, steps(rules.params.columns), strict=True)
        for mover in [PLAYERS.index(player)]
    )


def the_man_arrives_and_captures(rules: Rules, before: Position, move: Facts) -> Position:
    """The man leaves its square and arrives at the other; what stood there is gone."""
    leaves, arrives = (
        [
            any_of(
                played
                for played, step in zip(move, steps(rules.params.columns), strict=True)
                if step[end] == square
            )
            for square in board_of(rules).cells
        ]
        for end in (2, 3)
    )
    men = tuple(
        tuple(
            any_of(
                (
                    all_of((man, not_(leaves[at]), not_(arrives[at]))),
                    all_of((due, arrives[at])),
                )
            )
            for at, man in enumerate(own)
        )
        for own, due in zip(before.men, before.turn, strict=True)
    )
    return evolve(before, men=men)


def no_man_goes_to_one_of_its_own_side(rules: Rules, before: Position, move: Facts) -> Fact:
    """A man captures opposing men, and never moves to one of its own side (SKI-4)."""
    return none_of(
        all_of((played, before.men[PLAYERS.index(player)][end]))
        for played, (player, _, _, end) in zip(move, steps(rules.params.columns), strict=True)
    )


def no_square_carries_two_men(rules: Rules, here: Position) -> Fact:
    """No square carries two men."""
    return none_of(map(all_of, zip(*here.men, strict=True)))


def nobody_captures_straight_ahead(rules: Rules, before: Position, move: Facts) -> Fact:
    """No man captures straight ahead (SKI-5)."""
    if rules.rulings.ahead == "passed":
        return True
    return none_of(
        all_of((played, before.men[1 - PLAYERS.index(player)][end]))
        for played, (player, way, _, end) in zip(move, steps(rules.params.columns), strict=True)
        if way in {"n", "s"}
    )


def the_far_row_or_the_last_capture_wins(rules: Rules, here: Position) -> Facts:
    """Whoever reaches the far row, or has captured all opposing men, wins at once (SKI-6)."""
    (white, black), sides = here.men, board_of(rules).sides
    white_is_far = any_of(white[cell] for cell in sides[HOME["black"]])
    black_is_far = any_of(black[cell] for cell in sides[HOME["white"]])
    return any_of((white_is_far, none_of(black))), any_of((black_is_far, none_of(white)))


def one_player_wins_exactly_when_it_is_over(rules: Rules, here: Position) -> Fact:
    """Nobody has the turn exactly when one player has won; never do both win."""
    one, other = the_far_row_or_the_last_capture_wins(rules, here)
    return all_of((iff(none_of(here.turn), differ(one, other)), not_(all_of((one, other)))))
