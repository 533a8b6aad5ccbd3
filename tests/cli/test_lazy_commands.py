"""Commands are loaded as they are used, and the list of them says what each one says."""

from __future__ import annotations

import gc

import pytest
from click.testing import CliRunner

from rulewright.cli import application, main
from rulewright.commands import COMMANDS, command_named
from rulewright.garbage import PACE


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_is_the_first_of_the_commands_help(name: str) -> None:
    """It is written twice, so that the list needs no command."""
    command = command_named(name)
    first = (command.help or "").partition("\n\n")[0]
    assert (command.name, " ".join(first.split())) == (name, COMMANDS[name])


def test_help_lists_the_commands_in_their_order() -> None:
    """The main one comes first."""
    listed = CliRunner().invoke(application, ["--help"]).output.partition("Commands:")[2]
    assert [line.split()[0] for line in listed.splitlines() if line] == list(COMMANDS)


def test_the_command_line_looks_seldom_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that only imports it keeps its own pace."""
    before = gc.get_threshold()
    monkeypatch.setattr("sys.argv", ["rulewright", "--help"])
    try:
        assert CliRunner().invoke(application, ["--help"]).exit_code == 0
        assert gc.get_threshold() == before
        with pytest.raises(SystemExit):
            main()
        assert gc.get_threshold() == PACE != before
    finally:
        gc.set_threshold(*before)
