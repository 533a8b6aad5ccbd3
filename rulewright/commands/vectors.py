"""`rulewright vectors`: make the conformance suite's data, and hold an engine against it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.commands.prove import made
from rulewright.console.files import UnusableFile, write
from rulewright.console.options import AS_JSON, ENGINE
from rulewright.console.output import counted, print_json, table
from rulewright.console.progress import reporter
from rulewright.interface import UsageError

if TYPE_CHECKING:
    from rulewright.vectors.generate import Suite


class NotCompiled(UsageError):
    """Vectors are made from recorded games, and this game's implementation records none."""

    def __init__(self, game: str) -> None:
        """Name the game, and what can be done without vectors."""
        super().__init__(
            f"no vectors can be made: the implementation of {game!r} is not compiled, so it does not "
            "record games; 'rulewright conform' checks engines without vectors"
        )


SEEDS = 2**32
"""Seeds are whole numbers below this."""


@click.group("vectors")
def vectors_command() -> None:
    """Make or check the test vectors."""


@vectors_command.command("generate")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--seed", type=click.IntRange(0, SEEDS - 1), default=1, show_default=True)
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("vectors"),
    show_default=True,
    metavar="DIR",
    help="The folder in which each game has one.",
)
def generate_command(*, games: tuple[str, ...], seed: int, output: Path) -> None:
    """Make the vectors, the perft tables and the matrix of games anew (all if none is named).

    The same seed gives the same files, byte for byte. Takes minutes for each game.
    """
    from rulewright.vectors.generate import generate  # noqa: PLC0415 - loads the engines

    named = known(games) if games else all_compiled()
    for game in named:
        must_be_compiled(game)
    files = (each for game in named for each in written_before(output, game))
    made(str(output), "matrix.json", *files)
    with reporter() as report:
        for game in named:
            suite = generate(game, seed, report.note)
            save(suite, output)
            report.done(f"{game}: {counted(len(suite.all), 'vectors')}, seed {seed}")


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
    from rulewright import games as catalogue  # noqa: PLC0415 - loads the engines
    from rulewright.vectors import load, perft_tables  # noqa: PLC0415
    from rulewright.vectors.run import check, miscounted  # noqa: PLC0415

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


def known(games: tuple[str, ...]) -> tuple[str, ...]:
    """Name the games, each once, all if none is named; raises `UnknownGame` before any work is done."""
    from rulewright.games import game_names, specified  # noqa: PLC0415

    for game in games:
        specified(game)
    return tuple(dict.fromkeys(games)) or game_names()


def all_compiled() -> tuple[str, ...]:
    """Name the games that vectors can be made of."""
    return tuple(game for game in known(()) if is_compiled(game))


def is_compiled(game: str) -> bool:
    """Tell whether the implementation of a game records games."""
    from rulewright.games import fastest  # noqa: PLC0415

    return hasattr(fastest(game), "kernel")


def must_be_compiled(game: str) -> None:
    """Raise `NotCompiled` unless vectors can be made of a game."""
    if not is_compiled(game):
        raise NotCompiled(game)


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
    matrix = output / "matrix.json"
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
