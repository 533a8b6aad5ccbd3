"""Pieces of work for other processes: quick, slow, failing and fatal ones."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path
from time import sleep

from rulewright.checks.processes import Note, side_by_side

PATIENCE = 60.0
"""Seconds that slow work takes; a process that still runs after them has been left behind."""


def squared(number: int, note: Note) -> int:
    """Return the number and square it."""
    note("squaring", str(number))
    return number * number


def looks_for_garbage(number: int, note: Note) -> tuple[int, ...]:
    """Return how often the process looks for garbage."""
    del number, note
    return gc.get_threshold()


def fails_on_three(number: int, note: Note) -> int:
    """Raise an error for one number, and take long for the others."""
    del note
    if number == 3:
        raise ValueError("three")
    sleep(PATIENCE)
    return number


def dies(number: int, note: Note) -> int:
    """End the process as a crash would."""
    del note
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies_on_three(number: int, note: Note) -> int:
    """End the process as a crash would, for one number."""
    return dies(number, note) if number == 3 else squared(number, note)


def slow_on_three(number: int, note: Note) -> int:
    """Report progress for longer than a process may be silent; for one number report nothing."""
    if number == 3:
        sleep(PATIENCE)
    for _ in range(12):
        sleep(0.5)
        note("slow", str(number))
    return number * number


class Unpicklable(Exception):
    """An error whose arguments do not make it again."""

    def __init__(self, number: int, name: str) -> None:
        """Name the number."""
        del number
        super().__init__(name)


def fails_unpicklably(number: int, note: Note) -> int:
    """Raise an error that cannot be sent, for one number."""
    del note
    if number == 3:
        raise Unpicklable(number, "three")
    return number


def waits(folder: Path, number: int, note: Note) -> int:
    """Leave the number of the process in a file, and take long."""
    del note
    (folder / str(number)).write_text(str(os.getpid()), encoding="utf-8")
    sleep(PATIENCE)
    return number


def process(number: int, note: Note) -> int:
    """Give the number of the process that does the work."""
    del number, note
    return os.getpid()


def processes_within(number: int, note: Note) -> set[int]:
    """Spread work from within work; gives the processes that did it."""
    del note
    return set(side_by_side(process, range(number)))


def fast_then_slow(folder: Path, number: int, note: Note) -> int:
    """Do the first piece of work at once."""
    return waits(folder, number, note) if number else number
