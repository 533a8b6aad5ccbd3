"""Which rules an engine follows: the readings, and the fewest clause mutants, that leave least over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from attrs import evolve, frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.mending import SLOW, Mender
from rulewright.conformance.verdict.results import OVER
from rulewright.conformance.verdict.weighing import (
    HELD,
    IMPOSSIBLE,
    Identified,
    Weigher,
    nearest_possible,
    possible_changes,
    spread,
    weight,
)

ROUNDS = 8
"""Readings that may be changed for what a sample did not show."""
CONTRARY, CLEARLY = 3, 20
"""Positions that may contradict a clause mutant, and how many times as many it must explain if more do;
it must explain more than the first in any case."""
LITTLE = 12
"""Observations that are left over at most where two readings are changed at once for them."""
KEPT = 150
"""Observations that are explained, on which a change of a reading is tried before all."""


def is_contrary(without: frozenset[Item], with_it: frozenset[Item]) -> bool:
    """Return whether an answer speaks against a clause mutant: what is wrong without and with it.

    Also if the engine ends a game that goes on with it, though without it that was over before.
    """
    parts, played_on = ({part for part, _ in each} for each in (with_it, without))
    ends_later = (
        OVER in parts and parts.isdisjoint(IMPOSSIBLE) and not played_on.isdisjoint(IMPOSSIBLE)
    )
    return ends_later or bool(with_it and not without)


@frozen
class Identifier:
    """The search for the hypothesis that leaves least over of all observations."""

    weigher: Weigher
    trials: int
    """Positions in which combinations of readings may be weighed."""

    def identify(self) -> Identified:
        """Find the readings that leave least over, and clause mutants for the rest."""
        if (
            not self.weigher.deviating
        ):  # all agree with the rulings in force, those that were not kept too
            every = len(self.weigher.observations) + self.weigher.unkept
            return Identified(self.weigher.in_force, every, every, every)
        read = self.read()
        found = self.weigher.weighed(read)
        if found.fits:
            return found
        mended = self.read_again(Mender(self.weigher).mended(read))
        held = self.not_contradicted(mended)
        return self.weigher.weighed(self.read_in_place_of_mutants(held))

    def not_contradicted(self, hypothesis: Hypothesis) -> Hypothesis:
        """Give up clause mutants that games contradict: the clause is right there, and not with these.

        What is said of a clause is said of all games. Another bug seldom undoes a mutant.
        """
        few = spread(self.weigher.observations, HELD) if hypothesis.mutants else ()
        for name in hypothesis.mutants:
            others = tuple(each for each in hypothesis.mutants if each != name)
            simpler = evolve(hypothesis, mutants=others)
            wrong = [[self.weigher.wrong(by, each) for by in (simpler, hypothesis)] for each in few]
            contrary = sum(is_contrary(*each) for each in wrong)
            explained = sum(bool(without) and not with_it for without, with_it in wrong)
            is_contradicted = contrary > CONTRARY and contrary * CLEARLY > explained
            if is_contradicted or explained <= CONTRARY:
                hypothesis = simpler
        return hypothesis

    def read_in_place_of_mutants(self, hypothesis: Hypothesis) -> Hypothesis:
        """Put a reading in the place of a clause mutant, if that leaves no more over.

        Where a clause may be read so that it forbids nothing, both are the same to whoever asks.
        """
        samples = self.weigher.few(SLOW), spread(self.weigher.observations, HELD)
        for name in hypothesis.mutants:
            most = [self.weigher.cost(hypothesis, each) for each in samples]
            others = tuple(each for each in hypothesis.mutants if each != name)
            simpler = evolve(hypothesis, mutants=others)
            found: list[tuple[int, Hypothesis]] = []
            for each in (simpler, *possible_changes(self.weigher, simpler, 1)):
                pairs = zip(samples, most, strict=True)
                costs = [self.weigher.cost(each, sample, limit) for sample, limit in pairs]
                if all(cost <= limit for cost, limit in zip(costs, most, strict=True)):
                    found.append((sum(costs), each))
            hypothesis = min(found, key=lambda each: each[0], default=(0, hypothesis))[1]
        return hypothesis

    def read_again(self, mended: Hypothesis) -> Hypothesis:
        """Change readings beside clause mutants, one by one, as long as that leaves less over.

        A mutant is sought beside the rulings in force as well, and with it other readings may show.
        Where positions with much that is wrong weigh the same, the wrong answers themselves are counted.
        """
        sample = self.weigher.few(SLOW)

        def left(each: Hypothesis, most: float = inf) -> tuple[int, int, int]:
            """Count what is left over, until it is more than `most`: the specification is slow."""
            weights = items = 0
            for one in sample:
                wrong = self.weigher.wrong(each, one)
                weights, items = weights + weight(wrong), items + len(wrong)
                if weights > most:
                    break
            return weights, items, self.weigher.distance(each)

        for _ in range(ROUNDS if mended.mutants else 0):
            before = least = left(mended)
            found = mended
            for each in possible_changes(self.weigher, mended, 1):
                value = left(each, least[0])
                if value[:2] < before[:2] and value < least:
                    found, least = each, value
            if found == mended:
                break
            mended = found
        return mended

    def read(self) -> Hypothesis:
        """Find the readings that leave least over: of a sample, then of all that was observed."""
        best = self.climbed(nearest_possible(self.weigher), self.weigher.sample())
        for _ in range(ROUNDS):
            changed = self.settled(best)
            if changed == best:
                break
            best = changed
        return best

    def settled(self, best: Hypothesis) -> Hypothesis:
        """Change one reading, or two if little is left over."""
        over = [each for each in self.weigher.observations if self.weigher.wrong(best, each)]
        several = (1, 2) if 0 < len(over) <= LITTLE else (1,)
        every = (self.gaining(best, over, count) for count in several)
        return next((each for each in every if each != best), best)

    def gaining(self, best: Hypothesis, over: Sequence[Observation], count: int) -> Hypothesis:
        """Change so many readings if that explains more of what is left over than it spoils."""
        kept = {each.key for each in over}
        rest = [each for each in self.weigher.observations if each.key not in kept]
        few = spread(rest, KEPT)
        value = self.weigher.cost(best, over)
        gains = [
            (value - self.weigher.cost(each, over, value), each)
            for each in possible_changes(self.weigher, best, count)
        ]
        gaining = sorted((each for each in gains if each[0] > 0), key=lambda each: -each[0])
        for gain, hypothesis in gaining:
            # Most are refused by a few of the others; what they do not show may be in all the rest.
            if all(self.weigher.cost(hypothesis, each, gain) < gain for each in (few, rest)):
                return hypothesis
        return best

    def climbed(self, start: Hypothesis, sample: Sequence[Observation]) -> Hypothesis:
        """Climb, by one reading or else by two, to what leaves least over of a sample."""
        best, value = start, self.weigher.cost(start, sample)
        while value:
            changed = self.better(
                possible_changes(self.weigher, best, 1), sample, value
            ) or self.better(possible_changes(self.weigher, best, 2), sample, value)
            if changed is None:
                break
            best, value = changed
        return self.weigher.fewest(best, sample, value)

    def better(
        self, others: Iterable[Hypothesis], sample: Sequence[Observation], value: int
    ) -> tuple[Hypothesis, int] | None:
        """Return the one of some hypotheses that leaves least over, if it leaves less than `value`.

        Of those that leave equally much it is the one that departs least from the rulings in force.
        """
        found: tuple[Hypothesis, int] | None = None
        for each in others:
            if self.weigher.tried > self.trials:
                break
            cost = self.weigher.cost(each, sample, value)
            fewer = found and self.weigher.distance(each) < self.weigher.distance(found[0])
            if cost < value or (found and cost == value and fewer):
                found, value = (each, cost), cost
        return found
