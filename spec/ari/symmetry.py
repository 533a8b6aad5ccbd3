"""ARI's symmetries: the rotations of the square, and its reflections for dice that allow them.

A rotation turns the board and all dice with it. A reflection makes of each die its mirror image, which
no turning makes of a die whose six numbers differ. So it is a symmetry only where every die can show
the mirror image of all that it can show; for other dice it maps the game to that with mirrored nets
(`mirrored_nets`). Colours cannot be exchanged: white begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interface import Action, BadParameter, Json, Symmetry, options_from
from rulewright.spec.ari.board import PLAYERS, USUAL_NETS, Net, cells, spell
from rulewright.spec.ari.facts import Rules
from rulewright.spec.ari.options import DICE, Parameters
from rulewright.spec.engine import Specification


def symmetries(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List the rotations, and the reflections if no die changes by them."""
    rules = Rules(options_from(Parameters, engine.params))
    mirrors = (False, True) if is_its_own_mirror_image(rules) else (False,)
    return [
        symmetry(rules.n, turns, mirrored=mirrored)
        for mirrored in mirrors
        for turns in range(4)
        if turns or mirrored
    ]


def is_its_own_mirror_image(rules: Rules) -> bool:
    """Tell whether each die can show the mirror image of all that it can show."""
    return all(
        {(n, w, s, e) for n, e, s, w in rules.orientations(die)} == {*rules.orientations(die)}
        for die in DICE
    )


def mirrored_nets(nets: dict[str, Net]) -> dict[str, Net]:
    """Exchange east and west on every die; a die left out is the usual one."""
    found = {}
    for die in DICE:
        top, north, east, south, west, bottom = nets.get(die, USUAL_NETS[die])
        found[die] = (top, north, west, south, east, bottom)
    return found


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
        north, east, south, west = shown
        ring = north + west + south + east if mirrored else shown
        return ring[len(ring) - turns :] + ring[: len(ring) - turns]

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
