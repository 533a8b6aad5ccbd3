"""Which reading of each question an engine follows, by what that question alone decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice

from attrs import Factory, evolve, field, frozen

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import LEGAL, Observation
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.evidence.report import (
    CLOSEST,
    HIDDEN,
    NOT_MET,
    NOT_SUPPORTED,
    UNCLEAR,
    Break,
    QuestionFound,
    Status,
)
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.stages.vectors import suite
from rulewright.conformance.verdict.deciding import (
    explains_a_bug_about_the_end,
    is_decided_by_ends,
    is_decided_by_what_is_never_listed,
    is_decided_with_others,
    is_of_a_kind_never_listed,
    is_on_the_side_of_a_bug,
    is_thin,
    is_thin_where_it_shows,
    is_unclear,
    is_undone_in_controls,
)
from rulewright.conformance.verdict.doubts import (
    FEW,
    Answer,
    Doubts,
    Weighed,
    signs,
    unlike,
)
from rulewright.conformance.verdict.endings import ABOUT_THE_END
from rulewright.conformance.verdict.ends import WrongTurns
from rulewright.conformance.verdict.half_followed import ends_by_the_other_half
from rulewright.conformance.verdict.mending import SLOW
from rulewright.conformance.verdict.one_direction import OneDirection
from rulewright.conformance.verdict.parting import sentence, separating, separations
from rulewright.conformance.verdict.residue import Pattern
from rulewright.conformance.verdict.simplest import without_bugs
from rulewright.conformance.verdict.together import Together
from rulewright.conformance.verdict.turned import turned
from rulewright.conformance.verdict.weighing import (
    Identified,
    Weigher,
    by_length,
    told_apart,
)
from rulewright.interface import Action, Json
from rulewright.play import games

NONE = "none of the known ones"
MOST_ASKED = 4
"""Games that are asked at most about two readings that nothing observed tells apart."""


def answered(
    run: GameRun,
    question: str,
    status: str,
    fitting: Sequence[str],
    breaks: dict[str, Break],
) -> QuestionFound:
    """Put an answer together, the readings in the order of the rulebook."""
    entry = games.specified(run.setup.game)
    asks = entry.rulebook.question(question).asks
    order = entry.readings[question]
    return QuestionFound(
        question,
        asks,
        status,
        tuple(each for each in order if each in fitting),
        run.setup.rulings[question],
        {each: breaks[each] for each in order if each in breaks},
    )


def followed(identified: Identified, others: Sequence[Weighed]) -> str:
    """Say how certain it is that a reading is followed, rather than others."""
    if identified.explains_all:
        return "follows"
    if identified.fits or min(each.refuted for each in others) < FEW:
        return "seems to follow"
    return "follows"


@frozen
class Asking:
    """Answers what a rulebook leaves open, from the observations or else by asking the engine."""

    run: GameRun
    identified: Identified
    weigher: Weigher
    patterns: tuple[Pattern, ...] = ()
    """Bugs that account for what readings leave over."""
    shown: tuple[Observation, ...] = ()
    """Those that deviations are reported with: no answer may disregard one of them."""
    observations: tuple[Observation, ...] = field(init=False)
    """Those that a reading is weighed on, shortest first."""
    turns: WrongTurns = field(
        default=Factory(lambda own: WrongTurns(own.weigher, own.observations), takes_self=True),
        init=False,
    )

    one_direction: OneDirection = field(
        default=Factory(
            lambda own: OneDirection(
                own.run, without_bugs(own.weigher), own.hypothesis, own.observations
            ),
            takes_self=True,
        ),
        init=False,
    )

    @observations.default
    def _observations(self) -> tuple[Observation, ...]:
        if not self.hypothesis.mutants:
            return tuple(by_length(self.run.evidence.notebook))
        some = (*self.weigher.few(SLOW), *self.shown)
        return tuple(by_length({each.key: each for each in some}.values()))

    @property
    def hypothesis(self) -> Hypothesis:
        """What the engine seems to be playing."""
        return self.identified.hypothesis

    def answers(self) -> tuple[QuestionFound, ...]:
        """Answer every question of the game."""
        controls = self.run.evidence.controls
        doubts = Doubts(self.weigher, self.hypothesis, self.patterns, self.observations, controls)
        found = [
            self.asked_about(question, doubts)
            for question in games.specified(self.run.setup.game).readings
        ]
        return tuple(with_more_open(self, each, found) for each in found)

    def asked_about(self, question: str, doubts: Doubts) -> QuestionFound:
        """Find out which readings of a question fit."""
        own = self.hypothesis.readings[question]
        if self.is_not_obeyed(question):
            return self.without_a_reading(question)
        others = [
            self.weighed(question, reading)
            for reading in games.specified(self.run.setup.game).readings[question]
            if reading != own
        ]
        breaks = {
            each.reading: self.broken(question, each.reading, each.first)
            for each in others
            if each.first is not None
        }
        against = next((each.first_against for each in others if each.supported), None)
        # What lists no such actions for some may be followed for them.
        excluded = self.weigher.excluded - {bug.half for bug in doubts.patterns}
        open_ones = [each for each in others if (question, each.reading) not in excluded]
        alike = (each for each in open_ones if not each.is_apart)
        fitting = [own, *(each.reading for each in alike if is_open(question, each, doubts))]
        hidden = hidden_by_bugs(question, open_ones, doubts, self.one_direction)
        if against is not None:
            breaks[own] = self.broken(question, own, against)
        if hidden:
            status, fitting = HIDDEN, fitting + hidden
        elif against is None:
            status = (
                self.open(question, fitting)
                if len(fitting) > 1
                else followed(self.identified, others)
            )
        elif unclear := [
            each.reading
            for each in open_ones
            if each.is_apart
            and is_unclear(question, each, doubts)
            and not self.one_direction.tells(question, each.reading)
        ]:
            status = UNCLEAR
            fitting += unclear
        else:
            status = CLOSEST if len(fitting) == 1 else self.open(question, fitting)
        breaks = {reading: each for reading, each in breaks.items() if reading not in fitting}
        found = answered(self.run, question, status, fitting, breaks)
        return evolve(
            found,
            agreeing=len(set[Answer]().union(*(each.for_own for each in others))),
            against=len(set[Answer]().union(*(each.against_own for each in others))),
            best=own,
        )

    def is_not_obeyed(self, question: str) -> bool:
        """Return whether the engine has a clause of the question wrong, whatever the reading."""
        clauses = games.specified(self.run.setup.game).rulebook.question(question).clauses
        return any(name.split()[0] in clauses for name in self.hypothesis.mutants)

    def without_a_reading(self, question: str) -> QuestionFound:
        """Say where each reading breaks, if the clause is not obeyed by any."""
        plain = evolve(self.hypothesis, mutants=())
        breaks = {}
        for reading in games.specified(self.run.setup.game).readings[question]:
            other = plain.but(**{question: reading})
            wrong = (each for each in self.observations if self.weigher.wrong(other, each))
            first = next(wrong, None)
            if first is not None:
                breaks[reading] = self.broken(question, reading, first, other)
        readings = games.specified(self.run.setup.game).readings[question]
        fitting = [reading for reading in readings if reading not in breaks]
        if not fitting and not self.identified.fits:  # the clause may be obeyed after all
            excluded = self.weigher.excluded
            possible = [each for each in readings if (question, each) not in excluded]
            status = CLOSEST if len(possible) == 1 else UNCLEAR
            others = {each: breaks[each] for each in readings if each not in possible}
            return answered(self.run, question, status, possible, others)
        if not fitting:
            return answered(self.run, question, NONE, (), breaks)
        status = self.open(question, fitting) if len(fitting) > 1 else "seems to follow"
        return answered(self.run, question, status, fitting, breaks)

    def weighed(self, question: str, reading: str) -> Weighed:
        """Count what a reading has otherwise than the one that the engine seems to follow."""
        found = self.observed(question, reading)
        if found.is_apart:
            return found
        other = self.hypothesis.but(**{question: reading})
        return self.compared(question, reading, self.separated(other))

    def observed(self, question: str, reading: str) -> Weighed:
        """Count the same in what was observed."""
        return self.compared(question, reading, self.observations)

    def compared(self, question: str, reading: str, observations: Iterable[Observation]) -> Weighed:
        """Count the same in some observations, those of shorter games first."""
        other = self.hypothesis.but(**{question: reading})
        found = Weighed(reading)
        pair = self.hypothesis, other
        about_ends = [each for each in self.patterns if each.name in ABOUT_THE_END]
        for each in observations:
            # A bug about the end explains away whatever follows, and one about the turn who is to move
            # and whether anybody is: nothing there speaks for a reading.
            if (
                self.weigher.is_out_of_play(each, pair)
                or any(bug.due_in(each) for bug in about_ends)
                or self.turns.decide(pair, each)
                or ends_by_the_other_half(self.weigher, self.patterns, pair, each)
            ):
                continue
            left = self.weigher.wrong(self.hypothesis, each)
            left_by_other = self.weigher.wrong(other, each)
            mine, theirs = told_apart(left, left_by_other)
            if not mine and not theirs:
                continue
            if not left:
                found.entire.add(each, theirs)
            if not left_by_other:
                found.entire_against.add(each, mine)
            found.events.add(each, theirs)
            found.clean.add(each, unlike(each, theirs, left))
            found.against.add(each, mine)
            found.for_own.update((each.key, item) for item in theirs)
            found.against_own.update((each.key, item) for item in mine)
            found = evolve(
                found,
                refuted=found.refuted + len(theirs),
                supported=found.supported + len(mine),
                shows=found.shows + signs(each, theirs),
                own_alone=found.own_alone
                + (mine == left and not left_by_other and are_many_actions(mine)),
                first=found.first or (each if theirs else None),
                first_against=found.first_against or (each if mine else None),
            )
        return found

    def broken(
        self,
        question: str,
        reading: str,
        at: Observation | None,
        hypothesis: Hypothesis | None = None,
    ) -> Break:
        """Say where a reading does not fit."""
        assert at is not None
        laboratory = self.run.rules.laboratory
        other = hypothesis or self.hypothesis.but(**{question: reading})
        known = None if hypothesis else self.hypothesis
        return Break(at.moves, at.params, sentence(laboratory, other, at, known))

    def open(self, question: str, readings: Sequence[str]) -> str:
        """Say why readings are not distinguished: a bug, no support, or no game was found that would.

        Unsupported only if a game is known that would distinguish them, but that the engine does not
        support, or whose position it does not report.
        """
        if is_touched(self, question, readings):
            return HIDDEN
        return not_met(self, question, readings)

    def separated(self, other: Hypothesis) -> tuple[Observation, ...]:
        """Find games that distinguish two readings, play them, and return what was observed.

        Where nothing is unexplained the first that tells them apart is enough; else a bug may answer as
        the wrong reading would.
        """
        run = self.run
        run.note(f"asking about {', '.join(other.departures(self.hypothesis))}")
        seen: list[Observation] = []
        every = islice(separations(run, (self.hypothesis, other)), MOST_ASKED)
        for params, moves in {each.key: (each.params, each.moves) for each in every}.values():
            try:
                seen += played_to_the_end(self, params, moves)
            except AdapterFault:
                break
            if self.identified.fits and any(parts_at(self, each, other) for each in seen):
                break
        return tuple(by_length({each.key: each for each in seen}.values()))


def is_touched(asking: Asking, question: str, readings: Sequence[str]) -> bool:
    """Return whether answers are otherwise by some of the readings: a bug is why they decide nothing."""
    raw, own = without_bugs(asking.weigher), asking.hypothesis
    return any(
        any(told_apart(raw.wrong(own, each), raw.wrong(own.but(**{question: reading}), each)))
        for reading in readings
        for each in asking.observations
    )


def not_met(asking: Asking, question: str, readings: Sequence[str]) -> str:
    """Say why no game told readings apart: the engine does not support it, or none was met."""
    run = asking.run
    unsupported = {case.name for case in run.evidence.cases if case.status is Status.UNSUPPORTED}
    if any(question in each.questions for each in suite(run.setup.game) if each.id in unsupported):
        return NOT_SUPPORTED
    first, *others = (asking.hypothesis.but(**{question: reading}) for reading in readings)
    blind = run.parameters() if run.evidence.without_position else []
    for other in others:
        pair = (first, other)
        where = [*run.parameters(supported=False), *blind]
        if separating(run, pair, where) is not None:
            return NOT_SUPPORTED
    return NOT_MET


def with_more_open(
    asking: Asking, found: QuestionFound, questions: Sequence[QuestionFound]
) -> QuestionFound:
    """Leave open what answers speak against only beside one reading of another open question."""
    together = Together(asking.weigher, asking.hypothesis, asking.observations, asking.separated)
    refuted = found.breaks if found.readings else ()
    opened = [each for each in refuted if together.is_open(found.question, each, questions)]
    if not opened:
        return found
    fitting = [*found.readings, *opened]
    fits = asking.identified.fits
    status = not_met(asking, found.question, fitting) if fits else HIDDEN
    breaks = {reading: each for reading, each in found.breaks.items() if reading not in opened}
    again = answered(asking.run, found.question, status, fitting, breaks)
    return evolve(again, best=found.best)  # what was counted speaks against none of these


def played_to_the_end(
    asking: Asking, params: Json, moves: tuple[Action, ...]
) -> tuple[Observation, ...]:
    """Play a game, or where a bug keeps the engine from its end, the same in another direction."""
    run, seen = asking.run, list[Observation]()
    for image in turned(run.setup.game, asking.hypothesis, (params, moves)):
        performance = run.play(Script("asked", params, image))
        if performance is None:
            break
        run.judge("questions", performance)
        seen += performance.observations
        if any(each.moves == image for each in performance.observations):
            break
    return tuple(seen)


def is_open(question: str, other: Weighed, doubts: Doubts) -> bool:
    """Return whether a reading that explains as much is open: not if only a bug about the end does."""
    beside_one = doubts.mine is not None and doubts.mine.has_a_bug_about_the_end
    return not (beside_one and is_decided_by_ends(doubts, question, other))


def is_doubted(question: str, other: Weighed, doubts: Doubts) -> bool:
    """Return whether another reading is not to be dismissed, though answers speak against it."""
    if (
        explains_a_bug_about_the_end(doubts, question, other)
        or is_thin_where_it_shows(doubts, other)
        or is_of_a_kind_never_listed(doubts, question, other)
    ):
        return True
    if doubts.is_hidden(question, other):
        return not is_decided_by_ends(doubts, question, other)
    is_doubtful = doubts.is_doubtful(question, other)
    is_doubtful = is_doubtful or is_on_the_side_of_a_bug(doubts, question, other)
    is_doubtful = is_doubtful or is_undone_in_controls(doubts, question, other)
    is_doubtful = is_doubtful or is_thin(doubts, other)
    return is_doubtful and not (
        is_decided_with_others(doubts, question, other)
        or is_decided_by_what_is_never_listed(doubts, question, other)
    )


def hidden_by_bugs(
    question: str, others: Sequence[Weighed], doubts: Doubts, one_direction: OneDirection
) -> list[str]:
    """List the other readings that a bug may hide, of those that something observed tells apart."""
    apart = [each for each in others if each.is_apart]
    every = [each.reading for each in apart]
    halves = [bug.half for bug in doubts.patterns]
    hidden = [
        each.reading
        for each in apart
        if (question, each.reading) in halves or is_doubted(question, each, doubts)
    ]
    in_force = doubts.weigher.in_force.readings[question]
    tells = partial(one_direction.tells, question)
    if others and doubts.is_a_bug_of_its_clause(question, others) and not all(map(tells, every)):
        return every
    if in_force in every and (doubts.is_forgotten(question) or doubts.is_turned_round(question)):
        return [*hidden, in_force]
    further = (each for each in apart if each.reading not in hidden)
    return hidden + [
        each.reading
        for each in further
        if doubts.is_right_instead(question, each) and not tells(each.reading)
    ]


def are_many_actions(items: frozenset[Item]) -> bool:
    """Return whether items are about what is legal, and more than a few: no end that is seen late."""
    return len(items) > FEW and all(part == LEGAL for part, _ in items)


def parts_at(asking: Asking, observation: Observation, other: Hypothesis) -> bool:
    """Return whether a hypothesis has an observation wrong, and the one found right."""
    wrong = asking.weigher.wrong(other, observation)
    return bool(wrong - asking.weigher.wrong(asking.hypothesis, observation))
