"""A shorter game that shows the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import frozen

from rulewright.interface import Action, Engine

Shows = Callable[[tuple[Action, ...]], bool]
"""Tells whether a line of moves still shows what is wanted; False for one that is no legal game."""


class Enough(Exception):
    """The budget is used up."""


def at_most(shows: Shows, times: int) -> Shows:
    """Ask no more than so often; raises `Enough` after that. A line is asked about once."""
    answers: dict[tuple[Action, ...], bool] = {}

    def asked(moves: tuple[Action, ...]) -> bool:
        if moves not in answers:
            if len(answers) >= times:
                raise Enough
            answers[moves] = shows(moves)
        return answers[moves]

    return asked


def shortened(moves: Sequence[Action], shows: Shows, times: int) -> tuple[Action, ...]:
    """Leave out moves, many at a time and then few, as long as the rest shows the same.

    What is left cannot lose one, two, three or four neighbouring moves, unless `times` replays were
    not enough to find out.
    """
    kept = tuple(moves)
    asked = at_most(shows, times)
    before = len(kept) + 1
    try:
        while len(kept) < before:
            before = len(kept)
            for size in sizes(before):
                at = len(kept) - size  # from the end: moves near the end hang on those before them
                while at >= 0:
                    shorter = kept[:at] + kept[at + size :]
                    if asked(shorter):
                        kept = shorter
                        at = min(at, len(kept) - size)
                    else:
                        at -= max(size // 2, 1)
    except Enough:
        pass
    return kept


def sizes(length: int) -> Iterator[int]:
    """Give lengths of runs to leave out: halves of halves, then four down to one."""
    size = length
    while size > 4:  # noqa: PLR2004 - smaller runs are all tried
        yield size
        size //= 2
    yield from range(min(size, 4), 0, -1)


@frozen
class Nearest:
    """What a search, nearest positions first, came to."""

    moves: tuple[Action, ...] | None
    complete: bool
    """Whether all positions within the bound were asked about (or one was found, all nearer ones)."""


def nearest(engine: Engine[Any], plies: int, positions: int, shows: Shows) -> Nearest:
    """Ask about each position within `plies` actions, nearest first, each once, `positions` at most.

    A position is asked about by one line that leads to it.
    """
    start = engine.initial()
    layer: list[tuple[tuple[Action, ...], Any]] = [((), start)]
    known, asked = {start}, 0
    for ply in range(plies + 1):
        for line, _ in layer:
            if asked == positions:
                return Nearest(None, complete=False)
            asked += 1
            if shows(line):
                return Nearest(line, complete=True)
        if ply == plies:
            break
        following: list[tuple[tuple[Action, ...], Any]] = []
        for line, state in layer:
            for action in engine.legal_actions(state):
                after = engine.play(state, action)
                if after not in known:
                    known.add(after)
                    following.append(((*line, action), after))
            if asked + len(following) > positions:
                return Nearest(None, complete=False)
        layer = following
    return Nearest(None, complete=True)
