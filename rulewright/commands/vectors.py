"""`rulewright vectors`: make the conformance suite's data, and hold an engine against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.commands.prove import made
from rulewright.console.files import UnusableFile, write
from rulewright.console.options import AS_JSON, ENGINE
from rulewright.console.output import print_json, table
from rulewright.console.progress import reporter
from rulewright.wording.numbers import counted

if TYPE_CHECKING:
    from rulewright.vectors.generate import Suite

SEEDS = 2**32
"""Seeds are whole numbers below this."""
OURS = Path("vectors")
"""Where the data of rulewright's own games is written, unless another folder is named."""
MATRIX = "matrix.json"
UNKILLED = {
    "alike": "cannot be told apart",
    "unwitnessed": "without a second witness",
    "open": "open",
}
"""Why there is no vector for a mutant, by the key in its row."""


@click.group("vectors")
def vectors_command() -> None:
    """Make or check the test vectors."""


@vectors_command.command("generate")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--seed", type=click.IntRange(0, SEEDS - 1), default=1, show_default=True)
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder in which each game has one. By default 'vectors', and for a game from elsewhere "
    "the folder 'vectors' in its package.",
)
def generate_command(*, games: tuple[str, ...], seed: int, output: Path | None) -> None:
    """Make the vectors, the perft tables and the matrix of games anew.

    All games with an implementation if none is named. The same seed gives the same files, byte for
    byte. Takes minutes for each game.
    """
    from rulewright.vectors.generate import generate, ready  # noqa: PLC0415 - loads the engines

    named = known(games) if games else all_implemented()
    for game in named:
        ready(game)
    folders = {game: output or home_of(game) for game in named}
    for game, folder in folders.items():
        made(str(folder), MATRIX, *written_before(folder, game))
    with reporter() as report:
        for game, folder in folders.items():
            suite = generate(game, seed, report.note)
            save(suite, folder)
            told = f"{counted(len(suite.all), 'vectors')}, {in_short(suite.matrix()['mutants'])}"
            report.done(f"{game}: {told}; seed {seed}; in {folder / game}")


@vectors_command.command("check")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@ENGINE
@AS_JSON
@click.pass_context
def check_command(
    context: click.Context, *, games: tuple[str, ...], side: str, as_json: bool
) -> None:
    """Play the installed vectors and perft tables on one of the two engines.

    All games if none is named. The exit status is 0 if every vector holds and every table counts, and
    1 if not, or if there are none; a game from outside without any counts only if it was named.
    """
    from rulewright.play import games as catalogue  # noqa: PLC0415 - loads the engines
    from rulewright.vectors import load, perft_tables  # noqa: PLC0415
    from rulewright.vectors.failures import check, miscounted  # noqa: PLC0415

    def make(game: str, params: Any, rulings: Any) -> Any:
        return catalogue.engine(game, params, rulings, side)

    rows, told, unchecked = [], [], []
    for game in known(games):
        vectors, tables = load(game), perft_tables(game)
        failures = [*map(str, check(make, vectors)), *miscounted(make, tables)]
        rows.append((game, len(vectors), len(tables), len(failures)))
        told.extend(failures)
        if not vectors:
            unchecked.append(game)
    failing = [game for game in unchecked if games or not catalogue.is_guest(game)]
    held = not told and not failing
    if as_json:
        names = ("game", "vectors", "tables", "failures")
        print_json(
            {
                "engine": side,
                "held": held,
                "unchecked": unchecked,
                "games": [dict(zip(names, row, strict=True)) for row in rows],
                "failures": told,
            }
        )
    else:
        head = ("game", "vectors", "tables", "failures")
        cells = [tuple(map(str, row)) for row in rows]
        none = [f"{game}: there are no vectors, so nothing was checked" for game in unchecked]
        for line in (*table(head, cells, "vectors tables failures"), *told, *none):
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
    from rulewright.vectors.vector import read_shared  # noqa: PLC0415 - loads the engines

    named = known(games)
    found = {game: read_shared(game, MATRIX) for game in named}
    if as_json:
        print_json({game: matrix for game, matrix in found.items() if matrix is not None})
        return
    for game, matrix in found.items():
        if matrix is None:
            click.echo(f"{game}: there are no vectors")
            continue
        rows = matrix["mutants"]
        click.echo(f"{game}: {counted(matrix['vectors'], 'vectors')}, {in_short(rows)}")
        cells = [
            (row["id"], row["about"], str(len(row["killed_by"])), *row["killed_by"][:1])
            for row in rows
            if row["killed_by"]
        ]
        if cells:
            for line in table(("mutant", "what is wrong", "vectors", "such as"), cells, "vectors"):
                click.echo(line)
        for row in rows:
            for kind in UNKILLED:
                if kind in row:
                    click.echo(f"{row['id']} ({row['about']}): {row[kind]['reason']}")


def in_short(rows: Sequence[Mapping[str, Any]]) -> str:
    """Count the mutants of a matrix by what became of them."""
    killed = sum(bool(row["killed_by"]) for row in rows)
    counts = {words: sum(kind in row for row in rows) for kind, words in UNKILLED.items()}
    rest = [f"{count} {words}" for words, count in counts.items() if count]
    return f"{counted(len(rows), 'mutants')}: {', '.join((f'{killed} killed', *rest))}"


def known(games: tuple[str, ...]) -> tuple[str, ...]:
    """Name the games, each once, all if none is named; raises `UnknownGame` before any work is done."""
    from rulewright.play.games import game_names, specified  # noqa: PLC0415

    for game in games:
        specified(game)
    return tuple(dict.fromkeys(games)) or game_names()


def all_implemented() -> tuple[str, ...]:
    """Name the games that vectors can be made of."""
    from rulewright.play.games import game_names  # noqa: PLC0415

    return tuple(game for game in known(()) if game in game_names("impl"))


def home_of(game: str) -> Path:
    """Find the folder that a game's data belongs to: for one from elsewhere, in its own package."""
    from rulewright.play.games import is_guest  # noqa: PLC0415
    from rulewright.vectors.vector import suite_of  # noqa: PLC0415

    return suite_of(game) if is_guest(game) else OURS


def written_before(output: Path, game: str) -> Iterator[str]:
    """Give the files of a game that are there and will be written anew."""
    folder = output / game
    for path in (*folder.glob("*.json"), *folder.glob("perft/*.txt")):
        yield path.relative_to(output).as_posix()


def save(suite: Suite, output: Path) -> None:
    """Write a game's files and its part of the matrix; files that it no longer has are removed.

    Raises `UnusableFile`.
    """
    from rulewright.vectors.generate import matrix_with  # noqa: PLC0415

    folder = output / suite.game
    files = suite.files()
    matrix = output / MATRIX
    try:
        (folder / "perft").mkdir(parents=True, exist_ok=True)
        for path in (*folder.glob("*.json"), *folder.glob("perft/*.txt")):
            if path.relative_to(folder).as_posix() not in files:
                path.unlink()
        earlier = matrix.read_text("utf-8") if matrix.exists() else "{}"
    except OSError as error:
        raise UnusableFile(f"cannot write {str(folder)!r}: {error.strerror}") from error
    for name, text in files.items():
        write(str(folder / name), text)
    write(str(matrix), matrix_with(earlier, suite))
