"""Whether the rules over unknowns are the rules that run: compared in positions of random games."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from rulewright.proofs.evaluation import Evaluated
from rulewright.proofs.symbolic import Symbolic, no_branches
from rulewright.spec.logic import all_of

GAMES, PLIES = 6, 60
"""How many random games are compared, and how many plies of each at most."""
ACTIONS = 24
"""How many actions are compared in a position, legal or not."""


def compared(form: Symbolic) -> tuple[int, str]:
    """Return how many actions were compared in positions of games, and the first difference, if any.

    Legality, the position after each legal action and every demand on positions are evaluated as Z3
    terms and by the engine. A form that does not read positions of games is compared in none.
    """
    rows = sampled(form)
    if not rows:
        return 0, ""
    table = {
        name: np.array([row[2][name] for row in rows]) for name in rows[0][2]
    }  # a column for each unknown
    evaluated = Evaluated(table)
    with no_branches():
        before, move = form.position(), form.move()
        legal = all_of(form.permitted(before, move).values())
        after = form.after(before, move)
        facts = [] if after is None else form.facts(after)
        demands = {
            clause.identifier: form.holds(clause.holds, before)
            for clause in form.engine.rulebook.speaking_of_positions()
            if clause.holds is not None
        }
    try:
        return len(rows), (
            ended(form, rows)
            or legality(form, rows, column(evaluated, legal, len(rows)))
            or broken(form, rows, {n: column(evaluated, d, len(rows)) for n, d in demands.items()})
            or followed(form, rows, [column(evaluated, fact, len(rows)) for fact in facts])
        )
    except LookupError:
        return 0, ""


def sampled(form: Symbolic) -> list[tuple[Any, str, dict[str, Any]]]:
    """Play random games; return positions with an action each, and the values of the unknowns."""
    engine, random = form.engine, Random(1)
    rows: list[tuple[Any, str, dict[str, Any]]] = []
    spelled = list(form.spelled(form.position()))
    if not spelled:
        return rows
    for _ in range(GAMES):
        state = engine.initial()
        for _ in range(PLIES):
            values = form.values(state)
            for action in random.sample(spelled, min(ACTIONS, len(spelled))):
                chosen = {f"action {each}": each == action for each in spelled}
                rows.append((state, action, {**values, **chosen}))
            legal = engine.legal_actions(state)
            if not legal:
                break
            state = engine.successor(state, random.choice(legal))
    return rows


def column(evaluated: Evaluated, fact: Any, rows: int) -> Any:
    """Evaluate a fact or a number in every row; raises `LookupError` for an unknown operation."""
    if isinstance(fact, bool | int):
        return np.full(rows, fact)
    found = evaluated.of(fact)
    if found is None:
        raise LookupError("it speaks of something that is not among the unknowns")
    return np.broadcast_to(found, (rows,))


def legality(form: Symbolic, rows: list[tuple[Any, str, dict[str, Any]]], legal: Any) -> str:
    """Describe the first action of which the engine says otherwise, in a game that goes on."""
    for (state, action, _), permits in zip(rows, legal, strict=True):
        if not form.engine.is_over(state):
            says = action in form.engine.legal_actions(state)
            if says != bool(permits):
                where = form.engine.to_json(state)
                return f"{action} in {where} is {'' if says else 'il'}legal, over unknowns it is not so"
    return ""


def ended(form: Symbolic, rows: list[tuple[Any, str, dict[str, Any]]]) -> str:
    """Describe the first position that is over though somebody is due, or the reverse."""
    for state, _, _ in rows:
        if form.engine.is_over(state) == any(form.due(state)):
            return f"{form.engine.to_json(state)} is over though a player is due, or the reverse"
    return ""


def broken(
    form: Symbolic, rows: list[tuple[Any, str, dict[str, Any]]], demands: dict[str, Any]
) -> str:
    """Describe the first demand of which the engine says otherwise."""
    for index, (state, _, _) in enumerate(rows):
        said = {clause.identifier for clause in form.engine.broken_clauses(state)}
        for clause, found in demands.items():
            if bool(found[index]) == (clause in said):
                return f"{clause} in {form.engine.to_json(state)} is judged otherwise over unknowns"
    return ""


def followed(form: Symbolic, rows: list[tuple[Any, str, dict[str, Any]]], facts: list[Any]) -> str:
    """Describe the first legal action after which the engine has another position."""
    for index, (state, action, _) in enumerate(rows) if facts else ():
        if action in form.engine.legal_actions(state):
            after = form.facts(form.engine.successor(state, action))
            if [int(found[index]) for found in facts] != list(map(int, after)):
                where = form.engine.to_json(state)
                return f"{action} in {where} leads elsewhere over unknowns"
    return ""
