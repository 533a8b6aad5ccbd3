"""Run work on all cores in processes that report progress and are never left behind."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import inf
from multiprocessing import Pipe, connection, get_context, parent_process
from threading import Lock, Thread
from time import monotonic
from typing import Any, Self, TypeVar

import psutil
from attrs import define, frozen

from rulewright.garbage import look_seldom
from rulewright.interface import RulewrightError
from rulewright.parts.executor import Note
from rulewright.play.attribution import attributed
from rulewright.wording.numbers import duration

Given = TypeVar("Given")
Made = TypeVar("Made")
EVERY = 0.2
"""Seconds between two looks at workers from which nothing is heard."""
LOOK = 1.0
"""Seconds of silence after which a worker's processor time is looked at."""
TO_END = 5.0
"""Seconds in which a worker that has closed its pipe ends."""
SLOWER = 4
"""Times its limit of processor time that a task may do nothing at all."""
BUSY = (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP, psutil.STATUS_STOPPED)
"""States of a process that does not wait for anything that may never come."""
SERVING = "rulewright.parts.serving"
"""What a worker is where it cannot be a process of multiprocessing."""
BEGUN, NOTE, DONE, RAISED, GONE, HUNG = "begun", "note", "done", "raised", "gone", "hung"
"""What a worker sends, and that it is gone or was ended."""

_alone = False
"""Whether only one process was requested, so that nested work is not distributed either."""


class WorkerLost(RulewrightError):
    """A worker process ended, or had to be ended, before its task: there is no result."""

    exit_status = 4


def cores() -> int:
    """Return the number of processes to run: one per core; in a worker process, one fewer."""
    every = 1 if _alone else os.cpu_count() or 1
    return every if parent_process() is None else max(every - 1, 1)


def side_by_side(
    work: Callable[[Given, Note], Made],
    given: Sequence[Given],
    jobs: int | None = None,
    note: Note | None = None,
    *,
    lost: Callable[[Given, str], Made] | None = None,
    hung: Callable[[Given, str], Made] | None = None,
    patience: float = inf,
    limit: Callable[[Given], float] = lambda _: inf,
    apart: bool = False,
) -> Iterator[Made]:
    """Run tasks in `jobs` processes (None: see `cores`), started in the given order.

    Yields each result as soon as it is available. A single process is this one, unless the work must be
    `apart`. What a task raises is raised here, and ends the others. A worker that dies, or from which
    nothing is heard for `patience` seconds, costs its task: `lost` makes the result, from the task and
    what happened, and the others go on; without it, `WorkerLost` is raised. So does one that works for
    the `limit` of its task, in seconds of processor time, without a note; `hung` makes its result.
    """
    report = note or silent
    count = min(jobs or cores(), len(given))
    if count <= 1 and not (apart and given):
        yield from (here(work, each, report, alone=jobs == 1) for each in given)
        return
    waiting, workers = deque(given), list[Worker]()
    try:
        while waiting or any(worker.busy for worker in workers):
            keep_busy(workers, waiting, count, Alone(work) if jobs == 1 else work, limit)
            for worker, kind, content in heard(workers, patience):
                if kind == NOTE:
                    report(*content)
                elif kind == DONE:
                    yield content
                elif kind == RAISED:
                    raise content
                elif kind in {GONE, HUNG}:
                    workers.remove(worker)
                    instead = hung or lost if kind == HUNG else lost
                    yield without_result(worker.given, content, instead)
    finally:
        for worker in workers:
            worker.end()


def keep_busy(
    workers: list[Worker],
    waiting: deque[Any],
    count: int,
    work: Any,
    limit: Callable[[Any], float],
) -> None:
    """Start workers, up to `count`, and give each that is idle a task."""
    while waiting and len(workers) < count:
        workers.append(Worker.start())
    for worker in workers:
        if waiting and not worker.busy:
            task = waiting.popleft()
            worker.begin(work, task, limit(task))


def without_result(given: Given, how: str, lost: Callable[[Given, str], Made] | None) -> Made:
    """Return what stands for a result that is lost; raises `WorkerLost` if nothing does."""
    if lost is None:
        raise WorkerLost(f"a worker is lost: {how}")
    return lost(given, how)


@frozen
class Alone:
    """Work whose process may start no others."""

    work: Callable[..., Any]

    def __call__(self, given: Any, note: Note) -> Any:
        """Do it."""
        return here(self.work, given, note, alone=True)


