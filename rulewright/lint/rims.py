"""The tests that theorems name for their rims: whether they are there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sources import SourceFiles
from rulewright.play import games

ABOVE = 4
"""How many folders, from that of the game upwards, a test may be named from."""
INSTALLED = {"site-packages", "dist-packages"}
"""Below these are no tests of a game, though there may be those of something else."""


def rims(game: str, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield the tests of rims that are in no file; a package that is installed has no tests."""
    if game not in games.game_names("proofs") or not has_tests(files.first.parent):
        return
    for theorem in games.theorems(game):
        for test in theorem.extent.rim:
            if why := missing(test, files.first.parent):
                what = f"the theorem {theorem.name} names {test!r} for its rim, but {why}"
                remedy = "name a test that is there, by its file and its function"
                yield finding("reference", files.written(test), what, remedy)


def has_tests(folder: Path) -> bool:
    """Return whether a folder of tests lies beside a game, or in a folder above."""
    if INSTALLED & set(folder.resolve().parts):
        return False
    return any((each / "tests").is_dir() for each in above(folder))


def above(folder: Path) -> tuple[Path, ...]:
    """Return a folder and those above it from which a test may be named."""
    return folder, *folder.resolve().parents[:ABOVE]


def missing(test: str, folder: Path) -> str:
    """Say why a test cannot be run; empty if it is in a file that is named from a folder above."""
    name, _, function = test.partition("::")
    found = [each / name for each in above(folder) if (each / name).is_file()]
    if not found:
        return f"there is no {name} in {folder} or the {ABOVE} folders above it"
    if not any(function in functions_in(path) for path in found):
        return f"{found[0]} has no function {function}"
    return ""


def functions_in(path: Path) -> set[str]:
    """Return the names of the functions of a file; none of one that is no Python."""
    try:
        tree = ast.parse(path.read_text("utf-8"))
    except (SyntaxError, UnicodeDecodeError):
        return set()
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
