"""Many games of one engine at once, step by step, for programs that learn: compiled loops over rows.

Actions are the numbers of `rulewright.impl.numbers`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import rulewright.impl.numbers  # noqa: F401 - registers what `number` and `numbered` do by default
from rulewright.impl.dispatch import compiled, leaf
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.kernel import (
    Kernel,
    Row,
    draw,
    is_legal,
    list_legal,
    number,
    numbered,
    play,
    start,
    turn,
    write_key,
    write_winners,
)
from rulewright.impl.randomness import GOLDEN, mixed, stream

Table = NDArray[np.int64]
Reals = NDArray[np.float32]
OVER = -1
"""In place of the player to move."""
CUT = -2
"""The same, of a game that was cut off."""


@compiled
def begin_all(game: Kernel, rows: Table, plies: Row, turns: Row) -> None:
    """Set all games up."""
    for each in range(len(rows)):
        start(game, rows[each])
        plies[each] = 0
        turns[each] = turn(game, rows[each])


@leaf
def share(winners: Row, rewards: Reals) -> None:
    """Write -1 for each loser, shared among the winners; nothing if all win, or nobody does."""
    won = 0
    for player in range(len(winners)):
        won += winners[player]
    for player in range(len(winners)):
        if won == 0 or won == len(winners):
            rewards[player] = 0
        else:
            rewards[player] = (len(winners) - won) / won if winners[player] else -1


@compiled
def step_all(  # noqa: PLR0917
    game: Kernel, rows: Table, numbers: Row, plies: Row, most: int, turns: Row, rewards: Reals
) -> int:
    """Play one action in each game; a game that had ended begins anew instead.

    Writes `turns`, the player to move (or `OVER` or `CUT`), and the rewards. Returns the first game
    whose action is illegal, after the games before it were played; -1 if there is none.
    """
    winners = np.zeros(game.player_count, np.int64)
    for each in range(len(rows)):
        row = rows[each]
        for player in range(game.player_count):
            rewards[each, player] = 0
        if turns[each] < 0:
            start(game, row)
            plies[each] = 0
            turns[each] = turn(game, row)
            continue
        action = numbered(game, row, numbers[each])
        if action < 0 or not is_legal(game, row, action):
            return each
        play(game, row, action)
        plies[each] += 1
        turns[each] = turn(game, row)
        if turns[each] < 0:
            write_winners(game, row, winners)
            share(winners, rewards[each])
        elif plies[each] >= most:
            turns[each] = CUT
    return -1


@compiled
def write_masks(game: Kernel, rows: Table, turns: Row, masks: NDArray[np.int8]) -> None:
    """Write 1 for the numbers of the legal actions of each game, 0 for the others."""
    actions = np.empty(game.most_legal, np.int64)
    masks[:] = 0
    for each in range(len(rows)):
        if turns[each] >= 0:
            for index in range(list_legal(game, rows[each], actions)):
                masks[each, number(game, rows[each], actions[index])] = 1


@compiled
def write_legal(game: Kernel, rows: Table, turns: Row, numbers: Row, starts: Row) -> int:
    """Write the numbers of the legal actions, game after game, and where those of each game start.

    Returns how many numbers there are; what does not fit is counted and not written.
    """
    actions = np.empty(game.most_legal, np.int64)
    total = 0
    for each in range(len(rows)):
        starts[each] = total
        if turns[each] >= 0:
            count = list_legal(game, rows[each], actions)
            if total + count <= len(numbers):
                for index in range(count):
                    numbers[total + index] = number(game, rows[each], actions[index])
            total += count
    starts[len(rows)] = total
    return total


@compiled
def draw_all(  # noqa: PLR0917
    game: Kernel, rows: Table, turns: Row, seed: int, step: int, numbers: Row
) -> None:
    """Draw a legal action for each game, uniformly; 0 where a game has ended."""
    state = stream(seed, step)
    for each in range(len(rows)):
        numbers[each] = 0
        if turns[each] >= 0:
            state += GOLDEN
            numbers[each] = number(game, rows[each], draw(game, rows[each], mixed(state)))


@compiled
def write_keys(game: Kernel, rows: Table, keys: Table) -> None:
    """Write the key of each game's position."""
    for each in range(len(rows)):
        write_key(game, rows[each], keys[each])


class Rounds:
    """The rows of many games of one engine, and what the loops above do with them."""

    def __init__(self, engine: CompiledEngine, games: int, most: int) -> None:
        """Make room for the games, and set them up; each is cut off after `most` actions."""
        self.engine, self.kernel, self.most = engine, engine.kernel, most
        self.rows = np.zeros((games, self.kernel.row_size), np.int64)
        self.plies, self.turns = np.zeros((2, games), np.int64)
        self.rewards = np.zeros((games, self.kernel.player_count), np.float32)
        self.listed = np.empty(games, np.int64)
        """Room for the numbers of all legal actions; it grows."""
        self.begin()

    def begin(self) -> None:
        """Set all games up."""
        begin_all(self.engine.by_address, self.rows, self.plies, self.turns)

    def step(self, numbers: Row) -> int:
        """Play one action in each game; returns the first game whose action is illegal, or -1."""
        done = step_all(
            *(self.kernel, self.rows, numbers, self.plies, self.most, self.turns, self.rewards)
        )
        return int(done)

    def masks(self, masks: NDArray[np.int8]) -> None:
        """Write the masks of all games."""
        write_masks(self.kernel, self.rows, self.turns, masks)

    def legal(self) -> tuple[Row, Row]:
        """Return the numbers of the legal actions, game after game, and where each game's start."""
        starts = np.zeros(len(self.rows) + 1, np.int64)
        while True:
            total = write_legal(self.kernel, self.rows, self.turns, self.listed, starts)
            if total <= len(self.listed):
                return self.listed[:total].copy(), starts
            self.listed = np.empty(2 * total, np.int64)

    def draw(self, seed: int, step: int) -> Row:
        """Draw a legal action for each game."""
        numbers = np.zeros(len(self.rows), np.int64)
        draw_all(self.kernel, self.rows, self.turns, seed, step, numbers)
        return numbers

    def states(self) -> list[bytes]:
        """Return the position of each game as a state of the engine."""
        keys = np.zeros((len(self.rows), self.kernel.key_size), np.int64)
        write_keys(self.engine.by_address, self.rows, keys)
        return [key.tobytes() for key in keys]
