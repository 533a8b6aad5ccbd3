"""ARI's symmetries: all eight of the square, turned and reflected, whatever the dice.

A rotation turns the board and all dice with it. A reflection makes of each die its mirror image, which
no turning makes of it; but only its four sides matter, and a die laid on its top shows the mirror image
of what it showed before. So reflections hold as well. Colours cannot be exchanged: white begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from rulewright.interface import Action, BadParameter, Json, Symmetry
from rulewright.spec.ari.board import PLAYERS, Net, cells, spell
from rulewright.spec.engine import Specification


def symmetries(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List the rotations and reflections, without the identity."""
    n: int = engine.params["n"]
    return [
        symmetry(n, turns, mirrored=mirrored)
        for mirrored in (False, True)
        for turns in range(4)
        if turns or mirrored
    ]


def mirrored_net(net: Net) -> Net:
    """Exchange east and west on a die: its mirror image."""
    top, north, east, south, west, bottom = net
    return top, north, west, south, east, bottom


def symmetry(n: int, turns: int, *, mirrored: bool) -> Symmetry:
    """Make the symmetry that exchanges east and west if `mirrored`, then turns clockwise by quarters.

    `turns` is from 0 to 3.
    """
    if turns not in range(4):
        raise BadParameter(f"a square is turned 0 to 3 times, not {turns!r}")

    def cell(name: str) -> str:
        x, y = cells(n)[name]
        x = n + 1 - x if mirrored else x
        for _ in range(turns):
            x, y = y, n + 1 - x
        return spell(x, y)

    def sides(shown: str) -> str:
        ring = shown[0] + shown[3] + shown[2] + shown[1] if mirrored else shown
        return ring[len(ring) - turns :] + ring[: len(ring) - turns]

    @cache  # a position has thousands of actions, and they come again in the next one
    def action(text: Action) -> Action:
        piece, at, rest = text.partition("@")
        name, colon, shown = rest.partition(":")
        if not at:
            return text
        return f"{piece}@{cell(name)}{colon}{sides(shown) if shown else ''}"

    def position(json: Json) -> Json:
        queens = json["queens"]
        return {
            "dice": {
                player: {
                    die: [cell(where), sides(shown)]
                    for die, (where, shown) in json["dice"][player].items()
                }
                for player in PLAYERS
            },
            "queens": {
                player: None if queens[player] is None else cell(queens[player])
                for player in PLAYERS
            },
            "last": json["last"],
            "turn": json["turn"],
        }

    kind = "reflection and rotation" if mirrored else "rotation"
    return Symmetry(f"{kind} by {90 * turns} degrees", action, position, str)
