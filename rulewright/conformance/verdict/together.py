"""Readings that answers refute only beside one of the readings that another question leaves open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import QuestionFound
from rulewright.conformance.verdict.weighing import Weigher, told_apart


@frozen
class Together:
    """Tries readings of two questions at once, where one of these is open."""

    weigher: Weigher
    hypothesis: Hypothesis
    """What the engine seems to be playing."""
    observations: Sequence[Observation]
    separated: Callable[[Hypothesis], Sequence[Observation]]
    """Asks the engine about games that tell a hypothesis from that one."""

    def is_open(self, question: str, reading: str, questions: Sequence[QuestionFound]) -> bool:
        """Return whether nothing speaks against a reading beside an open one of another question.

        Which discs may be moved, say, shows in where they may be put: if that is open, so may this be.
        """
        alone = self.hypothesis.but(**{question: reading})
        every = [
            alone.but(**{each.question: further})
            for each in questions
            for further in each.readings
            if each.question != question and further != self.hypothesis.readings[each.question]
        ]
        if not every or (question, reading) in self.weigher.excluded:
            return False
        parting = [each for each in self.observations if self.speaks_against(alone, each)]
        return any(self.is_as_good(each, parting) for each in every)

    def is_as_good(self, other: Hypothesis, parting: Sequence[Observation]) -> bool:
        """Return whether nothing observed speaks against a hypothesis, nor new games."""
        for several in (parting, self.observations):
            if any(self.speaks_against(other, each) for each in several):
                return False
        return not any(self.speaks_against(other, each) for each in self.separated(other))

    def speaks_against(self, other: Hypothesis, observation: Observation) -> bool:
        """Return whether an answer is wrong by another hypothesis, and right by the one followed."""
        pair = self.hypothesis, other
        if self.weigher.is_out_of_play(observation, pair):
            return False
        mine, theirs = (self.weigher.wrong(each, observation) for each in pair)
        return bool(told_apart(mine, theirs)[1])
