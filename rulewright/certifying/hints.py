"""From a solver's proof to one that can be checked without searching.

CaDiCaL lists the clauses that it learned. Each follows from earlier ones by unit propagation, but a
checker would have to find out how. This pass propagates once, notes which clauses it used, and keeps
only the steps that the empty clause rests on. A mistake here makes a certificate that is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.typed import List

from rulewright.certifying.events import ProofEvents, events_of

Clause = tuple[int, ...]
Step = tuple[int, Clause, list[int]]
"""The number of a clause, its literals, and its hints."""


class Notes(NamedTuple):
    """What a pass over a proof has noted. Clauses are numbered from 0; fixed literals follow them."""

    literals: Any
    """Of all clauses, one after the other."""
    ends: Any
    """Where each clause ends in `literals`, after a 0."""
    alive: Any
    """Whether a clause was added and not deleted."""
    value: Any
    """1, -1 or 0 for each side of each variable: true, false, not assigned."""
    reason: Any
    """The clause that assigned a variable."""
    fixed_by: Any
    """The number of the step that fixed a variable for good, or -1."""
    trail: Any
    """The assigned literals in their order."""
    seen: Any
    heads: Any
    """The first watch of each side: twice the clause, plus 1 for its second literal."""
    nexts: Any
    """The next watch of the same side."""
    units: Any
    """The fixed literals."""
    spans: Any
    """Where the hints of each step begin and end in the list of all hints."""
    counts: Any
    """How many literals are fixed."""


def with_hints(clauses: Sequence[Clause], proof: Iterable[str]) -> list[Step] | None:
    """Return the steps to the empty clause; None if the proof does not get there.

    `proof` has one line for each clause that was learned or, after a `d`, deleted.
    """
    events = events_of(clauses, proof)
    if events is None:
        return None
    variables, total = int(np.abs(events.literals).max(initial=1)), len(events.ends) - 1
    notes = Notes(
        literals=np.append(events.literals, 0),
        ends=events.ends,
        alive=np.zeros(total, np.bool_),
        value=np.zeros(2 * variables + 2, np.int64),
        reason=np.full(variables + 1, -1, np.int64),
        fixed_by=np.full(variables + 1, -1, np.int64),
        trail=np.zeros(variables + 2, np.int64),
        seen=np.zeros(variables + 1, np.bool_),
        heads=np.full(2 * variables + 2, -1, np.int64),
        nexts=np.full(2 * total + 2, -1, np.int64),
        units=np.zeros(variables + 2, np.int64),
        spans=np.full((total + variables + 2, 2), -1, np.int64),
        counts=np.zeros(1, np.int64),
    )
    last, hints = _traced(notes, events.order, len(clauses))
    return None if last < 0 else _needed(events, len(clauses), notes, hints, last)


def _needed(events: ProofEvents, given: int, notes: Notes, hints: Any, last: int) -> list[Step]:
    """Keep what the last step rests on, and number it anew."""
    needed, waiting = {last}, [last]
    while waiting:
        begin, end = notes.spans[waiting.pop()]
        for number in hints[begin:end].tolist():
            if number >= given and number not in needed:
                needed.add(number)
                waiting.append(number)
    steps: list[Step] = []
    numbers = {number: number + 1 for number in range(given)}
    for number in sorted(needed, key=lambda one: int(notes.spans[one][0])):
        numbers[number] = given + len(steps) + 1
        begin, end = notes.spans[number]
        fixed = number - (len(events.ends) - 1)
        clause = events.clause(number) if fixed < 0 else (int(notes.units[fixed]),)
        reasons = [numbers[hint] for hint in hints[begin:end].tolist()]
        steps.append((numbers[number], () if number == last else clause, reasons))
    return steps


@njit(cache=True)
def _traced(notes: Notes, order: Any, given: int) -> Any:
    """Add and delete clauses in order; return the step that ends the proof, or -1, and all hints."""
    hints = List.empty_list(np.int64(0))
    last = -1
    for place in range(order.shape[0]):
        clause = order[place]
        if clause < 0:
            notes.alive[~clause] = False
            continue
        if place >= given:
            kind = _follows(notes, clause, hints)
            if kind == 0 or notes.ends[clause] == notes.ends[clause + 1]:
                last = clause if kind else -1
                break
            if kind > 1:  # a literal is fixed: it will never be used
                continue
        last = _added(notes, clause, hints)
        if last >= 0:
            break
    found = np.empty(len(hints), np.int64)
    for place in range(len(hints)):
        found[place] = hints[place]
    return last, found


@njit(cache=True)
def _side(literal: int) -> int:
    side: int = 2 * literal if literal > 0 else -2 * literal + 1
    return side


@njit(cache=True)
def _assign(notes: Notes, literal: int, reason: int, size: int) -> int:
    notes.value[_side(literal)], notes.value[_side(-literal)] = 1, -1
    notes.reason[abs(literal)] = reason
    notes.trail[size] = literal
    return size + 1


@njit(cache=True)
def _follows(notes: Notes, clause: int, hints: Any) -> int:
    """Note why a clause follows; return 0 if it does not, 2 if one of its literals is fixed, else 1."""
    fixed = size = notes.counts[0]
    kind, first = 0, len(hints)
    for place in range(notes.ends[clause], notes.ends[clause + 1]):
        literal = notes.literals[place]
        if notes.value[_side(literal)] > 0 and notes.fixed_by[abs(literal)] >= 0:
            hints.append(notes.fixed_by[abs(literal)])
            kind = 2
            break
        if notes.value[_side(literal)] == 0:
            size = _assign(notes, -literal, -1, size)
    if kind == 0:
        size, conflict = _propagated(notes, size, fixed)
        if conflict >= 0:
            _explained(notes, size, conflict, hints)
            kind = 1
    notes.spans[clause, 0], notes.spans[clause, 1] = first, len(hints)
    for place in range(fixed, size):
        literal = notes.trail[place]
        notes.value[_side(literal)], notes.value[_side(-literal)] = 0, 0
    return kind


@njit(cache=True)
def _explained(notes: Notes, size: int, conflict: int, hints: Any) -> None:
    """Note the steps that fixed variables, then the clauses that lead to the one that is false."""
    path = List.empty_list(np.int64(0))
    fixed = List.empty_list(np.int64(0))
    clause, place = conflict, size
    while clause >= 0:
        path.append(clause)
        for at in range(notes.ends[clause], notes.ends[clause + 1]):
            variable = abs(notes.literals[at])
            if not notes.seen[variable] and notes.fixed_by[variable] >= 0:
                fixed.append(variable)
                hints.append(notes.fixed_by[variable])
            notes.seen[variable] = True
        clause = -1
        while place > notes.counts[0] and clause < 0:
            place -= 1
            if notes.seen[abs(notes.trail[place])]:
                clause = notes.reason[abs(notes.trail[place])]
    for number in range(len(path)):
        hints.append(path[len(path) - 1 - number])
    for variable in fixed:
        notes.seen[variable] = False
    for place in range(notes.counts[0], size):
        notes.seen[abs(notes.trail[place])] = False


@njit(cache=True)
def _added(notes: Notes, clause: int, hints: Any) -> int:
    """Watch two literals of a clause, or fix its only one; return the last step, or -1."""
    first, free, size = notes.ends[clause], 0, notes.counts[0]
    for place in range(first, notes.ends[clause + 1]):
        literal = notes.literals[place]
        if notes.value[_side(literal)] > 0:
            return -1
        if notes.value[_side(literal)] == 0 and free < 2:
            notes.literals[place], notes.literals[first + free] = (
                notes.literals[first + free],
                literal,
            )
            free += 1
    if free == 2:
        notes.alive[clause] = True
        for number in range(2):
            side = _side(notes.literals[first + number])
            notes.nexts[2 * clause + number] = notes.heads[side]
            notes.heads[side] = 2 * clause + number
        return -1
    conflict = clause
    if free == 1:
        size = _assign(notes, notes.literals[first], clause, size)
        size, conflict = _propagated(notes, size, notes.counts[0])
    total = notes.alive.shape[0]
    while notes.counts[0] < size:  # each gets a step of its own, so that later ones need one hint
        made = notes.counts[0]
        literal = notes.trail[made]
        _noted(notes, total + made, notes.reason[abs(literal)], literal, hints)
        notes.units[made] = literal
        notes.fixed_by[abs(literal)] = total + made
        notes.counts[0] += 1
    if conflict < 0:
        return -1
    _noted(notes, total + size, conflict, 0, hints)
    end: int = total + size
    return end


@njit(cache=True)
def _noted(notes: Notes, step: int, clause: int, kept: int, hints: Any) -> None:
    """Note that a step follows from a clause whose literals, but for one, were fixed as false."""
    notes.spans[step, 0] = len(hints)
    for place in range(notes.ends[clause], notes.ends[clause + 1]):
        if notes.literals[place] != kept:
            hints.append(notes.fixed_by[abs(notes.literals[place])])
    hints.append(clause)
    notes.spans[step, 1] = len(hints)


@njit(cache=True)
def _propagated(notes: Notes, size: int, begin: int) -> Any:
    """Propagate the trail from `begin` on; return its new size, and a clause that is false, or -1."""
    while begin < size:
        false = -notes.trail[begin]
        begin += 1
        side = _side(false)
        watch, notes.heads[side] = notes.heads[side], -1
        conflict = -1
        while watch >= 0:
            following, clause = notes.nexts[watch], watch >> 1
            if conflict >= 0 or (notes.alive[clause] and not _moved(notes, watch, false)):
                notes.nexts[watch] = notes.heads[side]
                notes.heads[side] = watch
                other = notes.literals[notes.ends[clause] + 1 - (watch & 1)]
                if conflict < 0 and notes.value[_side(other)] < 0:
                    conflict = clause
                elif conflict < 0 and notes.value[_side(other)] == 0:
                    size = _assign(notes, other, clause, size)
            watch = following
        if conflict >= 0:
            return size, conflict
    return size, -1


@njit(cache=True)
def _moved(notes: Notes, watch: int, false: int) -> bool:
    """Watch another literal, unless the clause is true; return whether there was one."""
    first = notes.ends[watch >> 1]
    if notes.value[_side(notes.literals[first + 1 - (watch & 1)])] > 0:
        return False
    for place in range(first + 2, notes.ends[(watch >> 1) + 1]):
        literal = notes.literals[place]
        if notes.value[_side(literal)] >= 0:
            notes.literals[first + (watch & 1)], notes.literals[place] = literal, false
            notes.nexts[watch] = notes.heads[_side(literal)]
            notes.heads[_side(literal)] = watch
            return True
    return False
