"""The least effort that still finds whole readings and clauses on the smallest board."""

from __future__ import annotations

from attrs import evolve

from rulewright.conformance import QUICK

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
