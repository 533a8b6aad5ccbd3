"""The fewest vectors that kill every mutant that any vector kills: an exact minimum set cover."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias

import z3
from attrs import field, frozen

from rulewright.interface import RulewrightError

KilledBy: TypeAlias = Mapping[str, Collection[str]]
"""The vectors that kill each mutant."""
Kills: TypeAlias = Mapping[str, frozenset[str]]
"""The mutants that each vector kills."""


class UndecidedCover(RulewrightError):
    """The solver gave up, so it is unknown whether fewer vectors are enough."""


def fewest_vectors(killed_by: KilledBy, plies: Mapping[str, int] | None = None) -> tuple[str, ...]:
    """Return the fewest vectors that together kill every mutant that any kills, sorted by name.

    `plies` has the lengths of vectors, 0 if left out. Of several smallest sets the one with the fewest
    plies in all is returned, and of these the first by names, so the result does not depend on the
    solver. Z3 proves that no smaller set is enough; raises `UndecidedCover` if it gives up.
    """
    kills = mutants_by_vector(killed_by)
    lengths = dict.fromkeys(kills, 0) | dict(plies or {})
    useful = undominated(kills, lengths)
    subset = _Subset(tuple(sorted(useful)))
    for vectors in killed_by.values():
        if vectors:
            subset.demand(z3.PbGe(subset.weighed(dict.fromkeys(useful.keys() & {*vectors}, 1)), 1))
    subset.minimise(dict.fromkeys(useful, 1))
    subset.minimise({vector: lengths[vector] for vector in useful})
    return subset.first()


def mutants_by_vector(killed_by: KilledBy) -> dict[str, frozenset[str]]:
    """Return the mutants that each vector kills; vectors that kill none are left out."""
    found: dict[str, set[str]] = {}
    for mutant, vectors in killed_by.items():
        for vector in vectors:
            found.setdefault(vector, set()).add(mutant)
    return {vector: frozenset(mutants) for vector, mutants in sorted(found.items())}


def undominated(kills: Kills, plies: Mapping[str, int]) -> dict[str, frozenset[str]]:
    """Discard each vector that another can replace: one that kills as much, and is preferred.

    The shorter is preferred, and of equally long ones the first by name. So nothing that is discarded is
    in the preferred smallest cover: replacing it would give a better one.
    """
    kept: dict[str, frozenset[str]] = {}
    for vector in sorted(kills, key=lambda each: (plies[each], each)):
        if not any(kills[vector] <= mutants for mutants in kept.values()):
            kept[vector] = kills[vector]
    return kept


def unrelated_mutants(killed_by: KilledBy, count: int) -> tuple[str, ...] | None:
    """Find so many mutants of which no vector kills two, the first by names; None if there are none.

    They show without a solver that fewer than `count` vectors are not enough. Not every minimum can be
    shown like this. Raises `UndecidedCover`.
    """
    subset = _Subset(tuple(sorted(mutant for mutant, vectors in killed_by.items() if vectors)))
    for killed in set(mutants_by_vector(killed_by).values()):
        subset.demand(z3.PbLe(subset.weighed(dict.fromkeys(killed, 1)), 1))
    if len(subset.names) < count:
        return None
    if count:
        subset.demand(z3.PbGe(subset.weighed(dict.fromkeys(subset.names, 1)), count))
    return subset.first() if subset.is_possible() else None


@frozen
class _Subset:
    """A subset of names that Z3 looks for."""

    names: tuple[str, ...]
    """Sorted."""
    _solver: Any = field(factory=z3.Solver, init=False)

    def demand(self, term: Any) -> None:
        """Keep only the subsets of which a term holds."""
        self._solver.add(term)

    def weighed(self, weights: Mapping[str, int]) -> list[tuple[Any, int]]:
        """Return names with their weights, as Z3 takes them."""
        return [(z3.Bool(name), weights[name]) for name in sorted(weights)]

    def is_possible(self, *contained: Any) -> bool:
        """Return whether a subset with some names is left; raises `UndecidedCover`."""
        answer = self._solver.check(*contained)
        if answer == z3.unknown:
            raise UndecidedCover(
                f"Z3 gave up ({self._solver.reason_unknown()}): it is unknown whether fewer vectors "
                "are enough"
            )
        return bool(answer == z3.sat)

    def minimise(self, weights: Mapping[str, int]) -> None:
        """Keep only the subsets of the least total weight: Z3 refutes every smaller one."""
        weighed = {name: weight for name, weight in weights.items() if weight}
        if not weighed or not self.is_possible():
            return
        is_smaller = True
        while is_smaller:
            total = sum(weighed.get(name, 0) for name in self._found())
            self._solver.push()
            self.demand(z3.PbLe(self.weighed(weighed), total - 1))
            is_smaller = self.is_possible()
        self._solver.pop()
        self.demand(z3.PbLe(self.weighed(weighed), total))

    def first(self) -> tuple[str, ...]:
        """Return the first subset that is left, in the order of the sorted names."""
        chosen: list[str] = []
        for name in self.names:
            if self.is_possible(*map(z3.Bool, (*chosen, name))):
                chosen.append(name)
        return tuple(chosen)

    def _found(self) -> Iterable[str]:
        model = self._solver.model()
        return (name for name in self.names if z3.is_true(model[z3.Bool(name)]))
