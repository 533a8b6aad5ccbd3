"""What nothing explains about legal actions, split by the clause that alone decides each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve, field, frozen

from rulewright.conformance.adapter.observation import LEGAL, Discrepancy, Observation
from rulewright.conformance.evidence.deviations import KINDS, key_of
from rulewright.conformance.evidence.hypothesis import Hypothesis, clause_mutants
from rulewright.conformance.evidence.reference import BREAKING, Item, item_of
from rulewright.conformance.evidence.report import QuestionFound, Unexplained
from rulewright.conformance.verdict.alternatives import (
    each_explains,
    had_otherwise,
    open_questions,
    open_readings,
)
from rulewright.conformance.verdict.causes import Causes
from rulewright.conformance.verdict.following import CHOICES
from rulewright.conformance.verdict.forbidding import Forbidding
from rulewright.conformance.verdict.mending import SLOW
from rulewright.conformance.verdict.weighing import (
    HELD,
    IMPOSSIBLE,
    Weigher,
    by_length,
    changes,
    spread,
)
from rulewright.interface import Action

ATTRIBUTED = 3_000
"""Actions of which the clause is found, in the shortest games; the others are only counted."""
OF_ONE_POSITION = 60
"""The same in one position: a list that is wrong as a whole leaves room for others."""
MOST_ROWS = 12
"""Clauses that are told; what else there is, is counted together."""
LEFT_OPEN = "what is left open"
"""Named in the place of readings where not all of those that are left open were tried together."""
ALONE, TOGETHER = "which {} alone forbids", "which {} forbid"
NO_SUCH = "which does not exist with these parameters"
OTHERWISE = "which {} alone would forbid under another reading"
NOWHERE = "which no clause alone would forbid under another reading that it may follow"
NEVER = "which no single clause decides"
BESIDE = "where the position, the turn or the end is wrong as well"
LATER = "in longer games, or beside many others, whose clauses were not looked for"
REST = "for other reasons"
ELSEWHERE = ("position", "turn", "over")
"""Parts of an answer that, if they are wrong, may be why the legal actions are."""
Decided = tuple[str, tuple[str, ...], str, tuple[str, ...]]
"""The kind of a wrong answer, the clauses that decide it, how, and what may explain it."""


@frozen
class Attribution:
    """Finds the clause that alone decides an action, under the readings that an engine follows."""

    causes: Causes
    weigher: Weigher
    under: Hypothesis
    """What it is held against."""
    questions: tuple[QuestionFound, ...] = ()
    """What is said of each question: one that is left open may explain what is wrong."""
    others: dict[Hypothesis, Forbidding] = field(factory=dict, init=False, eq=False)
    """The specification under the other readings of each question."""
    elsewhere: dict[Any, list[tuple[Forbidding, frozenset[Action]]]] = field(
        factory=dict, init=False, eq=False
    )
    """What is legal under these in the last position."""
    specified: Forbidding = field(init=False, eq=False)

    @specified.default
    def _specified(self) -> Forbidding:
        return Forbidding(self.weigher.laboratory, Hypothesis(self.under.rulings))

    def rows(self) -> tuple[Unexplained, ...]:
        """Return what is unexplained, that of which there is the most first."""
        if not self.causes.run.evidence.detections:
            return ()
        found: dict[Decided, list[tuple[Observation, Action]]] = {}
        looked_at: Counter[Any] = Counter()
        tried: dict[Any, int] = {}
        for observation, difference, alone in self.left():
            item = item_of(difference)
            if each_explains(self.weigher, self.under, self.questions, observation, item):
                continue
            action = difference.action or ""
            kind = KINDS[key_of(difference)][0]
            if not alone:
                decided: tuple[tuple[str, ...], str] = (), BESIDE
            elif looked_at.total() >= ATTRIBUTED or looked_at[observation.key] >= OF_ONE_POSITION:
                decided = (), LATER
            else:
                looked_at[observation.key] += 1
                decided = self.decided(observation, difference.kind, action)
            perhaps = self.perhaps(observation, difference)
            if not perhaps:
                number = tried.setdefault(observation.key, len(tried))
                few = SLOW if self.under.mutants else HELD
                counts = (1, 2) if number < SLOW else (1,) if number < few else ()
                shown = observation, action
                perhaps = open_readings(self.weigher, self.under, self.questions, shown, counts)
                if not perhaps and open_questions(self.questions) > max(counts, default=0):
                    perhaps = (LEFT_OPEN,)
            found.setdefault((kind, *decided, perhaps), []).append((observation, action))
        had_otherwise.cache_clear()  # it keeps all that was observed
        ordered = sorted(found.items(), key=lambda each: -len(each[1]))
        for (kind, *_, perhaps), rest in ordered[MOST_ROWS:]:
            found.setdefault((kind, (), REST, perhaps), []).extend(rest)
        kept = [key for key, _ in ordered[:MOST_ROWS]]
        kept += [key for key in found if key[2] == REST]
        under = self.under.departures(self.causes.run.rules.in_force)
        return tuple(row(key, by_game(found[key]), under) for key in kept)

    def perhaps(self, observation: Observation, difference: Discrepancy) -> tuple[str, ...]:
        """Name the departures that would explain an answer, but are not certain."""
        in_force = self.causes.run.rules.in_force
        certain = self.under.departures(in_force)
        together = tuple(each for each in self.causes.departures if each not in certain)
        if not together:
            return ()
        item = item_of(difference)
        if item in self.weigher.wrong(self.causes.hypothesis, observation):
            return ()
        return tuple(self.with_others(each, observation, item) for each in together)

    def with_others(self, departure: str, observation: Observation, item: Item) -> str:
        """Name a departure, and the other open readings of its question that would do as well."""
        question, _, _ = departure.partition("=")
        open_ones = (each.readings for each in self.questions if each.question == question)
        readings = [
            each
            for each in next(open_ones, ())
            if f"{question}={each}" == departure
            or item
            not in self.weigher.wrong(self.causes.hypothesis.but(**{question: each}), observation)
        ]
        return f"{question}={' or '.join(readings)}" if readings else departure

    def left(self) -> Iterator[tuple[Observation, Discrepancy, bool]]:
        """Yield the wrong answers about actions, and whether nothing else is wrong there."""
        observations = by_length(self.causes.run.evidence.notebook)
        if self.under.mutants:  # the specification plays these, which takes its time
            observations = list(spread(observations, HELD))
        for each in observations:
            wrong = frozenset(
                item
                for item in self.unexplained_at(each)
                if not any(pattern.shows_in(each, item) for pattern in self.causes.patterns)
            )
            if all(part != LEGAL for part, _ in wrong):
                continue
            alone = not any(part.split(".")[0] in ELSEWHERE for part, _ in wrong)
            reference = self.weigher.laboratory.asked(self.under, each)
            assert reference is not None
            for difference in reference.discrepancies(each):
                if difference.kind in CHOICES and item_of(difference) in wrong:
                    yield each, difference, alone

    def unexplained_at(self, observation: Observation) -> frozenset[Item]:
        """Return what is wrong in a position, less what the readings alone have right.

        A clause that is not obeyed everywhere is obeyed where the engine says what the rules say.
        """
        wrong = self.weigher.wrong(self.under, observation)
        if not self.under.mutants or not wrong:
            return wrong
        plain = self.weigher.wrong(Hypothesis(self.under.rulings), observation)
        return wrong if any(part in IMPOSSIBLE for part, _ in plain) else wrong & plain

    def decided(
        self, observation: Observation, kind: str, action: Action
    ) -> tuple[tuple[str, ...], str]:
        """Return the clauses that decide whether an action is legal, and how they do."""
        if kind != "extra":
            could = self.could_forbid(observation, action)
            return (could, OTHERWISE) if could else ((), NOWHERE)
        clauses = self.obeyed(self.specified.clauses(observation, action))
        if not clauses:
            return (), NO_SUCH if self.is_none(observation, action) else NEVER
        return clauses, ALONE if len(clauses) == 1 else TOGETHER

    def is_none(self, observation: Observation, action: Action) -> bool:
        """Return whether a text is no action with the parameters of an observation, in any position."""
        reference = self.weigher.laboratory.asked(self.under, observation)
        return reference is not None and reference.misspelling(action) is not None

    def obeyed(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """Leave out the clauses that the engine is said not to obey."""
        every = clause_mutants(self.weigher.laboratory.game)
        disobeyed = {every[each].identifier for each in self.under.mutants}
        return tuple(each for each in clauses if each not in disobeyed)

    def could_forbid(self, observation: Observation, action: Action) -> tuple[str, ...]:
        """Name the one clause that would forbid a legal action under other readings of one question.

        Nothing if there is none, or more than one.
        """
        found = {
            self.obeyed(other.clauses(observation, action))
            for other, legal in self.otherwise(observation)
            if action not in legal
        }
        (only, *more) = sorted(found - {()}) or [()]
        return only if len(only) == 1 and not more else ()

    def otherwise(self, observation: Observation) -> list[tuple[Forbidding, frozenset[Action]]]:
        """List what is legal under other readings of one question, where the position is the same."""
        if observation.key not in self.elsewhere:
            self.elsewhere.clear()  # observations come one after the other
            self.elsewhere[observation.key] = [*self.legal_otherwise(observation)]
        return self.elsewhere[observation.key]

    def legal_otherwise(
        self, observation: Observation
    ) -> Iterator[tuple[Forbidding, frozenset[Action]]]:
        """Yield the specification under each, and the legal actions.

        What the engine is said to follow says more of it than a reading that it does not follow.
        """
        laboratory = self.weigher.laboratory
        settled = {
            (each.question, self.under.readings[each.question])
            for each in self.questions
            if len(each.readings) == 1
        }
        for other in changes(laboratory.game, Hypothesis(self.under.rulings), 1):
            reference = laboratory.asked(other, observation)
            if reference is None or not settled <= {*other.rulings}:
                continue
            forbidding = self.others.setdefault(other, Forbidding(laboratory, other))
            try:
                legal = reference.engine.legal_actions(reference.state(observation.moves))
                is_same = forbidding.same_position(observation, self.specified)
            except BREAKING:  # the game cannot be played so
                continue
            if is_same:
                yield forbidding, frozenset(legal)


def judged_under(
    causes: Causes, questions: Iterable[QuestionFound], in_force: Hypothesis
) -> Hypothesis:
    """Return the readings in force, but for those that the engine is said to follow."""
    certain = {each.question for each in questions if len(each.readings) == 1}
    readings = {name: reading for name, reading in causes.hypothesis.rulings if name in certain}
    return evolve(in_force.but(**readings), mutants=causes.hypothesis.mutants)


def by_game(
    actions: Iterable[tuple[Observation, Action]],
) -> list[tuple[Observation, Action]]:
    """Sort actions, shortest games first, of these the ones with the fewest parameters."""
    return sorted(
        actions,
        key=lambda each: (len(each[0].moves), len(each[0].params), each[0].moves, each[1]),
    )


def row(
    decided: Decided, actions: list[tuple[Observation, Action]], under: tuple[str, ...]
) -> Unexplained:
    """Return what is said of actions that are decided alike."""
    kind, clauses, how, perhaps = decided
    observation, action = actions[0]
    return Unexplained(
        kind=kind,
        clauses=clauses,
        how=how.format(" and ".join(clauses)),
        under=under,
        perhaps=perhaps,
        actions=len(actions),
        positions=len({each.key for each, _ in actions}),
        params=observation.params,
        moves=observation.moves,
        action=action,
    )
