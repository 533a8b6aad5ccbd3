"""`rulewright gaps` on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.checks import QUICK
from rulewright.cli import application
from rulewright.gaps import (
    DETECTORS,
    Finding,
    Subject,
    Unlooked,
    endings,
    find,
    inert,
    material,
)
from rulewright.interface import UnknownGame

FINDING = Finding(
    game="minoa",
    detector="end at once",
    title="It ends at once",
    statement="After one action.",
    clauses=("MIN-11",),
    questions=(),
    params={},
    rulings={"end": "literal"},
    moves=("-1,-3-0,-4",),
    proof="all positions",
    quotation="A game ends",
    measured="10 positions.",
)


@pytest.fixture
def one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the detectors report one known finding."""

    def found(game: str, effort: Any, seed: int, progress: Any) -> Iterator[Finding]:
        del game, effort, seed
        progress("end at once")
        yield FINDING

    monkeypatch.setattr("rulewright.gaps.found", found)


def run(*given: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(application, ["gaps", *given])


@pytest.mark.usefixtures("one_finding")
def test_a_finding_is_printed_with_its_drawing() -> None:
    """The witness is replayed under its own rulings: the game is over there."""
    done = run("minoa", "--seed", "3")
    assert done.exit_code == 0, done.output
    for words in (
        "minoa: It ends at once",
        "no question of the rulebook asks about it",
        "rulebook: A game ends",
        "proof: all positions",
        "witness (end=literal), 1 action:",
        "over, red wins",
        "1 finding; effort normal, seed 3",
    ):
        assert words in done.stdout
    assert "seed 3" in done.stderr


def test_a_detector_that_does_not_apply_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a line of its own, not as a finding; in the JSON output too."""
    monkeypatch.setattr(
        "rulewright.gaps.found", lambda game, *_: iter([Unlooked(game, "asymmetry", "no renaming")])
    )
    done = run("minoa", "--seed", "3")
    assert "minoa: nothing to examine: asymmetry: no renaming\n" in done.stdout
    assert "0 findings" in done.stdout
    written = json.loads(run("minoa", "--seed", "3", "--json").stdout)
    assert written["unlooked"] == [{"game": "minoa", "detector": "asymmetry", "why": "no renaming"}]


@pytest.mark.usefixtures("one_finding")
def test_the_json_output_is_one_object() -> None:
    """With the findings, the seed and the effort."""
    written = json.loads(run("minoa", "--seed", "3", "--json", "--quick").stdout)
    assert written["findings"] == [FINDING.to_json() | {"moves": ["-1,-3-0,-4"]}]
    assert (written["seed"], written["effort"]) == (3, "quick")


@pytest.mark.parametrize(
    ("given", "words"),
    [(("mino",), "did you mean 'minoa'?"), (("minoa", "--quick", "--thorough"), "exclude")],
)
def test_a_wrong_input_gets_one_line(given: tuple[str, ...], words: str) -> None:
    """And exit status 2."""
    done = run(*given)
    assert done.exit_code == 2
    assert words in done.stderr


def test_a_count_of_one_is_singular(tictactoe: None) -> None:
    """After one random game on which a clause is never alone."""
    del tictactoe
    subject = Subject.of("tictactoe", 1, 1, 20)
    sentences = [
        f"{each.statement} {each.measured}"
        for detector in (endings.results, material.find, inert.find)
        for each in detector(subject)
        if isinstance(each, Finding)
    ]
    assert any("1 of 1 finished random game (of 1 played)" in each for each in sentences)
    several = r"\b1 ([a-z]+ )?(games|positions|actions|choices|renamings)\b"
    assert [each for each in sentences if re.search(several, each)] == []


@pytest.mark.slow
def test_every_detector_runs(tictactoe: None) -> None:
    """Each is named as it begins; an unknown game is an error."""
    del tictactoe
    named: list[str] = []
    found = find("tictactoe", QUICK, 1, named.append)
    assert named == list(DETECTORS)
    assert {each.detector for each in found} == {"result shared or undefined"}
    with pytest.raises(UnknownGame):
        find("mino", QUICK, 1, named.append)
