"""Readings that change nothing: no game is found in which one of a question parts from another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from time import process_time
from typing import Any

import numpy as np
from attrs import define

from rulewright.impl.comparison import Manner
from rulewright.interface import RulewrightError
from rulewright.lint.effort import LintEffort, TooSlow
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sampling import named, sizes, unique
from rulewright.lint.sources import SourceFiles
from rulewright.play import games
from rulewright.play.driver import Allowance, driver_of
from rulewright.play.pair import EnginePair, pair_of
from rulewright.play.pair_of_specifications import SpecificationPair
from rulewright.play.replay import state_after
from rulewright.play.rulings import deviations
from rulewright.play.view import View, view
from rulewright.play.watch import Alive
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.registry import Question
from rulewright.vectors.suite import load, matrix_of

COMPILED, BY_THE_RULES = 4_000, 128
"""Random games of a pair of engines: compiled, and by the specification."""
LONGEST = 400
SOME = 100
"""Games that are enough to say that two readings have been alike so far."""


@define(eq=False)
class ReadingsSearch:
    """Searches for a game in which two readings of a question differ."""

    game: str
    specified: SpecifiedGame
    seed: int
    effort: LintEffort
    alive: Alive
    """Called before each comparison."""
    games: int = 0
    """Games compared so far."""

    def differs(self, question: Question, first: str, reading: str) -> bool:
        """Return whether a difference is found, on some size, by some ruling of the other questions.

        Raises `TooSlow`.
        """
        if self.shown_by_a_vector(question, first, reading):
            return True
        boards = unique([*sizes(self.specified), *named(self.specified)])
        others = [
            each
            for each in deviations(self.specified.readings)
            if each[question.name] == question.default
        ]
        # Either may be needed for a difference, a board or another reading: both change by turns.
        mixed = sorted(product(range(len(boards)), range(len(others))), key=sum)
        pairs = [
            (
                boards[at],
                (others[by] | {question.name: first}, others[by] | {question.name: reading}),
            )
            for at, by in mixed
        ]
        deadline = process_time() + self.effort.seconds
        if any(self.one_by_one(*each, deadline) for each in pairs[: max(len(boards), 2)]):
            return True
        for params, rulings in pairs[: self.effort.reading]:
            if process_time() > deadline:
                raise TooSlow
            self.alive()
            if self.many(self.pair(params, rulings)):
                return True
        return False

    def shown_by_a_vector(self, question: Question, first: str, reading: str) -> bool:
        """Return whether the two differ in a test vector of which the suite's matrix says so."""
        rows = (matrix_of(self.game) or {}).get("mutants", ())
        mutant = f"{question.name} {first}>{reading}"
        names = {name for row in rows if row["id"] == mutant for name in row["killed_by"]}
        if not names:
            return False
        killing = (each for each in load(self.game) if each.id in names)
        # A short one is soon played.
        for vector in sorted(killing, key=lambda each: len(each.moves)):
            rulings = {**vector.rulings, question.name: first}
            one = self.specified.engine(vector.params, rulings)
            other = self.specified.engine(vector.params, rulings | {question.name: reading})
            if self.after(one, vector.moves) != self.after(other, vector.moves):
                return True
        return False

    def after(self, engine: Any, moves: tuple[str, ...]) -> View | None:
        """Return an engine's view after moves; None if one is illegal."""
        self.games += 1
        try:
            return view(engine, state_after(engine, moves))
        except RulewrightError:
            return None

    def one_by_one(
        self,
        params: dict[str, Any],
        rulings: tuple[dict[str, str], dict[str, str]],
        deadline: float,
    ) -> bool:
        """Return whether two specifications part in one random game, in whatever they say."""
        self.alive()
        one, other = (self.specified.engine(params, each) for each in rulings)
        first, second = one.initial(), other.initial()
        random = Random(self.seed)
        self.games += 1
        for _ in range(LONGEST):
            if view(one, first).differences(view(other, second)):
                return True
            legal = () if one.is_over(first) else one.legal_actions(first)
            if not legal:
                return False
            if process_time() > deadline:
                raise TooSlow
            action = random.choice(legal)
            first, second = one.play(first, action), other.play(second, action)
        return False

    def pair(
        self, params: dict[str, Any], rulings: tuple[dict[str, str], dict[str, str]]
    ) -> EnginePair:
        """Return the fastest engines of both readings: compiled, or the specifications."""
        offered = all(games.offered(self.game, params, each) for each in rulings)
        if offered:
            driver = driver_of(games.implementation(self.game, params, rulings[0]))
            if driver.allowed(Allowance(COMPILED, 0)):
                return pair_of(self.game, params, rulings, self.seed)
        one, other = (self.specified.engine(params, each) for each in rulings)
        return SpecificationPair(one, other)

    def many(self, pair: EnginePair) -> bool:
        """Return whether two engines part in many random games, uniform and biased."""
        count = driver_of(pair.first).allowed(Allowance(COMPILED, BY_THE_RULES))
        for manner in (Manner.UNIFORM, Manner.BIASED):
            self.games += count
            if np.any(pair.play(self.seed, count, manner, LONGEST).parted >= 0):
                return True
        return False


def unused_readings(search: ReadingsSearch, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield the readings that are like another one in every game that was compared.

    Raises `TooSlow` at the end, which names those that were not compared in all games that are planned.
    """
    specified = search.specified
    declared = specified.readings
    parting = partings_of(search.game)
    slow, told = False, list[str]()
    for question in specified.rulebook.questions:
        known = [
            each.name for each in question.readings if each.name in declared.get(question.name, ())
        ]
        for first, reading in combinations(known, 2):
            pair = frozenset((first, reading))
            before = search.games
            try:
                if (question.name, pair) in parting or search.differs(question, first, reading):
                    continue
            except TooSlow:
                slow, compared = True, search.games - before
                if compared >= SOME:
                    alike = f"{question.name}={reading} is like {question.name}={first}"
                    told.append(f"{alike} in all {compared:,} random games so far")
                continue
            what = (
                f"the reading {question.name}={reading} differs from {question.name}={first} in none of "
                f"{search.games - before:,} random games, beside one other reading at a time"
            )
            remedy = "let a formula depend on it, drop it, or prove in PARTINGS where the two part"
            yield finding("unused", files.call_with(("Reading",), reading), what, remedy)
    if slow:
        raise TooSlow("; ".join(told))


def partings_of(game: str) -> set[tuple[str, frozenset[str]]]:
    """Return the pairs of readings of a question of which a theorem says where they part."""
    return {(each.question, each.readings) for each in games.partings(game)}
