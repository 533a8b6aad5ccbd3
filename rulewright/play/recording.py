"""Recordings made through the game interface only, and excerpts of recordings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Any

import numpy as np
from attrs import evolve, frozen

from rulewright.interface import LegalSets, Recording, WrittenPositions
from rulewright.play.random_games import Line, as_listed, random_line

SAMPLED = 2
"""Random games from which the size of a game is estimated."""


@frozen
class Extent:
    """The size of a game, estimated from a few random games; both are at least 1."""

    breadth: int
    """The most legal actions in a position."""
    plies: int
    """The most actions of a game."""


def extent(engine: Any, seed: int, max_plies: int) -> Extent:
    """Estimate the size of a game."""
    games = [random_line(engine, Random(f"{seed} {each}"), max_plies) for each in range(SAMPLED)]
    states = chain.from_iterable(game.states for game in games)
    return Extent(
        max(1, *(len(engine.legal_actions(state)) for state in states)),
        max(1, *(len(game.moves) for game in games)),
    )


@frozen(eq=False)
class StatesOfLines:
    """The states of recorded games (see `RecordedStates`)."""

    lines: Sequence[Line]

    def state(self, ply: int, game: int) -> Any:
        """Return the state of a game before a ply; the last one after its end."""
        states = self.lines[game].states
        return states[min(ply, len(states) - 1)]


def record(
    engine: Any,
    seed: int,
    games: int,
    *,
    biased: bool = False,
    max_plies: int = 10_000,
    first: int = 0,
) -> Recording:
    """Record random games of any engine, as `impl.drivers.record` does of a compiled one.

    Game `first` of a seed and those after it: each is the same whatever the number of games.

    The interface has no weights, so `biased` play is uniform too, with other games. Nor does it know
    places, so the board tables have no columns; the positions are kept in JSON form. Raises
    `Disagreement` where the engine does not list what it has listed and played.
    """
    played = [
        random_line(engine, Random(f"{seed} {biased} {first + each}"), max_plies)
        for each in range(games)
    ]
    legal = [as_listed(engine, game) for game in played]
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
        written=WrittenPositions(StatesOfLines(played), engine.to_json),
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


def are_equal(one: Recording, other: Recording) -> bool:
    """Return whether two recordings have the same games and the same tables."""
    tables = [
        [each.played, each.turn, each.board, each.scores, each.winners] for each in (one, other)
    ]
    for each, compared in zip((one, other), tables, strict=True):
        legal = each.legal
        compared.extend([legal.starts, legal.columns] if isinstance(legal, LegalSets) else [legal])
    return one.actions == other.actions and all(map(np.array_equal, *tables))


def from_ply(recording: Recording, ply: int) -> Recording:
    """Cut the first plies off all games; row 0 is then any position."""
    legal = recording.legal
    if isinstance(legal, LegalSets):
        cut: Any = evolve(legal, plies=legal.plies - ply, starts=legal.starts[ply * legal.games :])
    else:
        cut = legal[ply:]
    return evolve(_excerpt(recording, slice(ply, None), slice(None), cut), from_start=False)


def first_plies(recording: Recording, plies: int, begin: int, end: int) -> Recording:
    """Cut out the first plies of the games from `begin` to `end`, with the positions they lead to."""
    rows, games, legal = slice(plies + 1), slice(begin, end), recording.legal
    if isinstance(legal, LegalSets):
        sets = [
            [
                legal.columns[slice(*legal.starts[at : at + 2])].astype(np.int64)
                for at in range(game, (plies + 1) * legal.games, legal.games)
            ]
            for game in range(begin, end)
        ]
        cut: Any = LegalSets.of(sets, plies + 1, legal.width)
    else:
        cut = legal[rows, games]
    return _excerpt(recording, rows, games, cut)


def _excerpt(recording: Recording, rows: slice, games: slice, legal: Any) -> Recording:
    """Cut rows of some games out of all tables; there is one action less than positions."""
    last = None if rows.stop is None else rows.stop - 1
    written = recording.written
    return evolve(
        recording,
        written=written and written.cut(rows.start or 0, games.start or 0),
        played=recording.played[rows.start : last, games],
        legal=legal,
        board=recording.board[rows, games],
        turn=recording.turn[rows, games],
        scores=recording.scores[rows, games],
        winners=recording.winners[rows, games],
    )
