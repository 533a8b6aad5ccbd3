"""From findings to a verdict: what explains them, the readings, and one shortest game for each cause."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import MISSPELT, PLAYED, Observation
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.deviations import Finding
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import QuestionFound, Told
from rulewright.conformance.stages.random_games import random_games
from rulewright.conformance.stages.run import Run
from rulewright.conformance.verdict.identify import (
    Identified,
    Identifier,
    breaking,
    by_length,
    separating,
)
from rulewright.conformance.verdict.questions import Asking
from rulewright.conformance.verdict.shortest import ABOUT_COUNTS, AS_IT_WAS_MET, AS_MET, Shortest
from rulewright.conformance.verdict.tell import Teller
from rulewright.interface import IllegalAction

ROUNDS = 3
"""Times that a hypothesis is put to the test and given up for another."""
MOST_TOLD = 12
"""Deviations that are told; the others are counted with those of their kind."""


@define
class Conclusion:
    """What follows from a run; `draw` it once all stages are through."""

    run: Run
    identified: Identified = field(init=False)
    questions: tuple[QuestionFound, ...] = ()
    deviations: tuple[Told, ...] = ()
    known: int = 0
    """Findings that the deviations were told from."""

    @property
    def hypothesis(self) -> Hypothesis:
        """What the engine seems to be playing."""
        return self.identified.hypothesis

    def draw(self) -> None:
        """Identify, put it to the test, ask what is still open, and tell the deviations."""
        self.identify()
        for _ in range(ROUNDS):
            if self.hypothesis == self.run.in_force or not self.identified.fits:
                break
            self.put_to_the_test()
            if breaking(self.run.laboratory, self.hypothesis, self.deviating()) is None:
                break
            self.identify()
        self.tell()
        if len(self.run.findings) > self.known:  # asking about readings brought something new
            self.identify()
            self.tell()

    def tell(self) -> None:
        """Tell the deviations, and then what they leave of the readings."""
        self.known = len(self.run.findings)
        self.deviations = tuple(self.told())
        self.questions = Asking(self.run, self.identified, self.deviations).answers()

    # ------------------------------------------------------------------------- identification

    def deviating(self) -> tuple[Observation, ...]:
        """List the observations that the rulings in force do not explain, shortest first."""
        laboratory, in_force = self.run.laboratory, self.run.in_force
        lines = {each.observation.key for each in self.run.findings}
        about_rules = (each for each in self.run.findings if not special(each))
        starts = {each.observation.moves for each in about_rules}
        found = (
            each
            for each in self.run.notebook
            if (each.key in lines or any(each.moves[: len(line)] == line for line in starts))
            and not laboratory.explains(in_force, each)
        )
        return tuple(by_length(found))

    def identify(self) -> None:
        """Search for what explains everything."""
        self.run.note(f"{self.run.game}: what does it play?")
        self.identified = Identifier(
            self.run.laboratory,
            self.run.in_force,
            tuple(self.run.notebook),
            self.deviating(),
            self.run.effort.seconds,
            self.run.unkept,
        ).identify()

    def put_to_the_test(self) -> None:
        """Play games of what the engine seems to play, so that a wrong guess has a chance to show."""
        plain = Hypothesis(self.hypothesis.rulings)
        random_games(self.run, "confirmation", plain)

    # ------------------------------------------------------------------------------ deviations

    def told(self) -> Iterator[Told]:
        """Tell one deviation for each cause, the shortest game that shows it."""
        teller = Teller(self.run.laboratory, self.run.in_force)
        shortest = Shortest(self.run, self.hypothesis, self.due_to)
        groups: dict[tuple[str, str], list[Finding]] = {}
        for finding in sorted(self.run.findings, key=lambda each: each.length):
            cause = self.cause(finding)
            kind = "" if cause else finding.difference.kind
            groups.setdefault((cause, kind), []).append(finding)
        told = {name for cause, _ in groups for name in cause.split("; ")}
        for cause in self.hypothesis.departures(self.run.in_force):
            shown = None if cause in told or not self.run.findings else self.showing(cause)
            if shown is not None:
                groups[cause, ""] = [shown]
        for (cause, _), found in list(groups.items())[:MOST_TOLD]:
            self.run.note(
                f"{self.run.game}: the shortest game for {cause or found[0].difference.kind}"
            )
            finding, shortness = shortest.of(found[0], cause)
            yield teller.told(finding, cause, shortness, len(found))

    def tell_plainly(self) -> None:
        """Tell the shortest finding of each kind as it was met: nobody can be asked any more."""
        teller = Teller(self.run.laboratory, self.run.in_force)
        kinds: dict[str, list[Finding]] = {}
        for finding in sorted(self.run.findings, key=lambda each: each.length):
            kinds.setdefault(finding.difference.kind, []).append(finding)
        self.deviations = tuple(
            teller.told(found[0], "", AS_IT_WAS_MET, len(found)) for found in kinds.values()
        )

    def about_options(self) -> tuple[Told, ...]:
        """Report what was wrong about options."""
        teller = Teller(self.run.laboratory, self.run.in_force)
        return tuple(
            teller.told(finding, "", AS_IT_WAS_MET, times)
            for finding, times in self.run.about_options
        )

    def cause(self, finding: Finding) -> str:
        """Name the one departure that explains a finding, else all of them, else nothing."""
        if special(finding):
            return ""
        every = self.hypothesis.departures(self.run.in_force)
        explains = self.run.laboratory.explains
        for name in every:
            if explains(self.alone(name), finding.observation):
                return name
        if explains(self.hypothesis, finding.observation):
            return "; ".join(every)
        # something else is wrong in the same position: ask of this difference alone
        accounting = (name for name in every if self.accounts_for(self.alone(name), finding))
        return next(accounting, "")

    def alone(self, name: str) -> Hypothesis:
        """Take one departure from the rulings in force."""
        question, equals, reading = name.partition("=")
        if equals:
            return self.run.in_force.but(**{question: reading})
        return Hypothesis(self.run.in_force.rulings, (name,))

    def accounts_for(self, hypothesis: Hypothesis, finding: Finding) -> bool:
        """Tell whether the difference of a finding is none under a hypothesis."""
        replay = self.run.laboratory.replay(hypothesis, finding.observation.params)
        if replay is None:
            return False
        differences = replay.differences(finding.observation)
        if any(each.given == PLAYED for each in differences):
            return False  # the game itself is illegal under the hypothesis
        left = {(each.kind, each.action) for each in differences}
        return (finding.difference.kind, finding.difference.action) not in left

    def without(self, cause: str) -> Hypothesis:
        """Take one departure back from what the engine seems to play."""
        question, equals, _ = cause.partition("=")
        if equals:
            return self.hypothesis.but(**{question: self.run.rulings[question]})
        kept = tuple(name for name in self.hypothesis.mutants if name != cause)
        return evolve(self.hypothesis, mutants=kept)

    def needed(self, cause: str, observation: Observation) -> bool:
        """Tell whether an observation deviates, and cannot be explained without a departure."""
        explains = self.run.laboratory.explains
        return (
            not explains(self.run.in_force, observation)
            and not explains(self.without(cause), observation)
            and explains(self.hypothesis, observation)
        )

    def due_to(self, finding: Finding, cause: str) -> bool:
        """Tell whether a finding still shows the same cause."""
        if not cause or "; " in cause:
            return True
        return self.cause(finding) == cause or self.needed(cause, finding.observation)

    def showing(self, cause: str) -> Finding | None:
        """Find a game that shows a departure which is hidden behind others, by asking if need be."""
        for observation in by_length(self.run.notebook):
            if self.within_rules(observation) and self.needed(cause, observation):
                return self.finding_for(cause, observation)
        run = self.run
        pair = (self.hypothesis, self.without(cause))
        asked = separating(run.laboratory, pair, run.parameters(), run.effort, run.seed)
        if asked is None:
            return None
        try:
            performance = run.play(Script("asked", asked.params, asked.moves, everywhere=True))
        except AdapterFault:
            return None
        for observation in () if performance is None else performance.observations:
            if self.within_rules(observation) and self.needed(cause, observation):
                return self.finding_for(cause, observation)
        return None

    def within_rules(self, observation: Observation) -> bool:
        """Tell whether the moves of an observation are legal under the rulings in force."""
        reference = self.run.reference(observation.params)
        try:
            return reference is not None and reference.state(observation.moves) is not None
        except IllegalAction:
            return False

    def finding_for(self, cause: str, observation: Observation) -> Finding | None:
        """Make a finding of an observation: the difference that is there because of the departure."""
        replay = self.run.laboratory.replay(self.without(cause), observation.params)
        differences = self.run.against(observation)
        if replay is None or not differences:
            return None
        due = {(each.kind, each.action) for each in replay.differences(observation)}
        chosen = next((each for each in differences if (each.kind, each.action) in due), None)
        if chosen is None:
            return None
        return Finding(observation, chosen, "questions: asked")


def special(finding: Finding) -> bool:
    """Tell whether a finding is about something that no hypothesis about the rules can explain."""
    return finding.difference.kind in {"refusal", MISSPELT, *ABOUT_COUNTS, *AS_MET}


def plays(conclusion: Conclusion) -> str:
    """Say in one line what an engine seems to be playing."""
    found = conclusion.identified
    departures = found.hypothesis.departures(conclusion.run.in_force)
    if not conclusion.run.findings:
        return "the rulings in force explain everything observed"
    if not found.fits:
        near = ", ".join(departures) or "the rulings in force"
        return (
            f"no known reading or clause mutant explains everything observed; closest, not exact: "
            f"{near} ({found.explained} of {found.observed} observations explained)"
        )
    if not departures:
        return "the rules in force, apart from what is told below"
    apart = any(special(each) for each in conclusion.run.findings)
    but = ", apart from what is told below without an explanation" if apart else ""
    if found.explains_all:
        return f"{', '.join(departures)} explains everything observed{but}"
    held = f"{found.held} observations that it was held against, of {found.observed}"
    return f"{', '.join(departures)} explains the {held}{but}"


def suggestion(conclusion: Conclusion) -> str:
    """Give the options under which an engine would conform, if other rulings explain everything."""
    found = conclusion.identified
    departures = found.hypothesis.departures(conclusion.run.in_force)
    explained = all(not special(each) for each in conclusion.run.findings)
    if found.fits and departures and explained and not found.hypothesis.mutants:
        return " ".join(f"--ruling {name}" for name in departures)
    return ""
