"""Every action of many positions, recorded as games of one ply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from rulewright.impl.drivers import Exploration, recording
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.keys import KeysOfSteps
from rulewright.impl.loops import Rows, play_steps
from rulewright.interface import Recording, WrittenPositions

AT_ONCE = 1 << 14
"""Games of one ply per recording: enough lanes to be fast, few enough to fit in memory."""


def steps(found: Exploration) -> Iterator[tuple[int, Recording]]:
    """Record every legal action of every position found, as games of one ply, in batches.

    Yields each batch with its number of positions. Finished positions are games of no ply.
    """
    engine = found.engine
    flat = np.ascontiguousarray(found.keys).reshape(-1)
    known: dict[Any, Any] = {}
    played = np.zeros(max(AT_ONCE, engine.kernel.most_legal), np.int64)
    rows = Rows.empty(engine.kernel, 2 * len(played))
    begin = 0
    while begin < found.positions:
        end, games = play_steps(engine.by_address, flat, begin, found.positions, played, rows)
        recorded = games_of_one_ply(engine, played[:games], rows)
        states = KeysOfSteps(engine, flat, begin, end, games)
        written = WrittenPositions(states, engine.to_json, known)
        yield end - begin, evolve(recorded, written=written)
        begin = end


def games_of_one_ply(engine: CompiledEngine, played: NDArray[np.int64], rows: Rows) -> Recording:
    """Make a recording of pairs of rows: the position before and after each action (-1: none)."""
    used = Rows(*(table[: 2 * len(played)] for table in rows))
    at = np.repeat(np.arange(len(used.turns)), used.legal_counts)
    legal = used.legal[np.arange(used.legal.shape[1]) < used.legal_counts[:, None]]
    listed = engine.notation.all_actions()
    codes = np.unique(legal) if listed is None else np.array(sorted(listed), np.int64)
    table = np.zeros((len(used.turns), len(codes)), np.bool_)
    table[at, np.searchsorted(codes, legal)] = True
    chosen = np.where(played < 0, -1, np.searchsorted(codes, played))
    return recording(
        engine,
        codes,
        seed=0,
        played=chosen[None, :].astype(np.int32),
        legal=by_ply(table),
        board=by_ply(used.boards.astype(np.uint8)),
        turn=by_ply(used.turns.astype(np.int8)),
        scores=by_ply(used.scores.astype(np.int32)),
        winners=by_ply(used.winners.astype(np.bool_)),
        from_start=False,
    )


def by_ply(rows: NDArray[Any]) -> NDArray[Any]:
    """Reshape alternating rows of first and second positions to ``[ply, game, ...]``."""
    return rows.reshape(len(rows) // 2, 2, *rows.shape[1:]).swapaxes(0, 1)
