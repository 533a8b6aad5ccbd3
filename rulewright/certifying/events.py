"""What a solver's proof does, one step after the other: it adds a clause, or deletes one.

A solver learns many times as many clauses as a query has, so what finds the deleted ones is compiled.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numba.typed import Dict

DELETES = 1 << 40
"""Stands for the `d` before a clause that is deleted."""


class ProofEvents(NamedTuple):
    """All clauses, numbered from 0, and what happens to them, as arrays of whole numbers."""

    literals: Any
    """Of all clauses, one after the other, none twice in a clause."""
    ends: Any
    """Where each clause ends in `literals`, after a 0."""
    order: Any
    """The number of a clause that is added, or, inverted, of one that is deleted."""

    def clause(self, number: int) -> tuple[int, ...]:
        """Return a clause by its number."""
        return tuple(self.literals[self.ends[number] : self.ends[number + 1]].tolist())


def events_of(clauses: Sequence[Sequence[int]], proof: Iterable[str]) -> ProofEvents | None:
    """Add the clauses given, then what a proof says; None if it is not made of numbers.

    A line of the proof has the literals of a clause that was learned, then 0; or, after a `d`, of one
    that is deleted.
    """
    given = [number for clause in clauses for number in (*dict.fromkeys(clause), 0)]
    text = " ".join(proof).replace("d", f"{DELETES} ")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            learned = np.fromstring(text, np.int64, sep=" ")
        except (DeprecationWarning, ValueError):  # the first in NumPy before 2.3
            return None
    variables = np.abs(np.concatenate((given, learned[learned != DELETES]))).max(initial=1)
    return ProofEvents(*_numbered(np.concatenate((given, learned)), np.full(2 * variables + 2, -1)))


@njit(cache=True)
def _numbered(numbers: Any, seen: Any) -> Any:
    """Number the clauses, and find those that are deleted; `seen` has a place for each literal."""
    literals, ends = np.empty_like(numbers), np.zeros(numbers.shape[0] + 1, np.int64)
    order, earlier = np.empty_like(numbers), np.full(numbers.shape[0], -1, np.int64)
    latest = Dict.empty(key_type=types.int64, value_type=types.int64)
    clauses = events = line = size = mixed = 0
    deletes = False
    for number in numbers:
        if number == DELETES:
            deletes = True
        elif number != 0:
            side = 2 * number if number > 0 else 1 - 2 * number
            if seen[side] != line:
                seen[side] = line
                literals[ends[clauses] + size] = number
                size += 1
                mixed += _mixed(number)
        else:
            last = latest[mixed] if mixed in latest else -1  # noqa: SIM401 - that gives Numba an option
            if not deletes:
                latest[mixed], earlier[clauses] = clauses, last
                order[events] = clauses
                ends[clauses + 1] = ends[clauses] + size
                clauses += 1
                events += 1
            elif size > 1 and last >= 0:
                latest[mixed] = earlier[last]
                order[events] = ~last
                events += 1
            line += 1
            size = mixed = 0
            deletes = False
    return literals[: ends[clauses]], ends[: clauses + 1], order[:events]


@njit(cache=True)
def _mixed(number: int) -> Any:
    """Spread a literal over all bits: sums of these tell clauses apart, whatever the order in them.

    If they ever did not, a wrong clause would be deleted, and the certificate refused.
    """
    mixed = np.uint64(number) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64(mixed ^ (mixed >> np.uint64(31)))
