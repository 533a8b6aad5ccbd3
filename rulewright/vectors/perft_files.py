"""Perft tables of a game, small counts confirmed by the specification."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import takewhile

from rulewright.play.perft import perfts
from rulewright.play.rulings import deviations
from rulewright.vectors.drafting import Wrong, slug_of
from rulewright.vectors.variants import Variant, Variants

MOST_SEQUENCES, MOST_OF_ITS_OWN = 3_000, 30_000
"""Sequences up to which a table goes one ply deeper; more for the game's own variant."""
DEEPEST = 12
BY_THE_SPECIFICATION = 400
"""Counts up to this are also counted with the specification."""


def perft_files(variants: Variants) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each table that the implementation supports.

    Default rulings under several parameters, then each single deviation.
    """
    for variant in variants.played:
        yield perft_file(variant)
    for rulings in deviations(variants.questions)[1:]:
        variant = variants.own.under(rulings)
        if variant.is_witnessed:
            yield perft_file(variant)


def perft_file(variant: Variant) -> tuple[str, str]:
    """Return the name and text of one table; raises `Wrong` if the engines count differently."""
    variants = variant.variants
    most = MOST_OF_ITS_OWN if variant is variants.own else MOST_SEQUENCES
    engine, reference = variant.implementation, variant.specification
    counts: list[int] = []
    for count in perfts(engine, engine.initial(), DEEPEST):
        if counts and not count:
            break
        counts.append(count)
        if count > most:
            break
    few = list(takewhile(lambda count: count <= BY_THE_SPECIFICATION, counts))
    if list(perfts(reference, reference.initial(), len(few))) != few:
        raise Wrong(f"{variants.game} {variant.key}: the engines count differently")
    default = variants.default_rulings
    given = {q: r for q, r in variant.rulings.items() if r != default[q]}
    lines = [
        f"# game {variants.game}",
        f"# params {json.dumps(variant.params)}",
        f"# rulings {json.dumps(given)}",
        *(f"{depth} {count}" for depth, count in enumerate(counts, start=1)),
    ]
    number = [each.params for each in variants.played].index(variant.params)
    params = [
        slug_of(f"{name}-{value}") if isinstance(value, int | str) else f"{name}-{number}"
        for name, value in variant.params.items()
    ]
    name = "_".join([*params, *(f"{q}-{r}" for q, r in given.items())]) or "default"
    return name, "\n".join(lines) + "\n"
