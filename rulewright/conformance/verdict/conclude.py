"""From the evidence to a verdict: what explains it, the readings, and a shortest game for each cause."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from attrs import Factory, define, evolve, field

from rulewright.conformance.adapter.observation import Observation, spelled
from rulewright.conformance.evidence.deviations import ABOUT_NO_RULE, BY_ASKING, KINDS, Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import (
    QuestionFound,
    ReportedDeviation,
    Unexplained,
)
from rulewright.conformance.stages.late_games import games_past_the_end, late_games
from rulewright.conformance.stages.random_games import random_games
from rulewright.conformance.stages.refuting import refuting_games
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.alternatives import (
    instead_of_a_bug,
    under_alternatives,
    with_alternatives,
)
from rulewright.conformance.verdict.asked_further import departures, doubted
from rulewright.conformance.verdict.causes import Cause, Causes, is_pattern, special
from rulewright.conformance.verdict.clauses import Clauses
from rulewright.conformance.verdict.conditional import Conditions, told_of
from rulewright.conformance.verdict.consistency import in_words, refuse_contradictions
from rulewright.conformance.verdict.endings import ABOUT_THE_END
from rulewright.conformance.verdict.ends import END
from rulewright.conformance.verdict.everywhere import (
    WrongEverywhere,
    follows_from,
    shrunk,
    wrong_everywhere,
)
from rulewright.conformance.verdict.existing import without_such_actions
from rulewright.conformance.verdict.following import end_follows_from_position
from rulewright.conformance.verdict.identify import Identifier
from rulewright.conformance.verdict.parting import breaking
from rulewright.conformance.verdict.passed_over import end_follows_from_missing_actions
from rulewright.conformance.verdict.patterns import UNLISTED, patterns_in
from rulewright.conformance.verdict.probing import Probing
from rulewright.conformance.verdict.questions import Asking
from rulewright.conformance.verdict.reporting import Reporting, about_everywhere
from rulewright.conformance.verdict.residue import Pattern, Residue, without
from rulewright.conformance.verdict.simplest import simplest, without_bugs
from rulewright.conformance.verdict.unexplained import Attribution, judged_under
from rulewright.conformance.verdict.unplayed import HOW, UnplayedActions
from rulewright.conformance.verdict.weighing import (
    Identified,
    Known,
    Weigher,
    by_length,
    everything,
    spread,
)
from rulewright.wording.numbers import counted

BY_CHANCE, AFTER_ANOTHER, AFTER_REFUSALS, AFTER_OTHERS_REFUSALS, *_ = ABOUT_NO_RULE
AT_ONCE = KINDS["refusal"][0]
UNSTEADY = {
    BY_CHANCE: "the same question has several answers",
    AFTER_ANOTHER: "something is left over from an earlier game",
    AFTER_REFUSALS: "actions that it refuses change the game",
    AFTER_OTHERS_REFUSALS: "actions that it refuses change later games",
}
"""What is said of an engine whose answers change: no pattern of a bug can be relied on then."""
MOST_REFUTED = 6
"""Further sets of parameters with which that is done."""
LOOKED_AT = 40
"""Positions with what is wrong everywhere, in which a pattern must account for it."""
ROUNDS = 3
"""Times that a hypothesis is put to the test and given up for another."""
AGAIN = 2
"""Times that more games are played about what is open; again only if something else is supposed then."""


@define
class Conclusion:
    """What follows from a run; `draw` it once all stages are through."""

    run: GameRun
    identified: Identified = field(init=False)
    weigher: Weigher = field(init=False)
    everywhere: tuple[WrongEverywhere, ...] = ()
    """Parts of the answers that are wrong everywhere."""
    patterns: tuple[Pattern, ...] = ()
    """Bugs that account for what readings leave over."""
    questions: tuple[QuestionFound, ...] = ()
    deviations: tuple[ReportedDeviation, ...] = ()
    shown: Sequence[tuple[Cause, Detection]] = ()
    """The causes that deviations are reported for, with what shows each."""
    weighings: Known = field(factory=dict, init=False)
    refuting: set[str] = field(factory=set, init=False)
    """Parameters with which games were played to refute what is said of all games."""
    unexplained: tuple[Unexplained, ...] = ()
    """What is left of the legal actions, by the clause that decides."""
    unplayed: UnplayedActions = field(
        init=False, default=Factory(lambda self: UnplayedActions(self.run), takes_self=True)
    )
    """What is left out, as the engine did not play what it accepted."""
    known: int = 0
    """Failures that the deviations were reported from."""

    @property
    def hypothesis(self) -> Hypothesis:
        """What the engine seems to be playing."""
        return self.identified.hypothesis

    @property
    def identifier(self) -> Identifier:
        """The search for what explains everything."""
        return Identifier(self.weigher, self.run.setup.effort.trials)

    @property
    def causes(self) -> Causes:
        """The departures of that hypothesis."""
        return Causes(self.run, self.hypothesis, self.patterns)

    def draw(self) -> None:
        """Identify, put it to the test, report the deviations, and ask what is still open."""
        leave_out(self)
        self.set_aside()
        self.identify()
        for _ in range(ROUNDS):
            if self.hypothesis == self.run.rules.in_force or not self.identified.fits:
                break
            put_to_the_test(self.run, self.hypothesis)
            if breaking(self.run.rules.laboratory, self.hypothesis, self.deviating()) is None:
                break
            self.identify()
        self.confirm_patterns()
        ask_further(self)
        self.confirm_patterns()
        self.report()
        if len(self.run.evidence.detections) > self.known:  # asking brought something new
            self.identify()
            ask_further(self)
            self.confirm_patterns()
            self.report()
        under = judged_under(self.causes, self.questions, self.run.rules.in_force)
        self.unexplained = Attribution(self.causes, self.weigher, under, self.questions).rows()
        refuse_contradictions(self.causes, self.questions, self.shown)
        say_under_what(self)

    def confirm_patterns(self) -> None:
        """Give what is said of all games a chance to be refuted, by games that were not played yet.

        What is said of those with some parameters needs games with these.
        """
        general = [each for each in self.patterns if each.is_general]
        every = {spelled(each): each for each in self.run.parameters()} if general else {}
        met = sorted({params for each in general for params, _ in each.accounts} - {*every})
        every |= {each: json.loads(each) for each in met[:MOST_REFUTED]}
        new = [params for each, params in every.items() if each not in self.refuting]
        if new:
            self.refuting.update(map(spelled, new))
            refuting_games(self.run, Hypothesis(self.hypothesis.rulings), new)
            self.identify()

    def set_aside(self) -> None:
        """Set aside what is wrong everywhere, and judge the rest of all observations without it."""
        evidence, rules = self.run.evidence, self.run.rules
        if not evidence.detections:
            return
        found: list[WrongEverywhere] = []
        for _ in range(2):  # names first, then the rest with the right names
            ordered = by_length(evidence.notebook)
            new = tuple(wrong_everywhere(rules.laboratory, rules.in_force, ordered))
            found += [shrunk(self.run, each) for each in new]
            rules.laboratory.aside.update(part for each in new if each.aside for part in each.parts)
            if all(each.aside for each in new):
                break
            for each in new:
                rules.laboratory.names.update(each.names)
            evidence.notebook.change(rules.laboratory.named_right)
        if not found:
            return
        self.everywhere = (*self.everywhere, *found)
        aside = rules.laboratory.aside
        kept = [
            each
            for each in evidence.detections
            if special(each) and each.difference.part not in aside
        ]
        evidence.detections[:] = [*kept, *self.run.judged_again(by_length(evidence.notebook))]

    @property
    def remaining(self) -> tuple[WrongEverywhere, ...]:
        """What is wrong everywhere, and neither a pattern nor what is followed accounts for as well."""
        rules = self.run.rules
        pair = rules.in_force, self.hypothesis
        return tuple(
            each
            for each in self.everywhere
            if not any(accounts_for_all(pattern, each) for pattern in self.patterns)
            and not follows_from(rules.laboratory, pair, each)
        )

    def report(self) -> None:
        """Report the deviations, and then what they leave of the readings."""
        self.known = len(self.run.evidence.detections)
        reporting = Reporting(self.run, self.causes)
        about = about_everywhere(self.run, self.remaining)
        found = (*reporting.by_cause(), *reporting.beside_readings())
        told = {each.identity for each in self.patterns} - {each.identity for each in bugs(self)}
        found = tuple(each for each in found if not told.intersection(each.names))
        self.deviations = (*about, *without_consequences(found, self.patterns))
        self.shown = reporting.shown
        shown = tuple(each.observation for _, each in self.shown)
        asking = Asking(self.run, self.identified, self.weigher, self.patterns, shown)
        self.questions = asking.answers()
        refuted = refuted_readings(self.questions)
        self.deviations = tuple(
            evolve(
                Clauses(each.game, Hypothesis.of(each.rulings)).without_refuted(each, refuted),
                explained_by=explanation(self, each),
                sentence=under_alternatives(each.sentence, self.questions),
            )
            for each in self.deviations
        )

    def deviating(self) -> tuple[Observation, ...]:
        """List the observations that the rulings in force do not explain, shortest first."""
        evidence, rules = self.run.evidence, self.run.rules
        if not evidence.detections:
            return ()
        wrong = (
            each
            for each in evidence.notebook
            if not rules.laboratory.explains(rules.in_force, each)
        )
        return tuple(by_length(wrong))

    def identify(self) -> None:
        """Search for what explains everything."""
        self.run.note("what does it play?")
        leave_out(self)
        self.weigher = Weigher(
            self.run.rules.laboratory,
            self.run.rules.in_force,
            tuple(self.run.evidence.notebook),
            self.deviating(),
            self.run.evidence.unkept,
            known=self.weighings,
            excluded=without_such_actions(self.run.rules, self.run.evidence.notebook),
        )
        self.identified = self.identifier.identify()
        self.patterns = ()
        if self.run.evidence.detections and not self.identified.fits:
            self.look_for_patterns()

    def look_for_patterns(self) -> None:
        """Find patterns in what readings leave over, and identify again what these do not explain."""
        by_readings = self.identifier.read()
        plain = self.identified
        patterns = self.patterns_beside(by_readings)
        if not patterns:
            return
        self.weigher.left = without(patterns)
        again = self.identifier.read()
        if again != by_readings:
            self.weigher.left = everything
            patterns = self.patterns_beside(again)
            self.weigher.left = without(patterns)
        found = self.identifier.identify()
        if found.hypothesis.mutants:  # what they explain is no other bug
            self.weigher.left = everything
            patterns = self.patterns_beside(found.hypothesis)
            self.weigher.left = without(patterns)
            found = self.weigher.weighed(found.hypothesis)
        if found.explained * plain.held >= plain.explained * found.held:
            ordered = tuple(by_length(self.run.evidence.notebook))
            best = simplest(self.weigher, found.hypothesis, ordered)
            self.weigher.left = without(best.patterns)
            self.identified = self.weigher.weighed(best.hypothesis)
            self.patterns = best.patterns
        else:
            self.weigher.left = everything

    def patterns_beside(self, hypothesis: Hypothesis) -> list[Pattern]:
        """Find patterns in what a hypothesis leaves over."""
        ordered = by_length(self.run.evidence.notebook)
        wrong = ((each, self.weigher.wrong(hypothesis, each)) for each in ordered)
        left = {each.key: (each, items) for each, items in wrong if items}
        return patterns_in(Residue(self.run.rules.laboratory, hypothesis, left, ordered))


def say_under_what(conclusion: Conclusion) -> None:
    """Say of bugs about the end under which readings that are left open they are bugs."""
    raw, patterns = without_bugs(conclusion.weigher), conclusion.patterns
    observations = by_length(conclusion.run.evidence.notebook)
    conditions = Conditions(raw, conclusion.hypothesis, conclusion.questions, observations)
    conclusion.patterns = conditions.told(patterns)
    conclusion.deviations = told_of(conclusion.deviations, patterns, conclusion.patterns)


def explanation(conclusion: Conclusion, told: ReportedDeviation) -> str:
    """Name what explains a deviation, and the readings left open that would do so as well."""
    causes, questions, said = conclusion.causes, conclusion.questions, told.explained_by
    for cause, shown in conclusion.shown:
        a_bug = cause.said == said and is_pattern(cause, causes.patterns)
        if a_bug or (not said and not cause.names and is_about(told, shown)):
            every = (*instead_of_a_bug(causes, shown, questions), *cause.names)
            return "; ".join(dict.fromkeys(every))
    return with_alternatives(said, questions)


def is_about(told: ReportedDeviation, shown: Detection) -> bool:
    """Return whether a deviation tells of a detection."""
    return told.params == shown.observation.params and told.sentence.startswith(in_words(shown))


def leave_out(conclusion: Conclusion) -> None:
    """Leave out what was observed after actions that the engine accepts and does not play."""
    found = conclusion.unplayed.leave_out() if conclusion.run.evidence.detections else None
    others = tuple(each for each in conclusion.everywhere if each.how != HOW)
    conclusion.everywhere = others if found is None else (found, *others)


def bugs(conclusion: Conclusion) -> tuple[Pattern, ...]:
    """Return the patterns, but for what is said of actions that are accepted and not played."""
    is_said = any(each.how == HOW for each in conclusion.everywhere)
    observations = tuple(conclusion.run.evidence.notebook)
    return tuple(
        each
        for each in conclusion.patterns
        if not (is_said and each.name == UNLISTED)
        and not follows_from_positions(conclusion, each)
        and not end_follows_from_missing_actions(conclusion.causes, each, observations)
    )


def follows_from_positions(conclusion: Conclusion, pattern: Pattern) -> bool:
    """Return whether ends are wrong only where the engine reports a wrong position: they follow from it.

    They are looked at where the engine was asked for them.
    """
    if pattern.name not in ABOUT_THE_END:
        return False
    laboratory, plain = conclusion.causes.plain
    shown = [each for each in conclusion.run.evidence.notebook if pattern.due_in(each)]
    asked = [each for each in shown if END in laboratory.wrong(plain, each)]
    return bool(asked) and all(
        end_follows_from_position(laboratory.asked(plain, each), each) for each in asked
    )


def put_to_the_test(run: GameRun, hypothesis: Hypothesis) -> None:
    """Play games of what the engine seems to play, so that a wrong guess has a chance to show."""
    assumed = Hypothesis(hypothesis.rulings)
    random_games(run, "confirmation", assumed)
    late_games(run, "confirmation", assumed)
    for each in dict.fromkeys((assumed, hypothesis)):  # a broken clause may end no game, or late
        games_past_the_end(run, "confirmation", each)


def ask_further(conclusion: Conclusion) -> None:
    """Play more games about what bugs leave open, and identify again with these."""
    run = conclusion.run
    for _ in range(AGAIN):
        asking = Asking(run, conclusion.identified, conclusion.weigher, conclusion.patterns)
        supposed = Hypothesis(conclusion.hypothesis.rulings)
        probing = Probing(run, supposed, conclusion.identified.fits)
        if not probing.ask(doubted(asking), departures(asking)):
            break
        conclusion.identify()
        if conclusion.hypothesis.rulings == probing.hypothesis.rulings:
            break


def accounts_for_all(pattern: Pattern, everywhere: WrongEverywhere) -> bool:
    """Return whether a pattern accounts for what was found to be wrong everywhere before it."""
    few = spread(everywhere.shown, LOOKED_AT)
    items = [(each, (part, "")) for each in few for part in everywhere.parts]
    return bool(items) and all(pattern.covers(each, item) for each, item in items)


def without_consequences(
    found: Iterable[ReportedDeviation], patterns: Iterable[Pattern]
) -> list[ReportedDeviation]:
    """Leave out what answers seem to depend on if they change by chance, or after other games.

    What asking changes is told once: it shows after a refusal, and after counting, as well. What a
    refusal changes may show later, too. Chance looks like an earlier game, or like a bug that comes and
    goes; so does an earlier game.
    """
    every = list(found)
    asking = [each for each in every if each.kind == BY_ASKING]
    every = [each for each in every if each.kind != BY_ASKING or each is asking[0]]
    at_once = min((each for each in every if each.kind == AT_ONCE), key=moves_of, default=None)
    if at_once is not None:
        later = (AT_ONCE, AFTER_REFUSALS)
        every = [each for each in every if each is at_once or each.kind not in later]
    why = next((kind for kind in ABOUT_NO_RULE if any(each.kind == kind for each in every)), "")
    if why not in UNSTEADY:
        return every
    bugs = {each.identity for each in patterns}
    kept = [each for each in every if not bugs & set(each.names)]
    once = next(each for each in every if each.kind == why)
    return [each for each in kept if each is once or each.kind not in ABOUT_NO_RULE]


def moves_of(told: ReportedDeviation) -> int:
    """Count the moves of the game that shows a deviation."""
    return len(told.moves)


def refuted_readings(questions: Iterable[QuestionFound]) -> frozenset[str]:
    """Return the readings that do not fit, of the questions that have an answer."""
    return frozenset(
        f"{each.question}={reading}"
        for each in questions
        for reading in each.breaks
        if each.readings and reading not in each.readings
    )


def plays(conclusion: Conclusion) -> str:
    """Say in one line what an engine seems to be playing."""
    found = conclusion.identified
    departures = [
        with_alternatives(each, conclusion.questions) for each in conclusion.causes.departures
    ]
    evidence = conclusion.run.evidence
    if not evidence.detections and not conclusion.everywhere:
        if evidence.about_options:
            return "the rulings in force explain every position observed; options are what deviates"
        return "the rulings in force explain everything observed"
    said = [each.said for each in conclusion.remaining]
    changing = next(
        (UNSTEADY[each.kind] for each in conclusion.deviations if each.kind in UNSTEADY), ""
    )
    said += [changing] if changing else [each.words for each in bugs(conclusion)]
    but = f", apart from {counted(len(said), 'bugs')}: {'; '.join(said)}" if said else ""
    if not found.fits:
        near = ", ".join(departures) or "the rulings in force"
        return (
            f"no known reading or broken clause explains everything observed; closest, not exact: "
            f"{near} ({found.explained} of {found.observed} observations explained){but}"
        )
    observed = "everything observed"
    about_no_rule = any(special(each) for each in evidence.detections)
    if not changing and (
        about_no_rule or any(not each.explained_by for each in conclusion.deviations)
    ):
        observed = "every position observed"
        but += "; some deviations are about something else"
    if not departures:
        return f"the rules in force{but}"
    verb, it = ("explains", "it was") if len(departures) == 1 else ("explain", "they were")
    if found.explains_all:
        return f"{', '.join(departures)} {verb} {observed}{but}"
    held = f"{found.held} observations that {it} held against, of {found.observed}"
    return f"{', '.join(departures)} {verb} the {held}{but}"


def suggestion(conclusion: Conclusion) -> str:
    """Return the options under which an engine shows fewer deviations, or none."""
    departures = conclusion.causes.departures
    return " ".join(f"--ruling {name}" for name in departures if "=" in name)
