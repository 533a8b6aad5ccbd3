"""Nonaga's symmetries: the twelve of the hexagon, translations, and the exchange of colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interface import Action, Json, Symmetry
from rulewright.spec.engine import Specification
from rulewright.spec.nonaga.board import Cell, spell_step
from rulewright.spec.nonaga.notation import read_step
from rulewright.spec.nonaga.options import COLOURS

SHIFTS = ((1, 0), (-7, 5), (1_000_000, -2_000_000))
"""Translations that are tried, one of them far away."""
Map = Callable[[Cell], Cell]


def symmetries(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List the symmetries: the identity first, then the other turns and reflections, and the rest."""
    del engine
    turned = [
        renaming(f"{kind} by {60 * turns} degrees", turning(turns, mirrored), COLOURS)
        for mirrored, kind in ((False, "rotation"), (True, "reflection and rotation"))
        for turns in range(6)
    ]
    shifted = [renaming(f"translation by {q},{r}", shifting(q, r), COLOURS) for q, r in SHIFTS]
    exchanged = renaming("colours exchanged", shifting(0, 0), COLOURS[::-1])
    return (*turned, *shifted, exchanged)


def renamings(engine: Specification[Any]) -> Sequence[Symmetry]:
    """List candidates: all that moves the lattice, and the exchange of colours."""
    return symmetries(engine)[1:]


def turning(turns: int, mirrored: bool) -> Map:
    """Make a reflection, if `mirrored`, and rotations by 60 degrees."""

    def image(cell: Cell) -> Cell:
        q, r = cell[::-1] if mirrored else cell
        for _ in range(turns):
            q, r = -r, q + r
        return q, r

    return image


def shifting(right: int, down: int) -> Map:
    """Make a translation."""
    return lambda cell: (cell[0] + right, cell[1] + down)


def renaming(name: str, image: Map, colours: tuple[str, ...]) -> Symmetry:
    """Make the symmetry that moves cells and renames the colours."""
    renamed = dict(zip(COLOURS, colours, strict=True))

    def cells(listed: list[list[int]]) -> list[list[int]]:
        return sorted(list(image((q, r))) for q, r in listed)

    def position(json: Json) -> Json:
        barred = json["barred"]
        return {
            "discs": cells(json["discs"]),
            "pieces": {colour: cells(json["pieces"][renamed[colour]]) for colour in COLOURS},
            "turn": None if json["turn"] is None else renamed[json["turn"]],
            "step": json["step"],
            "barred": None if barred is None else cells([barred])[0],
        }

    def action(text: Action) -> Action:
        step = read_step(text)
        return text if step is None else spell_step(image(step[0]), image(step[1]))

    return Symmetry(name, action, position, renamed.__getitem__)
