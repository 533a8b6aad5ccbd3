"""Make the suite of a game from a seed: hunt, craft, choose, hold against mutants, write."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import frozen

from rulewright.interface import UsageError
from rulewright.play import games
from rulewright.play.mutants import Mutant, mutants_of
from rulewright.play.perft import perfts
from rulewright.play.rulings import deviations
from rulewright.vectors.bench import Bench, Options
from rulewright.vectors.craft import Wrong, about_a_difference, once, spelled
from rulewright.vectors.depth import FILLING, KINDS, chosen
from rulewright.vectors.hunt import (
    MIDDLE,
    Difference,
    from_the_start,
    in_the_middle,
    on_known_games,
)
from rulewright.vectors.matrix import (
    Alike,
    MadeFor,
    alike,
    covering,
    kills,
    permits_all_that_is_spelled,
)
from rulewright.vectors.vector import SCHEMA, Vector, content_of, hash_of, read_shared
from rulewright.vectors.witnesses import Unwitnessed, is_unwitnessed, unwitnessed

SEED = 1
LEAST = 440
"""Vectors made for a compiled game, at least; a few of them say the same."""
FROM_THE_START = {True: 2, False: 4}
"""Vectors from the start for each mutant, under different options: in large games, and in others."""
MOST_SEQUENCES = {True: 30_000, False: 3_000}
"""A perft table goes one ply deeper as long as there are no more sequences than this; further for the
game's own parameters and default rulings."""
DEEPEST = 12
BY_THE_SPECIFICATION = 400
"""Perft counts up to this are also counted with the specification."""
OPEN = (
    "No vector was found that it fails, nor that there can be none. A game on which it differs can be "
    "put into 'games.json' of the suite, or why there is none into 'alike.json'."
)
Tell = Callable[[str], object]


class NoSecondWitness(UsageError):
    """The implementation plays by the default rulings with none of the parameters of random games."""

    def __init__(self, game: str) -> None:
        """Name the game, and what a vector needs."""
        super().__init__(
            f"no vectors can be made of {game!r}: its implementation does not play by the default "
            "rulings, and a vector is written only if specification and implementation agree on it"
        )


@frozen
class Suite:
    """All that is made for one game."""

    game: str
    seed: int
    vectors: Mapping[str, tuple[Vector, ...]]
    """By kind."""
    killed_by: Mapping[str, tuple[str, ...]]
    """By mutant: identifiers of vectors."""
    alike: Mapping[str, Alike]
    """Mutants that cannot be told apart."""
    unwitnessed: Mapping[str, Unwitnessed]
    """Mutants that differ only in games which the implementation does not play."""
    open: tuple[str, ...]
    """Mutants of which nothing is known, in a game that is not compiled."""
    tables: Mapping[str, str]
    """Perft tables: texts by name."""
    made_for: Mapping[str, MadeFor]
    """By the hash that ends a vector's identifier."""

    @property
    def all(self) -> tuple[Vector, ...]:
        """The vectors of all kinds."""
        return tuple(vector for vectors in self.vectors.values() for vector in vectors)

    def files(self) -> dict[str, str]:
        """Write the suite: the text of each file by its name."""
        files = {
            f"{kind}.json": text_of(self.game, vectors)
            for kind, vectors in self.vectors.items()
            if vectors
        }
        return files | {f"perft/{name}.txt": text for name, text in self.tables.items()}

    def matrix(self) -> dict[str, Any]:
        """Write which vectors kill which mutant, as JSON."""
        return {
            "seed": self.seed,
            "vectors": len(self.all),
            "covering": list(covering(self.killed_by)),
            "mutants": [self._row(mutant) for mutant in mutants_of(self.game)],
        }

    def _further_rulings(self, mutant: Mutant, killer: str) -> dict[str, str]:
        """Find the rulings that are neither named by a vector nor the default, and that it needs."""
        made = self.made_for.get(killer.rsplit("-", 1)[1], {}).get(mutant.id, {})
        (vector,) = (each for each in self.all if each.id == killer)
        usual = games.specified(self.game).default_rulings | vector.rulings
        return {name: reading for name, reading in made.items() if usual[name] != reading}

    def _row(self, mutant: Mutant) -> dict[str, Any]:
        row: dict[str, Any] = {
            "id": mutant.id,
            "clause" if mutant.swap is None else "question": mutant.subject,
            "about": mutant.about,
            "killed_by": list(self.killed_by[mutant.id]),
        }
        under = {
            killer: more
            for killer in self.killed_by[mutant.id]
            if (more := self._further_rulings(mutant, killer))
        }
        if under:
            row["under"] = under
        if mutant.id in self.alike:
            why = self.alike[mutant.id]
            row["alike"] = {"reason": why.reason, **why.data}
        if mutant.id in self.unwitnessed:
            alone = self.unwitnessed[mutant.id]
            row["unwitnessed"] = {"reason": alone.reason, **alone.data}
        if mutant.id in self.open:
            row["open"] = {"reason": OPEN}
        return row


