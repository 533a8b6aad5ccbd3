"""Our own games and the examples are clean."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from rulewright.lint import LintReport, lint
from rulewright.lint.effort import NORMAL, QUICK, LintEffort
from rulewright.lint.sampling import named, option_sets, played, sizes
from rulewright.lint.sources import SourceFiles
from rulewright.lint.symmetries import changes_something, false_image, forgotten
from rulewright.play import games

FOLDER = Path(__file__).parents[2] / "examples"
OURS, EXAMPLES = sorted(games.own_games("spec")), ("tictactoe", "breakthrough")
FEWER = evolve(QUICK, images=2, kept=4)
"""Every formula and every claim is looked at, with fewer calls and positions of each."""


@cache
def reported(game: str, effort: LintEffort) -> LintReport:
    """Lint a game once for all tests."""
    return lint(game, 1, effort)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "effort"),
    [
        *(pytest.param(game, NORMAL, id=game) for game in OURS),
        *(pytest.param(game, FEWER, id=game) for game in EXAMPLES),
        *(
            pytest.param(game, QUICK, id=f"{game}-quick", marks=pytest.mark.soak)
            for game in (*OURS, *EXAMPLES)
        ),
    ],
)
def test_a_game_of_ours_is_clean(
    game: str, effort: LintEffort, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is found, and positions were looked at: of ours as many as `verify` looks at."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(FOLDER))
    report = reported(game, effort)
    assert [each.sentence for each in report.findings] == []
    assert any("positions of" in each for each in report.looked_at)


@pytest.mark.parametrize("game", OURS)
def test_every_parameter_that_a_game_names_is_played(game: str) -> None:
    """Only hands of Dreieck were: `verify` failed for a symmetry that stacks do not have."""
    specified = games.specified(game)
    played_at = {name for params in sizes(specified) for name in params}
    assert played_at == {name for params in named(specified) for name in params}


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
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
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(FOLDER))
    first = reported("breakthrough", FEWER)
    assert lint("breakthrough", 1, FEWER) == first
    assert not any("want of time" in each for each in first.left_out)
