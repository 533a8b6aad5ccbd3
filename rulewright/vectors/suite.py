"""Reads the files of a suite, which somebody may have edited: what is wrong in one is one line."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from cattrs import transform_error

from rulewright.interface import UnknownGame, UsageError
from rulewright.play import games
from rulewright.vectors.vector import (
    SCHEMA,
    PerftTable,
    Vector,
    content_of,
    hash_of,
    identifier,
    read_vector,
)

FOLDER = Path(__file__).parents[1] / "suite"
"""The installed data: one folder for each game."""
OF_A_GUEST = "vectors"
"""The folder in the package of a game from elsewhere that holds its suite, laid out like ours."""
MATRIX = "matrix.json"
HEAD = ("game", "params", "rulings")
"""What the first lines of a perft table say, in this order."""
LINE = re.compile(r"(0|[1-9][0-9]*) (0|[1-9][0-9]*)")
"""A line of a perft table: depth and count."""
ROW: Mapping[str, type] = {"id": str, "about": str, "killed_by": list}
"""What a row of a matrix says at least."""
AGAIN = "'rulewright vectors generate' writes such files"


class MalformedSuite(UsageError):
    """A file of a suite that cannot be read, or is not what such files are."""

    def __init__(self, file: Path, problem: str) -> None:
        """Name the file, and what is wrong with it."""
        super().__init__(f"{str(file)!r} {problem}: {AGAIN}")


class Malformed(ValueError):
    """What is wrong in a file, in words that follow its name."""


def text_of(file: Path) -> str:
    """Read a file; raises `MalformedSuite`."""
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise MalformedSuite(file, f"cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise MalformedSuite(file, f"is not UTF-8 ({error.reason})") from error


def vectors_of(game: str, file: Path) -> tuple[Vector, ...]:
    """Read the vectors of a file; raises `MalformedSuite`."""
    try:
        return read_vectors(game, text_of(file))
    except Malformed as error:
        raise MalformedSuite(file, str(error)) from error


def table_of(game: str, file: Path) -> PerftTable:
    """Read a perft table; raises `MalformedSuite`."""
    try:
        return read_table(game, file.stem, text_of(file))
    except Malformed as error:
        raise MalformedSuite(file, str(error)) from error


def shared_of(game: str, file: Path) -> Any:
    """Read what a file about several games says of one; None if nothing. Raises `MalformedSuite`."""
    if not file.exists():
        return None
    try:
        return object_in(text_of(file)).get(game)
    except Malformed as error:
        raise MalformedSuite(file, str(error)) from error


def is_row(row: Any) -> bool:
    """Return whether something is a row of a matrix."""
    return isinstance(row, dict) and all(isinstance(row.get(name), ROW[name]) for name in ROW)


def object_in(text: str) -> dict[str, Any]:
    """Read a JSON object; raises `Malformed`."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"is not JSON ({error})") from error
    if not isinstance(found, dict):
        raise Malformed("is no JSON object")
    return found


@lru_cache(maxsize=256)
def read_vectors(game: str, text: str) -> tuple[Vector, ...]:
    """Read the vectors of a file: once in a process, as they are asked for often; raises `Malformed`."""
    found = object_in(text)
    head = {name: value for name, value in found.items() if name != "vectors"}
    if head != {"schema": SCHEMA, "game": game}:
        raise Malformed(f'must have "schema": {SCHEMA}, "game": "{game}" and "vectors", no more')
    if not isinstance(found.get("vectors"), list):
        raise Malformed('has no list of "vectors"')
    vectors = tuple(exactly(game, content) for content in found["vectors"])
    specified = games.specified(game)
    params, rulings = specified.default_parameters.keys(), specified.default_rulings.keys()
    for each in vectors:
        if unknown := sorted((each.params.keys() - params) | (each.rulings.keys() - rulings)):
            raise Malformed(f"has a vector {each.id!r} with an unknown option {unknown[0]!r}")
    return vectors


