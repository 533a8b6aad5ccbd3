"""Whether the tests are there that a guest's theorem names for what happens at its rim."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulewright.proofs.consulted import loaded_games, owner_of, top_of
from rulewright.proofs.theorem import Claim, Theorem

ABOVE = 3
"""How many folders above that of a package are looked at."""


def missing_at_the_rim(theorem: Theorem) -> Iterator[tuple[str, bool]]:
    """Yield each test that is named and not there, and whether it should be.

    Where a package is installed its tests need not be: then nothing is there that has their folder.
    """
    folders = list(folders_of(theorem))
    for name in theorem.extent.rim if folders else ():
        file, _, function = name.partition("::")
        found = [folder / file for folder in folders if (folder / file).is_file()]
        if not any(function in tests_in(path) for path in found):
            first = Path(file).parts[0]
            yield name, bool(found) or any((folder / first).exists() for folder in folders)


def folders_of(theorem: Theorem) -> Iterator[Path]:
    """Yield the folders in which tests of a guest's theorem may lie."""
    claims = [part for part in theorem.parts if isinstance(part, Claim)]
    own = {top_of(module) for module, _ in loaded_games()} - {"rulewright"}
    for package in {owner_of(claim.make) for claim in claims} & own:
        file = getattr(sys.modules.get(package), "__file__", None)
        if file:
            folder = Path(file).resolve().parent
            yield folder
            yield from folder.parents[:ABOVE]


@cache
def tests_in(path: Path) -> frozenset[str]:
    """Return the names of the functions that a file of tests has; none if it cannot be read."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return frozenset()
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))
