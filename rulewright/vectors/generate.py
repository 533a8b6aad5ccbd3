"""Make the suite of a game from a seed: find games, draft vectors, try them on mutants, write."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.interface import UsageError
from rulewright.parts import Executor
from rulewright.play import games
from rulewright.play.mutants import Mutant, mutants_of
from rulewright.vectors.drafting import Wrong, without_repetitions
from rulewright.vectors.matrix import MadeFor
from rulewright.vectors.sampling import CHOSEN, FILLING, KINDS
from rulewright.vectors.set_cover import fewest_vectors
from rulewright.vectors.steps import (
    DRAFTS,
    KILLS,
    SAMPLES,
    SURVIVORS,
    TABLES,
    DoSteps,
    steps_here,
    steps_with,
    written,
)
from rulewright.vectors.survivors import NOT_FOUND, OPEN, Survivor
from rulewright.vectors.variants import Variants
from rulewright.vectors.vector import SCHEMA, Vector, content_of, hash_of

SEED = 1
FEWEST = 440
"""Minimum number of vectors for a compiled game, before duplicates are discarded."""
Note: TypeAlias = Callable[[str], object]


class NoSecondWitness(UsageError):
    """The implementation supports the default rulings under no tested parameters."""

    def __init__(self, game: str) -> None:
        """Name the game, and say what a vector needs."""
        super().__init__(
            f"no vectors can be made of {game!r}: its implementation does not play by the default "
            "rulings, and a vector is written only if specification and implementation agree on it"
        )


@frozen
class Suite:
    """The vectors, perft tables and kill matrix of one game."""

    game: str
    seed: int
    vectors: Mapping[str, tuple[Vector, ...]]
    """By kind."""
    killed_by: Mapping[str, tuple[str, ...]]
    """By mutant: identifiers of vectors."""
    survivors: Mapping[str, Survivor]
    """By mutant: why no vector kills it."""
    tables: Mapping[str, str]
    """Perft tables: texts by name."""
    made_for: Mapping[str, MadeFor]
    """By the hash that ends a vector's identifier."""

    @property
    def all(self) -> tuple[Vector, ...]:
        """The vectors of all kinds."""
        return tuple(vector for vectors in self.vectors.values() for vector in vectors)

    def files(self) -> dict[str, str]:
        """Return the text of each file by its name."""
        files = {
            f"{kind}.json": json_lines(self.game, vectors)
            for kind, vectors in self.vectors.items()
            if vectors
        }
        return files | {f"perft/{name}.txt": text for name, text in self.tables.items()}

    def matrix(self) -> dict[str, Any]:
        """Return as JSON which vectors kill which mutant, and the fewest that kill all of these."""
        plies = {vector.id: len(vector.moves) for vector in self.all}
        return {
            "seed": self.seed,
            "vectors": len(self.all),
            "covering": list(fewest_vectors(self.killed_by, plies)),
            "mutants": [self._row(mutant) for mutant in mutants_of(self.game)],
        }

    def _row(self, mutant: Mutant) -> dict[str, Any]:
        row: dict[str, Any] = {
            "id": mutant.id,
            "clause" if mutant.swap is None else "question": mutant.subject,
            "about": mutant.about,
            "killed_by": list(self.killed_by[mutant.id]),
        }
        under = {
            killer: further
            for killer in self.killed_by[mutant.id]
            if (further := self._further_rulings(mutant, killer))
        }
        if under:
            row["under"] = under
        if mutant.id in self.survivors:
            why = self.survivors[mutant.id]
            row[why.kind] = {"reason": why.reason, **why.data}
        return row

    def _further_rulings(self, mutant: Mutant, killer: str) -> dict[str, str]:
        """Return the rulings under which a vector was made, beyond its own and the default ones."""
        made = self.made_for.get(killer.rsplit("-", 1)[1], {}).get(mutant.id, {})
        (vector,) = (each for each in self.all if each.id == killer)
        usual = games.specified(self.game).default_rulings | vector.rulings
        return {name: reading for name, reading in made.items() if usual[name] != reading}


