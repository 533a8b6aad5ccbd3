"""`rulewright verify` as a driver, with stub checks whose outcomes are known."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner, Result

from rulewright.checks.outcome import Effort, Outcome, Progress
from rulewright.cli import application
from rulewright.interface import UsageError
from rulewright.play import games


@frozen
class Canned:
    """A check with a given outcome."""

    name: str
    held: bool = True

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Hold or fail."""
        progress("half way")
        failure = "" if self.held else "expected 1\ngiven 2"
        cases, detail = seed, f"effort {effort.name}"
        return Outcome(game, self.name, self.held, cases, "games", 0.25, detail, failure)


@frozen
class Refused:
    """A check that cannot even begin."""

    name: str = "refused"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Raise an error of ours."""
        del effort, seed, progress
        raise UsageError(f"{game} cannot be checked")


@frozen
class Broken:
    """A check with a bug."""

    name: str = "broken"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Raise an error that is not ours."""
        del effort, seed, progress
        raise ZeroDivisionError(game)


def verify(monkeypatch: pytest.MonkeyPatch, checks: tuple[object, ...], *given: str) -> Result:
    """Run the command with other checks, in this process because others would not know them."""
    monkeypatch.setattr("rulewright.checks.CHECKS", checks)
    return CliRunner().invoke(application, ["verify", "--jobs", "1", *given])


def test_the_status_is_0_when_everything_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """One table, the seed, and progress on standard error."""
    result = verify(
        monkeypatch, (Canned("one"), Canned("two")), "minoa", "--quick", "--seed", "2000"
    )
    assert result.exit_code == 0
    *lines, last = result.stdout.splitlines()
    assert lines == [
        "game   check  verdict        cases   time  covered",
        "-----  -----  -------  -----------  -----  ------------",
        "minoa  one    held     2,000 games  0.2 s  effort quick",
        "minoa  two    held     2,000 games  0.2 s  effort quick",
        "",
    ]
    assert re.fullmatch(r"2 checks, all held; effort quick, seed 2000, \d+\.\d s", last)
    assert "seed 2000\n" in result.stderr
    assert "minoa: one held: 2,000 games in 0.2 s\n" in result.stderr


def test_the_status_is_1_when_a_check_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are run anyway, and the failure is printed in full."""
    checks = (Canned("one", held=False), Refused(), Canned("two"))
    result = verify(monkeypatch, checks, "minoa", "--seed", "7")
    assert result.exit_code == 1
    assert "minoa  one      FAILED" in result.stdout
    assert "minoa: one failed\nexpected 1\ngiven 2\n" in result.stdout
    assert "minoa: refused failed\nminoa cannot be checked\n" in result.stdout
    assert "2 of 3 checks failed; effort normal, seed 7" in result.stdout


def test_a_bug_in_a_check_is_no_verdict_about_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 4 and a traceback; the other checks go on."""
    result = verify(monkeypatch, (Broken(), Canned("one")), "minoa")
    assert result.exit_code == 4
    assert "1 of 2 checks lost" in result.stdout
    assert result.stderr.count("internal error: this is a bug in rulewright") == 1
    assert "ZeroDivisionError: minoa" in result.stderr


def test_nothing_checked_is_nothing_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty list of checks must not look like success."""
    result = verify(monkeypatch, (), "minoa")
    assert result.exit_code == 1
    assert "nothing was checked" in result.stdout


def test_all_games_are_checked_if_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once, and so is a game named twice."""
    result = verify(monkeypatch, (Canned("one"),), "--json", "--seed", "5", "--thorough")
    found = json.loads(result.stdout)
    assert [outcome["game"] for outcome in found["outcomes"]] == list(games.game_names())
    assert (found["held"], found["seed"], found["effort"]) == (True, 5, "thorough")
    twice = verify(monkeypatch, (Canned("one"),), "minoa", "minoa", "--json")
    assert len(json.loads(twice.stdout)["outcomes"]) == 1


def test_a_new_seed_is_drawn_and_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs are very unlikely to agree in 32 random bits."""
    seeds = {
        json.loads(verify(monkeypatch, (Canned("one"),), "minoa", "--json").stdout)["seed"]
        for _ in range(2)
    }
    assert len(seeds) == 2


def test_wrong_options_leave_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The report folder is not created for a run that does not begin."""
    folder = tmp_path / "site"
    given = ("minoa", "--quick", "--thorough", "--report", str(folder))
    assert verify(monkeypatch, (Canned("one"),), *given).exit_code == 2
    assert not folder.exists()
