"""ARI's symmetries: all eight of the square, turned and reflected, whatever the dice; colours in play.

A rotation turns the board and all dice with it. A reflection makes of each die its mirror image, which
no turning makes of it; but only its four sides matter, and a die laid on its top shows the mirror image
of what it showed before. So reflections hold as well. Colours can be exchanged in play alone: white
sets up first, and puts the first queen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from attrs import evolve

from rulewright.interface import Action, BadParameter, Json, Symmetry
from rulewright.spec.ari.board import PLAYERS, Net, cells, spell
from rulewright.spec.ari.options import DICE
from rulewright.spec.engine import Specification

SET_UP = len(PLAYERS) * len(DICE)
"""Dice on the board when all are set up."""
QUEENS = len(PLAYERS)


def symmetries(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List those of the square, and the exchange of colours in play."""
    return [*of_the_square(engine.params["n"]), exchanged_in_play()]


def of_the_square(n: int) -> list[Symmetry]:
    """List the rotations and reflections of a board of `n` by `n` cells, without the identity."""
    return [
        symmetry(n, turns, mirrored=mirrored)
        for mirrored in (False, True)
        for turns in range(4)
        if turns or mirrored
    ]


def renamings(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List candidates: the eight of the square, and the exchange of colours in each phase."""
    proved = "the_eight_symmetries_of_the_square_hold_for_all_dice"
    return [
        *(evolve(each, theorem=proved) for each in of_the_square(engine.params["n"])),
        exchange(
            "while the dice are set up", lambda lying, _: lying < SET_UP, "ARI-1", announced=True
        ),
        exchange(
            "while the queens are put", lambda lying, put: lying == SET_UP and put < QUEENS, "ARI-2"
        ),
        exchanged_in_play(),
    ]


def exchanged_in_play() -> Symmetry:
    """Make the exchange of colours when all pieces are on the board."""
    return exchange("in play", lambda lying, put: lying == SET_UP and put == QUEENS)


def exchange(
    when: str, phase: Callable[[int, int], bool], *clauses: str, announced: bool = False
) -> Symmetry:
    """Make the exchange of colours; `phase` tells, from dice lying and queens put, when it applies."""
    swapped = dict(zip(PLAYERS, PLAYERS[::-1], strict=True))

    def position(json: Json) -> Json:
        last = json["last"]
        return {
            "dice": {player: json["dice"][swapped[player]] for player in PLAYERS},
            "queens": {player: json["queens"][swapped[player]] for player in PLAYERS},
            "last": None if last is None else [swapped[last[0]], last[1]],
            "turn": None if json["turn"] is None else swapped[json["turn"]],
        }

    def applies(json: Json) -> bool:
        lying = sum(len(own) for own in json["dice"].values())
        over = json["turn"] is None
        return not over and phase(lying, sum(at is not None for at in json["queens"].values()))

    return Symmetry(
        f"colours exchanged {when}",
        str,
        position,
        swapped.__getitem__,
        applies,
        about=f"An exchange of the colours {when}",
        clauses=clauses,
        announced=announced,
    )


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
