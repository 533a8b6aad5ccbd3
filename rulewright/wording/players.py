"""How a game stands, in words: what each player has, and what decides it if that does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interface import Engine


def listed(names: Sequence[str]) -> str:
    """Name some players: ``red``, ``red and blue``, ``red, blue and green``; ``nobody`` if none."""
    *others, last = names or ("nobody",)
    return f"{', '.join(others)} and {last}" if others else last


def totals_of(engine: Engine[Any], state: Any) -> dict[str, int]:
    """Ask a specification what partners have together; empty for an engine that does not tell."""
    totals = getattr(engine, "totals", None)
    return {} if totals is None else dict(totals(state))


def by_name(numbers: dict[str, int]) -> str:
    """Name each player, or each side, with a number."""
    return ", ".join(f"{name} {number}" for name, number in numbers.items())


def scores_in_words(scores: dict[str, int], totals: dict[str, int]) -> str:
    """Tell what each player has, and what partners have together, where that decides."""
    return f"{by_name(scores)}; together {by_name(totals)}" if totals else by_name(scores)


def scores_of(engine: Engine[Any], state: Any) -> str:
    """Tell the scores of a position."""
    return scores_in_words(engine.scores(state), totals_of(engine, state))
