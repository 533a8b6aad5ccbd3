"""A deviation told: the clauses it is about with their words, the position, and a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from typing import Any

from attrs import evolve, frozen

from rulewright.conformance.adapter.observation import MISSPELT, Observation
from rulewright.conformance.evidence.deviations import Finding, deviation_of
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import Told
from rulewright.interface import (
    Action,
    IllegalAction,
    Json,
    MalformedAction,
    RulewrightError,
    Violation,
)
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, replay
from rulewright.spec.registry import Rulebook

FORBIDDING = "they forbid the action"
OTHERWISE = "they would forbid it if"
PERMITTING = "these clauses speak of it, and permit it"
NO_CLAUSE = {
    MISSPELT: "no clause is concerned: the game's page fixes how an action is spelt",
    "count": "the legal actions that were compared are right: it is the counting that is wrong",
    "option": "no clause is concerned: another game is played than was asked for, and nobody is told",
    "going on": "no clause is concerned: after a refusal no game is in progress",
    "counting": "no clause is concerned: counting has to leave the game as it is",
    "mind": "no clause is concerned: the same question has two answers",
    "in full": "no clause is concerned: an option that is told has a value that it has anyway",
    "earlier": "no clause is concerned: something of an earlier game is left",
}
FEW = 4
"""Clauses that are quoted at most."""


class EnginesDisagree(RulewrightError):
    """Rulewright's own engines say different things of a position: nobody else can be blamed."""

    exit_status = 4

    def __init__(self, game: str, what: str) -> None:
        """Name the game and what they disagree about."""
        super().__init__(
            f"this is a bug in rulewright, and nothing can be said of the engine that was checked: the "
            f"specification and the implementation of {game} disagree: {what}"
        )


@frozen
class About:
    """The clauses that a deviation is about, and how they were found."""

    clauses: tuple[Violation, ...]
    because: str


