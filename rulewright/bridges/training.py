"""Thousands of games at once, for training: `step` plays one action in each, compiled.

    >>> from rulewright.bridges.training import many_games
    >>> batch = many_games("minoa", games=4, n=2)
    >>> batch.step(batch.sample(seed=1)).turns.tolist()
    [1, 1, 1, 1]

Only games with a compiled implementation can be trained so. A game that has ended begins anew at the
next step, whose action it ignores.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from rulewright.bridges.bridge import MOST_PLIES, BadLength, length_of, separated
from rulewright.impl.batch import CUT, OVER, Rounds
from rulewright.impl.numbers import number_count
from rulewright.interface import UsageError
from rulewright.play import games as catalogue


class NotCompiled(UsageError):
    """A game has no compiled implementation whose actions have numbers."""


class IllegalNumber(UsageError):
    """A number is that of no legal action in its game."""


@frozen(eq=False)
class BatchStep:
    """What a step has brought, for each of `G` games and `P` players."""

    turns: NDArray[np.int64]
    """`[G]`: the player to move; -1 where the game is over, -2 where it was cut off."""
    rewards: NDArray[np.float32] = field(repr=False)
    """`[G, P]`: as `rulewright.bridges.bridge.returns_of` says; 0 before the end."""

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """`[G]`: whether the game is over."""
        return np.equal(self.turns, OVER)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """`[G]`: whether the game was cut off."""
        return np.equal(self.turns, CUT)


class ManyGames:
    """A batch of games of one engine."""

    def __init__(self, engine: Any, games: int, most_plies: int) -> None:
        """Set the games up."""
        count = number_count(engine)
        if count is None:
            raise NotCompiled(
                f"{engine.game} has no compiled implementation whose actions have numbers: "
                "rulewright.bridges.pettingzoo plays it one game at a time"
            )
        self.engine, self.games, self.action_count = engine, games, count
        self.rounds = Rounds(engine, games, most_plies)
        self.steps = 0

    def reset(self) -> BatchStep:
        """Set all games up."""
        self.rounds.begin()
        self.rounds.rewards[:] = 0
        self.steps = 0
        return self.now()

    def now(self) -> BatchStep:
        """Return what the last step has brought."""
        return BatchStep(self.rounds.turns.copy(), self.rounds.rewards.copy())

    def step(self, numbers: NDArray[np.int64]) -> BatchStep:
        """Play one action in each game, by number: `[G]`.

        Raises `IllegalNumber`, after the games before the one that it names were played.
        """
        given = np.ascontiguousarray(numbers, np.int64)
        if given.shape != (self.games,):
            raise IllegalNumber(f"numbers have the shape {given.shape}, it must be ({self.games},)")
        wrong = self.rounds.step(given)
        if wrong >= 0:
            raise IllegalNumber(f"{given[wrong]} is no legal action of game {wrong}")
        self.steps += 1
        return self.now()

    def masks(self) -> NDArray[np.int8]:
        """Return 1 for the numbers of legal actions: `[G, action_count]`."""
        masks = np.zeros((self.games, self.action_count), np.int8)
        self.rounds.masks(masks)
        return masks

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the numbers of all legal actions, and where those of each game start, `[G + 1]`.

        Those of game g are ``numbers[starts[g]:starts[g + 1]]``, in no particular order; none after its
        end. Where a game has many numbers, this is faster than `masks`.
        """
        return self.rounds.legal()

    def sample(self, seed: int = 0) -> NDArray[np.int64]:
        """Draw a legal action for each game, uniformly: `[G]`; it depends on the seed and the step."""
        return self.rounds.draw(seed, self.steps)

    def states(self) -> list[bytes]:
        """Return each position as a state of the engine."""
        return self.rounds.states()


def many_games(
    game: str, games: int = 4_096, most_plies: int | None = None, **options: Any
) -> ManyGames:
    """Make a batch of games; `options` are parameters and rulings.

    Each is cut off after `most_plies` actions, or after as many as a theorem says it has at most, else
    1,000. Raises `UnknownGame`, `NotCompiled`, `BadLength`, and what is said of wrong options.
    """
    if type(games) is not int or games < 1:
        raise BadLength(f"games is {games!r}, it must be a whole number from 1")
    if most_plies is not None and (type(most_plies) is not int or most_plies < 1):
        raise BadLength(f"most_plies is {most_plies!r}, it must be a whole number from 1")
    engine = catalogue.fastest(game, *separated(game, options))
    bound, _ = length_of(engine) or (MOST_PLIES, "")
    return ManyGames(engine, games, most_plies or bound)
