"""The fewest vectors that kill every mutant: chosen by the matrix, then played on the mutants again.

What the matrix records chooses the vectors. Whatever is said of them was measured afterwards: each kill
is replayed, the reference implementation must pass every vector, and is timed on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any, TypeAlias

from attrs import evolve, frozen

from rulewright.interface import UsageError
from rulewright.play import games
from rulewright.play.mutants import Mutant, mutants_of
from rulewright.vectors.failures import Playing
from rulewright.vectors.matrix import is_killed
from rulewright.vectors.set_cover import fewest_vectors, unrelated_mutants
from rulewright.vectors.suite import MATRIX, load, read_shared
from rulewright.vectors.vector import Vector

OTHER_RULINGS = "other_rulings"
"""Why a mutant survives: only vectors under rulings other than the default ones kill it."""
REPEATS = 3
"""How often the vectors are timed; the shortest time counts."""
Recorded: TypeAlias = Mapping[str, Mapping[str, Any]]
"""The rows of a game's matrix, by mutant."""


class NothingToCover(UsageError):
    """A game has no vectors, or none that kills a mutant."""


class OutdatedMatrix(UsageError):
    """What the matrix records is not what the vectors, the rulebook or the engines show now."""

    def __init__(self, game: str, what: str) -> None:
        """Say what differs, and how to make the suite again."""
        super().__init__(
            f"the matrix of {game!r} is outdated: {what}; 'rulewright vectors generate {game}' makes "
            "it again"
        )


@frozen
class ChosenVectors:
    """The fewest vectors that kill every mutant that any kills, with what they were seen to kill."""

    game: str
    by_default: bool
    """Whether only vectors that apply under the default rulings were considered."""
    chosen: tuple[Vector, ...]
    """In the order of the suite."""
    rest: tuple[Vector, ...]
    """The others that were considered."""
    kills: Mapping[str, tuple[str, ...]]
    """The mutants that each chosen vector was seen to kill, all of those recorded."""
    survivors: Mapping[str, tuple[str, ...]]
    """The mutants that no considered vector kills, by reason: `alike`, `unwitnessed`, `open` or
    `other_rulings`."""
    unrelated: tuple[str, ...] | None
    """As many mutants as chosen vectors, no two recorded as killed by one; None if there are none."""

    @property
    def killed(self) -> tuple[str, ...]:
        """The mutants killed, in the order of the rulebook."""
        seen = {mutant for mutants in self.kills.values() for mutant in mutants}
        return tuple(each.id for each in mutants_of(self.game) if each.id in seen)


@frozen
class Durations:
    """How long the reference implementation takes, its engines made and compiled: seconds."""

    chosen: float
    rest: float

    @property
    def ratio(self) -> float:
        """How many times as long as the chosen vectors the rest takes."""
        return self.rest / self.chosen


def chosen_vectors(game: str, *, by_default: bool = False) -> ChosenVectors:
    """Choose the fewest vectors of a game, and replay on the mutants what they are recorded to kill.

    `by_default` considers only vectors, and kills, under the default rulings. Raises `UnknownGame`,
    `NothingToCover`, `OutdatedMatrix`, or `UndecidedCover`.
    """
    rows = recorded(game)
    vectors = {each.id: each for each in load(game) if not by_default or each.applies({}, {})}
    killed_by = {
        mutant.id: tuple(recorded_killers(mutant, rows[mutant.id], vectors, by_default=by_default))
        for mutant in mutants_of(game)
    }
    plies = {name: len(vector.moves) for name, vector in vectors.items()}
    names = set(fewest_vectors(killed_by, plies))
    if not names:
        raise NothingToCover(f"none of {len(vectors)} vectors of {game!r} kills a mutant")
    chosen = tuple(vector for vector in vectors.values() if vector.id in names)
    return ChosenVectors(
        game,
        by_default,
        chosen,
        tuple(vector for vector in vectors.values() if vector.id not in names),
        replayed(game, chosen, killed_by, {} if by_default else rows),
        survivors_of(rows, killed_by),
        unrelated_mutants(killed_by, len(chosen)),
    )


