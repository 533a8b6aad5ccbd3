"""The clauses that a detection is about, and how they were found."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any

from attrs import evolve, frozen

from rulewright.conformance.adapter.observation import MISSPELT, TWICE, Observation, left_out_of
from rulewright.conformance.adapter.scripts import ASKING, OPTIONS_TURNED, STATE_FIRST, UNASKED
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.deviations import (
    EARLIER_ONES,
    REFUSED_BEFORE,
    REFUSED_EARLIER,
    Detection,
)
from rulewright.conformance.evidence.hypothesis import Hypothesis, clause_mutants, with_mutants
from rulewright.conformance.evidence.reference import BREAKING
from rulewright.conformance.evidence.report import ReportedDeviation
from rulewright.conformance.verdict.effects import INVERTED, SPOILT, deciding_effects
from rulewright.conformance.verdict.reported import clause_that_reads, is_in_another_order
from rulewright.conformance.verdict.results import RESULTS, SCORES, WINNERS
from rulewright.interface import Action, Json, MalformedAction, RulewrightError, Violation
from rulewright.play import games
from rulewright.play.effects import noting_effects
from rulewright.play.mutants import mutants_of
from rulewright.play.replay import state_after
from rulewright.spec.registry import Clause, Rulebook

FORBIDDING = "forbidden by"
OTHERWISE = "it would be forbidden if"
AS_THE_ENGINE_HAS_IT = "as the engine has it, this clause"
OTHERWISE_HAD = "the engine does not obey"
PERMITTING = "it satisfies the clauses about it"
RESTING = "determined by"
READING = "the last clause relies on it"
ELSE = "it would be otherwise if"
FOLLOWING = "what follows from an action is said by"
UNKNOWN = "there is no such action under the options in force; the clauses about actions are"
NO_CLAUSE = {
    MISSPELT: "no clause is concerned: the game's page fixes how an action is spelt",
    TWICE: "no clause is concerned: 'legal' lists every legal action once",
    "count": "the legal actions compared are right: the counting, or what it counts by, is wrong",
    "option": "no clause is concerned: it plays another game than the one asked for, unsaid",
    "going on": "no clause is concerned: after a refusal no game is in progress",
    "counting": "no clause is concerned: counting has to leave the game as it is",
    ASKING: "no clause is concerned: asking what is legal, or for the state, must change nothing",
    STATE_FIRST: "no clause is concerned: the order of questions must change nothing",
    UNASKED: "no clause is concerned: 'play' must go by the position, not by the last answer to 'legal'",
    "mind": "no clause is concerned: the same question has two answers",
    OPTIONS_TURNED: "no clause is concerned: what a JSON object has by name is in no order",
    "in full": "no clause is concerned: spelling out a default changes nothing",
    "defaults": "no clause is concerned: with every option given it answers by the rules",
    "earlier": "no clause is concerned: something is left over from an earlier game",
    EARLIER_ONES: "no clause is concerned: something is left over from earlier games",
    REFUSED_BEFORE: "no clause is concerned: an action that is refused leaves the game as it is",
    REFUSED_EARLIER: "no clause is concerned: what was refused in an earlier game is left over",
}
ORDER = "no clause is concerned: the game's page fixes the order of what a position lists"
FEW = 4
"""Clauses that are quoted at most."""
MOST_ALIKE = 40
"""Actions like a legal one, of which it is asked what forbids them."""
MOST_LEFT_OUT = 12
"""Moves that are left out, one at a time, to see which clause would forbid what is legal."""
ABOUT_THE_END = ("over", WINNERS)
"""Parts that rest on the clause about the end, even where it has no effect yet."""
NOTHING = object()
"""Stands for a value that there is not."""
Before = tuple[Json | None, tuple[Action, ...]]
"""A position, and the move that was made there; at the start, neither."""
Violations = tuple[Violation, ...]


@frozen
class About:
    """The clauses that a detection is about, and how they were found."""

    clauses: Violations
    because: str


@frozen
class Clauses:
    """Finds clauses of one game under the rulings in force."""

    game: str
    in_force: Hypothesis

    def about(self, detection: Detection, cause: str) -> About:
        """Find the clauses that a detection is about, trying the most specific way first."""
        kind, action = detection.difference.kind, detection.difference.action
        params, moves = detection.observation.params, detection.observation.moves
        if kind in NO_CLAUSE:
            return About((), NO_CLAUSE[kind])
        wrong, why = self.caused(cause, of_effects=kind not in ("extra", "missing"))
        forbid = self.forbidding(params, moves, action) if kind == "extra" and action else ()
        rest = tuple(each for each in forbid if each not in wrong)
        if wrong or rest:
            given = self.in_force, params, moves, action or ""
            decide = (
                () if wrong else self.quoted(deciding_effects(self.game, *given), of_effects=True)
            )
            ways = ((why, wrong), (FORBIDDING, rest), (RESTING, decide))
            reasons = [reason for reason, some in ways if some]
            return About((*wrong, *rest, *decide)[:FEW], "; ".join(reasons))
        if kind == "missing" and action is not None:
            found = About((), "") if cause else self.otherwise(params, moves, action)
            found = found if found.clauses else self.permitting(params, moves, action)
            if found.clauses:
                return found
        speaking = [each.identifier for each in self.rulebook.speaking_of_actions()]
        if kind == "extra":
            return About(self.quoted(speaking)[:FEW], UNKNOWN)
        part = "position" if kind == "refusal" else detection.difference.part
        found = self.resting(detection.observation, part)
        if found.because == ORDER:
            return found
        if not found.clauses:
            found = About(self.quoted(detection.clauses)[:FEW], f"{detection.source} tests")
        if not found.clauses:
            found = About(self.quoted(speaking)[:FEW], PERMITTING)
        return found

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the game."""
        return games.specified(self.game).rulebook

    def quoted(self, identifiers: Iterable[str], *, of_effects: bool = False) -> Violations:
        """Quote clauses; what is no clause is left out.

        `of_effects`: with what they say of what follows from an action, if they do.
        """
        known = {clause.identifier: clause for clause in self.rulebook.clauses}
        return tuple(
            Violation(name, demand_of(known[name], of_effects), words.text, words.source)
            for name in dict.fromkeys(identifiers)
            if name in known
            for words in (known[name].words,)
        )

    def caused(self, cause: str, *, of_effects: bool = False) -> tuple[Violations, str]:
        """Return the clauses of the reading or the mutant that explains a detection.

        `of_effects`: what is wrong follows from an action, and is not which actions there are.
        """
        words = cause.replace("=", " ").replace(";", " ").split()
        name = words[0] if words else ""
        if name in games.specified(self.game).readings:
            question = self.rulebook.question(name)
            quoted = self.quoted(question.clauses, of_effects=of_effects)
            return quoted, f"the question {name!r} is about"
        about = [each.about for each in mutants_of(self.game) if cause.startswith(each.id)]
        quoted = self.quoted([name], of_effects=of_effects)
        return quoted, f"{AS_THE_ENGINE_HAS_IT} {about[0]}" if about else OTHERWISE_HAD

    def forbidding(
        self,
        params: Json,
        moves: tuple[Action, ...],
        action: Action,
        hypothesis: Hypothesis | None = None,
    ) -> Violations:
        """Return the clauses that forbid an action, by the rulings in force or by others."""
        readings = (hypothesis or self.in_force).readings
        with suppress(MalformedAction):
            reference: Any = games.specification(self.game, params, readings)
            return tuple(reference.explain(state_after(reference, moves), action))
        return ()

    def otherwise(
        self,
        params: Json,
        moves: tuple[Action, ...],
        action: Action,
        refuted: Container[str] = (),
    ) -> About:
        """Find clauses that would forbid a legal action if one question were read otherwise.

        Not by readings that are refuted, nor by those that lead to another position.
        """
        here = self.position(self.in_force, params, moves)
        for question, readings in games.specified(self.game).readings.items():
            for reading in readings:
                if f"{question}={reading}" in refuted:
                    continue
                with suppress(RulewrightError):
                    other = self.in_force.but(**{question: reading})
                    if self.position(other, params, moves) != here:
                        continue
                    found = self.forbidding(params, moves, action, other)
                    if found:
                        return About(found[:FEW], f"{OTHERWISE} {question} were {reading}")
        return About((), "")

    def position(self, hypothesis: Hypothesis, params: Json, moves: tuple[Action, ...]) -> Json:
        """Return the position that moves lead to under some readings."""
        reference: Any = games.fastest(self.game, params, hypothesis.readings)
        position: Json = reference.to_json(state_after(reference, moves))
        return position

    def without_refuted(
        self, found: ReportedDeviation, refuted: Container[str]
    ) -> ReportedDeviation:
        """Quote other clauses if a deviation was explained by a reading that is refuted meanwhile."""
        if not found.because.startswith(OTHERWISE) or found.action is None:
            return found
        about = self.otherwise(found.params, found.moves, found.action, refuted)
        if not about.clauses:
            about = self.permitting(found.params, found.moves, found.action)
        return evolve(found, clauses=about.clauses, because=about.because)

    def permitting(self, params: Json, moves: tuple[Action, ...], action: Action) -> About:
        """Find the clauses that a legal action satisfies, and that forbid others like it there.

        Or that forbid it where one of the last moves was not made.
        """
        reference: Any = games.specification(self.game, params, self.in_force.readings)
        state = state_after(reference, moves)
        alike = tuple(islice(spelling.alike(action, moves), MOST_ALIKE))
        asked = [(state, each) for each in alike]
        # Where nothing like it is legal it is not the time for it: that says nothing of the action.
        asked += [
            (other, action)
            for other in with_a_move_less(reference, params, moves)
            if not set(alike).isdisjoint(reference.legal_actions(other))
        ]
        found: set[str] = set()
        for where, each in asked:
            with suppress(MalformedAction):
                violations = reference.explain(where, each)
                if len(violations) == 1:
                    found.add(violations[0].clause)
        found.update(deciding_effects(self.game, self.in_force, params, moves, action))
        order = [
            clause.identifier for clause in self.rulebook.clauses if clause.identifier in found
        ]
        return About(self.quoted(order)[:FEW], PERMITTING)

    def resting(self, observation: Observation, part: str) -> About:
        """Find the clauses that a part of an answer rests on, the nearest first.

        These are the clauses whose effects are used and without which the part would be otherwise. What
        leads to the position is not among them, if it is results that are wrong in the right position.
        """
        params, moves = observation.params, observation.moves
        if part.partition(".")[0] not in (*RESULTS, "over", "turn", "position"):
            return About((), "")
        asked: list[str] = []
        book = noting_effects(self.rulebook, asked.append)
        reference: Any = games.specified(self.game).engine(params, self.in_force.readings, book)
        before = reference.to_json(state_after(reference, moves[:-1])) if moves else None
        asked.clear()
        part = narrowed(part, reference, observation)
        if is_in_another_order(reference, observation, part):
            return About((), ORDER)
        expected = value_of(reference, before, moves[-1:], part)
        if part in RESULTS and has_right_position(reference, observation):
            state = state_after(reference, moves)
            before_that = tuple(asked)
            asked.clear()
            getattr(reference, part)(state)
            asked[:] = asked or before_that  # a result that only the last action decides
        used = tuple(dict.fromkeys(reversed(asked)))
        tiers = ((*SPOILT, *INVERTED),) if part in ABOUT_THE_END else (SPOILT, INVERTED)
        given = reported_value(observation, part)
        for ways, where in chain(
            ((each, given) for each in tiers), ((each, None) for each in tiers)
        ):
            deciding = [
                clause
                for clause in used
                if any(
                    is_otherwise(
                        self.value_with(f"{clause} {how}", params, (before, moves[-1:]), part),
                        expected,
                        where,
                    )
                    for how in ways
                )
            ]
            if part == "over" and reference.ending_clause in used:
                # It decides whatever its mutants do; a game in which nobody has the turn is over, too.
                deciding = [reference.ending_clause, *deciding]
            if deciding:
                reader = clause_that_reads(reference, observation, part)
                return resting_on(self, deciding, reader)
        found = self.read_otherwise(params, (before, moves[-1:]), part, expected)
        return (
            found if found.clauses else About(self.quoted(used, of_effects=True)[:FEW], FOLLOWING)
        )

    def read_otherwise(self, params: Json, at: Before, part: str, expected: Any) -> About:
        """Find the clauses of a question of which another reading has a part of an answer otherwise."""
        entry = games.specified(self.game)
        for question, readings in entry.readings.items():
            for reading in readings:
                others = self.in_force.but(**{question: reading}).readings
                engine: Any = entry.engine(params, others)
                with suppress(*BREAKING):
                    if value_of(engine, *at, part) != expected:
                        clauses = self.quoted(
                            self.rulebook.question(question).clauses, of_effects=True
                        )
                        return About(clauses[:FEW], f"{ELSE} {question} were {reading}")
        return About((), "")

    def value_with(self, mutant: str, params: Json, at: Before, part: str) -> Any:
        """Return a part of an answer with a clause mutant; nothing if there is no such mutant."""
        if mutant not in clause_mutants(self.game):
            return NOTHING
        book = with_mutants(self.rulebook, (mutant,))
        wrong: Any = games.specified(self.game).engine(params, self.in_force.readings, book)
        try:
            return value_of(wrong, *at, part)
        except BREAKING:  # what the clause does is needed to play on
            return NOTHING


