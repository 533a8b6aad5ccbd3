"""What an engine may be playing: a reading for each question, and clauses that it has wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.conformance.adapter.observation import Observation, spelled
from rulewright.conformance.evidence.reference import Item, Reference, renamed
from rulewright.interface import Engine, RulewrightError
from rulewright.play import games
from rulewright.play.mutants import mutants_of
from rulewright.spec.registry import Clause, Rulebook

NOT_PLAYED: Item = ("parameters", "")
"""What is wrong with a hypothesis under parameters that it does not have."""


@frozen(cache_hash=True)
class Hypothesis:
    """Rulings, and names of clause mutants on top of them."""

    rulings: tuple[tuple[str, str], ...]
    """A reading for each question, in the order of the rulebook."""
    mutants: tuple[str, ...] = ()

    @classmethod
    def of(cls, rulings: Mapping[str, str]) -> Hypothesis:
        """Assume rulings and nothing else."""
        return cls(tuple(rulings.items()))

    @property
    def readings(self) -> dict[str, str]:
        """The reading of each question."""
        return dict(self.rulings)

    def but(self, **readings: str) -> Hypothesis:
        """Assume other readings of some questions."""
        return Hypothesis(tuple((self.readings | readings).items()), self.mutants)

    def departures(self, other: Hypothesis) -> tuple[str, ...]:
        """List the departures from another hypothesis."""
        theirs = other.readings
        readings = (f"{name}={each}" for name, each in self.rulings if theirs[name] != each)
        return (*readings, *(name for name in self.mutants if name not in other.mutants))


def not_default(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what is not the default: simple engines need not read the rest."""
    return {name: value for name, value in given.items() if defaults.get(name) != value}


@cache
def clause_mutants(game: str) -> dict[str, Clause]:
    """Return the clauses that an engine may have wrong: the mutants that the vectors kill.

    What the suite was made to notice it can name: `MIN-9 off`, `MIN-10 without effect`, and so on.
    """
    return {
        each.id: each.rulebook[each.subject]
        for each in mutants_of(game)
        if each.rulebook is not None
    }


def with_mutants(rulebook: Rulebook, names: tuple[str, ...]) -> Rulebook:
    """Put several mutants into one rulebook."""
    changed = {clause_mutants(rulebook.game)[name].identifier: name for name in names}
    return evolve(
        rulebook,
        clauses=tuple(
            clause_mutants(rulebook.game)[changed[clause.identifier]]
            if clause.identifier in changed
            else clause
            for clause in rulebook.clauses
        ),
    )


def for_ever() -> None:
    """Let a run take as long as it likes."""


@define
class Laboratory:
    """Engines of one game for any hypothesis, made when they are first needed."""

    game: str
    aside: set[str] = field(factory=set, init=False)
    """Parts of an answer that are not compared any more: see `Reference.aside`."""
    names: dict[str, str] = field(factory=dict, init=False)
    """What the engine calls players otherwise, and their right names: see `Reference.names`."""
    references: dict[tuple[Hypothesis, str], Reference | None] = field(factory=dict, init=False)
    in_time: Callable[[], object] = field(default=for_ever, init=False)
    """Called before each comparison: raises `TimeExhausted` once the time for the whole run is over."""

    MOST = 1500
    """Engines that are remembered at a time: with ten hypotheses, and fifty values of a parameter,
    fewer are made again and again."""

    def named_right(self, observation: Observation) -> Observation:
        """Return an observation with the right names of the players."""
        answer = observation.seen.state
        if answer is None or not self.names:
            return observation
        seen = evolve(observation.seen, state=renamed(answer, self.names))
        return evolve(observation, seen=seen)

    def reference(self, hypothesis: Hypothesis, params: Mapping[str, Any]) -> Reference | None:
        """Return the engine of a hypothesis under some parameters; None if the game lacks them."""
        return self._kept(hypothesis, spelled(params), params)

    def asked(self, hypothesis: Hypothesis, observation: Observation) -> Reference | None:
        """Return the engine of a hypothesis under the parameters of an observation, or None."""
        return self._kept(hypothesis, observation.key[0], observation.params)

    def _kept(
        self, hypothesis: Hypothesis, named: str, params: Mapping[str, Any]
    ) -> Reference | None:
        key = hypothesis, named
        if key not in self.references:
            if len(self.references) >= self.MOST:
                self.references.pop(next(iter(self.references)))
            self.references[key] = self._made(hypothesis, params)
        return self.references[key]

    def _made(self, hypothesis: Hypothesis, params: Mapping[str, Any]) -> Reference | None:
        try:
            return Reference(self.engine(hypothesis, params), self.aside, self.names)
        except RulewrightError:
            return None

    def engine(self, hypothesis: Hypothesis, params: Mapping[str, Any]) -> Engine[Any]:
        """Return an engine: the implementation, or the specification where clauses are wrong."""
        if not hypothesis.mutants:
            return games.fastest(self.game, params, hypothesis.readings)
        found = games.specified(self.game)
        rulebook = with_mutants(found.rulebook, hypothesis.mutants)
        return found.engine(params, hypothesis.readings, rulebook)

    def explains(self, hypothesis: Hypothesis, observation: Observation) -> bool:
        """Return whether a hypothesis explains an observation."""
        reference = self.asked(hypothesis, observation)
        return reference is not None and reference.explains(observation)

    def wrong(self, hypothesis: Hypothesis, observation: Observation) -> frozenset[Item]:
        """Return the items of an observation that a hypothesis has otherwise."""
        self.in_time()
        reference = self.asked(hypothesis, observation)
        return frozenset({NOT_PLAYED}) if reference is None else reference.wrong(observation)

    def combinations(self, near: Hypothesis) -> Iterator[Hypothesis]:
        """Yield every combination of readings, those nearest to a hypothesis first."""
        questions = games.specified(self.game).readings
        for changed in range(len(questions) + 1):
            for names in combinations(questions, changed):
                others = (
                    [each for each in questions[name] if each != near.readings[name]]
                    for name in names
                )
                for readings in product(*others):
                    yield near.but(**dict(zip(names, readings, strict=True)))

    def mutants(self) -> tuple[str, ...]:
        """Name the clause mutants of the game."""
        return tuple(clause_mutants(self.game))
