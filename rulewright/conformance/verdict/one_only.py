"""What one of two readings permits in the same position, and the other does not."""

from __future__ import annotations

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import Reference
from rulewright.interface import Action

Legal = frozenset[Action]


def legal_in_one_only(
    laboratory: Laboratory, pair: tuple[Hypothesis, Hypothesis], observation: Observation
) -> Legal:
    """Return what is legal by just one of two hypotheses in the position of the first."""
    own, other = (laboratory.asked(each, observation) for each in pair)
    if own is None or other is None:
        return Legal()
    # It is asked again and again, for whatever is tried beside one hypothesis.
    key = pair[0], observation.moves
    if key not in other.one_only:
        if len(other.one_only) >= Reference.MOST:
            other.one_only.clear()
        other.one_only[key] = apart(own, other, observation)
    return other.one_only[key]


def apart(own: Reference, other: Reference, observation: Observation) -> Legal:
    """Return the same of two engines; nothing where one of them cannot say."""
    legal = other.legal_in(own, observation.moves)
    if legal is None:
        return Legal()
    return Legal(legal) ^ Legal(own.engine.legal_actions(own.state(observation.moves)))
