"""One game of one engine: play scripts, and hold their results against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import islice
from typing import Any

from attrs import define, evolve, field

from rulewright.conformance.adapter.conversation import Conversation
from rulewright.conformance.adapter.crew import Crew, Result
from rulewright.conformance.adapter.elsewhere import PlayedElsewhere
from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import PLAYED, Observation, spelled
from rulewright.conformance.adapter.scripts import Performance, Script, perform
from rulewright.conformance.evidence.collected import Evidence
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.rules import RulesInForce
from rulewright.conformance.evidence.setup import Setup
from rulewright.interface import Action, Json

Note = Callable[[str], None]
Played = Result[Script, Performance]


@define
class GameRun:
    """The adapter, the rules it is held against, and the evidence so far."""

    setup: Setup
    crew: Crew
    progress: Note
    elsewhere: PlayedElsewhere | None = None
    """Plays the scripts of which nothing depends on what came before; None: the crew does."""
    rules: RulesInForce = field(init=False)
    evidence: Evidence = field(init=False)
    left_alone: bool = field(default=False, init=False)
    """Whether the adapter broke down so often that it is asked no more."""

    @rules.default
    def _rules(self) -> RulesInForce:
        return RulesInForce(self.setup)

    @evidence.default
    def _evidence(self) -> Evidence:
        return Evidence(self.setup.rulings_sent)

    def note(self, text: str) -> None:
        """Report progress."""
        self.progress(f"{self.setup.game}: {text}")

    def parameters(self, *, supported: bool = True) -> list[Json]:
        """List the parameters that games are played with, or all those that are unsupported."""
        unsupported = self.evidence.unsupported
        if not supported:
            return [each for each in self.rules.parameters() if spelled(each) in unsupported]
        fitting = (each for each in self.rules.parameters() if spelled(each) not in unsupported)
        return list(islice(fitting, self.setup.effort.parameters))

    # ------------------------------------------------------------------------------- playing

    def perform(self, conversation: Conversation, script: Script) -> Performance:
        """Play a script in a conversation."""
        past = tuple(conversation.past)
        made = perform(conversation, self.setup.game, self.setup.rulings_sent, script)
        return evolve(made, past=past)

    def play(self, *scripts: Script, fresh: bool = False) -> Performance | None:
        """Play scripts in sequence, and return the result of the last; raises a fault.

        None if unsupported, or if the adapter is left alone. If `fresh`, use a new instance of the
        engine.
        """
        if self.left_alone:
            return None
        if fresh:
            begin_afresh(self, scripts[0].params)
        made = None
        for script in scripts:
            result = self.crew.first.work(self.perform, script)
            if result.fault is not None:
                raise result.fault
            made = result.made
        return made

    def play_all(
        self, stage: str, scripts: Iterable[Script], clauses: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[Played, list[Detection]]]:
        """Play scripts on all seats; yield each result with its detections."""
        supported = [each for each in scripts if not self.evidence.is_unsupported(stage, each)]
        for result in played_by(self, supported):
            yield result, self.absorb(stage, result, (clauses or {}).get(result.given.name, ()))

    def play_as_one(self, stage: str, scripts: Iterable[Script]) -> list[Detection] | None:
        """Play scripts that make one case; None if a fault or missing support decides it."""
        before = len(self.evidence.cases)
        found = [each for _, wrong in self.play_all(stage, scripts) for each in wrong]
        return found if len(self.evidence.cases) == before else None

    # ------------------------------------------------------------------------------- judging

    def absorb(self, stage: str, result: Played, clauses: tuple[str, ...] = ()) -> list[Detection]:
        """Add the result of a script to the evidence; returns its detections."""
        script, evidence = result.given, self.evidence
        if result.unsupported is not None:
            evidence.unsupported[spelled(script.params)] = result.unsupported.reason
            evidence.skip(stage, script.name, result.unsupported.reason)
            return []
        try:
            if result.fault is not None:
                raise result.fault
            assert result.made is not None
            before = tuple(evidence.recent)
            evidence.recent.append(script)
            found = self.judge(stage, result.made, clauses)
        except AdapterFault as fault:
            evidence.fault(stage, script, fault)
            return []
        for each in found:
            evidence.preceding.setdefault(each.observation.key, before)
            evidence.met.setdefault(each.observation.key, script)
            evidence.past.setdefault(each.observation.key, result.made.past)
        return found

    def judge(
        self, stage: str, performance: Performance, clauses: tuple[str, ...] = ()
    ) -> list[Detection]:
        """Compare a performance with the rules in force, up to the first position that differs."""
        evidence, rules = self.evidence, self.rules
        source = f"{stage}: {performance.script.name}"
        found = [Detection(*change, source, clauses) for change in performance.changes]
        for seen in performance.observations:
            observation = seen
            answer = seen.seen.state
            if answer is not None:
                evidence.add_state(answer)
            different = [] if found else rules.discrepancies(observation)
            if different and different[0].given == PLAYED:
                self.observe(seen, source, deviates=True)  # legal by other rules, perhaps
                observation = rules.up_to_first_illegal(observation)
                different = rules.discrepancies(observation)
            found.extend(Detection(observation, each, source, clauses) for each in different)
            # What follows a detection is not compared, but shows what the engine does play.
            self.observe(observation, source, deviates=bool(found))
        if not found:  # what is wrong in a position makes its count wrong as well
            wrong = next(rules.miscounted(performance.counts), None)
            found.extend([] if wrong is None else [Detection(*wrong, source, clauses)])
        evidence.detections.extend(found)
        return found

    def observe(self, observation: Observation, source: str, *, deviates: bool) -> None:
        """Keep an observation, without misspelt actions: that they are taken is about no rule."""
        observation = self.rules.laboratory.named_right(observation)
        seen = observation.seen
        if seen.accepted and self.rules.has(observation.params):
            reference = self.rules.reference(observation.params)
            accepted = tuple(
                each for each in seen.accepted if not self.rules.misspelling(reference, each)
            )
            observation = evolve(observation, seen=evolve(seen, accepted=accepted))
        self.evidence.observe(observation, source, deviates=deviates)

    def judged_again(self, observations: Sequence[Observation]) -> Iterator[Detection]:
        """Judge observations without what was set aside since: each game up to what differs first."""
        wrong: set[tuple[str, tuple[Action, ...]]] = set()
        for each in observations:  # shortest first
            params, moves = each.key
            if any((params, moves[:plies]) in wrong for plies in range(len(moves))):
                continue
            different = self.rules.discrepancies(each)
            if different:
                wrong.add(each.key)
            source = self.evidence.sources.get(each.key, "what was observed")
            yield from (Detection(each, difference, source) for difference in different)


def begin_afresh(run: GameRun, params: Json) -> None:
    """Go on with a new instance of the engine; one in this process has to do with an empty game."""
    run.crew.first.afresh()
    if not run.crew.opens.words:
        run.crew.first.work(run.perform, Script("empty", params, ()))


def held_against(run: GameRun, readings: Mapping[str, str]) -> GameRun:
    """Return the same run, whose answers are held against other rulings than those asked for."""
    other = copy(run)
    rules = RulesInForce(evolve(run.setup, rulings=dict(readings)))
    rules.laboratory = run.rules.laboratory
    other.rules = rules
    return other


def play_cases(run: GameRun, stage: str, scripts: Sequence[Script]) -> None:
    """Play scripts, each of which is a case."""
    for done, (result, found) in enumerate(run.play_all(stage, scripts), start=1):
        if result.made is not None:
            run.evidence.add_case(stage, result.given.name, found)
        run.note(f"{stage}: {done} of {len(scripts)}")


def played_by(run: GameRun, scripts: Sequence[Script]) -> Iterator[Played]:
    """Play scripts on all seats, or elsewhere; yield the results in their order; none if left alone."""
    if run.left_alone:
        return iter(())
    if run.elsewhere is None:
        return run.crew.map(run.perform, scripts)
    return run.elsewhere.play(run.crew, run.setup.game, run.setup.rulings_sent, scripts)


def requests_sent(run: GameRun) -> int:
    """Return the number of requests sent so far, here and elsewhere."""
    return run.crew.asked + (0 if run.elsewhere is None else run.elsewhere.asked)
