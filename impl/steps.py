"""Every action of many positions, each written down as a game of one ply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulewright.impl.dispatch import compiled
from rulewright.impl.drivers import Exploration
from rulewright.impl.kernel import (
    Kernel,
    Row,
    list_legal,
    play,
    read_key,
    turn,
    write_board,
    write_scores,
    write_winners,
)
from rulewright.interface import Recording

AT_ONCE = 1 << 14
"""Games of one ply in a recording: enough lanes to be quick, few enough to fit."""


@compiled
def describe(  # noqa: PLR0917
    game: Kernel,
    row: Row,
    actions: Row,
    turns: Row,
    legal: NDArray[np.int64],
    boards: NDArray[np.int64],
    scores: NDArray[np.int64],
    winners: NDArray[np.int64],
    place: int,
) -> int:
    """Write all about a position to the tables' row `place`; give the number of legal actions.

    `legal` gets the actions one after the other, then -1 up to its width.
    """
    turns[place] = turn(game, row)
    count = list_legal(game, row, actions)
    legal[place, :count] = actions[:count]
    legal[place, count:] = -1
    write_board(game, row, boards[place])
    write_scores(game, row, scores[place])
    write_winners(game, row, winners[place])
    return count


@compiled
def play_steps(  # noqa: PLR0917
    game: Kernel,
    keys: Row,
    begin: int,
    end: int,
    played: Row,
    turns: Row,
    legal: NDArray[np.int64],
    boards: NDArray[np.int64],
    scores: NDArray[np.int64],
    winners: NDArray[np.int64],
) -> tuple[int, int]:
    """Play each legal action of the positions `begin` ... `end`, as long as the tables have room.

    Game g writes its first position to row 2g and its second to row 2g + 1; a finished position makes
    a game without an action (-1). Gives the first position not played and the number of games.
    """
    row = np.empty(game.row_size, np.int64)
    after = np.empty(game.row_size, np.int64)
    key = np.empty(game.key_size, np.int64)
    actions = np.empty(game.most_legal, np.int64)
    unused = np.empty(game.most_legal, np.int64)
    games = 0
    for number in range(begin, end):
        if games + game.most_legal > len(played):
            return number, games
        for word in range(game.key_size):
            key[word] = keys[number * game.key_size + word]
        read_key(game, key, row)
        count = list_legal(game, row, actions)
        for index in range(max(count, 1)):
            describe(game, row, unused, turns, legal, boards, scores, winners, 2 * games)
            after[:] = row
            played[games] = -1
            if count:
                played[games] = actions[index]
                play(game, after, actions[index])
            describe(game, after, unused, turns, legal, boards, scores, winners, 2 * games + 1)
            games += 1
    return end, games


def steps(found: Exploration) -> Iterator[tuple[int, Recording]]:
    """Record every legal action of every position found, as games of one ply, in batches.

    Gives with each batch how many positions it begins from. Finished positions are games of no ply.
    """
    engine = found.engine
    kernel, notation = engine.kernel, engine.notation
    flat = np.ascontiguousarray(found.keys).reshape(-1)
    room = max(AT_ONCE, kernel.most_legal)
    played = np.zeros(room, np.int64)
    turns = np.zeros(2 * room, np.int64)
    legal = np.zeros((2 * room, kernel.most_legal), np.int64)
    boards = np.zeros((2 * room, kernel.place_count), np.int64)
    scores = np.zeros((2 * room, kernel.player_count), np.int64)
    winners = np.zeros((2 * room, kernel.player_count), np.int64)
    begin = 0
    while begin < found.positions:
        end, games = play_steps(
            kernel, flat, begin, found.positions, played, turns, legal, boards, scores, winners
        )
        rows = slice(0, 2 * games)
        listed = notation.all_actions()
        occurring = np.unique(legal[rows])
        codes = np.array(occurring[occurring >= 0] if listed is None else sorted(listed), np.int64)
        table = np.zeros((2 * games, len(codes)), np.bool_)
        at, which = np.nonzero(legal[rows] >= 0)
        table[at, np.searchsorted(codes, legal[rows][at, which])] = True
        chosen = np.where(played[:games] < 0, -1, np.searchsorted(codes, played[:games]))
        yield (
            end - begin,
            Recording(
                game=engine.game,
                params=dict(engine.params),
                rulings=dict(engine.rulings),
                seed=0,
                players=engine.players,
                actions=tuple(notation.text(code) for code in codes.tolist()),
                places=notation.places(),
                contents=notation.contents,
                played=chosen[None, :].astype(np.int32),
                legal=by_ply(table),
                board=by_ply(boards[rows].astype(np.uint8)),
                turn=by_ply(turns[rows].astype(np.int8)),
                scores=by_ply(scores[rows].astype(np.int32)),
                winners=by_ply(winners[rows].astype(np.bool_)),
                from_start=False,
            ),
        )
        begin = end


def by_ply(rows: NDArray[Any]) -> NDArray[Any]:
    """Turn rows of first and second positions by turns into ``[ply, game, ...]``."""
    return rows.reshape(len(rows) // 2, 2, *rows.shape[1:]).swapaxes(0, 1)
