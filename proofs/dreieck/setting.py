"""What the theorems of Dreieck nimmt speak of: an arbitrary position seen through a small window.

Everything a theorem says of the rules goes through `RULEBOOK`, or through the very formulas of
`spec.dreieck.clauses`: no rule is written down a second time here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import z3

from rulewright.proofs.reachability import AbstractReach
from rulewright.spec.dreieck.board import Cell, Window, players_of, tiles_of, window_from
from rulewright.spec.dreieck.facts import Facts, Move, Outlook, Position, Rules, Symbols
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.dreieck.rulebook import RULEBOOK
from rulewright.spec.logic import Fact, Number, at_most, exactly_one, implies

WINDOW = window_from((-1, -1), (1, 1))
"""Eighteen cells; the first cell, and the one above it, have all their neighbours in it."""
MIDDLE: tuple[Cell, ...] = (("u", 0, 0), ("d", -1, 0))
"""A cell of each kind, with its neighbours inside the window; by translation it stands for all."""


def rules_of(
    k: int = 2, s: int = 4, reach: AbstractReach | None = None, supply: str = "hand", **rulings: str
) -> Rules:
    """Fix players, symbols and readings; reachability is left abstract if it is asked of a name.

    Stacks are sorted: another order is the same with other names for the tiles.
    """
    stacks = {player: tiles_of(s) for player in players_of(k)} if supply == "stack" else None
    params, chosen = Parameters(k, s, supply, stacks), Rulings(**rulings)
    return Rules(params, chosen) if reach is None else Rules(params, chosen, reach)


@cache
def names_of(window: Window) -> tuple[str, ...]:
    """Name the cells of a window."""
    return tuple(f"{kind}{q},{r}" for kind, q, r in window.cells)


def any_position(rules: Rules, window: Window = WINDOW, name: str = "") -> Position:
    """A position of which nothing is known: a fact for each thing that a position says."""
    cells, players = names_of(window), rules.players
    return Position(
        window=window,
        owner=tuple(booleans(f"{name}{player} on", cells) for player in players),
        symbols=tuple(any_symbols(rules, f"{name}{cell}") for cell in cells),
        left=tuple(booleans(f"{name}{player} has", rules.tiles) for player in players),
        top=tuple(
            booleans(f"{name}{player} top", rules.tiles)
            for player, _ in zip(players, rules.stacks, strict=False)
        ),
        captured=tuple(z3.Int(f"{name}{player} captured") for player in players),
        passes=booleans(f"{name}passes", range(len(players) + 1)),
        begun=z3.Bool(f"{name}begun"),
        turn=booleans(f"{name}turn", players),
    )


def any_symbols(rules: Rules, name: str) -> Symbols:
    """Symbols on three corners of which nothing is known."""
    first, second, third = (booleans(f"{name}/{corner}", rules.symbols) for corner in range(3))
    return first, second, third


def booleans(name: str, things: Iterable[object]) -> Facts:
    """A fact for each of some things."""
    return tuple(z3.Bool(f"{name} {thing}") for thing in things)


def laid_on(rules: Rules, position: Position, cell: Cell) -> Move:
    """The move that lays on a cell a tile of which nothing is known."""
    symbols = any_symbols(rules, "new")
    return Move(
        at={position.window.number[cell]: True},
        symbols=symbols,
        tile=effect("DRE-5", rules, symbols),
        named=z3.Bool("named"),
        leaves=z3.Bool("leaves"),
        passes=False,
    )


def passing(rules: Rules) -> Move:
    """The move by which somebody passes."""
    blank = (False,) * len(rules.symbols)
    nothing = (False,) * len(rules.tiles)
    return Move({}, (blank, blank, blank), nothing, named=False, leaves=False, passes=True)


def is_sound(position: Position) -> tuple[Fact, ...]:
    """What the facts of a position mean: one owner a cell at most, one player to move.

    With stacks, what is on top is left.
    """
    owners = (at_most(1, own) for own in zip(*position.owner, strict=True))
    return (*owners, exactly_one(position.turn), *tops_are_left(position))


def tops_are_left(position: Position) -> tuple[Fact, ...]:
    """With stacks, for each player and tile: if it is the top one it has not been laid."""
    return tuple(
        implies(*pair)
        for top, left in zip(position.top, position.left, strict=False)
        for pair in zip(top, left, strict=True)
    )


def shows_one_symbol_a_corner(move: Move) -> tuple[Fact, ...]:
    """Each corner of the tile that is laid shows exactly one symbol."""
    return tuple(map(exactly_one, move.symbols))


def permitted(rules: Rules, before: Position, move: Move, *identifiers: str) -> tuple[Fact, ...]:
    """The clauses let a move pass, one fact for each of those named."""
    found = []
    for identifier in identifiers:
        permits = RULEBOOK[identifier].permits
        assert permits is not None
        found.append(permits(rules, before, move))
    return tuple(found)


def holds(rules: Rules, position: Position, identifier: str) -> Fact:
    """What a clause keeps true in every position."""
    formula = RULEBOOK[identifier].holds
    assert formula is not None
    return formula(rules, position, Outlook(False, ()))


def effect(identifier: str, *arguments: object) -> Fact:
    """Apply what a clause says follows."""
    found = RULEBOOK[identifier].effect
    assert found is not None
    return found(*arguments)


def number(fact: Fact) -> Number:
    """1 where a fact holds, else 0."""
    if isinstance(fact, bool):
        return int(fact)
    return z3.If(fact, z3.IntVal(1), z3.IntVal(0))


# What an action comes to, in the order in which the specification runs its clauses: see
# `spec.dreieck.evaluation.Evaluation.played`. No clause is left out, though it may seem to have no say.


def laid_down(rules: Rules, before: Position, move: Move) -> Position:
    """The tile lies, or the pass is counted; nothing has been taken yet (DRE-3, DRE-6)."""
    passed: Position = effect("DRE-6", rules, effect("DRE-3", rules, before, move), move)
    return passed


def after_taking(rules: Rules, laid: Position, taken: Facts, move: Move) -> Position:
    """What is taken has left the table (DRE-8); whose turn it is has not changed yet."""
    after: Position = effect("DRE-8", rules, laid, taken, move)
    return after


def after_a_pass(rules: Rules, before: Position) -> Position:
    """Somebody has passed (DRE-3, DRE-6, DRE-7, DRE-8); the turn has not gone on yet."""
    move = passing(rules)
    laid = laid_down(rules, before, move)
    return after_taking(rules, laid, effect("DRE-7", rules, laid, move), move)
