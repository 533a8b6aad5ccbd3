"""Which rules an engine follows: the readings, and the fewest clause mutants, that leave least over.

What an engine says is compared item by item, so that a bug in one part hides nothing in the others.
Budgets are numbers of positions: the same evidence gives the same answer, however fast the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

from attrs import define, evolve, field, frozen

from rulewright.conformance.adapter.observation import PLAYED, Observation
from rulewright.conformance.evidence.hypothesis import NOT_PLAYED, Hypothesis, Laboratory
from rulewright.conformance.evidence.printable import apart, shown
from rulewright.conformance.evidence.reference import BROKEN, Item, Reference, item_of
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Action, Json, RulewrightError
from rulewright.play import games
from rulewright.play.shorten import shortest

DEVIATING, AGREEING = 40, 24
"""Observations that hypotheses are weighed on while one is looked for."""
SLOW = 24
"""The same for a hypothesis with clause mutants: the specification is slow, and longer games slower."""
HELD = 600
"""Observations that a hypothesis with clause mutants is held against in the end."""
FIRST = 4
"""Of these, those that a clause mutant must explain something of before the others are looked at."""
MOST_ITEMS = 40
"""Items that one observation can count for: no single position outweighs all others."""
IMPOSSIBLE = (PLAYED, BROKEN[0], NOT_PLAYED[0])
"""Parts that stand for a whole observation."""
ROUNDS = 8
"""Readings that may be changed for what a sample did not show."""
KEPT = 150
"""Observations that are explained, on which a change of a reading is tried."""
MOST_MUTANTS = 2
WORTH = 0.1
"""Share of what is left over that a clause mutant must explain."""
SPOILT = 0.05
"""What a clause mutant may have wrong that was right before, as a share of what it explains."""
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


@define
class Identifier:
    """The search for the hypothesis that leaves least over of all observations."""

    laboratory: Laboratory
    in_force: Hypothesis
    observations: tuple[Observation, ...]
    deviating: tuple[Observation, ...]
    """Those that the rulings in force do not explain, shortest first."""
    trials: int
    """Positions in which combinations of readings may be weighed."""
    unkept: int = 0
    """Further observations, which agree with the rulings in force and were not kept."""
    left: Left = everything
    known: dict[tuple[Hypothesis, Observation], frozenset[Item]] = field(factory=dict, init=False)

    def identify(self) -> Identified:
        """Find the readings that leave least over, and clause mutants for the rest."""
        if not self.deviating:  # all agree with the rulings in force, those that were not kept too
            every = len(self.observations) + self.unkept
            return Identified(self.in_force, every, every, every)
        read = self.read()
        found = self.weighed(read)
        return found if found.fits else self.weighed(self.mended(read))

    # --------------------------------------------------------------------------------- weighing

    def wrong(self, hypothesis: Hypothesis, observation: Observation) -> frozenset[Item]:
        """Return the items that a hypothesis has otherwise and nothing else explains."""
        key = hypothesis, observation
        if key not in self.known:
            self.known[key] = self.laboratory.wrong(hypothesis, observation)
        return self.left(observation, self.known[key])

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

    def weighed(self, hypothesis: Hypothesis) -> Identified:
        """Hold a hypothesis against all observations, or with clause mutants against many."""
        sample: Sequence[Observation] = self.observations
        if hypothesis.mutants and len(sample) > HELD:
            sample = spread(sample, HELD)
        explained = sum(not self.wrong(hypothesis, each) for each in sample)
        observed = len(self.observations) + self.unkept
        return Identified(hypothesis, explained, len(sample), observed)

    # --------------------------------------------------------------------------------- readings

    def read(self) -> Hypothesis:
        """Find the readings that leave least over: of a sample, then of all that was observed."""
        best = self.climbed(self.in_force, self.sample())
        for _ in range(ROUNDS):
            changed = self.settled(best)
            if changed == best:
                break
            best = changed
        return best

    def settled(self, best: Hypothesis) -> Hypothesis:
        """Change one reading if that explains more of what is left over than it spoils elsewhere."""
        over = [each for each in self.observations if self.wrong(best, each)]
        kept = {each.key for each in over}
        rest = spread([each for each in self.observations if each.key not in kept], KEPT)
        value = self.cost(best, over)
        gains = [(value - self.cost(each, over, value), each) for each in self.changes(best, 1)]
        gaining = sorted((each for each in gains if each[0] > 0), key=lambda each: -each[0])
        for gain, hypothesis in gaining:
            if self.cost(hypothesis, rest, gain) < gain:
                return hypothesis
        return best

    def climbed(self, start: Hypothesis, sample: Sequence[Observation]) -> Hypothesis:
        """Climb, by one reading or else by two, to what leaves least over of a sample."""
        best, value = start, self.cost(start, sample)
        while value:
            changed = self.better(self.changes(best, 1), sample, value) or self.better(
                self.changes(best, 2), sample, value
            )
            if changed is None:
                break
            best, value = changed
        return self.fewest(best, sample, value)

    def better(
        self, others: Iterable[Hypothesis], sample: Sequence[Observation], value: int
    ) -> tuple[Hypothesis, int] | None:
        """Return the one of some hypotheses that leaves least over, if it leaves less than `value`.

        Of those that leave equally much it is the one that departs least from the rulings in force.
        """
        found: tuple[Hypothesis, int] | None = None
        for each in others:
            if len(self.known) > self.trials:
                break
            cost = self.cost(each, sample, value)
            fewer = found and self.distance(each) < self.distance(found[0])
            if cost < value or (found and cost == value and fewer):
                found, value = (each, cost), cost
        return found

    def changes(self, near: Hypothesis, count: int) -> Iterator[Hypothesis]:
        """Yield the hypotheses with so many other readings."""
        questions = games.specified(self.laboratory.game).readings
        single = [
            (name, reading)
            for name, readings in questions.items()
            for reading in readings
            if reading != near.readings[name]
        ]
        for chosen in combinations(single, count):
            if len(dict(chosen)) == count:
                yield near.but(**dict(chosen))

    def fewest(
        self, hypothesis: Hypothesis, sample: Sequence[Observation], value: int
    ) -> Hypothesis:
        """Give up every departure without which no more is left over."""
        for name in hypothesis.departures(self.in_force):
            without = given_up(hypothesis, name, self.in_force)
            if self.cost(without, sample, value) <= value:
                hypothesis = without
        return hypothesis

    # ---------------------------------------------------------------------------------- mutants

    def mended(self, base: Hypothesis) -> Hypothesis:
        """Add the fewest clause mutants that explain a good part of what readings leave over."""
        for _ in range(MOST_MUTANTS):
            sample = self.unexplained(base)
            value = self.cost(base, sample)
            bases = dict.fromkeys((base, evolve(self.in_force, mutants=base.mutants)))
            if not value:
                break
            others = [
                (each, self.cost(each, sample, value))
                for each in self.promising(bases, sample)
                if self.is_clean(base, each, sample)
            ]
            found, cost = min(
                others,
                key=lambda each: (each[1], self.distance(each[0])),
                default=(base, value),
            )
            if value - cost < max(WORTH * value, 1):
                break
            base = self.fewest(found, sample, cost)
        return base

    def is_clean(
        self, base: Hypothesis, mutated: Hypothesis, sample: Sequence[Observation]
    ) -> bool:
        """Return whether a mutant has next to nothing wrong that was right without it."""
        explained = spoilt = 0
        for each in sample:
            before, after = self.wrong(base, each), self.wrong(mutated, each)
            explained += max(weight(before) - weight(after), 0)
            spoilt += MOST_ITEMS if weight(after) == MOST_ITEMS > weight(before) else 0
            spoilt += len(after - before)
        return spoilt <= SPOILT * explained

    def unexplained(self, base: Hypothesis) -> tuple[Observation, ...]:
        """Choose short observations: those that a hypothesis does not explain, and some others."""
        left = [each for each in self.deviating if self.wrong(base, each)]
        chosen = (*left[: SLOW // 2], *spread(left[SLOW // 2 : 4 * SLOW], SLOW // 4))
        known = {each.key for each in left}
        explained = [each for each in self.deviating if each.key not in known]
        short = by_length(self.agreeing(4 * SLOW))[: 2 * SLOW]
        others = (*spread(explained[: 2 * SLOW], SLOW // 3), *spread(short, SLOW // 3))
        return tuple(dict.fromkeys((*chosen, *others)))

    def distance(self, hypothesis: Hypothesis) -> int:
        """Count the departures from the rulings in force."""
        return len(hypothesis.departures(self.in_force))

    def promising(
        self, bases: Iterable[Hypothesis], sample: Sequence[Observation]
    ) -> Iterator[Hypothesis]:
        """Yield the hypotheses with one more clause mutant that explain some of the first positions."""
        first = sample[:FIRST]
        for base in bases:
            clauses = {name.split()[0] for name in base.mutants}
            at_first = self.cost(base, first)
            for name in self.laboratory.mutants():
                if name.split()[0] not in clauses:
                    mutated = Hypothesis(base.rulings, (*base.mutants, name))
                    if self.cost(mutated, first, at_first) < at_first:
                        yield mutated


def weight(wrong: frozenset[Item]) -> int:
    """Weigh what a hypothesis has otherwise; if it cannot even play the game, that is all of it."""
    if any(part in IMPOSSIBLE for part, _ in wrong):
        return MOST_ITEMS
    return min(len(wrong), MOST_ITEMS)


def given_up(hypothesis: Hypothesis, name: str, in_force: Hypothesis) -> Hypothesis:
    """Return a hypothesis without one of its departures."""
    question, equals, _ = name.partition("=")
    if equals:
        return hypothesis.but(**{question: in_force.readings[question]})
    return evolve(hypothesis, mutants=tuple(each for each in hypothesis.mutants if each != name))


def spread(observations: Sequence[Observation], count: int) -> tuple[Observation, ...]:
    """Choose some observations at equal distances."""
    if not observations:
        return ()
    return tuple(observations[:: max(len(observations) // max(count, 1), 1)][:count])


def separating(
    run: GameRun, pair: tuple[Hypothesis, Hypothesis], parameters: Sequence[Json] | None = None
) -> Observation | None:
    """Find a game on which two hypotheses differ, without asking the engine; None if none is found.

    It is played with the parameters of the run, or those given, and shown as the first has it.
    """
    laboratory, effort, seed = run.rules.laboratory, run.setup.effort, run.setup.seed
    one, other = pair
    for params in run.parameters() if parameters is None else parameters:
        reference, tested = laboratory.reference(one, params), laboratory.reference(other, params)
        if reference is None or tested is None:
            continue
        for number in range(effort.separations):
            found = parting(reference, tested, Random(f"{seed} {number}"), effort.plies)
            if found is not None:
                return Observation(params, found, reference.seen(reference.state(found)))
    return None


def parting(
    reference: Reference, tested: Reference, random: Random, plies: int
) -> tuple[Action, ...] | None:
    """Play a random game of one engine on both, up to the first position that differs; shrink it."""

    def differs(line: tuple[Action, ...]) -> bool:
        try:
            seen = reference.seen(reference.state(line))
        except RulewrightError:
            return False
        return not tested.explains(Observation({}, line, seen))

    moves: tuple[Action, ...] = ()
    while len(moves) <= plies:
        if differs(moves):
            return shortest(moves, differs, until_stuck=True, replays=200)
        legal = reference.engine.legal_actions(reference.state(moves))
        if not legal:
            return None
        moves = (*moves, random.choice(legal))
    return None


def breaking(
    laboratory: Laboratory, hypothesis: Hypothesis, observations: Iterable[Observation]
) -> Observation | None:
    """Find the first observation that a hypothesis does not explain."""
    return next((each for each in observations if not laboratory.explains(hypothesis, each)), None)


def sentence(
    laboratory: Laboratory,
    hypothesis: Hypothesis,
    observation: Observation,
    known: Hypothesis | None = None,
) -> str:
    """Say how a hypothesis differs from an observation, in what another one has right if it is given."""
    reference = laboratory.reference(hypothesis, observation.params)
    if reference is None:
        return "it cannot be played with these parameters"
    try:
        differences = reference.discrepancies(observation)
    except Exception as error:  # noqa: BLE001 - a mutant may break in any way
        return f"it breaks: {type(error).__name__}"
    right = frozenset() if known is None else laboratory.wrong(known, observation)
    differences = tuple(each for each in differences if item_of(each) not in right)
    if not differences:
        return ""
    found = differences[0]
    about = f" {found.action!r}" if found.action is not None else ""
    more = f" (and {len(differences) - 1} more)" if len(differences) > 1 else ""
    expected, given = map(shown, apart(found.expected, found.given))
    return f"{found.kind}{about}: it says {expected}, the engine {given}{more}"


def by_length(observations: Iterable[Observation]) -> list[Observation]:
    """Sort observations, shortest games first."""
    return sorted(observations, key=lambda each: (len(each.moves), each.moves))
