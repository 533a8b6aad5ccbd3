"""What follows from a position that an engine reports otherwise: that is no bug of its own."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import BREAKING, Reference

CHOICES = ("extra", "missing")
"""Kinds of difference about an action."""
RESULTS = ("winners", "scores")
END = "over"


@frozen
class OwnPositions:
    """Judges answers by the positions that the engine itself reports, under some readings."""

    laboratory: Laboratory
    hypothesis: Hypothesis
    known: dict[Any, tuple[Any, Any] | None] = field(factory=dict, init=False, eq=False)
    """For each observation, by its key, the rules and the state."""

    def explain(self, detection: Detection) -> bool:
        """Return whether an answer is right in the position that was reported with it."""
        observation, difference = detection.observation, detection.difference
        if difference.kind == END:
            reference = self.laboratory.asked(self.hypothesis, observation)
            return end_follows_from_position(reference, observation)
        own = self.own(observation)
        if own is None:
            return False
        engine, state = own
        if difference.kind in CHOICES:
            return (difference.action in engine.legal_actions(state)) == (
                difference.kind == "extra"
            )
        return difference.kind in RESULTS and bool(
            getattr(engine, difference.kind)(state) == difference.given
        )

    def is_impossible(self, observation: Observation) -> bool:
        """Return whether a position was reported, and can be none: nothing can be judged by it."""
        answer = observation.seen.state
        told = answer is not None and answer.position is not None
        return told and self.own(observation) is None

    def own(self, observation: Observation) -> tuple[Any, Any] | None:
        """Return the rules, and the state that was reported; None if that can be no position."""
        key = observation.key
        if key not in self.known:
            self.known[key] = self.read(observation)
        return self.known[key]

    def read(self, observation: Observation) -> tuple[Any, Any] | None:
        """Read the position that was reported."""
        answer = observation.seen.state
        reference = self.laboratory.asked(self.hypothesis, observation)
        if reference is None or answer is None or answer.position is None:
            return None
        try:
            return reference.engine, reference.engine.from_json(answer.position)
        except BREAKING:
            return None


def end_follows_from_position(reference: Reference | None, observation: Observation) -> bool:
    """Return whether an end, or none, follows from what is wrong in the position that is reported.

    That is so if it is right in that position. Of one that is impossible nobody knows; but who has just
    the end wrong reports nothing else otherwise than that nobody is to move, or somebody is.
    """
    answer = observation.seen.state
    if reference is None or answer is None or answer.position is None:
        return False
    try:
        expected = reference.engine.to_json(reference.state(observation.moves))
    except BREAKING:
        return False
    given = answer.position
    both = [(expected[name], given[name]) for name in expected.keys() & given.keys()]
    if not any(one != other and None not in (one, other) for one, other in both):
        return False
    try:
        own = reference.engine.from_json(given)
        return bool(reference.engine.is_over(own) == answer.over)
    except BREAKING:
        return True
