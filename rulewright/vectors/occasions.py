"""Positions of rare occasions: what a game names as rare is looked for in many biased games."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
from attrs import evolve

from rulewright.interface import Action, LegalSets, Recording
from rulewright.play import games
from rulewright.spec.catalogue import Occasion
from rulewright.vectors.bench import Bench, Options

SOUGHT = 128
"""Biased games in which an occasion is looked for, under each set of options."""

Met: TypeAlias = Callable[[Recording], bool]


def where_met(bench: Bench, occasion: Occasion) -> Iterator[tuple[Options, tuple[Action, ...]]]:
    """Give the earliest position of an occasion under each set of options under which it is met.

    Options are the default rulings, so that who follows these is asked too, with all parameters that
    random games have; and the occasion's own.
    """
    count = games.specified(bench.game).count_occasions

    def met(recording: Recording) -> bool:
        return bool(count(recording).get(occasion.name))

    own = Options(dict(occasion.params), bench.default | dict(occasion.rulings))
    usual = [Options(params, bench.default) for params in bench.played]
    for options in filter(bench.offers, (*usual, *([] if own in usual else [own]))):
        recording = bench.kept(
            ("sought", options.key),
            lambda: bench.record(bench.tested(options), SOUGHT, biased=True),  # noqa: B023
        )
        if met(recording):
            yield options, earliest(recording, met)


def earliest(recording: Recording, met: Met) -> tuple[Action, ...]:
    """Find the fewest moves of a recorded game that meet something which its whole recording meets."""
    plies, width = recording.played.shape
    fewest = bisect_left(range(plies), True, key=lambda ply: met(part(recording, 0, width, ply)))
    first = bisect_left(
        range(1, width), True, key=lambda last: met(part(recording, 0, last, fewest))
    )
    return tuple(recording.moves(first, fewest))


def part(recording: Recording, begin: int, end: int, plies: int) -> Recording:
    """Take the first plies of some games out of a recording, with the positions that they lead to."""
    rows, columns = slice(0, plies + 1), slice(begin, end)
    legal = recording.legal
    if isinstance(legal, LegalSets):
        some = [
            [legal.columns[slice(*legal.starts[at : at + 2])].astype(np.int64) for at in ats]
            for ats in (
                range(game, (plies + 1) * legal.games, legal.games) for game in range(begin, end)
            )
        ]
        cut: Any = LegalSets.of(some, plies + 1, legal.width)
    else:
        cut = legal[rows, columns]
    return evolve(
        recording,
        played=recording.played[:plies, columns],
        legal=cut,
        board=recording.board[rows, columns],
        turn=recording.turn[rows, columns],
        scores=recording.scores[rows, columns],
        winners=recording.winners[rows, columns],
    )
