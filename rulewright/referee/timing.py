"""Time limits inside a worker: an exception at the end of the time, wherever the work is.

It is processor time: on a busy machine a request is slower, but not wrong.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import NoReturn


class TimeUp(BaseException):
    """The time is up. No `Exception`, so that the code of a guest does not swallow it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `TimeUp` after some seconds of work, or at the end of the time that is set already.

    Only in the main thread of a process. Compiled code is interrupted when it returns.
    """
    left, _ = signal.getitimer(signal.ITIMER_PROF)
    before, began = signal.getsignal(signal.SIGPROF), process_time()
    signal.signal(signal.SIGPROF, too_late)
    signal.setitimer(signal.ITIMER_PROF, min(seconds, left) if left else seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        if left:
            rest = left - (process_time() - began)
            signal.setitimer(signal.ITIMER_PROF, max(rest, 0.001))


def too_late(number: int, frame: object) -> NoReturn:
    """Raise `TimeUp`."""
    del number, frame
    raise TimeUp
