"""`rulewright lint` as a command, and as the first check of `verify`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from common.planted import line_of, planted

from rulewright.checks.lint import LintCheck
from rulewright.cli import application

WITHOUT_A_QUOTATION = (
    "rulebook.py",
    'TEXT.quote("The board has nine squares", "X begins")',
    "()",
)
NAME_ERROR = ("clauses.py", "    return none_of(row(", "    return nonesuch(row(")


def run(*arguments: str) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(application, arguments)


def test_a_clean_game_has_status_0_and_says_what_was_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, and the same as JSON."""
    name = planted(tmp_path, monkeypatch)
    done = run("lint", name, "--quick", "--seed", "7")
    assert done.exit_code == 0
    first, last = done.stdout.splitlines()
    assert first.startswith(f"{name}: clean (6 sentences, 5 clauses, ")
    assert last == "1 of 1 game clean; seed 7"
    found = json.loads(run("lint", name, "--quick", "--seed", "7", "--json").stdout)
    assert found["seed"] == 7
    assert found["games"][0]["clean"]


def test_a_finding_has_status_1_and_an_exception_5(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One broken guest does not hide what is found in another."""
    wrong = planted(tmp_path, monkeypatch, WITHOUT_A_QUOTATION)
    broken = planted(tmp_path, monkeypatch, NAME_ERROR)
    done = run("lint", wrong, "--quick")
    assert done.exit_code == 1
    place = line_of(tmp_path, wrong, "rulebook.py", '"TTT-1"')
    assert f"{place}: TTT-1 quotes nothing: give the Clause some words" in done.stdout
    both = run("lint", broken, wrong, "--quick", "--json")
    assert both.exit_code == 5
    first, second = json.loads(both.stdout)["games"]
    (raised,) = first["findings"]
    assert raised["kind"] == "exception"
    assert "raises NameError" in raised["what"]
    assert {each["kind"] for each in second["findings"]} == {"quotation", "sentence"}


def test_verify_fails_by_lint_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nothing else noticed; an exception keeps its status there, too."""
    monkeypatch.setattr("rulewright.checks.CHECKS", (LintCheck(),))
    wrong = planted(tmp_path, monkeypatch, WITHOUT_A_QUOTATION)
    broken = planted(tmp_path, monkeypatch, NAME_ERROR)
    done = run("verify", wrong, "--quick", "--jobs", "1", "--seed", "1")
    assert done.exit_code == 1
    assert f"{wrong}: lint failed" in done.stdout
    assert "TTT-1 quotes nothing: give the Clause some words of a sentence" in done.stdout
    done = run("verify", broken, "--quick", "--jobs", "1", "--seed", "1")
    assert done.exit_code == 5
    assert line_of(tmp_path, broken, "clauses.py", "nonesuch") in done.stdout
