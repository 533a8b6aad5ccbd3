"""The rules of Rhomb as formulas; cells are numbered row by row, the swap is the last action."""

from __future__ import annotations

from functools import cache

from attrs import evolve, frozen

from rulewright.author import (
    Fact,
    Rules,
    all_of,
    any_of,
    at_least,
    count,
    if_then_else,
    iff,
    implies,
    none_of,
    not_,
    reachable,
    reading_field,
    whole_number_field,
)

PLAYERS = ("red", "blue")
COLUMNS = "abcdefghijk"
SWAP = "swap"
Facts = tuple[Fact, ...]


@frozen
class Parameters:
    """The length of a side."""

    n: int = whole_number_field(5, least=2, most=len(COLUMNS))


@frozen
class Rulings:
    """What the rulebook leaves open."""

    swap: str = reading_field("mirror", "stay")


@frozen
class Position:
    """For each player, for each cell: whether a stone of theirs is on it; and whose turn it is."""

    stones: tuple[Facts, Facts]
    turn: tuple[Fact, Fact] = (True, False)


def cells(n: int) -> tuple[str, ...]:
    """Name the cells, row by row: column and row, as in ``b3``."""
    return tuple(f"{COLUMNS[column]}{row + 1}" for row in range(n) for column in range(n))


@cache
def links(n: int) -> tuple[tuple[int, int], ...]:
    """List the pairs of neighbouring cells."""
    right = [(n * y + x, n * y + x + 1) for y in range(n) for x in range(n - 1)]
    down = [(n * y + x, n * y + n + x) for y in range(n - 1) for x in range(n)]
    back = [(n * y + x, n * y + n + x - 1) for y in range(n - 1) for x in range(1, n)]
    return (*right, *down, *back)


def mirrored(n: int, cell: int) -> int:
    """Exchange row and column."""
    return cell % n * n + cell // n


def board_is_empty_and_red_begins(rules: Rules) -> Position:
    """The board is a rhombus and is empty at the start (RHO-1)."""
    empty = (False,) * rules.params.n**2
    return Position((empty, empty))


def the_turn_passes(rules: Rules, turn: Facts, over: Fact) -> Facts:
    """Red begins and the players take turns, until the game is over (RHO-2)."""
    return tuple(all_of((due, not_(over))) for due in reversed(turn))


def stones_are_as_many_as_turns(rules: Rules, here: Position) -> Fact:
    """Who has moved last has as many stones as the other player, or one more."""
    red, blue = map(count, here.stones)
    last_red = all_of((at_least(1, here.stones[0]), any_of((red == blue, red == blue + 1))))
    last_blue = any_of((blue == red, blue == red + 1))
    won_red, won_blue = (joins(rules, here, player) for player in (0, 1))
    return all_of(
        (
            implies(here.turn[0], last_blue),
            implies(here.turn[1], last_red),
            implies(won_red, last_red),
            implies(won_blue, last_blue),
        )
    )


def a_stone_goes_on_an_empty_cell(rules: Rules, before: Position, move: Facts) -> Fact:
    """A stone goes on an empty cell (RHO-3)."""
    taken = map(any_of, zip(*before.stones, strict=True))
    return all_of(implies(put, not_(full)) for put, full in zip(move[:-1], taken, strict=True))


def the_stone_is_the_movers(rules: Rules, before: Position, move: Facts) -> Position:
    """The stone is one of the player whose turn it is."""
    stones = tuple(
        tuple(any_of((old, all_of((due, new)))) for old, new in zip(own, move[:-1], strict=True))
        for own, due in zip(before.stones, before.turn, strict=True)
    )
    return evolve(before, stones=stones)


def no_cell_carries_two_stones(rules: Rules, here: Position) -> Fact:
    """No cell carries two stones."""
    return none_of(map(all_of, zip(*here.stones, strict=True)))


def only_blue_swaps_and_only_at_first(rules: Rules, before: Position, move: Facts) -> Fact:
    """Only Blue may swap, and only while the board carries one stone (RHO-4)."""
    lone = count(fact for own in before.stones for fact in own) == 1
    return implies(move[-1], all_of((before.turn[1], lone)))


def the_stone_changes_sides(rules: Rules, before: Position) -> Position:
    """Red's only stone becomes a blue one in the same place, as each player sees the board."""
    red, n = before.stones[0], rules.params.n
    if rules.rulings.swap == "mirror":
        red = tuple(red[mirrored(n, cell)] for cell in range(n * n))
    return evolve(before, stones=((False,) * (n * n), red))


def joins(rules: Rules, here: Position, player: int) -> Fact:
    """Return whether a player's stones join their two sides."""
    n, own = rules.params.n, here.stones[player]
    begin, end = (
        [cell for cell in range(n * n) if (cell // n, cell % n)[player] == side]
        for side in (0, n - 1)
    )
    start = [own[cell] if cell in begin else False for cell in range(n * n)]
    ways = [(one, other, all_of((own[one], own[other]))) for one, other in links(n)]
    reached = reachable(start, ways)
    return any_of(reached[cell] for cell in end)


def a_chain_wins(rules: Rules, here: Position) -> Facts:
    """Whoever joins their two sides wins, and the game ends (RHO-5)."""
    return tuple(joins(rules, here, player) for player in range(2))


def nobody_has_the_turn_exactly_when_it_is_over(rules: Rules, here: Position) -> Fact:
    """Nobody has the turn exactly when somebody has a chain."""
    return iff(none_of(here.turn), any_of(a_chain_wins(rules, here)))


def swapped_or_put(move: Facts, swapped: Position, put: Position) -> Position:
    """Choose between the positions after a swap and after a stone."""
    stones = tuple(
        tuple(if_then_else(move[-1], one, other) for one, other in zip(*pair, strict=True))
        for pair in zip(swapped.stones, put.stones, strict=True)
    )
    return evolve(put, stones=stones)
