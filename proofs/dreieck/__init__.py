"""What follows from the rules of Dreieck nimmt."""

from rulewright.proofs.dreieck import captures, edges, endings, readings, symmetries, tiles
from rulewright.proofs.partings import Parting
from rulewright.proofs.theorem import Theorem

PARTINGS = (
    Parting(
        "outline",
        ("outer", "every"),
        "outline_outer_differs_from_every_after_eighteen_actions",
        18,
    ),
)

THEOREMS: tuple[Theorem, ...] = (
    tiles.THEOREM,
    captures.NOTHING_IS_LOST,
    captures.COINCIDE,
    edges.THEOREM,
    endings.THEOREM,
    captures.SCORES,
    captures.NEVER_EMPTY,
    *readings.THEOREMS,
    symmetries.THEOREM,
)
