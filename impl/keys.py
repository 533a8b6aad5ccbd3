"""The keys of recorded positions: they are made only if somebody wants to see the positions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from attrs import define
from numpy.typing import NDArray

from rulewright.impl.dispatch import compiled
from rulewright.impl.kernel import Kernel, Row, list_legal, play, read_key, start, write_key

if TYPE_CHECKING:
    from rulewright.impl.engine import CompiledEngine, State


@compiled
def write_keys(game: Kernel, played: NDArray[np.int64], keys: NDArray[np.int64]) -> None:
    """Replay games `[ply, game]` (-1: over), and write the key of every position: `[ply, game, key]`."""
    row = np.empty(game.row_size, np.int64)
    plies, games = played.shape
    for number in range(games):
        start(game, row)
        write_key(game, row, keys[0, number])
        for ply in range(plies):
            if played[ply, number] >= 0:
                play(game, row, played[ply, number])
            write_key(game, row, keys[ply + 1, number])


@compiled
def write_keys_of_steps(
    game: Kernel, keys: Row, begin: int, end: int, pairs: NDArray[np.int64]
) -> None:
    """Write the keys before and after each action of positions `begin` to `end`: `[2, game, key]`.

    The games are those of `rulewright.impl.loops.play_steps`, in its order.
    """
    size = game.key_size
    row = np.empty(game.row_size, np.int64)
    after = np.empty(game.row_size, np.int64)
    actions = np.empty(game.most_legal, np.int64)
    games = 0
    for number in range(begin, end):
        read_key(game, keys[number * size : (number + 1) * size], row)
        count = list_legal(game, row, actions)
        for index in range(max(count, 1)):
            after[:] = row
            write_key(game, row, pairs[0, games])
            if count:
                play(game, after, actions[index])
            write_key(game, after, pairs[1, games])
            games += 1


@define(eq=False)
class KeysOfGames:
    """The states of recorded games (see `RecordedStates`); `played` holds codes, -1 once over."""

    engine: CompiledEngine
    played: NDArray[np.int64]

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """Replay the games."""
        plies, games = self.played.shape
        keys = np.zeros((plies + 1, games, self.engine.kernel.key_size), np.int64)
        write_keys(self.engine.by_address, self.played, keys)
        return keys

    def state(self, ply: int, game: int) -> State:
        """Return the state of a game before a ply."""
        state: State = self.keys[ply, game].tobytes()
        return state


@define(eq=False)
class KeysOfSteps:
    """The states before and after each action of a range of explored positions."""

    engine: CompiledEngine
    explored: Row
    """The keys of all explored positions, one after the other."""
    begin: int
    end: int
    games: int

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """Play each action again."""
        keys = np.zeros((2, self.games, self.engine.kernel.key_size), np.int64)
        write_keys_of_steps(self.engine.by_address, self.explored, self.begin, self.end, keys)
        return keys

    def state(self, ply: int, game: int) -> State:
        """Return the state before an action (ply 0) or after it (ply 1)."""
        state: State = self.keys[ply, game].tobytes()
        return state