def exactly(game: str, content: Any) -> Vector:
    """Read a vector, and nothing else that may stand in its place; raises `Malformed`."""
    if not isinstance(content, dict) or not isinstance(content.get("id"), str):
        raise Malformed('has a vector without "id"')
    try:
        found = read_vector(game, content)
    except Exception as error:
        raise Malformed(f"has a vector {content['id']!r} that is none: {why(error)}") from error
    own = {"id": found.id, **content_of(found)}
    if json.dumps(own, sort_keys=True) != json.dumps(content, sort_keys=True):
        raise Malformed(f"has a vector {content['id']!r} with what vectors do not have")
    return found


def why(error: Exception) -> str:
    """Say what cattrs does not find."""
    return "; ".join(transform_error(error, path="vector")[:1])


def read_table(game: str, name: str, text: str) -> PerftTable:
    """Read a perft table: comment lines `# key value` (JSON), then lines `depth count`.

    Raises `Malformed`.
    """
    lines = text.splitlines()
    head = dict(line.removeprefix("# ").partition(" ")[::2] for line in lines[: len(HEAD)])
    if tuple(head) != HEAD or head["game"] != game:
        raise Malformed(f"must begin with '# game {game}', '# params ...' and '# rulings ...'")
    counts = [LINE.fullmatch(line) for line in lines[len(HEAD) :]]
    depths = {int(found[1]): int(found[2]) for found in counts if found}
    if not counts or None in counts or [*depths] != [*range(1, len(counts) + 1)]:
        raise Malformed("must go on with one line for each depth from 1: the depth and the count")
    return PerftTable(game, name, object_in(head["params"]), object_in(head["rulings"]), depths)


# ----------------------------------------------------------------------------- the suites of games


def suite_of(game: str) -> Path:
    """Return the suite that a game belongs to: ours, or the one in its own package."""
    package = games.folder_of_guest(game)
    return FOLDER if package is None else package / OF_A_GUEST


def folder_of(game: str, suite: Path | None = None) -> Path:
    """Return the folder of a game's vectors, in its own suite if None; raises `UnknownGame`."""
    known = games.game_names()
    if game not in known:
        raise UnknownGame(game, known)
    return (suite or suite_of(game)) / game


def load(game: str, suite: Path | None = None) -> tuple[Vector, ...]:
    """Read all vectors of a game, file by file in the order of their names.

    Raises `UnknownGame` or `MalformedSuite`.
    """
    files = sorted(folder_of(game, suite).glob("*.json"))
    return tuple(each for file in files for each in vectors_of(game, file))


def perft_tables(game: str, suite: Path | None = None) -> tuple[PerftTable, ...]:
    """Read all perft tables of a game; raises `UnknownGame` or `MalformedSuite`."""
    files = sorted((folder_of(game, suite) / "perft").glob("*.txt"))
    return tuple(table_of(game, file) for file in files)


def read_shared(game: str, name: str) -> Any:
    """Read what a file such as ``games.json`` in a game's suite says of the game; None if nothing.

    Raises `MalformedSuite`.
    """
    return shared_of(game, suite_of(game) / name)


def missing_from(game: str, vectors: Collection[Vector]) -> str:
    """Say which vectors the matrix of a game names that its suite does not have; empty if none."""
    matrix = matrix_of(game)
    if matrix is None:
        return ""
    here = {each.id for each in vectors}
    gone = sorted({name for row in matrix["mutants"] for name in row["killed_by"]} - here)
    if gone:
        others = f", and so are {len(gone) - 1} more of its vectors" if len(gone) > 1 else ""
        return f"{gone[0]} is missing, which {MATRIX} names{others}"
    if matrix.get("vectors") != len(vectors):
        return f"{MATRIX} is of {matrix.get('vectors')} vectors, and there are {len(vectors)}"
    return ""


def is_altered(vector: Vector) -> bool:
    """Return whether an identifier is not that of what its vector asks and expects."""
    return identifier("", vector) != f"-{hash_of(vector)}"


def matrix_of(game: str) -> dict[str, Any] | None:
    """Read a game's part of the matrix; None if there is none. Raises `MalformedSuite`."""
    found = read_shared(game, MATRIX)
    if found is None:
        return None
    rows = found.get("mutants") if isinstance(found, dict) else None
    if not isinstance(rows, list) or not all(map(is_row, rows)):
        file = suite_of(game) / MATRIX
        raise MalformedSuite(file, f"has something else than the matrix of {game!r}")
    matrix: dict[str, Any] = found
    return matrix
