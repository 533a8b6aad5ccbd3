"""Checks under some parameters and rulings only, as they are named on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from rulewright.checks.outcome import Effort
from rulewright.checks.scope import OptionSet, unique
from rulewright.play import games
from rulewright.play.rulings import deviations


def only_under(
    game: str, params: Mapping[str, Any], rulings: Mapping[str, str], effort: Effort
) -> tuple[OptionSet, ...]:
    """Return the options to check: those named, with all that the game names for what is not.

    Parameters fix the board: the rest of them have their defaults. The readings named are in force in
    all sets; the other questions have their defaults, and one after the other each other reading. Raises
    `UnknownParameter`, `BadParameter`, `UnknownQuestion` or `UnknownReading`.
    """
    games.specification(game, params, rulings)
    specified = games.specified(game)
    named = unique(map(dict, (*specified.full_size, *specified.played)))
    sizes = [dict(params)] if params else named
    readings = unique({**each, **rulings} for each in deviations(specified.readings))
    sets: list[OptionSet] = [(size, each) for each, size in product(readings, sizes)]
    return tuple(sets[: max(effort.option_sets, len(sizes))])
