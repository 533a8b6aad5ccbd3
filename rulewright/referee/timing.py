"""Time limits inside a worker: an exception at the end of the time, wherever the work is.

It is processor time: on a busy machine a request is slower, but not wrong.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

from attrs import define

AGAIN = 0.5
"""Seconds after which it is raised again, in case that it was swallowed."""


class TimeUp(BaseException):
    """The time is up. No `Exception`, so that the code of a guest does not swallow it."""


@define
class TimeLimit:
    """Whether the time is up: then whatever is raised may be its consequence."""

    passed: bool = False

    def too_late(self, number: int, frame: object) -> None:
        """Raise `TimeUp`."""
        del number, frame
        self.passed = True
        raise TimeUp


@contextmanager
def within(seconds: float) -> Iterator[TimeLimit]:
    """Raise `TimeUp` after some seconds of work, or at the end of the time that is set already.

    Only in the main thread of a process. Compiled code is interrupted when it returns.
    """
    limit = TimeLimit()
    left, _ = signal.getitimer(signal.ITIMER_PROF)
    before, began = signal.getsignal(signal.SIGPROF), process_time()
    signal.signal(signal.SIGPROF, limit.too_late)
    signal.setitimer(signal.ITIMER_PROF, min(seconds, left) if left else seconds, AGAIN)
    try:
        yield limit
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        if left:
            rest = left - (process_time() - began)
            signal.setitimer(signal.ITIMER_PROF, max(rest, 0.001), AGAIN)
