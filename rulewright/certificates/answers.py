"""Check the answers to queries: each has a certificate that can be verified without a solver.

That of `sat` is a model, in JSON. That of `unsat` is a list of clauses that ends with the empty one. Its
first line names the encoding of sums. Each further line is a clause that follows: from linear arithmetic
(`farkas LITERALS 0 MULTIPLIERS 0`), or by unit propagation along earlier clauses, its hints
(`NUMBER LITERALS 0 HINTS 0`, as in LRAT files).
"""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

from .clauses import Clauses
from .text import BOOL, Query, RefusedError

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
    if answer == "sat":
        try:
            model = json.loads(certificate)
        except ValueError as error:
            raise RefusedError("the model is not JSON") from error
        if not isinstance(model, dict) or not holds(Query(text), model):
            raise RefusedError("the model does not satisfy the query")
    elif answer == "unsat":
        refute(Query(text), certificate)
    else:
        raise RefusedError(f"no answer: {answer[:60]!r}")


def holds(query: Query, model: Mapping[str, Any]) -> bool:
    """Return whether a model satisfies a query; raises `RefusedError` if it lacks a value."""
    values: list[bool | int] = []
    for operator, sort, arguments in query.terms:
        if operator == "constant":
            values.append(arguments[0])
        elif operator == "symbol":
            values.append(model.get(arguments[0], ""))
            if type(values[-1]) is not (bool if sort == BOOL else int):
                raise RefusedError(f"the model has no value for {arguments[0]}")
        else:
            values.append(MEANING[operator](*(values[number] for number in arguments)))
    return all(values[number] for number in query.asserted)


def refute(query: Query, certificate: str) -> None:
    """Raise `RefusedError` unless the certificate shows that the query has no model."""
    sums, *lines = certificate.splitlines() or [""]
    encoded = Clauses(query, sums)
    known = dict(enumerate(encoded.clauses, start=1))
    for line in lines:
        try:
            word, *rest = line.split()
            numbers = [int(each) for each in rest]
            number = len(known) + 1 if word == "farkas" else int(word)
            middle = numbers.index(0)
            clause, reasons = numbers[:middle], numbers[middle + 1 : -1]
            numbers.index(0, middle + 1, len(numbers) if numbers[-1] == 0 else 0)
        except (ValueError, IndexError) as error:
            raise RefusedError(f"not a step of a proof: {line[:60]!r}") from error
        if number in known:
            raise RefusedError(f"two clauses have the number {number}")
        if word == "farkas":
            by_arithmetic(encoded.meaning, clause, reasons)
        else:
            by_propagation(known, clause, reasons)
        known[number] = tuple(clause)
        if not clause:
            return
    raise RefusedError("the certificate does not reach the empty clause")


def by_propagation(
    known: Mapping[int, Sequence[int]], clause: Sequence[int], hints: Sequence[int]
) -> None:
    """Raise `RefusedError` unless the hints, one after the other, refute the clause's opposite."""
    true = {-literal for literal in clause}
    for hint in hints:
        left = (
            {literal for literal in known[hint] if -literal not in true} if hint in known else None
        )
        if left is None or len(left) > 1:
            raise RefusedError(f"clause {hint} leaves more than one literal, or there is none")
        if not left:
            return
        true |= left
    raise RefusedError("the hints do not lead to a contradiction")


def by_arithmetic(
    meaning: Mapping[int, Any], clause: Sequence[int], multipliers: Sequence[int]
) -> None:
    """Raise `RefusedError` unless what the clause's opposite means adds up to a contradiction."""
    total: defaultdict[int, int] = defaultdict(int)
    if len(multipliers) != len(clause) or min(multipliers, default=-1) < 0:
        raise RefusedError("not one multiplier for each literal")
    most = 0
    for literal, by in zip(clause, multipliers, strict=True):
        items, limit = meaning.get(-literal, ((), 0))
        most += by * limit
        for key, coefficient in items:
            total[key] += by * coefficient
    least = 0
    for key, coefficient in total.items():
        if key < 0 and coefficient:
            raise RefusedError("an integer remains")
        least += coefficient * (-key in clause) if key in map(abs, clause) else min(coefficient, 0)
    if least <= most:
        raise RefusedError("the inequalities do not contradict each other")
