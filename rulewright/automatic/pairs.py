"""Pairs of readings: equal, ordered, or parted by a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from attrs import evolve, frozen

from rulewright.automatic.asking import SAT, UNKNOWN, UNSAT, Answered
from rulewright.automatic.ground import Ground
from rulewright.automatic.induction import limit
from rulewright.automatic.statements import (
    NOT_APPLICABLE,
    PROVED,
    UNDECIDED,
    AutomaticVerdict,
    MakeVerdict,
)
from rulewright.interface import Action
from rulewright.proofs.symbolic import no_branches
from rulewright.spec.logic import Fact, any_of, differ, not_
from rulewright.spec.registry import Question

EQUAL, ORDERED, PARTED = "equal", "ordered", "parted"
MOST_COMPARED = 1000
"""Positions of games in which two engines are compared."""


@frozen(eq=False)
class TwoReadings:
    """A question, two of its readings, and the rules under each; all else is ruled alike."""

    question: Question
    names: tuple[str, str]
    grounds: tuple[Ground, Ground]

    @property
    def title(self) -> str:
        """The name of the statement."""
        return f"{self.question.name}: {self.names[0]} and {self.names[1]}"

    @property
    def statement(self) -> str:
        """What is to be decided."""
        one, other = self.names
        return f"{self.question.asks} The readings {one} and {other} are equal, ordered or parted."


def pairs(question: Question, grounds: Mapping[str, Ground]) -> Iterator[TwoReadings]:
    """Pair the readings of a question, given the rules under each."""
    for names in combinations(grounds, 2):
        yield TwoReadings(question, names, (grounds[names[0]], grounds[names[1]]))


def compared_readings(two: TwoReadings) -> AutomaticVerdict:
    """Decide whether two readings are equal, ordered, or parted by a position."""
    verdict = partial(AutomaticVerdict, two.title, "readings", two.statement)
    left, right = two.grounds
    if left.symbolic is None or right.symbolic is None:
        return by_visiting(two, left.why_not or right.why_not, verdict)
    if left.solver.is_over:
        return verdict(UNDECIDED, limit(left))
    if unknowns(left) != unknowns(right):
        return by_visiting(two, "their positions or actions are not spelled alike", verdict)
    found = differences(two)
    both = (*left.consistent.values(), *right.consistent.values(), *left.a_move)
    witness = left.solver.ask(*both, any_of((left.legal, right.legal))).result
    if witness == UNSAT:
        why = "no action is legal in any position that is consistent under both"
        return verdict(NOT_APPLICABLE, why)
    if witness == UNKNOWN:
        return verdict(UNDECIDED, limit(left))
    return worded(two, found, verdict)


def unknowns(ground: Ground) -> tuple[list[str], list[Action]]:
    """Name the unknowns of a position, and the actions."""
    values = ground.form.values(ground.engine.initial())
    return list(values), list(ground.form.spelled(ground.before))


def differences(two: TwoReadings) -> dict[str, Answered]:
    """Ask in what the two differ, where a position is consistent under both."""
    left, right = two.grounds
    ask = left.solver.ask
    both = (*left.consistent.values(), *right.consistent.values())
    played = (*both, *left.a_move)
    found = {
        "first": ask(*played, left.legal, not_(right.legal)),
        "second": ask(*played, right.legal, not_(left.legal)),
    }
    if left.after is not None and right.after is not None:
        with no_branches():
            apart = any_differ(left.form.facts(left.after), right.form.facts(right.after))
        found["after"] = ask(*played, left.legal, right.legal, apart)
    with no_branches():
        results = any_differ(left.form.results(left.before), right.form.results(right.before))
    found["result"] = ask(*both, results)
    return found


def any_differ(left: Any, right: Any) -> Fact:
    """Some of two rows of facts and numbers differ."""
    return any_of(unlike(one, other) for one, other in zip(left, right, strict=True))


def unlike(one: Any, other: Any) -> Fact:
    """Two facts, or two numbers, differ."""
    if is_fact(one) and is_fact(other):
        return differ(one, other)
    return one != other


def is_fact(value: Any) -> bool:
    """Return whether a value is a fact and not a number."""
    sort = getattr(value, "is_bool", None)
    return isinstance(value, bool) if sort is None else bool(sort())


def worded(
    two: TwoReadings, found: Mapping[str, Answered], verdict: MakeVerdict
) -> AutomaticVerdict:
    """Say what the answers come to; every model is played on both engines."""
    said = {name: answer.result for name, answer in found.items()}
    clauses = by_clause(two)
    if at_the_start(two):
        shown = two.grounds[0].shown(two.grounds[0].engine.initial())
        return verdict(PROVED, "the first positions differ", answer=PARTED, shown=shown)
    for name, what in partings(said, *two.names):
        return parted(two, found[name], what, clauses, verdict)
    if UNKNOWN in said.values():
        return verdict(UNDECIDED, limit(two.grounds[0]))
    return not_parted(two, found, clauses, verdict)


def partings(said: Mapping[str, str], one: str, other: str) -> Iterator[tuple[str, str]]:
    """Yield the answers that part two readings, with what they say."""
    if said.get("after") == SAT:
        yield "after", "a legal action leads to different positions"
    if said["result"] == SAT:
        yield "result", "a position has different results"
    if said["first"] == said["second"] == SAT:
        yield "first", f"{one} and {other} each permit what the other forbids"


def not_parted(
    two: TwoReadings, found: Mapping[str, Answered], clauses: str, verdict: MakeVerdict
) -> AutomaticVerdict:
    """Word readings that are ordered or equal; scores that no formula counts may part them in a game."""
    one, other = two.names
    for name, narrow, wide in (("first", other, one), ("second", one, other)):
        if found[name].result == SAT:
            what = f"all that {narrow} permits {wide} permits, and {wide} permits more"
            ordered = parted(two, found[name], what, clauses, verdict)
            return ordered if ordered.status != PROVED else evolve(ordered, answer=ORDERED)
    real, _ = in_play(two)
    if real is not None:
        why = by_action(two, *real)
        return verdict(PROVED, why, answer=PARTED, shown=two.grounds[0].shown(*real))
    why = "the same actions are legal, with the same successors and results, where both are consistent"
    return verdict(PROVED, why + clauses + uncounted(two), answer=EQUAL)


def uncounted(two: TwoReadings) -> str:
    """Say so where the scores are no formulas, so that they were compared in games only."""
    engine = two.grounds[0].engine
    if getattr(engine, "counts_points", True):
        return ""
    return "; scores are computed by the game itself, and were compared in positions of games only"


def at_the_start(two: TwoReadings) -> list[int]:
    """Return which facts of the first positions differ."""
    left, right = two.grounds
    pairs_of_facts = zip(
        left.form.facts(left.engine.initial()),
        right.form.facts(right.engine.initial()),
        strict=True,
    )
    return [at for at, (one, other) in enumerate(pairs_of_facts) if one != other]


def by_clause(two: TwoReadings) -> str:
    """Say of each clause that the question names which reading permits more."""
    left, right = two.grounds
    one, other = two.names
    lines = []
    for name in two.question.clauses:
        if name not in left.permitted or name not in right.permitted:
            continue
        mine, yours = left.permitted[name], right.permitted[name]
        more = left.solver.ask(*left.a_move, mine, not_(yours)).result
        less = left.solver.ask(*left.a_move, yours, not_(mine)).result
        word = {
            (UNSAT, UNSAT): "the same under both",
            (SAT, UNSAT): f"more under {one}",
            (UNSAT, SAT): f"more under {other}",
            (SAT, SAT): "different actions under each",
        }.get((more, less), "undecided")
        lines.append(f"; {name} permits {word}")
    return "".join(lines)


def parted(
    two: TwoReadings, answer: Answered, what: str, clauses: str, verdict: MakeVerdict
) -> AutomaticVerdict:
    """Show a position; it must part the two engines as well, and is one of a game if one is near."""
    left = two.grounds[0]
    state, action = left.form.state(answer.values)
    views = [seen(ground, state, action) for ground in two.grounds]
    if views[0] == views[1]:
        return verdict(UNDECIDED, "its position does not part the engines")
    why = what + clauses
    real, looked = in_play(two)
    if real is not None:
        return verdict(
            PROVED, f"{why}; {by_action(two, *real)}", answer=PARTED, shown=left.shown(*real)
        )
    shown = left.shown(state, action)
    if left.explored.everything and looked == len(left.explored.parents):
        why += "; but no game on this board comes to such a position"
    return verdict(PROVED, why, answer=PARTED, shown=shown)


def in_play(two: TwoReadings) -> tuple[tuple[Any, Action] | None, int]:
    """Find the nearest position of a game, and the action, by which the engines differ.

    Returns how many positions were looked at as well.
    """
    left, right = two.grounds
    looked = 0
    for state in left.explored.some(MOST_COMPARED):
        if left.solver.is_over:
            break
        looked += 1
        if left.engine.is_over(state) and right.engine.is_over(state):
            continue
        views = [consequences(ground, state) for ground in two.grounds]
        if views[0] != views[1]:
            return (state, different(*views)), looked
    return None, looked


def seen(ground: Ground, state: Any, action: Any) -> tuple[Any, ...]:
    """Ask an engine for all that it says of a position, and of the one after a legal action."""
    engine = ground.engine
    legal = engine.legal_actions(state)
    after = engine.successor(state, action) if action in legal else None
    return legal, after, dict(engine.scores(state)), tuple(map(bool, engine.wins(state)))


def by_visiting(two: TwoReadings, why: str, verdict: MakeVerdict) -> AutomaticVerdict:
    """Compare the engines in positions that games under the first reading reach."""
    left, right = two.grounds
    if left.engine.to_json(left.engine.initial()) != right.engine.to_json(right.engine.initial()):
        return verdict(PROVED, "the first positions differ", answer=PARTED)
    real, looked = in_play(two)
    if real is not None:
        return verdict(PROVED, by_action(two, *real), answer=PARTED, shown=left.shown(*real))
    if left.explored.everything and looked == len(left.explored.parents):
        return verdict(PROVED, f"the same in {left.explored.extent}", answer=EQUAL)
    return verdict(
        NOT_APPLICABLE,
        f"{why}; the same in {looked:,} positions near the start and in random games",
    )


def by_action(two: TwoReadings, state: Any, action: Action) -> str:
    """Say how an action parts two engines."""
    legal = [action in ground.engine.legal_actions(state) for ground in two.grounds]
    if legal[0] != legal[1]:
        return f"{action} is legal under {two.names[0 if legal[0] else 1]} only"
    return f"{action} leads to different positions or results"


def consequences(ground: Ground, state: Any) -> dict[str, Any]:
    """Return the positions after the legal actions, as they are written, with their results."""
    engine = ground.engine
    found = {}
    for action in engine.legal_actions(state):
        after = engine.successor(state, action)
        found[action] = (engine.to_json(after), engine.scores(after), engine.winners(after))
    return found


def different(left: Mapping[Action, Any], right: Mapping[Action, Any]) -> Action:
    """Name an action that parts two engines: one that is legal under one of them only, if any."""
    for only in (left.keys() - right.keys(), right.keys() - left.keys()):
        if only:
            return min(only)
    return next(name for name in left if left[name] != right[name])
