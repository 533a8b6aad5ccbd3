"""Clauses against each other: what each alone forbids, and whether any action is left."""

from __future__ import annotations

from functools import partial
from itertools import combinations
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
    AutomaticTwin,
    AutomaticVerdict,
    MakeVerdict,
)
from rulewright.automatic.turns import each_legal
from rulewright.proofs.symbolic import no_branches
from rulewright.spec.lanes import lanes_in
from rulewright.wording.numbers import counted

DECISIVE, IMPLIED = "decisive", "implied"
LARGEST = 3
"""Most clauses of which it is asked whether they exclude each other."""
NAMED = 6
"""Most actions that a line names."""
LEGAL = partial(
    AutomaticVerdict,
    "some action is legal",
    "clauses",
    "No clauses exclude each other: some action is one that every clause permits.",
)
PLAYABLE = partial(
    AutomaticVerdict,
    "which actions are ever legal",
    "clauses",
    "An action is ever legal if every clause permits it in some consistent position.",
)


def clauses(ground: Ground) -> list[AutomaticVerdict]:
    """Give a verdict on each clause that speaks of actions, and on all of them together."""
    speaking = ground.engine.rulebook.speaking_of_actions()
    each = [alone(ground, clause.identifier) for clause in speaking]
    return [some_action(ground), *every_action(ground), *each]


def some_action(ground: Ground) -> AutomaticVerdict:
    """Find a legal action, or the clauses that exclude each other."""
    engine, start = ground.engine, ground.engine.initial()
    legal = engine.legal_actions(start)
    if legal:
        shown = ground.shown(start, legal[0])
        return LEGAL(PROVED, f"legal at the start: {counted(len(legal), 'actions')}", shown=shown)
    found = LEGAL(REFUTED, "no action is legal at the start", shown=ground.shown(start))
    if ground.symbolic is None:
        return found
    answer = ground.solver.ask(*ground.consistent.values(), *ground.a_move, ground.legal)
    if answer.result == SAT:
        why = "no action is legal at the start, though one is in some other consistent position"
        return evolve(found, detail=why)
    if answer.result != UNSAT:
        return evolve(found, detail=f"no action is legal at the start; elsewhere: {limit(ground)}")
    names = excluding(ground)
    who = f"{' and '.join(names)} exclude each other" if names else "the clauses exclude each other"
    return evolve(found, detail=f"{who}: no action is legal in any consistent position")


def excluding(ground: Ground) -> tuple[str, ...]:
    """Find the fewest clauses that together forbid every action; () if they are too many."""
    given = (*ground.consistent.values(), *ground.a_move)
    for size in range(1, LARGEST + 1):
        for names in combinations(ground.permitted, size):
            permitted = (ground.permitted[name] for name in names)
            if ground.solver.ask(*given, *permitted).result == UNSAT:
                return names
    return ()


def every_action(ground: Ground) -> list[AutomaticVerdict]:
    """Find actions that are legal nowhere; nothing if the actions are not listed."""
    if ground.symbolic is None or not ground.form.spelled(ground.before):
        return []
    missing = [a for a in ground.form.spelled(ground.before) if a not in ground.explored.legal]
    if not missing:
        return [PLAYABLE(PROVED, f"each is legal in one of {ground.explored.extent}", answer="all")]
    terms, never, open_ones = each_legal(ground), [], []
    with no_branches():
        due = ground.a_move[0]
    for action in missing:
        answer = ground.solver.ask(*ground.consistent.values(), due, terms[action])
        if answer.result == UNSAT:
            never.append(action)
        elif answer.result != SAT:
            open_ones.append(action)
    if never:
        why = f"{few(never)} never legal in any consistent position"
        return [PLAYABLE(PROVED, why, answer="not all")]
    if open_ones:
        return [PLAYABLE(UNDECIDED, f"{few(open_ones)} not decided: {limit(ground)}")]
    why = f"{few(missing)} legal in a consistent position, though not in {ground.explored.judged}"
    return [PLAYABLE(PROVED, why, answer="all")]


