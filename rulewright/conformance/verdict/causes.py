"""Which departure from the rules in force a detection is due to."""

from __future__ import annotations

from itertools import combinations

from attrs import field, frozen

from rulewright.conformance.adapter.observation import MISSPELT, TWICE, Observation
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Item, item_of
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.forbidding import Forbidding
from rulewright.conformance.verdict.residue import Pattern
from rulewright.conformance.verdict.shortest import ABOUT_COUNTS, AS_MET
from rulewright.conformance.verdict.weighing import IMPOSSIBLE, given_up, only


@frozen
class Cause:
    """What a detection is due to: departures, or a bug in words; else what can be said of it."""

    names: tuple[str, ...] = ()
    """Departures that explain it together, or the words of a pattern; nothing if none does."""
    kind: str = ""
    """Where nothing explains it: its kind."""
    clause: str = ""
    """Where nothing explains it: the one clause that forbids the action, if there is one."""

    @property
    def said(self) -> str:
        """Say what explains it; "" if nothing does."""
        return "; ".join(self.names)


@frozen
class Causes:
    """The departures of a hypothesis: readings that are not in force, and clause mutants."""

    run: GameRun
    hypothesis: Hypothesis
    patterns: tuple[Pattern, ...] = ()
    known: dict[tuple[Hypothesis, Observation], frozenset[Item]] = field(
        factory=dict, init=False, eq=False
    )
    specified: Forbidding = field(init=False, eq=False)
    """The specification under the readings of the hypothesis."""

    @specified.default
    def _specified(self) -> Forbidding:
        return Forbidding(self.run.rules.laboratory, Hypothesis(self.hypothesis.rulings))

    @property
    def departures(self) -> tuple[str, ...]:
        """Name them all."""
        return self.hypothesis.departures(self.run.rules.in_force)

    def identities(self, cause: Cause) -> tuple[str, ...]:
        """Return by what a cause is known: departures by their names, a bug without numbers."""
        bugs = {each.words: each.identity for each in self.patterns}
        return tuple(bugs.get(name, name) for name in cause.names)

    def is_bug(self, cause: Cause) -> bool:
        """Return whether a cause is no departure, but a bug in words, or unexplained."""
        return not cause.names or any(each.words in cause.names for each in self.patterns)

    def of(self, detection: Detection) -> Cause:
        """Find the fewest departures that explain what a detection is about, or a pattern."""
        kind = detection.difference.kind
        if special(detection):
            return Cause(kind=kind)
        item = item_of(detection.difference)
        for pattern in self.patterns:
            if pattern.shows_in(detection.observation, item):
                return Cause((pattern.words,))
        if not self.accounts_for(self.hypothesis, detection):
            return Cause(kind=kind, clause=self.forbidding(detection))
        every = self.departures
        for count in range(1, len(every)):
            for names in combinations(every, count):
                if self.accounts_for(only(names, self.run.rules.in_force), detection):
                    return Cause(names)
        return Cause(every)

    def forbidding(self, detection: Detection) -> str:
        """Name the one clause that forbids an action by what the engine seems to play; "" if none."""
        action, observation = detection.difference.action, detection.observation
        if detection.difference.kind != "extra" or action is None:
            return ""
        if len(observation.moves) > ATTRIBUTED:
            return ""
        return self.specified.sole_clause(observation, action)

    def is_explained(self, detection: Detection) -> bool:
        """Return whether a pattern or the hypothesis explains a detection."""
        item = item_of(detection.difference)
        if any(each.shows_in(detection.observation, item) for each in self.patterns):
            return True
        return self.accounts_for(self.hypothesis, detection)

    def without(self, cause: str) -> Hypothesis:
        """Return the hypothesis without one departure."""
        return given_up(self.hypothesis, cause, self.run.rules.in_force)

    def wrong(self, hypothesis: Hypothesis, observation: Observation) -> frozenset[Item]:
        """Return the items of an observation that a hypothesis has otherwise."""
        key = hypothesis, observation
        if key not in self.known:
            self.known[key] = self.run.rules.laboratory.wrong(hypothesis, observation)
        return self.known[key]

    def accounts_for(self, hypothesis: Hypothesis, detection: Detection) -> bool:
        """Return whether a hypothesis accounts for the difference, and can play the game."""
        wrong = self.wrong(hypothesis, detection.observation)
        if item_of(detection.difference) in wrong:
            return False
        return not any(part in IMPOSSIBLE for part, _ in wrong)

    def due(self, cause: str, observation: Observation) -> frozenset[Item]:
        """Return what deviates, and is explained, but not without a departure."""
        deviating = self.wrong(self.run.rules.in_force, observation)
        if not deviating:
            return deviating
        unexplained = self.wrong(self.hypothesis, observation)
        return (deviating & self.wrong(self.without(cause), observation)) - unexplained

    def still(self, detection: Detection, cause: Cause) -> bool:
        """Return whether a detection still shows the same cause."""
        if special(detection):
            return True
        if self.of(detection) == cause:
            return True
        if len(cause.names) != 1:
            return False
        bug = next((each for each in self.patterns if each.words == cause.names[0]), None)
        if bug is not None:
            return bug.shows_in(detection.observation, item_of(detection.difference))
        return item_of(detection.difference) in self.due(cause.names[0], detection.observation)


ATTRIBUTED = 40
"""Moves of the longest game in which the clause is found that forbids an unexplained action."""
TELLING = ("over", "winners", "scores", "turn", "extra", "missing", "position")
"""Kinds of difference, the most telling one of an event first."""


def rank(detection: Detection) -> int:
    """Return how telling a difference is; the lowest is the most: at the start, the position."""
    kind = detection.difference.kind
    if kind == "position" and not detection.observation.moves:
        return -1
    return TELLING.index(kind) if kind in TELLING else len(TELLING)


def special(detection: Detection) -> bool:
    """Return whether a detection is about something that no hypothesis about the rules can explain."""
    return detection.difference.kind in {"refusal", MISSPELT, TWICE, *ABOUT_COUNTS, *AS_MET}
