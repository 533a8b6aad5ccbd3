"""What a wrong part of a reported position is about: the order of a list, or what a clause reads."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.reference import BREAKING
from rulewright.interface import Json, MalformedPosition
from rulewright.play.replay import state_after

FURTHER = 4
"""Next actions after which it is looked for a clause that forbids otherwise."""


def is_in_another_order(reference: Any, observation: Observation, part: str) -> bool:
    """Return whether a part differs in the order of a list only, and that order is the notation's.

    Then no position is written so: the specification refuses to read it.
    """
    right, reported = with_reported(reference, observation, part)
    if reported == right or sorted_throughout(reported) != sorted_throughout(right):
        return False
    try:
        reference.from_json(reported)
    except MalformedPosition:
        return True
    except BREAKING:
        return False
    return False


def clause_that_reads(reference: Any, observation: Observation, part: str) -> str:
    """Return the only clause that forbids other actions in the reported position; "" if there is none.

    If none does so there, one that does after a next action.
    """
    right, reported = with_reported(reference, observation, part)
    if reported == right:
        return ""
    with suppress(*BREAKING, AttributeError):  # a guest's engine may have other ways
        one, other = (reference.read(each) for each in (right, reported))
        found = forbidding_otherwise(reference, one, other)
        for action in () if found else reference.legal_actions(one)[:FURTHER]:
            after = (reference.successor(each, action) for each in (one, other))
            found |= forbidding_otherwise(reference, *after)
        return next(iter(found)) if len(found) == 1 else ""
    return ""


def forbidding_otherwise(reference: Any, one: Any, other: Any) -> set[str]:
    """Return the clauses that do not forbid the same actions in two positions."""
    here, there = by_action(reference, one), by_action(reference, other)
    nothing: set[str] = set()
    return nothing.union(
        *(here.get(each, nothing) ^ there.get(each, nothing) for each in here.keys() | there.keys())
    )


def by_action(reference: Any, state: Any) -> dict[str, set[str]]:
    """Return the clauses that forbid each action of a position."""
    if reference.is_over(state):
        return {}
    verdicts = reference.verdicts(state)
    return {
        verdicts.candidates[lane]: {*verdicts.forbidding(lane)}
        for lane in reference.considered(state)
    }


def with_reported(reference: Any, observation: Observation, part: str) -> tuple[Json, Json]:
    """Return the right position, and the same with a part as it was reported."""
    right = json.loads(json.dumps(reference.to_json(state_after(reference, observation.moves))))
    answer = observation.seen.state
    _, _, name = part.partition(".")
    if answer is None or name not in (answer.position or {}):
        return right, right
    assert answer.position is not None
    return right, {**right, name: answer.position[name]}


def sorted_throughout(value: Any) -> Any:
    """Return a value with every list in it sorted, but for those of numbers, such as a cell."""
    if isinstance(value, dict):
        return {name: sorted_throughout(each) for name, each in sorted(value.items())}
    if isinstance(value, list) and not all(isinstance(each, int | float) for each in value):
        return sorted(map(sorted_throughout, value), key=json.dumps)
    return value
