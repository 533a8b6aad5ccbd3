"""The fewest clause mutants that explain what readings leave over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.verdict.weighing import (
    MOST_ITEMS,
    Weigher,
    by_length,
    nearest_possible,
    spread,
    weight,
)

SLOW = 24
"""The same for a hypothesis with clause mutants: the specification is slow, and longer games slower."""
FIRST = 4
"""Of these, those that a clause mutant must explain something of before the others are looked at."""
MOST_MUTANTS = 2
WORTH = 0.1
"""Share of what is left over that a clause mutant must explain."""
SPOILT = 0.05
"""What a clause mutant may have wrong that was right before, as a share of what it explains."""


@frozen
class Mender:
    """Adds clause mutants to readings: the specification with one clause wrong."""

    weigher: Weigher

    def mended(self, base: Hypothesis) -> Hypothesis:
        """Add the fewest clause mutants that explain a good part of what readings leave over."""
        for _ in range(MOST_MUTANTS):
            sample = self.unexplained(base)
            value = self.weigher.cost(base, sample)
            bases = dict.fromkeys(
                (base, evolve(nearest_possible(self.weigher), mutants=base.mutants))
            )
            if not value:
                break
            others = [
                (each, self.weigher.cost(each, sample, value))
                for each in self.promising(bases, sample)
                if self.is_clean(base, each, sample)
            ]
            found, cost = min(
                others,
                key=lambda each: (each[1], self.weigher.distance(each[0])),
                default=(base, value),
            )
            if value - cost < max(WORTH * value, 1):
                break
            base = self.weigher.fewest(found, sample, cost)
        return base

    def is_clean(
        self, base: Hypothesis, mutated: Hypothesis, sample: Sequence[Observation]
    ) -> bool:
        """Return whether a mutant has next to nothing wrong that was right without it."""
        explained = spoilt = 0
        most = SPOILT * self.weigher.cost(base, sample)
        for each in sample:
            before, after = self.weigher.wrong(base, each), self.weigher.wrong(mutated, each)
            explained += max(weight(before) - weight(after), 0)
            spoilt += MOST_ITEMS if weight(after) == MOST_ITEMS > weight(before) else 0
            spoilt += len(after - before)
            if spoilt > most:
                return False
        return spoilt <= SPOILT * explained

    def unexplained(self, base: Hypothesis) -> tuple[Observation, ...]:
        """Choose short observations: those that a hypothesis does not explain, and some others."""
        left = [each for each in self.weigher.deviating if self.weigher.wrong(base, each)]
        chosen = (*left[: SLOW // 2], *spread(left[SLOW // 2 : 4 * SLOW], SLOW // 4))
        known = {each.key for each in left}
        explained = [each for each in self.weigher.deviating if each.key not in known]
        short = by_length(self.weigher.agreeing(4 * SLOW))[: 2 * SLOW]
        others = (*spread(explained[: 2 * SLOW], SLOW // 3), *spread(short, SLOW // 3))
        return tuple(dict.fromkeys((*chosen, *others)))

    def promising(
        self, bases: Iterable[Hypothesis], sample: Sequence[Observation]
    ) -> Iterator[Hypothesis]:
        """Yield the hypotheses with one more clause mutant that explain some of the first positions."""
        first = sample[:FIRST]
        for base in bases:
            clauses = {name.split()[0] for name in base.mutants}
            at_first = self.weigher.cost(base, first)
            for name in self.weigher.laboratory.mutants():
                if name.split()[0] not in clauses:
                    mutated = Hypothesis(base.rulings, (*base.mutants, name))
                    if self.weigher.cost(mutated, first, at_first) < at_first:
                        yield mutated
