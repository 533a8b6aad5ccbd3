"""Random games played by the specification alone, thousands side by side: no implementation needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from rulewright.interface import Action, LegalSets, Recording
from rulewright.spec.bulk import Actions, Bulk, Codes, Numbers, Results
from rulewright.spec.engine import Specification

AT_ONCE = 512
"""Games played at a time: enough lanes to be quick, few enough to fit the processor's caches."""
LEANINGS = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
"""How strongly a biased game prefers the last, or the first, of the legal actions, in the order of
their codes: the power to which a uniform number is raised."""
Words: TypeAlias = NDArray[np.uint64]


@frozen(eq=False)
class Ply:
    """One ply of some games: the positions, and what is played in them."""

    bulk: Bulk[Any]
    positions: Any
    """As the game's `Bulk` keeps them."""
    legal: Actions
    """In the order of games, and of codes."""
    chosen: Actions
    """What is played next; nothing in a game that is over, or has no legal action."""

    @cached_property
    def results(self) -> Results:
        """Turns, scores and winners."""
        return self.bulk.results(self.positions)

    @cached_property
    def turns(self) -> Numbers:
        """Whose turn it is in each game, as in `results`, which take longer."""
        return self.bulk.turns(self.positions)

    def action(self, game: int) -> Action:
        """Return what a game plays next; empty if nothing."""
        at = np.flatnonzero(self.chosen.games == game)
        return self.bulk.name(int(self.chosen.codes[at[0]])) if len(at) else ""

    def state(self, game: int) -> Any:
        """Take the position of one game out, as a state of the specification."""
        return self.bulk.state(self.positions, game)


def play(
    bulk: Bulk[Any],
    seed: int,
    numbers: Sequence[int],
    *,
    biased: bool = False,
    max_plies: int = 10_000,
) -> Iterator[Ply]:
    """Play the random games with these numbers under a seed, ply by ply.

    Uniform play, or, if `biased`, play that leans to one end of the legal actions, to a degree that
    varies by game. A game is the same whatever other games are played with it. The last ply
    yielded is one on which no game plays an action.
    """
    positions = bulk.start(len(numbers))
    for ply in range(max_plies + 1):
        legal = in_order(bulk.legal(positions))
        chosen = drawn(legal, seed, np.array(numbers, np.uint64), ply, biased=biased)
        if ply == max_plies:
            chosen = Actions.joined(())
        yield Ply(bulk, positions, legal, chosen)
        if not len(chosen.games):
            return
        positions = bulk.played(positions, chosen)


def in_order(actions: Actions) -> Actions:
    """Sort actions by game, and by code."""
    games, codes = actions.games, actions.codes
    later = (games[1:] > games[:-1]) | (games[1:] == games[:-1]) & (codes[1:] > codes[:-1])
    if later.all():
        return actions
    order = np.lexsort((codes, games))
    return Actions(games[order], codes[order])


# --- chance ---------------------------------------------------------------------------------------


def drawn(legal: Actions, seed: int, numbers: Words, ply: int, *, biased: bool) -> Actions:
    """Draw one action for each game that has any."""
    counts = np.bincount(legal.games, minlength=len(numbers))
    starts = np.cumsum(counts) - counts
    chance = fraction(mixed(mixed(numbers, seed), ply))
    if biased:
        leaning = (fraction(mixed(mixed(numbers, seed), -1)) * len(LEANINGS)).astype(np.int64)
        chance **= np.array(LEANINGS)[leaning]
    index = np.minimum((chance * counts).astype(np.int64), counts - 1)
    able = np.flatnonzero(counts)
    return Actions(able, legal.codes[(starts + index)[able]])


