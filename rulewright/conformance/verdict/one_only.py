"""What one of two readings permits in the same position, and the other does not."""

from __future__ import annotations

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import BREAKING
from rulewright.interface import Action


def legal_in_one_only(
    laboratory: Laboratory, pair: tuple[Hypothesis, Hypothesis], observation: Observation
) -> frozenset[Action]:
    """Return what is legal by just one of two hypotheses in the position of the first."""
    own, other = (laboratory.asked(each, observation) for each in pair)
    if own is None or other is None:
        return frozenset()
    try:
        state = own.state(observation.moves)
        same = other.engine.from_json(own.engine.to_json(state))
        legal = frozenset(other.engine.legal_actions(same))
    except BREAKING:
        return frozenset()
    return legal ^ frozenset(own.engine.legal_actions(state))
