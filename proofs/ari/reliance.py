"""Which questions a formula looks at: found by building it, not by reading it.

A formula that never asks for a ruling is the same formula under every reading of that question. So what
is shown for all readings of the questions asked is shown for all rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from attrs import evolve, frozen

from rulewright.proofs.ari.setting import any_move, any_position, permits, rules_of
from rulewright.spec.ari import GAME
from rulewright.spec.ari.facts import Rules

READINGS = {
    question.name: tuple(reading.name for reading in question.readings)
    for question in GAME.rulebook.questions
}
"""For each question its readings, the default first."""


@frozen
class Noting:
    """Rulings that write down which questions are asked."""

    rulings: Any
    asked: set[str]

    def __getattr__(self, question: str) -> Any:
        """Answer as the rulings do, and remember the question."""
        self.asked.add(question)
        return getattr(self.rulings, question)


def combinations_of(questions: Mapping[str, tuple[str, ...]]) -> Iterator[dict[str, str]]:
    """Yield every combination of readings of some questions."""
    for readings in product(*questions.values()):
        yield dict(zip(questions, readings, strict=True))


def asked_by(build: Callable[[Rules], object]) -> tuple[str, ...]:
    """Find the questions that a formula looks at, under whatever rulings; sorted.

    It is built under every combination of readings of the questions known to be asked, until no
    further question turns up.
    """
    known: set[str] = set()
    while True:
        found = set(known)
        for rulings in combinations_of({name: READINGS[name] for name in sorted(known)}):
            rules = rules_of(**rulings)
            noting: Any = Noting(rules.rulings, found)
            build(evolve(rules, rulings=noting))
        if found == known:
            return tuple(sorted(known))
        known = found


@cache
def asked_by_clause(identifier: str) -> tuple[str, ...]:
    """Find the questions that a clause looks at when it judges an action."""
    before, move = any_position(), any_move()
    return asked_by(lambda rules: permits(identifier, rules, before, move))


def clauses_asking(question: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """For each clause that looks at a question: the other questions it looks at."""
    for clause in GAME.rulebook.speaking_of_actions():
        asked = asked_by_clause(clause.identifier)
        if question in asked:
            yield clause.identifier, tuple(name for name in asked if name != question)
