"""What follows from the rules of Dreieck nimmt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.proofs.dreieck import (
    captures,
    conservation,
    earliest_end,
    edges,
    endings,
    readings,
    scores,
    symmetries,
    tiles,
    turns,
    winners,
)
from rulewright.proofs.dreieck.laying import PLAYERS
from rulewright.proofs.dreieck.unnoticed import NOTICED_BY_NONE, UNNOTICED
from rulewright.proofs.partings import Parting
from rulewright.proofs.theorem import Theorem

__all__ = ["NOTICED_BY_NONE", "PARTINGS", "THEOREMS", "UNNOTICED"]

PARTINGS = (
    Parting(
        "outline", ("outer", "every"), "outline_outer_differs_from_every_after_eighteen_actions", 18
    ),
    *(
        Parting(
            "trigger",
            ("completing", "standing"),
            "trigger_completing_differs_from_standing_after_six_actions",
            6,
            {"k": k},
        )
        for k in (5, 6)
    ),
)

THEOREMS: tuple[Theorem, ...] = (
    tiles.THEOREM,
    conservation.THEOREM,
    captures.COINCIDE,
    edges.THEOREM,
    endings.THEOREM,
    scores.THEOREM,
    winners.THEOREM,
    turns.THEOREM,
    captures.NEVER_EMPTY,
    *readings.THEOREMS,
    *earliest_end.THEOREMS,
    symmetries.THEOREM,
)

SYMBOLS = 4
"""The symbols of the game itself, of which the theorem speaks."""


def most_actions(params: Mapping[str, Any], rulings: Mapping[str, str]) -> int | None:
    """Return the most actions of a game, if the theorem speaks of such games."""
    del rulings
    if params["s"] != SYMBOLS or params["k"] not in PLAYERS:
        return None
    return endings.bound(params["k"], endings.FULL)


LONGEST_GAME = (endings.THEOREM.name, most_actions)
"""The theorem that bounds the number of actions, and the bound under parameters and rulings."""
