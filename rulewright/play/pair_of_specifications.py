"""Two readings of a rulebook without an implementation: random games of both, many side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from rulewright.impl.comparison import Manner
from rulewright.interface import Action
from rulewright.play.by_specification import NOT_IN_BULK
from rulewright.play.pair import PlainGames, PlainPair, Played
from rulewright.spec.bulk import Actions, Bulk, Codes, Results
from rulewright.spec.engine import Specification
from rulewright.spec.play import Ply, play

OVER = -1
"""The turn of a finished game."""


@define(eq=False)
class Following:
    """The leader's actions, played under the follower's reading for as long as it permits them."""

    leader: Bulk[Any]
    follower: Bulk[Any]
    games: int
    parted: NDArray[np.int64] = field(init=False)
    together: NDArray[np.bool_] = field(init=False)
    """Whether the follower has permitted every action so far."""
    moves: list[list[Action]] = field(init=False)
    positions: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Set up the games."""
        self.parted = np.full(self.games, -1, np.int64)
        self.together = np.ones(self.games, np.bool_)
        self.moves = [[] for _ in range(self.games)]
        self.positions = self.follower.start(self.games)

    def advance(self, number: int, ply: Ply) -> Results:
        """Compare the positions of a ply, and follow what is played next; return its results here."""
        results = self.follower.results(self.positions)
        legal = self.follower.legal(self.positions)
        self.parted[(self.parted < 0) & self.differing(ply, results, legal)] = number
        games, codes = ply.chosen.games, self.translated(ply.chosen.codes)
        for game, code in zip(games.tolist(), ply.chosen.codes.tolist(), strict=True):
            self.moves[game].append(self.leader.name(code))
        asked = self.together[games] & (results.turn[games] != OVER)
        chosen, listed, _ = numbered(Actions(games, codes), legal)
        permitted = np.isin(chosen, listed)
        self.together[games[asked & ~permitted]] = False
        on = asked & permitted
        self.positions = self.follower.played(self.positions, Actions(games[on], codes[on]))
        return results

    def differing(self, ply: Ply, results: Results, legal: Actions) -> NDArray[np.bool_]:
        """Return for each game whether the two say different things about its position."""
        found = (self.leader.written(ply.positions) != self.follower.written(self.positions)).any(1)
        found |= ply.results.turn != results.turn
        found |= (ply.results.scores != results.scores).any(axis=1)
        found |= (ply.results.winners != results.winners).any(axis=1)
        own = Actions(ply.legal.games, self.translated(ply.legal.codes))
        mine, theirs, actions = numbered(own, legal)
        found[np.setxor1d(mine, theirs) // actions] = True
        differ: NDArray[np.bool_] = found
        return differ

    def translated(self, codes: Codes) -> Codes:
        """Number the leader's actions as the follower does; -1 for what is no action there."""
        every, places = np.unique(codes, return_inverse=True)
        known = [self.follower.code(self.leader.name(code)) for code in every.tolist()]
        return np.array([-1 if code is None else code for code in known], np.int64)[places]


def numbered(one: Actions, other: Actions) -> tuple[Codes, Codes, int]:
    """Make one number of each game and action, the same for both; and the number of actions."""
    every = np.unique(np.concatenate([one.codes, other.codes]))
    actions = max(len(every), 1)
    first, second = (
        each.games * actions + np.searchsorted(every, each.codes) for each in (one, other)
    )
    return first, second, actions


@frozen
class SpecificationPair(PlainPair):
    """Two specifications of one game: uniform and biased games are played in bulk."""

    first: Specification[Any]
    second: Specification[Any]

    def play(self, seed: int, count: int, manner: Manner, most_plies: int) -> Played:
        """Play many games at once; greedy ones, which look ahead, one by one."""
        if manner is Manner.GREEDY or not count:
            return super().play(seed, count, manner, most_plies)
        try:
            return self.in_bulk(seed, count, manner, most_plies)
        except NOT_IN_BULK:
            return super().play(seed, count, manner, most_plies)

    def in_bulk(self, seed: int, count: int, manner: Manner, most_plies: int) -> Played:
        """Play the games side by side, those of each leader together."""
        parted = np.full(count, -1, np.int64)
        comparable, cut_off, changed = np.zeros((3, count), np.bool_)
        moves: list[tuple[Action, ...]] = [()] * count
        for half, sides in enumerate(((self.first, self.second), (self.second, self.first))):
            numbers = np.arange(half, count, 2)
            done, ended, differ = self.half(seed, numbers.tolist(), manner, most_plies, *sides)
            parted[half::2] = done.parted
            comparable[half::2] = done.together & ended
            cut_off[half::2] = done.together & ~ended
            changed[half::2] = done.together & ended & differ
            for number, line in zip(numbers.tolist(), done.moves, strict=True):
                moves[number] = tuple(line)
        return PlainGames(parted, comparable, cut_off, changed, tuple(moves))

    def half(  # noqa: PLR0917
        self,
        seed: int,
        numbers: Sequence[int],
        manner: Manner,
        most_plies: int,
        leader: Specification[Any],
        follower: Specification[Any],
    ) -> tuple[Following, NDArray[np.bool_], NDArray[np.bool_]]:
        """Play the games that one side leads; return which ended, and which ended differently."""
        lead, biased = leader.in_bulk(), manner is Manner.BIASED
        games = Following(lead, follower.in_bulk(), len(numbers))
        mine = theirs = None
        for number, ply in enumerate(
            play(lead, seed, numbers, biased=biased, max_plies=most_plies)
        ):
            mine, theirs = ply.results, games.advance(number, ply)
        if mine is None or theirs is None:
            nothing = np.zeros(0, np.bool_)
            return games, nothing, nothing
        over, other_over = mine.turn == OVER, theirs.turn == OVER
        differ = (over != other_over) | (mine.winners != theirs.winners).any(axis=1)
        return games, over | other_over, differ
