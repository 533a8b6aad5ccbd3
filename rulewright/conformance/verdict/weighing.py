"""What hypotheses leave over of the observations, item by item.

A bug in one part of an answer hides nothing in the others. Budgets are numbers of positions: the same
evidence gives the same answer, however fast the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from attrs import define, evolve, field, frozen

from rulewright.conformance.adapter.observation import PLAYED, Observation
from rulewright.conformance.evidence.hypothesis import NOT_PLAYED, Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import BROKEN, Item
from rulewright.play import games

DEVIATING, AGREEING = 40, 24
"""Observations that hypotheses are weighed on while one is looked for."""
HELD = 800
"""Observations that a hypothesis with clause mutants is held against in the end."""
MOST_ITEMS = 40
"""Items that one observation can count for: no single position outweighs all others."""
IMPOSSIBLE = (PLAYED, BROKEN[0], NOT_PLAYED[0])
"""Parts that stand for a whole observation."""
Known = dict[tuple[Hypothesis, Observation], frozenset[Item]]
Left = Callable[[Observation, frozenset[Item]], frozenset[Item]]
"""Leaves out the items of an observation that something else explains."""


def everything(_: Observation, items: frozenset[Item]) -> frozenset[Item]:
    """Leave out nothing."""
    return items


@frozen
class Identified:
    """The hypothesis found, and how much of what was observed it explains."""

    hypothesis: Hypothesis
    explained: int
    """Observations that it explains, of those held against it."""
    held: int
    """Observations that it was held against."""
    observed: int
    """All observations; more than were held if there was no room for all."""

    @property
    def fits(self) -> bool:
        """Whether nothing that it was held against speaks against it."""
        return self.explained == self.held > 0

    @property
    def explains_all(self) -> bool:
        """Whether it explains all that was observed, and all of that was held against it."""
        return self.explained == self.observed


@define(eq=False)
class Weigher:
    """Weighs hypotheses: how much they have otherwise than the engine, and nothing else explains."""

    laboratory: Laboratory
    in_force: Hypothesis
    observations: tuple[Observation, ...] = ()
    deviating: tuple[Observation, ...] = ()
    """Those that the rulings in force do not explain, shortest first."""
    unkept: int = 0
    """Further observations, which agree with the rulings in force and were not kept."""
    left: Left = everything
    known: Known = field(factory=dict)
    """What was weighed before; a later search need not do it again."""
    excluded: frozenset[tuple[str, str]] = frozenset()
    """Questions, each with a reading that is out of the question: it lacks what the engine lists."""
    before: int = field(init=False)
    """How much that was."""

    @before.default
    def _before(self) -> int:
        return len(self.known)

    @property
    def tried(self) -> int:
        """Count the positions weighed in this search."""
        return len(self.known) - self.before

    def wrong(self, hypothesis: Hypothesis, observation: Observation) -> frozenset[Item]:
        """Return the items that a hypothesis has otherwise and nothing else explains."""
        key = hypothesis, observation
        if key not in self.known:
            self.known[key] = self.laboratory.wrong(hypothesis, observation)
        return self.left(observation, self.known[key])

    def is_out_of_play(self, observation: Observation, several: Iterable[Hypothesis]) -> bool:
        """Return whether a bug has played what one of some hypotheses forbids.

        Nothing else was compared with that one: what the others have wrong does not speak for it.
        """
        left = ((each, self.wrong(each, observation)) for each in several)
        return any(
            any(item[0] in IMPOSSIBLE for item in self.known[each, observation] - items)
            for each, items in left
        )

    def cost(
        self, hypothesis: Hypothesis, sample: Iterable[Observation], most: float = float("inf")
    ) -> int:
        """Count the items of a sample that a hypothesis has otherwise, until they are too many."""
        total = 0
        for each in sample:
            total += weight(self.wrong(hypothesis, each))
            if total > most:
                break
        return total

    def sample(self) -> tuple[Observation, ...]:
        """Choose observations to weigh hypotheses on: of those that deviate, and of the others."""
        short = self.deviating[: DEVIATING // 2]
        rest = spread(self.deviating[DEVIATING // 2 :], DEVIATING // 2)
        return tuple(
            {each.key: each for each in (*short, *rest, *self.agreeing(AGREEING))}.values()
        )

    def agreeing(self, count: int) -> tuple[Observation, ...]:
        """Choose observations that the rulings in force explain."""
        wrong = {each.key for each in self.deviating}
        return spread([each for each in self.observations if each.key not in wrong], count)

    def few(self, count: int) -> tuple[Observation, ...]:
        """Choose few observations, as the specification has to play them: short, or deviating."""
        ordered, most = by_length(self.observations), 8 * count
        some = (*ordered[:count], *spread(ordered[count:most], count))
        every = (*some, *spread(self.deviating[:most], count))
        return tuple(by_length({each.key: each for each in every}.values()))

    def weighed(self, hypothesis: Hypothesis) -> Identified:
        """Hold a hypothesis against all observations, or with clause mutants against many."""
        sample: Sequence[Observation] = self.observations
        if hypothesis.mutants and len(sample) > HELD:
            sample = spread(sample, HELD)
        explained = sum(not self.wrong(hypothesis, each) for each in sample)
        observed = len(self.observations) + self.unkept
        return Identified(hypothesis, explained, len(sample), observed)

    def fewest(
        self, hypothesis: Hypothesis, sample: Sequence[Observation], value: int
    ) -> Hypothesis:
        """Give up every departure without which no more is left over."""
        for name in hypothesis.departures(self.in_force):
            without = given_up(hypothesis, name, self.in_force)
            if is_possible(self, without) and self.cost(without, sample, value) <= value:
                hypothesis = without
        return hypothesis

    def distance(self, hypothesis: Hypothesis) -> int:
        """Count the departures from the rulings in force."""
        return len(hypothesis.departures(self.in_force))


def is_possible(weigher: Weigher, hypothesis: Hypothesis) -> bool:
    """Return whether no reading of a hypothesis is out of the question."""
    return weigher.excluded.isdisjoint(hypothesis.rulings)


def nearest_possible(weigher: Weigher) -> Hypothesis:
    """Return the rulings in force, but for those that are out of the question."""
    near = weigher.in_force
    for question, reading in near.rulings:
        if (question, reading) in weigher.excluded:
            readings = games.specified(weigher.laboratory.game).readings[question]
            other = next(each for each in readings if (question, each) not in weigher.excluded)
            near = near.but(**{question: other})
    return near


def possible_changes(weigher: Weigher, near: Hypothesis, count: int) -> Iterator[Hypothesis]:
    """Yield the hypotheses with so many other readings that are not out of the question."""
    every = changes(weigher.laboratory.game, near, count)
    return (each for each in every if is_possible(weigher, each))


def weight(wrong: frozenset[Item]) -> int:
    """Weigh what a hypothesis has otherwise; if it cannot even play the game, that is all of it."""
    if len(wrong) >= MOST_ITEMS or any(part in IMPOSSIBLE for part, _ in wrong):
        return MOST_ITEMS
    return len(wrong)


def told_apart(
    one: frozenset[Item], other: frozenset[Item]
) -> tuple[frozenset[Item], frozenset[Item]]:
    """Return what only the first of two hypotheses has wrong, and what only the second.

    If one of them cannot play the game, nothing else was compared with it: what the other has wrong
    there does not speak for it. If neither can, the observation says nothing.
    """
    stuck = [any(part in IMPOSSIBLE for part, _ in wrong) for wrong in (one, other)]
    if all(stuck):
        return frozenset(), frozenset()
    return (
        one - other if not stuck[1] else frozenset(),
        other - one if not stuck[0] else frozenset(),
    )


def changes(game: str, near: Hypothesis, count: int) -> Iterator[Hypothesis]:
    """Yield the hypotheses with so many other readings."""
    questions = games.specified(game).readings
    single = [
        (name, reading)
        for name, readings in questions.items()
        for reading in readings
        if reading != near.readings[name]
    ]
    for chosen in combinations(single, count):
        if len(dict(chosen)) == count:
            yield near.but(**dict(chosen))


def given_up(hypothesis: Hypothesis, name: str, in_force: Hypothesis) -> Hypothesis:
    """Return a hypothesis without one of its departures."""
    question, equals, _ = name.partition("=")
    if equals and question in in_force.readings:
        return hypothesis.but(**{question: in_force.readings[question]})
    return evolve(hypothesis, mutants=tuple(each for each in hypothesis.mutants if each != name))


def only(names: Sequence[str], in_force: Hypothesis) -> Hypothesis:
    """Return the rulings in force with some departures."""
    readings = dict(name.split("=", 1) for name in names if "=" in name)
    mutants = tuple(name for name in names if "=" not in name)
    return evolve(in_force.but(**readings), mutants=mutants)


def spread(observations: Sequence[Observation], count: int) -> tuple[Observation, ...]:
    """Choose some observations at equal distances, from the first one on; all if they are no more."""
    every = len(observations)
    if every <= count:
        return tuple(observations)
    return tuple(observations[at * every // count] for at in range(count))


def by_length(observations: Iterable[Observation]) -> list[Observation]:
    """Sort observations, shortest games first."""
    return sorted(observations, key=lambda each: (len(each.moves), each.moves))
