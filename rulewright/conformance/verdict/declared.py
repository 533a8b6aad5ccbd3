"""The report held against the differences that are declared: what they cover, and what is beyond."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import evolve, field, frozen

from rulewright.conformance.evidence.bugs import is_bug
from rulewright.conformance.evidence.deviations import ABOUT_RULES, KINDS, Detection, key_of
from rulewright.conformance.evidence.hypothesis import clause_mutants, not_default
from rulewright.conformance.evidence.known import (
    NOT_JUDGED,
    Declared,
    KnownDifference,
    covering,
    status_of,
)
from rulewright.conformance.evidence.report import GameReport, ReportedDeviation
from rulewright.conformance.verdict.causes import Causes
from rulewright.conformance.verdict.clauses import FORBIDDING, RESTING
from rulewright.conformance.verdict.conclude import Conclusion
from rulewright.interface import Json
from rulewright.play import games


@frozen
class DeclaredDifferences:
    """The entries that a run of one game can meet."""

    conclusion: Conclusion
    entries: tuple[KnownDifference, ...]
    version: str | None
    """The version of the engine, if it names one."""
    in_all: Json = field(init=False)
    """The default of each parameter."""

    @in_all.default
    def _in_all(self) -> Json:
        return games.specified(self.conclusion.run.setup.game).default_parameters

    def covering(
        self, names: Sequence[str], kind: str, clause: str, params: Json
    ) -> tuple[KnownDifference, ...]:
        """Return the entries that cover a difference; what is about no rule is only as a bug."""
        if kind not in ABOUT_RULES and not all(map(is_bug, names or ("",))):
            return ()
        return covering(self.entries, names, kind, clause, self.in_all | params)

    def of_deviation(self, deviation: ReportedDeviation) -> tuple[KnownDifference, ...]:
        """Return the entries that cover a deviation of the report."""
        names = names_of(deviation)
        return self.covering(names, deviation.kind, sole_clause(deviation), deviation.params)

    def beyond(self) -> int:
        """Count the wrong answers that no entry covers, whether a deviation shows them or not.

        A report shows one deviation for each cause, and only so many: what is declared must not hide
        the rest.
        """
        evidence = self.conclusion.run.evidence
        causes = self.conclusion.causes
        return sum(not self.covers(causes, each) for each in evidence.detections)

    def covers(self, causes: Causes, detection: Detection) -> bool:
        """Return whether entries cover a single wrong answer."""
        cause = causes.of(detection)
        kind = KINDS[key_of(detection.difference)][0]
        names = causes.identities(cause)
        return bool(self.covering(names, kind, cause.clause, detection.observation.params))

    def marked(
        self, deviations: Sequence[ReportedDeviation], *, complete: bool
    ) -> tuple[tuple[ReportedDeviation, ...], tuple[Declared, ...]]:
        """Mark the deviations that are known with the reason, and judge each entry.

        In a run that is not complete it is not known what no longer occurs.
        """
        covered = [self.of_deviation(each) for each in deviations]
        declared = []
        for entry in self.entries:
            numbers = tuple(n for n, by in enumerate(covered, start=1) if entry in by)
            status = self.status(entry, met=bool(numbers)) if complete else NOT_JUDGED
            declared.append(Declared(entry, status, numbers))
        known = (
            evolve(each, known="; ".join(entry.reason for entry in by))
            for each, by in zip(deviations, covered, strict=True)
        )
        return tuple(known), tuple(declared)

    def status(self, entry: KnownDifference, *, met: bool) -> str:
        """Judge an entry by a run that is complete."""
        given = self.conclusion.run.setup.given
        return status_of(entry, met=met, given=given, version=self.version)


def names_of(deviation: ReportedDeviation) -> tuple[str, ...]:
    """Name the departures that explain a deviation together."""
    return deviation.names


def sole_clause(deviation: ReportedDeviation) -> str:
    """Return the clause that alone forbids an action without an explanation; "" if there is none."""
    rulebook = games.specified(deviation.game).rulebook
    named = (each.clause for each in deviation.clauses)
    forbidding = [each for each in named if rulebook[each].permits is not None]
    alone = len(forbidding) == 1 and deviation.because in {FORBIDDING, f"{FORBIDDING}; {RESTING}"}
    return forbidding[0] if alone and not deviation.explained_by else ""


def entries_for(
    report: GameReport, until: date
) -> tuple[tuple[KnownDifference, ...], tuple[int, ...]]:
    """Declare the deviations of a report; returns the entries, and the numbers of what has none.

    What no reading, clause or bug with a name accounts for cannot be declared: an entry for it would
    hide whatever else nothing accounts for.
    """
    found: dict[str, KnownDifference] = {}
    without = []
    for number, deviation in enumerate(report.deviations, start=1):
        entries = [entry_for(report, deviation, name, until) for name in names_of(deviation)]
        if sole_clause(deviation):
            entries = [entry_for(report, deviation, "", until)]
        declared = [each for each in entries if each is not None]
        if not declared or len(declared) < len(entries):
            without.append(number)
            continue
        for each in declared:
            found.setdefault(each.about, each)
    return tuple(found.values()), tuple(without)


def entry_for(
    report: GameReport, deviation: ReportedDeviation, name: str, until: date
) -> KnownDifference | None:
    """Declare one departure of a deviation, or the clause that alone forbids its action."""
    clause, _, how = name.partition(" ")
    is_reading = "=" in name and name.partition("=")[0] in report.rulings
    is_clause = name in clause_mutants(report.game)
    if not (is_reading or is_clause or is_bug(name) or not name):
        return None
    if deviation.kind not in ABOUT_RULES and not is_bug(name):
        return None
    return KnownDifference(
        game=report.game,
        reading=name if is_reading else "",
        clause=clause if is_clause else "" if name else sole_clause(deviation),
        how=how if is_clause else "",
        bug="" if is_reading or is_clause else name,
        kind="" if name else deviation.kind,
        reason=f"found by rulewright conform, not yet explained: {deviation.sentence}",
        until=until,
        params=dict(report.params),
        rulings=not_default(report.rulings, games.specified(report.game).default_rulings),
    )
