"""Players and their scores in words, with the totals of partners where those decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interface import Engine


def listed(names: Sequence[str]) -> str:
    """Name some players: ``red``, ``red and blue``, ``red, blue and green``; ``nobody`` if none."""
    *others, last = names or ("nobody",)
    return f"{', '.join(others)} and {last}" if others else last


def totals_of(engine: Engine[Any], state: Any) -> dict[str, int]:
    """Return the totals of partners; empty if the engine does not report any."""
    totals = getattr(engine, "totals", None)
    return {} if totals is None else dict(totals(state))


def by_name(numbers: dict[str, int]) -> str:
    """Write each player, or side, with a number."""
    return ", ".join(f"{name} {number}" for name, number in numbers.items())


def scores_in_words(scores: dict[str, int], totals: dict[str, int]) -> str:
    """Write the scores, and the totals of partners if there are any."""
    return f"{by_name(scores)}; together {by_name(totals)}" if totals else by_name(scores)


def scores_of(engine: Engine[Any], state: Any) -> str:
    """Write the scores of a position."""
    return scores_in_words(engine.scores(state), totals_of(engine, state))
