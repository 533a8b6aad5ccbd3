"""What follows from the rules of Nonaga."""

from rulewright.proofs.nonaga import material, pieces, play, possible, readings
from rulewright.proofs.nonaga.unnoticed import NOTICED_BY_NONE, UNNOTICED
from rulewright.proofs.partings import Parting
from rulewright.proofs.theorem import Theorem

__all__ = ["NOTICED_BY_NONE", "PARTINGS", "THEOREMS", "UNNOTICED"]

PARTINGS = (
    Parting(
        "placement",
        ("slide_in", "slide_across"),
        "sliding_in_and_sliding_across_differ_only_where_a_disc_cannot_be_slid_out",
        None,
    ),
)

THEOREMS: tuple[Theorem, ...] = (
    pieces.LINE_TRIANGLE_OR_HOOK,
    pieces.DISC_STEP_KEEPS_TOUCH,
    pieces.NEVER_BOTH,
    material.NOTHING_IS_LOST,
    readings.READINGS,
    readings.SLIDING,
    readings.CONNECTED,
    play.NO_STEP,
    play.NEITHER,
    play.NINE_ACTIONS,
    play.FOR_EVER,
    possible.POSSIBLE,
)
