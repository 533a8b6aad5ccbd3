"""What follows from the rules of Nonaga."""

from rulewright.proofs.nonaga import material, pieces, play, readings
from rulewright.proofs.theorem import Theorem

THEOREMS: tuple[Theorem, ...] = (
    pieces.LINE_TRIANGLE_OR_HOOK,
    pieces.DISC_STEP_KEEPS_TOUCH,
    pieces.NEVER_BOTH,
    material.NOTHING_IS_LOST,
    readings.READINGS,
    readings.SLIDING,
    readings.CONNECTED,
    play.NO_STEP,
    play.NINE_ACTIONS,
    play.FOR_EVER,
)
