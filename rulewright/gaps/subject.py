"""The game that the detectors examine, and the fastest engine for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from rulewright.gaps.findings import Beside, Finding, Unlooked
from rulewright.interface import Action, Engine
from rulewright.play import games
from rulewright.play.driver import Driver, driver_of, is_compiled
from rulewright.play.random_games import Line
from rulewright.play.replay import state_if_legal
from rulewright.play.view import view
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.engine import Specification
from rulewright.spec.registry import Rulebook

REMEMBERED = 200
"""Random games kept per option set."""


@frozen(eq=False)
class Subject:
    """A game to search for holes; a mutant has no implementation."""

    specified: SpecifiedGame
    implemented: bool
    seed: int
    lines: int
    """Random games per option set."""
    plies: int
    """Plies after which an unfinished random game is stopped."""
    _played: dict[tuple[type, str], list[Line]] = field(factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, game: str, seed: int, lines: int, plies: int) -> Subject:
        """Look up a game in the catalogue; raises `UnknownGame`."""
        return cls(games.specified(game), True, seed, lines, plies)

    def under(self, rulebook: Rulebook) -> Subject:
        """Return the game with another rulebook, which only the specification can play."""
        return evolve(self, specified=evolve(self.specified, rulebook=rulebook), implemented=False)

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.specified.name

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook that the detectors read."""
        return self.specified.rulebook

    @property
    def registered(self) -> frozenset[str]:
        """The names of the questions that the rulebook registers."""
        return frozenset(question.name for question in self.rulebook.questions)

    def readings(self) -> dict[str, tuple[str, ...]]:
        """Return the readings of each question the engines know, registered or not, defaults first."""
        return self.specified.readings

    def default(self) -> dict[str, str]:
        """Return the default rulings."""
        return self.specified.default_rulings

    def deviations(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield each question with rulings that differ from the default in one reading of the text."""
        outside = {
            (question.name, reading.name)
            for question in self.rulebook.questions
            for reading in question.readings
            if not reading.in_text
        }
        for name, readings in self.readings().items():
            for reading in readings[1:]:
                if (name, reading) not in outside:
                    yield name, self.default() | {name: reading}

    def under_which(self, question: str, rulings: Mapping[str, str]) -> str:
        """Name the rulings under which something was seen, for a question from `deviations`."""
        return f"{question}={rulings[question]}" if question else "the default rulings"

    def engine(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> Engine[Any]:
        """Return the fastest engine."""
        if self.implemented:
            return games.fastest(self.name, params, rulings)
        return self.reference(params, rulings)

    def reference(
        self, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> Specification[Any]:
        """Return the specification engine for this rulebook."""
        return self.specified.engine(params, rulings, rulebook=self.rulebook)

    def recorder(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> Driver:
        """Return who records positions fast: compiled code, or else the rules themselves."""
        engine = self.engine(params, rulings)
        return driver_of(engine if is_compiled(engine) else self.reference(params, rulings))

    def played(
        self, engine: Engine[Any], count: int | None = None, plies: int | None = None
    ) -> Iterator[Line]:
        """Yield random games; the first of them are kept for later detectors."""
        most = plies or self.plies
        options = json.dumps([dict(engine.params), dict(engine.rulings), most], sort_keys=True)
        known = self._played.setdefault((type(engine), options), [])
        driver, number = driver_of(engine), 0
        wanted = self.lines if count is None else count
        while number < wanted:
            if number == len(known) < REMEMBERED:
                end = min(number + driver.at_once, wanted, REMEMBERED)
                known.extend(driver.sample(self.seed, range(number, end), most))
            if number >= len(known):
                break
            yield known[number]
            number += 1
        yield from driver.sample(self.seed, range(number, wanted), most)

    def asked(
        self, params: Mapping[str, Any], rulings: Mapping[str, str], moves: Sequence[Action]
    ) -> tuple[str, ...]:
        """Return the registered questions on whose readings the effect of the last move depends."""
        here = self.engine(params, rulings)
        seen, before = state_if_legal(here, moves), state_if_legal(here, moves[:-1])
        found: dict[str, None] = {}
        for name, readings in self.readings().items():
            for reading in readings if name in self.registered else ():
                if reading != rulings.get(name, readings[0]):
                    other = self.engine(params, {**rulings, name: reading})
                    then, once = state_if_legal(other, moves), state_if_legal(other, moves[:-1])
                    if then is None or view(here, before) != view(other, once):
                        continue  # they differ earlier, about something else
                    if view(here, seen) != view(other, then):
                        found[name] = None
        return tuple(found)

    def finding(
        self,
        *,
        detector: str,
        title: str,
        statement: str,
        clauses: Sequence[str],
        params: Mapping[str, Any],
        rulings: Mapping[str, str],
        measured: str,
        questions: Iterable[str] = (),
        moves: tuple[Action, ...] | None = None,
        proof: str | None = None,
        quotation: str = "",
        beside: Beside | None = None,
    ) -> Finding:
        """Report a hole.

        Only those of the `questions` that the rulebook registers are named. Without a `quotation`, the
        first of them is quoted, or else the first clause.
        """
        asking = set(questions)
        asked = [each for each in self.rulebook.questions if each.name in asking]
        words = [each.quotations[0].text for each in asked] + [self.quotation(clauses)]
        return Finding(
            game=self.name,
            detector=detector,
            title=title,
            statement=statement,
            clauses=tuple(clauses),
            questions=tuple(each.name for each in asked),
            params=dict(params),
            rulings=dict(rulings),
            moves=moves,
            proof=proof,
            quotation=quotation or words[0],
            measured=measured,
            beside=beside,
        )

    def unlooked(self, detector: str, why: str) -> Unlooked:
        """Report that a detector does not apply."""
        return Unlooked(self.name, detector, why)

    def quotation(self, clauses: Sequence[str]) -> str:
        """Return the quotation of the first clause; "" if there is none."""
        return self.rulebook[clauses[0]].quotations[0].text if clauses else ""
