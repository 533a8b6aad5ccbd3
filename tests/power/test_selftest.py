"""Power: `rulewright verify --selftest` finds what it plants, and says so if it does not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from rulewright.checks import selftest
from rulewright.checks.plants import HARNESS, IMPLEMENTATION, PLANTS, PROBES, SPECIFICATION, Plant
from rulewright.cli import application
from rulewright.console.ending import status_of

THEOREM = PROBES["theorems"]
IDLE = Plant(
    "only-a-comment",
    "a comment has other words",
    HARNESS,
    "proofs/solving.py",
    "# Before the solver has seen the terms: it simplifies them, often to `false`.",
    "# Terms are printed first.",
    THEOREM,
    "refuted",
)
BY_NAME = {plant.name: plant for plant in PLANTS}


def run(monkeypatch: pytest.MonkeyPatch, plants: tuple[Plant, ...], *given: str) -> Result:
    """Run the command with these bugs only, for which one theorem suffices: nothing is compiled."""
    usual = selftest.selftest

    def few(**named: Any) -> Any:
        return usual(plants, (THEOREM,), **named)

    monkeypatch.setattr(selftest, "selftest", few)
    return CliRunner().invoke(application, ["verify", "--selftest", *given])


@pytest.mark.slow
def test_a_bug_that_is_not_found_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can find it, where the check says something else, and where it cannot even run."""
    real = BY_NAME["conclusion-is-not-asked"]
    other = evolve(real, name="other", found_by="a sentence that no check says")
    broken = evolve(real, name="broken", wrong="solver.add(*given")
    result = run(monkeypatch, (IDLE, real, other, broken))
    assert result.exit_code == 1
    first, *lines, _, last = result.stdout.splitlines()
    assert first == "without a bug: 1 check held"
    said = [line.partition(" by theorems: ") for line in lines]
    assert [what.endswith("NOT FOUND") for what, _, _ in said] == [True, False, True, True]
    assert [how.partition(":")[0] for _, _, how in said] == [
        "held over 1 case",
        THEOREM.theorem,
        THEOREM.theorem,
        "its process ended with status 1",
    ]
    assert last.startswith("1 of 4 planted bugs found; not found: only-a-comment, other, broken, ")


def test_a_bug_that_is_found_is_a_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """One in the specification; the other test has one in the prover."""
    name = "one-area-is-enough"
    result = run(monkeypatch, (BY_NAME[name],), "--json", "--jobs", "1")
    assert result.exit_code == 0, result.stdout
    said = json.loads(result.stdout)
    assert said["passed"]
    assert [each["name"] for each in said["findings"]] == ["unchanged", name]


def test_a_bug_without_a_place_is_an_error_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    """The source has changed since: that is no success."""
    gone = evolve(IDLE, right="a line that nobody wrote")
    assert status_of(lambda: list(selftest.selftest((gone,), (THEOREM,)))) == 4
    assert capsys.readouterr().err == (
        "error: the bug only-a-comment cannot be planted: proofs/solving.py has the text "
        "'a line that nobody wrote' 0 times, not once\n"
    )


@pytest.mark.parametrize("plant", PLANTS, ids=lambda each: each.name)
def test_every_bug_still_has_its_place(plant: Plant) -> None:
    """Else the selftest could not begin."""
    text = (selftest.PACKAGE / plant.file).read_text("utf-8")
    assert selftest.applied(plant, text) != text
    assert plant.trial in selftest.TRIALS, "the unchanged copy must hold by the same check"


def test_the_bugs_are_of_all_kinds() -> None:
    """Ten, no two at one place; all three parts, and five checks."""
    assert len({(plant.file, plant.right) for plant in PLANTS}) == len(PLANTS) == 10
    assert {plant.part for plant in PLANTS} == {IMPLEMENTATION, SPECIFICATION, HARNESS}
    assert len({plant.trial.check for plant in PLANTS}) == 5


@pytest.mark.parametrize("given", [["minoa"], ["--quick"], ["--thorough"], ["--report", "x"]])
def test_what_the_selftest_chooses_for_itself_cannot_be_chosen(given: list[str]) -> None:
    """It would be ignored."""
    result = CliRunner().invoke(application, ["verify", "--selftest", *given])
    assert result.exit_code == 2
    assert "only --jobs and --json go with it" in result.output


@pytest.mark.slow
@pytest.mark.soak
def test_all_ten_bugs_are_found() -> None:
    """Where nothing has been compiled before."""
    findings = list(selftest.selftest())
    assert [finding.name for finding in findings if not finding.found] == []
    assert len(findings) == 11
