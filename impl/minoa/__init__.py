"""Minoa, by components of sticks (see `rulewright.impl.minoa.kernel` for the means)."""

from __future__ import annotations

from rulewright.impl.engine import Implementation
from rulewright.impl.minoa.board import Minoa, minoa
from rulewright.impl.minoa.notation import MinoaNotation
from rulewright.impl.minoa.options import Parameters, Rulings

__all__ = ["GAME", "Parameters", "Rulings"]


def _build(parameters: Parameters, rulings: Rulings) -> tuple[Minoa, MinoaNotation]:
    game = minoa(parameters, rulings)
    return game, MinoaNotation(game, parameters)


GAME = Implementation("minoa", Parameters, Rulings, _build, spelled_alike=True)
