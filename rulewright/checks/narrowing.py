"""Checks under some parameters and rulings only, as they are named on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

from rulewright.checks.outcome import Effort
from rulewright.checks.scope import OptionSet, unique
from rulewright.play import games
from rulewright.play.rulings import revealing

SEED = 1
"""What sets meet is the same in every run."""


def only_under(
    game: str, params: Mapping[str, Any], rulings: Mapping[str, str], effort: Effort
) -> tuple[OptionSet, ...]:
    """Return the options to check: those named, with all that the game names for what is not.

    Parameters fix the board: the rest of them have their defaults. The readings named are in force in
    all sets; the other questions have their defaults, then readings of which any two meet in some set,
    as some mistakes show only there, and one after the other each other reading. Raises
    `UnknownParameter`, `BadParameter`, `UnknownQuestion` or `UnknownReading`.
    """
    games.specification(game, params, rulings)
    specified = games.specified(game)
    named = unique(map(dict, (*specified.full_size, *specified.played)))
    sizes = [dict(params)] if params else named
    open_questions = {
        name: (rulings[name],) if name in rulings else readings
        for name, readings in specified.readings.items()
    }
    readings = revealing(open_questions, Random(SEED))
    sets: list[OptionSet] = [(size, each) for each, size in product(readings, sizes)]
    return tuple(sets[: max(effort.option_sets, len(sizes))])
