"""Three non-blocking pipes served by one loop.

So neither a flooded standard error nor an unread request can lock the two sides up.
"""

from __future__ import annotations

import os
import select
from contextlib import suppress
from math import inf
from time import monotonic, sleep

from attrs import define, field

from rulewright.conformance.adapter.memory import MemoryWatch

CHUNK = 1 << 16
KEPT = 1 << 14
"""Bytes of standard error that are kept: its end."""


class TooLong(Exception):
    """A line has more bytes than are allowed."""


@define
class Pipes:
    """The file descriptors of a program's standard input, output and error."""

    stdin: int
    stdout: int
    stderr: int
    watch: MemoryWatch | None = field(default=None, init=False, repr=False)
    """What looks at the memory of the program while it is waited for."""
    pending: bytearray = field(factory=bytearray, init=False)
    """Output that was read but not yet returned."""
    errors: bytearray = field(factory=bytearray, init=False)
    """The end of what came on standard error."""
    errors_seen: int = field(default=0, init=False)
    """Bytes that came on standard error."""
    _poll: select.poll = field(factory=select.poll, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Make them non-blocking."""
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)
        self._poll.register(self.stdout, select.POLLIN)
        self._poll.register(self.stderr, select.POLLIN)

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line; raises `BrokenPipeError` or `TimeoutError`."""
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(self.stdin, rest) :]
            except BlockingIOError:
                self._poll.register(self.stdin, select.POLLOUT)
                self.wait(deadline)
                self._poll.unregister(self.stdin)

    def line(self, deadline: float, most: int) -> bytes:
        """Read up to the end of a line; raises `EOFError`, `TimeoutError` or `TooLong`."""
        pending = self.pending
        while True:
            self.wait(deadline)
            try:
                chunk = os.read(self.stdout, CHUNK)
            except BlockingIOError:
                continue
            if not chunk:
                raise EOFError
            at = chunk.find(b"\n")
            if at < 0:
                pending += chunk
                if len(pending) > most:
                    raise TooLong
                continue
            line = bytes(pending) + chunk[:at]
            pending.clear()
            pending += chunk[at + 1 :]
            return line

    def wait(self, deadline: float) -> None:
        """Wait for a pipe to be ready, reading standard error meanwhile, or for the next look.

        Raises `TimeoutError` or `TooMuch`.
        """
        now = monotonic()
        left = min(deadline, self.next_look(now)) - now
        if now >= deadline:
            raise TimeoutError
        for descriptor, _ in self._poll.poll(left * 1000 + 1):
            if descriptor == self.stderr:
                self.drain()

    def next_look(self, now: float) -> float:
        """Look at the program's memory if that is due; returns when it is due again."""
        if self.watch is None:
            return inf
        if now >= self.watch.due:
            self.watch.look(now)
        return self.watch.due

    def read_ahead(self) -> bool:
        """Read output that is there already; False at the end of the pipe."""
        try:
            chunk = os.read(self.stdout, CHUNK)
        except BlockingIOError:
            return True
        self.pending += chunk
        return bool(chunk)

    def drain(self) -> None:
        """Read what is there on standard error, and keep its end."""
        try:
            chunk = os.read(self.stderr, CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            with suppress(KeyError):
                self._poll.unregister(self.stderr)
        self.errors_seen += len(chunk)
        self.errors += chunk
        del self.errors[:-KEPT]

    def serve(self) -> None:
        """Read what arrives within 10 ms; raises `TooMuch`."""
        self.next_look(monotonic())
        for descriptor, _ in self._poll.poll(10):
            if descriptor == self.stderr:
                self.drain()
            elif not self.read_ahead():
                self._poll.unregister(self.stdout)

    def discard(self) -> None:
        """Discard all output."""
        for descriptor in (self.stdout, self.stderr):
            with suppress(OSError):
                os.read(descriptor, CHUNK)
        sleep(0.002)
