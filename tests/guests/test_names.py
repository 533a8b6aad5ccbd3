"""Names of games: which of two that are called the same is meant, nobody could know."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.interface import UsageError
from rulewright.play import games

GAME = "from nothing import at_all\n"
"""It is not loaded to see how it is called."""


def folder_with(folder: Path, name: str) -> str:
    """Put a game of some name into a folder."""
    package = folder / name
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "spec.py").write_text(GAME, "utf-8")
    return str(folder)


def test_a_guest_is_not_called_as_a_game_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours would be verified, and the guest would seem to hold."""
    monkeypatch.setenv(games.FOLDERS, folder_with(tmp_path, "ari"))
    with pytest.raises(
        UsageError, match=r"'ari' in .* is called as one that comes with rulewright"
    ):
        games.game_names()


def test_two_guests_are_not_called_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one would be taken, without a word."""
    folders = [folder_with(tmp_path / each, "twins_of_a_name") for each in ("one", "other")]
    monkeypatch.setenv(games.FOLDERS, os.pathsep.join(folders))
    with pytest.raises(UsageError, match=r"other/twins_of_a_name', which is called as the one in"):
        games.game_names()


def test_a_folder_may_be_named_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same game."""
    folder = folder_with(tmp_path, "only_one_of_a_name")
    monkeypatch.setenv(games.FOLDERS, os.pathsep.join((folder, folder)))
    assert "only_one_of_a_name" in games.game_names()
