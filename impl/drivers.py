"""Perft, random games and exhaustive exploration of any game, compiled from end to end.

Everything random takes a seed: the same seed gives the same games on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from rulewright.impl.engine import CompiledEngine, State
from rulewright.impl.keys import KeysOfGames
from rulewright.impl.loops import (
    Rows,
    count_sequences,
    expand,
    play_games,
    play_recorded,
    results_of,
)
from rulewright.impl.positions import Positions
from rulewright.interface import Action, LegalSets, Recording, WrittenPositions

LONGEST = 2**31 - 1


def perft(engine: CompiledEngine, state: State | None = None, depth: int = 1) -> int:
    """Count the sequences of exactly `depth` actions (0 or more) from a state.

    The initial state if None. Sequences that end early are not counted. The last ply is counted in
    bulk, not played.
    """
    start = engine.initial() if state is None else state
    return int(count_sequences(engine.kernel, engine.key(start), depth))


def divide(engine: CompiledEngine, state: State | None = None, depth: int = 1) -> dict[Action, int]:
    """Count the sequences of `depth` actions (1 or more) by their first action, sorted by text."""
    start = engine.initial() if state is None else state
    return {
        action: perft(engine, engine.play(start, action), depth - 1)
        for action in engine.legal_actions(start)
    }


@frozen
class Playouts:
    """Totals of random games."""

    games: int
    plies: int
    """Actions played in all games together."""
    finished: int
    """Games that ended."""
    wins: dict[str, int]
    """Games won by each player, shared wins included."""


def playouts(
    engine: CompiledEngine, seed: int = 0, games: int = 1, max_plies: int = LONGEST
) -> Playouts:
    """Play uniformly random games of at most `max_plies` actions each, at full speed."""
    wins = np.zeros(len(engine.players), np.int64)
    plies, finished = play_games(engine.kernel, seed, games, max_plies, wins)
    return Playouts(games, plies, finished, dict(zip(engine.players, wins.tolist(), strict=True)))


# --- recorded games -------------------------------------------------------------------------------


TABLED = 1 << 20
"""Codes of actions below this one are looked up in a table."""
Columns: TypeAlias = Callable[[NDArray[np.int64]], NDArray[np.int64]]


@frozen(eq=False)
class _Game:
    """One game; its rows are the `T + 1` positions of `T` plies."""

    played: NDArray[np.int64]
    """In the kernel's codes."""
    counts: NDArray[np.int64]
    """For each position the number of its legal actions."""
    legal: NDArray[np.int64]
    """The legal actions of all positions, one after the other, in the kernel's codes."""
    tables: tuple[NDArray[Any], ...]
    """Boards, turns, scores and winners, as a `Recording` has them."""


class _Desk:
    """Tables for one game at a time; they grow with the longest game."""

    def __init__(self, engine: CompiledEngine, most_plies: int) -> None:
        self.kernel = engine.kernel
        self.most_plies = most_plies
        self._make(min(most_plies, 128))

    def _make(self, plies: int) -> None:
        self.played = np.zeros(plies, np.int64)
        self.rows = Rows.empty(self.kernel, plies + 1)

    def record(self, seed: int, number: int, *, biased: bool) -> _Game:
        """Play one game to its end, or to `most_plies`."""
        while True:
            plies = play_recorded(self.kernel, seed, number, biased, self.played, self.rows)
            if self.rows.turns[plies] < 0 or plies == self.most_plies:
                return self._game(plies, plies + 1)
            self._make(min(2 * len(self.played), self.most_plies))

    def record_nothing(self) -> _Game:
        """Give the tables of no position."""
        return self._game(0, 0)

    def _game(self, plies: int, positions: int) -> _Game:
        rows = Rows(*(table[:positions] for table in self.rows))
        counts = rows.legal_counts.copy()
        flat, begins = (
            self.rows.legal.reshape(-1),
            range(0, rows.legal.size, self.kernel.most_legal),
        )
        lists = zip(begins, counts.tolist(), strict=True)
        return _Game(
            self.played[:plies].copy(),
            counts,
            np.concatenate([flat[:0], *(flat[at : at + count] for at, count in lists)]),
            (
                rows.boards.astype(np.uint8),
                rows.turns.astype(np.int8),
                rows.scores.astype(np.int32),
                rows.winners.astype(np.bool_),
            ),
        )


def record(
    engine: CompiledEngine, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
) -> Recording:
    """Play random games and record every position (see `Recording`).

    Play is uniform, or, if `biased`, makes rare events common: each game draws a temper, and the
    kernel's `weight` gives each action its chance. Games are cut off after `max_plies` actions. Game `g`
    of a seed is the same whatever the number of games.
    """
    desk = _Desk(engine, max_plies)
    done = [desk.record(seed, number, biased=biased) for number in range(games)]
    lengths = np.array([len(game.played) for game in done], np.int64)
    plies = int(lengths.max(initial=0))
    begins = np.cumsum(lengths + 1) - lengths - 1
    rows = begins + np.minimum(np.arange(plies + 1)[:, None], lengths)
    every = [desk.record_nothing(), *done]
    boards, turns, scores, winners = (
        np.concatenate(tables)[rows]
        for tables in zip(*(game.tables for game in every), strict=True)
    )
    counts = np.concatenate([game.counts for game in every])
    listed = engine.notation.all_actions()
    codes = np.array(_occurring(done) if listed is None else listed, np.int64)
    column = columns_of(codes)
    played = np.full((plies, games), -1, np.int32)
    for number, game in enumerate(done):
        played[: len(game.played), number] = column(game.played)
    tables = recording(
        engine,
        codes,
        seed=seed,
        played=played,
        legal=(
            LegalSets.of_rows(rows, counts, _listed(every, column, len(codes)), len(codes))
            if listed is None
            else _table(every, counts, column, len(codes))[rows]
        ),
        board=boards,
        turn=turns,
        scores=scores,
        winners=winners,
    )
    again = np.where(played < 0, -1, codes[played] if len(codes) else -1)
    written = WrittenPositions(KeysOfGames(engine, again), engine.to_json)
    return evolve(tables, written=written)


