"""The sketch of the distinct positions of recorded games (see `rulewright.parts.distinct`)."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rulewright.interface import Recording
from rulewright.parts.distinct import KEPT, RANGE, hash_of, smallest
from rulewright.spec.play import mixed


def smallest_of(recording: Recording, kept: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the smallest hashes of recorded positions and of those kept.

    A position is its board, turn and scores as recorded, or its JSON form if no places are. Those of
    different parameters are different positions.
    """
    salt = hash_of(json.dumps(recording.params, sort_keys=True, default=str).encode())
    if recording.places:
        return smallest(kept, hashes_of_rows(recording, salt).tolist())
    return smallest(kept, hashes_of_texts(recording, salt))


def hashes_of_rows(recording: Recording, salt: int) -> NDArray[np.uint64]:
    """Return the smallest hashes of the rows of the tables."""
    plies, games, places = recording.board.shape
    width = places + 1 + recording.scores.shape[2]
    weights = mixed(np.arange(width, dtype=np.uint64), salt)
    found = np.zeros(0, np.uint64)
    for ply in range(plies):
        rows = np.empty((games, width), np.int64)
        rows[:, :places] = recording.board[ply]
        rows[:, places] = recording.turn[ply]
        rows[:, places + 1 :] = recording.scores[ply]
        sums = (rows.astype(np.uint64) * weights).sum(axis=1, dtype=np.uint64)
        hashes = mixed(sums, salt) % np.uint64(RANGE)
        found = np.unique(np.concatenate([found, hashes]))[:KEPT]
    return found


def hashes_of_texts(recording: Recording, salt: int) -> Iterator[int]:
    """Yield the hash of each recorded position in JSON form."""
    written = recording.written
    plies, games = recording.turn.shape
    for game in range(games) if written is not None else ():
        for ply in range(plies):
            if written is not None and (ply == 0 or recording.played[ply - 1, game] >= 0):
                text = json.dumps(written.json(ply, game), sort_keys=True)
                yield hash_of(f"{salt} {text}".encode())
