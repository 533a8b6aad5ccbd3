"""Readings under which actions that an engine lists do not even exist.

A bug elsewhere makes illegal what is legal, or the reverse. It does not spell what only another reading
has a spelling for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.rules import RulesInForce
from rulewright.conformance.verdict.doubts import FEW
from rulewright.interface import Action
from rulewright.play import games

Reading = tuple[str, str]
"""A question, and one of its readings."""


def without_such_actions(
    rules: RulesInForce, observations: Iterable[Observation]
) -> frozenset[Reading]:
    """Return the readings that lack actions which an engine lists in several positions.

    Another reading of the same question has them.
    """
    times: Counter[Reading] = Counter()
    known: dict[tuple[str, Action], list[Reading]] = {}
    for each in observations if rules.elsewhere else ():
        foreign = min(rules.elsewhere.keys() & {*(each.seen.legal or ())}, default=None)
        if foreign is not None:
            key = each.key[0], foreign
            if key not in known:
                known[key] = lacking(rules, each, foreign)
            times.update(known[key])
    return frozenset(reading for reading, count in times.items() if count > FEW)


def lacking(rules: RulesInForce, observation: Observation, action: Action) -> list[Reading]:
    """List the readings of a question that lack an action; none unless another of them has it."""
    question, found = rules.elsewhere[action], []
    readings = games.specified(rules.setup.game).readings[question]
    for reading in readings:
        other = rules.in_force.but(**{question: reading})
        reference = rules.laboratory.asked(other, observation)
        if reference is not None and reference.misspelling(action) is not None:
            found.append((question, reading))
    return found if len(found) < len(readings) else []
