"""Our own games and the examples are clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.lint import lint
from rulewright.lint.examine import QUICK
from rulewright.play import games

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.slow
@pytest.mark.parametrize("game", [*sorted(games.own_games("spec")), "tictactoe", "breakthrough"])
def test_a_game_of_ours_is_clean(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is found, and positions were looked at."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    report = lint(game, 1, QUICK)
    assert [each.sentence for each in report.findings] == []
    assert any("positions of" in each for each in report.looked_at)
