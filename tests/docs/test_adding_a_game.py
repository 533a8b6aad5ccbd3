"""The guide to a new game lists the files that the games have, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.play import games

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \|", re.MULTILINE)
EVERY = "every game"

Files = dict[str, frozenset[str]]


def listed(page: str, folder: str) -> Files:
    """Read a table: which games have each file."""
    section = page.split(f"`{folder}/<game>/`\n")[1].split("\n## ", maxsplit=1)[0]
    every = frozenset(games.game_names())
    return {
        file: every if where == EVERY else frozenset(where.split(", "))
        for file, where in ROW.findall(section)
    }


def present(root: Path, folder: str) -> Files:
    """Look which games have each file; a rulebook is one file in any language."""
    found: dict[str, set[str]] = {}
    for game in games.game_names():
        for path in (root / folder / game).iterdir():
            if path.is_file():
                name = re.sub(r"^rulebook\.\w\w\.txt$", "rulebook.<language>.txt", path.name)
                found.setdefault(name, set()).add(game)
    return {name: frozenset(where) for name, where in found.items()}


@pytest.mark.parametrize("folder", ["spec", "impl"])
def test_the_guide_lists_every_file(folder: str) -> None:
    """Each with the games that have it; a new file, or one that is gone, must be written down."""
    assert listed(PAGE, folder) == present(ROOT, folder)


def test_the_guide_lists_the_proofs_that_every_game_has() -> None:
    """Other proofs are named for their ideas, which are each game's own."""
    every = frozenset(games.game_names())
    shared = {name: where for name, where in present(ROOT, "proofs").items() if where == every}
    assert listed(PAGE, "proofs") == shared


def test_a_file_without_an_entry_would_be_noticed(tmp_path: Path) -> None:
    """A new one in one game, and one that only some games have left."""
    for game in games.game_names():
        (tmp_path / "spec" / game).mkdir(parents=True)
        for name, where in listed(PAGE, "spec").items():
            if game in where:
                (tmp_path / "spec" / game / name.replace("<language>", "en")).touch()
    assert listed(PAGE, "spec") == present(tmp_path, "spec")
    (tmp_path / "spec" / games.game_names()[0] / "board.py").unlink()
    assert listed(PAGE, "spec") != present(tmp_path, "spec")
    (tmp_path / "spec" / games.game_names()[0] / "board.py").touch()
    (tmp_path / "spec" / games.game_names()[0] / "new.py").touch()
    assert listed(PAGE, "spec") != present(tmp_path, "spec")
