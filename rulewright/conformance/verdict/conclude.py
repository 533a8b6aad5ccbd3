"""From the evidence to a verdict: what explains it, the readings, and a shortest game for each cause."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import define, field

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.collected import shortest_first
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import QuestionFound, ReportedDeviation
from rulewright.conformance.stages.random_games import random_games
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.causes import Cause, Causes, special
from rulewright.conformance.verdict.consistency import refuse_contradictions
from rulewright.conformance.verdict.describe import Describer
from rulewright.conformance.verdict.everywhere import WrongEverywhere, wrong_everywhere
from rulewright.conformance.verdict.identify import (
    Identified,
    Identifier,
    breaking,
    by_length,
    everything,
)
from rulewright.conformance.verdict.patterns import Pattern, Residue, patterns_in, without
from rulewright.conformance.verdict.questions import Asking
from rulewright.conformance.verdict.shortest import AS_IT_WAS_MET, Shrinker
from rulewright.wording.numbers import counted

ROUNDS = 3
"""Times that a hypothesis is put to the test and given up for another."""
MOST_REPORTED = 12
"""Deviations that are reported; the others are counted with those of their kind."""


@define
class Conclusion:
    """What follows from a run; `draw` it once all stages are through."""

    run: GameRun
    identified: Identified = field(init=False)
    identifier: Identifier = field(init=False)
    everywhere: tuple[WrongEverywhere, ...] = ()
    """Parts of the answers that are wrong everywhere."""
    patterns: tuple[Pattern, ...] = ()
    """Bugs that account for what readings leave over."""
    questions: tuple[QuestionFound, ...] = ()
    deviations: tuple[ReportedDeviation, ...] = ()
    shown: list[tuple[Cause, Detection]] = field(factory=list, init=False)
    """The causes that deviations are reported for, with what shows each."""
    known: int = 0
    """Failures that the deviations were reported from."""

    @property
    def hypothesis(self) -> Hypothesis:
        """What the engine seems to be playing."""
        return self.identified.hypothesis

    @property
    def causes(self) -> Causes:
        """The departures of that hypothesis."""
        return Causes(self.run, self.hypothesis, self.patterns)

    @property
    def describer(self) -> Describer:
        """What describes deviations from the rules in force."""
        return Describer(self.run.rules.laboratory, self.run.rules.in_force)

    def draw(self) -> None:
        """Identify, put it to the test, report the deviations, and ask what is still open."""
        self.set_aside()
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
        refuse_contradictions(self.causes, self.questions, self.shown)

    def set_aside(self) -> None:
        """Set aside what is wrong everywhere, and judge the rest of all observations without it."""
        evidence, rules = self.run.evidence, self.run.rules
        if not evidence.detections:
            return
        ordered = by_length(evidence.notebook)
        self.everywhere = tuple(wrong_everywhere(rules.laboratory, rules.in_force, ordered))
        if not self.everywhere:
            return
        rules.laboratory.aside.update(each.part for each in self.everywhere)
        kept = [each for each in evidence.detections if special(each)]
        evidence.detections[:] = [*kept, *self.run.judged_again(ordered)]

    def report(self) -> None:
        """Report the deviations, and then what they leave of the readings."""
        self.known = len(self.run.evidence.detections)
        self.shown.clear()
        self.deviations = (*self.about_everywhere(), *self.by_cause())
        self.questions = Asking(self.run, self.identified, self.identifier).answers()

    def deviating(self) -> tuple[Observation, ...]:
        """List the observations that the rulings in force do not explain, shortest first."""
        evidence, rules = self.run.evidence, self.run.rules
        if not evidence.detections:
            return ()
        wrong = (
            each
            for each in evidence.notebook
            if not rules.laboratory.explains(rules.in_force, each)
        )
        return tuple(by_length(wrong))

    def identify(self) -> None:
        """Search for what explains everything."""
        self.run.note("what does it play?")
        self.identifier = Identifier(
            self.run.rules.laboratory,
            self.run.rules.in_force,
            tuple(self.run.evidence.notebook),
            self.deviating(),
            self.run.setup.effort.trials,
            self.run.evidence.unkept,
        )
        self.identified = self.identifier.identify()
        self.patterns = ()
        if self.run.evidence.detections and not self.identified.fits:
            self.look_for_patterns()

    def look_for_patterns(self) -> None:
        """Find patterns in what readings leave over, and identify again what these do not explain."""
        by_readings = self.identifier.read()
        plain = self.identified
        patterns = self.patterns_beside(by_readings)
        if not patterns:
            return
        self.identifier.left = without(patterns)
        again = self.identifier.read()
        if again != by_readings:
            self.identifier.left = everything
            patterns = self.patterns_beside(again)
            self.identifier.left = without(patterns)
        found = self.identifier.identify()
        if found.hypothesis.mutants:  # what they explain is no other bug
            self.identifier.left = everything
            patterns = self.patterns_beside(found.hypothesis)
            self.identifier.left = without(patterns)
            found = self.identifier.weighed(found.hypothesis)
        if found.explained * plain.held >= plain.explained * found.held:
            self.identified, self.patterns = found, tuple(patterns)
        else:
            self.identifier.left = everything

    def patterns_beside(self, hypothesis: Hypothesis) -> list[Pattern]:
        """Find patterns in what a hypothesis leaves over."""
        ordered = by_length(self.run.evidence.notebook)
        wrong = ((each, self.identifier.wrong(hypothesis, each)) for each in ordered)
        left = {each.key: (each, items) for each, items in wrong if items}
        return patterns_in(Residue(self.run.rules.laboratory, hypothesis, left, ordered))

    def put_to_the_test(self) -> None:
        """Play games of what the engine seems to play, so that a wrong guess has a chance to show."""
        random_games(self.run, "confirmation", Hypothesis(self.hypothesis.rulings))

    def by_cause(self) -> Iterator[ReportedDeviation]:
        """Report one deviation for each cause, the one that explains the most first."""
        causes = self.causes
        groups: dict[Cause, list[Detection]] = {}
        for cause, detection in causes.events(shortest_first(self.run.evidence.detections)):
            groups.setdefault(cause, []).append(detection)
        for name in causes.departures:
            cause = Cause((name,))
            shown = None if cause in groups else causes.showing(name)
            if shown is not None:
                groups[cause] = [shown]
        together = [cause for cause in groups if len(cause.names) > 1]
        for cause in together:  # each of several that act together has a deviation of its own
            if all(Cause((name,)) in groups for name in cause.names):
                del groups[cause]
        ordered = sorted(groups.items(), key=lambda each: -len(each[1]))
        for cause, found in ordered[:MOST_REPORTED]:
            self.run.note(f"the shortest game for {cause.said or found[0].difference.kind}")
            shrinker = Shrinker(self.run, self.hypothesis, partial(causes.still, cause=cause))
            detection, shortness = shrinker.shrink(found[0], cause.said)
            self.shown.append((cause, detection))
            self.run.observe(detection.observation, detection.source, deviates=True)
            yield self.describer.describe(detection, cause.said, shortness, len(found))

    def about_everywhere(self) -> Iterator[ReportedDeviation]:
        """Report what is wrong everywhere, each part once."""
        for each in self.everywhere:
            source = self.run.evidence.sources.get(each.observation.key, "what was observed")
            detection = Detection(each.observation, each.difference, source)
            cause = f"{each.part} {each.words}"
            yield self.describer.describe(detection, cause, AS_IT_WAS_MET, each.times)

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
    if not conclusion.run.evidence.detections and not conclusion.everywhere:
        return "the rulings in force explain everything observed"
    bugs = [f"{each.part} {each.words}" for each in conclusion.everywhere]
    bugs += [each.words for each in conclusion.patterns]
    but = f", beside {counted(len(bugs), 'bugs')}: {'; '.join(bugs)}" if bugs else ""
    if not found.fits:
        near = ", ".join(departures) or "the rulings in force"
        return (
            f"no known reading or clause mutant explains everything observed; closest, not exact: "
            f"{near} ({found.explained} of {found.observed} observations explained){but}"
        )
    if any(special(each) for each in conclusion.run.evidence.detections):
        but += ", apart from what is told below without an explanation"
    if not departures:
        return f"the rules in force{but}"
    if found.explains_all:
        return f"{', '.join(departures)} explains everything observed{but}"
    held = f"{found.held} observations that it was held against, of {found.observed}"
    return f"{', '.join(departures)} explains the {held}{but}"


def suggestion(conclusion: Conclusion) -> str:
    """Return the options under which an engine shows fewer deviations, or none."""
    departures = conclusion.causes.departures
    return " ".join(f"--ruling {name}" for name in departures if "=" in name)
