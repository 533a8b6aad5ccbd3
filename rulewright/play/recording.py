"""Random games of an engine that speaks the game interface only, in the tables of a recording."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

import numpy as np
from attrs import frozen

from rulewright.interface import LegalSets, Recording
from rulewright.play.random_games import random_line

LOOKED_AT = 2
"""Random games from which it is taken how large a game is."""


@frozen
class Extent:
    """How large a game is, as far as a few random games show; both are 1 at least."""

    breadth: int
    """The most actions that are legal in a position."""
    plies: int
    """The most actions of a game."""


def extent(engine: Any, seed: int, max_plies: int) -> Extent:
    """Find out how large a game is."""
    games = [random_line(engine, Random(f"{seed} {each}"), max_plies) for each in range(LOOKED_AT)]
    states = chain.from_iterable(game.states for game in games)
    return Extent(
        max(1, *(len(engine.legal_actions(state)) for state in states)),
        max(1, *(len(game.moves) for game in games)),
    )


def record(
    engine: Any, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
) -> Recording:
    """Play random games and write down every position of them, as `impl.drivers.record` does.

    The interface knows nothing that would make rare events common, so `biased` play is uniform play,
    too, of other games. Nor does it know places: the tables of the board have no column.
    """
    played = [
        random_line(engine, Random(f"{seed} {biased} {each}"), max_plies) for each in range(games)
    ]
    legal = [[engine.legal_actions(state) for state in game.states] for game in played]
    actions = tuple(sorted({*chain.from_iterable(chain.from_iterable(legal))}))
    column = {action: at for at, action in enumerate(actions)}
    plies = max((len(game.moves) for game in played), default=0)
    players = tuple(engine.players)
    tables = Recording(
        game=engine.game,
        params=dict(engine.params),
        rulings=dict(engine.rulings),
        seed=seed,
        players=players,
        actions=actions,
        places=(),
        contents=("",),
        played=np.full((plies, games), -1, np.int32),
        legal=LegalSets.of(
            [
                [np.array([column[each] for each in row], np.int64) for row in game]
                for game in legal
            ],
            plies + 1,
            len(actions),
        ),
        board=np.zeros((plies + 1, games, 0), np.uint8),
        turn=np.zeros((plies + 1, games), np.int8),
        scores=np.zeros((plies + 1, games, len(players)), np.int32),
        winners=np.zeros((plies + 1, games, len(players)), np.bool_),
    )
    for number, game in enumerate(played):
        tables.played[: len(game.moves), number] = [column[action] for action in game.moves]
        for ply in range(plies + 1):
            state = game.states[min(ply, len(game.moves))]
            mover, scores, won = engine.turn(state), engine.scores(state), engine.winners(state)
            tables.turn[ply, number] = -1 if mover is None else players.index(mover)
            tables.scores[ply, number] = [scores[name] for name in players]
            tables.winners[ply, number] = [name in won for name in players]
    return tables
