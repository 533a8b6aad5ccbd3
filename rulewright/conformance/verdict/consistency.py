"""A finished report must not contradict itself: no deviation refutes what is said of a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.conformance.evidence.deviations import Detection, Deviation
from rulewright.conformance.evidence.report import QuestionFound
from rulewright.conformance.verdict.causes import Cause, Causes, special
from rulewright.interface import RulewrightError
from rulewright.play import games

CERTAIN = ("follows", "seems to follow")
"""What is said of a question where nothing speaks against it."""


class ContradictoryReport(RulewrightError):
    """A report says of a question what one of its own deviations refutes."""

    exit_status = 4

    def __init__(self, contradictions: list[str]) -> None:
        """Name them all."""
        super().__init__(
            "this is a bug in rulewright: its report would contradict itself: "
            + "; ".join(contradictions)
        )


def refuse_contradictions(
    causes: Causes,
    questions: Iterable[QuestionFound],
    shown: Iterable[tuple[Cause, Detection]],
) -> None:
    """Raise `ContradictoryReport` if a deviation refutes an explanation, or a question's answer."""
    every = tuple(shown)
    found = [*of_explanations(causes, every), *of_answers(causes, questions, every)]
    if found:
        raise ContradictoryReport(found)


def of_explanations(causes: Causes, shown: Iterable[tuple[Cause, Detection]]) -> Iterator[str]:
    """Yield the deviations that their own explanation does not explain."""
    for cause, detection in shown:
        if cause.names and not special(detection) and not causes.still(detection, cause):
            yield f"{cause.said} does not explain: {in_words(detection)}"


def of_answers(
    causes: Causes, questions: Iterable[QuestionFound], shown: Iterable[tuple[Cause, Detection]]
) -> Iterator[str]:
    """Yield the questions whose answer an unexplained deviation refutes, by this question alone."""
    unexplained = [each for cause, each in shown if not cause.names and not special(each)]
    for question in questions:
        if question.status not in CERTAIN:
            continue
        own = question.readings[0]
        for reading in games.specified(causes.run.setup.game).readings[question.question]:
            other = causes.hypothesis.but(**{question.question: reading})
            for detection in unexplained if reading != own else ():
                if causes.accounts_for(other, detection):
                    said = f"{question.question} is said to be {own}, but {reading}"
                    yield f"{said}: {in_words(detection)}"


def in_words(detection: Detection) -> str:
    """Say what a detection is about."""
    return str(Deviation(detection.observation, detection.difference))
