"""Perft, random games and exhaustive exploration of any game, compiled from end to end.

Everything random takes a seed: the same seed gives the same games on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from rulewright.impl.engine import CompiledEngine, State
from rulewright.impl.keys import KeysOfGames
from rulewright.impl.legal_sets import ColumnNumbers, lay_out, mark, sort_each
from rulewright.impl.loops import (
    HEAVIEST,
    Log,
    board_of,
    count_sequences,
    expand,
    kept_from_before,
    play_games,
    play_recorded,
    results_of,
    weigh,
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
    return int(count_sequences(engine.by_address, engine.key(start), depth))


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


POSITIONS = 1 << 12
LEGAL = 1 << 18
"""Positions and legal actions that are recorded at one go: small enough for the processor's cache, where
they still are when they are sorted and numbered."""


@frozen(eq=False)
class _Part:
    """Some positions, one game after the other."""

    played: NDArray[np.int64]
    """Numbers of the actions played; -1 in the last position of a game."""
    ends: NDArray[np.int64]
    """Where the legal actions of each position end."""
    legal: NDArray[np.int32]
    """Numbers of the legal actions, in each position by ascending codes."""
    tables: tuple[NDArray[Any], ...]
    """Boards, turns, scores and winners, as a `Recording` has them."""

    @classmethod
    def of(cls, log: Log, count: int, numbering: ColumnNumbers) -> _Part:
        """Take the first positions of a log, whose legal actions have been sorted."""
        ends = log.ends[:count].copy()
        legal = numbering.of(log.legal[: ends[-1] if count else 0])
        played = log.played[:count].copy()
        played[played >= 0] = numbering.of(played[played >= 0])
        tables = (
            log.boards[:count].astype(np.uint8),
            log.turns[:count].astype(np.int8),
            log.scores[:count].astype(np.int32),
            log.winners[:count].astype(np.bool_),
        )
        return cls(played, ends, legal, tables)


def _parts(
    engine: CompiledEngine,
    numbering: ColumnNumbers,
    seed: int,
    games: int,
    most: int,
    *,
    biased: bool,
) -> Iterator[_Part]:
    """Play games of at most `most` plies and yield their positions in order, after a part of none."""
    game = engine.kernel
    log = Log.empty(game, POSITIONS, LEGAL)
    row, place = np.zeros(game.row_size, np.int64), np.zeros(3, np.int64)
    counters, scratch = np.zeros(1, np.uint64), np.zeros((2, game.most_legal + 1), np.int64)
    yield _Part.of(log, 0, numbering)
    while place[0] < games:
        count = play_recorded(
            engine.by_address, seed, games, biased, most, row, place, counters, log
        )
        ends = log.ends[:count]
        sort_each(log.legal, ends, scratch[0], scratch[1])
        yield _Part.of(log, count, numbering)


def record(
    engine: CompiledEngine, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
) -> Recording:
    """Play random games and record every position (see `Recording`).

    Play is uniform, or, if `biased`, makes rare events common: each game draws a temper, and the
    kernel's `weight` gives each action its chance. Games are cut off after `max_plies` actions. Game `g`
    of a seed is the same whatever the number of games.
    """
    listed, numbering = engine.notation.all_actions(), ColumnNumbers()
    numbering.of(np.array([] if listed is None else listed, np.int64))
    parts = list(_parts(engine, numbering, seed, games, max_plies, biased=biased))
    moves = np.concatenate([part.played for part in parts])
    last = np.flatnonzero(moves < 0)
    lengths = np.diff(last, prepend=-1) - 1
    plies = int(lengths.max(initial=0))
    rows = last - lengths + np.minimum(np.arange(plies + 1)[:, None], lengths)
    boards, turns, scores, winners = (
        np.concatenate(tables)[rows]
        for tables in zip(*(part.tables for part in parts), strict=True)
    )
    codes, columns = numbering.codes, np.arange(numbering.count, dtype=np.int32)
    if listed is None:
        ascending = np.argsort(codes)
        columns[ascending] = columns.copy()
        codes = codes[ascending]
    played = np.append(columns, np.int32(-1))[moves][rows[:plies]]
    tables = recording(
        engine,
        codes,
        seed=seed,
        played=played,
        legal=_legal_sets(parts, rows, lengths, columns, table=listed is not None),
        board=boards,
        turn=turns,
        scores=scores,
        winners=winners,
    )
    again = np.append(codes, -1)[played]
    written = WrittenPositions(KeysOfGames(engine, again), engine.to_json)
    return evolve(tables, written=written)


def _legal_sets(
    parts: list[_Part],
    rows: NDArray[np.int64],
    lengths: NDArray[np.int64],
    columns: NDArray[np.int32],
    *,
    table: bool,
) -> NDArray[np.bool_] | LegalSets:
    """Put the legal actions of all positions in place; `rows` says which position each place has.

    `columns` has the columns of the numbered actions; for a table they are the numbers. A table cannot
    show that an action is listed twice: then it is a list.
    """
    plies, games = rows.shape
    game = np.repeat(np.arange(games), lengths + 1)
    ply = np.arange(len(game)) - rows[0][game]
    until = np.where(ply == lengths[game], plies - 1, ply)
    bounds = np.cumsum([0, *(len(part.ends) for part in parts)]).tolist()
    places = [(game[a:b], ply[a:b], until[a:b]) for a, b in pairwise(bounds)]
    if table:
        marked = np.zeros((plies, games, len(columns)), np.bool_)
        pairs = zip(parts, places, strict=True)
        if all(mark(part.legal, part.ends, *place, marked) for part, place in pairs):
            return marked
    counts = np.concatenate([np.diff(part.ends, prepend=0) for part in parts])
    starts = np.concatenate([[0], np.cumsum(counts[rows.reshape(-1)])]).astype(np.int64)
    laid = np.empty(starts[-1], np.int32)
    for part, place in zip(parts, places, strict=True):
        lay_out(part.legal, part.ends, *place, columns, starts, games, laid)
    return LegalSets(plies, games, len(columns), starts, laid)


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


# --- exploration ----------------------------------------------------------------------------------


INCOMPLETE = ("write_key", "write_scores", "write_winners", "write_board", "start", "read_key")
"""The functions that `kept_from_before` numbers, from 1."""


def written_in_part(engine: CompiledEngine, state: State) -> str:
    """Return the function of a kernel that leaves something as it was before; empty if none does."""
    found = kept_from_before(engine.kernel, engine.key(state))
    return INCOMPLETE[found - 1] if found else ""


def unnamed_content(engine: CompiledEngine, state: State) -> int | None:
    """Return a code that `write_board` writes and the notation does not name; None if there is none."""
    row, board = (
        np.empty(engine.kernel.row_size, np.int64),
        np.zeros(engine.kernel.place_count, np.int64),
    )
    board_of(engine.kernel, engine.key(state), row, board)
    wrong = board[(board < 0) | (board >= len(engine.notation.contents))]
    return int(wrong[0]) if len(wrong) else None


@frozen
class WrongWeight:
    """What a kernel weighs as it must not."""

    action: Action
    temper: int
    weight: int
    heaviest: int = HEAVIEST
    """The largest weight that there may be; the smallest is 1."""


def wrong_weight(engine: CompiledEngine, state: State) -> WrongWeight | None:
    """Return an action of a state whose weight no action may have; None if there is none."""
    game = engine.kernel
    actions, row = np.empty(game.most_legal, np.int64), np.empty(game.row_size, np.int64)
    found = np.zeros(3, np.int64)
    if not weigh(game, engine.key(state), row, actions, found):
        return None
    action, temper, heavy = found.tolist()
    return WrongWeight(engine.notation.text(action), temper, heavy)


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
        results_of(self.engine.by_address, flat, begin, stop, scores, winners, turns)
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
            engine.by_address, found.keys, found.table, found.expanded, end, found.count, limit
        )
        finished += over
        if progress is not None:
            progress(found.count, found.expanded)
        if not complete:
            break
    size = engine.kernel.key_size
    keys = found.keys[: found.count * size].reshape(found.count, size)
    return Exploration(engine, found.by_distance(), finished, complete, keys)
