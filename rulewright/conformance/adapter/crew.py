"""Several instances of one engine in parallel; a fault of one does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Generic, Self, TypeAlias, TypeVar

from attrs import define, field, frozen

from rulewright.conformance.adapter.conversation import Conversation, NotSupported, Opens
from rulewright.conformance.adapter.faults import AdapterFault, ProgramNotFound, TimeExhausted
from rulewright.conformance.adapter.program import stop_all
from rulewright.protocol.messages import HelloAnswer

Given = TypeVar("Given")
Made = TypeVar("Made")
Outcome: TypeAlias = "Result[Given, Made]"


@frozen
class Result(Generic[Given, Made]):
    """The result of one task: exactly one of `made`, `unsupported` and `fault` is set."""

    given: Given
    made: Made | None = None
    unsupported: NotSupported | None = None
    fault: AdapterFault | None = None


@define
class Seat:
    """A conversation that starts on demand, and again after a fault."""

    opens: Opens
    conversation: Conversation | None = None
    asked: int = 0
    introduced: HelloAnswer | None = None
    """What the engine has said of itself; a conversation in a later version than 1 begins with it."""
    taken: set[str] = field(factory=set, repr=False)
    """The `new` requests accepted by any instance, current or earlier."""

    def work(
        self, task: Callable[[Conversation, Given], Made], given: Given
    ) -> Result[Given, Made]:
        """Run a task; raises `ProgramNotFound` and `TimeExhausted`, which end the run."""
        try:
            if self.conversation is None:
                self.conversation = self.opens.open()
                self.conversation.taken = self.taken
                self.introduced = self.conversation.agree(self.introduced)
            return Result(given, made=task(self.conversation, given))
        except NotSupported as unsupported:
            return Result(given, unsupported=unsupported)
        except (ProgramNotFound, TimeExhausted):
            self.close()
            raise
        except AdapterFault as fault:
            self.close()
            return Result(given, fault=fault)

    def afresh(self) -> None:
        """Start the next task with a fresh engine."""
        self.close()

    def close(self) -> None:
        """End the conversation, if there is one."""
        if self.conversation is not None:
            self.asked += self.conversation.asked
            self.conversation.close()
            self.conversation = None


@define
class Crew:
    """`jobs` seats; use it as a context."""

    opens: Opens
    jobs: int = 1
    introduced: HelloAnswer | None = None
    """None: the first conversation of each seat begins with `hello`."""
    seats: list[Seat] = field(init=False)

    @seats.default
    def _of_that_many(self) -> list[Seat]:
        taken: set[str] = set()  # all are the same engine: what one of them plays, each does
        return [Seat(self.opens, introduced=self.introduced, taken=taken) for _ in range(self.jobs)]

    def __enter__(self) -> Self:
        """Return itself; nothing is started yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """End all conversations."""
        for seat in self.seats:
            seat.close()

    @property
    def first(self) -> Seat:
        """The seat for tasks that run one after the other."""
        return self.seats[0]

    @property
    def asked(self) -> int:
        """Requests sent so far."""
        talking = (seat.conversation for seat in self.seats)
        return sum(seat.asked for seat in self.seats) + sum(
            each.asked for each in talking if each is not None
        )

    def map(
        self, task: Callable[[Conversation, Given], Made], work: Iterable[Given]
    ) -> Iterator[Result[Given, Made]]:
        """Run a task for each input, on all seats at once; yield the results in the order of the inputs.

        So what is found first does not depend on the number of seats.
        """
        if self.jobs == 1:
            yield from (self.first.work(task, given) for given in work)
            return
        free: SimpleQueue[Seat] = SimpleQueue()
        for seat in self.seats:
            free.put(seat)

        def on_a_seat(given: Given) -> Result[Given, Made]:
            seat = free.get()
            try:
                return seat.work(task, given)
            finally:
                free.put(seat)

        with ThreadPoolExecutor(self.jobs) as pool:
            asked = [pool.submit(on_a_seat, given) for given in work]
            try:
                for each in asked:
                    yield each.result()
            except BaseException:
                for each in asked:
                    each.cancel()
                stop_all()
                raise
