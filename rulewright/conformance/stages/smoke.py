"""Smoke: does the adapter speak the protocol at all?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from attrs import define, field

from rulewright.conformance.adapter.conversation import (
    Command,
    Conversation,
    NotSupported,
    Opens,
    ProcessChannel,
)
from rulewright.conformance.adapter.faults import (
    AdapterFault,
    BegunUnnamed,
    GameNotNamed,
    NoSuchPart,
    OutOfPlace,
)
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.hypothesis import not_default
from rulewright.conformance.evidence.report import CaseResult, FaultMet, Status
from rulewright.conformance.stages.run import GameRun
from rulewright.play import games
from rulewright.protocol.messages import PARTIAL, HelloAnswer

STAGE = "smoke"
UNKNOWN = "no-such-game"
MOST_ASKED = 2_000
"""Combinations of readings that an engine is asked for, to find one that it plays."""


@define
class Smoke:
    """The steps of a smoke test, and the result of each."""

    opens: Opens
    cases: list[CaseResult] = field(factory=list, init=False)
    faults: list[FaultMet] = field(factory=list, init=False)
    introduced: HelloAnswer | None = field(default=None, init=False)

    def step(self, name: str, work: Callable[[], Any]) -> Any:
        """Run one step, and record a fault."""
        try:
            found = work()
        except NotSupported as unsupported:
            self.cases.append(CaseResult(STAGE, name, Status.UNSUPPORTED, unsupported.reason))
            return None
        except AdapterFault as fault:
            self.cases.append(CaseResult(STAGE, name, Status.FAULT, str(fault)))
            self.faults.append(FaultMet(fault.kind, str(fault), f"smoke: {name}"))
            return None
        self.cases.append(CaseResult(STAGE, name, Status.PASSED))
        return found

    def greet(self) -> HelloAnswer | None:
        """Begin a conversation, and end one in each of the two ways."""
        self.introduced = self.step("hello", self._hello)
        if self.introduced is None:
            return None
        if PARTIAL in self.introduced.versions:
            self.introduced = self.step(f"hello in version {PARTIAL}", self._hello_later)
        if self.introduced is None:
            return None
        self.step("an unknown game is not supported", self._unknown_game)
        if isinstance(self.opens, Command):
            self.step("quit", lambda: self._ends(self.opens, "quit"))
            self.step("end of input", lambda: self._ends(self.opens, "the end of input"))
        return self.introduced

    def _talk(self, work: Callable[[Conversation], Any]) -> Any:
        conversation = self.opens.open()
        try:
            return work(conversation)
        finally:
            conversation.close()

    def _hello(self) -> HelloAnswer:
        def twice(conversation: Conversation) -> HelloAnswer:
            conversation.hello()
            return conversation.hello()  # what was printed unasked is noticed now

        found: HelloAnswer = self._talk(twice)
        return found

    def _hello_later(self) -> HelloAnswer:
        found: HelloAnswer = self._talk(Conversation.agree)
        return found

    def _unknown_game(self) -> None:
        def new(conversation: Conversation) -> None:
            try:
                conversation.new(UNKNOWN, {}, {})
            except NotSupported:
                return
            raise OutOfPlace(f"new {UNKNOWN}", "ok", "a game of that name begins")

        if isinstance(self.opens, Command):  # a player in this process may assume its game
            self._talk(new)

    def _ends(self, opens: Opens, how: str) -> None:
        assert isinstance(opens, Command)
        with opens.start() as process:
            conversation = Conversation(ProcessChannel(process))
            conversation.agree(self.introduced)
            if how == "quit":
                conversation.quit()
            else:
                process.program.end_of_input()
            process.must_end(how)


def refuse_unknown_parts(run: GameRun, introduced: HelloAnswer) -> None:
    """Refuse parts that are declared as left out, and that no position has.

    Raises `NoSuchPart`, and `GameNotNamed` for a game that the adapter does not name.
    """
    for game in introduced.leaves_out or {}:
        if introduced.games and game not in introduced.games:  # a player in this process names none
            raise GameNotNamed(game, introduced.games)
    engine = run.rules.reference(run.setup.params_sent({})).engine
    known = tuple(engine.to_json(engine.initial()))
    for part in (introduced.leaves_out or {}).get(run.setup.game, ()):
        if part not in known:
            raise NoSuchPart(run.setup.game, part, known)


def begins(run: GameRun) -> bool:
    """Begin a game, and look at it; False if the engine does not play it as is wanted.

    It is begun a second time by the same instance, which must support it again.
    """
    for name in ("a first game", "the same game again"):
        script = Script(name, run.setup.params_sent({}), ())
        result = run.crew.first.work(run.perform, script)
        detections = run.absorb(STAGE, result)
        if result.made is None:
            break
        run.evidence.add_case(STAGE, name, detections)
    return not run.evidence.unsupported and not run.evidence.faults


def refuse_unnamed(run: GameRun, introduced: HelloAnswer) -> None:
    """Note it as a fault if the adapter begins a game that it does not name."""
    game = run.setup.game
    if game not in introduced.games:
        fault = BegunUnnamed(game, introduced.games)
        run.evidence.faults.append(FaultMet(fault.kind, str(fault), f"{STAGE}: hello"))


def supported_rulings(run: GameRun) -> tuple[str, ...]:
    """Find readings under which the engine begins a game: those nearest to the rulings in force.

    An engine may play none of the readings in force, so several are changed together.
    """
    found = games.specified(run.setup.game)
    params = run.setup.params_sent({})

    def new(conversation: Conversation, sent: dict[str, str]) -> bool:
        conversation.new(run.setup.game, params, sent)
        return True

    in_force = run.rules.in_force
    for hypothesis in islice(run.rules.laboratory.combinations(in_force), 1, MOST_ASKED):
        result = run.crew.first.work(new, not_default(hypothesis.readings, found.default_rulings))
        if result.fault is not None:
            return ()
        if result.made:
            return hypothesis.departures(in_force)
    return ()
