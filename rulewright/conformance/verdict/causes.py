"""Which departure from the rules in force a detection is due to."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import inf

from attrs import Factory, field, frozen

from rulewright.conformance.adapter.observation import MISSPELT, TWICE, Observation
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import Item, item_of
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.following import OwnPositions
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
    specified: Forbidding = field(
        init=False, eq=False, default=Factory(lambda self: Forbidding(*self.plain), takes_self=True)
    )
    """The specification under the readings of the hypothesis."""
    own: OwnPositions = field(
        init=False,
        eq=False,
        default=Factory(lambda self: OwnPositions(*self.plain), takes_self=True),
    )
    """The positions that the engine reports, under these readings."""

    @property
    def plain(self) -> tuple[Laboratory, Hypothesis]:
        """Return the engines, and the readings of the hypothesis without its mutants."""
        return self.run.rules.laboratory, Hypothesis(self.hypothesis.rulings)

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
        return not cause.names or is_pattern(cause, self.patterns)

    def of(self, detection: Detection, most: float = inf) -> Cause:
        """Find the fewest departures that explain what a detection is about, or a pattern.

        What forbids an unexplained action is found after so many moves at most; else it is `LATE`.
        """
        kind = detection.difference.kind
        if special(detection):
            return Cause(kind=kind)
        if not self.accounts_for(self.hypothesis, detection):
            for pattern in self.patterns:
                if self.is_due_to(pattern, detection):
                    return Cause((pattern.words,))
            late = kind == "extra" and detection.length > most
            return Cause(kind=kind, clause=LATE if late else self.specified.forbidding(detection))
        return Cause(fewest(self, self.hypothesis, detection))

    def is_explained(self, detection: Detection) -> bool:
        """Return whether a pattern or the hypothesis explains a detection."""
        return self.accounts_for(self.hypothesis, detection) or any(
            self.is_due_to(each, detection) for each in self.patterns
        )

    def is_due_to(self, pattern: Pattern, detection: Detection) -> bool:
        """Return whether a bug is the cause, and not the readings that the engine plays anyway."""
        if self.accounts_for(self.hypothesis, detection):
            return False
        return pattern.shows_in(detection.observation, item_of(detection.difference))

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
        """Return what deviates, and is explained, but not without a departure.

        Nothing in a game that the hypothesis cannot play: it does not say what is so there.
        """
        deviating = self.wrong(self.run.rules.in_force, observation)
        if not deviating:
            return deviating
        unexplained = self.wrong(self.hypothesis, observation)
        if any(part in IMPOSSIBLE for part, _ in unexplained):
            return frozenset()
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
            return self.is_due_to(bug, detection)
        return item_of(detection.difference) in self.due(cause.names[0], detection.observation)


def fewest(causes: Causes, hypothesis: Hypothesis, detection: Detection) -> tuple[str, ...]:
    """Return the fewest departures of a hypothesis that explain what all of them together do."""
    in_force = causes.run.rules.in_force
    every = hypothesis.departures(in_force)
    for count in range(1, len(every)):
        for names in combinations(every, count):
            if causes.accounts_for(only(names, in_force), detection):
                return names
    return every


def is_pattern(cause: Cause, patterns: Iterable[Pattern]) -> bool:
    """Return whether a cause is one of some bugs in words."""
    return any(each.words in cause.names for each in patterns)


LATE = "late"
"""Stands for the clause that forbids an unexplained action, where it was not looked for."""
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
