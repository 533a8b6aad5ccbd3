"""What follows from the rules of Minoa."""

from rulewright.proofs.minoa import (
    areas_and_cycles,
    edges,
    end_of_game,
    length_of_a_game,
    literal_end,
    material,
    pieces,
    supply,
    territory,
)
from rulewright.proofs.partings import Parting
from rulewright.proofs.theorem import Theorem

PARTINGS = (Parting("end", ("full", "exhausted"), "the_shortest_game_of_two_has_23_actions", 23),)

THEOREMS: tuple[Theorem, ...] = (
    areas_and_cycles.THEOREM,
    supply.THEOREM,
    edges.THEOREM,
    territory.SUM,
    pieces.THEOREM,
    end_of_game.SOMEBODY,
    end_of_game.STRANDED,
    *literal_end.THEOREMS,
    *length_of_a_game.THEOREMS,
    *material.THEOREMS,
)
