"""ARI's positions as exchanged: JSON in the form of the page."""

from __future__ import annotations

from typing import Any

from rulewright.interface import Json, MalformedPosition
from rulewright.spec.ari.board import PLAYERS, cells, spell
from rulewright.spec.ari.facts import Army, Cell, Die, Position, Queen, Rules
from rulewright.spec.ari.options import DICE

KEYS = {"dice", "queens", "last", "turn"}


def write(position: Position) -> Json:
    """Write a concrete position."""
    last = [
        [player, die]
        for player, own in zip(PLAYERS, position.last, strict=True)
        for die, put in zip(DICE, own, strict=True)
        if put
    ]
    turn = [player for player, own in zip(PLAYERS, position.turn, strict=True) if own]
    return {
        "dice": {
            player: {
                name: [spell(die.cell.x, die.cell.y), "".join(map(str, die.sides))]
                for name, die in zip(DICE, army.dice, strict=True)
                if die.present
            }
            for player, army in zip(PLAYERS, position.armies, strict=True)
        },
        "queens": {
            player: spell(army.queen.cell.x, army.queen.cell.y) if army.queen.present else None
            for player, army in zip(PLAYERS, position.armies, strict=True)
        },
        "last": last[0] if last else None,
        "turn": turn[0] if turn else None,
    }


def read(rules: Rules, position: Json) -> Position:
    """Read a position whose form is right; raises `MalformedPosition`, clauses are not looked at."""
    demand(
        isinstance(position, dict) and set(position) == KEYS,
        "a position is an object with the keys dice, queens, last and turn",
    )
    dice, queens, last, turn = (position[key] for key in ("dice", "queens", "last", "turn"))
    demand(
        isinstance(dice, dict) and set(dice) == set(PLAYERS),
        "'dice' must be an object with the keys white and black",
    )
    demand(
        isinstance(queens, dict) and set(queens) == set(PLAYERS),
        "'queens' must be an object with the keys white and black",
    )
    demand(
        last is None
        or (
            isinstance(last, list)
            and len(last) == len(("player", "die"))
            and is_one_of(PLAYERS, last[0])
            and is_one_of(DICE, last[1])
        ),
        "'last' must be null or a player and a die, such as ['white', 'III']",
    )
    demand(turn is None or is_one_of(PLAYERS, turn), "'turn' must be null, white or black")
    white, black = PLAYERS
    return Position(
        (army(rules, dice[white], queens[white]), army(rules, dice[black], queens[black])),
        (
            tuple(last == [white, die] for die in DICE),
            tuple(last == [black, die] for die in DICE),
        ),
        (turn == white, turn == black),
    )


def army(rules: Rules, dice: Any, queen: Any) -> Army:
    """Read one player's dice and queen."""
    demand(
        isinstance(dice, dict) and all(is_one_of(DICE, name) for name in dice),
        "a player's dice must be an object with keys among III, IV and V",
    )
    return Army(
        tuple(read_die(rules, name, dice[name]) if name in dice else Die() for name in DICE),
        Queen() if queen is None else Queen(True, read_cell(rules, queen)),
    )


def read_die(rules: Rules, name: str, lies: Any) -> Die:
    """Read where a die lies, and how."""
    demand(
        isinstance(lies, list) and len(lies) == len(("cell", "sides")),
        "a die on the board is a cell and four digits, such as ['h8', '9217']",
    )
    cell, sides = lies
    ways = {"".join(map(str, way)): way for way in rules.orientations(name)}
    demand(
        isinstance(sides, str) and sides in ways,
        f"{sides!r} are not four sides that die {name} can show north, east, south and west",
    )
    return Die(True, read_cell(rules, cell), ways[sides])


def read_cell(rules: Rules, name: Any) -> Cell:
    """Read a cell of this board, spelled exactly."""
    board = cells(rules.n)
    demand(
        isinstance(name, str) and name in board,
        f"{name!r} is not a cell of the board of size {rules.n}, such as {spell(rules.n, rules.n)}",
    )
    return Cell(*board[name])


def is_one_of(names: tuple[str, ...], text: Any) -> bool:
    """Return whether a value is one of some names."""
    return isinstance(text, str) and text in names


def demand(met: bool, what: str) -> None:
    """Raise `MalformedPosition` unless the demand is met."""
    if not met:
        raise MalformedPosition(f"malformed position: {what}")
