"""Positions of a game's rare occasions, found in many biased games."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

from rulewright.interface import Action, Recording
from rulewright.play.recording import first_plies
from rulewright.spec.catalogue import Occasion
from rulewright.vectors.variants import Scenario, Variants

SOUGHT = 128
"""Biased games searched for an occasion, under each set of options."""


def first_occurrences(variants: Variants, occasion: Occasion) -> Iterator[Scenario]:
    """Yield the earliest position of an occasion under each set of options under which it occurs.

    Options are the default rulings with all parameters of random games, and the occasion's own.
    """
    count = variants.specified.count_occasions

    def occurs(recording: Recording) -> bool:
        return bool(count(recording).get(occasion.name))

    own = variants.of(occasion.params, occasion.rulings)
    further = [own] if all(own.key != variant.key for variant in variants.played) else []
    for variant in (*variants.played, *further):
        if variant.is_witnessed:
            recording = variant.recording(biased=True, games=SOUGHT)
            if occurs(recording):
                yield Scenario(variant, earliest(recording, occurs), f"{occasion.name}.")


def earliest(recording: Recording, occurs: Callable[[Recording], bool]) -> tuple[Action, ...]:
    """Return the shortest recorded line after which something occurs."""
    plies, games = recording.played.shape
    fewest = bisect_left(
        range(plies), True, key=lambda ply: occurs(first_plies(recording, ply, 0, games))
    )
    first = bisect_left(
        range(1, games), True, key=lambda end: occurs(first_plies(recording, fewest, 0, end))
    )
    return tuple(recording.moves(first, fewest))
