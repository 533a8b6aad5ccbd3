"""Perft on any engine: the number of action sequences of a given length from a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.interface import Action, Engine
from rulewright.play.driver import driver_of


def perft(engine: Engine[Any], state: Any, depth: int) -> int:
    """Count the sequences of exactly `depth` actions (0 or more) from a state.

    A sequence that ends early is not counted.
    """
    return driver_of(engine).perft(state, depth)


def perfts(engine: Engine[Any], state: Any, depth: int) -> Iterator[int]:
    """Yield the count for each depth from 1 to `depth`."""
    return driver_of(engine).perfts(state, depth)


def divide(engine: Engine[Any], state: Any, depth: int) -> Iterator[tuple[Action, int]]:
    """Yield each first action, sorted, with its number of sequences of `depth` actions (1 or more)."""
    for action in engine.legal_actions(state):
        yield action, perft(engine, engine.play(state, action), depth - 1)
