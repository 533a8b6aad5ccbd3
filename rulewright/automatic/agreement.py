"""Whether the rules over unknowns are the rules that run: compared in positions of random games.

What a clause demands of positions is compared in positions that no game has as well: in those of games
it holds, and one that holds of whatever it cannot look at would be said to hold for ever.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

import numpy as np

from rulewright.play.changed import a_few, otherwise
from rulewright.proofs.evaluation import Evaluated
from rulewright.proofs.symbolic import Symbolic, no_branches
from rulewright.spec.logic import all_of

GAMES, PLIES = 6, 60
"""How many random games are compared, and how many plies of each at most."""
ACTIONS = 24
"""How many actions are compared in a position, legal or not."""
IMPOSSIBLE = 64
"""How many positions that no game has are compared."""
Row: TypeAlias = tuple[Any, str, dict[str, Any]]
"""A position, an action, and the values of the unknowns."""


def compared(form: Symbolic) -> tuple[int, str]:
    """Return how many actions were compared in positions of games, and the first difference, if any.

    Legality, the position after each legal action and every demand on positions are evaluated as Z3
    terms and by the engine. A form that does not read positions of games is compared in none.
    """
    rows = sampled(form)
    if not rows:
        return 0, ""
    evaluated = Evaluated(columns(rows))
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
            or broken_elsewhere(form, elsewhere(form, rows), demands)
            or followed(form, rows, [column(evaluated, fact, len(rows)) for fact in facts])
        )
    except LookupError:
        return 0, ""


def sampled(form: Symbolic) -> list[Row]:
    """Play random games; return positions with an action each, and the values of the unknowns."""
    engine, random = form.engine, Random(1)
    rows: list[Row] = []
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


def columns(rows: list[Row]) -> dict[str, Any]:
    """Return a column for each unknown."""
    return {name: np.array([row[2][name] for row in rows]) for name in rows[0][2]}


def column(evaluated: Evaluated, fact: Any, rows: int) -> Any:
    """Evaluate a fact or a number in every row; raises `LookupError` for an unknown operation."""
    if isinstance(fact, bool | int):
        return np.full(rows, fact)
    found = evaluated.of(fact)
    if found is None:
        raise LookupError("it speaks of something that is not among the unknowns")
    return np.broadcast_to(found, (rows,))


def legality(form: Symbolic, rows: list[Row], legal: Any) -> str:
    """Describe the first action of which the engine says otherwise, in a game that goes on."""
    for (state, action, _), permits in zip(rows, legal, strict=True):
        if not form.engine.is_over(state):
            says = action in form.engine.legal_actions(state)
            if says != bool(permits):
                where = form.engine.to_json(state)
                return f"{action} in {where} is {'' if says else 'il'}legal, over unknowns it is not so"
    return ""


def ended(form: Symbolic, rows: list[Row]) -> str:
    """Describe the first position that is over though somebody is due, or the reverse."""
    for state, _, _ in rows:
        if form.engine.is_over(state) == any(form.due(state)):
            return f"{form.engine.to_json(state)} is over though a player is due, or the reverse"
    return ""


def broken(form: Symbolic, rows: list[Row], demands: dict[str, Any]) -> str:
    """Describe the first demand of which the engine says otherwise."""
    for index, (state, _, _) in enumerate(rows):
        said = {clause.identifier for clause in form.engine.broken_clauses(state)}
        for clause, found in demands.items():
            if bool(found[index]) == (clause in said):
                return f"{clause} in {form.engine.to_json(state)} is judged otherwise over unknowns"
    return ""


def elsewhere(form: Symbolic, rows: list[Row]) -> list[Row]:
    """Return positions that are like those of games, but for a few facts: most are impossible.

    Where the engine cannot tell what is wrong in one, or writes it otherwise, it is left out.
    """
    random, found = Random(2), list[Row]()
    for _, action, values in random.choices(rows, k=IMPOSSIBLE):
        names = sorted(name for name in values if not name.startswith("action "))
        changed = values | {each: otherwise(values[each]) for each in a_few(names, random)}
        state = expressed(form, changed)
        found += [] if state is None else [(state, action, changed)]
    return found


def expressed(form: Symbolic, values: dict[str, Any]) -> Any:
    """Return the position of some values, if the engine has just that, and can judge it; else None."""
    try:
        state, _ = form.state(values)
        given = form.values(state)
        next(form.engine.broken_clauses(state), None)
    except Exception:  # noqa: BLE001 - what is changed may be no position at all
        return None
    return state if all(values[name] == value for name, value in given.items()) else None


def broken_elsewhere(form: Symbolic, rows: list[Row], demands: dict[str, Any]) -> str:
    """Describe the first demand of which the engine says otherwise where those before it hold."""
    if not rows:
        return ""
    evaluated = Evaluated(columns(rows))
    holding = {name: column(evaluated, each, len(rows)) for name, each in demands.items()}
    for index, (state, _, _) in enumerate(rows):
        first = next((each.identifier for each in form.engine.broken_clauses(state)), None)
        over = next((name for name, holds in holding.items() if not holds[index]), None)
        if first != over:
            where = form.engine.to_json(state)
            return f"{first or over} in {where} is judged otherwise over unknowns"
    return ""


def followed(form: Symbolic, rows: list[Row], facts: list[Any]) -> str:
    """Describe the first legal action after which the engine has another position."""
    for index, (state, action, _) in enumerate(rows) if facts else ():
        if action in form.engine.legal_actions(state):
            after = form.facts(form.engine.successor(state, action))
            if [int(found[index]) for found in facts] != list(map(int, after)):
                where = form.engine.to_json(state)
                return f"{action} in {where} leads elsewhere over unknowns"
    return ""
