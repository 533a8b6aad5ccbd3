"""Small games of engines of any kind, solved: who can force a win, whatever the others do."""

from __future__ import annotations

from itertools import compress
from typing import Any

import numpy as np
from attrs import frozen

from rulewright.impl.drivers import explore
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.solving import forced_win
from rulewright.interface import Engine


def named(winner: str | None) -> str:
    """Say who can force a win."""
    return f"{winner} can force a win" if winner else "nobody can force a win"


@frozen
class Value:
    """What best play comes to in a game that was visited in full; a win that is shared is none."""

    said: str
    positions: int
    results: frozenset[tuple[str, ...]]
    """Who can have won when it ends: one only where nothing depends on how it is played."""


def plain_value(engine: Engine[Any], most: int) -> Value | None:
    """Say what best play comes to; None if there are more positions than `most`."""
    following: dict[Any, tuple[Any, ...]] = {}
    waiting = [engine.initial()]
    while waiting:
        state = waiting.pop()
        if state in following:
            continue
        if len(following) == most:
            return None
        actions = engine.legal_actions(state)
        following[state] = tuple(engine.play(state, action) for action in actions)
        waiting.extend(following[state])
    start = engine.initial()
    ends = frozenset(engine.winners(state) for state in following if engine.is_over(state))
    players = (player for player in engine.players if start in forced(engine, following, player))
    return Value(named(next(players, None)), len(following), ends)


def compiled_value(engine: CompiledEngine, most: int) -> Value | None:
    """Say the same of a compiled engine."""
    found = explore(engine, limit=most)
    if not found.complete:
        return None
    turns, _, winners = found.results()
    ends = frozenset(
        tuple(compress(engine.players, row)) for row in np.unique(winners[turns < 0] > 0, axis=0)
    )
    return Value(named(forced_win(found)), found.positions, ends)


def forced(engine: Engine[Any], following: dict[Any, tuple[Any, ...]], player: str) -> set[Any]:
    """Find the positions from which a player can force to be the only winner."""
    turns = {state: engine.turn(state) for state in following}
    won = {
        state
        for state, turn in turns.items()
        if turn is None and engine.winners(state) == (player,)
    }
    changed = True
    while changed:
        changed = False
        for state, after in following.items():
            if state in won or turns[state] is None:
                continue
            among = (one in won for one in after)
            if any(among) if turns[state] == player else all(among):
                won.add(state)
                changed = True
    return won
