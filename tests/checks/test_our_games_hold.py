"""Our own games and the examples hold at the effort that `verify` has if none is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.play import games

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("game", [*sorted(games.own_games("spec")), "tictactoe", "breakthrough"])
def test_a_game_of_ours_holds(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick runs held while this one failed: lint looked at more, and at no stacks of Dreieck."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    command = [sys.executable, "-m", "rulewright", "verify", game, "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "all held; effort normal, seed 1" in done.stdout
