"""A program with a process group of its own, and nothing left behind when it ends.

A group ends at one signal; a session of its own would cost each message a change of scheduling group as
well. What has left the group is still found (`kindred`).
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from time import monotonic, sleep
from weakref import WeakSet

import psutil
from attrs import define, field

from rulewright.conformance.adapter.faults import ProgramNotFound
from rulewright.conformance.adapter.kindred import VANISHED, Kindred, fresh_mark, lives

EVERY_NTH = 6
"""Of so many looks at the family of a program one is for those whose parent is gone."""
LIVING: WeakSet[Program] = WeakSet()
"""Programs that were started and not yet ended."""


def stop_all() -> None:
    """Kill every program; anything waiting for one finds it ended."""
    for program in list(LIVING):
        program.signal_group()


@define(eq=False)
class Program:
    """A running program, with pipes to it."""

    command: tuple[str, ...]
    ended: bool = field(default=False, init=False)
    _looks: int = field(default=0, init=False, repr=False)
    _process: subprocess.Popen[bytes] = field(init=False, repr=False)
    _kindred: Kindred = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Start the program; raises `ProgramNotFound`."""
        mark = fresh_mark()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program to test
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                process_group=0,
                env=Kindred.environment(mark),
            )
        except (OSError, ValueError) as error:
            self.ended = True
            reason = getattr(error, "strerror", None) or str(error)
            raise ProgramNotFound(self.command, reason) from error
        self._kindred = Kindred(self._process.pid, mark)
        LIVING.add(self)

    @property
    def pid(self) -> int:
        """The process id, which is also that of its group."""
        return self._process.pid

    def descriptors(self) -> tuple[int, ...]:
        """Return the file descriptors of its standard input, output and error."""
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        return tuple(pipe.fileno() for pipe in pipes if pipe is not None)

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

    def find_kindred(self) -> None:
        """Remember which processes belong to the program while that can be seen."""
        self._kindred.look()

    def family(self) -> tuple[psutil.Process, ...]:
        """Return the process and those that it has started.

        Those whose parent is gone take long to find, so they are not looked for each time.
        """
        self._looks += 1
        if self._looks % EVERY_NTH:
            self._kindred.look_below()
        else:
            self._kindred.look()
        with suppress(*VANISHED):
            return psutil.Process(self.pid), *filter(lives, self._kindred.known)
        return ()

    def kill(self) -> None:
        """End all of them by force, and wait for the program."""
        if self.ended:
            return
        self.ended = True
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
