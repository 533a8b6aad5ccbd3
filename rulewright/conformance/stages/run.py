"""One game of one engine, held against the rules from the first move to the verdict."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import define, evolve, field

from rulewright.conformance.adapter.conversation import Conversation, Opens
from rulewright.conformance.adapter.crew import Crew, Result
from rulewright.conformance.adapter.faults import AdapterFault, MalformedActions
from rulewright.conformance.adapter.observation import (
    LISTED,
    PLAYED,
    Difference,
    Observation,
    Seen,
    spelled,
)
from rulewright.conformance.adapter.scripts import Performance, Script, perform
from rulewright.conformance.evidence.budget import Effort
from rulewright.conformance.evidence.deviations import Finding
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory, not_default
from rulewright.conformance.evidence.notebook import Notebook
from rulewright.conformance.evidence.reference import Replay, wrong_count
from rulewright.conformance.evidence.report import Case, FaultMet, Status
from rulewright.interface import Action, Json
from rulewright.play import games, perft

MOST_FAULTS = 3
"""Faults after which an adapter is left alone."""
ROOM = 3_000_000
"""Entries of legal sets that are kept of observations that agree."""
REMEMBERED_SCRIPTS = 4

Note = Callable[[str], None]


class LeftAlone(Exception):
    """The adapter broke down so often that there is no point in going on."""


@define
class Run:
    """What is known of one engine and one game, growing as the stages go on."""

    opens: Opens
    game: str
    given: Json
    """Parameters that are fixed; the others are as each test wants them."""
    rulings: dict[str, str]
    """The reading of each question that is in force."""
    effort: Effort
    seed: int
    note: Note
    crew: Crew
    laboratory: Laboratory = field(init=False)
    in_force: Hypothesis = field(init=False)
    notebook: Notebook = field(factory=Notebook, init=False)
    cases: list[Case] = field(factory=list, init=False)
    findings: list[Finding] = field(factory=list, init=False)
    about_options: list[tuple[Finding, int]] = field(factory=list, init=False)
    """Findings about options, which no hypothesis explains, each with how often it was met."""
    faults: list[FaultMet] = field(factory=list, init=False)
    unsupported: dict[str, str] = field(factory=dict, init=False)
    """The adapter's reason for each set of parameters that it does not support."""
    lately: deque[Script] = field(factory=lambda: deque(maxlen=REMEMBERED_SCRIPTS), init=False)
    vector_lines: set[tuple[str, tuple[str, tuple[Action, ...]]]] = field(factory=set, init=False)
    """For each vector its name and what it plays, as in `Observation.key`."""
    kept: int = field(default=0, init=False)
    unkept: int = field(default=0, init=False)
    """Observations that agree with the rules in force and were not kept, for want of room."""
    compared: int = field(default=0, init=False)
    """Positions compared with the rules in force."""
    states: int = field(default=0, init=False)
    """Answers to `state`."""
    without_position: int = field(default=0, init=False)
    """Those of them that leave the position out."""

    @laboratory.default
    def _laboratory(self) -> Laboratory:
        return Laboratory(self.game)

    @in_force.default
    def _in_force(self) -> Hypothesis:
        return Hypothesis.of(self.rulings)

    # ------------------------------------------------------------------------------- asking

    @property
    def rulings_sent(self) -> dict[str, str]:
        """The readings that an adapter is told: those that are not the defaults."""
        defaults = games.specified(self.game).default_rulings
        return not_default(self.rulings, defaults)

    def params_sent(self, params: Mapping[str, Any]) -> Json:
        """The parameters that an adapter is told: those fixed and those wanted, unless defaults."""
        return not_default({**params, **self.given}, games.specified(self.game).default_parameters)

    def parameters(self) -> list[Json]:
        """List the parameters that random games are played with, the game's own first."""
        supported = (each for each in self.fitting() if spelled(each) not in self.unsupported)
        return list(islice(supported, self.effort.parameters))

    def unsupported_parameters(self) -> list[Json]:
        """List the parameters that would be played with if the adapter supported them."""
        return [each for each in self.fitting() if spelled(each) in self.unsupported]

    def fitting(self) -> list[Json]:
        """List the parameters that fit those that are fixed, the game's own first."""
        played = [self.params_sent(each) for each in games.specified(self.game).played]
        fitting: list[Json] = []
        for params in (self.params_sent({}), *played):
            if params not in fitting and self.reference(params) is not None:
                fitting.append(params)
        return fitting

    def perform(self, conversation: Conversation, script: Script) -> Performance:
        """Play a script."""
        return perform(conversation, self.game, self.rulings_sent, script)

    def play(self, script: Script) -> Performance | None:
        """Play one script at once; None if the adapter does not support it. Raises a fault."""
        result = self.crew.first.work(self.perform, script)
        if result.fault is not None:
            raise result.fault
        return result.made

    def fresh(self, *scripts: Script) -> Performance | None:
        """Play scripts on a fresh engine, one after the other; gives what came of the last one."""
        self.crew.first.afresh()
        made = None
        for script in scripts:
            made = self.play(script)
        return made

    def reference(self, params: Json) -> Replay | None:
        """The rules in force; None for parameters that the game does not have."""
        return self.laboratory.replay(self.in_force, params)

    # ----------------------------------------------------------------------------- absorbing

    def all_of(
        self, stage: str, scripts: Iterable[Script], clauses: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[Result[Script, Performance], list[Finding]]]:
        """Play scripts on all seats; gives what came of each, and what was wrong in it."""
        supported = [each for each in scripts if not self.known_unsupported(stage, each)]
        for result in self.crew.map(self.perform, supported):
            yield result, self.absorb(stage, result, clauses)

    def supports(self, script: Script) -> bool:
        """Tell whether nothing is known that speaks against a script's parameters."""
        return spelled(script.params) not in self.unsupported

    def known_unsupported(self, stage: str, script: Script) -> bool:
        """Count a script as unsupported if its parameters are known to be."""
        reason = self.unsupported.get(spelled(script.params))
        if reason is not None:
            self.cases.append(Case(stage, script.name, Status.UNSUPPORTED, reason))
        return reason is not None

    def absorb(
        self,
        stage: str,
        result: Result[Script, Performance],
        clauses: Mapping[str, Any] | None = None,
    ) -> list[Finding]:
        """Write down what came of a script; gives what deviates from the rules in force."""
        script = result.given
        if result.unsupported is not None:
            reason = result.unsupported.reason
            self.unsupported[spelled(script.params)] = reason
            self.cases.append(Case(stage, script.name, Status.UNSUPPORTED, reason))
            return []
        if result.fault is not None:
            self.fault(stage, script, result.fault)
            return []
        assert result.made is not None
        self.lately.append(script)
        try:
            return self.judged(stage, result.made, tuple((clauses or {}).get(script.name, ())))
        except AdapterFault as fault:
            self.fault(stage, script, fault)
            return []

    def fault(self, stage: str, script: Script, fault: AdapterFault) -> None:
        """Write a fault down; raises `LeftAlone` when there were too many."""
        self.cases.append(Case(stage, script.name, Status.FAULT, str(fault)))
        doing = f"{stage}: {script.name}"
        told = (script.moves, script.params, self.rulings_sent)
        self.faults.append(FaultMet(fault.kind, str(fault), doing, *told))
        if len(self.faults) >= MOST_FAULTS:
            raise LeftAlone

    def judged(
        self, stage: str, performance: Performance, clauses: tuple[str, ...]
    ) -> list[Finding]:
        """Compare a performance with the rules in force, up to the first position that differs."""
        found: list[Finding] = []
        source = f"{stage}: {performance.script.name}"
        for observation, change in performance.changes:
            found.append(Finding(observation, change, source, clauses))
        for seen in performance.observations:
            observation = seen
            self.states += seen.seen.told
            self.without_position += seen.seen.told and seen.seen.position is None
            differences = [] if found else self.against(observation)
            if differences and differences[0].given == PLAYED:
                observation = self.first_illegal(observation)
                differences = self.against(observation)
            found.extend(Finding(observation, each, source, clauses) for each in differences)
            # What comes after a deviation is compared no more, but tells what the engine does play.
            self.keep(observation, deviates=bool(found))
        if not found:  # what is wrong in a position makes its count wrong as well
            wrong = next(self.miscounted(performance), None)
            found.extend([] if wrong is None else [Finding(*wrong, source, clauses)])
        self.findings.extend(found)
        return found

    def miscounted(self, performance: Performance) -> Iterator[tuple[Observation, Difference]]:
        """Give the counts in mid-game that are wrong by the rules in force."""
        for each in performance.counts:
            observation, depth = each.observation, each.depth
            reference = self.reference(observation.params)
            assert reference is not None
            state = reference.state(observation.moves)
            expected = perft.perft(reference.engine, state, depth)
            if each.count not in {None, expected}:
                yield observation, wrong_count(expected, each.count, depth)

    def first_illegal(self, observation: Observation) -> Observation:
        """Turn a game that goes on after an illegal action into one that ends with offering it."""
        reference = self.reference(observation.params)
        assert reference is not None
        moves = observation.moves
        for ply, action in enumerate(moves):
            if action not in reference.engine.legal_actions(reference.state(moves[:ply])):
                return Observation(observation.params, moves[:ply], Seen(accepted=(action,)))
        return observation

    def against(self, observation: Observation) -> list[Difference]:
        """List what differs from the rules in force, one of each kind; raises `MalformedActions`."""
        reference = self.reference(observation.params)
        assert reference is not None
        self.compared += 1
        kinds: dict[tuple[str, str], Difference] = {}
        for each in reference.differences(observation):
            if each.kind == "extra" and each.given == LISTED:
                self.spelled_right(reference, each.action or "")
            kinds.setdefault((each.kind, str(each.given) if each.action else ""), each)
        return list(kinds.values())

    def spelled_right(self, reference: Replay, action: Action) -> None:
        """Raise `MalformedActions` for a text that no reading of any question spells as an action."""
        reason = self.no_action(reference, action)
        if reason:
            raise MalformedActions(action, reason)

    def no_action(self, reference: Replay, action: Action) -> str:
        """Say why a text is no action under any reading of any question; "" if it is one."""
        reason = reference.misspelling(action)
        if not reason:
            return ""
        for question, readings in games.specified(self.game).readings.items():
            for reading in readings:
                other = self.in_force.but(**{question: reading})
                replay = self.laboratory.replay(other, reference.engine.params)
                if replay is not None and not replay.misspelling(action):
                    return ""
        return reason

    def keep(self, observation: Observation, *, deviates: bool) -> None:
        """Write an observation down, if it deviates or as long as there is room.

        That a misspelt action is taken says nothing about the rules, and is not held against any.
        """
        reference = self.reference(observation.params)
        if observation.seen.accepted and reference is not None:
            accepted = tuple(a for a in observation.seen.accepted if not reference.misspelling(a))
            observation = evolve(observation, seen=evolve(observation.seen, accepted=accepted))
        size = len(observation.seen.legal or ()) + 50
        if deviates or self.kept + size <= ROOM:
            self.kept += size
            self.notebook.add(observation)
        else:
            self.unkept += 1

    def passed(
        self, stage: str, result: Result[Script, Performance], found: Sequence[Finding]
    ) -> None:
        """Count a script that was performed as a case."""
        if result.made is None:
            return
        status = Status.DEVIATES if found else Status.PASSED
        detail = str(found[0]) if found else ""
        self.cases.append(Case(stage, result.given.name, status, detail))

    # -------------------------------------------------------------------------------- stages

    def position_told(self) -> None:
        """Count it as a case whether `state` tells the position, which it may leave out."""
        if not self.states:
            return
        of_them = f"{self.without_position:,} of {self.states:,} answers"
        left_out = f"'state' leaves the position out in {of_them}"
        if self.without_position == self.states:
            left_out = "'state' never tells the position, so positions were not compared"
        status = Status.UNSUPPORTED if self.without_position else Status.PASSED
        detail = left_out if self.without_position else ""
        self.cases.append(Case("state", "the position is told", status, detail))

    def begin(self) -> bool:
        """Begin a game, and look at it; False if the engine does not play it as is wanted.

        It is begun a second time by the same instance, which may not have enough of it.
        """
        for name in ("a first game", "the same game again"):
            result = self.crew.first.work(self.perform, Script(name, self.params_sent({}), ()))
            self.passed("smoke", result, self.absorb("smoke", result))
            if result.made is None:
                break
        return not self.unsupported and not self.faults

    def supported_rulings(self) -> list[dict[str, str]]:
        """List rulings near those in force that the engine does support."""
        found = []
        for question, readings in games.specified(self.game).readings.items():
            for reading in readings:
                rulings = self.rulings | {question: reading}
                if reading != self.rulings[question] and self.accepts(rulings):
                    found.append({question: reading})
        return found

    def accepts(self, rulings: Mapping[str, str]) -> bool:
        """Tell whether the engine begins a game under some rulings."""
        defaults = games.specified(self.game).default_rulings
        sent = not_default(rulings, defaults)

        def new(conversation: Conversation, _: None) -> bool:
            conversation.new(self.game, self.params_sent({}), sent)
            return True

        return bool(self.crew.first.work(new, None).made)
