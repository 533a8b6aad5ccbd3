"""Nonaga, on rows of bits (see `rulewright.impl.nonaga.kernel` for the means)."""

from __future__ import annotations

from rulewright.impl.engine import Implementation
from rulewright.impl.nonaga import kernel as _kernel
from rulewright.impl.nonaga import numbers as _numbers  # noqa: F401 - registers functions
from rulewright.impl.nonaga.board import Nonaga, discs_of, nonaga
from rulewright.impl.nonaga.notation import NonagaNotation
from rulewright.impl.nonaga.options import Parameters, Rulings

assert _kernel  # importing it registers the functions that the drivers call

__all__ = ["GAME", "Parameters", "Rulings"]


def _build(parameters: Parameters, rulings: Rulings) -> tuple[Nonaga, NonagaNotation]:
    game = nonaga(parameters, rulings, discs_of(parameters.n))
    return game, NonagaNotation(game, parameters)


GAME = Implementation("nonaga", Parameters, Rulings, _build, spelled_alike=True)
