"""A group of commands named without one: one line with the commands that it has."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli import application


@pytest.mark.parametrize(
    ("group", "commands"),
    [
        ("vectors", "check, cover, generate, matrix"),
        ("certificates", "check, compare, export"),
        ("new", "game"),
    ],
)
def test_a_group_names_its_commands(group: str, commands: str) -> None:
    """Status 2, and no page of help squeezed into a line."""
    result = CliRunner().invoke(application, [group], prog_name="rulewright")
    assert result.exit_code == 2
    assert result.stderr == f"error: 'rulewright {group}' needs a command: {commands}\n"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["minoa", "x.sqlite"], "rulewright campaign run x.sqlite minoa'"),
        (["minoa", "nonaga"], "rulewright campaign run campaign.sqlite minoa nonaga'"),
        (["minoa"], "rulewright campaign run campaign.sqlite minoa'"),
    ],
)
def test_a_game_in_place_of_the_file_of_a_campaign_is_refused(
    given: list[str], meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line with the right order; no file is made."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(application, ["campaign", "run", *given])
    assert result.exit_code == 2
    assert "FILE comes before the games, and 'minoa' is a game" in result.stderr
    assert meant in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())
