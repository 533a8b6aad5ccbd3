"""Which of the differences of one position nothing else accounts for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import evolve

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import REFUSED, Observation
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.causes import Cause, Causes, rank, special
from rulewright.conformance.verdict.endings import TOO_SOON
from rulewright.conformance.verdict.following import CHOICES, END, RESULTS

OVER: Item = ("over", "")
ASKED = 3
"""Games in which it is asked whether the game is over, or whose turn it is."""
ENOUGH = 20
"""Games in which the turn is looked at where it was told: more say the same."""


def independent(causes: Causes, together: list[Detection]) -> list[Detection]:
    """Leave out what is right in the position that the engine reports, if that is the wrong one.

    Of one that is impossible nobody knows what is right: what shows only there is left out as well.
    """
    judged = [(each, causes.is_explained(each)) for each in together]
    kinds = {each.difference.kind for each, is_explained in judged if not is_explained}
    if not kinds & {"position", "turn"}:
        return together
    ends = [each for each in together if each.difference.kind == END]
    if END in kinds and not all(map(causes.own.explain, ends)):
        return together
    # Whoever is to move, or nobody, then follows from the end as well.
    after = {END, "turn"} if END in kinds and "position" in kinds else set()
    due = causes.own.explain if "turn" in kinds - after else partial(follows, causes)
    return [
        each
        for each, is_explained in judged
        if is_explained or not (due(each) or each.difference.kind in after)
    ]


def follows(causes: Causes, detection: Detection) -> bool:
    """Return whether an answer may follow from the wrong position that the engine reports with it."""
    if causes.own.explain(detection):
        return True
    about = detection.difference.kind in {*CHOICES, *RESULTS}
    return about and causes.own.is_impossible(detection.observation)


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
    return are_only_played(found) and all(says_it_is_over(causes, each) for each in found[:ASKED])


def are_of_another_position(causes: Causes, found: Sequence[Detection]) -> bool:
    """Return whether actions are wrong only because the engine has come to another position.

    In the shortest games it is asked for that, where nothing but actions was asked.
    """
    silent = [each for each in found if each.observation.seen.state is None]
    told = [each for each in found if each.observation.seen.state is not None]
    some = [evolve(each, observation=asked(causes, each.observation)) for each in silent[:ASKED]]
    return all(is_in_another_position(causes, each) for each in (*told[:ENOUGH], *some))


def are_of_another_turn(causes: Causes, found: Sequence[Detection]) -> bool:
    """Return whether actions are wrong only because the engine takes another player to be to move.

    In the shortest games it is asked who is, where nothing but actions was asked.
    """
    told = [each for each in found if each.observation.seen.state is not None]
    silent = [each for each in found if each.observation.seen.state is None]
    some = [evolve(each, observation=asked(causes, each.observation)) for each in silent[:ASKED]]
    return all(is_of_another_turn(causes, each) for each in (*told[:ENOUGH], *some))


def is_of_another_turn(causes: Causes, detection: Detection) -> bool:
    """Return whether the engine reports a wrong turn, and an action may follow from what it reports."""
    different = causes.run.rules.discrepancies(detection.observation)
    wrong = [evolve(detection, difference=each) for each in different if each.kind == "turn"]
    turned = any(not causes.is_explained(each) for each in wrong)
    return turned and follows(causes, detection)


def are_only_played(found: Sequence[Detection]) -> bool:
    """Return whether actions are refused when they are played, where nothing else was asked."""
    return all(
        each.difference.given == REFUSED and each.observation.seen.state is None for each in found
    )


def says_it_is_over(causes: Causes, detection: Detection) -> bool:
    """Return whether the engine, if it is asked, takes the game to be over."""
    state = asked(causes, detection.observation).seen.state
    return state is not None and state.over


def told_as_ends(causes: Causes, found: Sequence[Detection]) -> list[Detection]:
    """Return, for actions that are only refused, that the engine takes the game to be over.

    It is asked in the shortest games, which come first; the others are taken to be alike. Empty if the
    engine does not say so in each of them, or if that is explained.
    """
    if not are_only_played(found):
        return []
    ends: list[Detection] = []
    for each in found[:ASKED]:
        observation = asked(causes, each.observation)
        wrong = causes.run.rules.discrepancies(observation)
        told = [evolve(each, observation=observation, difference=one) for one in wrong]
        ends += [
            end for end in told if end.difference.kind == "over" and not causes.is_explained(end)
        ]
    return [*ends, *found[ASKED:]] if len(ends) == len(found[:ASKED]) else []


def is_in_another_position(causes: Causes, detection: Detection) -> bool:
    """Return whether the engine reports a wrong position, and an action may follow from that."""
    different = causes.run.rules.discrepancies(detection.observation)
    wrong = [evolve(detection, difference=each) for each in different if each.kind == "position"]
    return any(not causes.is_explained(each) for each in wrong) and follows(causes, detection)


def asked(causes: Causes, observation: Observation) -> Observation:
    """Ask the engine about everything after some moves; what is known already if it gives no answer."""
    script = Script("asked", observation.params, observation.moves)
    try:
        made = causes.run.play(script)
    except AdapterFault:
        return observation
    seen = () if made is None else made.observations
    return next((each for each in seen if each.moves == observation.moves), observation)
