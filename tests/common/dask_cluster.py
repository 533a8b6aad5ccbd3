"""A Dask scheduler and its workers, started by their own commands on the loopback address."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Self

import psutil
from attrs import define, field

DASK = (sys.executable, "-m", "dask")
TESTS = Path(__file__).parents[1]
ANSWERS = 180.0
"""Seconds in which a process must come up on a busy machine."""


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@define
class DaskProcesses:
    """A scheduler and its workers."""

    folder: Path
    scheme: str = "tcp"
    environment: Mapping[str, str] = field(factory=dict)
    port: int = field(factory=free_port)
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(factory=list)

    @property
    def address(self) -> str:
        """The address of the scheduler."""
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def start(
        self, *arguments: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a process of Dask."""
        log = (self.folder / "dask.log").open("ab")
        paths = os.pathsep.join((str(TESTS), *filter(None, [os.environ.get("PYTHONPATH", "")])))
        with log:
            return subprocess.Popen(
                [*DASK, *arguments],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": paths, **self.environment, **(environment or {})},
            )

    def start_scheduler(self) -> None:
        """Start the scheduler, and wait until it listens."""
        options = ("--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        self.scheduler = self.start("scheduler", "--protocol", self.scheme, *options)
        until = monotonic() + ANSWERS
        while monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            sleep(0.1)
        raise TimeoutError("the scheduler does not listen")

    def add_worker(
        self, *, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a worker with one thread."""
        options = ("--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--no-nanny")
        where = ("--local-directory", str(self.folder))
        made = self.start("worker", self.address, *options, *where, environment=environment)
        self.workers.append(made)
        return made

    def __enter__(self) -> Self:
        """Start the scheduler."""
        self.start_scheduler()
        return self

    def __exit__(self, *raised: object) -> None:
        """End all that was started here."""
        for process in (*self.workers, self.scheduler):
            if process is not None:
                end_with_children(process)


def end_with_children(process: subprocess.Popen[bytes]) -> None:
    """End a process, and those that it started."""
    children = []
    with suppress(psutil.Error):
        children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    for child in children:
        with suppress(psutil.Error):
            child.kill()
