"""Rare occasions: a campaign counts them, searches for missing ones, and fails if one never occurs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from rulewright.checks import QUICK
from rulewright.checks.bulk import ATTEMPTS, SOUGHT, BulkCheck
from rulewright.checks.outcome import Outcome
from rulewright.commands.verify import print_outcomes
from rulewright.interface import Recording
from rulewright.play import games
from rulewright.spec.catalogue import Occasion
from rulewright.spec.minoa import GAME

LITTLE = evolve(QUICK, option_sets=2, bulk_games=16)
SMALL = {"n": 1, "k": 3}
TIE, NEVER = "a shared win", "an eclipse"


def ties(recording: Recording) -> Mapping[str, int]:
    """Count the games of three that end with more than one winner; there are no eclipses."""
    shared = recording.winners[-1].sum(axis=1) > 1
    return {TIE: int(shared.sum()) if recording.params["k"] == 3 else 0, NEVER: 0}


def outcome_with(monkeypatch: pytest.MonkeyPatch, *occasions: Occasion) -> tuple[Outcome, int]:
    """Check Minoa with these occasions; return the outcome and the number of games counted."""
    counted: list[int] = []

    def count(recording: Recording) -> Mapping[str, int]:
        counted.append(recording.played.shape[1])
        return ties(recording)

    game = evolve(GAME, played=({"n": 1},), occasions=occasions, count_occasions=count)
    monkeypatch.setattr(games, "specified", lambda name: {"minoa": game}[name])
    outcome = BulkCheck().run("minoa", LITTLE, 1, list)
    return outcome, sum(counted)


def test_an_occasion_that_never_occurs_fails_the_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is searched for as often as allowed, under its own options, and then named."""
    outcome, counted = outcome_with(monkeypatch, Occasion(NEVER, SMALL, {}))
    assert not outcome.held
    assert outcome.failure.startswith(f"the campaign never met: {NEVER} (in ")
    assert "by the rule of three each happens in fewer than 1 of " in outcome.failure
    assert counted == 16 + 16 + ATTEMPTS * SOUGHT


def test_an_occasion_is_searched_for_under_its_own_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """The campaign itself has two players; the tie of three is met afterwards, and counted."""
    outcome, counted = outcome_with(monkeypatch, Occasion(TIE, SMALL, {}))
    assert outcome.held, outcome.failure
    assert counted == 16 + 16 + SOUGHT
    assert outcome.data["occasions"] == {TIE: int(outcome.remarks[0].split(" times: ")[0])}
    assert outcome.remarks[0].endswith(TIE)


def test_one_missing_occasion_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others do not make up for it."""
    occasions = Occasion(TIE, SMALL, {}), Occasion(NEVER, SMALL, {})
    outcome, _ = outcome_with(monkeypatch, *occasions)
    assert not outcome.held
    assert TIE not in outcome.failure
    assert NEVER in outcome.failure


def test_a_difference_is_reported_before_missing_occasions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A campaign cut short by a wrong engine reports that, not missing occasions."""

    def broken(name: str, params: Any = None, rulings: Any = None) -> Any:
        assert name == "minoa"
        return GAME.engine(params, rulings, GAME.rulebook.without("MIN-9"))

    monkeypatch.setattr(games, "specification", broken)
    outcome, _ = outcome_with(monkeypatch, Occasion(NEVER, SMALL, {}))
    assert not outcome.held
    assert "never met" not in outcome.failure
    assert "legal after" in outcome.failure


def test_counts_are_printed_below_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line for each occasion, zeros included."""
    outcome, _ = outcome_with(monkeypatch, Occasion(TIE, SMALL, {}), Occasion(NEVER, SMALL, {}))
    print_outcomes([outcome], LITTLE, 1, 0.5)
    printed = capsys.readouterr().out
    assert "\nminoa: bulk\n" in printed
    assert f" 0 times: {NEVER}\n" in printed
    assert all(f"  {line}\n" in printed for line in outcome.remarks)
