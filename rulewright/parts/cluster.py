"""The executor of a cluster: Dask distributed carries the tasks, and replaces lost workers."""

from __future__ import annotations

import logging
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from math import ceil, inf
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any, Self

from attrs import define, field, frozen

from rulewright.interface import UsageError
from rulewright.parts.executor import ClusterLost, Given, Note, PartCrashed
from rulewright.parts.node import Answer, on_node, result_of
from rulewright.parts.part import WorkPart
from rulewright.parts.processes import silent
from rulewright.parts.version import ClusterError
from rulewright.wording.numbers import counted, duration

LOOPBACK = "127.0.0.1"
QUEUED = 2
"""What each thread of a worker has at once: what it does, and what it does next."""
ADDRESS = re.compile(r"(tcp|tls)://(\[[^\]/]+\]|[^:/\[\]]+):(\d+)")
LOCAL = re.compile(r"local:([1-9]\d{0,3})")
BATCH = 64
"""Most tasks that travel together."""
BATCH_SECONDS = 0.5
"""What the tasks that travel together should take."""
CONNECTING = 30.0
"""Seconds in which a scheduler must answer at first."""
TO_CLOSE = 5.0
"""Seconds in which a connection is closed."""
AGAIN = 1.0
"""Seconds from one attempt to reach a scheduler to the next."""
PATIENCE = 600.0
"""Seconds without a scheduler, or without a worker, after which the work is given up."""
LOOK = 0.5
"""Seconds between two looks at the workers while nothing arrives."""
LOGGERS = ("distributed.client", "distributed.core", "distributed.comm")
"""What Dask would say, with tracebacks, of a scheduler that is gone: it is said here in one line."""
QUIET = {
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.system-monitor.disk": False,
    "distributed.worker.profile.enabled": False,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.work-stealing-interval": "1s",
}
"""Settings of a cluster that is started here: it watches itself less often, which takes time from the
workers beside it."""
SAY = 30.0
"""Seconds from one message that the cluster has no worker to the next."""


class BadCluster(UsageError):
    """The value of ``--cluster`` names no cluster, or none that answers."""


class MissingCluster(UsageError):
    """Dask distributed is not installed."""

    def __init__(self) -> None:
        """Name the extra."""
        super().__init__("distributed is not installed: pip install 'rulewright[cluster]'")


class BrokenNode(ClusterError):
    """A worker of the cluster cannot do any part."""


@frozen(eq=False)
class Task:
    """A task that was submitted, packed."""

    versions: dict[str, str]
    packed: bytes
    limit: float
    future: Future[Any] = field(factory=Future)

    @property
    def envelope(self) -> tuple[dict[str, str], bytes, float]:
        """What travels."""
        return self.versions, self.packed, self.limit


