"""Perft, random games and exhaustive exploration of any game, compiled from end to end.

Everything random takes a seed: the same seed gives the same games on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

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


@frozen(eq=False)
class _Game:
    """One game, in the kernel's codes; its rows are the `T + 1` positions of `T` plies."""

    played: NDArray[np.int64]
    rows: Rows
    """Without the table of legal actions."""
    legal: NDArray[np.int64]
    """The legal actions of all positions, one after the other."""


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
                break
            self._make(min(2 * len(self.played), self.most_plies))
        counts = self.rows.legal_counts[: plies + 1]
        legal = [self.rows.legal[row, :count] for row, count in enumerate(counts)]
        slim = self.rows._replace(legal=self.rows.legal[:, :0])
        rows = Rows(*(table[: plies + 1].copy() for table in slim))
        return _Game(self.played[:plies].copy(), rows, np.concatenate(legal))


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
    plies = max((len(game.played) for game in done), default=0)
    listed = engine.notation.all_actions()
    codes = np.array(_occurring(done) if listed is None else listed, np.int64)
    by_code = np.argsort(codes, kind="stable")
    ascending = codes[by_code]
    players = len(engine.players)

    def column(actions: NDArray[np.int64]) -> NDArray[np.int64]:
        return by_code[np.searchsorted(ascending, actions)]

    tables = recording(
        engine,
        codes,
        seed=seed,
        played=np.full((plies, games), -1, np.int32),
        legal=(
            LegalSets.of([_by_position(game, column) for game in done], plies + 1, len(codes))
            if listed is None
            else np.zeros((plies + 1, games, len(codes)), np.bool_)
        ),
        board=np.zeros((plies + 1, games, engine.kernel.place_count), np.uint8),
        turn=np.zeros((plies + 1, games), np.int8),
        scores=np.zeros((plies + 1, games, players), np.int32),
        winners=np.zeros((plies + 1, games, players), np.bool_),
    )
    for number, game in enumerate(done):
        _enter(tables, number, game, column)
    again = np.where(tables.played < 0, -1, codes[tables.played] if len(codes) else -1)
    written = WrittenPositions(KeysOfGames(engine, again), engine.to_json)
    return evolve(tables, written=written)


def recording(engine: CompiledEngine, codes: NDArray[np.int64], **tables: Any) -> Recording:
    """Make a recording of an engine's tables; `codes` are the actions in the order of their columns."""
    return Recording(
        game=engine.game,
        params=dict(engine.params),
        rulings=dict(engine.rulings),
        players=engine.players,
        actions=tuple(map(engine.notation.text, codes.tolist())),
        places=engine.notation.places(),
        contents=engine.notation.contents,
        **tables,
    )


def _occurring(done: list[_Game]) -> NDArray[np.int64]:
    """List the actions that were legal anywhere, ascending."""
    found = [np.unique(game.legal) for game in done]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)


def _by_position(
    game: _Game, column: Callable[[NDArray[np.int64]], NDArray[np.int64]]
) -> list[NDArray[np.int64]]:
    return np.split(column(game.legal), np.cumsum(game.rows.legal_counts)[:-1])


def _enter(
    tables: Recording,
    number: int,
    game: _Game,
    column: Callable[[NDArray[np.int64]], NDArray[np.int64]],
) -> None:
    """Copy one game to the tables; rows after its end repeat the final position."""
    rows = len(game.rows.turns)
    tables.played[: rows - 1, number] = column(game.played)
    if isinstance(tables.legal, np.ndarray):
        at = np.repeat(np.arange(rows), game.rows.legal_counts)
        tables.legal[at, number, column(game.legal)] = True
        tables.legal[rows:, number] = tables.legal[rows - 1, number]
    for table, source in (
        (tables.board, game.rows.boards),
        (tables.turn, game.rows.turns),
        (tables.scores, game.rows.scores),
        (tables.winners, game.rows.winners),
    ):
        table[:rows, number] = source
        table[rows:, number] = source[-1]


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
