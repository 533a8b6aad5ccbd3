"""Departures that bugs make superfluous: as few bugs explain as much without them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import Any

from attrs import field, frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.verdict.endings import ABOUT_THE_END
from rulewright.conformance.verdict.ends import ends_decide, have_all_ends
from rulewright.conformance.verdict.patterns import patterns_in
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.conformance.verdict.weighing import Weigher, given_up, is_possible


@frozen
class ExplainedBesideBugs:
    """A hypothesis, the bugs beside it, and how many answers neither explains."""

    hypothesis: Hypothesis
    patterns: tuple[Pattern, ...]
    before: int
    """Answers that the hypothesis alone does not explain."""
    after: int
    """Those that no bug explains, either."""
    left: Mapping[Any, int] = field(factory=dict, hash=False)
    """The same for each observation, by its key."""
    ended_late: int = 0
    """Positions after the end of a game that the engine calls over: another reading may have them so."""

    @property
    def has_a_bug_about_the_end(self) -> bool:
        """Whether the hypothesis has games end elsewhere than the engine, too."""
        return any(each.name in ABOUT_THE_END for each in self.patterns)

    @property
    def has_several_bugs_about_the_end(self) -> bool:
        """Whether it misses ends and has others that are none: they may be one by another reading."""
        return sum(each.name in ABOUT_THE_END for each in self.patterns) > 1

    @property
    def bugs(self) -> int:
        """Count the bugs: ends that are not noticed, and others that are none, may be one bug."""
        about_ends = sum(each.name in ABOUT_THE_END for each in self.patterns)
        return len(self.patterns) - max(about_ends - 1, 0)

    @property
    def past_ends(self) -> frozenset[Any]:
        """The observations of which bugs about the end explain away whatever it is."""
        about = (each.accounts for each in self.patterns if each.name in ABOUT_THE_END)
        return frozenset(chain.from_iterable(about))

    def may_be_as_good_as(self, other: ExplainedBesideBugs) -> bool:
        """Return whether hardly more bugs leave no more over, but for what the other explains away."""
        left = sum(count for key, count in self.left.items() if key not in other.past_ends)
        return self.bugs <= other.bugs and left <= other.after

    def is_as_good_as(self, other: ExplainedBesideBugs) -> bool:
        """Return whether no more bugs leave no more over."""
        return len(self.patterns) <= len(other.patterns) and self.after <= other.after

    def does_without_a_bug_of(self, other: ExplainedBesideBugs) -> bool:
        """Return whether another hypothesis needs a bug of its own that explains away what it gains."""
        names = {each.name for each in self.patterns}
        # Half a reading is met beside the right readings only: beside others it is not seen.
        needed = (each.name for each in other.patterns if each.half is None)
        return (
            len(self.patterns) <= len(other.patterns)
            and any(name not in names for name in needed)
            and self.before - other.before <= other.before - other.after
        )


def without_bugs(weigher: Weigher) -> Weigher:
    """Return what weighs all that a hypothesis has otherwise, whatever a bug accounts for."""
    return Weigher(weigher.laboratory, weigher.in_force, known=weigher.known)


def left_over(weigher: Weigher, hypothesis: Hypothesis, observations: Sequence[Observation]) -> int:
    """Count the answers that a hypothesis does not explain, bugs left aside."""
    raw = without_bugs(weigher)
    return sum(len(raw.wrong(hypothesis, each)) for each in observations)


def beside_bugs(
    weigher: Weigher, hypothesis: Hypothesis, observations: Sequence[Observation]
) -> ExplainedBesideBugs:
    """Find the bugs in what a hypothesis leaves over."""
    raw = without_bugs(weigher)
    wrong = ((each, raw.wrong(hypothesis, each)) for each in observations)
    left = {each.key: (each, items) for each, items in wrong if items}
    before = sum(len(items) for _, items in left.values())
    residue = Residue(weigher.laboratory, hypothesis, left, observations)
    patterns = tuple(patterns_in(residue))
    over = {key: len(items) for key, (_, items) in residue.wrong.items()}
    ended = (each for each, _ in left.values() if each.seen.state and each.seen.state.over)
    ended_late = sum(map(residue.is_past_end, ended))
    return ExplainedBesideBugs(hypothesis, patterns, before, sum(over.values()), over, ended_late)


def simplest(
    weigher: Weigher, hypothesis: Hypothesis, observations: Sequence[Observation]
) -> ExplainedBesideBugs:
    """Give up departures as long as no more bugs explain as much without them.

    One bug about the end may look like two readings, of which neither can be given up alone.
    """
    best = beside_bugs(weigher, hypothesis, observations)
    with_more_bugs: list[str] = []
    for departure in hypothesis.departures(weigher.in_force):
        simpler = given_up(best.hypothesis, departure, weigher.in_force)
        possible = is_possible(weigher, simpler)
        if not possible or is_decided_by_ends(weigher, best, simpler, observations):
            continue
        found = beside_bugs(weigher, simpler, observations)
        if is_half_kept(found, departure):
            continue
        if is_simpler(found, best):
            best = found
        elif found.after <= best.after:  # all is explained, by more bugs
            with_more_bugs.append(departure)
    for two in combinations(with_more_bugs, 2) if best.has_a_bug_about_the_end else ():
        if {*two} <= {*best.hypothesis.departures(weigher.in_force)}:
            simpler = best.hypothesis
            for departure in two:
                simpler = given_up(simpler, departure, weigher.in_force)
            if is_decided_by_ends(weigher, best, simpler, observations):
                continue
            found = beside_bugs(weigher, simpler, observations)
            best = found if is_simpler(found, best) else best
    return with_all_ends(weigher, best, observations)


def is_half_kept(found: ExplainedBesideBugs, departure: str) -> bool:
    """Return whether a reading that was given up is followed for some actions after all."""
    return any(bug.half is not None and "=".join(bug.half) == departure for bug in found.patterns)


def with_all_ends(
    weigher: Weigher, best: ExplainedBesideBugs, observations: Sequence[Observation]
) -> ExplainedBesideBugs:
    """Return what explains as much and has all ends that the engine notices, if there is such a thing.

    A bug that ends games anywhere, or nowhere, explains as much beside any readings.
    """
    if best.has_a_bug_about_the_end:
        for each in have_all_ends(without_bugs(weigher), best.hypothesis, observations):
            found = beside_bugs(weigher, each, observations)
            if found.is_as_good_as(best):
                return found
    return best


def is_decided_by_ends(
    weigher: Weigher,
    best: ExplainedBesideBugs,
    simpler: Hypothesis,
    observations: Sequence[Observation],
) -> bool:
    """Return whether the engine ends games where the best hypothesis does, and not a simpler one.

    A bug about the end explains away whatever a hypothesis has after its own ends.
    """
    if not best.has_a_bug_about_the_end:
        return False
    return ends_decide(without_bugs(weigher), best.hypothesis, simpler, observations)


def is_simpler(found: ExplainedBesideBugs, best: ExplainedBesideBugs) -> bool:
    """Return whether no more bugs explain as much with fewer departures."""
    later = found.ended_late > best.ended_late
    if later and not best.has_a_bug_about_the_end:
        return False
    return found.is_as_good_as(best) or (not later and found.does_without_a_bug_of(best))
