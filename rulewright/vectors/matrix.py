"""Which vectors kill which mutants."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from rulewright.play.mutants import Mutant, mutants_of
from rulewright.vectors.failures import first_failure
from rulewright.vectors.variants import Variants
from rulewright.vectors.vector import Vector, hash_of

MadeFor: TypeAlias = Mapping[str, Mapping[str, str]]
"""Mutants that a vector was made for, and the rulings under which it was."""


def kills(
    variants: Variants, vectors: Sequence[Vector], made_for: Mapping[str, MadeFor]
) -> dict[str, tuple[str, ...]]:
    """Return the vectors that each mutant fails, replaying all their moves.

    `made_for` has, by the hash that ends an identifier, the mutants that a vector was made for, with the
    rulings. A mutant plays by these, or else by those that the vector names. A crash is no failure.
    """
    found: dict[str, tuple[str, ...]] = {}
    for mutant in mutants_of(variants.game):
        engines: dict[str, Any] = {}
        under = {
            each: rulings[mutant.id] for each, rulings in made_for.items() if mutant.id in rulings
        }
        found[mutant.id] = tuple(
            vector.id
            for vector in vectors
            if is_tried(mutant, vector, variants.scale.tried_on_all, under)
            and is_killed(engines, mutant, vector, under.get(hash_of(vector)))
        )
    return found


def is_tried(mutant: Mutant, vector: Vector, short: int, under: Mapping[str, Any]) -> bool:
    """Return whether a vector is tried on a mutant.

    A swapped reading is as fast as the implementation: it is tried on all vectors that depend on the
    question. The mutant of a clause is tried on short ones, and on those that `under` names.
    """
    if mutant.swap is not None:
        return vector.rulings.get(mutant.subject) == mutant.swap[0]
    return len(vector.moves) <= short or hash_of(vector) in under


def is_killed(
    engines: dict[str, Any],
    mutant: Mutant,
    vector: Vector,
    rulings: Mapping[str, str] | None = None,
) -> bool:
    """Play a vector on a mutant, and return whether it fails without a crash.

    The mutant plays by `rulings`, or by those that the vector names if None. `engines` is a cache.
    """
    in_force = dict(vector.rulings if rulings is None else rulings)
    options = json.dumps([vector.params, in_force], sort_keys=True)
    try:
        if options not in engines:
            engines[options] = mutant.engine(vector.game, vector.params, in_force)
        return first_failure(engines[options], vector) is not None
    except Exception:  # noqa: BLE001 - a mutant may break in any way, and that proves nothing
        return False
