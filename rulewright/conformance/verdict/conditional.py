"""What is said of ends under a reading that is left open: it is so under that reading only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import QuestionFound, ReportedDeviation
from rulewright.conformance.verdict.endings import ABOUT_THE_END
from rulewright.conformance.verdict.residue import Pattern
from rulewright.conformance.verdict.results import OVER
from rulewright.conformance.verdict.weighing import Weigher, spread

LOOKED_AT = 40
"""Positions with a bug in which it is looked whether another reading has an end as the engine does."""
MOST = 1 / 2
"""Share of them in which it must have it so."""


@frozen
class Conditions:
    """The open readings that a bug about the end is said under."""

    weigher: Weigher
    """It leaves nothing aside."""
    hypothesis: Hypothesis
    questions: tuple[QuestionFound, ...]
    observations: Sequence[Observation]

    def under(self, pattern: Pattern) -> tuple[str, ...]:
        """Name the readings without which games need not be wrong about their ends where a bug shows."""
        if pattern.name not in ABOUT_THE_END:
            return ()
        shown = [each for each in self.observations if pattern.due_in(each)]
        own = self.hypothesis.readings
        return tuple(
            f"{each.question} read as {own[each.question]}"
            for each in self.questions
            if own[each.question] in each.readings
            and any(
                self.has_these_ends(shown, each.question, reading)
                for reading in each.readings
                if reading != own[each.question]
            )
        )

    def has_these_ends(self, shown: Sequence[Observation], question: str, reading: str) -> bool:
        """Return whether another reading has most games over, or not, where the engine does."""
        other = self.hypothesis.but(**{question: reading})
        few = spread([each for each in shown if self.is_wrong(self.hypothesis, each)], LOOKED_AT)
        right = sum(not self.is_wrong(other, each) for each in few)
        return bool(few) and right > MOST * len(few)

    def is_wrong(self, hypothesis: Hypothesis, observation: Observation) -> bool:
        """Return whether a hypothesis has a game over, and the engine not, or the reverse."""
        return (OVER, "") in self.weigher.wrong(hypothesis, observation)

    def told(self, patterns: Iterable[Pattern]) -> tuple[Pattern, ...]:
        """Say of each bug under which open readings it is one."""
        return tuple(
            evolve(each, words=f"{each.words}, with {', '.join(names)}")
            if (names := self.under(each))
            else each
            for each in patterns
        )


def told_of(
    deviations: Iterable[ReportedDeviation], before: Sequence[Pattern], after: Sequence[Pattern]
) -> tuple[ReportedDeviation, ...]:
    """Have deviations name bugs by their new words."""
    words = {one.words: other.words for one, other in zip(before, after, strict=True)}
    return tuple(
        evolve(
            each,
            explained_by="; ".join(words.get(said, said) for said in each.explained_by.split("; ")),
        )
        for each in deviations
    )
