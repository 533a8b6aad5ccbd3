"""Run work on all cores in processes that report progress and are never left behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from queue import Empty
from threading import Thread
from typing import Any, TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")
Note = Callable[..., None]
"""Called with texts that report the progress of a task."""
EVERY = 0.2
"""Seconds between two polls of the processes' messages."""

_messages: Any = None
"""The queue for messages of a worker process."""
_alone = False
"""Whether only one process was requested, so that nested work is not distributed either."""


def cores() -> int:
    """Return the number of processes to run: one per core; in a worker process, one fewer."""
    every = 1 if _alone else os.cpu_count() or 1
    return every if parent_process() is None else max(every - 1, 1)


def side_by_side(
    work: Callable[[Given, Note], Made],
    given: Sequence[Given],
    jobs: int | None = None,
    note: Note | None = None,
) -> Iterator[Made]:
    """Run tasks in `jobs` processes (None: see `cores`), started in the given order.

    Yields each result as soon as it is available. A single process is this one. What a task raises is
    raised here, and ends the others; a process that dies raises `BrokenProcessPool`.
    """
    report = note or silent
    count = min(jobs or cores(), len(given))
    if count <= 1:
        yield from (here(work, each, report, alone=jobs == 1) for each in given)
        return
    # Spawned, not forked: Z3 keeps threads and memory of its own.
    context = get_context("spawn")
    messages = context.Queue()
    with pool(count, context, messages) as executor:
        waiting: set[Future[Made]] = {executor.submit(in_process, work, each) for each in given}
        while waiting:
            done, waiting = wait(waiting, EVERY, FIRST_COMPLETED)
            pass_on(messages, report)
            yield from (each.result() for each in done)
    pass_on(messages, report)


def here(work: Callable[[Given, Note], Made], given: Given, note: Note, *, alone: bool) -> Made:
    """Run a task in this process; `alone` if it may start no others."""
    global _alone  # noqa: PLW0603 - nested calls cannot pass it on
    before, _alone = _alone, _alone or alone
    try:
        return work(given, note)
    finally:
        _alone = before


@contextmanager
def pool(count: int, context: Any, messages: Any) -> Iterator[ProcessPoolExecutor]:
    """Start worker processes, which are gone when the context ends, whatever happens."""
    before = set(active_children())
    executor = ProcessPoolExecutor(count, context, initializer=begin, initargs=(messages,))
    try:
        yield executor
        executor.shutdown()
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - before:
            child.terminate()
        raise


def begin(messages: Any) -> None:
    """Prepare a worker: it ignores interruptions, which its parent handles, and ends with its parent."""
    global _messages  # noqa: PLW0603 - an initializer has no other way to pass state on
    _messages = messages
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    """End this process as soon as its parent is gone."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def in_process(work: Callable[[Given, Note], Made], given: Given) -> Made:
    """Run a task in a process prepared by `begin`."""
    return work(given, lambda *texts: _messages.put(texts))


def pass_on(messages: Any, note: Note) -> None:
    """Forward the messages received since the last poll."""
    while True:
        try:
            note(*messages.get_nowait())
        except Empty:
            return


def silent(*texts: str) -> None:
    """Discard progress messages."""
    del texts
