"""Check the answers to queries: each has a certificate that can be verified without a solver.

That of `sat` is a model, in JSON. That of `unsat` is a list of clauses that ends with the empty one. Its
first line names the encoding of sums. Each further line is a clause that follows: from linear arithmetic
(`farkas LITERALS 0 MULTIPLIERS 0`), or by unit propagation along earlier clauses, its hints
(`NUMBER LITERALS 0 HINTS 0`, as in LRAT files).
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from .clauses import HUGE, Encoding
from .text import BOOL, Assertions, RefusedError, demand, read_json

STEP = re.compile(r"(?a)(farkas|[1-9]\d{,17}) ((?:-?[1-9]\d{,17} )*)0 ((?:(?:0|[1-9]\d{,98}) )*)0")

MEANING: dict[str, Callable[..., bool | int]] = {
    "not": lambda fact: not fact,
    "and": lambda *facts: all(facts),
    "=": lambda one, other: one == other,
    "<=": lambda one, other: one <= other,
    "+": lambda *numbers: sum(numbers),
    "*": lambda *numbers: prod(numbers),
    "ite": lambda condition, then, otherwise: then if condition else otherwise,
}


def check(text: str, answer: str, certificate: str) -> None:
    """Raise `RefusedError` unless the certificate shows that the answer to the query is right."""
    if answer == "unsat":
        refute(Assertions(text), certificate)
    else:
        demand(answer == "sat", f"no answer: {str(answer)[:60]!r}")
        demand(holds(Assertions(text), read_json(certificate)), "the model does not satisfy it")


def holds(query: Assertions, model: Mapping[str, Any]) -> bool:
    """Return whether a model satisfies a query; raises `RefusedError` if it lacks a value."""
    values: list[Any] = []
    for operator, sort, given in query.terms:
        if operator in MEANING:
            values.append(MEANING[operator](*(values[number] for number in given)))
        else:
            values.append(given[0] if operator == "constant" else model.get(given[0]))
        right = type(values[-1]) is (bool if sort == BOOL else int) and -HUGE < values[-1] < HUGE
        demand(right, "the model has no value for {} {}, or a huge one", operator, given[0])
    return all(values[number] for number in query.asserted)


def refute(query: Assertions, certificate: str) -> None:
    """Raise `RefusedError` unless the certificate shows that the query has no model."""
    sums, *lines = certificate.removesuffix("\n").split("\n")
    encoded = Encoding(query, sums)
    known = {at: frozenset(each) for at, each in enumerate(encoded.clauses, start=1)}
    for line in lines:
        if not (step := STEP.fullmatch(line)) or step[1] not in ("farkas", str(len(known) + 1)):
            raise RefusedError(f"not a step of a proof, or not the next one: {line[:60]!r}")
        clause, reasons = (list(map(int, part.split())) for part in step.group(2, 3))
        if step[1] == "farkas":
            by_arithmetic(encoded.meaning, clause, reasons)
        else:
            by_propagation(known, clause, reasons)
        known[len(known) + 1] = frozenset(clause)
    demand(lines and not clause, "the certificate does not end with the empty clause")


def by_propagation(known: dict[int, frozenset[int]], clause: list[int], hints: list[int]) -> None:
    """Raise `RefusedError` unless the hints, one after the other, refute the clause's opposite."""
    false = set(clause)
    for hint in hints:
        left = known.get(hint, false) - false
        demand(hint in known and len(left) < 2, "no clause {}, or it leaves several literals", hint)
        if not left:
            return
        false.add(-min(left))
    raise RefusedError("the hints do not lead to a contradiction")


def by_arithmetic(meaning: Mapping[int, Any], clause: list[int], multipliers: list[int]) -> None:
    """Raise `RefusedError` unless what the clause's opposite means adds up to a contradiction.

    No multiplier is negative: `STEP` has no sign for one.
    """
    demand(len(multipliers) == len(clause), "not one multiplier for each literal")
    total, least, most = defaultdict[int, int](int), 0, 0
    for literal, by in zip(clause, multipliers, strict=True):
        items, limit = meaning.get(-literal, ((), 0))
        most += by * limit
        for key, coefficient in items:
            total[key] += by * coefficient
    for key, coefficient in total.items():
        demand(key > 0 or not coefficient, "an integer remains")
        least += coefficient * (-key in clause) if key in map(abs, clause) else min(coefficient, 0)
    demand(least > most, "the inequalities do not contradict each other")
