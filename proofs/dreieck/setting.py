"""What the theorems of Dreieck nimmt speak of: an arbitrary position seen through a small window.

Everything a theorem says of the rules goes through `RULEBOOK`, or through the very formulas of
`spec.dreieck.clauses`: no rule is written down a second time here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import z3
from attrs import evolve

from rulewright.interface import Action
from rulewright.proofs.reachability import AbstractReach
from rulewright.proofs.reading import Values
from rulewright.proofs.real_positions import RealPositions
from rulewright.proofs.unknowns import boolean, integer
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import FIRST, Cell, Window, players_of, tiles_of, window_from
from rulewright.spec.dreieck.facts import Facts, Move, Outlook, Position, Rules, Symbols
from rulewright.spec.dreieck.notation import laying_of, symbols_of
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
        captured=tuple(integer(f"{name}{player} captured") for player in players),
        passes=booleans(f"{name}passes", range(len(players) + 1)),
        begun=boolean(f"{name}begun"),
        turn=booleans(f"{name}turn", players),
    )


def any_symbols(rules: Rules, name: str) -> Symbols:
    """Symbols on three corners of which nothing is known."""
    first, second, third = (booleans(f"{name}/{corner}", rules.symbols) for corner in range(3))
    return first, second, third


def booleans(name: str, things: Iterable[object]) -> Facts:
    """A fact for each of some things."""
    return tuple(boolean(f"{name} {thing}") for thing in things)


def laid_on(rules: Rules, position: Position, cell: Cell) -> Move:
    """The move that lays on a cell a tile of which nothing is known."""
    symbols = any_symbols(rules, "new")
    return Move(
        at={position.window.number[cell]: True},
        symbols=symbols,
        tile=effect("DRE-5", rules, symbols),
        named=boolean("named"),
        leaves=boolean("leaves"),
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


# ------------------------------------------------------------------- positions of recorded games


def seen(rules: Rules, state: Position) -> Values:
    """Read a position through the window, with vacant cells beside tiles in its middle if there are.

    The facts have the names of `any_position`; what lies outside of the window is not seen.
    """
    return seen_at(rules, state, *next(vacant_middles(state), (0, 0)))


def seen_at(rules: Rules, state: Position, q: int, r: int) -> dict[str, bool | int]:
    """Read a position through the window at a place."""
    cells = [state.window.number.get((kind, a + q, b + r)) for kind, a, b in WINDOW.cells]
    values: dict[str, bool | int] = {"begun": bool(state.begun)}
    values |= stated("passes", range(len(state.passes)), state.passes) | stated(
        "turn", rules.players, state.turn
    )
    for name, number in zip(names_of(WINDOW), cells, strict=True):
        for player, own in zip(rules.players, state.owner, strict=True):
            values[f"{player} on {name}"] = number is not None and bool(own[number])
        for corner in range(3):
            shown = (
                (False,) * len(rules.symbols) if number is None else state.symbols[number][corner]
            )
            values |= stated(f"{name}/{corner}", rules.symbols, shown)
    for index, player in enumerate(rules.players):
        values |= stated(f"{player} has", rules.tiles, state.left[index])
        values[f"{player} captured"] = int(state.captured[index])
        if state.top:
            values |= stated(f"{player} top", rules.tiles, state.top[index])
    return values


def vacant_middles(state: Position) -> Iterator[tuple[int, int]]:
    """Yield the places of the window at which a tile can be laid on each of its middle cells."""
    lying = {cell for cell, *own in zip(state.window.cells, *state.owner, strict=True) if any(own)}

    def may_be_laid(cell: Cell) -> bool:
        number = state.window.number.get(cell)
        around = () if number is None or cell in lying else state.window.around[number]
        return any(state.window.cells[near] in lying for near, _ in around)

    for kind, q, r in state.window.cells:
        if kind == FIRST[0] and all(may_be_laid((each, q + a, r + b)) for each, a, b in MIDDLE):
            yield q, r


def can_be_laid_on(state: Position) -> bool:
    """There is a place of the window at which a tile can be laid on each of its middle cells."""
    return next(vacant_middles(state), None) is not None


def stated(name: str, things: Iterable[object], facts: Facts) -> dict[str, bool]:
    """Name facts as `booleans` does."""
    return {f"{name} {thing}": bool(fact) for thing, fact in zip(things, facts, strict=True)}


def has_begun(state: Position) -> bool:
    """A tile has been laid."""
    return bool(state.begun)


def laying_seen(rules: Rules, state: Position, action: Action) -> Values | None:
    """All steps but passes; the window is put so that its middle cell of the kind is laid on."""
    laying = laying_of(rules, action)
    if laying is None:
        return None
    kind, q, r = laying.cell
    middle = next(cell for cell in MIDDLE if cell[0] == kind)
    symbols = symbols_of(rules, laying.way)
    values = seen_at(rules, state, q - middle[1], r - middle[2])
    for corner, shown in enumerate(symbols):
        values |= stated(f"new/{corner}", rules.symbols, shown)
    return values | {"named": laying.way in rules.tiles, "leaves": laying.leaves}


def kind_laid_on(_: Position, action: Action) -> str:
    """The kind of the cell that is laid on."""
    return action[0]


def the_window(_: Rules) -> Window:
    """The window, whatever the rules."""
    return WINDOW


REAL = RealPositions(GAME.engine, seen, 220, stride=2, max_plies=26, through=the_window)
LAYING = evolve(REAL, wanted=can_be_laid_on, steps=laying_seen, kind=kind_laid_on)
BEGUN = evolve(REAL, wanted=has_begun)
LAID = evolve(BEGUN, steps=laying_seen, kind=kind_laid_on)
"""Positions of recorded games, through the window; those in which a cell of each kind can be
laid on, with the tile that is laid; those in which a tile has been laid; these with the next one."""
IN_GAMES = "tests/proofs/test_rims.py::test_what_is_kept_holds_in_every_position_of_a_game"
BEYOND = "tests/proofs/test_rims.py::test_what_a_window_shows_does_not_depend_on_where_it_ends"
"""Tests of what happens at the rim: of an induction, and of a window."""
EACH_KIND = "18 cells, a tile laid on a cell of each kind"
EVERY_SUPPLY = {"k": (2, 3, 4), "s": (4,), "supply": ("hand", "stack")}
