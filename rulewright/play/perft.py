"""Perft on any engine: the number of action sequences of a given length from a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulewright.interface import Action, Engine

BY_HAND = 2
"""Plies played in Python before compiled code counts the rest, so that it can be interrupted."""


def perft(engine: Engine[Any], state: Any, depth: int) -> int:
    """Count the sequences of exactly `depth` actions (0 or more) from a state.

    A sequence that ends early is not counted.
    """
    if hasattr(engine, "kernel"):
        return _compiled(engine, state, depth, BY_HAND)
    for reached, count in enumerate(layers(engine, state), start=1):
        if reached == depth:
            return count
    return 0 if depth else 1


def perfts(engine: Engine[Any], state: Any, depth: int) -> Iterator[int]:
    """Count for each depth from 1 to `depth`, each as soon as it is known."""
    if hasattr(engine, "kernel"):
        count = 1
        for each in range(1, depth + 1):
            count = count and perft(
                engine, state, each
            )  # where no sequence goes on, none is longer
            yield count
        return
    counts = layers(engine, state)
    for _ in range(depth):
        yield next(counts, 0)


def divide(engine: Engine[Any], state: Any, depth: int) -> Iterator[tuple[Action, int]]:
    """Count the sequences of `depth` actions (1 or more) by their first action, sorted by text."""
    for action in engine.legal_actions(state):
        yield action, perft(engine, engine.play(state, action), depth - 1)


def layers(engine: Engine[Any], state: Any) -> Iterator[int]:
    """Count ply by ply until every sequence has ended.

    Positions that several sequences lead to are looked at once, with the number of sequences.
    """
    reached: Counter[Any] = Counter({state: 1})
    while reached:
        legal = {each: engine.legal_actions(each) for each in reached}
        count = sum(ways * len(legal[each]) for each, ways in reached.items())
        if not count:
            return
        yield count
        following: Counter[Any] = Counter()
        for each, ways in reached.items():
            for action in legal[each]:
                following[engine.play(each, action)] += ways
        reached = following


def _compiled(engine: Any, state: Any, depth: int, by_hand: int) -> int:
    from rulewright.impl import drivers  # noqa: PLC0415 - the specification needs no compiler

    if depth <= by_hand or not by_hand:
        return drivers.perft(engine, state, depth)
    return sum(
        _compiled(engine, engine.play(state, action), depth - 1, by_hand - 1)
        for action in engine.legal_actions(state)
    )
