"""Games that show a departure which hides behind others in all that was observed."""

from __future__ import annotations

from attrs import frozen

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import PLAYED, Observation
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.reference import item_of
from rulewright.conformance.verdict.causes import Causes, rank
from rulewright.conformance.verdict.parting import separating
from rulewright.conformance.verdict.residue import Pattern
from rulewright.conformance.verdict.weighing import by_length
from rulewright.interface import IllegalAction


@frozen
class Hidden:
    """Finds a game for a departure that nothing observed is due to alone."""

    causes: Causes

    def showing(self, cause: str) -> Detection | None:
        """Find a game that shows a departure hidden behind others, asking the engine if necessary."""
        for observation in by_length(self.causes.run.evidence.notebook):
            if self.within_rules(observation) and self.causes.due(cause, observation):
                return self.failure_for(cause, observation)
        expected = separating(self.causes.run, (self.causes.hypothesis, self.causes.without(cause)))
        if expected is None:
            return None
        script = Script("asked", expected.params, expected.moves, everywhere=True)
        try:
            performance = self.causes.run.play(script)
        except AdapterFault:
            return None
        for observation in () if performance is None else performance.observations:
            if self.within_rules(observation) and self.causes.due(cause, observation):
                return self.failure_for(cause, observation)
        return None

    def showing_pattern(self, pattern: Pattern) -> Detection | None:
        """Find the shortest observation that shows a bug, and is legal up to there."""
        for observation in by_length(self.causes.run.evidence.notebook):
            due = pattern.due_in(observation)
            if due and self.within_rules(observation):
                different = self.causes.run.rules.discrepancies(observation)
                found = next((each for each in different if item_of(each) in due), None)
                if found is not None:
                    return Detection(observation, found, "what was observed")
        return None

    def beside_readings(self, pattern: Pattern) -> Detection | None:
        """Find the shortest observation with a bug, legal by the readings that the engine plays."""
        laboratory, plain = self.causes.plain
        for observation in by_length(self.causes.run.evidence.notebook):
            due = pattern.due_in(observation)
            reference = laboratory.asked(plain, observation) if due else None
            different = () if reference is None else reference.discrepancies(observation)
            found = [
                Detection(observation, each, "what was observed")
                for each in different
                if item_of(each) in due and each.given != PLAYED
            ]
            if found:
                return min(found, key=rank)
        return None

    def unexplained(self) -> list[Detection]:
        """List what nothing explains, legal by the readings that the engine plays, shortest first."""
        laboratory, plain = self.causes.plain
        every: list[Detection] = []
        for observation in by_length(self.causes.run.evidence.notebook):
            reference = laboratory.asked(plain, observation)
            if reference is None or not self.causes.wrong(self.causes.hypothesis, observation):
                continue
            found = [
                Detection(observation, each, "what was observed")
                for each in reference.discrepancies(observation)
            ]
            left = [each for each in found if self.is_unexplained(each)]
            every += [min(left, key=rank)] if left else []
        return every

    def is_unexplained(self, detection: Detection) -> bool:
        """Return whether a detection follows neither from a bug nor from what else is reported."""
        return (
            detection.difference.given != PLAYED
            and not self.causes.is_explained(detection)
            and not self.causes.own.explain(detection)
        )

    def within_rules(self, observation: Observation) -> bool:
        """Return whether the moves of an observation are legal under the rulings in force."""
        rules = self.causes.run.rules
        try:
            return rules.has(observation.params) and (
                rules.reference(observation.params).state(observation.moves) is not None
            )
        except IllegalAction:
            return False

    def failure_for(self, cause: str, observation: Observation) -> Detection | None:
        """Return a detection for an observation: the difference that is due to the departure."""
        due = self.causes.due(cause, observation)
        different = self.causes.run.rules.discrepancies(observation)
        chosen = next((each for each in different if item_of(each) in due), None)
        return None if chosen is None else Detection(observation, chosen, "questions: asked")
