"""Run work on all cores in processes that report progress and are never left behind."""

from __future__ import annotations

import os
import pickle
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from math import inf
from multiprocessing import connection, get_context, parent_process
from threading import Lock, Thread
from time import monotonic
from typing import Any, TypeVar

from attrs import define

from rulewright.interface import RulewrightError
from rulewright.play.attribution import attributed
from rulewright.wording.numbers import duration

Given = TypeVar("Given")
Made = TypeVar("Made")
Note = Callable[..., None]
"""Called with texts that report the progress of a task."""
EVERY = 0.2
"""Seconds between two looks at workers from which nothing is heard."""
TO_END = 5.0
"""Seconds in which a worker that has closed its pipe ends."""
BEGUN, NOTE, DONE, RAISED, GONE = "begun", "note", "done", "raised", "gone"
"""What a worker sends, and that it is gone."""

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
    patience: float = inf,
) -> Iterator[Made]:
    """Run tasks in `jobs` processes (None: see `cores`), started in the given order.

    Yields each result as soon as it is available. A single process is this one. What a task raises is
    raised here, and ends the others. A worker that dies, or from which nothing is heard for `patience`
    seconds, costs its task: `lost` makes the result, from the task and what happened, and the others go
    on; without it, `WorkerLost` is raised.
    """
    report = note or silent
    count = min(jobs or cores(), len(given))
    if count <= 1:
        yield from (here(work, each, report, alone=jobs == 1) for each in given)
        return
    waiting, workers = deque(given), list[Worker]()
    try:
        while waiting or any(worker.busy for worker in workers):
            keep_busy(workers, waiting, count, work)
            for worker, kind, content in heard(workers, patience):
                if kind == NOTE:
                    report(*content)
                elif kind == DONE:
                    yield content
                elif kind == RAISED:
                    raise content
                elif kind == GONE:
                    workers.remove(worker)
                    yield without_result(worker.given, content, lost)
    finally:
        for worker in workers:
            worker.end()


def keep_busy(workers: list[Worker], waiting: deque[Any], count: int, work: Any) -> None:
    """Start workers, up to `count`, and give each that is idle a task."""
    while waiting and len(workers) < count:
        workers.append(Worker.start())
    for worker in workers:
        if waiting and not worker.busy:
            worker.begin(work, waiting.popleft())


def without_result(given: Given, how: str, lost: Callable[[Given, str], Made] | None) -> Made:
    """Return what stands for a result that is lost; raises `WorkerLost` if nothing does."""
    if lost is None:
        raise WorkerLost(f"a worker is lost: {how}")
    return lost(given, how)


def here(work: Callable[[Given, Note], Made], given: Given, note: Note, *, alone: bool) -> Made:
    """Run a task in this process; `alone` if it may start no others."""
    global _alone  # noqa: PLW0603 - nested calls cannot pass it on
    before, _alone = _alone, _alone or alone
    try:
        return work(given, note)
    finally:
        _alone = before


@define(eq=False)
class Worker:
    """A process that does one task after the other."""

    process: Any
    pipe: Any
    busy: bool = False
    given: Any = None
    """The task under way."""
    heard_at: float = inf
    """When something was heard last; it has not begun yet if infinite."""

    @classmethod
    def start(cls) -> Worker:
        """Start a process. Spawned, not forked: Z3 keeps threads and memory of its own."""
        context = get_context("spawn")
        pipe, other_end = context.Pipe()
        process = context.Process(target=serve, args=(other_end,))
        process.start()
        other_end.close()
        return cls(process, pipe)

    def begin(self, work: Any, given: Any) -> None:
        """Have a task done."""
        self.busy, self.given, self.heard_at = True, given, inf
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
        self.heard_at = monotonic()
        self.busy = kind in {BEGUN, NOTE}
        return kind, content

    def end(self) -> None:
        """End the process, whatever it does; those that it has started end with it."""
        self.process.terminate()
        self.process.join(TO_END)
        self.pipe.close()


def heard(workers: Sequence[Worker], patience: float) -> Iterator[tuple[Worker, str, Any]]:
    """Wait a little, and yield what workers sent, or that they are gone."""
    by_pipe = {worker.pipe: worker for worker in workers if worker.busy}
    for pipe in connection.wait(list(by_pipe), EVERY):
        worker = by_pipe[pipe]
        yield worker, *worker.hear()
    for worker in by_pipe.values():
        silence = monotonic() - worker.heard_at
        if worker.busy and silence > patience:
            worker.end()
            yield worker, GONE, f"nothing was heard of it for {duration(patience)}, so it was ended"


def how_it_ended(status: int | None) -> str:
    """Say how a process ended, by its exit status."""
    if status is None:
        return "closed its pipe"
    if status >= 0:
        return f"ended with status {status}"
    memory = ", perhaps because memory ran out" if -status == signal.SIGKILL else ""
    return f"was killed by signal {-status} ({signal.Signals(-status).name}){memory}"


def serve(pipe: Any) -> None:
    """Do tasks until the parent is gone. It handles interruptions, which are ignored here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, daemon=True).start()
    one_at_a_time = Lock()

    def send(kind: str, content: Any) -> None:
        with one_at_a_time:
            pipe.send((kind, content))

    while True:
        try:
            work, given = pipe.recv()
        except EOFError:
            return
        send(BEGUN, None)
        try:
            made = work(given, lambda *texts: send(NOTE, texts))
        except Exception as error:  # noqa: BLE001 - it is raised in the parent
            send(RAISED, to_be_sent(error))
        else:
            send(DONE, made)


def to_be_sent(error: Exception) -> Exception:
    """Return an error with its traceback as a note, or a similar one if it cannot be pickled.

    The mistake of a guest is named as such here, since the traceback does not travel.
    """
    mistake = attributed(error)
    sent = mistake if isinstance(mistake, Exception) else error
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


def leave_with_parent() -> None:
    """End this process as soon as its parent is gone."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def silent(*texts: str) -> None:
    """Discard progress messages."""
    del texts
