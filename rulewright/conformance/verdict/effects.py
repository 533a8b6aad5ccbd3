"""Clauses that forbid nothing themselves, and decide by what they determine whether others do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from rulewright.conformance.evidence.hypothesis import Hypothesis, clause_mutants, with_mutants
from rulewright.conformance.evidence.reference import BREAKING
from rulewright.conformance.verdict.anywhere import is_word
from rulewright.interface import Action, Json
from rulewright.play import games
from rulewright.play.replay import state_after

SPOILT, INVERTED = ("without effect", "for the next"), ("contrary effect",)
"""How the effect of a clause is made wrong, to see whether something rests on it."""


def deciding_effects(
    game: str, in_force: Hypothesis, params: Json, moves: tuple[Action, ...], action: Action
) -> Iterator[str]:
    """Yield the clauses that only have an effect, and without which an action is legal, or no longer is.

    Where a die points, say: the clause about target cells forbids to leave them, and not what they are.
    What names no thing and no place, such as a pass, is about none of that.
    """
    if is_word(action):
        return
    found = games.specified(game)
    reference: Any = games.specification(game, params, in_force.readings)
    state = state_after(reference, moves)
    position, forbidden = reference.to_json(state), bool(reference.explain(state, action))
    for clause in found.rulebook.clauses:
        if clause.permits is not None or clause.effect is None:
            continue
        mutants = (f"{clause.identifier} {how}" for how in (*SPOILT, *INVERTED))
        for mutant in (each for each in mutants if each in clause_mutants(game)):
            book = with_mutants(found.rulebook, (mutant,))
            other: Any = found.engine(params, in_force.readings, book)
            with suppress(*BREAKING):
                if bool(other.explain(other.from_json(position), action)) != forbidden:
                    yield clause.identifier
                    break