def resting_on(clauses: Clauses, deciding: Sequence[str], reader: str) -> About:
    """Quote what a part rests on, then the clause that goes by it, if that is another one."""
    if not reader or reader in deciding:
        return About(clauses.quoted(deciding, of_effects=True)[:FEW], RESTING)
    quoted = (
        *clauses.quoted(deciding[: FEW - 1], of_effects=True),
        *clauses.quoted([reader]),
    )
    return About(quoted, f"{RESTING}; {READING}")


def demand_of(clause: Clause, of_effects: bool) -> str:
    """Return what a clause demands: of effects, or what it says first."""
    without = evolve(clause, permits=None) if of_effects and clause.effect is not None else clause
    return without.demand


def is_otherwise(value: Any, expected: Any, given: Any) -> bool:
    """Return whether a clause mutant changes a value, and where the engine has it otherwise as well.

    A clause that acts elsewhere, such as on the tile just laid, is not why another tile is missing.
    """
    if value is NOTHING or value == expected:
        return False
    if not all(isinstance(each, Mapping) for each in (value, expected, given)):
        return True
    return any(
        value.get(key, NOTHING) != expected.get(key, NOTHING)
        for key in expected.keys() | given.keys()
        if given.get(key, NOTHING) != expected.get(key, NOTHING)
    )


