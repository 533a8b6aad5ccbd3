"""Small games of engines of any kind, solved: who can force a win, whatever the others do."""

from __future__ import annotations

from typing import Any

from rulewright.interface import Engine


def named(winner: str | None) -> str:
    """Say who can force a win."""
    return f"{winner} can force a win" if winner else "nobody can force a win"


def plain_value(engine: Engine[Any], most: int) -> tuple[str, int] | None:
    """Say what best play comes to, and among how many positions; None if they are more than `most`.

    A win that is shared is none.
    """
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
    for player in engine.players:
        if start in forced(engine, following, player):
            return named(player), len(following)
    return named(None), len(following)


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
