"""What is known about one engine and one game; it only grows."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from attrs import define, field

from rulewright.conformance.adapter.conversation import PastGame
from rulewright.conformance.adapter.faults import MOST_FAULTS, AdapterFault
from rulewright.conformance.adapter.observation import Observation, left_out_of, spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.notebook import Notebook
from rulewright.conformance.evidence.report import CaseResult, FaultMet, Status
from rulewright.interface import Action
from rulewright.protocol.messages import StateAnswer

ROOM = 3_000_000
"""Entries of legal sets that are kept of observations that agree."""
REMEMBERED_SCRIPTS = 4
Key = tuple[str, tuple[Action, ...]]
"""Parameters and moves, as `Observation.key` has them."""
Asked = tuple[str, str, str]
"""A question, the reading that seems to be followed, and another one."""


class TooManyFaults(Exception):
    """The adapter broke down so often that there is no point in going on."""


@define
class Evidence:
    """Cases, detections, faults and observations."""

    rulings_sent: dict[str, str]
    notebook: Notebook = field(factory=Notebook, init=False)
    cases: list[CaseResult] = field(factory=list, init=False)
    detections: list[Detection] = field(factory=list, init=False)
    about_options: list[tuple[Detection, int]] = field(factory=list, init=False)
    """Failures about options, which no hypothesis explains, each with how often it was met."""
    faults: list[FaultMet] = field(factory=list, init=False)
    unsupported: dict[str, str] = field(factory=dict, init=False)
    """The adapter's reason for each set of parameters that it does not support."""
    recent: deque[Script] = field(factory=lambda: deque(maxlen=REMEMBERED_SCRIPTS), init=False)
    preceding: dict[Key, tuple[Script, ...]] = field(factory=dict, init=False)
    """For positions with a detection, the last scripts that were played before it."""
    met: dict[Key, Script] = field(factory=dict, init=False)
    """For positions with a detection, the game in which it was met."""
    past: dict[Key, tuple[PastGame, ...]] = field(factory=dict, init=False)
    """For positions with a detection, what the same instance of the engine was asked before."""
    vector_lines: set[tuple[str, Key]] = field(factory=set, init=False)
    """For each vector its name and what it plays, as in `Observation.key`."""
    sources: dict[Key, str] = field(factory=dict, init=False)
    """By which test a position was first observed."""
    controls: dict[Asked, dict[Key, frozenset[str]]] = field(factory=dict, init=False)
    """For a question asked, control games that were played, with the parts of an answer that matter."""
    kept: int = field(default=0, init=False)
    unkept: int = field(default=0, init=False)
    """Observations that agree with the rules in force and were not kept, for lack of room."""
    states: int = field(default=0, init=False)
    """Answers to `state`."""
    without_position: int = field(default=0, init=False)
    """Those of them that leave the position, or a part of it, out."""
    left_out: Counter[str] = field(factory=Counter, init=False)
    """How many leave out ``position``, and each part as ``position.part``."""

    def add_case(
        self,
        stage: str,
        name: str,
        wrong: Sequence[Detection | str] = (),
        clauses: tuple[str, ...] = (),
        questions: tuple[str, ...] = (),
    ) -> None:
        """Add a case: it deviates if something was wrong, and names the first thing."""
        status = Status.DEVIATES if wrong else Status.PASSED
        detail = str(wrong[0]) if wrong else ""
        self.cases.append(CaseResult(stage, name, status, detail, clauses, questions))

    def skip(self, stage: str, name: str, reason: str) -> None:
        """Add a case that the adapter does not support."""
        self.cases.append(CaseResult(stage, name, Status.UNSUPPORTED, reason))

    def is_unsupported(self, stage: str, script: Script) -> bool:
        """Skip a script whose parameters are known to be unsupported."""
        reason = self.unsupported.get(spelled(script.params))
        if reason is not None:
            self.skip(stage, script.name, reason)
        return reason is not None

    def fault(self, stage: str, script: Script, fault: AdapterFault) -> None:
        """Add a fault; raises `TooManyFaults` when there were too many."""
        self.cases.append(CaseResult(stage, script.name, Status.FAULT, str(fault)))
        game = (script.moves, script.params, self.rulings_sent)
        self.faults.append(FaultMet(fault.kind, str(fault), f"{stage}: {script.name}", *game))
        if len(self.faults) >= MOST_FAULTS:
            raise TooManyFaults

    def observe(self, observation: Observation, source: str, *, deviates: bool) -> None:
        """Keep an observation, if it deviates or as long as there is room."""
        size = len(observation.seen.legal or ()) + 50
        if deviates or self.kept + size <= ROOM:
            self.kept += size
            self.notebook.add(observation)
            self.sources.setdefault(observation.key, source)
        else:
            self.unkept += 1

    def add_state(self, answer: StateAnswer) -> None:
        """Count an answer to `state`, and what it leaves out of the position."""
        parts = [f"position.{name}" for name in left_out_of(answer)]
        missing = ["position"] if answer.position is None else parts
        self.states += 1
        self.without_position += bool(missing)
        self.left_out.update(missing)

    def add_positions_case(self) -> None:
        """Add a case on whether `state` reports the position, and one for each part left out."""
        stage, name = "state", "the position is reported"
        if not self.states:
            return
        if not self.without_position:
            self.add_case(stage, name)
        for part, times in self.left_out.items():
            of_them = f"{times:,} of {self.states:,} answers"
            if part != "position":
                reason = f"'state' leaves {part} out, as 'hello' declares: {of_them}, not compared"
                self.skip(stage, f"{part} is reported", reason)
            elif times == self.states:
                reason = "'state' never reports the position, so positions were not compared"
                self.skip(stage, name, reason)
            else:
                self.skip(stage, name, f"'state' leaves the position out in {of_them}")

    @property
    def not_compared(self) -> tuple[str, ...]:
        """Name what `state` leaves out, with how often where that is not always."""
        return tuple(
            part if times == self.states else f"{part} (in {times:,} of {self.states:,} answers)"
            for part, times in self.left_out.items()
        )


def shortest_first(detections: Sequence[Detection]) -> list[Detection]:
    """Sort detections by the number of moves."""
    return sorted(detections, key=lambda each: each.length)