@frozen
class Teller:
    """Tells deviations of one game under the rulings in force."""

    laboratory: Laboratory
    in_force: Hypothesis

    def specification(self, params: Json, hypothesis: Hypothesis | None = None) -> Any:
        """Make the specification under some parameters."""
        readings = (hypothesis or self.in_force).readings
        return games.specification(self.laboratory.game, params, readings)

    def told(self, finding: Finding, cause: str, shortness: str, times: int) -> Told:
        """Tell a finding."""
        observation, difference = finding.observation, finding.difference
        deviation = deviation_of(observation, difference)
        reference = self.specification(observation.params)
        self.agreed(reference, observation)
        text, svg = self.pictures(reference, observation.moves)
        about = self.about(finding, cause)
        return Told(
            kind=deviation.kind,
            game=self.laboratory.game,
            params=observation.params,
            rulings=self.in_force.readings,
            moves=observation.moves,
            action=difference.action,
            expected=difference.expected,
            given=difference.given,
            sentence=str(deviation),
            clauses=about.clauses,
            because=about.because,
            explained_by=cause,
            shortness=shortness,
            times=times,
            source=finding.source,
            text=text,
            svg=svg,
        )

    def agreed(self, reference: Any, observation: Observation) -> None:
        """Make sure that the specification expects what the implementation does.

        Raises `EnginesDisagree`: an engine is not to be blamed for a mistake of ours.
        """
        tested = self.laboratory.engine(self.in_force, observation.params)
        try:
            replay(reference, tested, observation.moves)
        except (Disagreement, IllegalAction) as error:
            raise EnginesDisagree(self.laboratory.game, str(error)) from error

    def pictures(self, reference: Any, moves: tuple[Action, ...]) -> tuple[str, str]:
        """Draw the position that some moves lead to, the last of them marked."""
        state = reference.initial()
        for action in moves:
            state = reference.play(state, action)
        position = reference.to_json(state)
        draw = games.specified(self.laboratory.game).draw
        last = moves[-1] if moves else None
        return draw.text(reference, position), draw.svg(reference, position, last)

    def about(self, finding: Finding, cause: str) -> About:
        """Find the clauses, the most telling way first."""
        if finding.difference.kind in NO_CLAUSE:
            return About((), NO_CLAUSE[finding.difference.kind])
        wrong, why = self.caused(finding, cause)
        forbidding, how = self.forbidding(finding, cause)
        rest = tuple(each for each in forbidding if each not in wrong)
        if wrong or rest:
            reasons = [reason for reason, some in ((why, wrong), (how, rest)) if some]
            return About((*wrong, *rest)[:FEW], "; ".join(reasons))
        for way in (self.read_otherwise, self.resting, self.tested):
            clauses, because = way(finding, cause)
            if clauses:
                return About(clauses[:FEW], because)
        return About(self.quoted_all(self.speaking())[:FEW], PERMITTING)

    def speaking(self) -> list[str]:
        """Name the clauses that speak of actions."""
        return [each.identifier for each in self.rulebook.speaking_of_actions()]

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the game."""
        return games.specified(self.laboratory.game).rulebook

    def quoted_all(self, identifiers: Iterable[str]) -> tuple[Violation, ...]:
        """Quote clauses; what is no clause is left out."""
        known = {clause.identifier: clause for clause in self.rulebook.clauses}
        return tuple(
            Violation(name, known[name].demand, known[name].words.text, known[name].words.source)
            for name in dict.fromkeys(identifiers)
            if name in known
        )

    def forbidding(self, finding: Finding, cause: str) -> tuple[tuple[Violation, ...], str]:
        """The clauses that forbid an action which the engine permits."""
        del cause
        action = finding.difference.action
        if finding.difference.kind != "extra" or action is None:
            return (), ""
        reference = self.specification(finding.observation.params)
        with suppress(MalformedAction):
            state = self.reached(reference, finding.observation.moves)
            return tuple(reference.explain(state, action)), FORBIDDING
        return (), ""

    def caused(self, finding: Finding, cause: str) -> tuple[tuple[Violation, ...], str]:
        """The clauses of the reading or the mutant that explains the deviation."""
        del finding
        words = cause.replace("=", " ").replace(";", " ").split()
        name = words[0] if words else ""
        if name in games.specified(self.laboratory.game).readings:
            question = self.rulebook.question(name)
            reason = f"the question {name!r} is about them"
            return self.quoted_all(question.clauses), reason
        return self.quoted_all([name]), "the engine has it wrong"

    def read_otherwise(self, finding: Finding, cause: str) -> tuple[tuple[Violation, ...], str]:
        """The clauses that would forbid a legal action if one question were read otherwise."""
        del cause
        action, observation = finding.difference.action, finding.observation
        if finding.difference.kind != "missing" or action is None:
            return (), ""
        for question, readings in games.specified(self.laboratory.game).readings.items():
            for reading in readings:
                other = self.in_force.but(**{question: reading})
                with suppress(RulewrightError):
                    reference = self.specification(observation.params, other)
                    state = self.reached(reference, observation.moves)
                    found = tuple(reference.explain(state, action))
                    if found:
                        return found, f"{OTHERWISE} {question} were {reading}"
        return (), ""

    def resting(self, finding: Finding, cause: str) -> tuple[tuple[Violation, ...], str]:
        """The clauses whose effects a value rests on, found by watching them being asked."""
        del cause
        kind, observation = finding.difference.kind, finding.observation
        asked: list[str] = []
        book = watched(self.rulebook, asked.append)
        found = games.specified(self.laboratory.game)
        reference: Any = found.engine(observation.params, self.in_force.readings, book)
        moves = observation.moves
        before = self.reached(reference, moves[:-1])
        asked.clear()
        state = reference.play(before, moves[-1]) if moves else reference.initial()
        if kind in {"scores", "winners"}:
            asked.clear()
            getattr(reference, kind)(state)
        elif kind not in {"over", "turn", "position", "refusal"}:
            return (), ""
        # The last ones asked are those that the value comes from at once.
        return self.quoted_all(reversed(dict.fromkeys(reversed(asked)))), "the value rests on them"

    def tested(self, finding: Finding, cause: str) -> tuple[tuple[Violation, ...], str]:
        """The clauses that the test says it is about."""
        del cause
        return self.quoted_all(finding.clauses), f"{finding.source} tests them"

    def reached(self, reference: Any, moves: tuple[Action, ...]) -> Any:
        """Play moves."""
        state = reference.initial()
        for action in moves:
            state = reference.play(state, action)
        return state


def watched(rulebook: Rulebook, note: Callable[[str], None]) -> Rulebook:
    """Make a rulebook that tells which effects are asked for."""

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
