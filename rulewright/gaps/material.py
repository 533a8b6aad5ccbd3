"""Numbers of things that the rulebook names: are they ever used up?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulewright.gaps.findings import Finding
from rulewright.gaps.subject import Subject
from rulewright.interface import Json

AMOUNT = re.compile(r"\b(\d+)((?:\s+[^\W\d]+){1,2})")
LEAST = 2
"""Smaller numbers are not supplies."""


@frozen
class Amount:
    """A number of things that a clause names, and how a position lists such things."""

    clause: str
    quotation: str
    number: int
    name: str


def amounts(subject: Subject, position: Json) -> Iterator[Amount]:
    """Find numbers in the quotations of clauses that stand beside the name of a list in positions."""
    lists = {name for name, value in position.items() if isinstance(value, list | dict)}
    told: set[tuple[int, str]] = set()
    for clause in subject.rulebook.clauses:
        for quotation in clause.quotations:
            for number, words in AMOUNT.findall(quotation.text):
                for word in words.lower().split():
                    found = (int(number), word)
                    if word in lists and found not in told and found[0] >= LEAST:
                        told.add(found)
                        yield Amount(clause.identifier, quotation.text, *found)


def find(subject: Subject) -> Iterator[Finding]:
    """Compare each number with the most that random games ever use."""
    params, rulings = subject.specified.full_size[0], subject.default()
    engine = subject.engine(params, rulings)
    named = tuple(amounts(subject, engine.to_json(engine.initial())))
    if not named:
        return
    most = dict.fromkeys(named, 0)
    always = dict.fromkeys(named, True)
    looked = 0
    for line in subject.played(engine):
        looked += 1
        reached = dict.fromkeys(named, 0)
        for state in line.states:
            position = engine.to_json(state)
            for amount in named:
                reached[amount] = max(reached[amount], len(position[amount.name]))
        for amount, size in reached.items():
            most[amount] = max(most[amount], size)
            always[amount] &= size >= amount.number
    for amount in named:
        if most[amount] < amount.number:
            yield told(subject, amount, most[amount], looked, params)


def told(subject: Subject, amount: Amount, most: int, looked: int, params: Any) -> Finding:
    """Tell of things that are never used up."""
    refused = refusals(subject, amount)
    return Finding(
        game=subject.name,
        detector="material limit never reached",
        title=f"The {amount.number} {amount.name} are never used up",
        statement=f"The rulebook provides {amount.number} {amount.name}; no game looked at used more "
        f"than {most}. {refused}",
        clauses=(amount.clause,),
        questions=(),
        params=dict(params),
        rulings=subject.default(),
        moves=None,
        proof=None,
        quotation=amount.quotation,
        measured=f"{looked:,} random games.",
    )


def refusals(subject: Subject, amount: Amount) -> str:
    """Name the theorem-like evidence there is: what theorems speak of every clause on this number."""
    from rulewright import games  # noqa: PLC0415 - only when something was found

    naming = [
        clause.identifier
        for clause in subject.rulebook.clauses
        if any(quotation.text == amount.quotation for quotation in clause.quotations)
    ]
    if subject.name not in games.game_names("proofs"):
        return ""
    speaking = [
        theorem
        for theorem in games.theorems(subject.name)
        if any(clause in theorem.clauses for clause in naming)
        and str(amount.number) in theorem.statement
        and amount.name in theorem.statement
    ]
    names = ", ".join(theorem.name for theorem in speaking)
    return f"Theorems that speak of it: {names}." if names else ""
