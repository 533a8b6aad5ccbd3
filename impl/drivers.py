"""Perft, random games and exhaustive exploration of any game, compiled from end to end.

Everything random takes a seed: the same seed gives the same games on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from rulewright.impl.engine import CompiledEngine, State
from rulewright.impl.loops import (
    VACANT,
    count_sequences,
    expand,
    play_games,
    play_recorded,
    results_of,
    spread,
)
from rulewright.interface import Action, LegalSets, Recording

LONGEST = 2**31 - 1
SMALLEST_TABLE = 1 << 12
CHUNK = 1 << 18


def perft(engine: CompiledEngine, state: State | None = None, depth: int = 1) -> int:
    """Count the sequences of exactly `depth` actions (0 or more) from a state.

    The initial state if None. Sequences that end early are not counted; the last ply is counted in
    bulk, without being played.
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
    """What came of random games."""

    games: int
    plies: int
    """Actions played in all games together."""
    finished: int
    """Games that reached their end."""
    wins: dict[str, int]
    """For each player the games won, shared wins included."""


def playouts(
    engine: CompiledEngine, seed: int = 0, games: int = 1, max_plies: int = LONGEST
) -> Playouts:
    """Play uniformly random games of at most `max_plies` actions each, as fast as may be."""
    wins = np.zeros(len(engine.players), np.int64)
    plies, finished = play_games(engine.kernel, seed, games, max_plies, wins)
    return Playouts(games, plies, finished, dict(zip(engine.players, wins.tolist(), strict=True)))


# --- recorded games -------------------------------------------------------------------------------


@frozen(eq=False)
class _Game:
    """The positions of one game, in the kernel's codes; `T + 1` of them after `T` plies."""

    played: NDArray[np.int64]
    turns: NDArray[np.int64]
    legal: list[NDArray[np.int64]]
    boards: NDArray[np.int64]
    scores: NDArray[np.int64]
    winners: NDArray[np.int64]


class _Desk:
    """Tables for one game at a time, made longer when a game outgrows them."""

    def __init__(self, engine: CompiledEngine, most_plies: int) -> None:
        self.engine = engine
        self.most_plies = most_plies
        self._make(min(most_plies, 128))

    def _make(self, plies: int) -> None:
        kernel, rows = self.engine.kernel, plies + 1
        self.played = np.zeros(plies, np.int64)
        self.turns = np.zeros(rows, np.int64)
        self.counts = np.zeros(rows, np.int64)
        self.legal = np.zeros((rows, kernel.most_legal), np.int64)
        self.boards = np.zeros((rows, kernel.place_count), np.int64)
        self.scores = np.zeros((rows, kernel.player_count), np.int64)
        self.winners = np.zeros((rows, kernel.player_count), np.int64)

    def record(self, seed: int, number: int, *, biased: bool) -> _Game:
        """Play one game to its end, or to the most plies allowed."""
        while True:
            plies = play_recorded(
                self.engine.kernel,
                seed,
                number,
                biased,
                self.played,
                self.turns,
                self.counts,
                self.legal,
                self.boards,
                self.scores,
                self.winners,
            )
            if self.turns[plies] < 0 or plies == self.most_plies:
                break
            self._make(min(2 * len(self.played), self.most_plies))
        rows = plies + 1
        return _Game(
            self.played[:plies].copy(),
            self.turns[:rows].copy(),
            [self.legal[row, : self.counts[row]].copy() for row in range(rows)],
            self.boards[:rows].copy(),
            self.scores[:rows].copy(),
            self.winners[:rows].copy(),
        )