def recording(engine: CompiledEngine, codes: NDArray[np.int64], **tables: Any) -> Recording:
    """Make a recording of an engine's tables; `codes` are the actions in the order of their columns."""
    return Recording(
        game=engine.game,
        params=dict(engine.params),
        rulings=dict(engine.rulings),
        players=engine.players,
        actions=engine.texts(codes.tolist()),
        places=engine.notation.places(),
        contents=engine.notation.contents,
        **tables,
    )


def _occurring(done: list[_Game]) -> NDArray[np.int64]:
    """List the actions that were legal anywhere, ascending."""
    if max((int(game.legal.max(initial=0)) for game in done), default=0) < TABLED:
        seen = np.zeros(TABLED, np.bool_)
        for game in done:
            seen[game.legal] = True
        return np.flatnonzero(seen)
    return np.unique(np.concatenate([np.unique(game.legal) for game in done]))


def columns_of(codes: NDArray[np.int64]) -> Columns:
    """Return what finds the columns of actions: their places among the codes."""
    if codes.max(initial=0) < TABLED:
        table = np.zeros(TABLED, np.int64)
        table[codes] = np.arange(len(codes))
        return table.take
    by_code = np.argsort(codes, kind="stable")
    ascending = codes[by_code]
    return lambda actions: by_code[np.searchsorted(ascending, actions)]


def _listed(games: list[_Game], column: Columns, width: int) -> NDArray[np.int32]:
    """List the columns of the legal actions of all positions, ascending in each."""
    found = []
    for game in games:
        # All positions of a game are sorted at once, quickly where actions are nearly in order.
        position = np.repeat(np.arange(len(game.counts)) * width, game.counts)
        ascending = np.sort(position + column(game.legal), kind="stable") - position
        found.append(ascending.astype(np.int32))
    return np.concatenate(found)


def _table(
    games: list[_Game], counts: NDArray[np.int64], column: Columns, width: int
) -> NDArray[np.bool_]:
    """Make a table of the legal actions of all positions: ``[position, column]``."""
    legal = np.concatenate([game.legal for game in games])
    table = np.zeros((len(counts), width), np.bool_)
    table.reshape(-1)[np.repeat(np.arange(len(counts)) * width, counts) + column(legal)] = True
    return table


# --- exploration ----------------------------------------------------------------------------------


@frozen(eq=False)
class Exploration:
    """Positions reachable from the initial one, each once, in order of distance."""

    engine: CompiledEngine
    counts: tuple[int, ...]
    """The number of positions by distance from the initial one."""
    finished: int
    """How many of them are over."""
    complete: bool
    """Whether these are all positions; if not, the limit was reached."""
    keys: NDArray[np.int64] = field(repr=False)
    """`[positions, key_size]`: their keys."""

    @property
    def positions(self) -> int:
        """Number of positions."""
        return len(self.keys)

    def states(self) -> Iterator[State]:
        """Yield each position as a state of the engine."""
        for key in self.keys:
            yield key.tobytes()

    def results(
        self, begin: int = 0, end: int | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return turns `[N]` (-1 when over), scores `[N, P]` and winners `[N, P]` of a range of them."""
        stop = self.positions if end is None else end
        count, players = max(stop - begin, 0), len(self.engine.players)
        turns = np.zeros(count, np.int64)
        scores, winners = np.zeros((2, count, players), np.int64)
        flat = self.keys.reshape(-1)
        results_of(self.engine.kernel, flat, begin, stop, scores, winners, turns)
        return turns, scores, winners


def explore(
    engine: CompiledEngine,
    limit: int = 10_000_000,
    progress: Callable[[int, int], None] | None = None,
) -> Exploration:
    """Visit every reachable position, breadth first, until `limit` of them are known.

    `progress` is called now and then with the numbers of known and expanded positions. Memory per
    position: a key of `8 * key_size` bytes and 16 to 32 bytes of hash table, up to twice that while the
    tables grow.
    """
    found = Positions.begin(engine.kernel, engine.key(engine.initial()))
    finished, complete = 0, True
    for end in found.runs():
        found.expanded, found.count, over, complete = expand(
            engine.kernel, found.keys, found.table, found.expanded, end, found.count, limit
        )
        finished += over
        if progress is not None:
            progress(found.count, found.expanded)
        if not complete:
            break
    size = engine.kernel.key_size
    keys = found.keys[: found.count * size].reshape(found.count, size)
    return Exploration(engine, found.by_distance(), finished, complete, keys)
