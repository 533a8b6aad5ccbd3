"""How parts are run: one interface, in processes of this machine or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from math import inf
from typing import Any, Protocol, Self, TypeVar

from attrs import evolve

from rulewright.interface import RulewrightError
from rulewright.parts.part import CRASH, HANG, RAISED, PartFinding, PartOutcome, WorkPart
from rulewright.parts.version import ClusterError
from rulewright.play.attribution import GUEST, attributed

Given = TypeVar("Given")
Made = TypeVar("Made")
Note = Callable[..., None]
"""Called with texts that report the progress of a task."""
DoPart = Callable[[WorkPart, Note], PartOutcome]
"""Does a part; it must be importable by name."""
AHEAD = 4
"""Parts made for each that can run at once: enough that no worker waits, few enough to keep."""
DEATHS = 3
"""Workers that a task may kill until that is its outcome."""
ADAPTER = 3
"""The exit status of the mistakes of adapters."""


class PartCrashed(RulewrightError):
    """A task killed its worker as often as it may."""

    exit_status = 4

    def __init__(self, how: str) -> None:
        """Keep what happened last."""
        self.how = how
        super().__init__(f"it killed its worker {DEATHS} times: {how}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return type(self), (self.how,)


class PartHung(RulewrightError):
    """A task did not end within its limit."""

    exit_status = 4

    def __init__(self, how: str) -> None:
        """Keep how long it was waited for."""
        self.how = how
        super().__init__(f"it does not end: {how}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return type(self), (self.how,)


class NoResult(RulewrightError):
    """A part has no result, and without it nothing can be said: its process died, or never ended."""

    exit_status = 4

    def __init__(self, part: WorkPart, why: Exception) -> None:
        """Name the part, and what happened."""
        about = ", ".join(f"{name} {value}" for name, value in part.share.items())
        super().__init__(f"{part.check} of {part.game}: {about}: no result: {why}")


class ClusterLost(ClusterError):
    """The scheduler of a cluster is gone, and has not come back in time."""


class Executor(Protocol):
    """Runs tasks elsewhere; a context that ends what it started."""

    @property
    def where(self) -> str:
        """Where tasks run, for people."""

    @property
    def width(self) -> int:
        """How many tasks can run at once now; at least 1."""

    def submit(
        self, work: Callable[[Given, Note], Any], given: Given, limit: float = inf
    ) -> Future[Any]:
        """Have a task done, within `limit` seconds of processor time from one note to the next.

        The future's exception is what the work raised, `PartCrashed`, `PartHung` or `ClusterLost`.
        """

    def as_completed(self) -> Iterator[Future[Any]]:
        """Yield each future that was submitted as soon as it is done, until none is under way.

        More may be submitted meanwhile.
        """

    def shutdown(self) -> None:
        """End everything that was started; what is under way is lost."""

    def __enter__(self) -> Self:
        """Return itself."""

    def __exit__(self, *raised: object) -> None:
        """Shut down."""


def in_flight(
    executor: Executor,
    work: Callable[[Given, Note], Any],
    given: Iterable[Given],
    limit: float = inf,
    ahead: int | None = None,
) -> Iterator[tuple[Given, Future[Any]]]:
    """Have tasks done; yield each with its future as soon as that is done.

    Tasks are taken from `given` as they are needed: at most `ahead` (None: `AHEAD` for each that can
    run at once) are under way.
    """
    tasks, under_way = iter(given), dict[Future[Any], Given]()

    def more() -> None:
        most = ahead or AHEAD * executor.width
        for task in islice(tasks, max(most - len(under_way), 0)):
            under_way[executor.submit(work, task, limit)] = task

    more()
    while under_way:
        for future in executor.as_completed():
            yield under_way.pop(future), future
            more()


def outcomes(
    executor: Executor,
    work: DoPart,
    parts: Iterable[WorkPart],
    limit: float = inf,
    ahead: int | None = None,
) -> Iterator[PartOutcome]:
    """Do parts; yield each outcome as soon as it is available.

    A part that kills its workers, never ends, or meets the mistake of a guest or an adapter, has that as
    its outcome. Raises whatever else a part raises, such as `OtherSources`, and `ClusterLost`.
    """
    for part, future in in_flight(executor, work, parts, limit, ahead):
        yield outcome_of_future(part, future)


def in_order(
    executor: Executor,
    work: DoPart,
    parts: Iterable[WorkPart],
    limit: float = inf,
    ahead: int | None = None,
) -> Iterator[PartOutcome]:
    """Do parts as `outcomes` does; yield the outcomes in the order of the parts.

    Whoever stops at the first finding has seen the same outcomes, wherever the parts were done. Those
    that wait for an earlier one are kept: the earliest under way is never waited for by more than the
    parts that are made ahead of it.
    """
    yield from settled_in_order(executor, work, parts, outcome_of_future, limit=limit, ahead=ahead)


def results(
    executor: Executor, work: Callable[[WorkPart, Note], Made], parts: Iterable[WorkPart]
) -> Iterator[Made]:
    """Do parts of any kind; yield what `work` makes of them, in the order of the parts.

    Raises what `work` raises, and `NoResult` for a part that kills its workers.
    """
    yield from settled_in_order(executor, work, parts, result_of_future)


def settled_in_order(
    executor: Executor,
    work: Callable[[WorkPart, Note], Any],
    parts: Iterable[WorkPart],
    settle: Callable[[WorkPart, Future[Any]], Made],
    *,
    limit: float = inf,
    ahead: int | None = None,
) -> Iterator[Made]:
    """Do parts; yield what `settle` makes of each future, in the order of the parts."""
    most = ahead or max(AHEAD * executor.width, 1)
    tasks, done, due, made = enumerate(parts), dict[int, Made](), 0, 0
    under_way: dict[Future[Any], tuple[int, WorkPart]] = {}

    def more() -> None:
        nonlocal made
        while made - due < most and (task := next(tasks, None)) is not None:
            under_way[executor.submit(work, task[1], limit)] = task
            made += 1

    more()
    while under_way:
        for future in executor.as_completed():
            number, part = under_way.pop(future)
            done[number] = settle(part, future)
            while due in done:
                found = done.pop(due)
                due += 1
                yield found
            more()


def result_of_future(part: WorkPart, future: Future[Any]) -> Any:
    """Return what was made of a part; raises what was raised, and `NoResult`."""
    error = future.exception()
    if isinstance(error, PartCrashed | PartHung):
        raise NoResult(part, error) from error
    return future.result()


def outcome_of_future(part: WorkPart, future: Future[Any]) -> PartOutcome:
    """Return the outcome of a part, which may be how it was ended; raises any other exception."""
    error = future.exception()
    if error is None:
        found: PartOutcome = future.result()
        return found
    if isinstance(error, PartCrashed):
        return ended(part, CRASH, error.how, str(error))
    if isinstance(error, PartHung):
        return ended(part, HANG, error.how, str(error))
    mistake = attributed(error) if isinstance(error, Exception) else error
    status = getattr(mistake, "exit_status", None)
    if status in {GUEST, ADAPTER}:
        found = ended(part, RAISED, str(mistake), str(mistake))
        (finding,) = found.findings
        blame = "guest" if status == GUEST else "adapter"
        return evolve(found, findings=(with_blame(finding, blame),))
    raise error


def with_blame(finding: PartFinding, blame: str) -> PartFinding:
    """Return a finding that names whose mistake it is."""
    return evolve(finding, blame=blame)


def ended(part: WorkPart, kind: str, how: str, what: str) -> PartOutcome:
    """Return the outcome of a part that has no other: how it was ended, with its options."""
    share = ", ".join(f"{name} {value}" for name, value in part.share.items())
    headline = f"{part.check} of {part.game} under {part.options}: {what}"
    text = f"{headline}\nseed {part.seed}{f', {share}' if share else ''}"
    finding = PartFinding(
        *(kind, part.game, part.check, part.params, part.rulings, part.seed),
        headline=headline,
        text=text,
    )
    return PartOutcome(part, findings=(finding,), data={"ended": how})