def record(
    engine: CompiledEngine, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
) -> Recording:
    """Play random games and write down every position of them (see `Recording`).

    Uniform play, or, if `biased`, play that makes rare events common: each game draws a temper, and
    actions their chances from the game's `weight`. A game of `max_plies` actions is broken off.
    Game `g` of a seed is the same whatever the number of games.
    """
    desk = _Desk(engine, max_plies)
    done = [desk.record(seed, number, biased=biased) for number in range(games)]
    plies = max((len(game.played) for game in done), default=0)
    notation = engine.notation
    listed = notation.all_actions()
    codes = np.array(_occurring(done) if listed is None else listed, np.int64)
    by_code = np.argsort(codes, kind="stable")
    ascending = codes[by_code]
    players = len(engine.players)

    def column(actions: NDArray[np.int64]) -> NDArray[np.int64]:
        return by_code[np.searchsorted(ascending, actions)]

    tables = Recording(
        game=engine.game,
        params=dict(engine.params),
        rulings=dict(engine.rulings),
        seed=seed,
        players=engine.players,
        actions=tuple(notation.text(code) for code in codes.tolist()),
        places=notation.places(),
        contents=notation.contents,
        played=np.full((plies, games), -1, np.int32),
        legal=(
            LegalSets.of(
                [[column(row) for row in game.legal] for game in done], plies + 1, len(codes)
            )
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
    return tables


def _occurring(done: list[_Game]) -> NDArray[np.int64]:
    """List the actions that were legal anywhere, ascending."""
    found = [np.unique(np.concatenate(game.legal)) for game in done]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)


def _enter(
    tables: Recording,
    number: int,
    game: _Game,
    column: Callable[[NDArray[np.int64]], NDArray[np.int64]],
) -> None:
    """Write one game into the tables; rows after its end repeat the final position."""
    rows = len(game.turns)
    tables.played[: rows - 1, number] = column(game.played)
    if isinstance(tables.legal, np.ndarray):
        at = np.repeat(np.arange(rows), [len(actions) for actions in game.legal])
        tables.legal[at, number, column(np.concatenate(game.legal))] = True
        tables.legal[rows:, number] = tables.legal[rows - 1, number]
    for table, source in (
        (tables.board, game.boards),
        (tables.turn, game.turns),
        (tables.scores, game.scores),
        (tables.winners, game.winners),
    ):
        table[:rows, number] = source
        table[rows:, number] = source[-1]


# --- exploration ----------------------------------------------------------------------------------


@frozen(eq=False)
class Exploration:
    """Positions that can be reached from the initial one, each once, in order of distance."""

    engine: CompiledEngine
    counts: tuple[int, ...]
    """Positions by the least number of actions that leads to them."""
    finished: int
    """How many of the positions are over."""
    complete: bool
    """Whether these are all positions; if not, the limit was met."""
    keys: NDArray[np.int64] = field(repr=False)
    """`[positions, key_size]`: their keys."""

    @property
    def positions(self) -> int:
        """Number of positions."""
        return len(self.keys)

    def states(self) -> Iterator[State]:
        """Give each position as a state of the engine."""
        for key in self.keys:
            yield key.tobytes()

    def results(
        self, begin: int = 0, end: int | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Give turn `[N]` (-1 when over), scores `[N, P]` and winners `[N, P]` of a run of them."""
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

    `progress` is called now and then with the number of positions known and expanded. Memory: a key
    of `8 * key_size` bytes and 16 to 32 bytes of hash table for each position, up to twice that
    while they grow.
    """
    kernel = engine.kernel
    size, room = kernel.key_size, kernel.most_legal
    keys = np.zeros(size * (2 * room + 1), np.int64)
    keys[:size] = engine.key(engine.initial())
    table = np.full(SMALLEST_TABLE, VACANT, np.int64)
    spread(keys, size, 1, table)
    counts, begin, expanded, count, finished, complete = [1], 0, 0, 1, 0, True
    while begin < count and complete:
        layer = count
        while expanded < layer and complete:
            end = min(expanded + CHUNK, layer)
            if (count + room) * size > len(keys):
                keys = np.concatenate([keys, np.zeros(max(len(keys), 2 * room * size), np.int64)])
            if 2 * (count + room) > len(table):
                table = np.empty(_power_above(4 * (count + room)), np.int64)
                spread(keys, size, count, table)
            expanded, count, over, complete = expand(
                kernel, keys, table, expanded, end, count, limit
            )
            finished += over
            if progress is not None:
                progress(count, expanded)
        if count > layer:
            counts.append(count - layer)
        begin = layer
    found = keys[: count * size].reshape(count, size)
    return Exploration(engine, tuple(counts), finished, complete, found)


def _power_above(number: int) -> int:
    return 1 << (number - 1).bit_length()
