"""What follows from the rules of Minoa."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
    turns,
    winners,
)
from rulewright.proofs.minoa.unknown_positions import AnyMinoa
from rulewright.proofs.minoa.unnoticed import NOTICED_BY_NONE, UNNOTICED
from rulewright.proofs.partings import Parting
from rulewright.proofs.theorem import Theorem

DUE = "with_three_or_four_players_the_player_due_may_be_stranded"
__all__ = ["NOTICED_BY_NONE", "PARTINGS", "SYMBOLIC", "THEOREMS", "UNNOTICED"]

SYMBOLIC = AnyMinoa

PARTINGS = (
    Parting("end", ("full", "exhausted"), "the_shortest_game_of_two_has_23_actions", 23),
    Parting("stranded", ("skip", "over"), DUE, 68, {"k": 3}),
    Parting("stranded", ("skip", "over"), DUE, 66, {"k": 4}),
)

THEOREMS: tuple[Theorem, ...] = (
    areas_and_cycles.THEOREM,
    # It takes longest to certify: begun late, it would be the last, and one core would wait.
    *length_of_a_game.THEOREMS,
    supply.THEOREM,
    edges.THEOREM,
    territory.SUM,
    winners.THEOREM,
    pieces.THEOREM,
    end_of_game.SOMEBODY,
    stranded.STRANDED,
    *literal_end.THEOREMS,
    *material.THEOREMS,
    turns.THEOREM,
)

SIDE = 4
"""The side length of the game itself, of which the theorem speaks."""
MOST_PLAYERS = 4


def most_actions(params: Mapping[str, Any], rulings: Mapping[str, str]) -> int | None:
    """Return the most actions of a game, if the theorem speaks of such games."""
    del rulings
    if params["n"] != SIDE or params["k"] not in range(length_of_a_game.TWO, MOST_PLAYERS + 1):
        return None
    return length_of_a_game.MOST - int(params["k"] == length_of_a_game.TWO)


LONGEST_GAME = (length_of_a_game.LONGEST.name, most_actions)
"""The theorem that bounds the number of actions, and the bound under parameters and rulings."""
