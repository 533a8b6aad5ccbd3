"""The verdict of a verification on its checks: a check that compares nothing does not pass."""

import pytest
from attrs import evolve
from common.canned_checks import Canned, Killed, Shared, Silent, WithinIsKilled

from rulewright.checks import CHECKS, NORMAL, QUICK
from rulewright.checks.lockstep import option_sets
from rulewright.checks.outcome import Outcome
from rulewright.checks.shares import tasks_of
from rulewright.checks.unplayed import SHORT, STOPPED, as_data, left_out, unplayed
from rulewright.checks.verification import all_held, verify
from rulewright.commands.verify import readings_left_out, status_of, summary
from rulewright.play import games


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
    (reason,) = {
        each.reason for each in unplayed("minoa", option_sets("minoa", 1, 1), stopped=True)
    }
    assert reason == STOPPED


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


def test_a_killed_check_is_lost_and_the_others_go_on() -> None:
    """Nothing is known of it: it has not held, and nothing is refuted."""
    checks = [Killed(), Silent(), Canned()]
    found = {
        each.check: each
        for each in verify(
            ("minoa",), checks, evolve(QUICK, patience=3), 0, lambda *_: None, jobs=2
        )
    }
    assert found["canned"].held
    assert found["killed"].verdict == "LOST"
    assert found["killed"].failure == (
        "the check killed of minoa has no result: its process was killed by signal 9 (SIGKILL), "
        "perhaps because memory ran out; its last progress was: game 7"
    )
    assert "the check silent of minoa has no result: nothing was heard" in found["silent"].failure
    every = list(found.values())
    assert not all_held(every)
    assert summary(every) == "2 of 3 checks lost"
    assert status_of(every, held=False) == 4
    assert status_of([*every, *outcomes(Canned(held=False))], held=False) == 1
    assert status_of(outcomes(Canned()), held=True) == 0


def test_a_lost_worker_within_a_check_costs_that_check() -> None:
    """Such as one that proves theorems."""
    (outcome,) = verify(("minoa",), [WithinIsKilled()], QUICK, 0, lambda *_: None)
    assert outcome.verdict == "LOST"
    assert "a worker is lost: its process was killed by signal 9" in outcome.failure


def verified(check: Shared, jobs: int) -> tuple[list[Outcome], list[str]]:
    """Run a check that has shares, and another one; return the outcomes, and what was reported."""
    notes: list[str] = []
    heard = lambda _, name, line: notes.append(f"{name}: {line}")  # noqa: E731
    found = list(verify(("minoa",), [check, Canned()], QUICK, 0, heard, jobs=jobs))
    return sorted(found, key=lambda each: each.check), notes


def test_a_check_is_done_in_shares_where_several_run_side_by_side() -> None:
    """One outcome for all of them. A single process does the whole."""
    (_, found), notes = verified(Shared(("one", "two", "three")), 2)
    assert (found.check, found.verdict, found.cases, found.seconds) == ("shared", "held", 3, 3.0)
    begun = [each for each in notes if each.endswith("begun")]
    assert sorted(begun) == [f"shared: {name}: begun" for name in ("one", "three", "two")]
    assert sum("3 of 3" in each for each in notes) == 1
    (_, found), notes = verified(Shared(("one", "two", "three")), 1)
    assert found.cases == 99


def test_slow_shares_begin_first_and_quick_ones_last() -> None:
    """What is long would be waited for at the end."""
    checks = [Canned(), Shared(("one", "two", "slow"))]
    tasks, gathered = tasks_of(("minoa", "ari"), checks, QUICK, shared=True)
    named = [(task.game, task.share.theorem if task.share else task.check.name) for task in tasks]
    both, few = ("minoa", "ari"), ("one", "two")
    slow, whole = ([(game, name) for game in both] for name in ("slow", "canned"))
    assert named == [*slow, *whole, *((game, name) for game in both for name in few)]
    assert {name: each.number for name, each in gathered.items()} == {
        (game, "shared"): 3 for game in both
    }
    tasks, gathered = tasks_of(("minoa",), checks, QUICK, shared=False)
    assert [task.share for task in tasks] == [None, None]
    assert gathered == {}


def test_slow_checks_begin_before_the_others() -> None:
    """A long check that began last would be waited for by one process alone."""
    tasks, _ = tasks_of(("minoa",), CHECKS, QUICK, shared=False)
    named = [task.check.name for task in tasks]
    assert {*named[:2]} == {"lockstep", "exhaustive"}
    assert sorted(named) == sorted(check.name for check in CHECKS)


def test_a_lost_share_costs_its_check_and_the_other_shares_are_done() -> None:
    """It is named; what is said of the check is said once."""
    (other, found), notes = verified(Shared(("one", "killed", "two")), 2)
    assert other.held
    assert found.verdict == "LOST"
    assert "no result: killed: its process was killed by signal 9 (SIGKILL)" in found.failure
    assert {"shared: one: begun", "shared: two: begun"} <= set(notes)