def here(work: Callable[[Given, Note], Made], given: Given, note: Note, *, alone: bool) -> Made:
    """Run a task in this process; `alone` if it may start no others."""
    global _alone  # noqa: PLW0603 - nested calls cannot pass it on
    before, _alone = _alone, _alone or alone
    try:
        return work(given, note)
    finally:
        _alone = before


@define(eq=False)
class WorkerProgram:
    """A program that does tasks, seen as a process; it ends with the one that started it."""

    running: subprocess.Popen[bytes]
    lifeline: int
    """The end of a pipe that closes as this process ends."""

    @classmethod
    def start(cls, module: str, pipe: int) -> Self:
        """Start a module as a program with the end of a pipe; it finds what this process finds."""
        held, kept = os.pipe()
        command = [sys.executable, "-P", "-m", module, str(pipe), str(held)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        running = subprocess.Popen(  # noqa: S603 - our own program
            command, stdin=subprocess.DEVNULL, env=environment, pass_fds=(pipe, held)
        )
        os.close(held)
        return cls(running, kept)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self.running.pid

    @property
    def exitcode(self) -> int | None:
        """The exit status; None as long as it runs."""
        return self.running.poll()

    def join(self, seconds: float) -> None:
        """Wait for its end, for at most some seconds."""
        with suppress(subprocess.TimeoutExpired):
            self.running.wait(seconds)

    def terminate(self) -> None:
        """Ask it to end."""
        self.running.terminate()
        self._let_go()

    def kill(self) -> None:
        """End it."""
        self.running.kill()
        self._let_go()

    def _let_go(self) -> None:
        """Close the lifeline."""
        if self.lifeline >= 0:
            os.close(self.lifeline)
            self.lifeline = -1


@define(eq=False)
class Worker:
    """A process that does one task after the other."""

    process: Any
    pipe: Any
    busy: bool = False
    given: Any = None
    """The task under way."""
    limit: float = inf
    """Seconds of processor time that it may work without a note."""
    silence: float = 0.0
    """Seconds since something was heard of its task; none while this process was stopped."""
    looked_at: float = 0.0
    """When its silence was last looked at."""
    up: bool = False
    """Whether anything was ever heard of it: a process takes its time to start."""
    watch: WorkerWatch | None = None
    """What is known of its work since something was heard of it; None until that is looked at."""

    @classmethod
    def start_apart(cls) -> Worker:
        """Start a program, where the process that asks may have no children of its own."""
        pipe, other_end = Pipe()
        process = WorkerProgram.start(SERVING, other_end.fileno())
        other_end.close()
        return cls(process, pipe)

    @classmethod
    def start(cls) -> Worker:
        """Start a process. Spawned, not forked: Z3 keeps threads and memory of its own."""
        context = get_context("spawn")
        pipe, other_end = context.Pipe()
        process = context.Process(target=serve, args=(other_end,))
        process.start()
        other_end.close()
        return cls(process, pipe)

    def begin(self, work: Any, given: Any, limit: float = inf) -> None:
        """Have a task done."""
        self.busy, self.given, self.limit = True, given, limit
        self.silence, self.looked_at = 0.0 if self.up else -inf, monotonic()
        self.watch = None
        try:
            self.pipe.send((work, given))
        except OSError:  # it is dead, which is noticed as it is listened to
            return

    def hear(self) -> tuple[str, Any]:
        """Receive what was sent; what happened, if the process is gone."""
        try:
            kind, content = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(TO_END)
            return GONE, f"its process {how_it_ended(self.process.exitcode)}"
        self.silence, self.looked_at = 0.0, monotonic()
        self.watch, self.up = None, True
        self.busy = kind in {BEGUN, NOTE}
        return kind, content

    def overdue(self, patience: float) -> tuple[str, str] | None:
        """Return why its task must be ended, if it must be."""
        now = monotonic()
        self.silence += min(now - self.looked_at, LOOK)  # longer: this process was stopped
        self.looked_at = now
        if self.silence > patience:
            said = f"nothing was heard of it for {duration(patience)}, so it was ended"
            return GONE, said
        if self.limit == inf or self.silence < min(LOOK, self.limit):
            return None
        if self.watch is None:
            self.watch = WorkerWatch(self.process.pid)
        if (how := self.watch.over(self.limit)) is not None:
            return HUNG, how
        return None

    def end(self) -> None:
        """End the process, whatever it does; those that it has started end with it."""
        self.process.terminate()
        self.process.join(TO_END)
        if self.process.exitcode is None:  # stopped, or deaf to the signal
            self.process.kill()
            self.process.join(TO_END)
        self.pipe.close()


def heard(workers: Sequence[Worker], patience: float) -> Iterator[tuple[Worker, str, Any]]:
    """Wait a little, and yield what workers sent, or that they are gone."""
    by_pipe = {worker.pipe: worker for worker in workers if worker.busy}
    for pipe in connection.wait(list(by_pipe), EVERY):
        worker = by_pipe[pipe]
        yield worker, *worker.hear()
    for worker in by_pipe.values():
        if worker.busy and (why := worker.overdue(patience)) is not None:
            worker.end()
            worker.busy = False
            yield worker, *why


@define(eq=False)
class WorkerWatch:
    """Looks at a process from which nothing is heard: whether it works, or waits for ever."""

    process: int
    worked: float = inf
    """Seconds of processor time at the first look."""
    idle: float = 0.0
    """Seconds in which it did not even want to work; a busy machine makes it wait without that."""
    looked_at: float = -inf

    def over(self, limit: float) -> str | None:
        """Return why it has had enough time, if it has; it is looked at now and then."""
        now = monotonic()
        if now - self.looked_at < min(LOOK, limit):
            return None
        since, self.looked_at = min(now - self.looked_at, LOOK), now
        try:
            one = psutil.Process(self.process)
            family = [one, *one.children(recursive=True)]
            times = [each.cpu_times() for each in family]
            busy = any(each.status() in BUSY for each in family)
        except psutil.Error:  # it is gone, which is noticed elsewhere
            return None
        ended = times[0].children_user + times[0].children_system
        worked = sum(each.user + each.system for each in times) + ended
        self.worked = min(self.worked, worked)
        self.idle = 0.0 if busy else self.idle + since
        if worked - self.worked > limit:
            return f"it worked for {duration(limit)} without an answer"
        if self.idle > SLOWER * limit:
            return f"it waited for {duration(SLOWER * limit)} without an answer"
        return None


def how_it_ended(status: int | None) -> str:
    """Say how a process ended, by its exit status."""
    if status is None:
        return "closed its pipe"
    if status >= 0:
        return f"ended with status {status}"
    memory = ", perhaps because memory ran out" if -status == signal.SIGKILL else ""
    return f"was killed by signal {-status} ({signal.Signals(-status).name}){memory}"


def serve(pipe: Any, parent_ends: Callable[[], object] | None = None) -> None:
    """Do tasks until the parent is gone. It handles interruptions, which are ignored here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    look_seldom()
    Thread(target=leave_with_parent, args=(parent_ends or parent_joined,), daemon=True).start()
    one_at_a_time = Lock()

    def send(kind: str, content: Any) -> None:
        with one_at_a_time:
            try:
                pipe.send((kind, content))
            except OSError:  # the parent has closed its end: it wants nothing more
                os._exit(1)

    begun = False
    while True:
        try:
            work, given = pipe.recv()
        except EOFError:
            return
        if not begun:  # from then on a task begins as it is sent
            send(BEGUN, None)
            begun = True
        try:
            made = work(given, lambda *texts: send(NOTE, texts))
        except BaseException as error:  # noqa: BLE001 - it is raised in the parent
            send(RAISED, to_be_sent(error))
        else:
            send(DONE, made)


def to_be_sent(error: BaseException) -> Exception:
    """Return an error with its traceback as a note, or a similar one if it cannot be pickled.

    The mistake of a guest is named as such here, since the traceback does not travel.
    """
    mistake = attributed(error)
    sent = mistake if isinstance(mistake, Exception) else RuntimeError(repr(mistake))
    sent.add_note("".join(traceback.format_exception(error)).rstrip())
    try:
        pickle.loads(pickle.dumps(sent))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - there are many reasons
        return similar_to(sent)
    return sent


def similar_to(error: Exception) -> Exception:
    """Return an error that can be pickled, with message, exit status and notes of another."""
    similar: Exception = RuntimeError(f"{type(error).__name__}: {error}")
    if isinstance(error, RulewrightError):
        similar = RulewrightError(str(error))
        similar.__dict__["exit_status"] = error.exit_status
    similar.__notes__ = error.__notes__
    return similar


def leave_with_parent(parent_ends: Callable[[], object]) -> None:
    """End this process as soon as its parent is gone; `parent_ends` returns then."""
    parent_ends()
    os._exit(1)


def parent_joined() -> None:
    """Wait until the parent of a spawned process is gone."""
    parent = parent_process()
    if parent is not None:
        parent.join()


def silent(*texts: str) -> None:
    """Discard progress messages."""
    del texts
