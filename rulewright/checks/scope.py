"""What a check played, and what it left out: parameters, readings, planned work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.play import games
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

OptionSet: TypeAlias = tuple[Mapping[str, Any], Mapping[str, str]]


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
        lines.append(f"readings: {met_of_all}")
    missing = [f"parameters: {listed(unplayed)}"] if unplayed else []
    missing += [f"readings: {', '.join(without)}"] if without else []
    return Scope(tuple(lines), (*missing, *filter(None, left_out)))


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
