"""Copies of tic-tac-toe with a mistake, each a package of its own that is found as a guest."""

from __future__ import annotations

import re
import shutil
from itertools import count
from pathlib import Path

import pytest

from rulewright.play import games

TICTACTOE = Path(__file__).parents[2] / "examples" / "tictactoe"
NUMBERS = count()
"""Python loads a package once, so each copy has a name of its own."""


def planted(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *edits: tuple[str, str, str],
    parts: tuple[str, ...] = (),
) -> str:
    """Write a copy into a folder of games, and return its name.

    Each edit is a file, a text that stands in it once, and what replaces it; an empty text stands
    for the end of the file. Of `impl` and `proofs` the copy has those that `parts` names.
    """
    name = f"noughts{next(NUMBERS)}"
    package = folder / name
    ignored = [f"{part}.py" for part in ("impl", "proofs") if part not in parts]
    shutil.copytree(
        TICTACTOE, package, ignore=shutil.ignore_patterns(*ignored, "vectors", "__pycache__")
    )
    for file in package.glob("*.py"):
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"\btictactoe\b", name, text), encoding="utf-8")
    for where, old, new in edits:
        file = package / where
        text = file.read_text("utf-8")
        assert not old or text.count(old) == 1, (where, old)
        file.write_text(text.replace(old, new) if old else f"{text}\n{new}\n", encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(folder))
    return name


def line_of(folder: Path, name: str, file: str, text: str) -> str:
    """Return `file:line` of the first line of a copy's file in which a text stands."""
    path = folder / name / file
    lines = path.read_text("utf-8").splitlines()
    return f"{path}:{next(at for at, line in enumerate(lines, 1) if text in line)}"


def first_actions(name: str, _: object) -> int:
    """Count the first actions of a game."""
    engine = games.specification(name)
    return len(engine.legal_actions(engine.initial()))
