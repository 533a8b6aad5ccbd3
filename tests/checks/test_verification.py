"""The verdict of a verification on its checks: a check that compares nothing does not pass."""

from typing import Any

import pytest
from attrs import frozen

from rulewright.checks import NORMAL, QUICK
from rulewright.checks.lockstep import option_sets
from rulewright.checks.outcome import Outcome
from rulewright.checks.unplayed import SHORT, as_data, left_out, unplayed
from rulewright.checks.verification import all_held, verify
from rulewright.commands.verify import readings_left_out, summary
from rulewright.interface import RulewrightError
from rulewright.play import games


@frozen
class Canned:
    """A check with a prescribed outcome."""

    cases: int = 1
    held: bool = True
    reason: str = ""
    name: str = "canned"

    def left_out(self, game: str) -> str:
        """Return the reason."""
        del game
        return self.reason

    def run(self, game: str, *_: Any) -> Outcome:
        """Return the outcome."""
        if self.cases < 0:
            raise RulewrightError("it cannot begin")
        return Outcome(game, self.name, self.held, self.cases, "cases", 0.0)


def outcomes(*checks: Canned) -> list[Outcome]:
    """Run checks on one game."""
    return list(verify(("minoa",), checks, QUICK, 0, lambda *_: None))


@pytest.mark.parametrize(
    ("checks", "held", "said"),
    [
        ((), False, "nothing was checked"),
        ((Canned(),), True, "1 check, all held"),
        ((Canned(), Canned(held=False)), False, "1 of 2 checks failed"),
        ((Canned(), Canned(cases=0)), False, "1 of 2 checks failed"),
        ((Canned(), Canned(cases=-1)), False, "1 of 2 checks failed"),
        ((Canned(), Canned(reason="none")), True, "1 check, all held, 1 left out"),
        ((Canned(reason="none"),), False, "nothing was checked, 1 left out"),
    ],
)
def test_a_verification_holds_only_by_what_was_compared(
    checks: tuple[Canned, ...], held: bool, said: str
) -> None:
    """No check, no case, or a check that cannot begin is not a pass; skipped checks are counted."""
    found = outcomes(*checks)
    assert all_held(found) == held
    assert summary(found) == said


def test_a_reading_that_no_engine_plays_is_left_out_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only the default reading of `closure` is played: the verdict does not cover the other."""
    every = option_sets("minoa", 66, 1)
    assert unplayed("minoa", every) == []
    monkeypatch.setattr(
        games, "offered", lambda _, __, rulings: rulings.get("closure", "line") == "line"
    )
    (found,) = unplayed("minoa", option_sets("minoa", 66, 1))
    assert found.sentence == "closure=coloured: its implementation does not play it"
    outcome = Outcome("minoa", "lockstep", True, 1, "positions", 0.1, data=as_data([found]))
    assert left_out([outcome, outcome], "minoa") == (found,)
    assert left_out([outcome], "nonaga") == ()
    assert list(readings_left_out([outcome])) == [f"minoa: left out: the reading {found.sentence}"]
    assert summary([outcome]) == "1 check, all held, 1 reading left out"


def test_a_reading_that_was_not_drawn_is_left_out_for_another_reason() -> None:
    """The engine plays it, but no chosen option set includes it."""
    (reason,) = {each.reason for each in unplayed("minoa", option_sets("minoa", 1, 1))}
    assert reason == SHORT


@pytest.mark.parametrize("game", games.game_names())
def test_every_reading_is_checked_with_every_effort(game: str) -> None:
    """Including readings that are in no text: our own implementations play them all."""
    for effort in (QUICK, NORMAL):
        for seed in (1, 2, 3):
            assert unplayed(game, option_sets(game, effort.option_sets, seed)) == []


def test_a_check_left_out_is_reported_with_its_reason() -> None:
    """It has neither held nor failed."""
    (outcome,) = outcomes(Canned(reason="it has no such thing"))
    assert (outcome.verdict, outcome.detail) == ("left out", "it has no such thing")
