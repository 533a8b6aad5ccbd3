"""Replay moves from the start of a game, or from any state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.interface import Action, Engine, IllegalAction


def replay(engine: Engine[Any], moves: Iterable[Action], start: Any = None) -> Iterator[Any]:
    """Yield the state before the moves (the initial one if None) and after each.

    Raises `IllegalAction` at the first move that is not legal.
    """
    state = engine.initial() if start is None else start
    yield state
    for action in moves:
        state = engine.play(state, action)
        yield state


def state_after(engine: Engine[Any], moves: Iterable[Action], start: Any = None) -> Any:
    """Return the state after some moves; raises `IllegalAction`."""
    state = None
    for each in replay(engine, moves, start):
        state = each
    return state


def states_if_legal(
    engine: Engine[Any], moves: Iterable[Action], start: Any = None
) -> list[Any] | None:
    """Return all states of the replay; None if a move is illegal."""
    try:
        return list(replay(engine, moves, start))
    except IllegalAction:
        return None


def state_if_legal(engine: Engine[Any], moves: Iterable[Action], start: Any = None) -> Any:
    """Return the state after some moves; None if a move is illegal."""
    try:
        return state_after(engine, moves, start)
    except IllegalAction:
        return None
