"""The shortest random game of each result: players who tie in pairs, in threes, or all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from attrs import frozen

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.reference import Reference
from rulewright.interface import Json
from rulewright.play.driver import Driver, driver_of

DRAWN = 400
"""Random games for each set of parameters, of which none but the chosen ones is played by the engine."""
MOST = 16
"""Results of one set of parameters, ties before single winners: many players tie in many ways."""
SHORT = 12
"""Actions of a game that is looked at as a whole."""
LAST = 2


@frozen
class Ending:
    """A result after so many actions, and the seed of a game that ends so."""

    winners: tuple[str, ...]
    plies: int
    seed: int


def endings(driver: Driver, random: Random, longest: int) -> list[Ending]:
    """Return the results of random games, one for each result and number of actions, shortest first."""
    found: dict[tuple[tuple[str, ...], int], Ending] = {}
    for _ in range(DRAWN):
        seed = random.randrange(2**31)
        played = driver.play_out(seed, longest)
        if played.winners is not None:
            one = Ending(tuple(sorted(played.winners)), played.plies, seed)
            found.setdefault((one.winners, one.plies), one)
    return sorted(found.values(), key=lambda each: (each.plies, each.winners))


def shortest(found: Iterable[Ending]) -> list[Ending]:
    """Choose the first of each result."""
    by_winners: dict[tuple[str, ...], Ending] = {}
    for each in found:
        by_winners.setdefault(each.winners, each)
    return sorted(by_winners.values(), key=lambda each: len(each.winners) == 1)[:MOST]


def games_of_each_result(
    played: Iterable[tuple[Json, Reference]], seed: int, longest: int, room: int
) -> Iterator[Script]:
    """Yield games to their end, the shortest first, as long as there is room for their actions.

    First those of each result, then as many actions of games of each result and length: under some
    rules a game is over after five actions, and ends in many ways.
    """
    of_results: list[_Drawn] = []
    of_lengths: list[_Drawn] = []
    for number, (params, reference) in enumerate(played):
        driver = driver_of(reference.engine)
        found = endings(driver, Random(f"each result {seed} {number}"), longest)
        first = shortest(found)
        of_results += [_Drawn(each, params, driver) for each in first]
        of_lengths += [_Drawn(each, params, driver) for each in found if each not in first]
    for drawn in (of_results, of_lengths):
        yield from filter(None, (each.script() for each in fitting_in(drawn, room)))


@frozen
class _Drawn:
    """A game that was drawn, and how it is played again."""

    ending: Ending
    params: Json
    driver: Driver

    def script(self) -> Script | None:
        """Return a game that is looked at as a whole if it is short, else at its end.

        None for an engine that plays another game of the same seed when it records it.
        """
        plies = self.ending.plies
        (moves,) = self.driver.lines(self.ending.seed, 1, max_plies=plies + 1)
        if len(moves) != plies:
            return None
        by = ", ".join(self.ending.winners) or "nobody"
        looks = frozenset(range(0 if plies <= SHORT else plies - LAST, plies + 1))
        name = f"won by {by} after {plies} actions {spelled(self.params)}"
        return Script(name, self.params, moves, everywhere=True, looks=looks)


def fitting_in(drawn: Iterable[_Drawn], room: int) -> Iterator[_Drawn]:
    """Yield the shortest of some games, with so many actions in all."""
    for each in sorted(drawn, key=lambda one: one.ending.plies):
        room -= each.ending.plies
        if room < 0:
            return
        yield each
