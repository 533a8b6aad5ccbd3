"""`rulewright vectors`: make the conformance suite's data, and check an engine against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.console.cluster import elsewhere, refuse_both, with_cluster
from rulewright.console.files import (
    STANDARD,
    UnusableFile,
    folder_for,
    must_be_writable,
    shortened,
    write,
)
from rulewright.console.options import AS_JSON, ENGINE, GAME, JOBS_FROM_ONE, BadOption, WholeNumber
from rulewright.console.output import print_json, table
from rulewright.console.progress import reporter
from rulewright.wording.numbers import counted

if TYPE_CHECKING:
    from rulewright.vectors.cover import ChosenVectors, Durations
    from rulewright.vectors.generate import Suite

SEEDS = 2**32
"""Seeds are whole numbers below this."""
OURS = Path("vectors")
"""The folder for the data of rulewright's own games, unless another one is named."""
MATRIX = "matrix.json"
SURVIVORS = {
    "alike": "cannot be told apart",
    "unwitnessed": "without a second witness",
    "open": "open",
}
"""Why no vector kills a mutant, by the key in its row."""
UNKILLED = SURVIVORS | {"other_rulings": "killed only under other rulings"}
"""Why none of some vectors does."""


@click.group("vectors")
def vectors_command() -> None:
    """Make or check the test vectors."""


@vectors_command.command("generate")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--seed", type=WholeNumber(0, SEEDS - 1), default=1, show_default=True)
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder in which each game has one. By default 'vectors', and for a game from elsewhere "
    "the folder 'vectors' in its package.",
)
@JOBS_FROM_ONE
@with_cluster
def generate_command(
    *,
    games: tuple[str, ...],
    seed: int,
    output: Path | None,
    jobs: int | None,
    cluster: str | None,
    cluster_wait: float,
) -> None:
    """Make the vectors, the perft tables and the matrix of games anew.

    All games with an implementation if none is named. The same seed gives the same files, byte for
    byte. Takes minutes for each game. The vectors of a game without an implementation have one witness
    only: they say what the specification says today, not that anything else agrees with it.
    """
    from rulewright.play.games import game_names  # noqa: PLC0415 - loads the engines
    from rulewright.vectors.generate import generate, ready  # noqa: PLC0415

    refuse_both(cluster, jobs)
    named = [game for game in named_games(games) if games or game in game_names("impl")]
    for game in named:
        ready(game)
    folders = {game: output or default_folder(game) for game in named}
    for game, folder in folders.items():
        kept = (path.relative_to(folder).as_posix() for path in files_in(folder / game))
        folder_for(str(folder), MATRIX, *kept)
    with reporter() as report, elsewhere(cluster, cluster_wait, jobs, report) as executor:
        for game, folder in folders.items():
            suite = generate(game, seed, report.note, executor)
            save(suite, folder)
            result = (
                f"{counted(len(suite.all), 'vectors')}, {mutant_summary(suite.matrix()['mutants'])}"
            )
            witness = "" if game in game_names("impl") else "; one witness only, the specification"
            report.done(f"{game}: {result}; seed {seed}; in {folder / game}{witness}")


@vectors_command.command("check")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@ENGINE
@AS_JSON
@click.pass_context
def check_command(
    context: click.Context, *, games: tuple[str, ...], side: str | None, as_json: bool
) -> None:
    """Play the installed vectors and perft tables on one of the two engines.

    All games if none is named. The exit status is 0 if every vector holds and every table counts, and
    1 if not, or if there are none; a game from outside without any counts only if it was named.
    """
    from rulewright.play import games as catalogue  # noqa: PLC0415 - loads the engines
    from rulewright.vectors import load, perft_tables  # noqa: PLC0415
    from rulewright.vectors.failures import check, miscounted  # noqa: PLC0415
    from rulewright.vectors.suite import is_altered, missing_from  # noqa: PLC0415

    def make(game: str, params: Any, rulings: Any) -> Any:
        return catalogue.engine(game, params, rulings, side)

    head = ("game", "vectors", "tables", "failures")
    rows: list[tuple[Any, ...]] = []
    failures: list[str] = []
    for game in named_games(games):
        vectors, tables = load(game), perft_tables(game)
        missing = missing_from(game, vectors)
        found = [f"{game}: {missing}"] if missing else []
        found += [
            f"{each.id}: it was changed: its identifier is another"
            for each in vectors
            if is_altered(each)
        ]
        found += [*map(str, check(make, vectors)), *miscounted(make, tables)]
        rows.append((game, len(vectors), len(tables), len(found)))
        failures.extend(found)
    unchecked = [game for game, vectors, *_ in rows if not vectors]
    alone = [game for game, *_ in rows if side is None and catalogue.side_of(game) != "impl"]
    held = not failures and all(not games and catalogue.is_guest(game) for game in unchecked)
    if as_json:
        by_name = [dict(zip(head, row, strict=True)) for row in rows]
        print_json(
            {
                "engine": side or catalogue.SIDES[0],
                "alone": alone,
                "held": held,
                "unchecked": unchecked,
                "games": by_name,
                "failures": failures,
            }
        )
    else:
        none = [
            f"{game}: it has no implementation, so its specification was checked" for game in alone
        ]
        none += [f"{game}: there are no vectors, so nothing was checked" for game in unchecked]
        cells = [tuple(map(str, row)) for row in rows]
        for line in (*table(head, cells, "vectors tables failures"), *failures, *none):
            click.echo(line)
    context.exit(0 if held else 1)


