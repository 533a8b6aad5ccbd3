"""From the evidence to a verdict: what explains it, the readings, and a shortest game for each cause."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.collected import shortest_first
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import QuestionFound, ReportedDeviation
from rulewright.conformance.stages.random_games import random_games
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.causes import Causes, special
from rulewright.conformance.verdict.describe import Describer
from rulewright.conformance.verdict.identify import Identified, Identifier, breaking, by_length
from rulewright.conformance.verdict.questions import Asking
from rulewright.conformance.verdict.shortest import AS_IT_WAS_MET, Shrinker

ROUNDS = 3
"""Times that a hypothesis is put to the test and given up for another."""
MOST_REPORTED = 12
"""Deviations that are reported; the others are counted with those of their kind."""


@define
class Conclusion:
    """What follows from a run; `draw` it once all stages are through."""

    run: GameRun
    identified: Identified = field(init=False)
    questions: tuple[QuestionFound, ...] = ()
    deviations: tuple[ReportedDeviation, ...] = ()
    known: int = 0
    """Failures that the deviations were reported from."""

    @property
    def hypothesis(self) -> Hypothesis:
        """What the engine seems to be playing."""
        return self.identified.hypothesis

    @property
    def causes(self) -> Causes:
        """The departures of that hypothesis."""
        return Causes(self.run, self.hypothesis)

    @property
    def describer(self) -> Describer:
        """What describes deviations from the rules in force."""
        return Describer(self.run.rules.laboratory, self.run.rules.in_force)

    def draw(self) -> None:
        """Identify, put it to the test, report the deviations, and ask what is still open."""
        self.identify()
        for _ in range(ROUNDS):
            if self.hypothesis == self.run.rules.in_force or not self.identified.fits:
                break
            self.put_to_the_test()
            if breaking(self.run.rules.laboratory, self.hypothesis, self.deviating()) is None:
                break
            self.identify()
        self.report()
        if len(self.run.evidence.detections) > self.known:  # asking brought something new
            self.identify()
            self.report()

    def report(self) -> None:
        """Report the deviations, and then what they leave of the readings."""
        self.known = len(self.run.evidence.detections)
        self.deviations = tuple(self.by_cause())
        self.questions = Asking(self.run, self.identified, self.deviations).answers()

    def deviating(self) -> tuple[Observation, ...]:
        """List the observations that the rulings in force do not explain, shortest first."""
        evidence, rules = self.run.evidence, self.run.rules
        lines = {each.observation.key for each in evidence.detections}
        starts = {each.observation.moves for each in evidence.detections if not special(each)}
        found = (
            each
            for each in evidence.notebook
            if (each.key in lines or any(each.moves[: len(line)] == line for line in starts))
            and not rules.laboratory.explains(rules.in_force, each)
        )
        return tuple(by_length(found))

    def identify(self) -> None:
        """Search for what explains everything."""
        self.run.note("what does it play?")
        self.identified = Identifier(
            self.run.rules.laboratory,
            self.run.rules.in_force,
            tuple(self.run.evidence.notebook),
            self.deviating(),
            self.run.setup.effort.seconds,
            self.run.evidence.unkept,
        ).identify()

    def put_to_the_test(self) -> None:
        """Play games of what the engine seems to play, so that a wrong guess has a chance to show."""
        random_games(self.run, "confirmation", Hypothesis(self.hypothesis.rulings))

    def by_cause(self) -> Iterator[ReportedDeviation]:
        """Report one deviation for each cause, the shortest game that shows it."""
        causes = self.causes
        shrinker = Shrinker(self.run, self.hypothesis, causes.still)
        groups: dict[tuple[str, str], list[Detection]] = {}
        for detection in shortest_first(self.run.evidence.detections):
            cause = causes.of(detection)
            kind = "" if cause else detection.difference.kind
            groups.setdefault((cause, kind), []).append(detection)
        met = {name for cause, _ in groups for name in cause.split("; ")}
        for cause in causes.departures:
            hidden = cause not in met and self.run.evidence.detections
            shown = causes.showing(cause) if hidden else None
            if shown is not None:
                groups[cause, ""] = [shown]
        for (cause, _), found in list(groups.items())[:MOST_REPORTED]:
            self.run.note(f"the shortest game for {cause or found[0].difference.kind}")
            detection, shortness = shrinker.shrink(found[0], cause)
            yield self.describer.describe(detection, cause, shortness, len(found))

    def report_unreduced(self) -> None:
        """Report the shortest detection of each kind as it was met, because the adapter is gone."""
        kinds: dict[str, list[Detection]] = {}
        for detection in shortest_first(self.run.evidence.detections):
            kinds.setdefault(detection.difference.kind, []).append(detection)
        self.deviations = tuple(
            self.describer.describe(found[0], "", AS_IT_WAS_MET, len(found))
            for found in kinds.values()
        )

    def about_options(self) -> tuple[ReportedDeviation, ...]:
        """Report what was wrong about options."""
        return tuple(
            self.describer.describe(detection, "", AS_IT_WAS_MET, times)
            for detection, times in self.run.evidence.about_options
        )


def plays(conclusion: Conclusion) -> str:
    """Say in one line what an engine seems to be playing."""
    found = conclusion.identified
    departures = conclusion.causes.departures
    if not conclusion.run.evidence.detections:
        return "the rulings in force explain everything observed"
    if not found.fits:
        near = ", ".join(departures) or "the rulings in force"
        return (
            f"no known reading or clause mutant explains everything observed; closest, not exact: "
            f"{near} ({found.explained} of {found.observed} observations explained)"
        )
    if not departures:
        return "the rules in force, apart from what is told below"
    apart = any(special(each) for each in conclusion.run.evidence.detections)
    but = ", apart from what is told below without an explanation" if apart else ""
    if found.explains_all:
        return f"{', '.join(departures)} explains everything observed{but}"
    held = f"{found.held} observations that it was held against, of {found.observed}"
    return f"{', '.join(departures)} explains the {held}{but}"


def suggestion(conclusion: Conclusion) -> str:
    """Return the options under which an engine would conform, if other rulings explain everything."""
    found = conclusion.identified
    departures = conclusion.causes.departures
    explained = all(not special(each) for each in conclusion.run.evidence.detections)
    if found.fits and departures and explained and not found.hypothesis.mutants:
        return " ".join(f"--ruling {name}" for name in departures)
    return ""
