"""Turns: nothing is legal after the end, and who is due can act."""

from __future__ import annotations

from functools import partial
from typing import Any

from attrs import evolve

from rulewright.automatic.asking import SAT, UNSAT
from rulewright.automatic.ground import Ground
from rulewright.automatic.induction import limit
from rulewright.automatic.statements import (
    NOT_APPLICABLE,
    PROVED,
    REFUTED,
    UNDECIDED,
    AutomaticVerdict,
)
from rulewright.proofs.symbolic import no_branches
from rulewright.spec.engine import Specification
from rulewright.spec.logic import Fact, all_of, any_of, none_of

OVER = partial(
    AutomaticVerdict,
    "no action is legal after the end",
    "turns",
    "Once no player is due, every action is illegal.",
)
STUCK = partial(
    AutomaticVerdict,
    "whoever is due can act",
    "turns",
    "In every position in which a player is due, that player has a legal action.",
)


def turns(ground: Ground, deadlock: str = "") -> list[AutomaticVerdict]:
    """Prove both; a game that declares why a player may be stuck is not held to the second."""
    return [after_the_end(ground), can_act(ground, deadlock)]


def after_the_end(ground: Ground) -> AutomaticVerdict:
    """Prove that the clauses forbid every action after the end, or else that the engine does."""
    if ground.symbolic is None:
        return by_the_engine(ground, ground.why_not)
    if ground.solver.is_over:
        return OVER(UNDECIDED, limit(ground))
    with no_branches():
        ended = none_of(ground.form.due(ground.before))
        one = ground.form.one_move(ground.before, ground.move)
    given = (*ground.consistent.values(), ended, one)
    answer = ground.solver.ask(*given, ground.legal)
    if answer.result == UNSAT:
        if ground.solver.ask(*given).result == UNSAT:
            return OVER(PROVED, "no consistent position is over")
        return OVER(PROVED, "the clauses alone forbid every action in every consistent position")
    if answer.result != SAT:
        return OVER(UNDECIDED, limit(ground))
    state, action = ground.form.state(answer.values)
    found = by_the_engine(ground, f"the clauses alone would permit {action}")
    if action in ground.engine.legal_actions(state):
        found = OVER(REFUTED, f"{action} is legal though no player is due")
    return evolve(found, shown=ground.shown(state, action))


def by_the_engine(ground: Ground, why: str) -> AutomaticVerdict:
    """Prove that the engine refuses actions after the end, whatever the clauses permit."""
    kind = type(ground.engine)
    usual = Specification
    if kind.legal_actions is usual.legal_actions and kind.is_over is usual.is_over:
        return OVER(PROVED, f"by the engine, which asks no clause once no player is due ({why})")
    wrong = ground.explored.first(
        lambda state: ground.engine.turn(state) is None and bool(ground.engine.legal_actions(state))
    )
    if wrong is not None:
        return OVER(
            REFUTED, "an action is legal though no player is due", shown=ground.shown(wrong)
        )
    if ground.explored.everything:
        return OVER(PROVED, f"{ground.explored.extent} were visited ({why})")
    return OVER(NOT_APPLICABLE, f"{why}; true in {ground.explored.extent}")


def can_act(ground: Ground, deadlock: str) -> AutomaticVerdict:
    """Prove that no player is due without an action."""
    if deadlock:
        return STUCK(NOT_APPLICABLE, f"the game declares that it may not be so: {deadlock}")
    stuck = ground.explored.stuck
    if stuck is not None:
        shown = ground.shown(stuck)
        return STUCK(
            REFUTED, "a game comes to a position in which the player due has none", shown=shown
        )
    if ground.explored.everything:
        return STUCK(PROVED, f"{ground.explored.extent} were visited, each has one")
    if ground.symbolic is None or not ground.form.spelled(ground.before):
        why = ground.why_not or "its actions are not listed"
        return STUCK(NOT_APPLICABLE, f"{why}; each of {ground.explored.judged} has one")
    if ground.solver.is_over:
        return STUCK(UNDECIDED, limit(ground))
    return no_consistent_position_is_stuck(ground)


def no_consistent_position_is_stuck(ground: Ground) -> AutomaticVerdict:
    """Prove it of all consistent positions; one that is stuck but not reached decides nothing."""
    with no_branches():
        due = any_of(ground.form.due(ground.before))
        legal = any_of(each_legal(ground).values())
    answer = ground.solver.ask(*ground.consistent.values(), due, none_of((legal,)))
    if answer.result == UNSAT:
        return STUCK(PROVED, "one of its actions is legal in every consistent position")
    if answer.result != SAT:
        return STUCK(UNDECIDED, limit(ground))
    state, _ = ground.form.state(answer.values)
    why = f"a consistent position has none, but it is not among {ground.explored.extent}"
    return STUCK(UNDECIDED, why, shown=ground.shown(state))


def each_legal(ground: Ground) -> dict[str, Fact]:
    """Return for each action of the game whether it is legal in the arbitrary position."""
    spelled: dict[str, Any] = dict(ground.form.spelled(ground.before))
    with no_branches():
        return {
            action: all_of(ground.form.permitted(ground.before, move).values())
            for action, move in spelled.items()
        }
