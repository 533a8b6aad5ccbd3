"""Random queries, and what is true of them by trying every value."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product

from rulewright.certificates.answers import holds
from rulewright.certificates.text import Assertions

BOOLEANS, INTEGERS = ("a", "b", "|c,-1|"), ("x", "y")
VALUES = range(-1, 3)
"""What the integers of a random query can be: its text says so."""
ORDER = """(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(assert (or (< x y) (= x (+ y 1))))
(assert (and (< y z) (< z x)))
(assert (not (= x (+ y 1))))
(check-sat)
"""
"""A query about integers without bounds that has no model."""
CHOICE = """(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(assert (or (< x y) (< z y)))
(assert (and (< y z) (< y x)))
(check-sat)
"""
"""The same, but nothing contradicts what holds without a choice: arithmetic alone is not enough."""


def fact(depth: int, draw: random.Random) -> str:
    """Write a random Boolean term."""
    if not depth:
        return draw.choice([*BOOLEANS, "true", "false"])
    facts = [fact(depth - 1, draw) for _ in range(3)]
    numbers = [number(depth - 1, draw) for _ in range(3)]
    operator = draw.choice(["not", "and", "or", "=>", "xor", "=", "ite", "let", "<", ">=", "order"])
    if operator == "not":
        return f"(not {facts[0]})"
    if operator == "let":
        return f"(let (({BOOLEANS[0]} {facts[0]})) (and {BOOLEANS[0]} {facts[1]}))"
    if operator == "order":
        return f"({draw.choice(['<=', '>', '=', 'distinct'])} {' '.join(numbers)})"
    if operator in ("<", ">="):
        return f"({operator} {numbers[0]} {numbers[1]})"
    return f"({operator} {' '.join(facts)})"


def number(depth: int, draw: random.Random) -> str:
    """Write a random integer term."""
    if not depth:
        return draw.choice([*INTEGERS, "0", "2", "(- 3)", "(ite a 1 0)", "(ite b 1 0)"])
    numbers = [number(depth - 1, draw) for _ in range(2)]
    operator = draw.choice(["+", "-", "*", "ite", "negative"])
    if operator == "negative":
        return f"(- {numbers[0]})"
    if operator == "ite":
        return f"(ite {fact(depth - 1, draw)} {numbers[0]} {numbers[1]})"
    return f"({operator} {' '.join(numbers)})"


def random_query(seed: int, depth: int = 2) -> str:
    """Write a query about three Booleans and two bounded integers."""
    draw = random.Random(seed)
    lines = [f"(declare-fun {name} () Bool)" for name in BOOLEANS]
    lines += [f"(declare-fun {name} () Int)" for name in INTEGERS]
    lines += [f"(assert (and (<= (- 1) {name}) (>= {VALUES[-1]} {name})))" for name in INTEGERS]
    lines += [f"(assert {fact(depth, draw)})" for _ in range(3)]
    return "\n".join(lines) + "\n(check-sat)\n"


def assignments(integers: int = len(INTEGERS)) -> Iterator[Mapping[str, bool | int]]:
    """Yield every model of the symbols."""
    names = [name.strip("|") for name in BOOLEANS]
    for truths in product((False, True), repeat=len(names)):
        for values in product(VALUES, repeat=integers):
            yield {
                **dict(zip(names, truths, strict=True)),
                **dict(zip(INTEGERS, values, strict=False)),
            }


def has_model(text: str) -> bool:
    """Return whether some assignment satisfies a query."""
    query = Assertions(text)
    return any(holds(query, model) for model in assignments())


def pigeons(holes: int) -> str:
    """Write that one more pigeon than there are holes are in different holes: unsatisfiable."""
    names = [[f"p{pigeon}.{hole}" for hole in range(holes)] for pigeon in range(holes + 1)]
    lines = [f"(declare-fun {name} () Bool)" for row in names for name in row]
    lines += [f"(assert (or {' '.join(row)}))" for row in names]
    for hole in range(holes):
        counted = " ".join(f"(ite {row[hole]} 1 0)" for row in names)
        lines.append(f"(assert (<= (+ {counted}) 1))")
    return "\n".join(lines) + "\n(check-sat)\n"
