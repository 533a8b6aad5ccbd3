"""Clauses that never forbid, or never alone; and clauses that contradict each other."""

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
from rulewright.play.driver import driver_of, is_compiled
from rulewright.spec.coverage import Coverage, tally
from rulewright.spec.engine import Specification
from rulewright.spec.lanes import lanes_in
from rulewright.spec.logic import all_of, not_
from rulewright.spec.registry import Clause
from rulewright.wording.numbers import counted

JUDGED = 1 << 16
"""Candidate actions judged for each set of options and each random game that is played, about."""
FEWER = 5
"""Random games are divided by this for each way to play after the game's own."""
SWEPT = 1_100
"""Positions of shrunken games that are judged in all, for each random game that is played, about."""
NO_BOARD = " No board was small enough for all of its positions to be judged with this effort."
FINISHED = 20
"""Random games whose ends are looked at."""
READ = 120
"""Positions judged one by one for each set of options."""


def judged(subject: Subject) -> Coverage:
    """Judge every position of random games, by every clause, for each way to play the game.

    Goes on to further ways to play as long as a clause has not been seen to decide alone.
    """
    total = Coverage()
    speaking_of_actions = {each.identifier for each in subject.rulebook.speaking_of_actions()}
    most_ways = max(subject.lines // 5, 4)
    for number, params in enumerate(ways_to_play(subject)[:most_ways]):
        if speaking_of_actions <= {name for name, seen in total.clauses.items() if seen.alone}:
            break
        reference = subject.reference(params, subject.default())
        tested = subject.engine(params, subject.default())
        if is_compiled(tested):
            driver = driver_of(tested)
            width = driver.extent(subject.seed, subject.plies).breadth
            most = JUDGED * subject.lines // (width * subject.plies)
            count = max(min(most, subject.lines // (FEWER if number else 1)), 2)
            for biased in (False, True):
                played = driver.record(subject.seed, count, biased=biased, max_plies=subject.plies)
                total += reference.check(played)
            continue
        for state in positions(subject, reference):
            total += judged_at(reference, state)
    return total


def ways_to_play(subject: Subject) -> list[Mapping[str, Any]]:
    """List the options of the real game, then those under which it is checked, each once."""
    every = (*subject.specified.full_size, *subject.specified.played)
    return list({json.dumps(dict(params), sort_keys=True): params for params in every}.values())


def judged_at(reference: Specification[Any], state: Any) -> Coverage:
    """Judge one position by every clause."""
    verdicts = reference.verdicts(state)
    live = sum(1 << lane for lane in reference.considered(state))
    return Coverage(1, tally(verdicts.lanes, live, len(verdicts.candidates)))


@frozen
class JudgedBoard:
    """All positions of a shrunken game, judged by every clause."""

    params: Mapping[str, Any]
    seen: Coverage


def swept(subject: Subject) -> list[JudgedBoard]:
    """Judge every position of the shrunken games that are small enough."""
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
    """Tell whether a clause forbids to play on in finished games, which are not judged otherwise."""
    params, rulings = subject.specified.full_size[0], subject.default()
    engine, reference = subject.engine(params, rulings), subject.reference(params, rulings)
    for line in subject.played(engine, FINISHED):
        if engine.is_over(line.states[-1]):
            # No specification need judge a finished position: one that cannot says nothing by it.
            with suppress(ValueError, LookupError, TypeError):
                verdicts = reference.verdicts(reference.read(engine.to_json(line.states[-1])))
                width = len(verdicts.candidates)
                if lanes_in(not_(verdicts.lanes[clause]), width):
                    return True
    return False


def positions(
    subject: Subject, reference: Specification[Any], most: int = READ, step: int = 1
) -> Iterator[Any]:
    """Give some positions of random games in which somebody is to move, every `step`-th of them."""
    engine = subject.engine(reference.params, reference.rulings)
    going_on = (
        state
        for line in subject.played(engine)
        for state in line.states
        if not engine.is_over(state)
    )
    for state in islice(going_on, 0, most * step, step):
        yield reference.read(engine.to_json(state))


def find(subject: Subject) -> Iterator[Finding]:
    """Tell of clauses that could be left out, as far as random games and small boards show."""
    seen = judged(subject)
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
            yield idle(subject, clause, seen, sweeps)


def never_forbids(clause: str, seen: Coverage, sweeps: Sequence[JudgedBoard]) -> bool:
    """Tell whether a clause forbade nothing in any position that was judged."""
    return not any(each.clauses[clause].failed for each in (seen, *(one.seen for one in sweeps)))


def idle(
    subject: Subject, clause: Clause, seen: Coverage, sweeps: Sequence[JudgedBoard]
) -> Finding:
    """Tell of a clause that was never seen to decide alone, and how far that is known."""
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
            "In none of the positions looked at did it forbid anything. Where the notation has no word "
            "for what a clause forbids, that is no hole: the form of the actions keeps the clause."
            if never
            else "In the positions looked at, whatever it forbade another clause forbade as well."
        )
        + (f" Theorems that speak of it: {', '.join(theorems)}." if theorems else ""),
        clauses=(name,),
        questions=[each.name for each in subject.rulebook.questions if name in each.clauses],
        params={},
        rulings=subject.default(),
        measured=f"A sample, no proof: {counted(seen.positions, 'positions')} of random games, uniform "
        f"and biased. Of all actions that can be written down in them it permits {found.held:,} and "
        f"forbids {found.failed:,}, {found.alone:,} of these alone.{exhaustive or NO_BOARD}",
    )


def speaking(subject: Subject, clause: str) -> list[str]:
    """Name the theorems that speak of a clause; a reader sees in them what is proved about it."""
    if subject.name not in games.game_names("proofs"):
        return []
    return [each.name for each in games.theorems(subject.name) if clause in each.clauses]


def contradictions(subject: Subject) -> Iterator[Finding]:
    """Look for two clauses that each permit something, but never the same thing."""
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
                statement=f"Each of them permits something, but never the same: “{clauses[0].demand}” "
                f"and “{clauses[1].demand}”",
                clauses=(one, other),
                params=params,
                rulings=rulings,
                measured=f"In {times} of {counted(looked, 'positions')} of random games, "
                "and in none together.",
            )