def generate(game: str, seed: int = SEED, tell: Tell = id) -> Suite:
    """Make a game's suite; the same seed always gives the same.

    `tell` is told how far it has come. Raises `NoSecondWitness`; `Wrong` where the engines disagree, or
    where nothing kills a mutant of a compiled game and nothing says why. (Of any other game it is listed
    as open: its positions cannot be searched at such speed.)
    """
    bench = ready(game, seed)
    least = LEAST if bench.is_compiled else 0
    vectors: dict[str, tuple[Vector, ...]] = {}
    made_for: dict[str, dict[str, Any]] = {}
    for kind in ("clauses", "readings"):
        vectors[kind] = tuple(once(aimed(bench, kind, made_for, tell)))
    for kind in KINDS:
        lacking = least - sum(map(len, vectors.values())) if kind == FILLING else 0
        vectors[kind] = chosen(bench, kind, lacking)
        tell(f"{game}: {len(vectors[kind])} {kind}")
    vectors = without_repeats(vectors)
    everything = tuple(vector for some in vectors.values() for vector in some)
    killed_by = kills(bench, everything, made_for)
    tell(f"{game}: matrix of {len(everything)} vectors")
    reasons: dict[str, Alike] = {}
    alone: dict[str, Unwitnessed] = {}
    unknown: list[str] = []
    for mutant in mutants_of(game):
        if not killed_by[mutant.id]:
            why = reason_for(bench, mutant, reverse_is_killed=bool(killed_by.get(mutant.reverse)))
            if isinstance(why, Alike):
                reasons[mutant.id] = why
            elif why is not None:
                alone[mutant.id] = why
            elif bench.is_compiled:
                raise Wrong(f"{game}: nothing kills the mutant {mutant.id!r}")
            else:
                unknown.append(mutant.id)
            tell(f"{game}: nothing kills {mutant.id}")
    return Suite(
        game,
        seed,
        vectors,
        killed_by,
        reasons,
        alone,
        tuple(unknown),
        dict(tables(bench)),
        made_for,
    )


def ready(game: str, seed: int = SEED) -> Bench:
    """Set out to make a game's suite; raises at once what would stop it.

    That is `UnknownGame` for a game without an implementation, or `NoSecondWitness`.
    """
    games.implemented(game)
    bench = Bench(game, seed)
    if not bench.witnessed_by_default:
        raise NoSecondWitness(game)
    bench.tested(Options(bench.witnessed_by_default[0], bench.default))
    return bench


def reason_for(
    bench: Bench, mutant: Mutant, *, reverse_is_killed: bool
) -> Alike | Unwitnessed | None:
    """Find out why nothing kills a mutant; None if no reason is found."""
    why: Alike | None = None
    if not is_unwitnessed(bench, mutant):
        why = alike(bench, mutant, exceptions(bench.game))
        if why is not None and reverse_is_killed:
            why = None
    return why or unwitnessed(bench, mutant)


def aimed(
    bench: Bench, kind: str, made_for: dict[str, dict[str, Any]], tell: Tell
) -> Iterator[Vector]:
    """Make the vectors that are aimed at each mutant; `made_for` notes which."""
    for mutant in mutants_of(bench.game):
        if (mutant.swap is None) != (kind == "clauses"):
            continue
        if permits_all_that_is_spelled(bench, mutant) is not None:
            continue
        count = 0
        for difference in differences(bench, mutant):
            vector = about_a_difference(bench, difference)
            if vector is not None:
                under = dict(difference.options.rulings)
                made_for.setdefault(hash_of(vector), {}).setdefault(mutant.id, under)
                count += 1
                yield vector
        tell(f"{bench.game}: {count} for {mutant.id}")


