"""Queries under one limit of time, each asked once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from time import monotonic

import z3
from attrs import define, field, frozen

from rulewright.proofs.solving import SAT, UNKNOWN, UNSAT, values_of
from rulewright.proofs.theorem import Term, as_terms
from rulewright.spec.logic import Fact, all_of, not_

__all__ = ["SAT", "UNKNOWN", "UNSAT", "Answered", "Solver"]

PER_QUERY, SHARE = 60.0, 0.15
"""Seconds that a single query may take, and what part of the time that is left, if that is less."""


@frozen
class Answered:
    """An answer: `sat` with the values of a model, `unsat`, or `unknown`, which proves nothing."""

    result: str
    values: Mapping[str, bool | int] = field(factory=dict)


def answered(terms: tuple[Term, ...], seconds: float) -> Answered:
    """Ask the plain core for a while; then as a matter of bits, where counts are not taken for sums."""
    began = monotonic()
    for make, share in ((z3.SimpleSolver, 0.01), (of_bits, 0.5), (z3.SimpleSolver, 1.0)):
        left = seconds - (monotonic() - began)
        if left <= 0.0:
            break
        solver = make()
        solver.set("timeout", max(1, int(share * left * 1000)))
        solver.add(*terms)
        try:
            result = str(solver.check())
        except z3.Z3Exception:  # such as numbers without bounds, which are no matter of bits
            continue
        if result == SAT:
            return Answered(SAT, values_of(solver.model()))
        if result == UNSAT:
            return Answered(UNSAT)
    return Answered(UNKNOWN)


def of_bits() -> z3.Solver:
    """Make a solver that turns counts into circuits."""
    steps = ("simplify", "propagate-values", "card2bv", "bit-blast", "sat")
    return z3.Then(*steps).solver()


@define
class Solver:
    """Asks Z3 until a limit of time is used up; after that every answer is `unknown`."""

    seconds: float
    """For all queries together, from now on."""
    total: float = field(default=0.0, kw_only=True)
    """The limit of the whole run, of which `seconds` are left; 0 if that is all."""
    began: float = field(factory=monotonic)
    count: int = 0
    known: dict[frozenset[int], Answered] = field(factory=dict)
    _kept: list[Term] = field(factory=list)
    """Terms kept alive, so that no other one gets the id."""

    @property
    def left(self) -> float:
        """Seconds that are left; never negative."""
        return max(0.0, self.seconds - (monotonic() - self.began))

    @property
    def limit(self) -> float:
        """The limit that people set, in seconds."""
        return self.total or self.seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is used up."""
        return self.left <= 0.0

    def ask(self, *facts: Fact, most: float = PER_QUERY) -> Answered:
        """Ask whether facts have a model in common."""
        joined = all_of(facts)
        if isinstance(joined, bool):
            return Answered(SAT if joined else UNSAT)
        terms = as_terms(fact for fact in facts if fact is not True)
        key = frozenset(term.get_id() for term in terms)
        if key in self.known:
            return self.known[key]
        limit = min(most, self.left * SHARE)
        if limit <= 0.0:
            return Answered(UNKNOWN)
        self.count += 1
        found = answered(terms, limit)
        if found.result != UNKNOWN:
            self.known[key] = found
            self._kept += terms
        return found

    def follows(self, given: Iterable[Fact], then: Fact, *, most: float = PER_QUERY) -> Answered:
        """Ask for a model of what is given in which the conclusion fails: `unsat` proves it."""
        return self.ask(*given, not_(then), most=most)
