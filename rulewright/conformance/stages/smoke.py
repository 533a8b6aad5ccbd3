"""Smoke: does the adapter speak the protocol at all?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulewright.conformance.adapter.conversation import (
    Command,
    Conversation,
    NotSupported,
    Opens,
    ProcessChannel,
)
from rulewright.conformance.adapter.faults import AdapterFault, OutOfPlace
from rulewright.conformance.evidence.report import Case, FaultMet, Status
from rulewright.protocol.messages import Introduced

STAGE = "smoke"
UNKNOWN = "no-such-game"


@define
class Smoke:
    """The steps of a smoke test, and what became of each."""

    opens: Opens
    cases: list[Case] = field(factory=list, init=False)
    faults: list[FaultMet] = field(factory=list, init=False)
    introduced: Introduced | None = field(default=None, init=False)

    def step(self, name: str, work: Callable[[], Any]) -> Any:
        """Do one step; a fault is written down."""
        try:
            found = work()
        except NotSupported as unsupported:
            self.cases.append(Case(STAGE, name, Status.UNSUPPORTED, unsupported.reason))
            return None
        except AdapterFault as fault:
            self.cases.append(Case(STAGE, name, Status.FAULT, str(fault)))
            self.faults.append(FaultMet(fault.kind, str(fault), f"smoke: {name}"))
            return None
        self.cases.append(Case(STAGE, name, Status.PASSED))
        return found

    def greet(self) -> Introduced | None:
        """Begin a conversation, and end one in each of the two ways there are."""
        self.introduced = self.step("hello", self._hello)
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

    def _hello(self) -> Introduced:
        def twice(conversation: Conversation) -> Introduced:
            conversation.hello()
            return conversation.hello()  # what was printed unasked is noticed now

        found: Introduced = self._talk(twice)
        return found

    def _unknown_game(self) -> None:
        def new(conversation: Conversation) -> None:
            try:
                conversation.new(UNKNOWN, {}, {})
            except NotSupported:
                return
            raise OutOfPlace(f"new {UNKNOWN}", "ok", "a game of that name begins")

        if isinstance(
            self.opens, Command
        ):  # a player in this process knows what it was written for
            self._talk(new)

    def _ends(self, opens: Opens, how: str) -> None:
        assert isinstance(opens, Command)
        with opens.start() as process:
            conversation = Conversation(ProcessChannel(process))
            conversation.hello()
            if how == "quit":
                conversation.quit()
            else:
                process.end_of_input()
            process.must_end(how)
