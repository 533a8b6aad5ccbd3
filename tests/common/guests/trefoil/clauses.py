"""The rules of Trefoil as formulas; the last action is the pass."""

from __future__ import annotations

from attrs import evolve, frozen

from rulewright.author import (
    Fact,
    Number,
    Rules,
    all_of,
    any_of,
    count,
    iff,
    implies,
    none_of,
    not_,
    reading_field,
    whole_number_field,
)
from rulewright.author.boards import YBoard

PLAYERS = ("red", "green", "blue")
PASS = "pass"  # noqa: S105 - an action
Facts = tuple[Fact, ...]


@frozen
class Parameters:
    """The length of a side."""

    side: int = whole_number_field(4, least=2, most=6)


@frozen
class Rulings:
    """What the rulebook leaves open."""

    end: str = reading_field("all", "next")


@frozen
class Position:
    """For each player, for each cell: whether a stone of theirs is on it; and whose turn it is."""

    stones: tuple[Facts, Facts, Facts]
    turn: tuple[Fact, Fact, Fact] = (True, False, False)


def board_of(rules: Rules) -> YBoard:
    """Return the board."""
    return YBoard(rules.params.side)


def open_to(rules: Rules, here: Position, player: int) -> Facts:
    """Tell of each cell whether a player could put a stone there."""
    taken = tuple(map(any_of, zip(*here.stones, strict=True)))
    others = [own for each, own in enumerate(here.stones) if each != player]
    foreign = tuple(map(any_of, zip(*others, strict=True)))
    return tuple(
        none_of((taken[cell], *(foreign[other] for other in around)))
        for cell, around in enumerate(board_of(rules).neighbours)
    )


def board_is_empty_and_red_begins(rules: Rules) -> Position:
    """The board is a triangle and is empty at the start (TRE-1)."""
    empty = (False,) * len(board_of(rules))
    return Position((empty, empty, empty))


def the_next_player_follows(rules: Rules, turn: Facts) -> Facts:
    """Red begins, Green follows, then Blue (TRE-2)."""
    return (turn[-1], *turn[:-1])


def a_stone_goes_on_an_empty_cell(rules: Rules, before: Position, move: Facts) -> Fact:
    """A stone goes on an empty cell (TRE-3)."""
    taken = map(any_of, zip(*before.stones, strict=True))
    return all_of(implies(put, not_(full)) for put, full in zip(move[:-1], taken, strict=True))


def the_stone_is_the_movers(rules: Rules, before: Position, move: Facts) -> Position:
    """The stone has the colour of the player whose turn it is."""
    stones = tuple(
        tuple(any_of((old, all_of((due, new)))) for old, new in zip(own, move[:-1], strict=True))
        for own, due in zip(before.stones, before.turn, strict=True)
    )
    return evolve(before, stones=stones)


def no_cell_carries_two_stones(rules: Rules, here: Position) -> Fact:
    """No cell carries two stones."""
    return none_of(
        all_of((here.stones[one][cell], here.stones[other][cell]))
        for one, other in ((0, 1), (0, 2), (1, 2))
        for cell in board_of(rules).cells
    )


def no_stone_beside_another_colour(rules: Rules, before: Position, move: Facts) -> Fact:
    """No stone may be put next to a stone of another colour (TRE-4)."""
    return all_of(
        implies(all_of((due, put)), none_of(foreign))
        for player, due in enumerate(before.turn)
        for put, around in zip(move[:-1], board_of(rules).neighbours, strict=True)
        for foreign in [
            [
                own[cell]
                for each, own in enumerate(before.stones)
                if each != player
                for cell in around
            ]
        ]
    )


def colours_are_apart(rules: Rules, here: Position) -> Fact:
    """No two neighbouring stones differ in colour."""
    return none_of(
        all_of((here.stones[one][cell], here.stones[other][beside]))
        for one in range(3)
        for other in range(3)
        if one != other
        for cell, beside in board_of(rules).pairs
    )


def only_who_cannot_put_a_stone_passes(rules: Rules, before: Position, move: Facts) -> Fact:
    """Who cannot put a stone must pass, and nobody else may (TRE-5)."""
    able = who_can_put_a_stone(rules, before)
    stuck = (all_of((due, not_(can))) for due, can in zip(before.turn, able, strict=True))
    return implies(move[-1], any_of(stuck))


def who_can_put_a_stone(rules: Rules, here: Position) -> Facts:
    """Return who can put a stone somewhere."""
    return tuple(any_of(open_to(rules, here, player)) for player in range(3))


def the_game_ends(rules: Rules, here: Position, following: Facts) -> Fact:
    """The game ends when no player can put a stone (TRE-6)."""
    able = who_can_put_a_stone(rules, here)
    if rules.rulings.end == "all":
        return none_of(able)
    return none_of(all_of((due, can)) for due, can in zip(following, able, strict=True))


def nobody_has_the_turn_exactly_when_it_is_over(rules: Rules, here: Position) -> Fact:
    """Nobody has the turn exactly when the game is over."""
    able = who_can_put_a_stone(rules, here)
    if rules.rulings.end == "all":
        return iff(none_of(here.turn), none_of(able))
    return all_of(
        (
            any_of((any_of(here.turn), not_(all_of(able)))),
            *(implies(due, can) for due, can in zip(here.turn, able, strict=True)),
        )
    )


def most_stones_win(rules: Rules, here: Position) -> Facts:
    """Whoever has most stones at the end wins, alone or together with others (TRE-7)."""
    stones = stones_of(here)
    return tuple(
        all_of((none_of(here.turn), *(own >= other for other in stones))) for own in stones
    )


def stones_of(here: Position) -> tuple[Number, ...]:
    """Count the stones of each player."""
    return tuple(map(count, here.stones))
