"""An adapter as a process of its own: one line asked, one line answered, and nothing left behind.

The program gets a process group of its own, which ends at one signal; a session of its own would cost
each message a change of scheduling group as well. What has left the group is found all the same
(`kindred`). All three pipes are non-blocking and served by one loop, so neither a flooded standard error
nor an unread request can lock the two up.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
from contextlib import suppress
from time import monotonic, sleep
from typing import Self
from weakref import WeakSet

from attrs import define, field, frozen

from rulewright.conformance.adapter.faults import (
    BadEnd,
    DiedAtStart,
    DiedInGame,
    HalfLine,
    Hung,
    LineTooLong,
    ProgramNotFound,
    SeveralAnswers,
    TimeExhausted,
    ended_how,
)
from rulewright.conformance.adapter.kindred import Kindred, fresh_mark

CHUNK = 1 << 16
KEPT = 1 << 14
"""Bytes of standard error that are kept: its end."""
COUNT = "perft"
LIVING: WeakSet[AdapterProcess] = WeakSet()
"""Processes that were started and not yet ended."""


@frozen
class Limits:
    """How long, and how much, an adapter may take."""

    answer: float = 10.0
    """Seconds for one answer."""
    start: float = 30.0
    """Seconds for the first answer: some languages start slowly."""
    first_count: float = 60.0
    """Seconds for the first count (perft): some engines compile what counts when they are asked."""
    line: int = 1 << 24
    """Bytes in one line."""
    grace: float = 5.0
    """Seconds to end by itself, where it is asked whether it does."""
    parting: float = 0.2
    """Seconds to end by itself before it is ended by force."""


@define
class Clock:
    """The time of the whole run, shared by all processes of it; None is without limit."""

    seconds: float | None = None
    ends: float | None = field(init=False)

    @ends.default
    def _from_now(self) -> float | None:
        return None if self.seconds is None else monotonic() + self.seconds

    def left(self) -> float:
        """Seconds left; raises `TimeExhausted` when there are none."""
        if self.ends is None:
            return float("inf")
        left = self.ends - monotonic()
        if left <= 0:
            raise TimeExhausted(self.seconds or 0)
        return left


def stop_all() -> None:
    """Stop every adapter that is still there; whoever waits for one finds it ended."""
    for process in list(LIVING):
        process.signal_group()


@define(eq=False)
class AdapterProcess:
    """A running adapter; use it as a context, or `close` it."""

    command: tuple[str, ...]
    limits: Limits = field(factory=Limits)
    clock: Clock = field(factory=Clock)
    answered: int = field(default=0, init=False)
    """Lines received so far."""
    _asked: set[str] = field(factory=set, init=False)
    """The kinds of requests that were answered."""
    errors_seen: int = field(default=0, init=False)
    """Bytes that came on standard error."""
    _errors: bytearray = field(factory=bytearray, init=False)
    _pending: bytearray = field(factory=bytearray, init=False)
    _last: str = field(default="", init=False)
    _process: subprocess.Popen[bytes] = field(init=False, repr=False)
    _poll: select.poll = field(factory=select.poll, init=False, repr=False)
    _in: int = field(init=False, repr=False)
    _out: int = field(init=False, repr=False)
    _err: int = field(init=False, repr=False)
    _ended: bool = field(default=False, init=False)
    _mark: str = field(factory=fresh_mark, init=False, repr=False)
    _kindred: Kindred = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Start the program; raises `ProgramNotFound`."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program to test
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                process_group=0,
                env=Kindred.environment(self._mark),
            )
        except (OSError, ValueError) as error:
            self._ended = True
            reason = getattr(error, "strerror", None) or str(error)
            raise ProgramNotFound(self.command, reason) from error
        self._kindred = Kindred(self._process.pid, self._mark)
        LIVING.add(self)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    def __enter__(self) -> Self:
        """Be the running adapter."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    @property
    def pid(self) -> int:
        """The process id, which is also that of its group."""
        return self._process.pid

    @property
    def errors(self) -> str:
        """The end of what came on standard error."""
        return self._errors.decode("utf-8", "backslashreplace")

    def ask(self, name: str, line: bytes) -> bytes:
        """Send one line and wait for one, which is returned without its newline.

        `name` stands for the request in messages. Raises the fault that keeps the answer from coming.
        """
        self._last, before = name, self._last
        if self._pending or self._unasked():
            raise SeveralAnswers(before, bytes(self._pending))
        limit = self._limit(name)
        now = monotonic()
        deadline = now + min(limit, self.clock.left())
        self._send(line, deadline, limit)
        answer = self._line(deadline, limit)
        self.answered += 1
        self._asked.add(name)
        return answer

    def _limit(self, name: str) -> float:
        if not self.answered:
            return self.limits.start
        if name == COUNT and name not in self._asked:
            return max(self.limits.answer, self.limits.first_count)
        return self.limits.answer

    def _unasked(self) -> bool:
        """Tell whether there is output that nobody asked for."""
        try:
            self._pending += os.read(self._out, CHUNK)
        except BlockingIOError:
            return False
        return bool(self._pending)

    def _send(self, line: bytes, deadline: float, limit: float) -> None:
        rest = memoryview(line)
        try:
            while rest:
                try:
                    rest = rest[os.write(self._in, rest) :]
                except BlockingIOError:
                    self._poll.register(self._in, select.POLLOUT)
                    self._wait(deadline, limit)
                    self._poll.unregister(self._in)
        except BrokenPipeError:
            self._died("standard input")

    def _line(self, deadline: float, limit: float) -> bytes:
        """Read up to the end of a line."""
        pending = self._pending
        while True:
            self._wait(deadline, limit)
            try:
                chunk = os.read(self._out, CHUNK)
            except BlockingIOError:
                continue
            if not chunk:
                self._died()
            at = chunk.find(b"\n")
            if at < 0:
                pending += chunk
                if len(pending) > self.limits.line:
                    detail = f"more than {self.limits.line:,} bytes"
                    raise LineTooLong(self._last, bytes(pending[:CHUNK]), detail)
                continue
            line = bytes(pending) + chunk[:at]
            pending.clear()
            pending += chunk[at + 1 :]
            return line

    def _wait(self, deadline: float, limit: float) -> None:
        """Wait for a pipe to be ready, taking in what comes on standard error."""
        left = deadline - monotonic()
        if left <= 0:
            self._too_late(limit)
        for descriptor, _ in self._poll.poll(left * 1000 + 1):
            if descriptor == self._err:
                self._drain()

    def _drain(self) -> None:
        """Take in what is there on standard error, and keep its end."""
        try:
            chunk = os.read(self._err, CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            with suppress(KeyError):
                self._poll.unregister(self._err)
        self.errors_seen += len(chunk)
        self._errors += chunk
        del self._errors[:-KEPT]

    def _too_late(self, limit: float) -> None:
        self.clock.left()
        if self.status() is not None:  # and something that it started keeps its output open
            self._died()
        if self._pending:
            raise HalfLine(self._last, bytes(self._pending), f"nothing more within {limit:g} s")
        raise Hung(self._last, limit)

    def _died(self, closed: str = "standard output") -> None:
        """Raise the fault of a program that is gone, or has closed what it is talked to through."""
        status = self.status(self.limits.grace)
        with suppress(OSError):
            for _ in range(KEPT // 1024):
                self._drain()
        if self._pending:
            raise HalfLine(self._last, bytes(self._pending), ended_how(status, closed))
        fault = DiedInGame if self.answered else DiedAtStart
        raise fault(self._last, status, self.errors, closed)

    def status(self, seconds: float = 0) -> int | None:
        """Find the exit status (negative: a signal), waiting for it; None if it still runs.

        The process is not reaped, so that its group keeps its number until it is ended.
        """
        if self._process.returncode is not None:
            return self._process.returncode
        deadline = monotonic() + seconds
        pause = 0.001
        while True:
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            found = os.waitid(os.P_PID, self.pid, options)
            if found is not None:
                code = found.si_status
                return code if found.si_code == os.CLD_EXITED else -code
            if monotonic() >= deadline:
                return None
            sleep(pause)
            pause = min(2 * pause, 0.05)

    def end_of_input(self) -> None:
        """Close the program's standard input."""
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def must_end(self, after: str) -> None:
        """Demand that the program ends by itself with status 0; raises `BadEnd`."""
        deadline = monotonic() + self.limits.grace
        status = self.status()
        while status is None and monotonic() < deadline:
            for descriptor, _ in self._poll.poll(10):
                if descriptor == self._err:
                    self._drain()
                elif not self._unasked():
                    self._poll.unregister(self._out)
                if len(self._pending) > CHUNK:
                    break
            status = self.status(0.005)
        if self._pending:
            raise SeveralAnswers(after, bytes(self._pending))
        if status != 0:
            still = f"still runs {self.limits.grace:g} s later"
            raise BadEnd(after, still if status is None else f"ends with {ended_how(status)}")

    def close(self) -> None:
        """End the program and all that it started: after a moment of grace by force."""
        if self._ended:
            return
        self.kindred()
        self.end_of_input()
        deadline = monotonic() + self.limits.parting
        while self.status() is None and monotonic() < deadline:
            # It may be waiting for a reader.
            self._swallow()
        self.kill()

    def _swallow(self) -> None:
        for descriptor in (self._out, self._err):
            with suppress(OSError):
                os.read(descriptor, CHUNK)
        sleep(0.002)

    def kindred(self) -> None:
        """Look which processes belong to the program, as long as that can be seen."""
        self._kindred.look()

    def kill(self) -> None:
        """End all of them by force, and wait for the program."""
        if self._ended:
            return
        self._ended = True
        self.signal_group()
        self._kindred.end()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        LIVING.discard(self)

    def signal_group(self) -> None:
        """Kill the program and its group; its leader is still there to be waited for."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
