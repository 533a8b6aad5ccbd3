"""What follows from the rules of Minoa."""

from rulewright.proofs.minoa import (
    areas_and_cycles,
    edges,
    end_of_game,
    length_of_a_game,
    literal_end,
    material,
    pieces,
    stranded,
    supply,
    territory,
)
from rulewright.proofs.theorem import Theorem

THEOREMS: tuple[Theorem, ...] = (
    areas_and_cycles.THEOREM,
    supply.THEOREM,
    edges.THEOREM,
    territory.SUM,
    pieces.THEOREM,
    end_of_game.SOMEBODY,
    stranded.STRANDED,
    *literal_end.THEOREMS,
    *length_of_a_game.THEOREMS,
    *material.THEOREMS,
)
