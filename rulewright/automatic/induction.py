"""Demands on positions: they hold at the start, and no legal action breaks them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import Any

from attrs import evolve

from rulewright.automatic.asking import SAT, UNSAT, Answered
from rulewright.automatic.ground import SOUND, TURNS, Ground, is_due
from rulewright.automatic.statements import (
    CONDITIONAL,
    NOT_APPLICABLE,
    PROVED,
    REFUTED,
    UNDECIDED,
    AutomaticVerdict,
    ShownStep,
)
from rulewright.proofs.symbolic import no_branches
from rulewright.spec.logic import Fact

Demand = Callable[[Any], Fact]
LOOKED_AT = 150
"""Positions of games that a proof is held against."""
MOST_VISITED = 400
"""Positions that are looked at where there are no rules over unknowns, and too many positions."""
ONE_DUE = "exactly one player is due until the end"


def invariants(ground: Ground) -> list[AutomaticVerdict]:
    """Prove for every demand on positions that it is inductive, given all of them."""
    if ground.symbolic is None:
        return [visited(ground, name) for name in (TURNS, *clause_demands(ground))]
    verdicts = {
        name: kept(ground, name, ground.consistent, ground.demands[name])
        for name in ground.demands
        if not (name == SOUND and ground.consistent[SOUND] is True)
    }
    return [as_visited(ground, name, verdict) for name, verdict in named_again(ground, verdicts)]


def named_again(
    ground: Ground, verdicts: Mapping[str, AutomaticVerdict]
) -> Iterable[tuple[str, AutomaticVerdict]]:
    """Qualify verdicts by what they rest on, by the names of the demands."""
    return zip(verdicts, resting(ground, verdicts), strict=True)


def as_visited(ground: Ground, name: str, verdict: AutomaticVerdict) -> AutomaticVerdict:
    """Hold a proof against positions of games: one that breaks what was proved refutes it."""
    states = list(ground.explored.parents)
    looked_at = states[:: max(1, len(states) // LOOKED_AT)]
    if verdict.status not in {PROVED, CONDITIONAL}:
        return verdict
    for state in looked_at:
        if breaks(ground, name, state):
            why = "a position of a game breaks it, though the formulas over unknowns say otherwise"
            if verdict.status == CONDITIONAL:
                why = f"a position of a game breaks it; it is {verdict.detail}"
            return evolve(verdict, status=REFUTED, detail=why, shown=ground.shown(state))
    return verdict


def clause_demands(ground: Ground) -> tuple[str, ...]:
    """Name the clauses that speak of positions."""
    return tuple(each.identifier for each in ground.engine.rulebook.speaking_of_positions())


def statement_of(ground: Ground, name: str) -> str:
    """Word what is to be inductive."""
    if name == TURNS:
        return "Exactly one player is due until the end, and none afterwards."
    if name == SOUND:
        return ground.form.soundness[1]
    holds = ground.engine.rulebook[name].holds
    demand = " ".join((holds.__doc__ or "").split("\n\n")[0].split()) if holds else ""
    if ground.symbolic is None:
        return f"True in every position of every game: {demand}"
    return f"Every legal action keeps it true, as it is at the start: {demand}"


def named(ground: Ground, name: str) -> tuple[str, str]:
    """Return the name of a verdict and its kind."""
    if name == TURNS:
        return ONE_DUE, "turns"
    if name == SOUND:
        return ground.form.soundness[0], "invariants"
    if ground.symbolic is None:
        return f"{name} holds in every position", "invariants"
    return f"{name} is inductive", "invariants"


def blank(ground: Ground, name: str, status: str, detail: str) -> AutomaticVerdict:
    """Begin a verdict."""
    title, kind = named(ground, name)
    return AutomaticVerdict(title, kind, statement_of(ground, name), status, detail)


def kept(ground: Ground, name: str, given: Mapping[str, Fact], demand: Demand) -> AutomaticVerdict:
    """Prove that a demand holds at the start and after every legal action from where `given` holds."""
    began, asked = perf_counter(), ground.solver.count
    found = at_the_start(ground, name, demand) or step(ground, name, given, demand)
    return evolve(found, queries=ground.solver.count - asked, seconds=perf_counter() - began)


def at_the_start(ground: Ground, name: str, demand: Demand) -> AutomaticVerdict | None:
    """Refute what the first position breaks, as the engine judges it; None if it does not."""
    engine, start = ground.engine, ground.engine.initial()
    if name == TURNS:
        fine = is_due(engine, start) == 1
    elif name in clause_demands(ground):
        fine = name not in ground.broken(start)
    else:
        position = initial_of(ground)
        fine = position is None or demand(position) is not False
    if fine:
        return None
    found = blank(ground, name, REFUTED, "the first position breaks it")
    return evolve(found, shown=ground.shown(start))


def initial_of(ground: Ground) -> Any:
    """Return the first position as formulas see it, for a form whose positions are the engine's."""
    start = ground.engine.initial()
    return start if type(start) is type(ground.before) else None


def step(ground: Ground, name: str, given: Mapping[str, Fact], demand: Demand) -> AutomaticVerdict:
    """Prove that no legal action breaks a demand, or show the action that does."""
    if ground.solver.is_over:
        return blank(ground, name, UNDECIDED, limit(ground))
    if ground.after is None:
        return blank(ground, name, NOT_APPLICABLE, "its symbolic form does not say what follows")
    with no_branches():
        then = demand(ground.after)
    answer = ground.solver.follows((*given.values(), *ground.a_move, ground.legal), then)
    if answer.result == UNSAT:
        return met(ground, name, given)
    if answer.result != SAT:
        return blank(ground, name, UNDECIDED, limit(ground))
    return refuted(ground, name, answer)


