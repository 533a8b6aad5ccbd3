"""What a test reports to Hypothesis of the positions that it met: statistics, and where to go."""

from __future__ import annotations

import hypothesis

from rulewright.play.position import Position
from rulewright.testing.drawn import DrawnGame
from rulewright.testing.rare import forbidding


def observe(seen: DrawnGame | Position, /, *, steer: bool = True) -> frozenset[str]:
    """Count, for ``--hypothesis-show-statistics``, which clauses alone forbid an action somewhere.

    To be called once in a test, of a game (all its positions count) or a position; returns the
    clauses. With `steer` Hypothesis is led to longer games and to more of these clauses.

    >>> from hypothesis import given, settings
    >>> from rulewright.testing import games, observe
    >>> met = set()
    >>> @settings(max_examples=20, derandomize=True, deadline=None, database=None)
    ... @given(games("minoa", n=1))
    ... def test_something(game):
    ...     met.update(observe(game))
    >>> test_something()
    >>> sorted(met)
    ['MIN-6']
    """
    positions = seen.positions if isinstance(seen, DrawnGame) else (seen,)
    met = frozenset[str]().union(*(forbidding(each, alone=True) for each in positions))
    for identifier in sorted(met):
        hypothesis.event(f"{identifier} alone forbids an action")
    if positions[-1].over:
        hypothesis.event("played to the end")
    if steer:
        plies = len(getattr(seen, "moves", ()))
        hypothesis.target(float(plies), label="plies")
        hypothesis.target(float(len(met)), label="clauses that alone forbid an action")
    return met