def recorded(game: str) -> Recorded:
    """Read the rows of a game's matrix; raises `NothingToCover` or `OutdatedMatrix`."""
    vectors = {vector.id for vector in load(game)}
    try:
        matrix = read_shared(game, MATRIX)
        if matrix is None or not vectors:
            raise NothingToCover(
                f"there are no vectors of {game!r} to choose from: 'rulewright vectors generate {game}' "
                "makes them"
            )
        rows = {row["id"]: row for row in matrix["mutants"]}
        named = {name for row in rows.values() for name in row["killed_by"]}
    except (ValueError, TypeError, KeyError) as error:
        raise OutdatedMatrix(game, f"its {MATRIX} is not in the form written now") from error
    mutants = {mutant.id for mutant in mutants_of(game)}
    if odd := sorted(mutants ^ rows.keys()):
        raise OutdatedMatrix(game, f"only one of matrix and rulebook has the mutant {odd[0]!r}")
    if missing := sorted(named - vectors):
        raise OutdatedMatrix(game, f"the vector {missing[0]!r} that it names is missing")
    return rows


def recorded_killers(
    mutant: Mutant, row: Mapping[str, Any], vectors: Mapping[str, Vector], *, by_default: bool
) -> Iterator[str]:
    """Yield the considered vectors that are recorded to kill a mutant.

    A kill recorded under further rulings is tried by default if only these count.
    """
    engines: dict[str, Any] = {}
    for name in row["killed_by"]:
        if name not in vectors:
            continue
        is_further = by_default and name in row.get("under", {})
        if not is_further or is_killed(engines, mutant, vectors[name]):
            yield name


def replayed(
    game: str, chosen: Sequence[Vector], killed_by: Mapping[str, Sequence[str]], rows: Recorded
) -> dict[str, tuple[str, ...]]:
    """Play chosen vectors again on all mutants that they are recorded to kill; returns these by vector.

    `rows` has the further rulings of kills, none if empty. The implementation must pass under the same
    rulings. Raises `OutdatedMatrix` if a vector kills less than recorded, or if some mutant that vectors
    kill is killed by none of those chosen.
    """
    seen: dict[str, list[str]] = {vector.id: [] for vector in chosen}
    reference = Playing(games.engine)
    for mutant in mutants_of(game):
        engines: dict[str, Any] = {}
        further = rows.get(mutant.id, {}).get("under", {})
        killers = [vector for vector in chosen if vector.id in killed_by[mutant.id]]
        for vector in killers:
            rulings = vector.rulings | further.get(vector.id, {})
            if not is_killed(engines, mutant, vector, rulings):
                raise OutdatedMatrix(
                    game, f"{vector.id!r} does not kill {mutant.id!r} when replayed"
                )
            must_pass(reference, evolve(vector, rulings=rulings))
            seen[vector.id].append(mutant.id)
        if killed_by[mutant.id] and not killers:
            raise OutdatedMatrix(game, f"no chosen vector kills {mutant.id!r}")
    return {vector: tuple(mutants) for vector, mutants in seen.items()}


def must_pass(reference: Playing, vector: Vector) -> None:
    """Check that the implementation passes a vector; raises `OutdatedMatrix`."""
    failure = reference.first_failure(vector)
    if failure is not None:
        raise OutdatedMatrix(vector.game, f"the implementation itself fails {failure}")


def survivors_of(
    rows: Recorded, killed_by: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """Group the mutants that nothing considered kills by the reason that the matrix records."""
    found: dict[str, list[str]] = {}
    for mutant, row in rows.items():
        if killed_by[mutant]:
            continue
        reasons = [kind for kind in ("alike", "unwitnessed", "open") if kind in row]
        reason = OTHER_RULINGS if row["killed_by"] else next(iter(reasons), "open")
        found.setdefault(reason, []).append(mutant)
    return {reason: tuple(mutants) for reason, mutants in found.items()}


def timed(found: ChosenVectors) -> Durations:
    """Time the implementation on the chosen vectors and on the rest, warmed up.

    Raises `OutdatedMatrix` if it fails any of them.
    """
    first = Playing(games.engine)
    for vector in (*found.chosen, *found.rest):
        must_pass(first, vector)
    both = [(seconds(found.chosen), seconds(found.rest)) for _ in range(REPEATS)]
    return Durations(min(each for each, _ in both), min(each for _, each in both))


def seconds(vectors: Sequence[Vector]) -> float:
    """Play vectors on engines of their own, and return how long it takes."""
    began = perf_counter()
    playing = Playing(games.engine)
    for vector in vectors:
        playing.first_failure(vector)
    return perf_counter() - began
