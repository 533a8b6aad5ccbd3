"""Which reading of each question an engine follows, and where the others break."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.deviations import ABOUT_NO_RULE
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import (
    NOT_MET,
    NOT_SUPPORTED,
    Break,
    QuestionFound,
    ReportedDeviation,
    Status,
)
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.stages.vectors import suite
from rulewright.conformance.verdict.clauses import FORBIDDING, OTHERWISE
from rulewright.conformance.verdict.identify import (
    Identified,
    breaking,
    by_length,
    sentence,
    separating,
)
from rulewright.play import games


@frozen
class Asking:
    """Answers what a rulebook leaves open, from the observations or else by asking the engine."""

    run: GameRun
    identified: Identified
    deviations: tuple[ReportedDeviation, ...]

    @property
    def hypothesis(self) -> Hypothesis:
        """What the engine seems to be playing."""
        return self.identified.hypothesis

    def answers(self) -> tuple[QuestionFound, ...]:
        """Answer every question of the game."""
        return tuple(
            self.asked_about(question) for question in games.specified(self.run.setup.game).readings
        )

    def asked_about(self, question: str) -> QuestionFound:
        """Find out which readings of a question fit."""
        run, own = self.run, self.hypothesis.readings[question]
        asks = games.specified(run.setup.game).rulebook.question(question).asks
        broken = self.concerned(question)
        fitting: list[str] = []
        breaks: dict[str, Break] = {}
        for reading in games.specified(run.setup.game).readings[question]:
            if reading == own and not broken:
                fitting.append(reading)
                continue
            found = self.where_breaks(question, reading, alone=broken)
            if found is None:
                fitting.append(reading)
            else:
                breaks[reading] = found
        if not fitting or (broken and not self.identified.fits):
            status = "none of the known ones"
            fitting = []
        else:
            status = self.followed() if len(fitting) == 1 else self.open(question, fitting)
        in_force = run.setup.rulings[question]
        return QuestionFound(question, asks, status, tuple(fitting), in_force, breaks)

    def followed(self) -> str:
        """Say how certain it is that a reading is followed."""
        if self.identified.explains_all:
            return "follows"
        return "seems to follow" if self.identified.fits else "closest, not exact"

    def open(self, question: str, readings: Sequence[str]) -> str:
        """Say why readings are not distinguished: unsupported, or no distinguishing game was found.

        Unsupported only if a game is known that would distinguish them, but that the engine does not
        support, or whose position it does not report.
        """
        run = self.run
        unsupported = {
            case.name for case in run.evidence.cases if case.status is Status.UNSUPPORTED
        }
        if any(
            question in each.questions for each in suite(run.setup.game) if each.id in unsupported
        ):
            return NOT_SUPPORTED
        first, *others = (self.hypothesis.but(**{question: reading}) for reading in readings)
        blind = run.parameters() if run.evidence.without_position else []
        for other in others:
            pair = (first, other)
            where = [*run.parameters(supported=False), *blind]
            if separating(run, pair, where) is not None:
                return NOT_SUPPORTED
        return NOT_MET

    def concerned(self, question: str) -> bool:
        """Return whether something unexplained concerns the clauses of a question."""
        clauses = set(games.specified(self.run.setup.game).rulebook.question(question).clauses)
        if any(name.split()[0] in clauses for name in self.hypothesis.mutants):
            return True
        if self.identified.fits:
            return False
        return any(
            violation.clause in clauses
            for deviation in self.deviations
            if not deviation.explained_by
            and deviation.because.startswith((FORBIDDING, OTHERWISE))
            and deviation.kind not in ABOUT_NO_RULE
            for violation in deviation.clauses
        )

    def where_breaks(self, question: str, reading: str, *, alone: bool) -> Break | None:
        """Find where a reading does not fit, in the observations or else by asking; None if nowhere.

        With `alone` the clause mutants of the hypothesis are left out: they are about the question.
        """
        other = self.hypothesis.but(**{question: reading})
        if alone:
            other = evolve(other, mutants=())
        laboratory = self.run.rules.laboratory
        found = breaking(laboratory, other, self.telling(question, other))
        if found is None and not alone and reading != self.hypothesis.readings[question]:
            found = self.separated(other)
        if found is None:
            return None
        return Break(found.moves, found.params, sentence(laboratory, other, found))

    def telling(self, question: str, other: Hypothesis) -> Iterator[Observation]:
        """Yield observations, first those made to distinguish the readings of a question."""
        about = {case.name for case in self.run.evidence.cases if question in case.questions}
        lines = {script for script in self.run.evidence.vector_lines if script[0] in about}
        keys = {key for _, key in lines}
        every = [
            each
            for each in self.run.evidence.notebook
            # What nothing explains says nothing about the readings.
            if self.identified.fits or self.run.rules.laboratory.explains(self.hypothesis, each)
        ]
        yield from by_length(each for each in every if each.key in keys)
        others = by_length(each for each in every if each.key not in keys)
        slow = bool(other.mutants)
        yield from others[:: max(len(others) // 150, 1)] if slow else others

    def separated(self, other: Hypothesis) -> Observation | None:
        """Find a game that distinguishes two readings, play it, and see which one is right."""
        run = self.run
        run.note(f"asking about {', '.join(other.departures(self.hypothesis))}")
        expected = separating(run, (self.hypothesis, other))
        if expected is None:
            return None
        try:
            performance = run.play(Script("asked", expected.params, expected.moves))
            if performance is None:
                return None
            run.judge("questions", performance)
        except AdapterFault:
            return None
        observation = performance.observations[-1]
        return observation if not run.rules.laboratory.explains(other, observation) else None
