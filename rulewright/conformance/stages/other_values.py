"""Values of parameters that no other game is played with: each of them begins one.

A bug may depend on a size of the board or a number of players that no list of sets has: one that
takes a digit too few, a word too few, or a special case for a size.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.late_games import LONGEST, catalogue, fitting, to_its_end
from rulewright.conformance.stages.options import LARGEST, has
from rulewright.conformance.stages.run import GameRun, play_cases
from rulewright.interface import Json
from rulewright.play import games
from rulewright.play.driver import driver_of

STAGE = "other values"
TIMES_THE_LARGEST = 2
"""How far beyond the largest value of the game's catalogue values are tried."""
PLIES = 12
LISTED = 2_500
"""Actions listed on the way, about: a plain engine takes seconds for a list on a large board."""
LOOKS = frozenset({0, 4})
SMALL = 4
"""Games that begin with few actions, and are played to their end."""


def other_values(run: GameRun) -> None:
    """Begin a game with each value of a parameter that is a number, the others by default."""
    if run.setup.effort.late:
        play_cases(run, STAGE, tuple(begun(run)))


def begun(run: GameRun) -> Iterator[Script]:
    """Yield the first actions of a random game with each of these values.

    The first of those that begin with no more actions than the game's own are played to their end.
    """
    own, small = listed_at_first(run.rules.reference(run.setup.params_sent({}))), 0
    for params in fitting(run, values_left(run)):
        reference = run.rules.reference(params)
        seed = Random(f"{STAGE} {run.setup.seed} {spelled(params)}").randrange(2**31)
        at_first = listed_at_first(reference)
        small += at_first <= own
        if at_first <= own and small <= SMALL * run.setup.effort.late:
            for moves in driver_of(reference.engine).lines(seed, 1, max_plies=LONGEST):
                yield to_its_end(f"played with {spelled(params)}", params, moves)
            continue
        plies = max(1, min(PLIES, LISTED // max(at_first, 1)))
        for moves in driver_of(reference.engine).lines(seed, 1, max_plies=plies):
            name = f"begun with {spelled(params)}"
            yield Script(name, params, moves, everywhere=True, looks=LOOKS | {len(moves)})


def listed_at_first(reference: Reference) -> int:
    """Count the actions that a game begins with."""
    return len(reference.engine.legal_actions(reference.engine.initial()))


def values_left(run: GameRun) -> Iterator[Json]:
    """Yield each value, up to twice the largest in the catalogue, that neither it nor the user has.

    The largest that the parameter can have is one of them, if there is one. A value that the catalogue
    has beside other parameters alone is left, too: the same size with other pieces is another game.
    """
    listed = catalogue(run)
    for name, default in games.specified(run.setup.game).default_parameters.items():
        if type(default) is int and name not in run.setup.given:
            known = {default, *(params[name] for params in listed if name in params)}
            played = {default, *(params[name] for params in listed if [*params] == [name])}
            tried = range(TIMES_THE_LARGEST * max(known) + 1)
            values = dict.fromkeys((*tried, *largest(run.setup.game, name)))
            yield from ({name: value} for value in values if value not in played)


def largest(game: str, name: str) -> list[int]:
    """Return the largest value of a parameter; nothing if it has none, or none that is this small."""
    possible = [value for value in range(LARGEST + 1) if has(game, {name: value})]
    return [] if has(game, {name: LARGEST}) else possible[-1:]