def differences(bench: Bench, mutant: Mutant) -> Iterator[Difference]:
    """Hunt for games on which a mutant differs, from the start and from the middle of games."""
    fruitful: list[Options] = []
    for options in bench.options(mutant):
        found = from_the_start(bench, mutant, options)
        if found is None:
            continue
        fruitful.append(options)
        yield found
        if len(fruitful) == FROM_THE_START[bench.is_large]:
            break
    if not fruitful:
        yield from on_known_games(bench, mutant)
    for number, part in enumerate(MIDDLE[bench.is_large]):
        for options in fruitful[number % max(len(fruitful), 1) :]:
            found = in_the_middle(bench, mutant, options, part)
            if found is not None:
                yield found
                break


def without_repeats(vectors: Mapping[str, tuple[Vector, ...]]) -> dict[str, tuple[Vector, ...]]:
    """Leave out of each kind what an earlier kind has."""
    kept = {vector.id for vector in once(v for some in vectors.values() for v in some)}
    return {kind: tuple(v for v in some if v.id in kept) for kind, some in vectors.items()}


def text_of(game: str, vectors: tuple[Vector, ...]) -> str:
    """Write a file of vectors: JSON, one vector a line."""
    rows = ",\n".join(map(line_of, vectors))
    return f'{{"schema": {SCHEMA}, "game": {json.dumps(game)}, "vectors": [\n{rows}\n]}}\n'


def line_of(vector: Vector) -> str:
    """Write a vector in one line."""
    return json.dumps({"id": vector.id, **content_of(vector)}, ensure_ascii=False)


def tables(bench: Bench) -> Iterator[tuple[str, str]]:
    """Count action sequences: default rulings under several parameters, then each single deviation.

    Those that the implementation plays.
    """
    for params in bench.played:
        yield table(bench, Options(params, bench.default))
    for rulings in deviations(bench.questions)[1:]:
        options = Options(bench.played[0], rulings)
        if bench.offers(options):
            yield table(bench, options)


def table(bench: Bench, options: Options) -> tuple[str, str]:
    """Write one perft table, its small counts confirmed by the specification; raises `Wrong`."""
    engine = bench.tested(options)
    most = MOST_SEQUENCES[options == Options(bench.played[0], bench.default)]
    counts: list[int] = []
    for count in perfts(engine, engine.initial(), DEEPEST):
        if counts and not count:
            break
        counts.append(count)
        if count > most:
            break
    few = [count for count in counts if count <= BY_THE_SPECIFICATION]
    reference = bench.reference(options)
    if list(perfts(reference, reference.initial(), len(few))) != few:
        raise Wrong(f"{bench.game} {options.key}: the engines count differently")
    given = {q: r for q, r in options.rulings.items() if r != bench.default[q]}
    lines = [
        f"# game {bench.game}",
        f"# params {json.dumps(options.params)}",
        f"# rulings {json.dumps(given)}",
        *(f"{depth} {count}" for depth, count in enumerate(counts, start=1)),
    ]
    return name_of(bench, options, given), "\n".join(lines) + "\n"


def name_of(bench: Bench, options: Options, given: Mapping[str, str]) -> str:
    """Name a perft table by what is not the default in it."""
    number = [dict(params) for params in bench.played].index(dict(options.params))
    params = [
        spelled(f"{name}-{value}") if isinstance(value, int | str) else f"{name}-{number}"
        for name, value in options.params.items()
    ]
    return "_".join([*params, *(f"{q}-{r}" for q, r in given.items())]) or "default"


def exceptions(game: str) -> Mapping[str, Any]:
    """Read the mutants that a theorem says cannot be told apart, by identifier."""
    return read_shared(game, "alike.json") or {}


def matrix_with(earlier: str, suite: Suite) -> str:
    """Put a game's matrix into the file with those of other games."""
    matrices: dict[str, Any] = json.loads(earlier) | {suite.game: suite.matrix()}
    ordered = dict(sorted(matrices.items()))
    return json.dumps(ordered, indent=1, ensure_ascii=False) + "\n"
