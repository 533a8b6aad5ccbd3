"""Which clause forbids an illegal action, in many positions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import field, frozen

from rulewright.conformance.adapter.observation import Observation, spelled
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.interface import Action, IllegalAction, Json, MalformedAction
from rulewright.play import games

MANY = 64
"""Actions of one position that are asked about one by one; it pays then to judge all that there are."""


@frozen
class Forbidding:
    """Asks the specification under some readings. Each position is read once."""

    laboratory: Laboratory
    readings: Hypothesis
    made: dict[str, Any] = field(factory=dict, init=False, eq=False)
    """The specification, by parameters."""
    positions: dict[Any, Any] = field(factory=dict, init=False, eq=False)
    """The positions of observations."""
    asked: Counter[Any] = field(factory=Counter, init=False, eq=False)
    """How many actions were asked about in each of them."""
    numbered: dict[Any, dict[Action, int]] = field(factory=dict, init=False, eq=False)
    """The candidates of positions in which many actions are asked about."""

    def forbidding(self, detection: Detection) -> str:
        """Name the one clause that forbids what is taken for legal; "" if there is none."""
        action, observation = detection.difference.action, detection.observation
        is_extra = detection.difference.kind == "extra" and action is not None
        return self.sole_clause(observation, action or "") if is_extra else ""

    def sole_clause(self, observation: Observation, action: Action) -> str:
        """Name the one clause that forbids an action; "" if there is none, or more than one."""
        (only, *more) = self.clauses(observation, action) or ("",)
        return "" if more else only

    def clauses(self, observation: Observation, action: Action) -> tuple[str, ...]:
        """Name the clauses that forbid an action; none if it is legal, or no action there."""
        specification = self.specification(observation.params)
        self.asked[observation.key] += 1
        try:
            state = self.position(specification, observation)
            if self.asked[observation.key] > MANY and not specification.is_over(state):
                lane = self.lanes(specification, observation).get(action)
                if lane is not None:
                    return tuple(map(str, specification.verdicts(state).forbidding(lane)))
            found = specification.explain(state, action)
        except (IllegalAction, MalformedAction):
            return ()
        return tuple(dict.fromkeys(str(each.clause) for each in found))

    def lanes(self, specification: Any, observation: Observation) -> dict[Action, int]:
        """Return the candidates of a position, and the lane of each: all of them are judged at once."""
        key = observation.key
        if key not in self.numbered:
            verdicts = specification.verdicts(self.position(specification, observation))
            self.numbered[key] = {each: lane for lane, each in enumerate(verdicts.candidates)}
        return self.numbered[key]

    def same_position(self, observation: Observation, other: Forbidding) -> bool:
        """Return whether the moves lead to the same position as under other readings."""
        return self.written(observation) == other.written(observation)

    def specification(self, params: Json) -> Any:
        """Return the specification with some parameters."""
        key = spelled(params)
        if key not in self.made:
            game, readings = self.laboratory.game, self.readings.readings
            self.made[key] = games.specification(game, params, readings)
        return self.made[key]

    def position(self, specification: Any, observation: Observation) -> Any:
        """Return the position of an observation; raises `IllegalAction`.

        It comes from legal moves, so no demand on positions is asked of it: in Dreieck whether
        somebody can capture takes a hundred times as long to work out as the position to be read.
        """
        key = observation.key
        if key not in self.positions:
            self.positions[key] = specification.read(self.written(observation))
        return self.positions[key]

    def written(self, observation: Observation) -> Json:
        """Return the position in its JSON form; raises `IllegalAction`.

        Moves are replayed by the implementation, which takes a hundredth of the time.
        """
        reference = self.laboratory.asked(self.readings, observation)
        assert reference is not None
        return reference.engine.to_json(reference.state(observation.moves))
