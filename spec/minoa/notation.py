"""Minoa's positions as exchanged: JSON in the form of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.interface import Json, MalformedPosition
from rulewright.spec.minoa.facts import Position, Rules


def write(rules: Rules, position: Position) -> Json:
    """Write a concrete position."""
    names = rules.board.names
    sticks = sorted(name for name, lies in zip(names, position.sticks, strict=True) if lies)
    pieces = {
        name: player
        for player, own in zip(rules.players, position.pieces, strict=True)
        for name, lies in zip(names, own, strict=True)
        if lies
    }
    turn = [player for player, own in zip(rules.players, position.turn, strict=True) if own]
    return {
        "sticks": sticks,
        "pieces": dict(sorted(pieces.items())),
        "turn": turn[0] if turn else None,
    }


def read(rules: Rules, position: Json) -> Position:
    """Read a position whose form is right; raises `MalformedPosition`, clauses are not looked at."""
    demand(
        isinstance(position, dict) and set(position) == {"sticks", "pieces", "turn"},
        "a position is an object with the keys sticks, pieces and turn",
    )
    sticks, pieces, turn = position["sticks"], position["pieces"], position["turn"]
    is_list_of_lines = isinstance(sticks, list) and all(map(is_line(rules), sticks))
    demand(is_list_of_lines, "'sticks' must be a list of lines such as '-1,1-0,0'")
    demand(sticks == sorted(set(sticks)), "'sticks' must be sorted as text, each line at most once")
    demand(
        isinstance(pieces, dict) and all(map(is_line(rules), pieces)),
        "'pieces' must be an object from lines such as '3,1-4,0' to players",
    )
    players = f"one of {', '.join(rules.players)}"
    demand(all(map(is_in(rules.players), pieces.values())), f"a piece belongs to {players}")
    demand(turn is None or is_in(rules.players)(turn), f"'turn' must be null or {players}")
    return Position(
        sticks=tuple(name in sticks for name in rules.board.names),
        pieces=tuple(
            tuple(pieces.get(name) == player for name in rules.board.names)
            for player in rules.players
        ),
        turn=tuple(turn == player for player in rules.players),
    )


def is_line(rules: Rules) -> Callable[[Any], bool]:
    """Make the test for a line of this board, spelled exactly."""
    return lambda text: isinstance(text, str) and text in rules.board.number


def is_in(names: tuple[str, ...]) -> Callable[[Any], bool]:
    """Make the test for one of some names."""
    return lambda text: isinstance(text, str) and text in names


def demand(met: bool, what: str) -> None:
    """Raise `MalformedPosition` unless the demand is met."""
    if not met:
        raise MalformedPosition(f"malformed position: {what}")