def generate(
    game: str, seed: int = SEED, report: Note = id, executor: Executor | None = None
) -> Suite:
    """Make a game's suite, the same one for the same seed; `report` receives progress messages.

    An executor does the steps, with the same result, if there is one; else they are done here. Raises
    `NoSecondWitness`, or `Wrong` if the engines disagree or if a mutant of a compiled game survives
    without a reason (other games are too slow to search in full: there it is open); with an executor
    `NoResult` and `ClusterError` as well.
    """
    variants = ready(game, seed)
    steps = steps_here(variants) if executor is None else steps_with(executor, variants)
    kinds: dict[str, tuple[Vector, ...]] = {}
    made_for: dict[str, dict[str, dict[str, str]]] = {}
    for kind in ("clauses", "readings"):
        drafts = list(drafts_against_mutants(game, kind, steps, report))
        kinds[kind] = tuple(without_repetitions(vector for _, _, vector in drafts))
        for mutant, rulings, vector in drafts:
            made_for.setdefault(hash_of(vector), {}).setdefault(mutant, rulings)
    others = [kind for kind in KINDS if kind not in {FILLING, CHOSEN}]
    shares = ({"step": SAMPLES, "kind": kind, "at_least": 0} for kind in others)
    for kind, vectors in zip(others, steps(shares), strict=True):
        kinds[kind] = vectors
        report(f"{game}: {len(vectors)} {kind}")
    lacking = (FEWEST if variants.is_compiled else 0) - sum(map(len, kinds.values()))
    for kind, least in ((FILLING, lacking), (CHOSEN, 0)):
        (kinds[kind],) = steps([{"step": SAMPLES, "kind": kind, "at_least": least}])
        report(f"{game}: {len(kinds[kind])} {kind}")
    unique = {
        vector.id for vector in without_repetitions(v for some in kinds.values() for v in some)
    }
    kinds = {kind: tuple(v for v in some if v.id in unique) for kind, some in kinds.items()}
    every = tuple(vector for some in kinds.values() for vector in some)
    killed_by = kills(game, every, made_for, steps)
    report(f"{game}: matrix of {len(every)} vectors")
    survivors = dict(explained_survivors(variants, killed_by, steps, report))
    (tables,) = steps([{"step": TABLES}])
    return Suite(game, seed, kinds, killed_by, survivors, tables, made_for)


def ready(game: str, seed: int = SEED) -> Variants:
    """Prepare a game's suite, and fail early.

    Where there is no implementation the specification is the only witness. Raises `UnknownGame`, or
    `NoSecondWitness`.
    """
    games.specified(game)
    variants = Variants(game, seed)
    if not variants.witnessed_by_default:
        raise NoSecondWitness(game)
    _ = variants.witnessed_by_default[0].implementation
    return variants


def drafts_against_mutants(
    game: str, kind: str, steps: DoSteps, report: Note
) -> Iterator[tuple[str, dict[str, str], Vector]]:
    """Draft the vectors against each mutant of clauses, or of readings.

    Yields the mutant, the rulings under which it was found, and the vector.
    """
    named = [each.id for each in mutants_of(game) if (each.swap is None) == (kind == "clauses")]
    shares = ({"step": DRAFTS, "mutant": mutant} for mutant in named)
    for mutant, drafts in zip(named, steps(shares), strict=True):
        report(f"{game}: {len(drafts)} for {mutant}")
        yield from ((mutant, *draft) for draft in drafts)


def kills(
    game: str, vectors: Sequence[Vector], made_for: Mapping[str, MadeFor], steps: DoSteps
) -> dict[str, tuple[str, ...]]:
    """Return the vectors that each mutant fails.

    `made_for` has, by the hash that ends an identifier, the mutants that a vector was made for, with the
    rulings.
    """
    named, rows = [each.id for each in mutants_of(game)], written(vectors)
    shares = (
        {
            "step": KILLS,
            "mutant": mutant,
            "vectors": rows,
            "under": {
                each: rulings[mutant] for each, rulings in made_for.items() if mutant in rulings
            },
        }
        for mutant in named
    )
    return dict(zip(named, steps(shares), strict=True))


def explained_survivors(
    variants: Variants, killed_by: Mapping[str, tuple[str, ...]], steps: DoSteps, report: Note
) -> Iterator[tuple[str, Survivor]]:
    """Yield the mutants that nothing kills, with the reason; raises `Wrong`."""
    alive = [each for each in mutants_of(variants.game) if not killed_by[each.id]]
    # Of a game that is not compiled, what proves too large for one mutant is skipped for the next.
    together = [[each] for each in alive] if variants.is_compiled else [alive]
    shares = (
        {
            "step": SURVIVORS,
            "mutants": [each.id for each in some],
            "reverse_is_killed": [bool(killed_by.get(each.reverse)) for each in some],
        }
        for some in together
        if some
    )
    reasons = (why for several in steps(shares) for why in several)
    for mutant, why in zip(alive, reasons, strict=True):
        if why is None and variants.is_compiled:
            raise Wrong(f"{variants.game}: nothing kills the mutant {mutant.id!r}")
        yield mutant.id, why or Survivor(OPEN, NOT_FOUND)
        report(f"{variants.game}: nothing kills {mutant.id}")


def json_lines(game: str, vectors: tuple[Vector, ...]) -> str:
    """Return a file of vectors: JSON, one vector a line."""
    rows = ",\n".join(map(line_of, vectors))
    return f'{{"schema": {SCHEMA}, "game": {json.dumps(game)}, "vectors": [\n{rows}\n]}}\n'


def line_of(vector: Vector) -> str:
    """Return a vector as one line of JSON."""
    return json.dumps({"id": vector.id, **content_of(vector)}, ensure_ascii=False)


def matrix_with(earlier: str, suite: Suite) -> str:
    """Return the file of all matrices with a game's own put in."""
    matrices: dict[str, Any] = json.loads(earlier) | {suite.game: suite.matrix()}
    ordered = dict(sorted(matrices.items()))
    return json.dumps(ordered, indent=1, ensure_ascii=False) + "\n"
