"""Games shrink as games: actions are removed, exchanged for simpler ones, and shorter games tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic, process_time
from typing import Any

from rulewright.interface import Action, Engine, IllegalAction
from rulewright.play.nearest import Bound, search_of
from rulewright.play.shorten import shortest
from rulewright.testing.drawn import DrawnGame, replay
from rulewright.testing.failures import GameFails

REPLAYS = 300
"""Games tried while moves are removed or exchanged."""
SECONDS, SLOWER = 10.0, 4
"""Processor time for shrinking a game and searching for a shorter one; and how many times as long it
may take by the clock, since an adapter works elsewhere."""

Fails = Callable[[tuple[Action, ...]], bool]


def shrink(
    game: DrawnGame, fails: Callable[[DrawnGame], object], replays: int = REPLAYS
) -> DrawnGame:
    """Return a game that still fails, with actions removed and exchanged for simpler ones.

    `fails` returns whether a game fails; about `replays` games are tried.

    >>> from rulewright.testing import replay, shrink
    >>> game = replay("minoa", "0,0-1,0 0,0-0,1 -1,0--1,1 -1,0-0,-1", n=1)
    >>> shrink(game, lambda shorter: shorter.position.json["pieces"]).moves
    ('-1,0--1,1',)
    """

    def still(moves: tuple[Action, ...]) -> bool:
        try:
            return bool(fails(replay(game.engine, moves)))
        except IllegalAction:
            return False

    return replay(game.engine, simplest(game.engine, game.moves, still, replays))


def simplest(
    engine: Engine[Any], moves: Sequence[Action], fails: Fails, replays: int
) -> tuple[Action, ...]:
    """Remove moves, then exchange each for the first legal action with which it still fails."""
    kept = shortest(moves, fails, until_stuck=True, replays=replays)
    left = replays
    for ply in range(len(kept)):
        state = engine.initial()
        for action in kept[:ply]:
            state = engine.play(state, action)
        for action in engine.legal_actions(state):
            if action >= kept[ply] or not left:
                break
            left -= 1
            other = (*kept[:ply], action, *kept[ply + 1 :])
            if fails(other):
                kept = other
                break
    return kept


class OutOfTime(Exception):
    """The time for shrinking is used up."""


def shortest_failing(
    failure: GameFails,
    failing: Callable[[Engine[Any], Sequence[Action], bool], GameFails | None],
) -> GameFails | None:
    """Return the failure of the shortest game found: shrunk, then searched for nearest first.

    `failing` plays moves, with every illegal action offered at the end or without, and returns how
    they fail. Returns None if the moves alone do not fail.
    """
    engine = failure.engine
    found: dict[tuple[Action, ...], GameFails] = {}
    until, overdue = process_time() + SECONDS, monotonic() + SLOWER * SECONDS

    def fails(moves: tuple[Action, ...]) -> bool:
        if found and (process_time() > until or monotonic() > overdue):
            raise OutOfTime
        error = failing(engine, moves, failure.offered is not None)
        if error is not None:
            found[error.moves] = error
        return error is not None

    if not fails(failure.moves):
        return None
    with suppress(OutOfTime):
        simplest(engine, min(found, key=len), fails, REPLAYS)
        for step in search_of(engine, Bound(min(map(len, found)))).steps():
            if step.is_new and fails(step.moves):
                break
    return found[min(found, key=lambda moves: (len(moves), moves))]
