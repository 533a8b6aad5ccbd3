"""A game with a specification only: nothing is compared, nothing holds, and the reason is right."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.checks.exhaustive import ExhaustiveCheck
from rulewright.checks.outcome import QUICK
from rulewright.checks.unplayed import ALONE, unplayed
from rulewright.interface import UnknownGame
from rulewright.play import games
from rulewright.vectors.generate import ready

EXAMPLE = Path(__file__).parents[2] / "examples" / "tictactoe"


@pytest.fixture
def specified_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return tic-tac-toe under another name, without its implementation and theorems."""
    package = tmp_path / "lonely"
    shutil.copytree(
        EXAMPLE, package, ignore=shutil.ignore_patterns("impl.py", "proofs.py", "vectors")
    )
    for file in package.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("tictactoe", "lonely"), encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    return "lonely"


def test_the_reason_is_reported(specified_only: str) -> None:
    """No check blames the specification, or a nonexistent implementation."""
    assert specified_only in games.game_names()
    outcome = ExhaustiveCheck().run(specified_only, QUICK, 1, lambda _: None)
    assert not outcome.held
    assert outcome.failure == "there is no implementation to compare the specification with"
    left = unplayed(specified_only, [({}, {})])
    assert {each.reason for each in left} == {ALONE}
    with pytest.raises(UnknownGame, match="among those that are implemented"):
        ready(specified_only)
