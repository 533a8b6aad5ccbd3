"""The executor of this machine: processes that are watched, and replaced when they are gone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from math import inf
from typing import Any, Self

from attrs import define, field

from rulewright.parts.executor import DEATHS, Given, Note, PartCrashed, PartHung
from rulewright.parts.processes import (
    DONE,
    GONE,
    HUNG,
    NOTE,
    RAISED,
    Worker,
    cores,
    heard,
    silent,
)


@define(eq=False)
class Waiting:
    """A task that was submitted."""

    work: Callable[..., Any]
    given: Any
    limit: float
    future: Future[Any] = field(factory=Future)
    deaths: int = 0
    """Workers that it has killed."""

    def settled(self, kind: str, content: Any) -> bool:
        """Take what its worker sent, or that it is gone; return whether the future is done."""
        self.deaths += kind == GONE
        if kind == DONE:
            self.future.set_result(content)
        elif kind == RAISED:
            self.future.set_exception(content)
        elif kind == HUNG:
            self.future.set_exception(PartHung(content))
        elif self.deaths >= DEATHS:
            self.future.set_exception(PartCrashed(content))
        return self.future.done()


@define(eq=False)
class LocalProcesses:
    """Runs tasks in processes of this machine; nothing is done unless `as_completed` is asked."""

    jobs: int
    note: Note = silent
    """Called with the notes of the tasks."""
    start: Callable[[], Worker] = Worker.start
    _waiting: deque[Waiting] = field(factory=deque, init=False)
    _done: deque[Future[Any]] = field(factory=deque, init=False)
    _workers: dict[Worker, Waiting | None] = field(factory=dict, init=False)

    @classmethod
    def of(cls, jobs: int | None, note: Note = silent) -> Self:
        """Return an executor with `jobs` processes (None: see `cores`)."""
        return cls(jobs or cores(), note)

    @property
    def where(self) -> str:
        """Where tasks run, for people."""
        noun = "process" if self.jobs == 1 else "processes"
        return f"{self.jobs} {noun} of this machine"

    @property
    def width(self) -> int:
        """How many tasks can run at once."""
        return self.jobs

    def submit(
        self, work: Callable[[Given, Note], Any], given: Given, limit: float = inf
    ) -> Future[Any]:
        """Have a task done; see `rulewright.parts.executor.Executor`."""
        task = Waiting(work, given, limit)
        self._waiting.append(task)
        self._keep_busy()
        return task.future

    def as_completed(self) -> Iterator[Future[Any]]:
        """Yield each future as soon as it is done, until none is under way."""
        while True:
            while self._done:
                yield self._done.popleft()
            self._keep_busy()
            if not any(worker.busy for worker in self._workers):
                return
            for worker, kind, content in heard(tuple(self._workers), inf):
                self._take(worker, kind, content)

    def _keep_busy(self) -> None:
        """Give tasks to workers that are idle, and start those that are missing."""
        while self._waiting:
            idle = next((each for each in self._workers if not each.busy), None)
            if idle is None and len(self._workers) >= self.jobs:
                return
            worker = self.start() if idle is None else idle
            task = self._waiting.popleft()
            self._workers[worker] = task
            worker.begin(task.work, task.given, task.limit)

    def _take(self, worker: Worker, kind: str, content: Any) -> None:
        """Take what a worker sent, or that it is gone."""
        task = self._workers[worker]
        if task is None:
            return
        if kind == NOTE:
            self.note(*content)
        if kind in {HUNG, GONE}:
            del self._workers[worker]
            worker.end()
        if task.settled(kind, content):
            self._done.append(task.future)
        elif kind == GONE:
            self._waiting.appendleft(task)

    def shutdown(self) -> None:
        """End all processes; what is under way is lost."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()
        self._waiting.clear()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *raised: object) -> None:
        """Shut down."""
        self.shutdown()
