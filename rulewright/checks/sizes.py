"""Play many short comparisons on each board size, for its share of the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from random import Random
from time import perf_counter, process_time
from typing import Any

from attrs import define, field, frozen

from rulewright.checks.scope import OptionSet, unique
from rulewright.checks.witness import SecondWitness
from rulewright.interface import Action, Engine, IllegalAction, Json
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, Lockstep
from rulewright.play.rulings import revealing
from rulewright.play.watch import Alive
from rulewright.wording.numbers import counted, duration
from rulewright.wording.options import options

LONGEST = 2_000
"""Plies after which an unfinished game is stopped."""
SLOWER = 4
"""Times its share that a size may take by the clock, if the processor works on something else."""
REREAD_EVERY = 8
"""Of so many positions one is read back from JSON."""
LOOKED_AT = 6
"""Actions looked at by a style of play that chooses what they lead to."""
STYLES = ("uniform", "lowest", "uniform", "hurried", "uniform", "highest", "uniform", "lingering")
"""How the games of a size are played, in turn: evenly, or so that rare ends become common."""


@define
class SizePlayed:
    """How much was played of one size."""

    params: dict[str, Any]
    games: int = 0
    positions: int = 0
    seconds: float = 0.0
    rulings: list[Mapping[str, str]] = field(factory=list)
    """Under which it was played."""
    unread: bool = False
    """Whether the implementation was found to read no positions."""

    def began(self, rulings: Mapping[str, str]) -> None:
        """Remember the rulings of a game."""
        if rulings not in self.rulings:
            self.rulings.append(rulings)

    def line(self) -> str:
        """Return the counts in words."""
        return (
            f"{options(self.params) if self.params else 'the default parameters'}: "
            f"{counted(self.games, 'games')}, {counted(self.positions, 'positions')} in "
            f"{duration(self.seconds)}"
        )

    def as_json(self) -> Json:
        """Return the counts for programs."""
        return {
            "params": self.params,
            "games": self.games,
            "positions": self.positions,
            "seconds": round(self.seconds, 3),
        }


@define
class TimeShare:
    """The time of one size: processor time, so that other programs take none of it."""

    seconds: float
    witness: SecondWitness
    _began: float = field(factory=perf_counter, init=False)
    _worked: float = field(init=False)

    @_worked.default
    def _until_now(self) -> float:
        return self.worked

    @property
    def worked(self) -> float:
        """Seconds for which this process and the witness have worked."""
        return process_time() + self.witness.worked_elsewhere()

    @property
    def left(self) -> bool:
        """Whether any is left."""
        return self.worked - self._worked < self.seconds and not self.overdue

    @property
    def overdue(self) -> bool:
        """Whether it took much longer by the clock."""
        return perf_counter() - self._began >= SLOWER * self.seconds


class PartedAt(Exception):
    """Two engines disagree under some rulings."""

    def __init__(self, difference: Disagreement, rulings: Mapping[str, str]) -> None:
        """Keep the difference and the rulings."""
        self.difference = difference
        self.rulings = rulings
        super().__init__(str(difference))


@frozen
class SizesPlan:
    """The games of each size. Game number `n` of a seed is the same, however many there are."""

    game: str
    seed: int
    seconds: float
    """The share of each size; 0 for none."""
    witness: SecondWitness
    only: Sequence[OptionSet] = ()
    """Options to play instead of those that the game names."""

    def sizes(self) -> Iterator[tuple[dict[str, Any], list[dict[str, str]]]]:
        """Yield each size with the rulings that are played on it: the default ones are every other."""
        specified = games.specified(self.game)
        if self.only:
            for params in unique(dict(each) for each, _ in self.only):
                named = [dict(rulings) for each, rulings in self.only if each == params]
                able = [each for each in named if self.witness.plays(self.game, params, each)]
                if able:
                    yield params, able
            return
        for params in unique(map(dict, (*specified.full_size, *specified.played))):
            every = revealing(specified.readings, Random(self.seed))
            able = [each for each in every if self.witness.plays(self.game, params, each)]
            if able:
                yield params, able

    def play(self, done: SizePlayed, rulings: Sequence[Mapping[str, str]], alive: Alive) -> None:
        """Play the games of one size until its share is used; raises `PartedAt`.

        Of a game that is over at the start one is enough.
        """
        engines: dict[int, tuple[Engine[Any], Engine[Any]]] = {}
        over_at_once: set[int] = set()
        share = TimeShare(self.seconds, self.witness)
        began, before = perf_counter(), done.seconds
        for number in count():
            if not share.left or len(over_at_once) == len(rulings):
                return
            at = 0 if number % 2 == 0 else 1 + number // 2 % max(len(rulings) - 1, 1)
            at %= len(rulings)
            if at in over_at_once:
                continue
            if at not in engines:
                given = self.game, done.params, rulings[at]
                engines[at] = games.specification(*given), self.witness.engine(*given)
            done.began(rulings[at])
            random = Random(f"{self.seed} {sorted(done.params.items())} {number}")
            style = STYLES[number // 2 % len(STYLES)]

            def goes_on() -> bool:
                alive()
                return not share.overdue

            try:
                positions = compared(*engines[at], random, style, goes_on)
                done.positions += positions
                done.games += 1
                if positions == 1:
                    over_at_once.add(at)
            except Disagreement as found:
                raise PartedAt(found, rulings[at]) from found
            finally:
                done.seconds = before + perf_counter() - began


def compared(
    reference: Engine[Any],
    tested: Engine[Any],
    random: Random,
    style: str,
    goes_on: Callable[[], bool],
) -> int:
    """Play one game on both, comparing all that both say of each position; return the positions.

    Raises `Disagreement`.
    """
    game = Lockstep.begin(reference, tested)
    while not game.seen.over and len(game.moves) < LONGEST and goes_on():
        game = game.play_legal(chosen(game, random, style))
        if (len(game.moves) + len(game.seen.legal)) % REREAD_EVERY == 0:  # at no fixed plies
            game.reread()
    return len(game.moves) + 1


def chosen(game: Lockstep, random: Random, style: str) -> Action:
    """Draw an action: any, one near an end of the list, or one that ends the game or does not."""
    legal = game.seen.legal
    if style in {"lowest", "highest"}:
        at = min(random.randrange(len(legal)) for _ in range(3))
        return legal[at if style == "lowest" else -1 - at]
    if style == "uniform":
        return random.choice(legal)
    drawn = random.sample(legal, min(LOOKED_AT, len(legal)))
    wanted = style == "hurried"
    return next((each for each in drawn if ends(game, each) == wanted), drawn[0])


def ends(game: Lockstep, action: Action) -> bool:
    """Return whether the tested engine ends the game after an action, or refuses to play it."""
    try:
        return game.tested.is_over(game.tested.play(game.states[1], action))
    except IllegalAction:
        return True
