"""Work on all cores: processes that tell how far they have come, and none of which is left behind."""

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
"""Told, with texts, how far a piece of work has come."""
EVERY = 0.2
"""Seconds between two looks at what the processes tell."""

_messages: Any = None
"""In a process at work: where it puts its messages."""
_alone = False
"""One process was asked for, and this is it: work within work is not spread either."""


def cores() -> int:
    """How many processes to run: one for each core; beside other work, one less."""
    every = 1 if _alone else os.cpu_count() or 1
    return every if parent_process() is None else max(every - 1, 1)


def side_by_side(
    work: Callable[[Given, Note], Made],
    given: Sequence[Given],
    jobs: int | None = None,
    note: Note | None = None,
) -> Iterator[Made]:
    """Do pieces of work in `jobs` processes (None: see `cores`), begun in the order that is given.

    Gives what each made as soon as it is there. One process is this one. What a piece of work raises
    is raised here, and ends the others; a process that dies raises `BrokenProcessPool`.
    """
    tell = note or silent
    count = min(jobs or cores(), len(given))
    if count <= 1:
        yield from (here(work, each, tell, alone=jobs == 1) for each in given)
        return
    # A fresh process each, not a copy of this one: Z3 keeps threads and memory of its own.
    context = get_context("spawn")
    messages = context.Queue()
    with pool(count, context, messages) as executor:
        waiting: set[Future[Made]] = {executor.submit(in_process, work, each) for each in given}
        while waiting:
            done, waiting = wait(waiting, EVERY, FIRST_COMPLETED)
            pass_on(messages, tell)
            yield from (each.result() for each in done)
    pass_on(messages, tell)


def here(work: Callable[[Given, Note], Made], given: Given, note: Note, *, alone: bool) -> Made:
    """Do a piece of work in this process; `alone` if there is to be no other."""
    global _alone  # noqa: PLW0603 - what is called on the way does not know of it
    before, _alone = _alone, _alone or alone
    try:
        return work(given, note)
    finally:
        _alone = before


@contextmanager
def pool(count: int, context: Any, messages: Any) -> Iterator[ProcessPoolExecutor]:
    """Start processes; whatever happens, they are gone afterwards."""
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
    """Prepare a process: an interruption is its parent's business, and it does not outlive that one."""
    global _messages  # noqa: PLW0603 - an initializer has no other way to hand something on
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
    """Do a piece of work in a process that was prepared by `begin`."""
    return work(given, lambda *texts: _messages.put(texts))


def pass_on(messages: Any, note: Note) -> None:
    """Pass on the messages since the last look."""
    while True:
        try:
            note(*messages.get_nowait())
        except Empty:
            return


def silent(*texts: str) -> None:
    """Tell nobody."""
    del texts
