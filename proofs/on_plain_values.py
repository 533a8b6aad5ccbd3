"""What a guest's claim says of positions of games when it is computed there, on plain values.

Its formulas are made once, over unknowns. Python's own operators may make them say something else than
they look like: `is True` is true of no unknown, so that what hangs on it is left out, and nobody would
notice. So a claim is made again with the values of a position and of what is played in it, where each
condition is what it seems. Our own claims are held against mutants of the rules instead (`mutation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs
import z3

from rulewright.proofs.consulted import is_of_a_guest
from rulewright.proofs.possible_in_games import spread
from rulewright.proofs.reading import Values
from rulewright.proofs.real_positions import Tabled, in_short, written
from rulewright.proofs.replay import NOT_PLAIN
from rulewright.proofs.terms import is_simplified_to_true
from rulewright.proofs.theorem import Case, Claim
from rulewright.proofs.unknowns import replaying

LOOKED_AT = 40
"""Positions, or steps, of each of the options in which a claim is computed."""


def contradicted(claim: Claim, pairs: Iterable[tuple[Case, Tabled]]) -> str:
    """Say in which position of a game a claim is false that holds of unknowns; empty if in none.

    The pairs are its cases, in order, each with what was read of games under its options.
    """
    assert claim.real is not None
    numbers: dict[int, int] = {}
    for case, table in pairs:
        number = numbers.setdefault(id(case), len(numbers))
        shown = table.with_steps(case.step)
        count = len(shown.positions)
        for index in sorted({spread(each, count) for each in range(LOOKED_AT if count else 0)}):
            if why := false_in(claim, number, row(shown, index)):
                assert case.under is not None, "what is held against games is under rules"
                found = shown.positions[index]
                played = f", where {found.action} is played" if claim.real.steps else ""
                rulings = attrs.asdict(case.under.rulings)
                where = written(claim.real, case.under, rulings, found)
                return f"{case.label}: computed on plain values{where}{played}, {why}"
    return ""


def idle_premises(cases: Iterable[Case]) -> list[z3.BoolRef]:
    """Return the premises, or parts that each of them joins, that are true of whatever they speak of.

    So is that two positions are alike of which both have the same unknowns. Where others of a case are
    of the same form and exclude something, all are compared with each other, and one with itself.
    """
    found: list[z3.BoolRef] = []
    for case in cases:
        idle, forms = [], set[str]()
        for term in case.given:
            for part in term.children() if z3.is_and(term) else (term,):
                if not z3.is_true(part) and is_simplified_to_true(part):
                    idle.append(part)
                else:
                    forms.add(form_of(part))
        found += [part for part in idle if form_of(part) not in forms]
    return found


def form_of(term: z3.ExprRef, depth: int = 4) -> str:
    """Write a formula without the names in it, and not what lies deep in it."""
    parts = term.children()
    within = ",".join(form_of(part, depth - 1) for part in parts) if depth else len(parts)
    return f"{term.decl().kind()}({within})" if parts else str(term.sort())


def idle_part(claim: Claim, cases: Iterable[Case]) -> str:
    """Name a part of a guest's conclusion that is true of whatever it speaks of, where others are not.

    So is that a number is the same before and after a step, if both are of the position before. Empty
    if there is none.
    """
    for case in cases if is_of_a_guest(claim.make) else ():
        several = () if case.decided else tuple(said_together(case.then))
        for part in several if len(several) > 1 else ():
            if is_simplified_to_true(part):
                return in_short(part, value=True)
    return ""


def said_together(then: z3.BoolRef) -> Iterator[z3.BoolRef]:
    """Yield the parts that a conclusion joins, those under a condition among them."""
    if z3.is_and(then):
        for part in then.children():
            yield from said_together(part)
    elif z3.is_implies(then) or z3.is_or(then):
        *_, last = then.children()
        yield from said_together(last) if z3.is_and(last) else (then,)
    else:
        yield then


def row(table: Tabled, index: int) -> Values:
    """Return the values of all unknowns in one position."""
    return {name: column[index].item() for name, column in table.evaluation.table.items()}


def false_in(claim: Claim, number: int, values: Values) -> str:
    """Say that a case is false, made with some values, or cannot be made; empty if it holds."""
    try:
        with replaying(values):
            made = claim.cases()
    except NOT_PLAIN as error:
        return f"it fails ({type(error).__name__}: {error})"
    if number >= len(made):
        return "it has fewer cases: its function must make all of them whenever it is called"
    case = made[number]
    if all(map(is_simplified_to_true, case.given)) and not is_simplified_to_true(case.then):
        return (
            "its conclusion is false, though it was proved of unknowns: is something asked with `is`, "
            "or by whether it is a constant?"
        )
    return ""
