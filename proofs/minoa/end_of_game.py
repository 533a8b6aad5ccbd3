"""Somebody can always move until the game is over; and when the player to move cannot.

Where a boundary line is vacant, somebody has a piece for it. Where none is and the game is not over,
some area carries pieces of two owners, so it has two boundary lines, and at most 59 sticks lie. Then
some interior line is free and is nobody's way to the boundary: a stick there cuts nothing off.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.proofs.minoa.pieces import vacant_lines_and_hands
from rulewright.proofs.minoa.setting import (
    BOARD,
    can_move,
    holds,
    layers_on_the_board,
    permitted,
    rules_of,
    stick_on,
)
from rulewright.proofs.minoa.supply import (
    Setting,
    counting_parents,
    facts_of_reachability,
    setting,
    size_of_an_area,
)
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach, complement, number, union
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin, lemma
from rulewright.spec.logic import Fact, all_of, any_of, at_least, at_most, count, implies, not_
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Move, Position, Rules
