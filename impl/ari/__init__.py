"""ARI, by lines of bits (see `rulewright.impl.ari.kernel` for the means)."""

from __future__ import annotations

from rulewright.impl.ari.board import Ari, ari
from rulewright.impl.ari.notation import AriNotation
from rulewright.impl.ari.options import Parameters, Rulings
from rulewright.impl.engine import Implementation

__all__ = ["GAME", "Parameters", "Rulings"]


def _build(parameters: Parameters, rulings: Rulings) -> tuple[Ari, AriNotation]:
    game = ari(parameters, rulings)
    return game, AriNotation(game, parameters)


GAME = Implementation("ari", Parameters, Rulings, _build, spelled_alike=True)
