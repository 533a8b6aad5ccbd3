"""What follows from the rules of Minoa."""

from rulewright.proofs.minoa import areas_and_cycles, pieces, supply
from rulewright.proofs.theorem import Theorem

THEOREMS: tuple[Theorem, ...] = (areas_and_cycles.THEOREM, supply.THEOREM, pieces.THEOREM)
