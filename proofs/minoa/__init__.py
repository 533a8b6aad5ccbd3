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
    winners,
)
from rulewright.proofs.minoa.unnoticed import NOTICED_BY_NONE, UNNOTICED
from rulewright.proofs.partings import Parting
from rulewright.proofs.theorem import Theorem

DUE = "with_three_or_four_players_the_player_due_may_be_stranded"
__all__ = ["NOTICED_BY_NONE", "PARTINGS", "THEOREMS", "UNNOTICED"]

PARTINGS = (
    Parting("end", ("full", "exhausted"), "the_shortest_game_of_two_has_23_actions", 23),
    Parting("stranded", ("skip", "over"), DUE, 68, {"k": 3}),
    Parting("stranded", ("skip", "over"), DUE, 66, {"k": 4}),
)

THEOREMS: tuple[Theorem, ...] = (
    areas_and_cycles.THEOREM,
    supply.THEOREM,
    edges.THEOREM,
    territory.SUM,
    winners.THEOREM,
    pieces.THEOREM,
    end_of_game.SOMEBODY,
    stranded.STRANDED,
    *literal_end.THEOREMS,
    *length_of_a_game.THEOREMS,
    *material.THEOREMS,
)
