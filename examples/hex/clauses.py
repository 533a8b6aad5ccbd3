"""The rules as formulas: over bool they are run, over Z3 terms they are proved."""

from __future__ import annotations

from functools import cached_property

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
)
from rulewright.author import whole_number_field as whole_number
from rulewright.author.boards import HexBoard

Facts = tuple[Fact, ...]
RECOLOURS = ("mirror", "stay")
"""The readings under which a swap changes a stone; under `sides` it changes the players' colours."""


@frozen
class Parameters:
    """The length of a side."""

    n: int = whole_number(11, 2, 26)

    @cached_property
    def board(self) -> HexBoard:
        """The board."""
        return HexBoard(self.n, self.n)

    @cached_property
    def mirrored(self) -> tuple[int, ...]:
        """For each cell the one with row and column exchanged."""
        return tuple(self.board.at[row, column] for column, row in self.board.coordinates)


@frozen
class Position:
    """For each colour, for each cell: whether a stone of it is there; whose turn it is, and more."""

    stones: tuple[Facts, ...]
    turn: Facts = (True, False)
    exchanged: Fact = False
    """The second player has Red."""


def the_board_is_empty(rules: Rules) -> Position:
    """The board is empty at the start (HEX-1)."""
    empty = (False,) * len(rules.params.board)
    return Position((empty, empty))


def the_turn_passes(rules: Rules, turn: Facts, over: Fact) -> Facts:
    """The first player begins and the players take turns, until the game is over (HEX-2)."""
    return tuple(all_of((due, not_(over))) for due in turn[::-1])


def with_colours(here: Position, players: Facts) -> Facts:
    """Facts of the two players as facts of the two colours, or back."""
    first, second = players
    return (
        if_then_else(here.exchanged, second, first),
        if_then_else(here.exchanged, first, second),
    )


def the_numbers_of_stones_fit(rules: Rules, here: Position) -> Fact:
    """The colour that moved last has one stone more than the other had, or a swap took one away."""
    red, blue = map(count, here.stones)
    due, joined = with_colours(here, here.turn), both_joined(rules, here)
    begun = any_of((here.turn[0], at_least(1, (*here.stones[0], *here.stones[1]))))
    after_red, after_blue = (any_of((due[1 - at], joined[at])) for at in range(2))
    recoloured = rules.rulings.swap in RECOLOURS
    return all_of(
        (
            begun,
            none_of((all_of(joined), all_of((after_red, after_blue)))),
            implies(here.exchanged, at_least(1, here.stones[0])),
            implies(after_red, any_of((red == blue + 1, all_of((recoloured, red == blue))))),
            implies(after_blue, any_of((red == blue, all_of((recoloured, blue == red + 1))))),
        )
    )


def a_stone_goes_on_an_empty_cell(rules: Rules, before: Position, move: Facts) -> Fact:
    """A stone is put on an empty cell (HEX-3)."""
    taken = map(any_of, zip(*before.stones, strict=True))
    return all_of(implies(put, not_(full)) for put, full in zip(move[:-1], taken, strict=True))


def the_stone_has_the_movers_colour(rules: Rules, before: Position, move: Facts) -> Position:
    """The stone has the colour of the player whose turn it is."""
    due = with_colours(before, before.turn)
    stones = tuple(
        tuple(any_of((old, all_of((mine, new)))) for old, new in zip(own, move[:-1], strict=True))
        for own, mine in zip(before.stones, due, strict=True)
    )
    return evolve(before, stones=stones)


def no_cell_carries_two_stones(rules: Rules, here: Position) -> Fact:
    """No cell carries two stones."""
    return none_of(map(all_of, zip(*here.stones, strict=True)))


def only_the_first_answer_swaps(rules: Rules, before: Position, move: Facts) -> Fact:
    """Where it is agreed, the second player may swap in their first turn (HEX-4)."""
    if rules.rulings.swap == "none":
        return not_(move[-1])
    lone = count(fact for own in before.stones for fact in own) == 1
    return implies(move[-1], all_of((before.turn[1], lone)))


def the_swap_is_made(rules: Rules, before: Position) -> Position:
    """The players exchange colours, or the red stone becomes a blue one, there or mirrored."""
    red, none = before.stones[0], (False,) * len(rules.params.board)
    if rules.rulings.swap == "mirror":
        red = tuple(red[cell] for cell in rules.params.mirrored)
    if rules.rulings.swap in RECOLOURS:
        return evolve(before, stones=(none, red))
    return evolve(before, exchanged=True)


def only_agreed_swaps_exchange(rules: Rules, here: Position) -> Fact:
    """Colours are exchanged only where that is what a swap does."""
    return not_(here.exchanged) if rules.rulings.swap != "sides" else True


def swapped_or_put(move: Facts, swapped: Position, put: Position) -> Position:
    """Choose between the positions after a swap and after a stone."""
    stones = tuple(
        tuple(if_then_else(move[-1], one, other) for one, other in zip(*pair, strict=True))
        for pair in zip(swapped.stones, put.stones, strict=True)
    )
    exchanged = if_then_else(move[-1], swapped.exchanged, put.exchanged)
    return evolve(put, stones=stones, exchanged=exchanged)


def both_joined(rules: Rules, here: Position) -> Facts:
    """Whether each colour has a chain between its two sides."""
    board, (red, blue) = rules.params.board, here.stones
    return board.connected(red, "n", "s"), board.connected(blue, "w", "e")


def who_has_connected(rules: Rules, here: Position) -> Facts:
    """Whoever has connected the two sides of their colour wins (HEX-5)."""
    return with_colours(here, both_joined(rules, here))


def nobody_has_the_turn_exactly_when_it_is_over(rules: Rules, here: Position) -> Fact:
    """Nobody has the turn exactly when somebody has connected."""
    return iff(none_of(here.turn), any_of(both_joined(rules, here)))
