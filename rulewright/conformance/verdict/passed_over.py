"""Players who are passed over, and games that end, because actions are missing: no bugs of their own.

Whoever has one action left, which the engine lacks as it lacks others, seems to it to have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from rulewright.conformance.adapter.observation import NOT_LISTED, Observation
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.reference import BREAKING
from rulewright.conformance.verdict.causes import Cause, Causes
from rulewright.conformance.verdict.endings import TOO_SOON
from rulewright.conformance.verdict.ends import END
from rulewright.conformance.verdict.residue import ELSEWHERE, Pattern

LOOKED_AT = 40
"""Positions in which it is looked how many actions there are."""


def most_missing(causes: Causes) -> int:
    """Return how many actions, at most, are missing in one position, and nothing explains it.

    Of positions in which who is to move is right, and whether anybody is.
    """
    times: Counter[Any] = Counter()
    for each in causes.run.evidence.detections:
        if each.difference.given != NOT_LISTED or causes.is_explained(each):
            continue
        if ELSEWHERE.isdisjoint(causes.wrong(causes.hypothesis, each.observation)):
            times[each.observation.key] += 1
    return max(times.values(), default=0)


def may_lack_all(causes: Causes, observation: Observation, most: int) -> bool:
    """Return whether somebody has an action, and no more than may be missing in one position."""
    laboratory, plain = causes.plain
    reference = laboratory.asked(plain, observation)
    try:
        state = None if reference is None else reference.state(observation.moves)
        legal = () if reference is None else reference.engine.legal_actions(state)
    except BREAKING:
        return False
    return 0 < len(legal) <= most


def leave_out_who_is_passed_over(causes: Causes, found: dict[Cause, list[Detection]]) -> None:
    """Drop wrong turns that nothing explains, if the player due may seem to have no action."""
    turns = [cause for cause in found if cause.kind == "turn" and not cause.names]
    most = most_missing(causes) if turns else 0
    for cause in turns:
        some = islice(found[cause], LOOKED_AT)
        if all(may_lack_all(causes, each.observation, most) for each in some):
            del found[cause]


def end_follows_from_missing_actions(
    causes: Causes, pattern: Pattern, observations: Sequence[Observation]
) -> bool:
    """Return whether games end too soon only where the player due may seem to have no action."""
    if pattern.name != TOO_SOON:
        return False
    laboratory, plain = causes.plain
    shown = (each for each in observations if pattern.due_in(each))
    ends = [*islice((each for each in shown if END in laboratory.wrong(plain, each)), LOOKED_AT)]
    most = most_missing(causes) if ends else 0
    return bool(ends) and all(may_lack_all(causes, each, most) for each in ends)
