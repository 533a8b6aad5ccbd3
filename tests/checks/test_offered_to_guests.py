"""What lockstep offers a guest: texts that are no actions, and many changed positions."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from common.guest_forms import edited

from rulewright.cli import application

FOUR = Path(__file__).parents[2] / "examples" / "connect_four"


def test_a_text_that_only_one_side_takes_for_an_action_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused as illegal, and should be as no action at all."""
    game = "shouted_four"
    shutil.copytree(FOUR, tmp_path / game, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (tmp_path / game).glob("*.py"):
        text = re.sub(r"\bconnect_four\b", game, file.read_text("utf-8"))
        file.write_text(text, encoding="utf-8")
    edited(tmp_path / game, "impl.py", "return action in self", "return action.lower() in self")
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    command = ["verify", game, "--quick", "--seed", "1", "--jobs", "1", "--check", "lockstep"]
    result = CliRunner().invoke(application, command)
    assert result.exit_code == 1
    said = "the implementation says that it is an action, the specification that it is none"
    assert said in result.stdout
