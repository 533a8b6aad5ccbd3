"""Our own games and the examples are clean."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulewright.lint import lint
from rulewright.lint.examine import QUICK, LintEffort
from rulewright.play import games

EXAMPLES = Path(__file__).parents[2] / "examples"
FEWER = evolve(QUICK, claims=1.0, kept=4)
"""Every formula and every claim is looked at, with fewer calls and positions of each."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "effort",
    [pytest.param(FEWER, id="fewer"), pytest.param(QUICK, id="quick", marks=pytest.mark.soak)],
)
@pytest.mark.parametrize("game", [*sorted(games.own_games("spec")), "tictactoe", "breakthrough"])
def test_a_game_of_ours_is_clean(
    game: str, effort: LintEffort, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is found, and positions were looked at."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    report = lint(game, 1, effort)
    assert [each.sentence for each in report.findings] == []
    assert any("positions of" in each for each in report.looked_at)
