"""Little effort, for tests of what is made of answers rather than of how many are asked for."""

from __future__ import annotations

from attrs import evolve

from rulewright.conformance import QUICK

BRIEF = evolve(
    QUICK, games=2, by_hand=20, whole=20, count=500, replays=20, nearest=10, separations=2
)
"""Enough for a deviation, its shortest game and its clause on the smallest board."""
LEAN = evolve(
    QUICK,
    games=3,
    entries=20_000,
    looks=4,
    by_hand=60,
    whole=60,
    count=2_000,
    replays=50,
    nearest=15,
    trials=3_000,
    separations=4,
)
"""Enough for most readings and bugs on any board, in half the time."""
EARLY = evolve(LEAN, late=0)
"""The same for what shows long before an end: no late games, and none by other values or rulings."""
TINY = evolve(
    QUICK,
    name="tiny",
    games=1,
    plies=12,
    entries=1_000,
    looks=2,
    parameters=1,
    count=50,
    by_hand=2,
    whole=2,
    replays=20,
    nearest=10,
    trials=1_500,
    separations=0,
)
"""The least that still finds whole readings and clauses on the smallest board."""
