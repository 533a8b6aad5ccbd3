"""Many positions of one game side by side: the basis for judging and playing games in bulk."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from rulewright.interface import Action, Json
from rulewright.spec.coverage import Coverage

Q = TypeVar("Q")
Table: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int64]
Codes: TypeAlias = NDArray[np.int64]
"""Numbers of actions: the same action has the same one in every position."""


@frozen(eq=False)
class Actions:
    """Actions of some games, in any order: the game and the code of each."""

    games: Numbers
    codes: Codes

    @classmethod
    def joined(cls, parts: Sequence[Actions]) -> Actions:
        """Put several lists together."""
        none = np.zeros(0, np.int64)
        return cls(
            np.concatenate([none, *(part.games for part in parts)]),
            np.concatenate([none, *(part.codes for part in parts)]),
        )


@frozen(eq=False)
class Results:
    """Whose turn it is in each game (-1: nobody's), and by player the scores and who has won."""

    turn: Numbers
    """`[game]`"""
    scores: Numbers
    """`[game, player]`"""
    winners: Table
    """`[game, player]`"""


class Bulk(ABC, Generic[Q]):
    """The rules of a game under fixed options, applied to many positions at once.

    `Q` holds the positions; a game may cache derived facts in it.
    """

    players: tuple[str, ...]
    places: tuple[str, ...]
    """Names of the places of a recorded position."""
    contents: tuple[str, ...]
    """Names of what a place can carry; the first is what an empty place carries."""
    actions: tuple[Action, ...] | None
    """All actions, in the order of their codes; None where they are too many to be listed."""
    at_once: int = 0
    """Positions that are quick to judge at once: of fewer games, several plies are judged together.

    0 where a game is judged ply by ply; what has more needs `are_same`.
    """

    @abstractmethod
    def code(self, action: Action) -> int | None:
        """Return an action's code; None for text that is not an action."""

    def codes_of(self, actions: Sequence[Action]) -> list[int | None]:
        """Return the codes of several actions."""
        return list(map(self.code, actions))

    @abstractmethod
    def name(self, code: int) -> Action:
        """Return the action with this code."""

    @abstractmethod
    def start(self, games: int) -> Q:
        """Set up this many games."""

    @abstractmethod
    def read(self, board: Numbers, turn: Numbers, winners: Table) -> Q:
        """Take positions as they are recorded: `[game, place]` holds indices into `contents`."""

    @abstractmethod
    def written(self, positions: Q) -> Numbers:
        """Write positions as they are recorded: `[game, place]` holds indices into `contents`.

        A value that matches no content is written as -1.
        """

    def facts(self, positions: Q) -> Numbers | None:
        """Write all facts of positions, the turn included: `[game, fact]`.

        None if a game cannot read positions in JSON form in bulk; then `facts_of` is not called.
        """
        del positions
        return None

    def facts_of(self, position: Json) -> Numbers:
        """Write all facts of a position in JSON form, as `facts` does; raises `MalformedPosition`."""
        raise NotImplementedError

    def from_facts(self, facts: Numbers, turn: Numbers, winners: Table) -> Q:
        """Take positions from what `facts` writes."""
        raise NotImplementedError

    def as_json(self, positions: Q, game: int) -> Json:
        """Write one position in JSON form."""
        raise NotImplementedError

    def are_same(self, positions: Q, others: Q) -> bool:
        """Return whether positions are the same, game by game, in all that a rule can look at.

        It may say no of positions that are, never yes of positions that are not.
        """
        raise NotImplementedError

    @abstractmethod
    def results(self, positions: Q) -> Results:
        """Find turns, scores and winners."""

    def turns(self, positions: Q) -> Numbers:
        """Find whose turn it is, as `results` does: for who asks for nothing else."""
        return self.results(positions).turn

    @abstractmethod
    def coverage(self, positions: Q) -> Coverage:
        """Count each clause's verdicts on all candidates in unfinished games."""

    @abstractmethod
    def legal(self, positions: Q) -> Actions:
        """Find the complete legal sets: no action where the game is over."""

    def legal_table(self, positions: Q) -> Table | None:
        """Find the complete legal sets as a table `[game, code]`; None where `legal` is quicker."""
        del positions
        return None

    @abstractmethod
    def played(self, positions: Q, chosen: Actions) -> Q:
        """Play a legal action in some games; the others stay as they are."""

    @abstractmethod
    def state(self, positions: Q, game: int) -> Any:
        """Take one position out, as a state of the specification."""
