"""Which of the differences of one position nothing else accounts for."""

from __future__ import annotations

from attrs import evolve

from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.causes import Cause, Causes, rank, special
from rulewright.conformance.verdict.following import CHOICES, RESULTS

OVER: Item = ("over", "")


def independent(causes: Causes, together: list[Detection]) -> list[Detection]:
    """Leave out what is right in the position that the engine reports, if that is the wrong one."""
    judged = [(each, causes.is_explained(each)) for each in together]
    kinds = {each.difference.kind for each, is_explained in judged if not is_explained}
    if "position" not in kinds or kinds & {"over", "turn"}:
        return together
    return [each for each, is_explained in judged if is_explained or not causes.own.explain(each)]


def is_of_that_end(causes: Causes, detection: Detection) -> bool:
    """Return whether a wrong result is that of a game which is over, or not, by the rules in force, too.

    Where a reading ends it elsewhere, a wrong winner is shown against no winner at all.
    """
    if detection.difference.kind not in RESULTS:
        return True
    return OVER not in causes.wrong(causes.run.rules.in_force, detection.observation)


def shows_as_well(causes: Causes, detection: Detection, cause: Cause, met: Detection) -> bool:
    """Return whether a detection shows a cause first, and as plainly as the one that was met."""
    plain = is_of_that_end(causes, detection) or not is_of_that_end(causes, met)
    return plain and shows_first(causes, detection, cause)


def shows_first(causes: Causes, detection: Detection, cause: Cause) -> bool:
    """Return whether a detection still shows a cause, and nothing more telling is unexplained there."""
    if not causes.still(detection, cause):
        return False
    if cause.names or special(detection) or cause.kind in CHOICES:
        return True
    different = causes.run.rules.discrepancies(detection.observation)
    every = independent(causes, [evolve(detection, difference=each) for each in different])
    left = (each for each in every if not special(each) and not causes.is_explained(each))
    return min(map(rank, left), default=rank(detection)) >= rank(detection)
