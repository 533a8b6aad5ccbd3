"""Clauses that never forbid, or never alone; and clauses that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from rulewright.gaps.findings import Finding
from rulewright.gaps.subject import Subject
from rulewright.impl.drivers import record
from rulewright.impl.engine import CompiledEngine
from rulewright.spec.coverage import Coverage, tally
from rulewright.spec.engine import Specification
from rulewright.spec.lanes import lanes_in
from rulewright.spec.logic import all_of

JUDGED = 1 << 23
"""Candidate actions judged for each set of options, about."""
READ = 120
"""Positions judged one by one for each set of options."""


def judged(subject: Subject) -> Coverage:
    """Judge every position of random games, by every clause, for each way to play the game."""
    total = Coverage()
    for params in (*subject.specified.full_size, *subject.specified.played):
        measure = subject.measure(params, subject.default())
        tested = subject.engine(params, subject.default())
        if isinstance(tested, CompiledEngine):
            most = JUDGED // (tested.kernel.most_legal * subject.plies)
            games = max(min(most, subject.lines), 2)
            for biased in (False, True):
                played = record(tested, subject.seed, games, biased=biased, max_plies=subject.plies)
                total += measure.check(played)
            continue
        for state in positions(subject, measure):
            verdicts = measure.verdicts(state)
            live = sum(1 << lane for lane in measure.considered(state))
            total += Coverage(1, tally(verdicts.lanes, live, len(verdicts.candidates)))
    return total


def positions(
    subject: Subject, measure: Specification[Any], most: int = READ, step: int = 1
) -> Iterator[Any]:
    """Give some positions of random games in which somebody is to move, every `step`-th of them."""
    engine = subject.engine(measure.params, measure.rulings)
    going_on = (
        state
        for line in subject.played(engine)
        for state in line.states
        if not engine.is_over(state)
    )
    for state in islice(going_on, 0, most * step, step):
        yield measure.read(engine.to_json(state))


def find(subject: Subject) -> Iterator[Finding]:
    """Tell of clauses that could be left out, as far as random games show."""
    seen = judged(subject)
    for clause in subject.rulebook.speaking_of_actions():
        found = seen.clauses.get(clause.identifier)
        if found is None or found.alone:
            continue
        never = found.failed == 0
        yield subject.finding(
            detector="clause never applying" if never else "clause never decisive",
            title=f"{clause.identifier} never {'forbids anything' if never else 'decides'}",
            statement=f"“{clause.demand}” "
            + (
                "forbade no action in any position looked at: nothing that can be written as an action "
                "breaks it."
                if never
                else "never was the only clause to forbid an action: the others say it already."
            ),
            clauses=(clause.identifier,),
            questions=tuple(
                each.name
                for each in subject.rulebook.questions
                if clause.identifier in each.clauses
            ),
            params={},
            rulings=subject.default(),
            measured=f"{seen.positions:,} positions of random games; it held for {found.held:,} "
            f"candidate actions, failed for {found.failed:,} and was alone for {found.alone:,}.",
        )


def contradictions(subject: Subject) -> Iterator[Finding]:
    """Look for two clauses that each permit something, but never the same thing."""
    params, rulings = subject.specified.full_size[0], subject.default()
    measure = subject.measure(params, rulings)
    agreed: set[tuple[str, str]] = set()
    both: dict[tuple[str, str], int] = {}
    looked = 0
    for state in positions(subject, measure):
        looked += 1
        verdicts = measure.verdicts(state)
        width = len(verdicts.candidates)
        live = sum(1 << lane for lane in measure.considered(state))
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
                measured=f"In {times} of {looked} positions of random games, and in none together.",
            )
