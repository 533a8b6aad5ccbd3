"""Our own games and the examples are clean."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from rulewright.lint import LintReport, lint
from rulewright.lint.effort import NORMAL, QUICK, LintEffort
from rulewright.lint.sampling import option_sets, played
from rulewright.lint.sources import SourceFiles
from rulewright.lint.symmetries import changes_something, false_image, forgotten
from rulewright.play import games

EXAMPLES = Path(__file__).parents[2] / "examples"
FEWER = evolve(QUICK, images=2, kept=4)
"""Every formula and every claim is looked at, with fewer calls and positions of each."""


@cache
def reported(game: str, effort: LintEffort) -> LintReport:
    """Lint a game once for all tests."""
    return lint(game, 1, effort)


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
    report = reported(game, effort)
    assert [each.sentence for each in report.findings] == []
    assert any("positions of" in each for each in report.looked_at)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(games.own_games("spec")))
def test_no_symmetry_of_ours_is_forgotten(game: str) -> None:
    """Every candidate that holds is claimed: all are tried, for as long as it takes."""
    specified = games.specified(game)
    (params, rulings), *_ = option_sets(specified)
    sampled = played(specified.engine(params, rulings), 1, 8, 400)
    found = forgotten(specified, [sampled], SourceFiles.of(game), NORMAL)
    assert [each.sentence for each in found] == []
    kept = [
        each.name
        for each in specified.renamings(sampled.engine)
        if changes_something(each, sampled) and false_image(each, sampled) is None
    ]
    claimed = [each.name for each in specified.symmetries(sampled.engine)]
    assert set(kept) & set(claimed)


def test_the_same_seed_looks_at_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is: what is looked at is counted."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    first = reported("breakthrough", FEWER)
    assert lint("breakthrough", 1, FEWER) == first
    assert not any("want of time" in each for each in first.left_out)