def mixed(words: Words, salt: int) -> Words:
    """Mix each word with a number: the finaliser of splitmix64."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    found = (words + np.uint64(1)) * golden + np.uint64(salt % (1 << 64))
    found = (found ^ found >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    found = (found ^ found >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    mixed_words: Words = found ^ found >> np.uint64(31)
    return mixed_words


def fraction(words: Words) -> NDArray[np.float64]:
    """Turn words into numbers in [0, 1)."""
    return (words >> np.uint64(11)).astype(np.float64) / (1 << 53)


# --- recordings -----------------------------------------------------------------------------------


@frozen(eq=False)
class Tables:
    """What is recorded of games played together; a row for each ply."""

    games: int
    boards: list[Numbers] = field(factory=list)
    results: list[Results] = field(factory=list)
    legal: list[Actions] = field(factory=list)
    chosen: list[Actions] = field(factory=list)

    def add(self, ply: Ply) -> None:
        """Record a ply."""
        self.boards.append(ply.bulk.written(ply.positions))
        self.results.append(ply.results)
        self.legal.append(ply.legal)
        self.chosen.append(ply.chosen)


def record(
    specification: Specification[Any],
    seed: int,
    games: int,
    *,
    biased: bool = False,
    max_plies: int = 10_000,
) -> Recording:
    """Play random games and record every position, as `impl.drivers.record` does.

    A game of `max_plies` actions is cut off. Game `g` of a seed is the same whatever the number of
    games; it is not the game of that number that an implementation plays.
    """
    bulk = specification.in_bulk()
    parts = []
    for begin in range(0, games, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, games))
        parts.append(Tables(len(numbers)))
        for ply in play(bulk, seed, numbers, biased=biased, max_plies=max_plies):
            parts[-1].add(ply)
    return put_together(specification, bulk, seed, parts)


def put_together(
    specification: Specification[Any], bulk: Bulk[Any], seed: int, parts: Sequence[Tables]
) -> Recording:
    """Make one recording; rows after the end of a game repeat its final position."""
    rows = max((len(part.boards) for part in parts), default=1)
    codes = occurring(bulk, parts)
    names = bulk.actions or tuple(bulk.name(code) for code in codes.tolist())
    begins = np.cumsum([0, *(part.games for part in parts)]).tolist()
    players = len(bulk.players)
    tables = Recording(
        game=specification.game,
        params=dict(specification.params),
        rulings=dict(specification.rulings),
        seed=seed,
        players=tuple(bulk.players),
        actions=tuple(names),
        places=tuple(bulk.places),
        contents=tuple(bulk.contents),
        played=np.full((rows - 1, begins[-1]), -1, np.int32),
        legal=legal_sets(parts, begins, rows, codes),
        board=np.zeros((rows, begins[-1], len(bulk.places)), np.uint8),
        turn=np.zeros((rows, begins[-1]), np.int8),
        scores=np.zeros((rows, begins[-1], players), np.int32),
        winners=np.zeros((rows, begins[-1], players), np.bool_),
    )
    for begin, part in zip(begins, parts, strict=False):
        lanes = slice(begin, begin + part.games)
        for row in range(rows):
            last = min(row, len(part.boards) - 1)
            if (part.boards[last] < 0).any():
                raise LookupError("a position has no place in the table of a recording")
            tables.board[row, lanes] = part.boards[last]
            results = part.results[last]
            tables.turn[row, lanes] = results.turn
            tables.scores[row, lanes] = results.scores
            tables.winners[row, lanes] = results.winners
        for row, chosen in enumerate(part.chosen[: rows - 1]):
            columns = np.searchsorted(codes, chosen.codes)
            tables.played[row, begin + chosen.games] = columns
    return tables


def occurring(bulk: Bulk[Any], parts: Sequence[Tables]) -> Codes:
    """List the codes of all actions or, if they are too many, of those that are legal anywhere."""
    if bulk.actions is not None:
        return np.arange(len(bulk.actions))
    found = [np.unique(legal.codes) for part in parts for legal in part.legal]
    return np.unique(np.concatenate([np.zeros(0, np.int64), *found]))


def legal_sets(
    parts: Sequence[Tables], begins: Sequence[int], rows: int, codes: Codes
) -> LegalSets:
    """Put the legal sets of all games together, ply by ply."""
    games, columns = [], []
    for row in range(rows):
        for begin, part in zip(begins, parts, strict=False):
            legal = part.legal[min(row, len(part.legal) - 1)]
            games.append(row * begins[-1] + begin + legal.games)
            columns.append(np.searchsorted(codes, legal.codes).astype(np.int32))
    none = np.zeros(0, np.int64)
    counts = np.bincount(np.concatenate([none, *games]), minlength=rows * begins[-1])
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    every = np.concatenate([none.astype(np.int32), *columns])
    return LegalSets(rows, begins[-1], len(codes), starts, every)
