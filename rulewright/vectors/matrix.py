"""Which vectors kill which mutants."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from rulewright.play.mutants import Mutant
from rulewright.vectors.failures import first_failure
from rulewright.vectors.variants import Variants
from rulewright.vectors.vector import Vector, hash_of

MadeFor: TypeAlias = Mapping[str, Mapping[str, str]]
"""Mutants that a vector was made for, and the rulings under which it was."""


def killers(
    variants: Variants,
    mutant: Mutant,
    vectors: Sequence[Vector],
    under: Mapping[str, Mapping[str, str]],
) -> tuple[str, ...]:
    """Return the vectors that a mutant fails, replaying all their moves.

    `under` has, by the hash that ends the identifier of a vector that was made for the mutant, the
    rulings under which it was. The mutant plays by these, or else by those that the vector names. A
    crash is no failure.
    """
    engines: dict[str, Any] = {}
    return tuple(
        vector.id
        for vector in vectors
        if is_tried(mutant, vector, variants.scale.tried_on_all, under)
        and is_killed(engines, mutant, vector, under.get(hash_of(vector)))
    )


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