def few(actions: list[str]) -> str:
    """Name a few actions and count the rest, up to the verb."""
    more = f" and {len(actions) - NAMED} more" if len(actions) > NAMED else ""
    return f"{', '.join(actions[:NAMED])}{more} {'is' if len(actions) == 1 else 'are'}"


def alone(ground: Ground, identifier: str) -> AutomaticVerdict:
    """Find an action that a clause alone forbids, or prove that the others imply it."""
    verdict = partial(
        AutomaticVerdict,
        f"what {identifier} alone forbids",
        "clauses",
        f"{identifier} is decisive where it forbids an action that every other clause permits; "
        "else the others imply it.",
    )
    met = ground.explored.alone.get(identifier)
    if met is not None:
        state, action = met
        why = f"it alone forbids {action} in a position that a game reaches"
        twins = (freed(ground, identifier, state, action),)
        shown = ground.shown(state, action)
        return verdict(PROVED, why, answer=DECISIVE, shown=shown, twins=twins)
    if ground.symbolic is None:
        if ground.explored.everything:
            return verdict(PROVED, f"visited: {ground.explored.extent}", answer=IMPLIED)
        why = f"{ground.why_not}; it forbids nothing alone in {ground.explored.judged}"
        return verdict(NOT_APPLICABLE, why)
    return of_consistent_positions(ground, identifier, verdict)


def of_consistent_positions(
    ground: Ground, identifier: str, verdict: MakeVerdict
) -> AutomaticVerdict:
    """Ask of all consistent positions, first of those in which a player is due."""
    others = [fact for name, fact in ground.permitted.items() if name != identifier]
    with no_branches():
        forbids = ground.form.one_move(ground.before, ground.move)
    due = ground.a_move[0]
    moments = (("", (due,)), (" after the end", ()))
    for when, turn in moments if ground.form.judges_after_the_end else moments[:1]:
        answer = ground.solver.follows(
            (*ground.consistent.values(), *turn, forbids, *others), ground.permitted[identifier]
        )
        if answer.result == SAT:
            state, action = ground.form.state(answer.values)
            if forbidding(ground, state, action) != (identifier,):
                return verdict(UNDECIDED, "its witness is none to the engine")
            why = f"it alone forbids {action}{when} in a consistent position"
            extent = f"not among {ground.explored.extent}"
            if ground.explored.game(state) is not None:
                extent = "which a game reaches"
            shown = ground.shown(state, action)
            return verdict(PROVED, f"{why}, {extent}", answer=DECISIVE, shown=shown)
        if answer.result != UNSAT:
            return verdict(UNDECIDED, limit(ground))
    why = "never alone decisive: in consistent positions others forbid all that it forbids"
    return verdict(PROVED, why, answer=IMPLIED)


def lane_of(ground: Ground, state: Any, action: Any) -> int | None:
    """Find an action among the candidates of the player to move, or after the end among all."""
    engine = ground.engine
    names = engine.verdicts(state).candidates
    lanes = range(len(names)) if engine.is_over(state) else engine.considered(state)
    return next((lane for lane in lanes if names[lane] == action), None)


def forbidding(ground: Ground, state: Any, action: Any) -> tuple[str, ...]:
    """Ask the engine which clauses forbid an action, after the end as well."""
    lane = lane_of(ground, state, action)
    return () if lane is None else ground.engine.verdicts(state).forbidding(lane)


def freed(ground: Ground, identifier: str, state: Any, action: str) -> AutomaticTwin:
    """Drop the clause: its action must be legal then."""
    lane = lane_of(ground, state, action)
    verdicts = ground.engine.verdicts(state)
    width = len(verdicts.candidates)
    others = [lanes_in(fact, width) for name, fact in verdicts.lanes.items() if name != identifier]
    legal = lane is not None and all(lanes >> lane & 1 for lanes in others)
    return AutomaticTwin(f"{identifier} off", "refuted" if legal else "survives")
