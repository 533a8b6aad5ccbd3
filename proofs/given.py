"""What is proved with nothing done: a conclusion that is among its premises, or holds without them."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, MutableMapping
from itertools import islice

import z3
from attrs import define, field

from rulewright.proofs.terms import subterms
from rulewright.proofs.theorem import Case

RESOURCES = 50_000
"""How much Z3 may do, by its own count, to find that a conclusion holds whatever is given: not seconds,
so that the answer is the same on every machine."""
LARGE = 200
"""Terms within a formula from which on it is not simplified: that would take longer than its proof."""
STEPS = 500
"""Formulas within a conclusion that are looked for, at most."""
Values = MutableMapping[int, bool]
"""By Z3's id of a formula: whether it is given as true, or as false."""


@define
class Known:
    """What some premises say of their parts; those of the last question are kept."""

    _context: z3.Context = field(factory=z3.Context)
    """Holds what was simplified, and nothing else."""
    _simplified: dict[int, tuple[z3.BoolRef, z3.BoolRef]] = field(factory=dict)
    """By Z3's id of a term: it, kept alive so that no other one gets the id, and what it becomes."""
    _said: dict[int, tuple[Values, Values]] = field(factory=dict)
    """By Z3's id of a premise: what it says as it is, and once it is simplified."""
    _asked: tuple[int, ...] = ()
    _known: tuple[Values, Values] = field(factory=lambda: ({}, {}))

    def has(self, then: z3.BoolRef, given: Iterable[z3.BoolRef]) -> bool:
        """Return whether a conclusion is a premise, or made of premises by propositional connectives.

        Premises and conclusion are taken apart at `and`, `or`, `not` and `implies`; within the parts
        nothing is looked at. That is done with both as they are, and with what they become.
        """
        terms = tuple(given)
        asked = tuple(term.get_id() for term in terms)
        if asked != self._asked:
            self._asked, self._known = asked, ({}, {})
            for term in terms:
                for known, said in zip(self._known, self.said(term), strict=True):
                    known.update(said)
        as_it_is, simplified = self._known
        return _Search(as_it_is).shows(then, True) or _Search(simplified).shows(
            self.simplified(then), True
        )

    def said(self, term: z3.BoolRef) -> tuple[Values, Values]:
        """Return what a premise says of its parts; each is taken apart once, as claims share many."""
        if term.get_id() not in self._said:
            values: tuple[Values, Values] = {}, {}
            _add(term, True, values[0])
            _add(self.simplified(term), True, values[1])
            self._said[term.get_id()] = values
        return self._said[term.get_id()]

    def simplified(self, term: z3.BoolRef) -> z3.BoolRef:
        """Return what a term becomes, a large one as it is; each is simplified once, and kept.

        Z3 simplifies by the numbers of terms. In a context of its own these follow from what was
        asked, and in which order, whatever else the process has done.
        """
        if term.get_id() not in self._simplified:
            is_large = next(islice(subterms((term,)), LARGE, None), None) is not None
            own = term.translate(self._context)
            changed = own if is_large else z3.simplify(own, sort_sums=True)
            self._simplified[term.get_id()] = term, changed
        return self._simplified[term.get_id()][1]


def holds_whatever_is_given(case: Case) -> bool:
    """Return whether a conclusion holds without premises and lemmas; False if that is hard to say.

    Where it is false with every unknown at false or 0, it does not, which is seen at once. Else it is
    asked in a context of its own: how much Z3 does hangs on the numbers of terms as well.
    """
    if is_false_at_nothing(case.then):
        return False
    context = z3.Context()
    solver = z3.SimpleSolver(ctx=context)
    solver.set("rlimit", RESOURCES)
    solver.add(z3.Not(case.then.translate(context)))
    return bool(solver.check() == z3.unsat)


def is_false_at_nothing(term: z3.BoolRef) -> bool:
    """Return whether a formula is false where every unknown is false, or 0."""
    nothing = z3.ModelRef(z3.Z3_mk_model(term.ctx.ref()), term.ctx)
    return bool(z3.is_false(nothing.eval(term, model_completion=True)))


def _add(term: z3.BoolRef, value: bool, known: Values) -> None:
    """Note that a formula has a value, and what follows for its parts; they live as long as it does."""
    waiting = [(term, value)]
    while waiting:
        each, holds = waiting.pop()
        if known.get(each.get_id()) is not holds:
            known[each.get_id()] = holds
            waiting += _parts(each, holds)


def _parts(term: z3.BoolRef, value: bool) -> list[tuple[z3.BoolRef, bool]]:
    """Return the values that the parts of a formula must have for it to have one."""
    if z3.is_not(term):
        return [(term.arg(0), not value)]
    if (z3.is_and(term) and value) or (z3.is_or(term) and not value):
        return [(part, value) for part in term.children()]
    if z3.is_implies(term) and not value:
        return [(term.arg(0), True), (term.arg(1), False)]
    return []


@define
class _Search:
    """Looks for a formula among what is known; gives up after a number of steps."""

    known: Values
    steps: list[None] = field(factory=list)
    """One for each formula that was looked for, here or under what was added."""
    seen: dict[tuple[int, bool], bool] = field(factory=dict)
    """What was found; and False for what is being looked for, which ends nothing too early."""

    def shows(self, term: z3.BoolRef, value: bool) -> bool:
        """Return whether a formula has a value because its parts are known to have theirs."""
        key = term.get_id(), value
        if key not in self.seen:
            self.seen[key] = False
            self.steps.append(None)
            self.seen[key] = len(self.steps) <= STEPS and self._shows(term, value)
        return self.seen[key]

    def _shows(self, term: z3.BoolRef, value: bool) -> bool:
        if self.known.get(term.get_id()) is value:
            return True
        if parts := _parts(term, value):
            return all(self.shows(part, wanted) for part, wanted in parts)
        if (z3.is_or(term) and value) or (z3.is_and(term) and not value):
            return any(self.shows(part, value) for part in term.children())
        if z3.is_implies(term) and value:
            further: Values = ChainMap({}, self.known)
            _add(term.arg(0), True, further)
            return _Search(further, self.steps).shows(term.arg(1), True) or self.shows(
                term.arg(0), False
            )
        return bool(z3.is_true(term) if value else z3.is_false(term))
