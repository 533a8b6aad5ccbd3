"""From findings to a verdict: what explains them, the readings, and one shortest game for each cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from attrs import define, evolve, field

from rulewright import games
from rulewright.conformance.deviations import ChangesItsMind, EarlierGameMatters, Finding
from rulewright.conformance.faults import AdapterFault
from rulewright.conformance.hypothesis import Hypothesis, questions_of
from rulewright.conformance.identify import (
    Identified,
    Identifier,
    breaking,
    by_length,
    sentence,
    separating,
)
from rulewright.conformance.observation import MISSPELT, REFUSED, Difference, Observation
from rulewright.conformance.report import Break, QuestionFound, Told
from rulewright.conformance.run import Run
from rulewright.conformance.scripts import Performance, Script
from rulewright.conformance.shorten import nearest, shortened
from rulewright.conformance.tell import FORBIDDING, OTHERWISE, Teller
from rulewright.interface import Action, IllegalAction

UNSTEADY = (ChangesItsMind.kind, EarlierGameMatters.kind)
"""Kinds of deviation that are about no rule."""
ROUNDS = 3
"""Times that a hypothesis is put to the test and given up for another."""
MOST_TOLD = 12
"""Deviations that are told; the others are counted with those of their kind."""
REPEATS = 3
"""Times that a deviation which does not always show is asked for again."""
SHORTEST = "shortest: every shorter game was tried"
IRREDUCIBLE = "no move can be left out"
AS_IT_WAS_MET = "as it was met"
AS_MET = ("count", "mind", "earlier")
"""Kinds of difference whose games are not shortened: a count is divided down, the others hang on what
was played before."""


@define
class Conclusion:
    """What follows from a run; `draw` it once all stages are through."""

    run: Run
    identified: Identified = field(init=False)
    questions: tuple[QuestionFound, ...] = ()
    deviations: tuple[Told, ...] = ()
    known: int = 0
    """Findings that the deviations were told from."""

    @property
    def hypothesis(self) -> Hypothesis:
        """What the engine seems to be playing."""
        return self.identified.hypothesis

    def draw(self) -> None:
        """Identify, put it to the test, ask what is still open, and tell the deviations."""
        self.identify()
        for _ in range(ROUNDS):
            if self.hypothesis == self.run.in_force or not self.identified.fits:
                break
            self.put_to_the_test()
            if breaking(self.run.laboratory, self.hypothesis, self.deviating()) is None:
                break
            self.identify()
        self.tell()
        if len(self.run.findings) > self.known:  # asking about readings brought something new
            self.identify()
            self.tell()

    def tell(self) -> None:
        """Tell the deviations, and then what they leave of the readings."""
        self.known = len(self.run.findings)
        self.deviations = tuple(self.told())
        self.questions = tuple(self.asked_about(question) for question in self.all_questions())

    def all_questions(self) -> tuple[str, ...]:
        """Name the questions of the game."""
        return tuple(questions_of(self.run.game))

    # ------------------------------------------------------------------------- identification

    def deviating(self) -> tuple[Observation, ...]:
        """List the observations that the rulings in force do not explain, shortest first."""
        laboratory, in_force = self.run.laboratory, self.run.in_force
        lines = {each.observation.key for each in self.run.findings}
        about_rules = (each for each in self.run.findings if not special(each))
        starts = {each.observation.moves for each in about_rules}
        found = (
            each
            for each in self.run.notebook
            if (each.key in lines or any(each.moves[: len(line)] == line for line in starts))
            and not laboratory.explains(in_force, each)
        )
        return tuple(by_length(found))

    def identify(self) -> None:
        """Search for what explains everything."""
        self.run.note(f"{self.run.game}: what does it play?")
        self.identified = Identifier(
            self.run.laboratory,
            self.run.in_force,
            tuple(self.run.notebook),
            self.deviating(),
            self.run.effort.seconds,
            self.run.unkept,
        ).identify()

    def put_to_the_test(self) -> None:
        """Play games of what the engine seems to play, so that a wrong guess has a chance to show."""
        plain = Hypothesis(self.hypothesis.rulings)
        self.run.random_games("confirmation", plain)

    # ------------------------------------------------------------------------------ questions

    def asked_about(self, question: str) -> QuestionFound:
        """Find out which readings of a question fit."""
        run, own = self.run, self.hypothesis.readings[question]
        asks = games.specified(run.game).rulebook.question(question).asks
        broken = self.concerned(question)
        fitting: list[str] = []
        breaks: dict[str, Break] = {}
        for reading in questions_of(run.game)[question]:
            if reading == own and not broken:
                fitting.append(reading)
                continue
            found = self.where_breaks(question, reading, alone=broken)
            if found is None:
                fitting.append(reading)
            else:
                breaks[reading] = found
        if not fitting or (broken and not self.identified.fits):
            status = "none of the known ones"
            fitting = []
        else:
            status = self.followed() if len(fitting) == 1 else "not told apart"
        in_force = run.rulings[question]
        return QuestionFound(question, asks, status, tuple(fitting), in_force, breaks)

    def followed(self) -> str:
        """Say how sure it is that a reading is followed: what it is part of may not explain all."""
        if self.identified.explains_all:
            return "follows"
        return "seems to follow" if self.identified.fits else "closest, not exact"

    def concerned(self, question: str) -> bool:
        """Tell whether what no reading explains is about the clauses of a question."""
        clauses = set(games.specified(self.run.game).rulebook.question(question).clauses)
        if any(name.split()[0] in clauses for name in self.hypothesis.mutants):
            return True
        if self.identified.fits:
            return False
        return any(
            violation.clause in clauses
            for told in self.deviations
            if not told.explained_by
            and told.because.startswith((FORBIDDING, OTHERWISE))
            and told.kind not in UNSTEADY
            for violation in told.clauses
        )

    def where_breaks(self, question: str, reading: str, *, alone: bool) -> Break | None:
        """Find where a reading does not fit, in what was observed or else by asking; None if nowhere.

        With `alone` the clause mutants of the hypothesis are left out: they are about the question.
        """
        other = self.hypothesis.but(**{question: reading})
        if alone:
            other = evolve(other, mutants=())
        laboratory = self.run.laboratory
        found = breaking(laboratory, other, self.telling(question, other))
        if found is None and not alone and reading != self.hypothesis.readings[question]:
            found = self.separated(other)
        if found is None:
            return None
        return Break(found.moves, found.params, sentence(laboratory, other, found))

    def telling(self, question: str, other: Hypothesis) -> Iterator[Observation]:
        """Give observations, those first that were made to tell the readings of a question apart."""
        about = {case.name for case in self.run.cases if question in case.questions}
        lines = {script for script in self.run.vector_lines if script[0] in about}
        keys = {key for _, key in lines}
        every = [
            each
            for each in self.run.notebook
            # What nothing explains says nothing about the readings.
            if self.identified.fits or self.run.laboratory.explains(self.hypothesis, each)
        ]
        yield from by_length(each for each in every if each.key in keys)
        others = by_length(each for each in every if each.key not in keys)
        slow = bool(other.mutants)
        yield from others[:: max(len(others) // 150, 1)] if slow else others

    def separated(self, other: Hypothesis) -> Observation | None:
        """Search a game on which two readings part, play it, and see which one is right."""
        run = self.run
        run.note(f"{run.game}: asking about {', '.join(other.departures(self.hypothesis))}")
        expected = separating(
            run.laboratory, (self.hypothesis, other), run.parameters(), run.effort, run.seed
        )
        if expected is None:
            return None
        try:
            performance = run.play(Script("asked", expected.params, expected.moves))
            if performance is None:
                return None
            run.judged("questions", performance, ())
        except AdapterFault:
            return None
        observation = performance.observations[-1]
        return observation if not run.laboratory.explains(other, observation) else None

    # ------------------------------------------------------------------------------ deviations

    def told(self) -> Iterator[Told]:
        """Tell one deviation for each cause, the shortest game that shows it."""
        teller = Teller(self.run.laboratory, self.run.in_force)
        groups: dict[tuple[str, str], list[Finding]] = {}
        for finding in sorted(self.run.findings, key=lambda each: each.length):
            cause = self.cause(finding)
            kind = "" if cause else finding.difference.kind
            groups.setdefault((cause, kind), []).append(finding)
        told = {name for cause, _ in groups for name in cause.split("; ")}
        for cause in self.hypothesis.departures(self.run.in_force):
            shown = None if cause in told or not self.run.findings else self.showing(cause)
            if shown is not None:
                groups[cause, ""] = [shown]
        for (cause, _), found in list(groups.items())[:MOST_TOLD]:
            self.run.note(
                f"{self.run.game}: the shortest game for {cause or found[0].difference.kind}"
            )
            finding, shortness = self.shortest(found[0], cause)
            yield teller.told(finding, cause, shortness, len(found))

    def tell_plainly(self) -> None:
        """Tell the shortest finding of each kind as it was met: nobody can be asked any more."""
        teller = Teller(self.run.laboratory, self.run.in_force)
        kinds: dict[str, list[Finding]] = {}
        for finding in sorted(self.run.findings, key=lambda each: each.length):
            kinds.setdefault(finding.difference.kind, []).append(finding)
        self.deviations = tuple(
            teller.told(found[0], "", AS_IT_WAS_MET, len(found)) for found in kinds.values()
        )

    def cause(self, finding: Finding) -> str:
        """Name the one departure that explains a finding, else all of them, else nothing."""
        if special(finding):
            return ""
        run, every = self.run, self.hypothesis.departures(self.run.in_force)
        explains = run.laboratory.explains
        for name in every:
            question, equals, reading = name.partition("=")
            alone = (
                run.in_force.but(**{question: reading})
                if equals
                else Hypothesis(run.in_force.rulings, (name,))
            )
            if explains(alone, finding.observation):
                return name
        return "; ".join(every) if explains(self.hypothesis, finding.observation) else ""

    def without(self, cause: str) -> Hypothesis:
        """Take one departure back from what the engine seems to play."""
        question, equals, _ = cause.partition("=")
        if equals:
            return self.hypothesis.but(**{question: self.run.rulings[question]})
        kept = tuple(name for name in self.hypothesis.mutants if name != cause)
        return evolve(self.hypothesis, mutants=kept)

    def needed(self, cause: str, observation: Observation) -> bool:
        """Tell whether an observation deviates, and cannot be explained without a departure."""
        explains = self.run.laboratory.explains
        return (
            not explains(self.run.in_force, observation)
            and not explains(self.without(cause), observation)
            and explains(self.hypothesis, observation)
        )

    def due_to(self, finding: Finding, cause: str) -> bool:
        """Tell whether a finding still shows the same cause."""
        if not cause or "; " in cause:
            return True
        return self.cause(finding) == cause or self.needed(cause, finding.observation)

    def showing(self, cause: str) -> Finding | None:
        """Find a game that shows a departure which is hidden behind others, by asking if need be."""
        for observation in by_length(self.run.notebook):
            if self.within_rules(observation) and self.needed(cause, observation):
                return self.finding_for(cause, observation)
        run = self.run
        pair = (self.hypothesis, self.without(cause))
        asked = separating(run.laboratory, pair, run.parameters(), run.effort, run.seed)
        if asked is None:
            return None
        try:
            performance = run.play(Script("asked", asked.params, asked.moves, everywhere=True))
        except AdapterFault:
            return None
        for observation in () if performance is None else performance.observations:
            if self.within_rules(observation) and self.needed(cause, observation):
                return self.finding_for(cause, observation)
        return None

    def within_rules(self, observation: Observation) -> bool:
        """Tell whether the moves of an observation are legal under the rulings in force."""
        measure = self.run.measure(observation.params)
        try:
            return measure is not None and measure.state(observation.moves) is not None
        except IllegalAction:
            return False

    def finding_for(self, cause: str, observation: Observation) -> Finding | None:
        """Make a finding of an observation: the difference that is there because of the departure."""
        replay = self.run.laboratory.replay(self.without(cause), observation.params)
        differences = self.run.against(observation)
        if replay is None or not differences:
            return None
        due = {(each.kind, each.action) for each in replay.differences(observation)}
        chosen = next((each for each in differences if (each.kind, each.action) in due), None)
        if chosen is None:
            return None
        return Finding(observation, chosen, "questions: asked")

    def shortest(self, finding: Finding, cause: str) -> tuple[Finding, str]:
        """Shorten the game of a finding, having made sure that it shows again on a fresh engine."""
        line = finding.observation.moves
        again = self.again(finding, line, fresh=True)
        if again is None or not all(self.again(finding, line) for _ in range(REPEATS)):
            return self.unsteady(finding), AS_IT_WAS_MET
        if finding.difference.kind in AS_MET:
            return again, AS_IT_WAS_MET
        params, effort = finding.observation.params, self.run.effort
        measure = self.run.measure(params)
        assert measure is not None

        def shows(moves: tuple[Action, ...]) -> bool:
            shown = self.again(finding, moves)
            return shown is not None and self.due_to(shown, cause)

        moves = shortened(finding.observation.moves, shows, effort.replays)
        moves = self.guessed(finding, moves, cause, shows)
        searched = nearest(measure.engine, len(moves) - 1, effort.nearest, shows) if moves else None
        complete = searched is None or searched.complete
        if searched is not None and searched.moves is not None:
            moves = searched.moves
        shorter = self.again(finding, moves, fresh=True)
        return shorter or again, SHORTEST if complete and shorter is not None else IRREDUCIBLE

    def guessed(
        self,
        finding: Finding,
        moves: tuple[Action, ...],
        cause: str,
        shows: Callable[[tuple[Action, ...]], bool],
    ) -> tuple[Action, ...]:
        """Take the shortest game on which the explanation parts from the rules, if the engine agrees."""
        laboratory, params = self.run.laboratory, finding.observation.params
        measure = self.run.measure(params)
        other = laboratory.replay(self.hypothesis, params)
        if not cause or not moves or measure is None or other is None:
            return moves
        deadline = monotonic() + self.run.effort.seconds / 4

        def parts(line: tuple[Action, ...]) -> bool:
            if monotonic() > deadline:
                return False
            seen = measure.seen(measure.state(line))
            return not other.explains(Observation(params, line, seen)) and shows(line)

        found = nearest(measure.engine, len(moves) - 1, 10 * self.run.effort.nearest, parts)
        return moves if found.moves is None else found.moves

    def again(
        self, finding: Finding, moves: tuple[Action, ...], *, fresh: bool = False
    ) -> Finding | None:
        """Play moves and look for the same kind of deviation; None if they do not show it."""
        params, difference = finding.observation.params, finding.difference
        measure = self.run.measure(params)
        assert measure is not None
        try:
            legal = measure.engine.legal_actions(measure.state(moves))
        except IllegalAction:
            return None
        offers: tuple[Action, ...] = ()
        refused = difference.given == REFUSED
        if difference.action is not None and refused == (difference.action in legal):
            offers = (difference.action,)
        relist = difference.kind == "refusal"
        script = Script("again", params, moves, offers={len(moves): offers}, again=relist)
        try:
            performance = self.run.fresh(script) if fresh else self.run.play(script)
            if performance is None:
                return None
            return self.same_kind(finding, performance)
        except AdapterFault:
            return None

    def same_kind(self, finding: Finding, performance: Performance) -> Finding | None:
        """Find a deviation of the same kind in a performance; a refusal counts as a missing action."""
        kind = finding.difference.kind
        for observation, change in performance.changes:
            if kind == "refusal":
                return evolve(finding, observation=observation, difference=change)
        observation = performance.observations[-1]
        for each in self.run.against(observation):
            if each.kind == kind:
                return evolve(finding, observation=observation, difference=each)
        if kind == "count":
            return finding
        return None

    def unsteady(self, finding: Finding) -> Finding:
        """Find out why a finding does not show on a fresh engine: an earlier game, or chance."""
        difference, observation = finding.difference, finding.observation
        moves = observation.moves
        if any(self.again(finding, moves, fresh=True) for _ in range(REPEATS)):
            kind, given = "mind", str(difference.given)
        else:
            before = self.leaving_traces(finding)
            kind = "mind" if before is None else "earlier"
            given = str(difference.given)
            if before is not None:
                given += f" (before it, on the same engine: {story(before)})"
        changed = Difference(kind, difference.expected, given, difference.action)
        return evolve(finding, difference=changed)

    def leaving_traces(self, finding: Finding) -> Script | None:
        """Find a game after which a finding shows, time and again; None if there is none."""
        observation = finding.observation
        difference = finding.difference
        offers = {} if difference.action is None else {len(observation.moves): (difference.action,)}
        script = Script("again", observation.params, observation.moves, offers=offers)
        shorter = (Script("again", each.params, each.moves[:3]) for each in self.run.lately)
        for before in (*shorter, *self.run.lately):
            if all(self.shows_after(finding, before, script) for _ in range(REPEATS)):
                return before
        return None

    def shows_after(self, finding: Finding, before: Script, script: Script) -> bool:
        """Tell whether a finding shows on a fresh engine that has played another game."""
        try:
            performance = self.run.fresh(before, script)
        except AdapterFault:
            return False
        return performance is not None and self.same_kind(finding, performance) is not None


def special(finding: Finding) -> bool:
    """Tell whether a finding is about something that no hypothesis about the rules can explain."""
    return finding.difference.kind in {"refusal", MISSPELT, *AS_MET}


def story(script: Script) -> str:
    """Write a script in one line."""
    return f"{script.params or 'default parameters'}, {' '.join(script.moves) or 'no move'}"


def plays(conclusion: Conclusion) -> str:
    """Say in one line what an engine seems to be playing."""
    found = conclusion.identified
    departures = found.hypothesis.departures(conclusion.run.in_force)
    if not conclusion.run.findings:
        return "the rulings in force explain everything observed"
    if not found.fits:
        near = ", ".join(departures) or "the rulings in force"
        return (
            f"no known reading or clause mutant explains everything observed; closest, not exact: "
            f"{near} ({found.explained} of {found.observed} observations explained)"
        )
    if not departures:
        return "the rules in force, apart from what is told below"
    apart = any(special(each) for each in conclusion.run.findings)
    but = ", apart from what is told below without an explanation" if apart else ""
    if found.explains_all:
        return f"{', '.join(departures)} explains everything observed{but}"
    held = f"{found.held} observations that it was held against, of {found.observed}"
    return f"{', '.join(departures)} explains the {held}{but}"


def suggestion(conclusion: Conclusion) -> str:
    """Give the options under which an engine would conform, if other rulings explain everything."""
    found = conclusion.identified
    departures = found.hypothesis.departures(conclusion.run.in_force)
    explained = all(not special(each) for each in conclusion.run.findings)
    if found.fits and departures and explained and not found.hypothesis.mutants:
        return " ".join(f"--ruling {name}" for name in departures)
    return ""
