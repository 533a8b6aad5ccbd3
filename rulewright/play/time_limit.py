"""A limit of time for work that asks no one how late it is."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import current_thread, main_thread
from typing import Any

EVERY = 1.0
"""Seconds after which an alarm that was not heard rings again."""


class OverTheLimit(BaseException):
    """The time is up; no `except Exception` of the interrupted work catches it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Interrupt what is done inside once this many seconds have passed; raises `OverTheLimit`.

    A single call of Z3 is not interrupted: it has a limit of its own. Outside of a process's main
    thread nothing is interrupted.
    """
    if seconds == inf or current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: Any) -> None:
        raise OverTheLimit

    usual = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, usual)
