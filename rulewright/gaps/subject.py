"""What the detectors look at: a specified game, and whoever plays it fast."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from attrs import evolve, field, frozen

from rulewright.gaps.findings import Beside, Finding, Unlooked
from rulewright.interface import Action, Engine
from rulewright.play import games
from rulewright.play.random_games import Line, random_line
from rulewright.play.replay import state_if_legal
from rulewright.play.view import view
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.engine import Specification
from rulewright.spec.registry import Rulebook

REMEMBERED = 200
"""Random games that are remembered for each set of options."""


@frozen(eq=False)
class Subject:
    """A game to look for holes in; a mutant of one has no implementation."""

    specified: SpecifiedGame
    implemented: bool
    seed: int
    lines: int
    """Random games for each set of options."""
    plies: int
    """Plies after which a random game that goes on is left."""
    _played: dict[tuple[type, str], list[Line]] = field(factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, game: str, seed: int, lines: int, plies: int) -> Subject:
        """Take a game of the catalogue; raises `UnknownGame`."""
        return cls(games.specified(game), True, seed, lines, plies)

    def under(self, rulebook: Rulebook) -> Subject:
        """Give the game another rulebook: only the specification can play that."""
        return evolve(self, specified=evolve(self.specified, rulebook=rulebook), implemented=False)

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.specified.name

    @property
    def rulebook(self) -> Rulebook:
        """What the detectors may read."""
        return self.specified.rulebook

    @property
    def registered(self) -> frozenset[str]:
        """The names of the questions that the rulebook registers."""
        return frozenset(question.name for question in self.rulebook.questions)

    def readings(self) -> dict[str, tuple[str, ...]]:
        """The readings of each question that the engines know, registered or not, defaults first."""
        return self.specified.readings

    def default(self) -> dict[str, str]:
        """The default rulings."""
        return self.specified.default_rulings

    def deviations(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Give, by question, the rulings that differ from the default in one reading of the text."""
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
        """Say under which rulings something was seen, where `deviations` named the question."""
        return f"{question}={rulings[question]}" if question else "the default rulings"

    def engine(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> Engine[Any]:
        """Make whoever plays fastest."""
        if self.implemented:
            return games.fastest(self.name, params, rulings)
        return self.reference(params, rulings)

    def reference(
        self, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> Specification[Any]:
        """Make the specification, with the rulebook as it is here."""
        return self.specified.engine(params, rulings, rulebook=self.rulebook)

    def played(
        self, engine: Engine[Any], count: int | None = None, plies: int | None = None
    ) -> Iterator[Line]:
        """Play random games; the first of them are remembered, for the detectors that come later."""
        most = plies or self.plies
        options = json.dumps([dict(engine.params), dict(engine.rulings), most], sort_keys=True)
        known = self._played.setdefault((type(engine), options), [])
        for number in range(self.lines if count is None else count):
            if number < len(known):
                yield known[number]
                continue
            line = self.game(engine, number, most)
            if number < REMEMBERED:
                known.append(line)
            yield line

    def game(self, engine: Engine[Any], number: int, plies: int) -> Line:
        """Play a random game; its number draws it."""
        return random_line(engine, Random(f"{self.seed} {number}"), plies)

    def asked(
        self, params: Mapping[str, Any], rulings: Mapping[str, str], moves: Sequence[Action]
    ) -> tuple[str, ...]:
        """Name the registered questions with a reading under which the last move does otherwise."""
        here = self.engine(params, rulings)
        seen, before = state_if_legal(here, moves), state_if_legal(here, moves[:-1])
        found: dict[str, None] = {}
        for name, readings in self.readings().items():
            for reading in readings if name in self.registered else ():
                if reading != rulings.get(name, readings[0]):
                    other = self.engine(params, {**rulings, name: reading})
                    then, once = state_if_legal(other, moves), state_if_legal(other, moves[:-1])
                    if then is None or view(here, before) != view(other, once):
                        continue  # they part sooner, over something else
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
        """Tell of a hole.

        Of the `questions` that would ask about it, those are named that the rulebook registers. Unless
        something else is quoted, the words are those of the first of them, or of the first clause.
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
        """Tell that a detector has nothing to look at."""
        return Unlooked(self.name, detector, why)

    def quotation(self, clauses: Sequence[str]) -> str:
        """Quote the first of some clauses; "" where there is none."""
        return self.rulebook[clauses[0]].quotations[0].text if clauses else ""
