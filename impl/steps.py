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
from rulewright.impl.legal_sets import ColumnNumbers, Numbers, sort_each
from rulewright.impl.loops import Rows, play_steps
from rulewright.interface import LegalSets, Recording, WrittenPositions

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
    listed, numbering, counts = engine.notation.all_actions(), ColumnNumbers(), used.legal_counts
    numbering.of(np.array([] if listed is None else sorted(listed), np.int64))
    legal = used.legal[np.arange(used.legal.shape[1]) < counts[:, None]]
    scratch = np.zeros((2, counts.max(initial=0) + 1), np.int64)
    sort_each(legal, np.cumsum(counts), scratch[0], scratch[1])
    numbers, chosen = numbering.of(legal), np.full(len(played), -1, np.int32)
    chosen[played >= 0] = numbering.of(played[played >= 0])
    ascending = np.argsort(numbering.codes)
    columns = np.empty(numbering.count + 1, np.int32)
    columns[ascending], columns[-1] = np.arange(numbering.count), -1
    return recording(
        engine,
        numbering.codes[ascending],
        seed=0,
        played=columns[chosen][None, :],
        legal=legal_sets(columns[numbers], counts, numbering.count, table=listed is not None),
        board=by_ply(used.boards.astype(np.uint8)),
        turn=by_ply(used.turns.astype(np.int8)),
        scores=by_ply(used.scores.astype(np.int32)),
        winners=by_ply(used.winners.astype(np.bool_)),
        from_start=False,
    )


def legal_sets(
    columns: Numbers, counts: NDArray[np.int64], width: int, *, table: bool
) -> NDArray[np.bool_] | LegalSets:
    """Take the legal actions of pairs of rows, in a table if asked to and none is listed twice."""
    if table:
        found = np.zeros((len(counts), width), np.bool_)
        found[np.repeat(np.arange(len(counts)), counts), columns] = True
        if np.count_nonzero(found) == len(columns):
            return by_ply(found)
    return LegalSets.of_rows(by_ply(np.arange(len(counts))), counts, columns, width)


def by_ply(rows: NDArray[Any]) -> NDArray[Any]:
    """Reshape alternating rows of first and second positions to ``[ply, game, ...]``."""
    return rows.reshape(len(rows) // 2, 2, *rows.shape[1:]).swapaxes(0, 1)
