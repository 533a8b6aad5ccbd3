"""Find whatever an adapter has started, in other sessions and under dead parents, too.

A process group ends with one signal, but nobody has to stay in it. So an adapter is started with a mark
in its environment, which its descendants inherit; and those that it has while it lives are looked up,
for one may have cleared its environment. Only a process that did that *and* lost its parent before
anybody looked is missed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from secrets import token_hex
from time import monotonic, sleep

import psutil
from attrs import define, field

MARK = "RULEWRIGHT_ADAPTER"
"""The environment variable; it holds the marks of all adapters that a process descends from."""
VANISHED = (psutil.Error, OSError, LookupError, ValueError)
"""What looking at a process may raise while it ends: its files may be there, and empty."""
PATIENCE = 2.0
"""Seconds after which a process that was killed, and does not go, is left to the system."""


def fresh_mark() -> str:
    """Return a mark that no other adapter has."""
    return token_hex(8)


@define
class Kindred:
    """The descendants of one process, remembered from one look to the next."""

    pid: int
    mark: str
    known: set[psutil.Process] = field(factory=set, init=False)

    @staticmethod
    def environment(mark: str) -> Mapping[str, str]:
        """Return the environment with a mark added to those that are there."""
        before = os.environ.get(MARK)
        return {**os.environ, MARK: f"{before} {mark}" if before else mark}

    def look(self) -> None:
        """Find the current descendants, and remember them."""
        self.look_below()
        for each in tuple(self.known):
            with suppress(*VANISHED):
                self.known.update(each.children(recursive=True))
        self.known.update(self.marked())

    def look_below(self) -> None:
        """Find those whose parents live, which is quick."""
        with suppress(*VANISHED):
            self.known.update(psutil.Process(self.pid).children(recursive=True))

    def marked(self) -> Iterator[psutil.Process]:
        """Find the living processes that carry the mark, except the first one."""
        for pid in psutil.pids():
            with suppress(*VANISHED):
                each = psutil.Process(pid)
                if pid != self.pid and self.mark in each.environ().get(MARK, "").split():
                    yield each

    def end(self) -> None:
        """Kill all descendants, and those that they start meanwhile."""
        deadline = monotonic() + PATIENCE
        while True:
            self.look()
            left = [each for each in self.known if lives(each)]
            for each in left:
                with suppress(*VANISHED):
                    each.kill()
            if not left or monotonic() > deadline:
                return
            sleep(0.002)


def lives(process: psutil.Process) -> bool:
    """Return whether a process still runs."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except VANISHED:
        return False
