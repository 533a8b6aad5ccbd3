"""A second opinion: cvc5, in a process of its own, on the text of each query.

As a program it prints `0 ready`, reads names of SMT-LIB files from standard input, one per line, and
prints the number of each, from 1, and `sat`, `unsat` or `unknown`. Any other line is no answer. cvc5's
own time limit does not stop every run, so the parent process watches the clock and kills it.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from math import inf
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, perf_counter
from typing import IO

import psutil
from attrs import define, field, frozen

from rulewright.proofs.solving import SAT, UNKNOWN, UNSAT, Query, write_smt2

NAME = "cvc5"
START_SECONDS = 60.0
"""How long the process may take to start."""
PATIENCE = 20.0
"""Multiplies a limit on processor time to one on time by the clock, as other work may be going on."""
READY = "0 ready"
"""What the process says before it is asked for anything."""
NOT_STARTED, ENDED, NO_ANSWER = "did not start", "ended without an answer", "gave no known answer"
"""What may be wrong with the process."""
POLL = 0.1
"""Seconds between two looks at what the process has used."""


def is_installed() -> bool:
    """Return whether cvc5 can be imported."""
    return find_spec("cvc5") is not None


class EndedError(Exception):
    """The process has ended."""


@define
class SecondSolver:
    """cvc5 in a process that is started on demand, and restarted after it was killed."""

    time_limit: float
    """Seconds of the processor's time per query, so that a busy machine gives the same answers."""
    command: tuple[str, ...] = (sys.executable, "-m", "rulewright.proofs.second_solver")
    faults: Counter[str] = field(factory=Counter, init=False)
    """What was wrong with the process, and how often: not that its time was up."""
    _process: subprocess.Popen[str] | None = field(default=None, init=False)
    _lines: Queue[str] = field(factory=Queue, init=False)
    _asked: int = field(default=0, init=False)
    """Files that the process was given."""

    def answer(self, path: Path) -> str:
        """Answer one file; `unknown` on a timeout, or if the process fails or talks nonsense."""
        process = self._running()
        if process is None or process.stdin is None:
            return UNKNOWN
        self._asked += 1
        try:
            process.stdin.write(f"{path}\n")
            process.stdin.flush()
            number, answer = self._awaited(process.pid).split()
        except Empty:
            return self._given_up("")
        except (EndedError, OSError, psutil.Error):
            return self._given_up(ENDED)
        except ValueError:
            return self._given_up(NO_ANSWER)
        if number != str(self._asked) or answer not in (SAT, UNSAT, UNKNOWN):
            return self._given_up(NO_ANSWER)
        return answer

    def _given_up(self, fault: str) -> str:
        """Kill the process, and note what was wrong with it, if its time was not just up."""
        self.faults.update([fault] if fault else [])
        self.stop()
        return UNKNOWN

    def wrong(self, name: str) -> str:
        """Say what was wrong with the process, by the name of the solver; empty if nothing was."""
        said = (
            f"{fault} ({times} time{'s' * (times != 1)})" for fault, times in self.faults.items()
        )
        return f"{name} {', '.join(said)}" if self.faults else ""

    def _awaited(self, number: int) -> str:
        """Return the next line; raises `Empty` when its time is up, `EndedError` when it has ended."""
        running = psutil.Process(number)
        used, began = sum(running.cpu_times()[:2]), monotonic()
        while True:
            try:
                line = self._lines.get(timeout=min(POLL, self.time_limit))
            except Empty:
                spent = sum(running.cpu_times()[:2]) - used
                if spent > self.time_limit or monotonic() - began > PATIENCE * self.time_limit:
                    raise
            else:
                if not line:
                    raise EndedError
                return line

    def stop(self) -> None:
        """Kill the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue

    def _running(self) -> subprocess.Popen[str] | None:
        if self._process is None:
            self._lines, self._asked = Queue(), 0
            self._process = subprocess.Popen(  # noqa: S603 - our own program, our own files
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            Thread(target=_forward, args=(self._process.stdout, self._lines), daemon=True).start()
            try:
                begins = self._lines.get(timeout=START_SECONDS).strip() == READY
            except Empty:
                begins = False
            if not begins:
                self._given_up(NOT_STARTED)
        return self._process


def _forward(stream: IO[str] | None, lines: Queue[str]) -> None:
    try:
        for line in stream or ():
            lines.put(line)
    except ValueError:
        pass  # the stream was closed
    lines.put("")


def compare(queries: Iterable[Query], solver: SecondSolver) -> Iterator[tuple[Query, str]]:
    """Yield the second solver's answer to each query."""
    with TemporaryDirectory() as folder:
        try:
            for query in queries:
                (path,) = write_smt2((query,), Path(folder))
                yield query, solver.answer(path)
                path.unlink()
        finally:
            solver.stop()


def main() -> None:
    """Answer the files named on standard input."""
    import cvc5  # noqa: PLC0415 - an extra, and only this process needs it

    print(READY, flush=True)
    for number, line in enumerate(sys.stdin, start=1):
        solver = cvc5.Solver()
        parser = cvc5.InputParser(solver)
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, line.strip())
        answers = []
        while True:
            command = parser.nextCommand()
            if command.isNull():
                break
            answers.append(str(command.invoke(solver, parser.getSymbolManager())).strip())
        known = [answer for answer in answers if answer in ("sat", "unsat")]
        print(number, known[-1] if known else UNKNOWN, flush=True)


if __name__ == "__main__":
    main()


@frozen
class SecondOpinion:
    """A second solver's answers to all queries of a theorem."""

    agreed: int = 0
    """Queries to which both solvers gave the same answer."""
    silent: int = 0
    """Queries that one of them did not answer."""
    unasked: int = 0
    """Queries that were not asked because time was up."""
    against: str = ""
    """The first contradiction, if there is one."""
    wrong: str = ""
    """How the second solver failed: it did not start, ended without an answer, or gave nonsense."""

    def __str__(self) -> str:
        """Format the numbers as one line."""
        if self.against:
            return f"disagreed on {self.against}"
        why = f" ({self.wrong})" if self.wrong else ""
        unanswered = f", no answer on {self.silent}{why}" if self.silent else ""
        left = f", {self.unasked} not asked for want of time" if self.unasked else ""
        return f"agreed on {self.agreed} queries{unanswered}{left}"


def cross_checked(
    queries: Iterable[Query], solver: SecondSolver, most_seconds: float = inf
) -> SecondOpinion:
    """Ask a second solver until it contradicts a query, or time is up."""
    asked, began = tuple(queries), perf_counter()
    agreed = silent = 0
    for query, answer in compare(asked, solver):
        if UNKNOWN in (answer, query.result):
            silent += 1
        elif answer == query.result:
            agreed += 1
        else:
            against = f"{query.name}: {query.result} became {answer}"
            return SecondOpinion(agreed, silent, against=against)
        if perf_counter() - began > most_seconds:
            break
    left = len(asked) - agreed - silent
    return SecondOpinion(agreed, silent, left, wrong=solver.wrong(NAME))