@vectors_command.command("matrix")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@AS_JSON
def matrix_command(*, games: tuple[str, ...], as_json: bool) -> None:
    """Show which wrong games the installed vectors notice.

    Of each mutant of the rulebook: how many vectors it fails, or why there is none. All games if none is
    named.
    """
    from rulewright.vectors.suite import matrix_of  # noqa: PLC0415 - loads the engines

    found = {game: matrix_of(game) for game in named_games(games)}
    if as_json:
        print_json({game: matrix for game, matrix in found.items() if matrix is not None})
        return
    for game, matrix in found.items():
        if matrix is None:
            click.echo(f"{game}: there are no vectors")
            continue
        rows = matrix["mutants"]
        click.echo(f"{game}: {counted(matrix['vectors'], 'vectors')}, {mutant_summary(rows)}")
        cells = [
            (row["id"], row["about"], str(len(row["killed_by"])), row["killed_by"][0])
            for row in rows
            if row["killed_by"]
        ]
        if cells:
            for line in table(("mutant", "what is wrong", "vectors", "such as"), cells, "vectors"):
                click.echo(line)
        for row in rows:
            for kind in SURVIVORS.keys() & row:
                click.echo(f"{row['id']} ({row['about']}): {row[kind]['reason']}")


@vectors_command.command("cover")
@GAME
@click.option(
    "--default-rulings",
    "by_default",
    is_flag=True,
    help="Only vectors that apply under the default rulings, and what they kill under these.",
)
@click.option(
    "--output",
    metavar="FILE",
    help="Also write the chosen vectors to a file of vectors (- is standard output, alone).",
)
@AS_JSON
def cover_command(*, game: str, by_default: bool, output: str | None, as_json: bool) -> None:
    """Name the fewest vectors that kill every mutant.

    Every mutant that any of the installed vectors kills. They are played on the mutants again, and the
    implementation is timed on them and on the rest.
    """
    from rulewright.play.games import specified  # noqa: PLC0415 - loads the engines
    from rulewright.vectors.cover import chosen_vectors, timed  # noqa: PLC0415
    from rulewright.vectors.generate import json_lines  # noqa: PLC0415

    specified(game)
    if output == STANDARD and as_json:
        raise BadOption(
            "--output - and --json would both go to standard output: name a file for --output"
        )
    if output is not None:
        must_be_writable(output)
        must_stay_outside(output, game)
    found = chosen_vectors(game, by_default=by_default)
    durations = timed(found)
    if output is not None:
        write(output, json_lines(game, found.chosen))
    if as_json:
        print_json(cover_as_json(found, durations))
    elif output != STANDARD:
        for line in cover_lines(found, durations):
            click.echo(line)


def must_stay_outside(output: str, game: str) -> None:
    """Refuse a file in the folder of a game's vectors, all of which are read as one suite.

    Raises `UnusableFile`.
    """
    from rulewright.vectors.suite import folder_of  # noqa: PLC0415

    folder = folder_of(game).resolve()
    if output != STANDARD and folder in Path(output).resolve().parents:
        raise UnusableFile(
            f"cannot write {shortened(output)}: it would become part of the suite of {game!r}; name a "
            "file outside its folder"
        )