@define(eq=False)
class DaskCluster:
    """Runs tasks on the workers of a Dask cluster.

    Each worker passes them on to a process of its own. If the scheduler is gone, it is waited for, and
    whatever was under way is done again.
    """

    address: str
    note: Note = silent
    patience: float = PATIENCE
    """Seconds for which a scheduler, or a worker, is waited for."""
    _client: Any = field(default=None, init=False)
    _own: Any = field(default=None, init=False)
    """The cluster that was started here."""
    _waiting: list[Task] = field(factory=list, init=False)
    _under_way: dict[Any, list[Task]] = field(factory=dict, init=False)
    """By Dask's future."""
    _finished: SimpleQueue[Any] = field(factory=SimpleQueue, init=False)
    _asking: ThreadPoolExecutor = field(factory=lambda: ThreadPoolExecutor(1), init=False)
    """Asks for results."""
    _batch: int = field(default=1, init=False)
    _threads: int = field(default=1, init=False)
    _without: float = field(default=inf, init=False)
    """When the cluster was first seen without workers."""
    _said: float = field(default=-inf, init=False)

    @classmethod
    def at(cls, address: str, note: Note = silent, patience: float = PATIENCE) -> Self:
        """Reach a scheduler, or start `local:N`; raises `BadCluster` or `MissingCluster`."""
        local = LOCAL.fullmatch(address)
        if local is None and ADDRESS.fullmatch(address) is None:
            raise BadCluster(
                f"--cluster {address!r} must be tcp://HOST:PORT, tls://HOST:PORT or local:N"
            )
        distributed()
        for logger in LOGGERS:
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        made = cls(address, note, patience)
        try:
            if local is not None:
                made._start(int(local[1]))
            made._client = made._reach(CONNECTING)
        except (OSError, RuntimeError, ValueError, TypeError) as error:  # TLS without a certificate
            made.shutdown()
            raise BadCluster(f"--cluster {address}: no scheduler answers there: {error}") from error
        made._count()
        return made

    @property
    def dashboard(self) -> str:
        """The address of Dask's dashboard."""
        if self._own is not None:
            return f"http://{LOOPBACK}:{self._own.scheduler.http_server.port}/status"
        return str(self._client.dashboard_link or "none")

    @property
    def where(self) -> str:
        """Where tasks run, for people."""
        info = self._client.scheduler_info(n_workers=-1)
        workers = counted(len(info["workers"]), "workers")
        return f"{self.address}, {workers}; dashboard: {self.dashboard}"

    @property
    def is_open(self) -> bool:
        """Whether what is sent can be read, and work be given, by others in the network."""
        found = ADDRESS.fullmatch(self.address)
        here = {LOOPBACK, "localhost", "[::1]"}
        return found is not None and found[1] == "tcp" and found[2] not in here

    @property
    def width(self) -> int:
        """How many tasks are worth having at once: those that travel together count one by one."""
        return max(self._threads, 1) * self._batch

    def submit(
        self, work: Callable[[Given, Note], Any], given: Given, limit: float = inf
    ) -> Future[Any]:
        """Have a task done; see `rulewright.parts.executor.Executor`."""
        task = Task(versions_for(given), pickle.dumps((work, given)), limit)
        self._waiting.append(task)
        return task.future

    def as_completed(self) -> Iterator[Future[Any]]:
        """Yield each future as soon as it is done, until none is under way."""
        while True:
            self._send()
            if not self._under_way:
                return
            for future in self._taken(self._arrived()):
                yield future
                self._send()

    def shutdown(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self._under_way.clear()
        self._waiting.clear()
        for each in (self._client, self._own):
            if each is not None:
                with suppress(OSError, RuntimeError, TimeoutError):
                    each.close(timeout=TO_CLOSE)
        self._asking.shutdown(wait=False)
        self._client = self._own = None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *raised: object) -> None:
        """Shut down."""
        self.shutdown()

    # ------------------------------------------------------------------------------- the connection

    def _start(self, workers: int) -> None:
        """Start a cluster here: threads that watch processes, and nothing that others can reach."""
        local = distributed().LocalCluster
        import dask.config as settings  # noqa: PLC0415 - an extra

        with settings.set(QUIET):
            self._own = local(
                n_workers=workers,
                threads_per_worker=1,
                processes=False,
                host=None,
                memory_limit=0,
                silence_logs=logging.CRITICAL,  # tasks left behind at the end are no errors
                dashboard_address=f"{LOOPBACK}:0",
                worker_dashboard_address=f"{LOOPBACK}:0",
            )

    def _reach(self, seconds: float) -> Any:
        """Connect; raises `OSError`."""
        return distributed().Client(
            self._own or self.address, timeout=seconds, set_as_default=False, name="rulewright"
        )

    def _reach_again(self) -> None:
        """Wait for the scheduler, and send everything that was under way; raises `ClusterLost`."""
        until = monotonic() + self.patience
        self.note(
            f"the scheduler at {self.address} is gone; waiting for it, for {duration(self.patience)}"
        )
        with suppress(OSError, RuntimeError, TimeoutError):
            self._client.close(timeout=AGAIN)
        while True:
            try:
                self._client = self._reach(AGAIN)
                break
            except (OSError, RuntimeError) as error:
                if monotonic() > until:
                    gone = f"the scheduler at {self.address} was gone for {duration(self.patience)}"
                    raise ClusterLost(f"{gone}: start it again, and run this again") from error
                sleep(AGAIN / 2)
        self.note(f"the scheduler at {self.address} is back")
        again = [task for tasks in self._under_way.values() for task in tasks]
        self._under_way.clear()
        self._finished = SimpleQueue()
        self._waiting = [*again, *self._waiting]

    def _count(self) -> None:
        """Count the threads of all workers; raises `ClusterLost` if there is none for too long."""
        with suppress(OSError, RuntimeError, TimeoutError):
            self._threads = sum(self._client.nthreads().values())
        if self._threads:
            self._without = inf
            return
        now = monotonic()
        self._without = min(self._without, now)
        if now - self._without > self.patience:
            alone = f"the cluster at {self.address} had no worker for {duration(self.patience)}"
            raise ClusterLost(f"{alone}: start one, and run this again")
        if now - self._said > SAY:
            self._said = now
            self.note(f"the cluster at {self.address} has no worker; waiting for one")

    # ------------------------------------------------------------------------------------- the tasks

    def _send(self) -> None:
        """Send what waits, several tasks together if they are short; no fewer if workers are busy."""
        if self._client.status != "running":
            self._reach_again()
        while self._waiting:
            threads = max(self._threads, 1)
            if len(self._waiting) < self._batch and len(self._under_way) >= QUEUED * threads:
                return
            size = min(self._batch, ceil(len(self._waiting) / threads))
            tasks, self._waiting = self._waiting[:size], self._waiting[size:]
            self._send_together(tasks)

    def _send_together(self, tasks: list[Task]) -> None:
        """Have Dask do some tasks."""
        together = pickle.dumps([task.envelope for task in tasks])  # Dask would look into a list
        sent = self._client.submit(on_node, together, pure=False)
        self._under_way[sent] = tasks
        finished = self._finished
        sent.add_done_callback(finished.put)

    def _arrived(self) -> list[Any]:
        """Wait for Dask's futures that are done; return some, or none if the scheduler was gone."""
        while True:
            try:
                found = [self._finished.get(timeout=LOOK)]
                break
            except Empty:
                if self._client.status != "running":
                    self._reach_again()
                    return []
                self._count()
        with suppress(Empty):
            while True:
                found.append(self._finished.get_nowait())
        return [each for each in found if each in self._under_way]

    def _taken(self, sent: Sequence[Any]) -> Iterator[Future[Any]]:
        """Yield the futures of tasks that are done, among those that Dask says are finished."""
        gathered = self._gathered([each for each in sent if each.status == "finished"])
        for each in sent:
            if each not in self._under_way:
                continue  # it was sent again meanwhile
            if each in gathered:
                yield from self._settled(self._under_way.pop(each), gathered[each])
            elif each.status == "error":
                yield from self._failed(self._under_way.pop(each), each.exception())
            elif self._client.status == "running":
                self._send_together(self._under_way.pop(each))  # its result is lost
            else:
                self._reach_again()
                return

    def _gathered(self, done: list[Any]) -> dict[Any, Any]:
        """Return the results of Dask's futures; none if a worker, or the scheduler, is gone now.

        Dask would wait for the scheduler, and say nothing: so another thread asks.
        """
        if not done:
            return {}
        asked = self._asking.submit(self._client.gather, done, errors="raise")
        while not asked.done():
            with suppress(Exception):
                asked.result(timeout=LOOK)
            if not asked.done() and self._client.status != "running":
                self._asking.shutdown(wait=False)
                self._asking = ThreadPoolExecutor(1)
                return {}
        if asked.exception() is not None:
            return {}
        return dict(zip(done, asked.result(), strict=True))

    def _settled(
        self, tasks: list[Task], came: tuple[float, list[Answer]]
    ) -> Iterator[Future[Any]]:
        """Give each task its result."""
        seconds, answers = came
        each = seconds / len(tasks)
        self._batch = max(1, min(BATCH, 2 * self._batch, int(BATCH_SECONDS / max(each, 1e-6))))
        for task, answer in zip(tasks, answers, strict=True):
            try:
                task.future.set_result(result_of(answer))
            except Exception as error:  # noqa: BLE001 - the future raises it
                task.future.set_exception(error)
            yield task.future

    def _failed(self, tasks: list[Task], error: BaseException) -> Iterator[Future[Any]]:
        """Send tasks again, one by one, whose workers died; end one that is alone."""
        if not isinstance(error, distributed().KilledWorker):
            said = f"{type(error).__name__}: {error}"
            raise BrokenNode(f"a worker of {self.address} cannot do a part: {said}") from error
        if len(tasks) > 1:
            for task in tasks:
                self._send_together([task])
            return
        (task,) = tasks
        task.future.set_exception(PartCrashed("the workers of the cluster that did it died"))
        yield task.future


def versions_for(given: object) -> dict[str, str]:
    """Return the versions that the sources of a worker must have: those of the part's game."""
    if isinstance(given, WorkPart):
        return {given.game: given.rules}
    return {}


def distributed() -> Any:
    """Import Dask distributed; raises `MissingCluster`."""
    try:
        import distributed as found  # noqa: PLC0415 - an extra, and slow to load
    except ImportError as error:
        raise MissingCluster from error
    return found
