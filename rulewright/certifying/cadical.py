"""CaDiCaL, in a process of its own that can be killed.

As a program it reads names of folders from standard input, one per line. Each has a file of clauses,
lists of lists in JSON. It prints the number of each, from 1, and `sat` or `unsat`, and writes the model
or the proof next to them. A folder that says so is named again and again: what its file has by then is
added to what it had, and there is no proof.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import define, field, frozen

from rulewright.proofs.second_solver import READY, SecondSolver
from rulewright.proofs.solving import SAT, UNKNOWN, UNSAT

CLAUSES, FOUND, GROWING = "clauses", "found", "growing"


def is_installed() -> bool:
    """Return whether python-sat, which has CaDiCaL inside, can be imported."""
    return find_spec("pysat") is not None


@frozen
class Found:
    """An answer: `sat` with a model, `unsat` with a proof, or `unknown`; one word or line each."""

    answer: str
    lines: tuple[str, ...] = ()


@define
class CaDiCaL:
    """A process that is started on demand, and again after it was killed."""

    process: SecondSolver = field(
        factory=lambda: SecondSolver(0, (sys.executable, "-m", "rulewright.certifying.cadical"))
    )

    def solve(self, clauses: Iterable[Sequence[int]], time_limit: float) -> Found:
        """Solve clauses within a number of seconds."""
        with TemporaryDirectory() as name:
            return self._answer(Path(name), clauses, time_limit)

    @contextmanager
    def growing(self) -> Iterator[Callable[[Iterable[Sequence[int]], float], Found]]:
        """Lend what solves clauses like `solve`, all that it was given before included; no proofs."""
        with TemporaryDirectory() as name:
            (Path(name) / GROWING).touch()
            yield partial(self._answer, Path(name))

    def _answer(self, folder: Path, clauses: Iterable[Sequence[int]], time_limit: float) -> Found:
        self.process.time_limit = time_limit
        (folder / CLAUSES).write_text(json.dumps([*clauses]), encoding="ascii")
        answer = self.process.answer(folder)
        if answer not in (SAT, UNSAT):
            return Found(UNKNOWN)
        try:
            lines = (folder / FOUND).read_text(encoding="ascii").splitlines()
        except (OSError, UnicodeDecodeError):
            return Found(UNKNOWN)
        return Found(answer, tuple(lines))

    def stop(self) -> None:
        """Kill the process, if there is one."""
        self.process.stop()


def main() -> None:
    """Solve the files in the folders named on standard input."""
    from pysat.solvers import Solver  # noqa: PLC0415 - an extra, and only this process needs it

    print(READY, flush=True)
    growing: tuple[Path, Solver] | None = None
    for number, line in enumerate(sys.stdin, start=1):
        folder = Path(line.strip())
        clauses = json.loads((folder / CLAUSES).read_text(encoding="ascii"))
        is_growing = (folder / GROWING).exists()
        if is_growing and growing is not None and growing[0] == folder:
            solver = growing[1]
            solver.append_formula(clauses)
        else:
            if growing is not None:
                growing[1].delete()
            solver = Solver("cadical195", bootstrap_with=clauses, with_proof=not is_growing)
            growing = folder, solver
        is_sat = solver.solve()
        found = map(str, solver.get_model()) if is_sat else solver.get_proof() or ()
        (folder / FOUND).write_text("\n".join(found), encoding="ascii")
        print(number, SAT if is_sat else UNSAT, flush=True)


if __name__ == "__main__":
    main()
