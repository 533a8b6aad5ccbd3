"""Tiles of Dreieck nimmt in any algebra: their names, how they show on a cell, and their stacks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rulewright.spec.dreieck.facts import Facts, Position, Rules, Symbols
from rulewright.spec.logic import (
    Fact,
    all_of,
    any_of,
    at_most,
    if_then_else,
    iff,
    implies,
    none_of,
    not_,
)


def numbered(rules: Rules) -> tuple[tuple[int, int, int], ...]:
    """The names of the tiles, each symbol by its number."""
    return numbers_of(rules.tiles, rules.symbols)


@cache
def numbers_of(names: tuple[str, ...], symbols: str) -> tuple[tuple[int, int, int], ...]:
    """The names of some tiles, each symbol by its number."""
    number = {symbol: index for index, symbol in enumerate(symbols)}
    return tuple((number[name[0]], number[name[1]], number[name[2]]) for name in names)


def turned(symbols: Symbols, name: tuple[int, int, int], by: int) -> Fact:
    """The corners show a tile turned by so many corners."""
    return all_of(symbols[(corner + by) % 3][symbol] for corner, symbol in enumerate(name))


def in_some_turn(symbols: Symbols, name: tuple[int, int, int]) -> Fact:
    """The corners show a tile, turned in whatever way."""
    return any_of(turned(symbols, name, by) for by in range(3))


def lies_there(position: Position, own: Facts, name: tuple[int, int, int], cell: int) -> Fact:
    """The tile of that name, of the owner of those cells, lies on a cell."""
    return all_of((own[cell], in_some_turn(position.symbols[cell], name)))


def shown_after(shown: Symbols, new: Symbols, laid: Fact) -> Symbols:
    """What the corners of a cell show once a tile is laid there, if it is."""
    first, second, third = (
        tuple(any_of((old, all_of((laid, fact)))) for old, fact in zip(before, after, strict=True))
        for before, after in zip(shown, new, strict=True)
    )
    return first, second, third


def emptied(shown: Symbols, stays: Fact) -> Symbols:
    """What the corners of a cell show, if the tile stays."""
    first, second, third = (tuple(all_of((fact, stays)) for fact in facts) for facts in shown)
    return first, second, third


def all_tiles_are_laid(position: Position) -> Fact:
    """No player has a tile left."""
    return none_of(fact for own in position.left for fact in own)


def next_of_stack(order: Sequence[int], top: Facts, left: Facts, moves_on: Fact) -> Facts:
    """For each tile: it is the top one, after the stack has moved on (if it does).

    A stack goes round: below the last of its tiles come those that were buried, first buried first.
    The next top tile is the first below the old one that is left, or the old one if it is alone.
    """
    reached: list[Fact] = [False] * len(order)
    looking: Fact = False
    for tile in (*order, *order):  # twice round, so that every tile is met below the old top one
        reached[tile] = any_of((reached[tile], all_of((looking, left[tile]))))
        looking = any_of((all_of((looking, not_(left[tile]))), all_of((moves_on, top[tile]))))
    return tuple(
        if_then_else(moves_on, after, before) for before, after in zip(top, reached, strict=True)
    )


def stacks_keep_their_order(rules: Rules, position: Position) -> list[Fact]:
    """The top tile is left, if any is; it is the first that is left, unless some were buried."""
    buried = {"keep": False, "bury": position.begun}[rules.rulings.stuck]
    return [
        fact
        for order, top, left in zip(rules.stacks, position.top, position.left, strict=False)
        for fact in (
            at_most(1, top),
            iff(any_of(top), any_of(left)),
            *(implies(first, held) for first, held in zip(top, left, strict=True)),
            *(
                implies(
                    top[tile], any_of((buried, none_of(left[above] for above in order[:depth])))
                )
                for depth, tile in enumerate(order)
            ),
        )
    ]
