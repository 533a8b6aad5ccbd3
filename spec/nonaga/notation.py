"""Nonaga's positions as exchanged: JSON in the form of the page; and as facts about a window."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from attrs import frozen

from rulewright.interface import Json, MalformedPosition
from rulewright.spec.logic import Fact
from rulewright.spec.nonaga.board import FARTHEST, Cell, Window, window_around
from rulewright.spec.nonaga.facts import Facts, Position, Rules
from rulewright.spec.nonaga.options import COLOURS

WHOLE = "(0|-?[1-9][0-9]*)"
STEP = re.compile(f"{WHOLE},{WHOLE}>{WHOLE},{WHOLE}", re.ASCII)
DIGITS = 10
"""Digits of the longest number in an action."""
STEPS = ("piece", "disc")
KEYS = {"discs", "pieces", "turn", "step", "barred"}


@frozen
class State:
    """A position by the true cells of its things; players are in turn order.

    Beyond what the JSON form tells it knows who has won a finished game, because for want of a step
    a game can end on a board that does not show who wanted it.
    """

    discs: tuple[Cell, ...]
    """Ascending."""
    pieces: tuple[tuple[Cell, ...], ...]
    """For each player, ascending."""
    turn: int | None
    """Index of the player to move; None when the game is over."""
    disc_step: bool
    barred: Cell | None
    winner: int | None


# ------------------------------------------------------------------------------------------- facts


def as_facts(rules: Rules, state: State) -> Position:
    """State facts about the cells of the window of the rules."""
    cells = rules.window.cells

    def on(things: tuple[Cell, ...]) -> Facts:
        members = set(things)
        return tuple(cell in members for cell in cells)

    return Position(
        discs=on(state.discs),
        pieces=tuple(map(on, state.pieces)),
        turn=tuple(player == state.turn for player in range(2)),
        disc_step=state.disc_step,
        barred=on(() if state.barred is None else (state.barred,)),
        won=tuple(player == state.winner for player in range(2)),
    )


def as_state(rules: Rules, position: Position) -> State:
    """Read concrete facts about a window."""
    cells = rules.window.cells

    def where(facts: Facts) -> tuple[Cell, ...]:
        return tuple(sorted(cell for cell, here in zip(cells, facts, strict=True) if here))

    return State(
        discs=where(position.discs),
        pieces=tuple(map(where, position.pieces)),
        turn=which(position.turn),
        disc_step=bool(position.disc_step),
        barred=next(iter(where(position.barred)), None),
        winner=which(position.won),
    )


def which(facts: Facts) -> int | None:
    """Find the player of whom a concrete fact holds."""
    return next((player for player, fact in enumerate(facts) if fact), None)


def window_of(state: State, *cells: Cell) -> Window:
    """Make the window for a state's discs, and some cells more."""
    return window_around((*state.discs, *cells))


def read_step(action: str) -> tuple[Cell, Cell] | None:
    """Read a step such as ``2,0>1,0``; None where it is spelled otherwise."""
    match = STEP.fullmatch(action) if isinstance(action, str) else None
    if match is None or any(len(number.lstrip("-")) > DIGITS for number in match.groups()):
        return None
    q, r, s, t = map(int, match.groups())
    return (q, r), (s, t)


# -------------------------------------------------------------------------------------------- JSON


def write(rules: Rules, state: State) -> Json:
    """Write a position."""
    by_player = dict(zip(rules.players, state.pieces, strict=True))
    over = state.turn is None
    return {
        "discs": list(map(list, state.discs)),
        "pieces": {colour: list(map(list, by_player[colour])) for colour in COLOURS},
        "turn": None if state.turn is None else rules.players[state.turn],
        "step": None if over else STEPS[state.disc_step],
        "barred": None if state.barred is None else list(state.barred),
    }


def read(rules: Rules, position: Json) -> State:
    """Read a position whose form is right; raises `MalformedPosition`, clauses are not looked at.

    Who has won a finished game is not told, and left open.
    """
    demand(
        isinstance(position, dict) and set(position) == KEYS,
        "a position is an object with the keys discs, pieces, turn, step and barred",
    )
    discs, pieces, turn = position["discs"], position["pieces"], position["turn"]
    step, barred = position["step"], position["barred"]
    demand(
        is_list_of_cells(discs),
        "'discs' must be a sorted list of cells such as [2, -1], each once, "
        f"with numbers up to {FARTHEST:,} either way",
    )
    demand(bool(discs), "'discs' must not be empty")
    demand(
        isinstance(pieces, dict) and set(pieces) == set(COLOURS),
        "'pieces' must be an object with the keys red and black",
    )
    for colour in COLOURS:
        demand(
            is_list_of_cells(pieces[colour]),
            f"the pieces of {colour} must be a sorted list of cells such as [2, -1], each once",
        )
    demand(turn is None or is_in(COLOURS, turn), "'turn' must be null, red or black")
    demand(step is None or is_in(STEPS, step), "'step' must be null, piece or disc")
    demand(barred is None or is_cell(barred), "'barred' must be null or a cell such as [2, -1]")
    demand((turn is None) == (step is None), "'turn' and 'step' must be null together")
    demand(turn is not None or barred is None, "'barred' must be null when the game is over")
    return State(
        discs=cells_of(discs),
        pieces=tuple(cells_of(pieces[player]) for player in rules.players),
        turn=None if turn is None else rules.players.index(turn),
        disc_step=step == "disc",
        barred=None if barred is None else (barred[0], barred[1]),
        winner=None,
    )


def is_cell(value: Any) -> bool:
    """Return whether a JSON value is a cell: two whole numbers, not too large."""
    return (
        isinstance(value, list)
        and len(value) == 2  # noqa: PLR2004 - two coordinates
        and all(type(number) is int and abs(number) <= FARTHEST for number in value)
    )


def is_list_of_cells(value: Any) -> bool:
    """Return whether a JSON value is a list of cells, ascending, none twice."""
    if not isinstance(value, list) or not all(map(is_cell, value)):
        return False
    return all(first < second for first, second in pairwise(value))


def is_in(names: tuple[str, ...], value: Any) -> bool:
    """Return whether a JSON value is one of some names."""
    return isinstance(value, str) and value in names


def cells_of(value: list[list[int]]) -> tuple[Cell, ...]:
    """Read a list of cells."""
    return tuple((q, r) for q, r in value)


def demand(met: bool, what: str) -> None:
    """Raise `MalformedPosition` unless the demand is met."""
    if not met:
        raise MalformedPosition(what)


__all__ = [
    "Fact",
    "State",
    "as_facts",
    "as_state",
    "read",
    "read_step",
    "which",
    "window_of",
    "write",
]
