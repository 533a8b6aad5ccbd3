"""Games shrink as games: actions are removed, exchanged for simpler ones, and shorter games tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from time import monotonic, process_time
from typing import Any

from attrs import define, field

from rulewright.interface import Action, Engine, IllegalAction
from rulewright.play.nearest import Step, search_of
from rulewright.play.shorten import shortest
from rulewright.testing.drawn import DrawnGame, replay
from rulewright.testing.failures import GameFails
from rulewright.testing.known import known_lines
from rulewright.testing.remembered import Remembered, remembered

REPLAYS = 300
"""Games tried while moves are removed or exchanged."""
SECONDS, SLOWER = 16.0, 4
"""Processor time for shrinking a game and searching for a shorter one; and how many times as long it
may take by the clock, since an adapter works elsewhere."""
SOON = 0.1
"""The part of the time in which the nearest games are searched before others are tried at random."""

Fails = Callable[[tuple[Action, ...]], bool]


def shrink(
    game: DrawnGame, fails: Callable[[DrawnGame], object], replays: int = REPLAYS
) -> DrawnGame:
    """Return a game that still fails, with actions removed and exchanged for simpler ones.

    `fails` returns whether a game fails; about `replays` games are tried.

    >>> from rulewright.testing import replay, shrink
    >>> game = replay("minoa", "0,0-1,0 0,0-0,1 -1,0--1,1 -1,0-0,-1", n=1)
    >>> shrink(game, lambda shorter: shorter.position.json["pieces"]).moves
    ('-1,0--1,1',)
    """

    def still(moves: tuple[Action, ...]) -> bool:
        try:
            return bool(fails(replay(game.engine, moves)))
        except IllegalAction:
            return False

    return replay(game.engine, simplest(game.engine, game.moves, still, replays))


def simplest(
    engine: Engine[Any], moves: Sequence[Action], fails: Fails, replays: int
) -> tuple[Action, ...]:
    """Remove moves, then exchange each for the first legal action with which it still fails."""
    kept = shortest(moves, fails, until_stuck=True, replays=replays)
    left = replays
    asked = remembered(engine)
    for ply in range(len(kept)):
        state = asked.initial()
        for action in kept[:ply]:
            state = asked.play(state, action)
        for action in asked.legal_actions(state):
            if action >= kept[ply] or not left:
                break
            left -= 1
            other = (*kept[:ply], action, *kept[ply + 1 :])
            if fails(other):
                kept = other
                break
    return kept


class OutOfTime(Exception):
    """The time for shrinking is used up."""


Failing = Callable[[Engine[Any], Sequence[Action], bool], GameFails | None]
"""Plays moves on a machine, with every illegal action offered at the end or without; returns how they
fail, or None."""


@define
class ShorterGames:
    """Looks for shorter games that fail like one that is known, until its time is used up."""

    engine: Engine[Any]
    failing: Failing
    offers: bool
    seconds: float = SECONDS
    found: dict[tuple[Action, ...], GameFails] = field(factory=dict, init=False)
    """The failures met, by their moves."""
    began: tuple[float, float] = field(factory=lambda: (process_time(), monotonic()), init=False)
    """Processor time and clock at the start."""
    share: float = field(default=1.0, init=False)
    """The part of the time that may be used up by now."""
    searched: bool = field(default=False, init=False)
    """Whether the search for the nearest game has come to its end."""
    _search: Iterator[Step[Any]] = field(init=False)
    _step: Step[Any] | None = field(default=None, init=False)
    """Where the search was when time was up: it goes on there."""

    @_search.default
    def _nearest_first(self) -> Iterator[Step[Any]]:
        asked: Any = remembered(self.engine)
        return search_of(asked).steps()

    @property
    def used(self) -> float:
        """The part of the time that is used up."""
        used, clock = process_time() - self.began[0], monotonic() - self.began[1]
        return max(used, clock / SLOWER) / self.seconds

    @property
    def is_over(self) -> bool:
        """Whether as much of it is used up as may be by now."""
        return self.used > self.share

    def fails(self, moves: Sequence[Action]) -> bool:
        """Return whether moves fail; raises `OutOfTime` once a failure is known and time is used up."""
        if self.found and self.is_over:
            raise OutOfTime
        error = self.failing(self.engine, moves, self.offers)
        if error is not None:
            self.found[error.moves] = error
        return error is not None

    @property
    def best(self) -> GameFails:
        """The failure with the fewest moves; of those the first in order."""
        return self.found[min(self.found, key=lambda moves: (len(moves), moves))]

    @property
    def length(self) -> int:
        """Moves of the shortest failure."""
        return len(self.best.moves)

    def simplified(self) -> None:
        """Remove moves and exchange them for simpler ones, until nothing changes."""
        before = None
        while before != self.best.moves:
            before = self.best.moves
            simplest(self.engine, before, self.fails, REPLAYS)

    def known(self) -> None:
        """Try the known games of the game, shortest first, as far as they are shorter."""
        tried: set[tuple[Action, ...]] = set()
        for line in known_lines(self.engine):
            shorter = line[: max(self.length - 1, 0)]
            if shorter not in tried and self.fails(shorter):
                return
            tried.add(shorter)

    def shortcuts(self) -> None:
        """Leave the game at some move, and go on at random for fewer moves than it has.

        After the search only a fault that hangs on the order of moves can have a shorter game.
        """
        random = Random("shortcuts " + " ".join(self.best.moves))
        left = REPLAYS
        while self.length > 1 and left:
            length, moves = self.length, self.best.moves
            kept = moves[: random.randrange(length)]
            left -= self.searched
            if self.fails(continued(remembered(self.engine), kept, length - 1, random)):
                self.simplified()
                left = REPLAYS

    def nearest(self) -> None:
        """Search for a game no longer, nearest first: what is found is the simplest of the shortest."""
        while not self.searched:
            step = self._step = self._step or next(self._search, None)
            self.searched = step is None or len(step.moves) > self.length
            if step and step.is_new and not self.searched:
                self.searched = self.fails(step.moves)
            self._step = None

    def soon(self) -> None:
        """Search for a while: where games are short, or positions few, this is all there is to do."""
        self.share = min(self.share, self.used + SOON)
        self.nearest()


def continued(
    engine: Remembered, moves: Sequence[Action], most: int, random: Random
) -> tuple[Action, ...]:
    """Play moves, then random ones, as far as the game goes and at most so many in all."""
    state, played = engine.initial(), []
    for action in moves[:most]:
        state = engine.play(state, action)
        played.append(action)
    while len(played) < most and (legal := engine.legal_actions(state)):
        played.append(random.choice(legal))
        state = engine.play(state, played[-1])
    return tuple(played)


def shortest_failing(
    failure: GameFails, failing: Failing, seconds: float = SECONDS
) -> GameFails | None:
    """Return the failure of the shortest game found, with about so much processor time.

    Known games of the game are tried, moves removed and exchanged for simpler ones, all games searched
    for a while, nearest first, other ways on tried at random, and the search taken up again. Returns
    None if the moves alone do not fail.
    """
    games = ShorterGames(failure.engine, failing, failure.offered is not None, seconds)
    if not games.fails(failure.moves):
        return None
    for share, look in (  # shares of the time from the start: what one leaves, the next may use
        (0.35, games.known),
        (0.6, games.simplified),
        (0.7, games.soon),
        (0.75, games.shortcuts),
        (1.0, games.nearest),
    ):
        games.share = share
        with suppress(OutOfTime):
            look()
    return games.best
