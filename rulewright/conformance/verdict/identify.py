"""Which rules an engine follows: a combination of readings, or that and the fewest clause mutants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, takewhile
from operator import itemgetter
from random import Random
from time import monotonic

from attrs import define, frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.printable import apart, shown
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Action, Json, RulewrightError
from rulewright.play import games
from rulewright.play.shorten import shortest

SCREEN = 16
"""Deviating observations that every hypothesis must pass before the others are looked at."""
SPREAD = 24
"""Other observations that are compared where hypotheses are weighed against each other."""
SLOW = 150
"""Observations that a hypothesis with clause mutants is held against: the specification is slow."""
WEIGHING = 4
"""How many times as long as the search for an explanation its comparison with everything may take."""
MOST_MUTANTS = 2


@frozen
class Identified:
    """The hypothesis found, and how much of what was observed it explains."""

    hypothesis: Hypothesis
    explained: int
    """Observations that it explains, of those held against it."""
    held: int
    """Observations that it was held against."""
    observed: int
    """All observations; more than were held if time or room ran out."""

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
    """The search for a hypothesis that explains all observations."""

    laboratory: Laboratory
    in_force: Hypothesis
    observations: tuple[Observation, ...]
    deviating: tuple[Observation, ...]
    """Those that the rulings in force do not explain, shortest first."""
    seconds: float
    unkept: int = 0
    """Further observations, which agree with the rulings in force and were not kept."""

    def identify(self) -> Identified:
        """Find the combination nearest to the rulings in force, or that with the fewest mutants."""
        if not self.deviating:  # all agree with the rulings in force, those that were not kept too
            every = len(self.observations) + self.unkept
            return Identified(self.in_force, every, every, every)
        deadline = monotonic() + self.seconds
        for hypothesis in self.laboratory.combinations(self.in_force):
            if monotonic() > deadline:
                break
            if self.fits(hypothesis):
                return self.weighed(hypothesis)
        best = self.best_fit()
        for mutated in self.with_mutants((self.in_force, best), self.seconds):
            found = self.weighed(mutated, until_wrong=True)
            if found.fits:
                return found
        return self.closest(best)

    def weighed(self, hypothesis: Hypothesis, *, until_wrong: bool = False) -> Identified:
        """Hold a hypothesis against all observations, within the time limit."""
        explained = held = 0
        deadline = monotonic() + WEIGHING * self.seconds
        for each in self.observations:
            if monotonic() > deadline or (until_wrong and explained < held):
                break
            held += 1
            explained += self.laboratory.explains(hypothesis, each)
        observed = len(self.observations) + self.unkept
        return Identified(hypothesis, explained, held, observed)

    def screen(self) -> tuple[Observation, ...]:
        """Choose deviating observations to begin with: the shortest, and some of the others."""
        shortest = self.deviating[: SCREEN // 2]
        rest = self.deviating[SCREEN // 2 :]
        return shortest + rest[:: max(len(rest) // (SCREEN // 2), 1)]

    def ordered(self, slow: bool) -> Iterator[Observation]:
        """Yield the observations, the most informative first."""
        yield from self.screen()
        others = self.observations
        yield from others[:: max(len(others) // SLOW, 1)] if slow else others

    def fits(self, hypothesis: Hypothesis) -> bool:
        """Return whether a hypothesis explains everything observed, or with mutants a sample of it."""
        slow = bool(hypothesis.mutants)
        return all(self.laboratory.explains(hypothesis, each) for each in self.ordered(slow))

    def best_fit(self) -> Hypothesis:
        """Climb from the rulings in force, one reading at a time, to the best partial agreement."""
        sample = (*self.screen(), *self.spread())
        best, value = self.in_force, self.agreement(self.in_force, sample)
        deadline = monotonic() + self.seconds
        while monotonic() < deadline:
            others = [
                best.but(**{question: reading})
                for question, readings in games.specified(self.laboratory.game).readings.items()
                for reading in readings
                if reading != best.readings[question]
            ]
            found = max(
                ((self.agreement(each, sample), each) for each in others), key=itemgetter(0)
            )
            if found[0] <= value:
                break
            value, best = found
        return best

    def closest(self, best: Hypothesis) -> Identified:
        """Choose what explains the most where nothing explains all: readings, or one clause mutant.

        Of those that explain equally much it is the first, which departs least from what is in force.
        """
        sample = tuple(dict.fromkeys((*self.screen(), *self.spread())))
        near = tuple(dict.fromkeys((self.in_force, best)))
        deadline = monotonic() + self.seconds

        def explained(hypothesis: Hypothesis) -> int:
            if monotonic() > deadline:
                return -1
            return sum(self.laboratory.explains(hypothesis, each) for each in sample)

        mutated = [
            Hypothesis(base.rulings, (name,)) for base in near for name in self.laboratory.mutants()
        ]
        candidates = (*near, *sorted(mutated, key=explained, reverse=True)[:1])
        weighed = [self.weighed(each) for each in candidates]
        return max(weighed, key=lambda each: each.explained / max(each.held, 1))

    def spread(self) -> tuple[Observation, ...]:
        """Choose some of all observations."""
        return self.observations[:: max(len(self.observations) // SPREAD, 1)]

    def agreement(self, hypothesis: Hypothesis, sample: Sequence[Observation]) -> float:
        """Add up how much of each observation a hypothesis has right."""
        return sum(self.laboratory.matched(hypothesis, each) for each in sample)

    def with_mutants(self, bases: Iterable[Hypothesis], seconds: float) -> Iterator[Hypothesis]:
        """Yield clause mutants, the fewest first, that on top of a combination explain a sample."""
        deadline = monotonic() + seconds
        names = self.laboratory.mutants()
        near = list(dict.fromkeys(bases))
        single = self.laboratory.combinations(self.in_force)
        with_one = takewhile(lambda each: len(each.departures(self.in_force)) <= 1, single)
        for size in range(1, MOST_MUTANTS + 1):
            # A mutant can hide a reading from the best fit, so one mutant goes with every reading.
            for base in dict.fromkeys((*near, *with_one)) if size == 1 else near:
                for chosen in combinations(names, size):
                    if monotonic() > deadline:
                        return
                    clauses = {name.split()[0] for name in chosen}
                    if len(clauses) < size:
                        continue
                    mutated = Hypothesis(base.rulings, chosen)
                    if self.fits(mutated):
                        yield mutated


def separating(
    run: GameRun, pair: tuple[Hypothesis, Hypothesis], parameters: Sequence[Json] | None = None
) -> Observation | None:
    """Find a game on which two hypotheses differ, without asking the engine; None if none is found.

    It is played with the parameters of the run, or those given, and shown as the first has it.
    """
    laboratory, effort, seed = run.rules.laboratory, run.setup.effort, run.setup.seed
    one, other = pair
    deadline = monotonic() + effort.seconds
    for params in run.parameters() if parameters is None else parameters:
        reference, tested = laboratory.reference(one, params), laboratory.reference(other, params)
        if reference is None or tested is None:
            continue
        for number in range(effort.separations):
            if monotonic() > deadline:
                return None
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


def sentence(laboratory: Laboratory, hypothesis: Hypothesis, observation: Observation) -> str:
    """Say how a hypothesis differs from an observation."""
    reference = laboratory.reference(hypothesis, observation.params)
    if reference is None:
        return "it cannot be played with these parameters"
    try:
        differences = reference.discrepancies(observation)
    except Exception as error:  # noqa: BLE001 - a mutant may break in any way
        return f"it breaks: {type(error).__name__}"
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