def met(ground: Ground, name: str, given: Mapping[str, Fact]) -> AutomaticVerdict:
    """Say that a demand is kept, if there is anything that could break it."""
    witness = ground.solver.ask(*given.values(), *ground.a_move, ground.legal)
    if witness.result == SAT:
        why = "no legal action from a consistent position breaks it"
        with no_branches():
            demand = ground.demands[name](ground.before)
        if ground.solver.follows((), demand).result == UNSAT:
            why = "it is true of every position, whatever is played: it demands nothing"
        return blank(ground, name, PROVED, why)
    if witness.result == UNSAT:
        why = "vacuous: no action is legal in any consistent position"
        return blank(ground, name, UNDECIDED, why)
    return blank(ground, name, UNDECIDED, f"no witness of the premises: {limit(ground)}")


def limit(ground: Ground) -> str:
    """Name the limit of time that left a query without an answer."""
    if ground.solver.is_over:
        return f"the limit of {ground.solver.limit:g} s"
    return f"a query ran into its part of the limit of {ground.solver.limit:g} s"


def refuted(ground: Ground, name: str, answer: Answered) -> AutomaticVerdict:
    """Replay a model on the engine; only what the engine does as well refutes."""
    engine = ground.engine
    state, action = ground.form.state(answer.values)
    if action is None or action not in engine.legal_actions(state):
        why = f"its counterexample is none to the engine: {action} is not legal in it"
        return blank(ground, name, UNDECIDED, why)
    after = engine.successor(state, action)
    if not breaks(ground, name, after):
        why = f"its counterexample is none to the engine: {action} does not break it"
        return blank(ground, name, UNDECIDED, why)
    shown = in_play(ground, name) or ground.shown(state, action, after)
    return evolve(blank(ground, name, REFUTED, outcome(ground, shown)), shown=shown)


def in_play(ground: Ground, name: str) -> ShownStep | None:
    """Show the first step of a game that breaks a demand; None if none does among those visited."""
    broken = ground.explored.first(lambda state: breaks(ground, name, state))
    before = ground.explored.parents.get(broken)
    return None if before is None else ground.shown(*before, broken)


def breaks(ground: Ground, name: str, state: Any) -> bool:
    """Return whether the engine says that a position breaks a demand."""
    if name == TURNS:
        return is_due(ground.engine, state) > 1
    if name == SOUND:
        return ground.form.sound(state) is not True
    return name in ground.broken(state)


def outcome(ground: Ground, shown: ShownStep) -> str:
    """Say what a broken step means for the games that are played."""
    what = f"{shown.action} breaks it"
    if shown.moves is not None:
        return f"{what} in a position that a game reaches"
    extent = ground.explored.extent
    if ground.explored.everything:
        return f"{what}, but no game comes there: not inductive, though it holds in {extent}"
    return f"{what}; not among {extent}: not inductive, though none of these breaks it"


def resting(ground: Ground, verdicts: Mapping[str, AutomaticVerdict]) -> Iterable[AutomaticVerdict]:
    """Qualify what is proved with the help of demands that are not proved."""
    sure = {name for name, each in verdicts.items() if each.status == PROVED}
    missing = [name for name in verdicts if name not in sure]
    if missing and sure:
        sure = inductive_alone(ground, sure)
    for name, each in verdicts.items():
        if each.status == PROVED and name not in sure:
            others = ", ".join(f"“{named(ground, each)[0]}”" for each in missing)
            why = f"kept by every legal action, given what is not proved: {others}"
            yield evolve(each, status=CONDITIONAL, detail=why)
        else:
            yield each


def inductive_alone(ground: Ground, names: set[str]) -> set[str]:
    """Find the largest part of some demands that is inductive without the others."""
    while names:
        given = {name: ground.consistent[name] for name in names}
        with no_branches():
            then = {name: ground.demands[name](ground.after) for name in names}
        premises = (*given.values(), *ground.a_move, ground.legal)
        failing = {
            name for name in names if ground.solver.follows(premises, then[name]).result != UNSAT
        }
        if not failing:
            return names
        names = names - failing
    return names


def visited(ground: Ground, name: str) -> AutomaticVerdict:
    """Look for a broken demand in the positions that games reach: all that is left without Z3."""
    search, looked = ground.explored, 0
    states = search.parents if search.everything else search.some(MOST_VISITED)
    for state in states:
        if ground.solver.is_over:
            break
        looked += 1
        if breaks(ground, name, state):
            verdict = blank(ground, name, REFUTED, "a position that a game reaches breaks it")
            return evolve(verdict, shown=ground.shown(state))
    if search.everything and looked == len(search.parents):
        why = f"no position breaks it: {search.extent} were visited ({ground.why_not})"
        return blank(ground, name, PROVED, why)
    if ground.solver.is_over:
        return blank(ground, name, UNDECIDED, limit(ground))
    near = "near the start and in random games"
    why = f"{ground.why_not}; none of {looked:,} positions {near} breaks it"
    return blank(ground, name, NOT_APPLICABLE, why)
