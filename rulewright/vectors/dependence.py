"""Which rulings a vector depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import TypeAlias

from rulewright.play.rulings import sample
from rulewright.vectors.failures import first_failure
from rulewright.vectors.memory import memoised
from rulewright.vectors.variants import Variant
from rulewright.vectors.vector import Vector

SETS = 1024
"""Maximum number of sets of rulings checked for support by the implementation."""
COMBINATIONS = 16
"""Random sets of rulings on which a vector is tried."""
Holds: TypeAlias = Callable[[Mapping[str, str]], bool]
"""Returns whether something holds under rulings."""


def questions_that_decide(vector: Vector, variant: Variant) -> set[str]:
    """Find the questions whose readings decide whether a vector holds.

    Those that decide it alone, and those that do so together in one of some random sets of rulings.
    Where the implementation is unsupported, the specification answers.
    """
    base, questions, needed = variant.rulings, variant.variants.questions, set[str]()

    def holds(rulings: Mapping[str, str]) -> bool:
        return first_failure(variant.under(rulings).fastest, vector) is None

    for question, readings in questions.items():
        others = (reading for reading in readings if reading != base[question])
        if not all(holds(base | {question: reading}) for reading in others):
            needed.add(question)
    random = Random(f"{variant.variants.seed} {vector.moves} {vector.params}")
    for _ in range(COMBINATIONS):
        drawn = {q: random.choice(list(readings)) for q, readings in questions.items()}
        needed |= further_questions(drawn, base, needed, holds)
    return needed


@memoised
def questions_of_the_second_witness(variant: Variant) -> set[str]:
    """Find the questions whose readings decide whether the implementation supports a variant.

    All sets of rulings are tried, unless they are very many.
    """

    def is_witnessed(rulings: Mapping[str, str]) -> bool:
        return variant.under(rulings).is_witnessed

    needed: set[str] = set()
    for drawn in sample(variant.variants.questions, SETS, variant.variants.seed):
        needed |= further_questions(drawn, variant.rulings, needed, is_witnessed)
    return needed


def further_questions(
    rulings: Mapping[str, str], base: Mapping[str, str], needed: Iterable[str], holds: Holds
) -> set[str]:
    """Return further questions that must keep their base reading."""
    further: set[str] = set()
    mixed = dict(rulings) | {name: base[name] for name in needed}
    while not holds(mixed):
        further |= culprits(mixed, base, holds)
        mixed |= {name: base[name] for name in further}
    return further


def culprits(rulings: Mapping[str, str], base: Mapping[str, str], holds: Holds) -> set[str]:
    """Shrink the deviations from the base as long as something fails to hold."""
    deviating = [name for name in rulings if rulings[name] != base[name]]
    for name in list(deviating):
        fewer = [other for other in deviating if other != name]
        if not holds(dict(base) | {other: rulings[other] for other in fewer}):
            deviating = fewer
    return set(deviating)
