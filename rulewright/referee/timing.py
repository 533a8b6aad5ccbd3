"""Time limits inside a worker: an exception at the end of the time, wherever the work is."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import NoReturn


class TimeUp(BaseException):
    """The time is up. No `Exception`, so that the code of a guest does not swallow it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `TimeUp` after some seconds, or at the end of the time that is set already.

    Only in the main thread of a process. Compiled code is interrupted when it returns.
    """
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    before, began = signal.getsignal(signal.SIGALRM), monotonic()
    signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, left) if left else seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            rest = left - (monotonic() - began)
            signal.setitimer(signal.ITIMER_REAL, max(rest, 0.001))


def too_late(number: int, frame: object) -> NoReturn:
    """Raise `TimeUp`."""
    del number, frame
    raise TimeUp
