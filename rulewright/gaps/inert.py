"""Detect clauses that never forbid, or never alone, and clauses that contradict each other."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice
from typing import Any

from attrs import frozen

from rulewright.gaps.findings import Finding
from rulewright.gaps.subject import Subject
from rulewright.play import games
from rulewright.play.by_specification import NOT_IN_BULK
from rulewright.play.driver import driver_of
from rulewright.spec.coverage import Coverage, tally
from rulewright.spec.engine import Specification
from rulewright.spec.lanes import lanes_in
from rulewright.spec.logic import all_of, not_
from rulewright.spec.registry import Clause
from rulewright.wording.chance import rule_of_three
from rulewright.wording.numbers import counted

JUDGED = 1 << 16
"""Approximate number of candidate actions judged per option set and random game."""
FEWER = 5
"""Divides the number of random games under each option set after the first."""
SWEPT = 1_100
"""Approximate total of small-board positions judged, per random game."""
NO_BOARD = " No board was small enough to judge all of its positions with this effort."
FINISHED = 20
"""Random games whose ends are examined."""
READ = 120
"""Positions judged one by one per option set."""


def judged(subject: Subject) -> tuple[Coverage, int]:
    """Judge every position of random games by every clause, under several option sets.

    Continues with further option sets until every clause has been seen to decide alone. Returns what
    was seen, and the number of games.
    """
    total, played = Coverage(), 0
    speaking_of_actions = {each.identifier for each in subject.rulebook.speaking_of_actions()}
    most_ways = max(subject.lines // 5, 4)
    for number, params in enumerate(ways_to_play(subject)[:most_ways]):
        if speaking_of_actions <= {name for name, seen in total.clauses.items() if seen.alone}:
            break
        reference = subject.reference(params, subject.default())
        count = subject.lines // (FEWER if number else 1)
        try:
            seen, some = judged_in_bulk(subject, reference, count)
        except NOT_IN_BULK:
            seen, some = judged_one_by_one(subject, reference)
        total, played = total + seen, played + some
    return total, played


def judged_one_by_one(subject: Subject, reference: Specification[Any]) -> tuple[Coverage, int]:
    """Judge the first positions of random games; the games are those of which any was judged."""
    total, played, left = Coverage(), 0, READ
    engine = subject.engine(reference.params, reference.rulings)
    for line in subject.played(engine):
        unfinished = [state for state in line.states if not engine.is_over(state)][:left]
        for state in unfinished:
            total += judged_at(reference, reference.read(engine.to_json(state)))
        played += bool(unfinished)
        left -= len(unfinished)
        if not left:
            break
    return total, played


def judged_in_bulk(
    subject: Subject, reference: Specification[Any], wanted: int
) -> tuple[Coverage, int]:
    """Judge recorded games, fewer of them where positions have many actions; returns how many, too."""
    driver = subject.recorder(reference.params, reference.rulings)
    width = driver.extent(subject.seed, subject.plies).breadth
    most = JUDGED * subject.lines // (width * subject.plies)
    total, count = Coverage(), max(min(most, wanted), 2)
    for biased in (False, True):
        total += reference.check(
            driver.record(subject.seed, count, biased=biased, max_plies=subject.plies)
        )
    return total, 2 * count


def ways_to_play(subject: Subject) -> list[Mapping[str, Any]]:
    """List the parameters of the real game, then those under which it is checked, without duplicates."""
    every = (*subject.specified.full_size, *subject.specified.played)
    return list({json.dumps(dict(params), sort_keys=True): params for params in every}.values())


def judged_at(reference: Specification[Any], state: Any) -> Coverage:
    """Judge one position by every clause."""
    verdicts = reference.verdicts(state)
    live = sum(1 << lane for lane in reference.considered(state))
    return Coverage(1, tally(verdicts.lanes, live, len(verdicts.candidates)))


@frozen
class JudgedBoard:
    """All positions of a small board, judged by every clause."""

    params: Mapping[str, Any]
    seen: Coverage


def swept(subject: Subject) -> list[JudgedBoard]:
    """Judge every position of the boards that are small enough."""
    done: list[JudgedBoard] = []
    for params in subject.specified.exhausted:
        engine = subject.engine(params, subject.default())
        left = SWEPT * subject.lines - sum(sweep.seen.positions for sweep in done)
        found = driver_of(engine).visit(max(left, 1))
        if not found.complete:
            continue
        reference = subject.reference(params, subject.default())
        total = Coverage()
        for state in found.states:
            if not engine.is_over(state):
                total += judged_at(reference, reference.read(engine.to_json(state)))
        done.append(JudgedBoard(params, total))
    return done


def forbids_after_the_end(subject: Subject, clause: str) -> bool:
    """Return whether a clause forbids actions in finished games, which are not judged elsewhere."""
    params, rulings = subject.specified.full_size[0], subject.default()
    engine, reference = subject.engine(params, rulings), subject.reference(params, rulings)
    for line in subject.played(engine, FINISHED):
        if engine.is_over(line.states[-1]):
            # A specification need not judge finished positions; failing to is no evidence.
            with suppress(ValueError, LookupError, TypeError):
                verdicts = reference.verdicts(reference.read(engine.to_json(line.states[-1])))
                width = len(verdicts.candidates)
                if lanes_in(not_(verdicts.lanes[clause]), width):
                    return True
    return False


def positions(
    subject: Subject, reference: Specification[Any], most: int = READ, step: int = 1
) -> Iterator[Any]:
    """Yield every `step`-th unfinished position of random games, at most `most`."""
    engine = subject.engine(reference.params, reference.rulings)
    unfinished = (
        state
        for line in subject.played(engine)
        for state in line.states
        if not engine.is_over(state)
    )
    for state in islice(unfinished, 0, most * step, step):
        yield reference.read(engine.to_json(state))


def find(subject: Subject) -> Iterator[Finding]:
    """Yield the clauses that seem redundant, as far as random games and small boards show."""
    seen, played = judged(subject)
    suspects = [
        clause
        for clause in subject.rulebook.speaking_of_actions()
        if clause.identifier in seen.clauses and not seen.clauses[clause.identifier].alone
    ]
    sweeps = swept(subject) if suspects else []
    for clause in suspects:
        name = clause.identifier
        decides = any(sweep.seen.clauses[name].alone for sweep in sweeps)
        if not decides and not (
            never_forbids(name, seen, sweeps) and forbids_after_the_end(subject, name)
        ):
            yield idle(subject, clause, seen, sweeps, played)


def never_forbids(clause: str, seen: Coverage, sweeps: Sequence[JudgedBoard]) -> bool:
    """Return whether a clause forbade nothing in any judged position."""
    return not any(each.clauses[clause].failed for each in (seen, *(one.seen for one in sweeps)))


def idle(
    subject: Subject, clause: Clause, seen: Coverage, sweeps: Sequence[JudgedBoard], played: int
) -> Finding:
    """Report a clause that was never seen to decide alone, and how far that is known."""
    name = clause.identifier
    found = seen.clauses[name]
    never = never_forbids(name, seen, sweeps)
    judged_there = sum(sweep.seen.positions for sweep in sweeps)
    boards = "1 small board" if len(sweeps) == 1 else f"{len(sweeps)} small boards"
    exhaustive = sweeps and (
        f" All {judged_there:,} positions in play of {boards} were judged as well: it "
        f"{'forbade nothing' if never else 'was never the only one to forbid'} there."
    )
    theorems = speaking(subject, name)
    return subject.finding(
        detector="clause never applying" if never else "clause never decisive",
        title=f"{name} was never seen to {'forbid anything' if never else 'decide alone'}",
        statement=f"“{clause.demand}” "
        + (
            "It forbade nothing in the positions examined. If the notation cannot express what the "
            "clause forbids, that is not a hole: the form of the actions enforces the clause."
            if never
            else "In the positions examined, whatever it forbade another clause also forbade."
        )
        + (f" Relevant theorems: {', '.join(theorems)}." if theorems else ""),
        clauses=(name,),
        quotation=subject.quotation((name,)),
        questions=[each.name for each in subject.rulebook.questions if name in each.clauses],
        params={},
        rulings=subject.default(),
        measured=f"A sample, not a proof: {counted(seen.positions, 'positions')} of "
        f"{counted(played, 'random games')}, uniform and biased: {rule_of_three(played, 'it does so')}. "
        f"Of all actions that the notation allows in them it permits {found.held:,} "
        f"and forbids {found.failed:,}, {found.alone:,} of these alone.{exhaustive or NO_BOARD}",
    )


def speaking(subject: Subject, clause: str) -> list[str]:
    """Return the names of the theorems that cite a clause, so that readers find what is proved."""
    if subject.name not in games.game_names("proofs"):
        return []
    return [each.name for each in games.theorems(subject.name) if clause in each.clauses]


def contradictions(subject: Subject) -> Iterator[Finding]:
    """Yield pairs of clauses that each permit something, but never the same thing."""
    params, rulings = subject.specified.full_size[0], subject.default()
    reference = subject.reference(params, rulings)
    agreed: set[tuple[str, str]] = set()
    both: dict[tuple[str, str], int] = {}
    looked = 0
    for state in positions(subject, reference):
        looked += 1
        verdicts = reference.verdicts(state)
        width = len(verdicts.candidates)
        live = sum(1 << lane for lane in reference.considered(state))
        for one, other in combinations(verdicts.lanes, 2):
            if (one, other) in agreed:
                continue
            facts = verdicts.lanes[one], verdicts.lanes[other]
            if lanes_in(all_of(facts), width) & live:
                agreed.add((one, other))
            elif all(lanes_in(fact, width) & live for fact in facts):
                both[one, other] = both.get((one, other), 0) + 1
    for (one, other), times in both.items():
        if (one, other) not in agreed:
            clauses = subject.rulebook[one], subject.rulebook[other]
            yield subject.finding(
                detector="contradiction",
                title=f"{one} and {other} contradict each other",
                statement=f"Each permits something, but never the same thing: “{clauses[0].demand}” "
                f"and “{clauses[1].demand}”",
                clauses=(one, other),
                params=params,
                rulings=rulings,
                measured=f"In {times} of {counted(looked, 'positions')} of random games, "
                "and in none together.",
            )
