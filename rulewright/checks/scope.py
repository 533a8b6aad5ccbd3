"""What a check played, and what it left out: parameters, readings, planned work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.interface import choices_of
from rulewright.play import games
from rulewright.play.parameters import takes
from rulewright.play.rulings import how_many, pairs
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

OptionSet: TypeAlias = tuple[Mapping[str, Any], Mapping[str, str]]
BEYOND = 64
"""The last value of a parameter that is asked for: a game that takes it is open to larger ones."""


@frozen
class Scope:
    """What was played, and what was not looked at, in words for people."""

    played: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def scope_of(game: str, sets: Iterable[OptionSet], *left_out: str, sampled: bool = True) -> Scope:
    """Return the parameters and readings of option sets that were played, and those that were not.

    Left out are readings, and, where games are `sampled`, the parameters that the specification names
    for random games or calls full size. More of what was left out can be given.
    """
    every = list(sets)
    specified = games.specified(game)
    default = specified.default_rulings
    met = {
        (question, rulings.get(question, default[question]))
        for _, rulings in every
        for question in default
    }
    readings = [(name, each) for name, found in specified.readings.items() for each in found]
    unmet = [pair for pair in readings if pair not in met]
    parameters = unique(dict(params) for params, _ in every)
    sizes = (*specified.full_size, *specified.played) if sampled else ()
    named = unique(map(dict, sizes))
    unplayed = [each for each in named if each not in parameters]
    without = [f"{pair[0]}={pair[1]}" for pair in unmet]
    lines = [f"parameters: {listed(parameters)}"] if parameters else []
    if readings:
        met_of_all = f"{len(readings) - len(unmet)} of {len(readings)}" if unmet else "all"
        lines.append(f"readings: {met_of_all}{combined(specified, every)}")
    missing = [f"parameters: {listed(unplayed)}"] if unplayed else []
    missing += other_values(specified, parameters) if parameters else []
    missing += [f"readings: {', '.join(without)}"] if without else []
    missing += pairs_apart(specified, every)
    return Scope(tuple(lines), (*missing, *filter(None, left_out)))


def combined(specified: SpecifiedGame, sets: Iterable[OptionSet]) -> str:
    """Say in how many combinations the readings were played; nothing if in all, or if there is one."""
    questions = specified.readings
    met = {tuple({**specified.default_rulings, **rulings}.items()) for _, rulings in sets}
    every = how_many(questions)
    return "" if len(met) == every else f", in {len(met)} of {counted(every, 'combinations')}"


def pairs_apart(specified: SpecifiedGame, sets: Iterable[OptionSet]) -> list[str]:
    """Say how many pairs of readings, each played, met in no game; nothing if all did."""
    questions = specified.readings
    played = [{**specified.default_rulings, **rulings} for _, rulings in sets]
    alone = {pair for each in played for pair in each.items()}
    met = {frozenset(pair) for each in played for pair in combinations(each.items(), 2)}
    both = [pair for pair in pairs(questions) if pair <= alone]
    apart = sum(pair not in met for pair in both)
    return [f"{apart} of {counted(len(both), 'pairs')} of these readings"] if apart else []


def other_values(specified: SpecifiedGame, played: Sequence[Mapping[str, Any]]) -> list[str]:
    """Say in one line which values of the whole-number parameters were not played, as ranges."""
    found = []
    for name, (default, _) in choices_of(specified.parameters).items():
        if type(default) is not int:
            continue
        met = {params.get(name, default) for params in played}
        others = [
            value
            for value in range(BEYOND + 1)
            if value not in met and takes(specified, {name: value})
        ]
        if others:
            found.append(f"{name} {', '.join(ranges(others))}")
    return [f"values: {'; '.join(found)}"] if found else []


def ranges(values: Sequence[int]) -> list[str]:
    """Write ascending numbers as ranges; one that reaches the last number asked for is open."""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return [written(run[0], run[-1]) for run in runs]


def written(first: int, last: int) -> str:
    """Write a run of numbers."""
    if last == BEYOND:
        return f"{first} and more"
    return str(first) if first == last else f"{first} to {last}"


def listed(parameters: Sequence[Mapping[str, Any]]) -> str:
    """List sets of parameters; those of the game itself are its own."""
    return "; ".join(options(each) if each else "the game's own" for each in parameters)


def unique(things: Iterable[Any]) -> list[Any]:
    """Return things without duplicates, in order; they need not be hashable."""
    found: list[Any] = []
    for each in things:
        if each not in found:
            found.append(each)
    return found


def sweeps_left_out(
    planned: Sequence[OptionSet], begun: int, incomplete: Sequence[OptionSet]
) -> tuple[str, ...]:
    """Return the planned sweeps that were not begun, by their parameters, and those cut short."""
    waiting = planned[begun:]
    lines = []
    if waiting:
        by_size = [
            f"{listed([params])} under "
            f"{counted(sum(dict(each) == params for each, _ in waiting), 'combinations')} of readings"
            for params in unique(dict(each) for each, _ in waiting)
        ]
        lines.append(
            f"{len(waiting)} of {counted(len(planned), 'planned sweeps')} not begun: "
            + "; ".join(by_size)
        )
    if incomplete:
        sizes = unique(dict(each) for each, _ in incomplete)
        lines.append(f"in part only, the nearest positions: {listed(sizes)}")
    return tuple(lines)
