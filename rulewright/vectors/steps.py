"""The suite of a game in steps that can be done anywhere: plain data that rests on the seed alone.

Every process that does some makes the recordings and engines of a game's variants once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from rulewright.interface import Json
from rulewright.parts import Executor, Note, WorkPart, check_version, results, version_of
from rulewright.play.mutants import Mutant, mutants_of
from rulewright.vectors.distinguishing import distinguishing_games
from rulewright.vectors.drafting import draft_against
from rulewright.vectors.matrix import killers
from rulewright.vectors.perft_files import perft_files
from rulewright.vectors.sampling import sampled_vectors
from rulewright.vectors.survivors import (
    Survivor,
    explained_survivor,
    permits_every_spelled_action,
)
from rulewright.vectors.variants import Variants
from rulewright.vectors.vector import Vector, content_of, read_vector

PART = "vectors"
"""The kind of part that does a step."""
DRAFTS, SAMPLES, KILLS, SURVIVORS, TABLES = "drafts", "samples", "kills", "survivors", "tables"
"""Vectors against a mutant; those of a kind; which a mutant fails; why nothing kills some; perft."""
Drafts: TypeAlias = tuple[tuple[dict[str, str], Vector], ...]
"""Vectors against a mutant, each with the rulings under which it was found."""
DoSteps: TypeAlias = Callable[[Iterable[Json]], Iterator[Any]]
"""Does steps, and yields what each has made, in their order."""


def drafts(variants: Variants, share: Json) -> Drafts:
    """Draft the vectors against a mutant."""
    mutant = mutant_named(variants, share["mutant"])
    if permits_every_spelled_action(variants, mutant) is not None:
        return ()
    found = ((game, draft_against(game)) for game in distinguishing_games(variants, mutant))
    return tuple(
        (dict(game.trial.variant.rulings), vector) for game, vector in found if vector is not None
    )


def samples(variants: Variants, share: Json) -> tuple[Vector, ...]:
    """Make the vectors of a kind."""
    return sampled_vectors(variants, share["kind"], share["at_least"])


def kills(variants: Variants, share: Json) -> tuple[str, ...]:
    """Return the vectors that a mutant fails."""
    mutant = mutant_named(variants, share["mutant"])
    vectors = [read_vector(variants.game, each) for each in share["vectors"]]
    return killers(variants, mutant, vectors, share["under"])


def survivors(variants: Variants, share: Json) -> tuple[Survivor | None, ...]:
    """Explain why nothing kills some mutants."""
    reverses = share["reverse_is_killed"]
    return tuple(
        explained_survivor(
            variants, mutant_named(variants, name), reverse_is_killed=reverses[number]
        )
        for number, name in enumerate(share["mutants"])
    )


def tables(variants: Variants, share: Json) -> dict[str, str]:
    """Make the perft tables."""
    del share
    return dict(perft_files(variants))


STEPS: Mapping[str, Callable[[Variants, Json], Any]] = {
    DRAFTS: drafts,
    SAMPLES: samples,
    KILLS: kills,
    SURVIVORS: survivors,
    TABLES: tables,
}


def mutant_named(variants: Variants, name: str) -> Mutant:
    """Return a mutant by its identifier."""
    (found,) = (each for each in mutants_of(variants.game) if each.id == name)
    return found


def written(vectors: Sequence[Vector]) -> list[dict[str, Any]]:
    """Write vectors as JSON."""
    return [{"id": each.id, **content_of(each)} for each in vectors]


def steps_here(variants: Variants) -> DoSteps:
    """Return a function that does steps in this process."""

    def do(shares: Iterable[Json]) -> Iterator[Any]:
        for share in shares:
            yield STEPS[share["step"]](variants, share)

    return do


def steps_with(executor: Executor, variants: Variants) -> DoSteps:
    """Return a function that has an executor do steps; raises `NoResult` and `ClusterError`."""
    game, seed = variants.game, variants.seed
    rules = version_of(game)

    def do(shares: Iterable[Json]) -> Iterator[Any]:
        parts = (WorkPart(game, PART, {}, {}, seed, share, rules) for share in shares)
        yield from results(executor, step_part, parts)

    return do


@cache
def variants_of(game: str, seed: int) -> Variants:
    """Return a game's variants, made once in a process that does steps for others."""
    return Variants(game, seed)


def step_part(part: WorkPart, note: Note) -> Any:
    """Do the step of a part; raises `OtherSources`, and what the step raises."""
    check_version(part)
    share = part.share
    named = share.get("mutant", share.get("kind", ""))
    note(f"{part.game}: {share['step']} {named}".rstrip())
    return STEPS[share["step"]](variants_of(part.game, part.seed), dict(share))
