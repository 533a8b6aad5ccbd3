"""Many games in plain tables, which an implementation fills at full speed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from rulewright.interface.engine import Json


@frozen(eq=False)
class LegalSets:
    """The legal actions of many positions, if a table of all actions would be too large.

    Only the legal actions are stored. Indexed by ply, it yields such a table: ``sets[ply]`` is
    ``[G, A]``.
    """

    plies: int
    games: int
    width: int
    """Number of actions (`A`)."""
    starts: NDArray[np.int64] = field(repr=False)
    """`[plies * games + 1]`: where the actions of each position begin, ply by ply."""
    columns: NDArray[np.int32] = field(repr=False)
    """The actions of all positions."""

    @classmethod
    def of(cls, games: Sequence[Sequence[NDArray[np.int64]]], plies: int, width: int) -> LegalSets:
        """Build from the actions in each position of each game; a game's last row is repeated."""
        ordered = [np.sort(game[min(ply, len(game) - 1)]) for ply in range(plies) for game in games]
        starts = np.concatenate([[0], np.cumsum([len(row) for row in ordered])]).astype(np.int64)
        columns = np.concatenate(ordered) if ordered else np.zeros(0)
        return cls(plies, len(games), width, starts, columns.astype(np.int32))

    @classmethod
    def of_rows(
        cls,
        rows: NDArray[np.int64],
        counts: NDArray[np.int64],
        columns: NDArray[np.int32],
        width: int,
    ) -> LegalSets:
        """Build from the actions of positions, one after the other, ascending in each.

        `rows` ``[plies, games]`` says which position it is, and `counts` how many actions each has.
        """
        plies, games = rows.shape
        every = rows.reshape(-1)
        starts = np.concatenate([[0], np.cumsum(counts[every])]).astype(np.int64)
        some = every[counts[every] > 0]
        ends = np.cumsum(counts)
        bounds = zip((ends - counts)[some].tolist(), ends[some].tolist(), strict=True)
        found = [columns[:0], *(columns[begin:end] for begin, end in bounds)]
        return cls(plies, games, width, starts, np.concatenate(found))

    def listed(self, ply: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the games and the actions of all legal actions at a ply."""
        starts = self.starts[ply * self.games : (ply + 1) * self.games + 1]
        return np.repeat(np.arange(self.games), np.diff(starts)), self.columns[
            starts[0] : starts[-1]
        ]

    def __getitem__(self, ply: int) -> NDArray[np.bool_]:
        """Return the table of one ply: ``[G, A]``."""
        table = np.zeros((self.games, self.width), np.bool_)
        table[self.listed(ply)] = True
        return table


class RecordedStates(Protocol):
    """The states of the engine that was recorded."""

    def state(self, ply: int, game: int) -> Hashable:
        """Return the state before a ply; after the end of a game, its final one."""


@frozen(eq=False)
class WrittenPositions:
    """The recorded positions in JSON form, for a judge that does not know the recorded places."""

    states: RecordedStates
    to_json: Callable[[Any], Json]
    """Of the engine that was recorded."""
    known: dict[Any, Any] = field(factory=dict, repr=False)
    """What a judge has found out about states, so that it is found out once."""
    first_ply: int = 0
    first_game: int = 0

    def state(self, ply: int, game: int) -> Hashable:
        """Return the state of a game before a ply, as the engine keeps it."""
        return self.states.state(self.first_ply + ply, self.first_game + game)

    def json(self, ply: int, game: int) -> Json:
        """Write the position of a game before a ply."""
        return self.to_json(self.state(ply, game))

    def cut(self, plies: int, games: int) -> WrittenPositions:
        """Begin at another ply and game."""
        ply, game = self.first_ply + plies, self.first_game + games
        return evolve(self, first_ply=ply, first_game=game)


@frozen(eq=False)
class Recording:
    """An engine's record of `G` games of at most `T` plies.

    Tables are indexed ``[ply, game, ...]``; row `t` of `board`, `legal`, `turn` and `scores` is the
    position before ply `t`, so they have `T + 1` rows. After the end of a game its rows repeat the
    final position. Names, not numbers, carry the meaning: two sides may number things differently.
    """

    game: str
    params: dict[str, Any]
    rulings: dict[str, str]
    seed: int
    players: tuple[str, ...]
    """Names of the players in turn order (`P`)."""
    actions: tuple[str, ...]
    """Names of the actions (`A`)."""
    places: tuple[str, ...]
    """Names of the places of the board (`C`)."""
    contents: tuple[str, ...]
    """Names of what a place can hold; the first means empty."""
    played: NDArray[np.int32] = field(repr=False)
    """`[T, G]`: index into `actions`; -1 once the game is over."""
    legal: NDArray[np.bool_] | LegalSets = field(repr=False)
    """`[T + 1, G, A]`: whether the action is legal."""
    board: NDArray[np.uint8] = field(repr=False)
    """`[T + 1, G, C]`: index into `contents`."""
    turn: NDArray[np.int8] = field(repr=False)
    """`[T + 1, G]`: index into `players`; -1 when over."""
    scores: NDArray[np.int32] = field(repr=False)
    """`[T + 1, G, P]`: the current score of each player."""
    winners: NDArray[np.bool_] = field(repr=False)
    """`[T + 1, G, P]`: whether the player is among the winners."""
    from_start: bool = True
    """Whether row 0 is the game's initial position; if not, it may be any position."""
    written: WrittenPositions | None = field(default=None, repr=False)
    """The positions in JSON form; they are compared where the places are not the specification's."""

    @property
    def plies(self) -> int:
        """Number of actions played in all games together."""
        return int((self.played >= 0).sum())

    def moves(self, game: int, plies: int | None = None) -> list[str]:
        """Return the first `plies` actions of one game (all if None)."""
        line = self.played[: self.played.shape[0] if plies is None else plies, game]
        return [self.actions[index] for index in line if index >= 0]
