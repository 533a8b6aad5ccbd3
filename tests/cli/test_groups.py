"""A group of commands named without one: one line with the commands that it has."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rulewright.cli import application


@pytest.mark.parametrize(
    ("group", "commands"),
    [
        ("vectors", "check, cover, generate, matrix"),
        ("certificates", "check, export"),
        ("new", "game"),
    ],
)
def test_a_group_names_its_commands(group: str, commands: str) -> None:
    """Status 2, and no page of help squeezed into a line."""
    result = CliRunner().invoke(application, [group], prog_name="rulewright")
    assert result.exit_code == 2
    assert result.stderr == f"error: 'rulewright {group}' needs a command: {commands}\n"
