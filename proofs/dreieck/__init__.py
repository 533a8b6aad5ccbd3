"""What follows from the rules of Dreieck nimmt."""

from rulewright.proofs.dreieck import (
    captures,
    earliest_end,
    edges,
    endings,
    readings,
    scores,
    symmetries,
    tiles,
)
from rulewright.proofs.theorem import Theorem

THEOREMS: tuple[Theorem, ...] = (
    tiles.THEOREM,
    captures.NOTHING_IS_LOST,
    captures.COINCIDE,
    edges.THEOREM,
    endings.THEOREM,
    scores.THEOREM,
    captures.NEVER_EMPTY,
    *readings.THEOREMS,
    *earliest_end.THEOREMS,
    symmetries.THEOREM,
)
