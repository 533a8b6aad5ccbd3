"""One query at a time: is there a model?

The plain SMT core is used throughout: Z3's default solver turns bounded whole numbers into bits, and
times out on sums that the core solves in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import z3
from attrs import define, field, frozen

from rulewright.proofs.theorem import Term

SAT, UNSAT, UNKNOWN = "sat", "unsat", "unknown"


@frozen
class SolverAnswer:
    """`sat` (with a model), `unsat`, or `unknown`: it timed out or gave up."""

    result: str
    model: z3.ModelRef | None = None


@frozen
class Query:
    """A query, kept for the second solver."""

    name: str
    text: str
    """In SMT-LIB 2."""
    result: str


@define
class Solving:
    """Puts queries to Z3, counts them, and keeps their text if wanted."""

    time_limit: float
    """Seconds per query."""
    keeps_text: bool = False
    count: int = 0
    asked: list[Query] = field(factory=list)

    def ask(self, name: str, terms: Iterable[Term]) -> SolverAnswer:
        """Ask whether the terms have a model in common."""
        solver = z3.SimpleSolver()
        solver.set("timeout", max(1, int(self.time_limit * 1000)))
        solver.add(*terms)
        self.count += 1
        try:
            result = str(solver.check())
        except z3.Z3Exception:
            result = UNKNOWN
        if self.keeps_text:
            self.asked.append(Query(name, f"(set-logic ALL)\n{solver.to_smt2()}", result))
        return SolverAnswer(result, solver.model() if result == SAT else None)


def write_smt2(queries: Iterable[Query], folder: Path) -> tuple[Path, ...]:
    """Write one file per query to a folder, created if missing; return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for query in queries:
        path = folder / f"{query.name}.smt2"
        path.write_text(f"; z3: {query.result}\n{query.text}", encoding="utf-8")
        paths.append(path)
    return tuple(paths)
