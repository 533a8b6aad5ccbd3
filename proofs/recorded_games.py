"""Random games of a specification side by side: played once, and read as often as is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, zip_longest
from typing import Any

import numpy as np
from attrs import define, field, frozen

from rulewright.interface import Action
from rulewright.spec.play import Ply, play

SEED = 1


@frozen(eq=False)
class RecordedPosition:
    """A position of a recorded game, by the number of the game and of actions; what is played in it."""

    game: int
    ply: int
    state: Any
    action: Action


class UnderKey:
    """What is kept under a key: two are the same if their keys are."""

    def __init__(self, what: Any, key: tuple[Any, ...]) -> None:
        """Remember something by its key."""
        self.what, self.key = what, key

    def __eq__(self, other: object) -> bool:
        """Whether the keys are the same."""
        return isinstance(other, UnderKey) and self.key == other.key

    def __hash__(self) -> int:
        """Hash the key."""
        return hash(self.key)


@define(eq=False)
class PlayedGames:
    """Random games side by side, played as far as is asked for; a position is taken out once."""

    begin: Callable[[], Iterator[Ply]]
    _upcoming: Iterator[Ply] = field(init=False)
    _plies: list[Ply] = field(init=False, factory=list)
    _taken: dict[tuple[int, int], RecordedPosition] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        """Begin."""
        self._upcoming = self.begin()

    def positions(self, games: int, stride: int, max_plies: int) -> Iterator[RecordedPosition]:
        """Yield one position in so many of the first games, and the last before the end of each.

        In all of them somebody is to move.
        """
        plies = self.until(max_plies)
        for ply, (found, following) in enumerate(zip_longest(plies, plies[1:])):
            ends = np.zeros(games, np.bool_) if following is None else following.turns < 0
            for game in np.flatnonzero(found.turns[:games] >= 0).tolist():
                if (ply + game) % stride == 0 or ends[game]:
                    yield self.taken(ply, game)

    def cut(self, games: int, max_plies: int) -> int:
        """Return how many of the first games have somebody to move after so many actions."""
        plies = self.until(max_plies)
        is_cut = len(plies) > max_plies
        return int(np.count_nonzero(plies[-1].turns[:games] >= 0)) if is_cut else 0

    def taken(self, ply: int, game: int) -> RecordedPosition:
        """Take out the position of a game on a ply, or return what was taken before."""
        if (ply, game) not in self._taken:
            found = self._plies[ply]
            action = found.action(game)
            self._taken[ply, game] = RecordedPosition(game, ply, found.state(game), action)
        return self._taken[ply, game]

    def until(self, max_plies: int) -> list[Ply]:
        """Return the plies up to the one after so many actions, or to the end of all games.

        Games that break down do so whenever they are asked for: what was played of them is no game.
        """
        try:
            self._plies += islice(self._upcoming, max(max_plies + 1 - len(self._plies), 0))
        except BaseException:
            self._plies, self._upcoming = [], self.begin()
            raise
        return self._plies[: max_plies + 1]


@cache
def games_played(kept: UnderKey) -> PlayedGames:
    """Begin random games."""
    engine, games = kept.what
    return PlayedGames(lambda: play(engine.in_bulk(), SEED, range(games)))
