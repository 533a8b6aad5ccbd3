"""An adapter as a process of its own: one line asked, one line answered."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import NoReturn, Self

from attrs import define, field, frozen

from rulewright.conformance.adapter.faults import (
    BadEnd,
    DiedAtStart,
    DiedInGame,
    HalfLine,
    Hung,
    LineTooLong,
    OutgrewMemory,
    SeveralAnswers,
    TimeExhausted,
    ended_how,
    last_words,
)
from rulewright.conformance.adapter.memory import MemoryWatch, TooMuch
from rulewright.conformance.adapter.pipes import CHUNK, KEPT, Pipes, TooLong
from rulewright.conformance.adapter.program import Program

BEGIN = "new"
COUNT = "perft"


@frozen
class Limits:
    """How long, and how much, an adapter may take."""

    answer: float = 10.0
    """Seconds for one answer."""
    start: float = 30.0
    """Seconds for the first answer: some languages start slowly."""
    first_game: float = 60.0
    """Seconds until the first game has begun (new): some engines compile on demand."""
    first_count: float = 60.0
    """Seconds for the first count (perft), for the same reason."""
    line: int = 1 << 24
    """Bytes in one line."""
    memory: int = 4 << 30
    """Bytes of memory, with all that it started."""
    grace: float = 5.0
    """Seconds to exit after it was asked to."""
    parting: float = 0.2
    """Seconds to exit before it is killed."""


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


@define(eq=False)
class AdapterProcess:
    """A running adapter; use it as a context, or `close` it."""

    command: tuple[str, ...]
    limits: Limits = field(factory=Limits)
    clock: Clock = field(factory=Clock)
    program: Program = field(init=False, repr=False)
    pipes: Pipes = field(init=False, repr=False)
    answered: int = field(default=0, init=False)
    """Lines received so far."""
    _asked: set[str] = field(factory=set, init=False)
    """The kinds of requests that were answered."""
    _last: str = field(default="", init=False)

    def __attrs_post_init__(self) -> None:
        """Start the program; raises `ProgramNotFound`."""
        self.program = Program(self.command)
        self.pipes = Pipes(*self.program.descriptors())
        self.pipes.watch = MemoryWatch(self.program.family, self.limits.memory)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    @property
    def errors(self) -> str:
        """The end of what came on standard error."""
        return self.pipes.errors.decode("utf-8", "backslashreplace")

    def ask(self, name: str, line: bytes) -> bytes:
        """Send one line and wait for one, which is returned without its newline.

        `name` stands for the request in messages. Raises the fault that keeps the answer from coming.
        """
        self._last, before = name, self._last
        if not self.pipes.pending:
            self.pipes.read_ahead()
        if self.pipes.pending:
            raise SeveralAnswers(before, bytes(self.pipes.pending))
        limit = self._limit(name)
        now = monotonic()
        deadline = now + min(limit, self.clock.left())
        try:
            self.pipes.send(line, deadline)
            answer = self.pipes.line(deadline, self.limits.line)
        except TimeoutError:
            self._too_late(limit)
        except BrokenPipeError:
            self._died("standard input")
        except EOFError:
            self._died()
        except TooMuch as error:
            self._outgrew(error)
        except TooLong:
            detail = f"more than {self.limits.line:,} bytes"
            raise LineTooLong(name, bytes(self.pipes.pending[:CHUNK]), detail) from None
        self.answered += 1
        self._asked.add(name)
        return answer

    def _outgrew(self, error: TooMuch) -> NoReturn:
        fault = OutgrewMemory(self._last, error.bytes_held, self.limits.memory, self.errors)
        raise fault from None

    def _limit(self, name: str) -> float:
        if not self.answered:
            return self.limits.start
        if name == BEGIN and name not in self._asked:
            return max(self.limits.answer, self.limits.first_game)
        if name == COUNT and name not in self._asked:
            return max(self.limits.answer, self.limits.first_count)
        return self.limits.answer

    def _too_late(self, limit: float) -> NoReturn:
        self.clock.left()
        if self.program.status() is not None:  # something that it started keeps its output open
            self._died()
        if self.pipes.pending:
            detail = f"nothing more within {limit:g} s"
            raise HalfLine(self._last, bytes(self.pipes.pending), detail) from None
        raise Hung(self._last, limit, self.errors) from None

    def _died(self, closed: str = "standard output") -> NoReturn:
        """Raise the fault of a program that has exited or closed a pipe."""
        status = self.program.status(self.limits.grace)
        with suppress(OSError):
            for _ in range(KEPT // 1024):
                self.pipes.drain()
        if self.pipes.pending:
            line = bytes(self.pipes.pending)
            how = ended_how(status, closed) + last_words(self.errors)
            raise HalfLine(self._last, line, how) from None
        fault = DiedInGame if self.answered else DiedAtStart
        raise fault(self._last, status, self.errors, closed) from None

    def must_end(self, after: str) -> None:
        """Demand that the program exits with status 0; raises `BadEnd`."""
        deadline = monotonic() + self.limits.grace
        status = self.program.status()
        while status is None and monotonic() < deadline:
            try:
                self.pipes.serve()
            except TooMuch as error:
                self._outgrew(error)
            status = self.program.status(0.005)
        if self.pipes.pending:
            raise SeveralAnswers(after, bytes(self.pipes.pending))
        if status != 0:
            still = f"still runs {self.limits.grace:g} s later"
            raise BadEnd(after, still if status is None else f"ends with {ended_how(status)}")

    def close(self) -> None:
        """End the program and all that it started, after a grace period by force."""
        if self.program.ended:
            return
        self.program.find_kindred()
        self.program.end_of_input()
        deadline = monotonic() + self.limits.parting
        while self.program.status() is None and monotonic() < deadline:
            self.pipes.discard()  # it may be waiting for a reader
        self.program.kill()
