"""Plies of recorded games side by side: judged together, they keep as many lanes busy as a judge likes.

Each recorded position is played on by one ply, and what follows is compared with the position recorded
next. If the first position is that of the rules, and each that follows is the recorded one in all that
a rule can look at, then so is every position of every game: nothing else would be found ply by ply.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from rulewright.interface import LegalSets, Recording
from rulewright.spec.bulk import Numbers, Table


def spans(recording: Recording, at_once: int) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield the plies and games to be played on, so many positions at a time, ply by ply.

    No ply is cut in two. Left out is what only repeats that a game which is over stays as it is.
    """
    going = ~only_repeated(recording)
    ends = np.cumsum(going.sum(axis=1))
    begin = 0
    while begin < len(ends):
        done = ends[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, done + at_once, side="right")))
        plies, games = np.nonzero(going[begin:end])
        yield plies + begin, games
        begin = end


def only_repeated(recording: Recording) -> Table:
    """Find after which plies ``[ply, game]`` a game is as it was, having stayed so once before.

    Nobody is to move, nothing is played or legal, and all that is recorded is the same three times.
    """
    stays = (recording.turn[:-1] < 0) & (recording.played < 0)
    stays &= recording.turn[1:] == recording.turn[:-1]
    for table in (recording.board, recording.scores, recording.winners):
        stays &= (table[1:] == table[:-1]).all(axis=2)
    stays &= ~have_legal_actions(recording)[1:]
    stays[1:] &= stays[:-1].copy()
    stays[:1] = False
    return stays


def have_legal_actions(recording: Recording) -> Table:
    """Find the positions ``[ply, game]`` with a legal action."""
    sets = recording.legal
    if not isinstance(sets, LegalSets):
        found: Table = np.any(sets, axis=2)
        return found
    return (np.diff(sets.starts) > 0).reshape(sets.plies, sets.games)


def side_by_side(recording: Recording, plies: Numbers, games: Numbers) -> Recording:
    """Take recorded positions as those of so many games at one ply, with what is played in each."""
    last = recording.turn.shape[0] - 1
    played = np.full(len(plies), -1, recording.played.dtype)
    played[plies < last] = recording.played[plies[plies < last], games[plies < last]]
    return evolve(
        recording,
        played=played[None],
        legal=legal_sets_of(recording, plies, games),
        board=recording.board[plies, games][None],
        turn=recording.turn[plies, games][None],
        scores=recording.scores[plies, games][None],
        winners=recording.winners[plies, games][None],
        from_start=False,
        written=None,
    )


def legal_sets_of(
    recording: Recording, plies: Numbers, games: Numbers
) -> NDArray[np.bool_] | LegalSets:
    """Take the legal sets of some positions."""
    sets = recording.legal
    if not isinstance(sets, LegalSets):
        return sets[plies, games][None]
    at = plies * sets.games + games
    begins, counts = sets.starts[at], sets.starts[at + 1] - sets.starts[at]
    starts = np.concatenate([[0], np.cumsum(counts)])
    listed = np.arange(starts[-1]) + np.repeat(begins - starts[:-1], counts)
    return LegalSets(1, len(at), sets.width, starts, sets.columns[listed])
