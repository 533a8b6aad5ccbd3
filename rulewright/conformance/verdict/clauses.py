"""The clauses that a detection is about, and how they were found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from rulewright.conformance.adapter.observation import MISSPELT, TWICE
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.interface import Action, Json, MalformedAction, RulewrightError, Violation
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.spec.registry import Rulebook

FORBIDDING = "forbidden by"
OTHERWISE = "it would be forbidden if"
PERMITTING = "it satisfies the clauses about it"
RESTING = "determined by"
UNKNOWN = "there is no such action under the options in force; the clauses about actions are"
NO_CLAUSE = {
    MISSPELT: "no clause is concerned: the game's page fixes how an action is spelt",
    TWICE: "no clause is concerned: 'legal' lists every legal action once",
    "count": "the legal actions that were compared are right: it is the counting that is wrong",
    "option": "no clause is concerned: it plays another game than the one asked for, unsaid",
    "going on": "no clause is concerned: after a refusal no game is in progress",
    "counting": "no clause is concerned: counting has to leave the game as it is",
    "mind": "no clause is concerned: the same question has two answers",
    "in full": "no clause is concerned: spelling out a default changes nothing",
    "earlier": "no clause is concerned: something is left over from an earlier game",
}
FEW = 4
"""Clauses that are quoted at most."""
MOST_ALIKE = 40
"""Actions like a legal one, of which it is asked what forbids them."""
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
        wrong, why = self.caused(cause)
        forbid = self.forbidding(params, moves, action) if kind == "extra" and action else ()
        rest = tuple(each for each in forbid if each not in wrong)
        if wrong or rest:
            reasons = [reason for reason, some in ((why, wrong), (FORBIDDING, rest)) if some]
            return About((*wrong, *rest)[:FEW], "; ".join(reasons))
        if kind == "missing" and action is not None:
            found = self.otherwise(params, moves, action)
            found = found if found.clauses else self.permitting(params, moves, action)
            if found.clauses:
                return found
        speaking = [each.identifier for each in self.rulebook.speaking_of_actions()]
        if kind == "extra":
            return About(self.quoted(speaking)[:FEW], UNKNOWN)
        found = About(self.resting(params, moves, kind)[:FEW], RESTING)
        if not found.clauses:
            found = About(self.quoted(detection.clauses)[:FEW], f"{detection.source} tests")
        if not found.clauses:
            found = About(self.quoted(speaking)[:FEW], PERMITTING)
        return found

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the game."""
        return games.specified(self.game).rulebook

    def quoted(self, identifiers: Iterable[str]) -> Violations:
        """Quote clauses; what is no clause is left out."""
        known = {clause.identifier: clause for clause in self.rulebook.clauses}
        return tuple(
            Violation(name, known[name].demand, known[name].words.text, known[name].words.source)
            for name in dict.fromkeys(identifiers)
            if name in known
        )

    def caused(self, cause: str) -> tuple[Violations, str]:
        """Return the clauses of the reading or the mutant that explains a detection."""
        words = cause.replace("=", " ").replace(";", " ").split()
        name = words[0] if words else ""
        if name in games.specified(self.game).readings:
            question = self.rulebook.question(name)
            return self.quoted(question.clauses), f"the question {name!r} is about"
        return self.quoted([name]), "the engine does not obey"

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

    def otherwise(self, params: Json, moves: tuple[Action, ...], action: Action) -> About:
        """Find clauses that would forbid a legal action if one question were read otherwise."""
        for question, readings in games.specified(self.game).readings.items():
            for reading in readings:
                with suppress(RulewrightError):
                    other = self.in_force.but(**{question: reading})
                    found = self.forbidding(params, moves, action, other)
                    if found:
                        return About(found[:FEW], f"{OTHERWISE} {question} were {reading}")
        return About((), "")

    def permitting(self, params: Json, moves: tuple[Action, ...], action: Action) -> About:
        """Find the clauses that a legal action satisfies, and that forbid others like it there."""
        reference: Any = games.specification(self.game, params, self.in_force.readings)
        state = state_after(reference, moves)
        found: dict[str, None] = {}
        for each in islice(spelling.alike(action, moves), MOST_ALIKE):
            with suppress(MalformedAction):
                violations = reference.explain(state, each)
                if len(violations) == 1:
                    found[violations[0].clause] = None
        order = [
            clause.identifier for clause in self.rulebook.clauses if clause.identifier in found
        ]
        return About(self.quoted(order)[:FEW], PERMITTING)

    def resting(self, params: Json, moves: tuple[Action, ...], kind: str) -> Violations:
        """Return the clauses whose effects a value rests on, found by watching which ones are used."""
        asked: list[str] = []
        book = watched(self.rulebook, asked.append)
        reference: Any = games.specified(self.game).engine(params, self.in_force.readings, book)
        before = state_after(reference, moves[:-1])
        asked.clear()
        state = reference.play(before, moves[-1]) if moves else reference.initial()
        if kind in {"scores", "winners"}:
            before_the_end = tuple(asked)
            asked.clear()
            getattr(reference, kind)(state)
            asked[:] = asked or before_the_end  # a result that only the last action decides
        elif kind not in {"over", "turn", "position", "refusal"}:
            return ()
        # The last ones asked are those that the value comes from at once.
        return self.quoted(reversed(dict.fromkeys(reversed(asked))))


def watched(rulebook: Rulebook, note: Callable[[str], None]) -> Rulebook:
    """Return a rulebook that notes which effects are used."""

    def noting(name: str, effect: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(effect)
        def asked(*arguments: Any) -> Any:
            note(name)
            return effect(*arguments)

        return asked

    return evolve(
        rulebook,
        clauses=tuple(
            clause
            if clause.effect is None
            else evolve(clause, effect=noting(clause.identifier, clause.effect))
            for clause in rulebook.clauses
        ),
    )