def cover_as_json(found: ChosenVectors, durations: Durations) -> dict[str, Any]:
    """Return as JSON the chosen vectors, what they kill, and how long they take."""
    return {
        "game": found.game,
        "default_rulings_only": found.by_default,
        "vectors": [vector.id for vector in found.chosen],
        "of": len(found.chosen) + len(found.rest),
        "fewer_refuted_by": "z3" if found.unrelated is None else "unrelated mutants",
        "unrelated_mutants": list(found.unrelated or ()),
        "killed": list(found.killed),
        "kills": {vector: list(mutants) for vector, mutants in found.kills.items()},
        "survivors": {reason: list(mutants) for reason, mutants in found.survivors.items()},
        "seconds": {"chosen": durations.chosen, "rest": durations.rest},
        "ratio": durations.ratio,
    }


def cover_lines(found: ChosenVectors, durations: Durations) -> Iterator[str]:
    """Yield for people what `cover_as_json` returns for programs."""
    from rulewright.play.games import side_of  # noqa: PLC0415 - loads the engines

    who = "The implementation" if side_of(found.game) == "impl" else "The specification"
    few, rest = len(found.chosen), len(found.rest)
    which = " that apply under the default rulings" if found.by_default else ""
    total = len(found.killed) + sum(map(len, found.survivors.values()))
    yield (
        f"{found.game}: {few} of {counted(few + rest, 'vectors')}{which} kill {len(found.killed)} of "
        f"{counted(total, 'mutants')}, all that any of them kills"
    )
    cells = [
        (vector.id, str(len(vector.moves)), str(len(found.kills[vector.id])))
        for vector in found.chosen
    ]
    yield from table(("vector", "plies", "mutants"), cells, "plies mutants")
    for reason, mutants in found.survivors.items():
        yield f"{UNKILLED[reason]}: {len(mutants)} ({', '.join(mutants)})"
    if found.unrelated is None:
        yield f"Fewer than {few} are not enough: Z3 refutes every smaller choice from the matrix."
    else:
        named = ", ".join(found.unrelated)
        yield f"Fewer than {few} are not enough: no vector is recorded to kill two of {named}."
    yield (
        f"{who} plays them in {1000 * durations.chosen:.1f} ms, and the other {rest} in "
        f"{1000 * durations.rest:.1f} ms, {durations.ratio:.1f} times as long."
    )


def mutant_summary(rows: Sequence[Mapping[str, Any]]) -> str:
    """Count the mutants of a matrix that are killed, and those that survive, by reason."""
    killed = sum(bool(row["killed_by"]) for row in rows)
    counts = {words: sum(kind in row for row in rows) for kind, words in SURVIVORS.items()}
    rest = [f"{count} {words}" for words, count in counts.items() if count]
    return f"{counted(len(rows), 'mutants')}: {', '.join((f'{killed} killed', *rest))}"


def named_games(games: tuple[str, ...]) -> tuple[str, ...]:
    """Return the named games, each once, or all; fail early with `UnknownGame`."""
    from rulewright.play.games import game_names, specified  # noqa: PLC0415 - loads the engines

    for game in games:
        specified(game)
    return tuple(dict.fromkeys(games)) or game_names()


def default_folder(game: str) -> Path:
    """Return the folder that a game's data belongs to: for one from elsewhere, in its own package."""
    from rulewright.play.games import is_guest  # noqa: PLC0415 - loads the engines
    from rulewright.vectors.suite import suite_of  # noqa: PLC0415

    return suite_of(game) if is_guest(game) else OURS


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files of a game that exist already."""
    yield from folder.glob("*.json")
    yield from folder.glob("perft/*.txt")


def save(suite: Suite, output: Path) -> None:
    """Write a game's files and its part of the matrix, and remove those it no longer has.

    Raises `UnusableFile`.
    """
    from rulewright.vectors.generate import matrix_with  # noqa: PLC0415

    folder = output / suite.game
    files = suite.files()
    matrix = output / MATRIX
    try:
        (folder / "perft").mkdir(parents=True, exist_ok=True)
        for path in list(files_in(folder)):
            if path.relative_to(folder).as_posix() not in files:
                path.unlink()
        earlier = matrix.read_text("utf-8") if matrix.exists() else "{}"
    except OSError as error:
        raise UnusableFile(f"cannot write {str(folder)!r}: {error.strerror}") from error
    for name, text in files.items():
        write(str(folder / name), text)
    write(str(matrix), matrix_with(earlier, suite))
