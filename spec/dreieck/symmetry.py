"""The symmetries of Dreieck nimmt: of the lattice, handedness kept, of the symbols and the players.

The page ties the first tile to ``u0,0``, to its name and to ``p1``, so none of them holds before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve

from rulewright.interface import Action, Json, Symmetry
from rulewright.spec.dreieck.board import (
    Cell,
    Vertex,
    corners_of,
    name_of,
    spell,
    steps_from_first,
)
from rulewright.spec.dreieck.notation import PASS, cell_of
from rulewright.spec.engine import Specification

Image = Callable[[Vertex], Vertex]


def symmetries(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List rotations about a vertex and about the first cell, translations, and renamings.

    Renamings of symbols and players are for hands only: a stack at the start is an option.
    """
    params, players = engine.params, engine.players
    letters = "abcdefghijklmnopqrstuvwxyz"[: params["s"]]
    same = dict(zip(letters, letters, strict=True))
    stay = dict(zip(players, players, strict=True))
    found = [
        renaming("rotation about the first cell", about_first, same, stay),
        renaming("rotation by 60 degrees about a vertex", turned(1), same, stay),
        renaming("rotation by 180 degrees about a vertex", turned(3), same, stay),
        renaming("translation", lambda vertex: (vertex[0] + 1, vertex[1] - 2), same, stay),
    ]
    if params["supply"] == "hand":
        passed_on = dict(zip(letters, letters[1:] + letters[:1], strict=True))
        swapped = dict(zip(letters, letters[::-1], strict=True))
        round_on = dict(zip(players, players[1:] + players[:1], strict=True))
        found += [
            renaming("symbols passed on", turned(0), passed_on, stay),
            renaming("symbols reversed", turned(0), swapped, stay),
            renaming("players passed on", turned(0), same, round_on),
        ]
    return found


def renamings(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List candidates: the symmetries, reflections, and the reversed order of the players."""
    players = engine.players
    letters = "abcdefghijklmnopqrstuvwxyz"[: engine.params["s"]]
    same = dict(zip(letters, letters, strict=True))
    stay = dict(zip(players, players, strict=True))
    found = [
        *(
            evolve(each, theorem="rules_do_not_change_under_the_symmetries")
            for each in symmetries(engine)
        ),
        evolve(
            renaming(
                "reflection of the table, the tiles in hand as they are", mirrored, same, stay
            ),
            about="A reflection of the table, the tiles in hand as they are,",
            clauses=("DRE-5",),
        ),
    ]
    if engine.params["supply"] == "hand":
        name = "reflection of the table, each tile exchanged for its mirror image"
        found.append(renaming(name, mirrored, same, stay, flipped=True))
        if len(players) > 2:  # noqa: PLR2004 - two players have no order to be reversed
            backwards = dict(zip(players, players[::-1], strict=True))
            found.append(
                evolve(
                    renaming("players in the reversed order", turned(0), same, backwards),
                    about="A reversal of the order of the players",
                    clauses=("DRE-2",),
                )
            )
    return found


def mirrored(vertex: Vertex) -> Vertex:
    """Reflect the lattice, so that ``u0,0`` stays where it is."""
    return vertex[1], vertex[0]


def about_first(vertex: Vertex) -> Vertex:
    """Turn by 120 degrees about the middle of ``u0,0``."""
    q, r = vertex
    return 1 - q - r, q


def turned(times: int) -> Image:
    """Turn so many times by 60 degrees about the vertex (0, 0)."""

    def image(vertex: Vertex) -> Vertex:
        q, r = vertex
        for _ in range(times):
            q, r = -r, q + r
        return q, r

    return image


def moved(image: Image, cell: Cell, way: str) -> tuple[Cell, str]:
    """Move a tile with the lattice: to which cell, and what lies on its corners then."""
    corners = [image(corner) for corner in corners_of(cell)]
    q, r = min(q for q, _ in corners), min(r for _, r in corners)
    target: Cell = ("u" if (q, r) in corners else "d", q, r)
    shown = dict(zip(corners, way, strict=True))
    return target, "".join(shown[corner] for corner in corners_of(target))


def renaming(
    name: str,
    image: Image,
    symbols: Mapping[str, str],
    players: Mapping[str, str],
    *,
    flipped: bool = False,
) -> Symmetry:
    """Make the renaming that moves the lattice, and renames symbols and players.

    Tiles in hand are exchanged for their mirror images if `flipped`.
    """

    def laid(text: str, way: str) -> tuple[str, str]:
        target, shown = moved(image, cell_of(text), "".join(symbols[letter] for letter in way))
        return spell(target), shown

    def action(before: Action) -> Action:
        if before == PASS:
            return before
        text, way = before.removesuffix("~").split(":")
        return ":".join(laid(text, way)) + "~" * before.endswith("~")

    def left(names: list[str]) -> list[str]:
        way = -1 if flipped else 1
        images = [name_of("".join(symbols[letter] for letter in name)[::way]) for name in names]
        return names if images == names else sorted(images)

    def position(before: Json) -> Json:
        tiles = {}
        for text, (owner, way) in before["tiles"].items():
            target, shown = laid(text, way)
            tiles[target] = [players[owner], shown]
        return {
            "tiles": dict(sorted(tiles.items())),
            "left": {players[player]: left(names) for player, names in before["left"].items()},
            "captured": {players[player]: n for player, n in before["captured"].items()},
            "passes": before["passes"],
            "turn": None if before["turn"] is None else players[before["turn"]],
        }

    def applies(before: Json) -> bool:
        """Return whether a tile lies, and no image lies where so many tiles could not reach."""
        laid_so_far = len(before["tiles"]) + sum(before["captured"].values())
        images = position(before)["tiles"]
        return bool(images) and all(
            steps_from_first(cell_of(text)) < laid_so_far for text in images
        )

    return Symmetry(name, action, position, players.__getitem__, applies)
