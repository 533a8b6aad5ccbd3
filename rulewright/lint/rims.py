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
"""Below these no tests lie: a wheel has none."""


def rims(game: str, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield the tests of rims that are in no file."""
    if game not in games.game_names("proofs") or INSTALLED & set(files.first.parts):
        return
    for theorem in games.theorems(game):
        for test in theorem.extent.rim:
            if why := missing(test, files.first.parent):
                what = f"the theorem {theorem.name} names {test!r} for its rim, but {why}"
                remedy = "name a test that is there, by its file and its function"
                yield finding("reference", files.written(test), what, remedy)


def missing(test: str, folder: Path) -> str:
    """Say why a test cannot be run; empty if it is in a file that is named from a folder above."""
    name, _, function = test.partition("::")
    above = (folder, *folder.resolve().parents[:ABOVE])
    found = [each / name for each in above if (each / name).is_file()]
    if not found:
        return f"there is no {name} in {above[0]} or the {ABOVE} folders above it"
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
