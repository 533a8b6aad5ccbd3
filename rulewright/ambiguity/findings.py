"""The result of comparing two readings of one question, as plain JSON when written."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import cattrs
from attrs import field, frozen

CERTAINTY = 1.959963984540054
"""Standard deviations on each side that cover 95 % of a normal distribution."""


@frozen
class Share:
    """How many of some games show an effect, with Wilson's 95 % interval for the share."""

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
    """How many random games can be played to an end under both readings, by the reading that chose.

    A game is not comparable if the other reading forbids one of its actions before its own end, or if
    it was cut off before an end under either.
    """

    by_first: Share
    """Among the games whose actions were chosen under the first reading."""
    by_second: Share
    broken_off: tuple[int, int] = (0, 0)
    """The games of each reading that were cut off."""

    @property
    def games(self) -> int:
        """The number of comparable games."""
        return self.by_first.hits + self.by_second.hits


@frozen
class Solved:
    """A small board solved exactly under two readings.

    A value is the result of best play, in words such as ``red can force a win``.
    """

    params: Mapping[str, Any]
    first: str
    """The value under the first reading."""
    second: str
    """The value under the second reading."""
    positions: int
    """Positions visited under both readings in total."""
    trivial: bool = False
    """Whether all games on it have the same winners under both readings, however they are played."""

    @property
    def differs(self) -> bool:
        """Whether the two readings have different values."""
        return self.first != self.second


@frozen
class Ambiguity:
    """Two readings of one question: where they part, and whether it matters."""

    game: str
    question: str
    quotation: str
    """The words with two readings, in the original."""
    source: str
    """The short name of the rulebook that contains them."""
    first: str
    second: str
    params: Mapping[str, Any]
    """The parameters of the game in `moves`; omitted ones have their defaults."""
    moves: tuple[str, ...] | None
    """The shortest game from the start after which the two readings differ."""
    exact: bool
    """Whether it is known that no shorter game does (without `moves`: no game at all)."""
    searched: str
    """What was searched, in a sentence with the number of positions or games."""
    disputed: str
    """The action or result that the readings differ about."""
    what: str
    """How each of the two readings decides it."""
    theorem: str | None
    """The name of a theorem that proves the same, or that there is no difference."""
    shows: Share | None
    """Random games in which the readings differ about some position."""
    changes_result: Share | None
    """The `comparable` games whose actions lead to another result under the other reading.

    None if nothing was counted, or if no game is comparable.
    """
    greedy_shows: Share | None
    greedy_changes_result: Share | None
    """The same two for a greedy player, who takes the best next position and breaks ties at random."""
    solved: tuple[Solved, ...]
    wording: str
    """A proposed wording that leaves only the default reading; "" if there is none."""
    counted: Mapping[str, Any] = field(factory=dict)
    """The parameters of the random games; omitted ones have their defaults."""
    comparable: Comparable | None = None
    """How many random games can be played to an end under both readings."""
    greedy_comparable: Comparable | None = None
    english: str = ""
    """The quotation in English, if the source is in another language."""

    def to_json(self) -> dict[str, Any]:
        """Write it as plain JSON."""
        written: dict[str, Any] = cattrs.unstructure(self)
        return written
