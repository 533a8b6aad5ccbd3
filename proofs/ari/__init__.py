"""What follows from the rules of ARI."""

from rulewright.proofs.ari import actions, dice, play, queens, readings, symmetry, targets, threats
from rulewright.proofs.theorem import Theorem

THEOREMS: tuple[Theorem, ...] = (
    targets.ALONE,
    threats.EXACTLY,
    threats.BETWEEN,
    queens.APART,
    dice.ORIENTATIONS,
    dice.MATERIAL,
    targets.RUNS_DRY,
    play.THREATENED,
    play.WITHOUT_ACTION,
    actions.ALWAYS,
    readings.ORDERED,
    readings.PART,
    play.MATE,
    symmetry.SYMMETRIES,
)
