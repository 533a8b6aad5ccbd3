"""Which departure from the rules in force a detection is due to."""

from __future__ import annotations

from attrs import evolve, frozen

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import MISSPELT, PLAYED, Observation
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.identify import by_length, separating
from rulewright.conformance.verdict.shortest import ABOUT_COUNTS, AS_MET
from rulewright.interface import IllegalAction


@frozen
class Causes:
    """The departures of a hypothesis: readings that are not in force, and clause mutants."""

    run: GameRun
    hypothesis: Hypothesis

    @property
    def departures(self) -> tuple[str, ...]:
        """Name them all."""
        return self.hypothesis.departures(self.run.rules.in_force)

    def of(self, detection: Detection) -> str:
        """Name the one departure that explains a detection, else all of them, else nothing."""
        if special(detection):
            return ""
        every = self.departures
        explains = self.run.rules.laboratory.explains
        for name in every:
            if explains(self.alone(name), detection.observation):
                return name
        if explains(self.hypothesis, detection.observation):
            return "; ".join(every)
        # Something else is wrong in the same position: ask of this difference alone.
        accounting = (name for name in every if self.accounts_for(self.alone(name), detection))
        return next(accounting, "")

    def alone(self, name: str) -> Hypothesis:
        """Return the rulings in force with one departure."""
        in_force = self.run.rules.in_force
        question, equals, reading = name.partition("=")
        if equals:
            return in_force.but(**{question: reading})
        return Hypothesis(in_force.rulings, (name,))

    def without(self, cause: str) -> Hypothesis:
        """Return the hypothesis without one departure."""
        question, equals, _ = cause.partition("=")
        if equals:
            return self.hypothesis.but(**{question: self.run.setup.rulings[question]})
        kept = tuple(name for name in self.hypothesis.mutants if name != cause)
        return evolve(self.hypothesis, mutants=kept)

    def accounts_for(self, hypothesis: Hypothesis, detection: Detection) -> bool:
        """Return whether a hypothesis accounts for the difference."""
        reference = self.run.rules.laboratory.reference(hypothesis, detection.observation.params)
        if reference is None:
            return False
        different = reference.discrepancies(detection.observation)
        if any(each.given == PLAYED for each in different):
            return False  # the game itself is illegal under the hypothesis
        left = {(each.kind, each.action) for each in different}
        return (detection.difference.kind, detection.difference.action) not in left

    def needed(self, cause: str, observation: Observation) -> bool:
        """Return whether an observation deviates, and cannot be explained without a departure."""
        explains = self.run.rules.laboratory.explains
        return (
            not explains(self.run.rules.in_force, observation)
            and not explains(self.without(cause), observation)
            and explains(self.hypothesis, observation)
        )

    def still(self, detection: Detection, cause: str) -> bool:
        """Return whether a detection still shows the same cause."""
        if not cause or "; " in cause:
            return True
        return self.of(detection) == cause or self.needed(cause, detection.observation)

    def showing(self, cause: str) -> Detection | None:
        """Find a game that shows a departure hidden behind others, asking the engine if necessary."""
        for observation in by_length(self.run.evidence.notebook):
            if self.within_rules(observation) and self.needed(cause, observation):
                return self.failure_for(cause, observation)
        expected = separating(self.run, (self.hypothesis, self.without(cause)))
        if expected is None:
            return None
        script = Script("asked", expected.params, expected.moves, everywhere=True)
        try:
            performance = self.run.play(script)
        except AdapterFault:
            return None
        for observation in () if performance is None else performance.observations:
            if self.within_rules(observation) and self.needed(cause, observation):
                return self.failure_for(cause, observation)
        return None

    def within_rules(self, observation: Observation) -> bool:
        """Return whether the moves of an observation are legal under the rulings in force."""
        rules = self.run.rules
        try:
            return rules.has(observation.params) and (
                rules.reference(observation.params).state(observation.moves) is not None
            )
        except IllegalAction:
            return False

    def failure_for(self, cause: str, observation: Observation) -> Detection | None:
        """Return a detection for an observation: the difference that is due to the departure."""
        other = self.run.rules.laboratory.reference(self.without(cause), observation.params)
        different = self.run.rules.discrepancies(observation)
        if other is None or not different:
            return None
        due = {(each.kind, each.action) for each in other.discrepancies(observation)}
        chosen = next((each for each in different if (each.kind, each.action) in due), None)
        return None if chosen is None else Detection(observation, chosen, "questions: asked")


def special(detection: Detection) -> bool:
    """Return whether a detection is about something that no hypothesis about the rules can explain."""
    return detection.difference.kind in {"refusal", MISSPELT, *ABOUT_COUNTS, *AS_MET}
