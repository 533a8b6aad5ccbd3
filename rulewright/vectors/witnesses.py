"""Mutants that differ only in games which the implementation does not play: no second witness.

A vector is only written if specification and implementation both say what it expects. An
implementation that plays some of the readings only is none for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from rulewright.play import games
from rulewright.play.mutants import Mutant
from rulewright.play.nearest import shortest_by_search
from rulewright.vectors.bench import PLIES, Bench, Options
from rulewright.vectors.matrix import BY_THE_SPECIFICATION, all_rulings, shrunken_games_in_full

RULED = "The implementation does not play the reading that is ruled, so there is no second witness."
ELSEWHERE = (
    "It differs under options that the implementation does not play, so there is no second witness; "
    "where that plays, shrunken games show no difference."
)
MOST_POSITIONS = 20_000
"""Positions compared in the search for a game that shows a difference, under one set of options."""


@frozen
class Unwitnessed:
    """Why there is no vector for a mutant, and a shortest game by the specification alone."""

    reason: str
    data: Mapping[str, Any]


def is_unwitnessed(bench: Bench, mutant: Mutant) -> bool:
    """Tell whether the implementation plays under no options at all that a mutant concerns."""
    return next(bench.options(mutant), None) is None


def unwitnessed(bench: Bench, mutant: Mutant) -> Unwitnessed | None:
    """Find out whether a mutant differs only where the implementation does not play; None if not.

    One that concerns only such games is unwitnessed in any case. Of any other it must be shown in full
    that it is the same in the shrunken games that the implementation plays.
    """
    if is_unwitnessed(bench, mutant):
        return Unwitnessed(RULED, shown_alone(bench, mutant))
    within = shrunken_games_in_full(bench, mutant, bench.offers)
    shown = {} if within is None else shown_alone(bench, mutant)
    if within is None or not shown:
        return None
    return Unwitnessed(ELSEWHERE, {**shown, "alike_elsewhere": within.data})


def shown_alone(bench: Bench, mutant: Mutant) -> dict[str, Any]:
    """Find a shortest game on which a mutant differs, by the specification alone; {} if none is met."""
    for options in beyond(bench, mutant):
        reference, rival = bench.reference(options), bench.rival(mutant, options)
        try:
            found = shortest_by_search(reference, rival, PLIES, MOST_POSITIONS)
        except Exception:  # noqa: BLE001, S112 - a mutant that broke has shown nothing
            continue
        if found.moves is not None:
            shown = {
                "params": options.params,
                "rulings": options.rulings,
                "moves": list(found.moves),
            }
            return {BY_THE_SPECIFICATION: shown}
    return {}


def beyond(bench: Bench, mutant: Mutant) -> Iterator[Options]:
    """Give options that a mutant concerns and that the implementation does not play."""
    for params in games.specified(bench.game).played:
        for rulings in all_rulings(bench, mutant):
            options = Options(dict(params), rulings)
            if not bench.offers(options):
                yield options
