"""What a report says of a composite, sentence by sentence, held against what is true of it.

The naive engines answer for the composite, for the same without its faults, and for the rules; the
specification answers for clauses. Nothing of what made the report is asked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from common.composites import NEVER, Adapted, Composite
from rulewright.conformance import NotSupported
from rulewright.conformance.evidence.deviations import KINDS
from rulewright.conformance.evidence.hypothesis import clause_mutants, with_mutants
from rulewright.conformance.evidence.reference import BREAKING
from rulewright.conformance.evidence.report import (
    NOT_SUPPORTED,
    Break,
    GameReport,
    QuestionFound,
    ReportedDeviation,
    Unexplained,
)
from rulewright.conformance.outputs.next_step import purpose, readings_of
from rulewright.conformance.verdict.unexplained import ALONE, BESIDE, OTHERWISE, TOGETHER
from rulewright.interface import Action, IllegalAction, Json
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.spec.registry import Rulebook

READING = re.compile(r"([a-z_]+)=([a-z_]+(?: or [a-z_]+)*)")
OR_A_BUG = re.compile(r"[a-z_]+=[a-z_]+(?: or [a-z_]+)* or a bug")
"""What is left open: it is said so."""
ENGINE_SAYS = re.compile(r"(?P<kind>[a-z]+)(?: '(?P<action>[^']*)')?: it says .*")
"""How the sentence of a break begins."""
EVERYTHING = re.compile(r"^(?!no known).*explains? every(?:thing| position) observed")
LISTED, MISSING, ACCEPTED, REFUSED = (
    KINDS[each][0] for each in ("extra, listed", "missing, not listed", "extra", "missing")
)
ASPECTS = {KINDS[each][0]: each for each in ("over", "turn", "winners", "scores", "position")}
POSITION = KINDS["position"][0]
FORBIDDEN = "forbidden by"
MOST_CLAUSES = 4
"""So many are quoted; where there are as many, others may forbid the action, too."""
Answer = tuple[str, Any]
"""Whether something could be asked for, and what was answered."""
NOT_PLAYED, NOT_ASKED = "not played", "not asked"


@frozen
class Asked:
    """One thing that an engine can be asked for: where, and what."""

    params: Json
    moves: tuple[Action, ...]
    kind: str
    """As the kind of a deviation."""
    action: Action | None = None
    keys: tuple[str, ...] = ()
    """Of the position, the parts that are compared."""

    @classmethod
    def by(cls, deviation: ReportedDeviation) -> Asked:
        """Return what a deviation is about."""
        keys: set[str] = set()
        if deviation.kind == POSITION:
            keys = {*deviation.expected, *deviation.given}
        params, moves = deviation.params, deviation.moves
        return cls(params, moves, deviation.kind, deviation.action, tuple(sorted(keys)))

    def of(self, player: Adapted, rulings: Mapping[str, str] | None = None) -> Answer:
        """Ask a player."""
        try:
            player.new(player.composite.game, self.params, rulings or {})
            for each in self.moves:
                player.play(each)
        except (IllegalAction, NotSupported) as error:
            return NOT_PLAYED, type(error).__name__
        if self.kind in {LISTED, MISSING}:
            return "listed", self.action in player.legal()
        if self.kind in {ACCEPTED, REFUSED}:
            try:
                player.play(str(self.action))
            except IllegalAction:
                return "accepted", False
            return "accepted", True
        return self.aspect(player.state()) if self.kind in ASPECTS else (NOT_ASKED, None)

    def aspect(self, state: Mapping[str, Any]) -> Answer:
        """Return the part of an answer to `state`."""
        said = state.get(ASPECTS[self.kind])
        if self.kind == POSITION and said is not None:
            return self.kind, [(key, key in said, said.get(key)) for key in self.keys]
        return self.kind, list(said) if isinstance(said, tuple) else said

    def by_rules(self, engine: Any) -> Answer:
        """Ask a specification; raises whatever one with a wrong clause does."""
        state = state_after(engine, self.moves)
        if self.kind not in ASPECTS:
            how = "listed" if self.kind in {LISTED, MISSING} else "accepted"
            return how, self.action in engine.legal_actions(state)
        asks = {"over": engine.is_over, "position": engine.to_json}
        key = ASPECTS[self.kind]
        return self.aspect({key: asks.get(key, getattr(engine, key, None))(state)})


def false_readings(text: str, truth: Mapping[str, str]) -> Iterator[str]:
    """Yield the readings that a text names and that are not true."""
    for question, readings in READING.findall(OR_A_BUG.sub("", text)):
        if question in truth and truth[question] not in readings.split(" or "):
            yield f"{question}={readings}"


@define
class Claims:
    """Holds a report against the composite that it is about."""

    composite: Composite
    found: GameReport
    showing: Collection[Composite]
    """The composite without one of its bugs, for each that showed."""
    apart: Collection[str] = ()
    """Questions that are left open, though the answers of the run tell the readings apart."""
    truth: dict[str, str] = field(init=False)
    engine: Adapted = field(init=False)
    faultless: Adapted = field(init=False)
    """The readings of the composite, and nothing else."""

    def __attrs_post_init__(self) -> None:
        """Make the engines that answer."""
        defaults = games.specified(self.composite.game).default_rulings
        self.truth = defaults | dict(self.composite.readings)
        self.engine = self.composite.player()
        self.faultless = Composite(self.composite.game, self.composite.readings).player()

    @property
    def answered(self) -> dict[str, str]:
        """The readings that the report is certain of."""
        every = {each.question: each.readings for each in self.found.questions}
        return {question: said[0] for question, said in every.items() if len(said) == 1}

    def false(self) -> list[str]:
        """List the false sentences, each with what is wrong with it."""
        every = [*self.of_questions(), *self.of_the_whole(), *self.of_the_next_step()]
        for number, deviation in enumerate(self.found.deviations, start=1):
            every += (f"deviation {number}: {each}" for each in self.of_deviation(deviation))
        for row in self.found.unexplained:
            every += (f"unexplained {row.action}: {each}" for each in self.of_unexplained(row))
        return list(dict.fromkeys(every))

    # ------------------------------------------------------------------------------ questions

    def of_questions(self) -> Iterator[str]:
        """Yield what is false about questions: answers, and why there is none."""
        for each in self.found.questions:
            true = self.truth[each.question]
            if each.readings and true not in each.readings:
                yield f"{each.question}: {[*each.readings]}"
            if not each.readings and not self.showing:
                yield f"{each.question}: none of the known ones, though no bug shows"
            if each.question in self.apart and each.status == NOT_SUPPORTED:
                yield f"{each.question}: {each.said}, though answers tell them apart"
            for reading, where in each.breaks.items():
                yield from (
                    f"{each.question}={reading} breaks: {wrong}"
                    for wrong in self.of_break(each, reading, where)
                )

    def of_break(self, found: QuestionFound, reading: str, where: Break) -> Iterator[str]:
        """Yield what is false about where a reading breaks."""
        said = ENGINE_SAYS.fullmatch(where.sentence)
        key = said["kind"] if said else ""
        kinds = {
            "extra": LISTED,
            "missing": MISSING,
            **{key: kind for kind, key in ASPECTS.items()},
        }
        if said is None or key not in kinds or kinds[key] == POSITION:
            return
        asked = Asked(where.params, where.moves, kinds[key], said["action"])
        given = asked.of(self.engine)
        if given[0] == NOT_PLAYED:
            yield "the engine does not play this game"
        if reading == self.truth[found.question] and given == asked.of(self.faultless):
            yield f"the engine answers as it has it: {where.sentence}"

    # ------------------------------------------------------------------------ the whole report

    def of_the_whole(self) -> Iterator[str]:
        """Yield what is false of the line that says what the engine plays."""
        yield from false_readings(self.found.plays, self.truth)
        bugs = self.bugs_named(self.found.plays)
        if bugs and not self.showing:
            yield f"a bug that does not show: {self.found.plays}"
        hidden = [each for each in self.showing if each.position == self.composite.position]
        if hidden and not bugs and EVERYTHING.search(self.found.plays):
            yield f"nothing is unexplained, though a bug shows: {self.found.plays}"
        if self.composite.position != NEVER and "position" in self.found.not_compared:
            yield "the position is not reported"

    def bugs_named(self, text: str) -> bool:
        """Return whether a text names a bug, or a clause that is not obeyed."""
        named = any(each in text for each in clause_mutants(self.composite.game))
        return named or " apart from " in text or "no explanation" in text

    def of_the_next_step(self) -> Iterator[str]:
        """Yield the readings that a run is suggested with, as what is played, and that are not."""
        if "against what it plays" in purpose(self.found):
            for reading in readings_of(self.found):
                yield from (f"next step: {each}" for each in false_readings(reading, self.truth))

    # ----------------------------------------------------------------------------- deviations

    def of_deviation(self, deviation: ReportedDeviation) -> Iterator[str]:
        """Yield what is false of a deviation: readings, answers, the cause, clauses."""
        for text in (deviation.explained_by, deviation.sentence):
            yield from false_readings(text, self.truth)
        asked = Asked.by(deviation)
        given = asked.of(self.engine)
        if given[0] == NOT_ASKED:
            return
        if given == asked.of(Composite(self.composite.game, deviation.rulings).player()):
            yield f"the engine answers as the rules have it: {deviation.sentence}"
        if not agrees(deviation.kind, given):
            yield f"the engine does not answer so: {deviation.sentence}"
        yield from self.of_cause(deviation, asked, given)
        forbidden = deviation.because in {FORBIDDEN, f"{FORBIDDEN}; determined by"}
        if deviation.kind in {LISTED, ACCEPTED} and forbidden:
            rulebook = games.specified(self.composite.game).rulebook
            named = [each.clause for each in deviation.clauses]
            clauses = tuple(each for each in named if rulebook[each].permits is not None)
            if len(named) < MOST_CLAUSES:
                yield from self.of_clauses(deviation.rulings, asked, clauses)

    def of_cause(self, deviation: ReportedDeviation, asked: Asked, given: Answer) -> Iterator[str]:
        """Yield what is false of the cause: whether the engine would deviate without its bugs."""
        parts = deviation.explained_by.split("; ") if deviation.explained_by else []
        readings = [each for each in parts if READING.match(each)]
        if any(" or " in each for each in readings):  # it is left open
            return
        by_readings = given == asked.of(self.faultless)
        if parts == readings != [] and not by_readings:
            yield f"{deviation.explained_by} does not explain it: {deviation.sentence}"
        elif parts != readings and by_readings:
            yield f"no bug is the cause, but a reading: {'; '.join(parts)}"
        elif not parts and given == asked.of(self.as_said(deviation.rulings)):
            yield f"unexplained, though readings of the report explain it: {deviation.sentence}"
        mutants = tuple(each for each in parts if each in clause_mutants(self.composite.game))
        if mutants and not self.is_explained(mutants, asked, given):
            yield f"{'; '.join(mutants)} does not explain it: {deviation.sentence}"

    def as_said(self, rulings: Mapping[str, str]) -> Adapted:
        """Return an engine with the readings that the report is certain of, and no bug."""
        return Composite(self.composite.game, {**rulings, **self.answered}).player()

    def is_explained(self, mutants: tuple[str, ...], asked: Asked, given: Answer) -> bool:
        """Return whether wrong clauses, under the true readings, answer as the engine does."""
        rulebook = with_mutants(games.specified(self.composite.game).rulebook, mutants)
        try:
            return asked.by_rules(self.specification(asked.params, self.truth, rulebook)) == given
        except BREAKING:
            return False

    def specification(self, params: Json, rulings: Mapping[str, str], rulebook: Rulebook) -> Any:
        """Return the specification with another rulebook."""
        return games.specified(self.composite.game).engine(params, dict(rulings), rulebook)

    # --------------------------------------------------------------------- unexplained actions

    def of_unexplained(self, row: Unexplained) -> Iterator[str]:
        """Yield what is false of actions that nothing explains: of the first of them."""
        yield from false_readings(", ".join(row.under), self.truth)
        asked = Asked(row.params, row.moves, row.kind, row.action)
        given = asked.of(self.engine)
        if not agrees(row.kind, given):
            yield f"the engine does not answer so: {row.kind}"
        under = dict(self.found.rulings) | dict(READING.findall(", ".join(row.under)))
        if given == asked.of(self.as_said(self.found.rulings)):
            yield "readings of the report explain it"
        elif self.is_without_bugs(row, asked) and not self.is_open(row):
            yield f"a true reading explains it, not told as open ({', '.join(row.perhaps)})"
        if row.how in {each.format(" and ".join(row.clauses)) for each in (ALONE, TOGETHER)}:
            disobeyed = tuple(
                clause.identifier
                for name, clause in clause_mutants(self.composite.game).items()
                if name in row.under
            )
            yield from self.of_clauses(under, asked, (*row.clauses, *disobeyed))
        elif row.how == OTHERWISE.format(" and ".join(row.clauses)):
            others = (
                under | {question: reading}
                for question, readings in games.specified(self.composite.game).readings.items()
                for reading in readings
            )
            if all([*self.of_clauses(other, asked, row.clauses)] for other in others):
                yield f"{row.how}, but none does"

    def is_without_bugs(self, row: Unexplained, asked: Asked) -> bool:
        """Return whether the engine without its bugs answers likewise.

        Where more than actions is wrong, in everything: whoever ends the game lists no action either.
        """
        kinds = (row.kind, *ASPECTS) if row.how == BESIDE else (row.kind,)
        every = [evolve(asked, kind=kind) for kind in kinds if kind != POSITION]
        return all(each.of(self.engine) == each.of(self.faultless) for each in every)

    def is_open(self, row: Unexplained) -> bool:
        """Return whether a row names a true reading that may explain it."""
        return any(not [*false_readings(each, self.truth)] for each in row.perhaps)

    def of_clauses(
        self, rulings: Mapping[str, str], asked: Asked, clauses: Sequence[str]
    ) -> Iterator[str]:
        """Yield what is false of clauses that are said to forbid an action, and no others."""
        book = games.specified(self.composite.game).rulebook
        without = book
        for each in clauses:
            without = without.without(each)
        engine, other = (
            self.specification(asked.params, rulings, each) for each in (book, without)
        )
        try:
            state = state_after(engine, asked.moves)
            position = other.from_json(engine.to_json(state))
        except BREAKING as error:
            yield f"the game cannot be played by the rules: {type(error).__name__}"
            return
        if asked.action in engine.legal_actions(state):
            yield f"no clause forbids {asked.action}"
        elif engine.is_over(state):
            return  # after the end no formula of a clause is asked
        elif other.explain(position, str(asked.action)):
            yield f"{' and '.join(clauses)} would not permit {asked.action} if it were off"


def agrees(kind: str, given: Answer) -> bool:
    """Return whether an engine answers as the kind of a deviation says, of an action."""
    return kind in ASPECTS or given[1] == (kind in {LISTED, ACCEPTED})
