"""Readings that are left open: they are named wherever one of them is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.evidence.report import HIDDEN, UNCLEAR, QuestionFound
from rulewright.conformance.verdict.causes import Causes, fewest, special
from rulewright.conformance.verdict.reporting import UNDER
from rulewright.conformance.verdict.weighing import IMPOSSIBLE, Left, Weigher
from rulewright.interface import Action

OR_A_BUG = " or a bug"
KEPT = 256
"""Sets of actions that are kept: each is asked about all actions of a position."""


def with_alternatives(explained_by: str, questions: Iterable[QuestionFound]) -> str:
    """Name with each reading those of the same question that fit as well."""
    others = alternatives(questions)
    return "; ".join(others.get(name, name) for name in explained_by.split("; "))


def under_alternatives(sentence: str, questions: Iterable[QuestionFound]) -> str:
    """Name them in a sentence that ends with the readings under which it is so."""
    so, under, names = sentence.rpartition(UNDER)
    others = alternatives(questions)
    return so + under + ", ".join(others.get(name, name) for name in names.split(", "))


def alternatives(questions: Iterable[QuestionFound]) -> dict[str, str]:
    """Return for each reading that is not the only one that fits how all of them are named."""
    return {
        f"{each.question}={reading}": (
            f"{each.question}={' or '.join(other_than_in_force(each))}{OR_A_BUG}"
            if each.status in {HIDDEN, UNCLEAR}
            else f"{each.question}={' or '.join(as_likely(each, reading))}"
        )
        for each in questions
        for reading in each.readings
        if len(each.readings) > 1
    }


def as_likely(found: QuestionFound, reading: str) -> list[str]:
    """Return the readings that fit as well as one; what departs is not explained by that in force."""
    return [*found.readings] if reading == found.in_force else other_than_in_force(found)


def other_than_in_force(found: QuestionFound) -> list[str]:
    """Return the readings that fit and are not in force."""
    return [each for each in found.readings if each != found.in_force]


def instead_of_a_bug(
    causes: Causes, shown: Detection, questions: Iterable[QuestionFound]
) -> Iterator[str]:
    """Yield the readings, of questions that are left open, with which no bug need show there.

    Where the reading in force would do, it is the other departures that explain what deviates.
    """
    others = alternatives(questions)
    for each in () if special(shown) else questions:
        fitting = {
            reading: other
            for reading in each.readings
            if (other := causes.hypothesis.but(**{each.question: reading})) != causes.hypothesis
            and causes.accounts_for(other, shown)
        }
        first = next(iter(fitting), None)
        if first is None:
            continue
        if first == each.in_force:
            for name in fewest(causes, fitting[first], shown):
                yield others.get(name, name).removesuffix(OR_A_BUG) + OR_A_BUG
        else:
            named = [reading for reading in fitting if reading != each.in_force]
            yield f"{each.question}={' or '.join(named)}{OR_A_BUG}"


def each_explains(
    weigher: Weigher,
    under: Hypothesis,
    questions: Iterable[QuestionFound],
    observation: Observation,
    item: Item,
) -> bool:
    """Return whether all readings that a question leaves open explain an answer: one is followed."""
    return any(
        len(each.readings) > 1
        and all(
            item not in weigher.wrong(under.but(**{each.question: reading}), observation)
            for reading in each.readings
        )
        for each in questions
    )


def open_questions(questions: Iterable[QuestionFound]) -> int:
    """Count the questions that are left open: so many readings may be needed together."""
    return sum(len(each.readings) > 1 for each in questions)


def open_readings(
    weigher: Weigher,
    under: Hypothesis,
    questions: Iterable[QuestionFound],
    shown: tuple[Observation, Action],
    counts: Sequence[int],
) -> tuple[str, ...]:
    """Name the further readings of open questions that would explain a wrong answer about an action.

    They need not be those that fit best: a bug may hide which is followed. `counts` says of how many
    questions together readings are tried, those of few first.
    """
    further = {
        each.question: [one for one in each.readings if one != under.readings[each.question]]
        for each in questions
        if len(each.readings) > 1
    }
    for names in chain(*(combinations(further, count) for count in counts)):
        found = [
            readings
            for readings in product(*(further[name] for name in names))
            if have_it_so(weigher, under.but(**dict(zip(names, readings, strict=True))), *shown)
        ]
        if found:
            each_way = zip(names, zip(*found, strict=True), strict=True)
            return tuple(f"{name}={' or '.join(dict.fromkeys(ways))}" for name, ways in each_way)
    return ()


@lru_cache(maxsize=KEPT)
def had_otherwise(
    weigher: Weigher, left: Left, hypothesis: Hypothesis, observation: Observation
) -> frozenset[Action] | None:
    """Return the actions that a hypothesis has otherwise; None if it cannot play the game.

    `left` is what the weigher leaves out now: an answer is kept for just that.
    """
    del left
    wrong = weigher.wrong(hypothesis, observation)
    if any(part in IMPOSSIBLE for part, _ in wrong):
        return None
    return frozenset(about for _, about in wrong)


def have_it_so(
    weigher: Weigher, hypothesis: Hypothesis, observation: Observation, action: Action
) -> bool:
    """Return whether a hypothesis can play a game, and has an action after it as the engine does."""
    otherwise = had_otherwise(weigher, weigher.left, hypothesis, observation)
    return otherwise is not None and action not in otherwise
