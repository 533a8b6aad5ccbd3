"""Minoa's symmetries: the twelve of the hexagon, and the rotations of the colours in turn order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve

from rulewright.interface import Json, Symmetry
from rulewright.spec.engine import Specification
from rulewright.spec.minoa.board import Board, Vertex, board_of, spell


def symmetries(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List the twelve symmetries of the board, the identity first, then the colour rotations."""
    board = board_of(engine.params["n"])
    players = engine.players
    same = {player: player for player in players}
    turned = [
        renaming(f"{kind} by {60 * turns} degrees", lines_under(board, turns, mirrored), same)
        for mirrored, kind in ((False, "rotation"), (True, "reflection and rotation"))
        for turns in range(6)
    ]
    fixed = {name: name for name in board.names}
    shifted = [
        renaming(
            f"colours passed on by {shift}",
            fixed,
            dict(zip(players, players[shift:] + players[:shift], strict=True)),
        )
        for shift in range(1, len(players))
    ]
    return (*turned, *shifted)


def renamings(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List candidates: the symmetries, and ways to exchange players that change the turn order."""
    players = engine.players
    fixed = {name: name for name in board_of(engine.params["n"]).names}
    _, *found = symmetries(engine)
    if len(players) > 2:  # noqa: PLR2004 - two players have no order to be reversed
        backwards = dict(zip(players, players[::-1], strict=True))
        found.append(
            evolve(
                renaming("players in the reversed order", fixed, backwards),
                about="A reversal of the order of the players",
                clauses=("MIN-2",),
                announced=True,
            )
        )
    if len(players) == 4:  # noqa: PLR2004 - partners
        exchanged = dict(zip(players, (players[1], players[0], *players[2:]), strict=True))
        found.append(
            evolve(
                renaming(f"{players[0]} and {players[1]} exchanged", fixed, exchanged),
                about=f"An exchange of {players[0]} and {players[1]}, who are no partners,",
                clauses=("MIN-2", "MIN-14"),
                announced=True,
            )
        )
    return found


def lines_under(board: Board, turns: int, mirrored: bool) -> dict[str, str]:
    """Rename each line by `turns` rotations of 60 degrees, after a reflection if `mirrored`."""

    def image(vertex: Vertex) -> Vertex:
        q, r = vertex[::-1] if mirrored else vertex
        for _ in range(turns):
            q, r = -r, q + r
        return q, r

    return {
        name: spell(tuple(sorted(map(image, line))))  # type: ignore[arg-type]  # two vertices
        for name, line in zip(board.names, board.lines, strict=True)
    }


def renaming(name: str, lines: Mapping[str, str], colours: Mapping[str, str]) -> Symmetry:
    """Make the symmetry that renames lines and colours."""

    def position(json: Json) -> Json:
        pieces = {lines[line]: colours[owner] for line, owner in json["pieces"].items()}
        return {
            "sticks": sorted(lines[line] for line in json["sticks"]),
            "pieces": dict(sorted(pieces.items())),
            "turn": None if json["turn"] is None else colours[json["turn"]],
        }

    action: Callable[[str], str] = lines.__getitem__
    return Symmetry(name, action, position, colours.__getitem__)
