"""Whether the premises of a claim can all hold in a position of a game, whatever else they speak of is.

A premise about a position and something else, such as a number that stands for a count, is false in no
position by itself; together with the others it may still leave no value for that number, and so exclude
the position. So in some of the positions of recorded games Z3 looks for such values.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from time import perf_counter
from typing import Any

import z3
from attrs import frozen

from rulewright.proofs.real_positions import (
    RealPositions,
    Speaking,
    Tabled,
    games_of_each,
    options_of,
    tabled,
    written,
)
from rulewright.proofs.recorded_games import RecordedPosition
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.terms import replaced, unknowns
from rulewright.spec.joined_terms import conjunction

LEAST_ASKED, LEAST_OF_OPTIONS, LEAST_OF_A_CASE = 24, 6, 2
"""Positions in which premises are asked for a model: at all, under the same options, and for a case."""
SECONDS_ANYWHERE = 4.0
"""How long positions are looked at, where a guest's claim speaks of what nothing reads."""
SECONDS = 20.0
"""How long a model may take."""
GOLDEN = 0.6180339887498949
"""Its multiples are spread evenly between whole numbers."""


@frozen
class Possible:
    """In how many positions premises have a model; `where` they have none, in words."""

    asked: int = 0
    possible: int = 0
    unanswered: int = 0
    where: str = ""

    def __add__(self, other: Possible) -> Possible:
        """Count what was asked of other positions as well."""
        return Possible(
            self.asked + other.asked,
            self.possible + other.possible,
            self.unanswered + other.unanswered,
            self.where or other.where,
        )

    def refused(self, only_with: str) -> str:
        """Say why a claim that speaks only of positions with something excludes others; else empty."""
        if only_with and not self.asked:
            return (
                "its premises speak of positions alone, and it says what these have (`only_with`)"
            )
        if self.unanswered:
            return f"no answer in {self.unanswered} positions of recorded games: can its premises hold?"
        if self.possible == self.asked or (only_with and self.possible):
            return ""
        number = f"{self.asked - self.possible} of {self.asked}"
        why = f"whatever else they speak of, its premises cannot all hold in {number} positions"
        said = "" if only_with else ", and it does not say which it speaks of (`only_with`)"
        return f"{why} of recorded games ({self.where}){said}"


def possible_in_games(
    speaking: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> Possible:
    """Ask in how many positions all premises of a case have a model, for cases by their options."""
    ways = list(games_of_each(speaking, real, scope))
    number = max(ceil(LEAST_ASKED / len(ways)), LEAST_OF_OPTIONS)
    found = Possible()
    for cases, rulings, games in ways:
        rules = cases[0].rules
        table = tabled(real, rules, rulings, games)
        where = ", ".join("=".join(pair) for pair in options_of(rules, rulings))
        of_each = max(ceil(number / len(cases)), LEAST_OF_A_CASE)
        for index, each in enumerate(cases):
            found += possible_in(each, table, range(index, index + of_each), where)
    return found


def impossible_anywhere(
    speaking: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> str:
    """Say in which recorded position some premises cannot all hold, whatever else they speak of.

    Where a guest speaks of unknowns that nothing reads, all positions are looked at that the time
    allows, since an unknown can stand for a position that is to be left out. Empty if there is none.
    """
    until = perf_counter() + SECONDS_ANYWHERE
    for cases, rulings, games in games_of_each(speaking, real, scope):
        table = tabled(real, cases[0].rules, rulings, games)
        for each in cases:
            found = first_impossible(
                each, table.with_steps(each.step) if each.step else table, until
            )
            if found is not None:
                where = ", ".join("=".join(pair) for pair in options_of(cases[0].rules, rulings))
                return (
                    "whatever else they speak of, its premises cannot all hold in a position of a "
                    f"recorded game ({where}){written(real, cases[0].rules, rulings, found)}"
                )
    return ""


def first_impossible(each: Speaking, table: Tabled, until: float) -> RecordedPosition | None:
    """Return the first position in which premises have no model; None if none is found in time.

    The premises are kept by one solver, which is asked of each position anew.
    """
    names = unknowns(each.premises)
    solver = z3.SimpleSolver()
    solver.add(*each.premises)
    seen = set[tuple[Any, ...]]()
    for at, position in enumerate(table.positions):
        read = table.read(at, names)
        values = tuple(str(value) for _, value in read)
        if values in seen:
            continue
        seen.add(values)
        left = until - perf_counter()
        if left <= 0:
            return None
        solver.set("timeout", max(int(left * 1000), 1))
        if solver.check(*(name == value for name, value in read)) == z3.unsat:
            return position
    return None


def possible_in(each: Speaking, table: Tabled, chosen: range, where: str) -> Possible:
    """Ask in some positions; whatever range is chosen, they are spread over a table.

    Where steps are read, it is asked of these, and of positions with steps that are not read.
    """
    free = [term for term in each.premises if table.evaluation.of(term) is None]
    if not free or not table.positions:
        return Possible()
    answers = []
    joined, names = conjunction(free), unknowns(free)
    shown = table.with_steps(each.step)
    for number in chosen:
        of_step = shown if each.step or (number % 2 and shown.positions) else table
        read = of_step.read(spread(number, len(of_step.positions)), names)
        solver = z3.SimpleSolver()
        solver.set("timeout", int(SECONDS * 1000))
        # Most of the premises are gone once a position is put in, before there is anything to solve.
        solver.add(z3.simplify(replaced(joined, read)))
        answers.append(solver.check())
    fine, open_ = answers.count(z3.sat), answers.count(z3.unknown)
    return Possible(len(answers), fine, open_, "" if fine == len(answers) else where)


def spread(number: int, count: int) -> int:
    """Return a position for a number, so that numbers in a row are spread over all positions."""
    return int(number * GOLDEN % 1 * count)
