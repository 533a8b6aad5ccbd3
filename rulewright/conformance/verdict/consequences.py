"""Which of the differences of one position nothing else accounts for."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import REFUSED, Observation
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.causes import Cause, Causes, rank, special
from rulewright.conformance.verdict.endings import TOO_SOON
from rulewright.conformance.verdict.following import CHOICES, RESULTS

OVER: Item = ("over", "")
ASKED = 3
"""Games in which it is asked whether the game is over."""


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


def are_refused_after_an_end(causes: Causes, found: Sequence[Detection]) -> bool:
    """Return whether legal actions are refused because the engine takes the game to be over.

    It is asked, in the shortest games, where an end that is none is known: what is only played is
    looked at nowhere but at its end.
    """
    if all(pattern.name != TOO_SOON for pattern in causes.patterns):
        return False
    if any(each.difference.given != REFUSED or each.observation.seen.state for each in found):
        return False
    return all(says_it_is_over(causes, each.observation) for each in found[:ASKED])


def says_it_is_over(causes: Causes, observation: Observation) -> bool:
    """Ask the engine whether the game is over after some moves; False if it gives no answer."""
    try:
        made = causes.run.play(Script("asked", observation.params, observation.moves))
    except AdapterFault:
        return False
    seen = () if made is None else made.observations
    answers = (each.seen.state for each in seen if each.moves == observation.moves)
    return any(answer is not None and answer.over for answer in answers)
