"""What follows from the rules of Dreieck nimmt."""

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
