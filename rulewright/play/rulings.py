"""Choose which sets of rulings to check, because there may be too many to check all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from random import Random

Rulings = dict[str, str]


def every_set(questions: Mapping[str, Sequence[str]]) -> Iterator[Rulings]:
    """Yield every combination of readings, the defaults first."""
    for readings in product(*questions.values()):
        yield dict(zip(questions, readings, strict=True))


def how_many(questions: Mapping[str, Sequence[str]]) -> int:
    """Count the combinations of readings."""
    return prod(map(len, questions.values()))


def deviations(questions: Mapping[str, Sequence[str]]) -> list[Rulings]:
    """List the default rulings, and those that differ from them in one question."""
    default = {question: readings[0] for question, readings in questions.items()}
    return [default] + [
        default | {question: reading}
        for question, readings in questions.items()
        for reading in readings[1:]
    ]


def sample(questions: Mapping[str, Sequence[str]], most: int, seed: int) -> list[Rulings]:
    """Choose sets of rulings to check: all of them if there are at most `most`.

    Else the defaults and all single deviations (even if more than `most`), then sets that cover all
    pairs of readings of different questions, then random sets, until there are `most`.
    """
    if how_many(questions) <= most:
        return list(every_set(questions))
    random = Random(seed)
    chosen = deviations(questions)
    missing = {pair for pair in pairs(questions) if not any(pair <= set(c.items()) for c in chosen)}
    while len(chosen) < most:
        one = random_set(questions, random)
        if missing:
            one |= dict(min(missing, key=sorted))
        if one not in chosen:
            chosen.append(one)
        missing = {pair for pair in missing if not pair <= set(one.items())}
    return chosen


def covering(questions: Mapping[str, Sequence[str]], random: Random) -> list[Rulings]:
    """Choose few sets that cover all pairs of readings of different questions, greedily."""
    missing = pairs(questions)
    found: list[Rulings] = []
    while missing:
        one = dict(min(missing, key=sorted))
        for question in random.sample(list(questions), len(questions)):
            if question not in one:
                ways = random.sample(list(questions[question]), len(questions[question]))
                one[question] = max(ways, key=lambda way: newly_met(one, (question, way), missing))
        missing = {pair for pair in missing if not pair <= set(one.items())}
        found.append({question: one[question] for question in questions})
    return found


def revealing(questions: Mapping[str, Sequence[str]], random: Random) -> list[Rulings]:
    """List the defaults, few sets in which any two readings meet, and each single deviation."""
    found: list[Rulings] = []
    default, *single = map(dict, deviations(questions))
    for each in (default, *covering(questions, random), *single):
        if each not in found:
            found.append(each)
    return found


def newly_met(
    chosen: Rulings, reading: tuple[str, str], missing: set[frozenset[tuple[str, str]]]
) -> int:
    """Count the missing pairs that a reading forms with those chosen."""
    return sum(frozenset({each, reading}) in missing for each in chosen.items())


def random_set(questions: Mapping[str, Sequence[str]], random: Random) -> Rulings:
    """Draw a reading for each question."""
    return {question: random.choice(readings) for question, readings in questions.items()}


def pairs(questions: Mapping[str, Sequence[str]]) -> set[frozenset[tuple[str, str]]]:
    """List all pairs of readings of two questions."""
    return {
        frozenset({(first, one), (second, other)})
        for first, second in combinations(questions, 2)
        for one in questions[first]
        for other in questions[second]
    }
