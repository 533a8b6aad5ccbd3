"""Dreieck nimmt, by a graph of cells and walks along outlines (see `table`, `regions`)."""

from __future__ import annotations

from rulewright.impl.dreieck import numbers as _numbers  # noqa: F401 - registers functions
from rulewright.impl.dreieck.board import Dreieck, dreieck
from rulewright.impl.dreieck.notation import DreieckNotation
from rulewright.impl.dreieck.options import Parameters, Rulings
from rulewright.impl.engine import Implementation

__all__ = ["GAME", "Parameters", "Rulings"]


def _build(parameters: Parameters, rulings: Rulings) -> tuple[Dreieck, DreieckNotation]:
    game = dreieck(parameters, rulings)
    return game, DreieckNotation(game, parameters)


GAME = Implementation("dreieck", Parameters, Rulings, _build, spelled_alike=True)
