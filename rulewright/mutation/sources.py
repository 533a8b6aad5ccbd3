"""The sources that a theorem rests on, and a digest of them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.play import games

if TYPE_CHECKING:
    from rulewright.proofs.theorem import Theorem

ROOT = Path(__file__).parents[1]
SHARED = ("spec", "proofs")
"""Folders of this package whose own modules are shared by all games."""
MAKERS = ("play/mutants.py", "mutation/wrong.py", "mutation/planting.py", "mutation/trial.py")
"""What makes the mutants and tries theorems on them."""


def digest(game: str, theorem: Theorem) -> str:
    """Return a digest of everything that decides which mutants a theorem notices.

    That is the specification of its game and what all specifications share, the prover, the modules of
    the theorem, and what makes the mutants.
    """
    found = sha256()
    for label, path in sorted(sources(game, theorem).items()):
        found.update(f"{label}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def sources(game: str, theorem: Theorem) -> dict[str, Path]:
    """Return the files that a theorem rests on, by labels that are the same wherever they lie."""
    found = {maker: ROOT / maker for maker in MAKERS}
    for folder in SHARED:
        found |= {f"{folder}/{path.name}": path for path in (ROOT / folder).glob("*.py")}
    specification = games.folder_of_specification(game).glob("*.py")
    found |= {f"specification of {game}/{path.name}": path for path in specification}
    found |= {f"theorems of {game}/{path.name}": path for path in modules_of(theorem)}
    return found


def modules_of(theorem: Theorem) -> Iterator[Path]:
    """List the module in which a theorem stands, and those of the same folder that it imports."""
    home = home_of(theorem)
    waiting, seen = [home], {home}
    while waiting:
        path = waiting.pop()
        yield path
        for name in imported(path.read_text("utf-8")):
            other = path.parent / f"{name}.py"
            if other not in seen and other.exists():
                seen.add(other)
                waiting.append(other)


def home_of(theorem: Theorem) -> Path:
    """Find the module in which a theorem is made: of those that have it, the one furthest down."""
    found = [
        name
        for name, module in list(sys.modules.items())
        if any(value is theorem or _lists(value, theorem) for value in vars(module).values())
    ]
    name = max(found, key=lambda each: (each.count("."), each))
    return Path(str(sys.modules[name].__file__)).resolve()


def _lists(value: object, theorem: Theorem) -> bool:
    return isinstance(value, tuple) and any(each is theorem for each in value)


def imported(text: str) -> Iterator[str]:
    """Name the last parts of the modules that a source imports, whether they are modules or not."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            yield (node.module or "").rpartition(".")[2]
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name.rpartition(".")[2] for alias in node.names)
