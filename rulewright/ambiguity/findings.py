"""What is found out about two readings of one question; everything in it is plain JSON when written."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import cattrs
from attrs import field, frozen

CERTAINTY = 1.959963984540054
"""Standard deviations on each side that hold 95 % of a normal distribution."""


@frozen
class Share:
    """How many of some games show a thing, with Wilson's 95 % interval for the share."""

    hits: int
    games: int
    low: float
    high: float

    @classmethod
    def of(cls, hits: int, games: int) -> Share:
        """Count `hits` among `games` (1 or more) independent games."""
        middle = hits / games
        squared = CERTAINTY**2
        centre = middle + squared / (2 * games)
        spread = CERTAINTY * sqrt((middle * (1 - middle) + squared / (4 * games)) / games)
        scale = 1 + squared / games
        low = 0.0 if hits == 0 else max((centre - spread) / scale, 0.0)
        high = 1.0 if hits == games else min((centre + spread) / scale, 1.0)
        return cls(hits, games, low, high)


@frozen
class Comparable:
    """How many random games can be played to an end under both readings, by whose choices they are.

    A game cannot where it takes an action that the other reading forbids before its own end, or where
    it was broken off before an end under either.
    """

    by_first: Share
    """Of the games whose actions were chosen under the first reading."""
    by_second: Share
    broken_off: tuple[int, int] = (0, 0)
    """Of those of each reading, the games that were broken off."""

    @property
    def games(self) -> int:
        """All games that can be compared."""
        return self.by_first.hits + self.by_second.hits


@frozen
class Solved:
    """A shrunken game solved exactly under two readings.

    A value says what best play comes to, in words such as ``red wins``.
    """

    params: Mapping[str, Any]
    first: str
    """The value under the first reading."""
    second: str
    """The value under the second reading."""
    positions: int
    """Positions visited under both readings together."""
    trivial: bool = False
    """Whether all games on it have the same winners, whatever is played, under both readings alike."""

    @property
    def differs(self) -> bool:
        """Whether the two readings come to different values."""
        return self.first != self.second


@frozen
class Ambiguity:
    """Two readings of one question: where they part, and whether it matters."""

    game: str
    question: str
    quotation: str
    """The words that can be read in two ways, in the original."""
    source: str
    """The short name of the rulebook that they stand in."""
    first: str
    second: str
    params: Mapping[str, Any]
    """The parameters of the game in `moves`; those left out have their defaults."""
    moves: tuple[str, ...] | None
    """The shortest game, from the start, after which the two readings say different things."""
    exact: bool
    """Whether it is known that no shorter game does (or, without `moves`, no game at all)."""
    searched: str
    """A sentence: what was searched, with the number of positions or games."""
    disputed: str
    """The action that one reading permits and the other forbids, or the result they differ about."""
    what: str
    """What each of the two readings says there."""
    theorem: str | None
    """The name of a theorem of the game that says the same; of the absence of a difference too."""
    shows: Share | None
    """Random games in which the readings differ about some position."""
    changes_result: Share | None
    """Of the `comparable` games, those whose actions end otherwise under the other reading.

    None where nothing was counted, and where no game can be compared.
    """
    greedy_shows: Share | None
    greedy_changes_result: Share | None
    """The same two of a player who takes what is best after the action, ties drawn by lot."""
    solved: tuple[Solved, ...]
    wording: str
    """What the rulebook could say so that only the default reading is left; "" if none is proposed."""
    counted: Mapping[str, Any] = field(factory=dict)
    """The parameters of the random games; those left out have their defaults."""
    comparable: Comparable | None = None
    """How many of the random games can be played to an end under both readings."""
    greedy_comparable: Comparable | None = None
    english: str = ""
    """The quotation in English, where the source is in another language."""

    def to_json(self) -> dict[str, Any]:
        """Write it as plain JSON."""
        written: dict[str, Any] = cattrs.unstructure(self)
        return written
