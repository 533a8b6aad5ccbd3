"""Games to their end, with all parameters, two at a time: what only late positions or many players show.

Random games of a quick run are short and have few parameters. Here each set of parameters has few
games, and few positions of each are looked at: the last ones, and some on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice, product
from random import Random
from typing import Any

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.each_result import games_of_each_result
from rulewright.conformance.stages.random_games import spread
from rulewright.conformance.stages.run import GameRun, play_cases
from rulewright.interface import Action, IllegalAction, Json
from rulewright.play import games
from rulewright.play.driver import driver_of

STAGE = "late games"
LONGEST = 160
"""Actions after which a game is broken off."""
DRAWN = 6
"""Games that are drawn to choose from."""
BEYOND = 2
"""Actions that are played past an end that is none: a bug may see it one action late."""
GOING_ON = 4
"""Such games for each set of parameters."""
DRAWS = 10
"""Times that as many games are drawn at most, until some can go on so far past their end."""
ON_THE_WAY = 6
"""Positions that are looked at before the last ones."""
LAST = 3
DEALS = 4
"""Times that the lists of a parameter are shuffled."""


def late_games(run: GameRun, stage: str = STAGE, hypothesis: Hypothesis | None = None) -> None:
    """Play games to their end with every set of parameters that the engine supports.

    They are games of the rulings in force, or of a hypothesis. Two parameters together are tried in
    short games first, as far as there is room.
    """
    if not run.setup.effort.late:
        return
    laboratory, assumed = run.rules.laboratory, hypothesis or run.rules.in_force
    listed, both = (
        [
            (params, reference)
            for params in fitting(run, every)
            if (reference := laboratory.reference(assumed, params)) is not None
        ]
        for every in (catalogue(run), pairs(run))
    )
    named, paired = (
        [
            script
            for number, (params, reference) in enumerate(every)
            for script in chosen(run, reference, params, number)
        ]
        for every in (listed, both)
    )
    scripts = {script.name: script for script in named}
    room = run.setup.effort.late_plies - sum(len(script.moves) for script in named)
    for script in sorted(paired if hypothesis is None else (), key=lambda each: len(each.moves)):
        room -= len(script.moves)
        if room >= 0:
            scripts.setdefault(script.name, script)
    scripts.update({script.name: script for script in dealt(run, assumed)})
    room = run.setup.effort.late_plies
    for script in games_of_each_result(listed, run.setup.seed, LONGEST, room):
        scripts[script.name] = script
    play_cases(run, stage, tuple(scripts.values()))


def dealt(run: GameRun, assumed: Hypothesis) -> Iterator[Script]:
    """Yield for parameters with lists, shuffled, the shortest of some games to their end.

    With the lists in one order all games may end alike: never before a stack is empty, for example.
    """
    for number, params in enumerate(fitting(run, catalogue(run))):
        random = Random(f"dealt {run.setup.seed} {number}")
        for deal in range(1, DEALS + 1):
            shuffled_ones = {name: shuffled(value, random) for name, value in params.items()}
            reference = run.rules.laboratory.reference(assumed, shuffled_ones)
            if shuffled_ones == params or reference is None:
                continue
            lines = driver_of(reference.engine).lines(
                random.randrange(2**31), DRAWN, max_plies=LONGEST
            )
            ended = [each for each in lines if result_of(reference, each) is not None]
            for moves in sorted(ended, key=len)[:1]:
                name = f"dealt game {deal} {spelled(shuffled_ones)}"
                yield to_its_end(name, shuffled_ones, moves)


def shuffled(value: Any, random: Random) -> Any:
    """Return the value of a parameter with its lists in another order."""
    if isinstance(value, dict):
        return {name: shuffled(each, random) for name, each in value.items()}
    return random.sample(value, len(value)) if isinstance(value, list) else value


def games_past_the_end(run: GameRun, stage: str, hypothesis: Hypothesis) -> None:
    """Play games of a hypothesis that go on where they are over by the rulings in force."""
    play_cases(run, stage, tuple(past_the_end(run, hypothesis)))


def fitting(run: GameRun, named: Iterable[Json]) -> list[Json]:
    """List parameters that the game has with those that are fixed, each once."""
    found = {spelled(sent): sent for sent in map(run.setup.params_sent, named)}
    return [sent for sent in found.values() if run.rules.has(sent)]


def catalogue(run: GameRun) -> list[Json]:
    """List the parameters that are known for a game, its own first."""
    found = games.specified(run.setup.game)
    return [{}, *map(dict, (*found.played, *found.larger, *found.crowded))]


def pairs(run: GameRun) -> Iterator[Json]:
    """Yield each two values of two parameters together, the others as they are by default."""
    values: dict[str, list[Any]] = {}
    defaults = games.specified(run.setup.game).default_parameters
    for params in catalogue(run):
        for name, value in (dict(defaults) | params).items():
            if isinstance(value, int | str) and value not in values.setdefault(name, []):
                values[name].append(value)
    several = {name: each for name, each in values.items() if len(each) > 1}
    for one, other in combinations(several, 2):
        for first, second in product(several[one], several[other]):
            yield {one: first, other: second}


def chosen(
    run: GameRun, reference: Reference, params: Json, number: int, stage: str = STAGE
) -> Iterator[Script]:
    """Yield the longest of some random games, and one for each other result; each stage has its own."""
    driver = driver_of(reference.engine)
    seed = Random(f"{stage} {run.setup.seed} {number}").randrange(2**31)
    played = list(driver.lines(seed, DRAWN, biased=bool(number % 2), max_plies=LONGEST))
    results: dict[tuple[str, ...] | None, tuple[Action, ...]] = {}
    for moves in sorted(played, key=len, reverse=True):
        results.setdefault(result_of(reference, moves), moves)
    for game, moves in enumerate(list(results.values())[: run.setup.effort.late], start=1):
        yield to_its_end(f"late game {game} {spelled(params)}", params, moves)


def to_its_end(name: str, params: Json, moves: tuple[Action, ...]) -> Script:
    """Return the script of a game that is looked at at its end, and some times on the way."""
    last = range(max(len(moves) - LAST, 0), len(moves) + 1)
    looks = spread(len(moves), ON_THE_WAY) | frozenset({0, *last})
    return Script(name, params, moves, everywhere=True, looks=looks)


def past_the_end(run: GameRun, hypothesis: Hypothesis) -> Iterator[Script]:
    """Yield games that are over by the rulings in force, with actions of a hypothesis after the end.

    An engine that sees the end late plays one action more, as if there were no end: only what it
    says after two can tell the one from the other.
    """
    laboratory = run.rules.laboratory
    for number, params in enumerate(fitting(run, catalogue(run))):
        assumed = laboratory.reference(hypothesis, params)
        in_force = laboratory.reference(run.rules.in_force, params)
        if assumed is None or in_force is None:
            continue
        random = Random(f"past the end {run.setup.seed} {number}")
        driver = driver_of(in_force.engine)
        played = (
            moves
            for draw in range(DRAWS)
            for moves in driver.lines(
                random.randrange(2**31), DRAWN, biased=bool(draw % 2), max_plies=LONGEST
            )
        )
        ways = ((each, again) for each in played for again in (False, True))
        longer = (going_on(assumed, in_force, *way, random) for way in ways)
        for game, moves in enumerate(islice(filter(None, longer), GOING_ON), start=1):
            name = f"past the end {game} {spelled(params)}"
            last = range(len(moves) - BEYOND, len(moves) + 1)
            yield Script(name, params, moves, everywhere=True, looks=frozenset(last))


def going_on(
    assumed: Reference,
    in_force: Reference,
    moves: tuple[Action, ...],
    again: bool,
    random: Random,
) -> tuple[Action, ...]:
    """Return a finished game with further actions of a hypothesis; () if that ends it, too.

    The last action is made `again` if it can be: the engine may wait for one more of them.
    """
    if result_of(in_force, moves) is None:
        return ()
    for _ in range(BEYOND):
        try:
            state = assumed.state(moves)
        except IllegalAction:
            return ()
        legal = assumed.engine.legal_actions(state)
        if not legal:
            return ()
        moves = (
            *moves,
            moves[-1] if again and moves[-1] in legal else random.choice(sorted(legal)),
        )
    return moves


def result_of(reference: Reference, moves: tuple[Action, ...]) -> tuple[str, ...] | None:
    """Return the winners after some moves; None if the game is not over."""
    state = reference.state(moves)
    over = reference.engine.is_over(state)
    return tuple(sorted(reference.engine.winners(state))) if over else None