def reported_value(observation: Observation, part: str) -> Any:
    """Return what an engine reports of a part of its answer; None if it reports none."""
    name, _, of_position = part.partition(".")
    answer: Any = observation.seen.state
    if answer is None or name != "position":
        return getattr(answer, name, None)
    position = answer.position
    return position.get(of_position) if position and of_position else position


def value_of(engine: Any, before: Json | None, move: tuple[Action, ...], part: str) -> Any:
    """Return a part of the answer after a move; at the start, without one."""
    state = engine.initial() if before is None else engine.from_json(before)
    for each in move:
        state = engine.play(state, each)
    name, _, of_position = part.partition(".")
    ways = {
        "over": engine.is_over,
        "turn": engine.turn,
        SCORES: engine.scores,
        WINNERS: engine.winners,
    }
    if name in ways:
        return ways[name](state)
    position = engine.to_json(state)
    return position.get(of_position, position)


def narrowed(part: str, reference: Any, observation: Observation) -> str:
    """Return the only part of a position that is wrong, if the position is and there is one."""
    answer = observation.seen.state
    if part != "position" or answer is None or answer.position is None:
        return part
    right = reference.to_json(state_after(reference, observation.moves))
    wrong = [
        name
        for name, each in answer.position.items()
        if name not in left_out_of(answer) and name in right and right[name] != each
    ]
    return f"{part}.{wrong[0]}" if len(wrong) == 1 else part


def has_right_position(reference: Any, observation: Observation) -> bool:
    """Return whether all that an engine reports of its position is right."""
    answer = observation.seen.state
    if answer is None or answer.position is None:
        return False
    right = reference.to_json(state_after(reference, observation.moves))
    left_out = left_out_of(answer)
    return all(
        right.get(name) == each for name, each in answer.position.items() if name not in left_out
    )


def with_a_move_less(reference: Any, params: Json, moves: tuple[Action, ...]) -> Iterator[Any]:
    """Yield the position where one of the last moves was not made, for each that can be left out.

    `reference` is the specification that says what its clauses make of these positions.
    """
    fastest: Any = games.fastest(reference.game, params, reference.rulings)
    for at in range(len(moves))[-MOST_LEFT_OUT:]:
        with suppress(RulewrightError):
            there = state_after(fastest, moves[:at] + moves[at + 1 :])
            yield reference.from_json(fastest.to_json(there))
