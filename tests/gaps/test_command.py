"""`rulewright gaps` as it is used."""

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
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the detectors come to one thing that is known."""

    def found(game: str, effort: Any, seed: int, progress: Any) -> Iterator[Finding]:
        del game, effort, seed
        progress("end at once")
        yield FINDING

    monkeypatch.setattr("rulewright.gaps.found", found)


def run(*given: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(application, ["gaps", *given])


@pytest.mark.usefixtures("told")
def test_a_finding_is_told_with_its_picture() -> None:
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


def test_what_was_not_looked_at_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a line of its own, and not as a finding; for programs as well."""
    monkeypatch.setattr(
        "rulewright.gaps.found", lambda game, *_: iter([Unlooked(game, "asymmetry", "no renaming")])
    )
    done = run("minoa", "--seed", "3")
    assert "minoa: nothing to examine: asymmetry: no renaming\n" in done.stdout
    assert "0 findings" in done.stdout
    told_json = json.loads(run("minoa", "--seed", "3", "--json").stdout)
    assert told_json["unlooked"] == [
        {"game": "minoa", "detector": "asymmetry", "why": "no renaming"}
    ]


@pytest.mark.usefixtures("told")
def test_as_json_it_is_one_object() -> None:
    """For programs."""
    told_json = json.loads(run("minoa", "--seed", "3", "--json", "--quick").stdout)
    assert told_json["findings"] == [FINDING.to_json() | {"moves": ["-1,-3-0,-4"]}]
    assert (told_json["seed"], told_json["effort"]) == (3, "quick")


@pytest.mark.parametrize(
    ("given", "words"),
    [(("mino",), "did you mean 'minoa'?"), (("minoa", "--quick", "--thorough"), "exclude")],
)
def test_a_wrong_input_gets_one_line(given: tuple[str, ...], words: str) -> None:
    """And exit status 2."""
    done = run(*given)
    assert done.exit_code == 2
    assert words in done.stderr


def test_one_of_a_thing_is_told_as_one(tictactoe: None) -> None:
    """After one random game on which a clause is never alone."""
    del tictactoe
    subject = Subject.of("tictactoe", 1, 1, 20)
    told = [
        f"{each.statement} {each.measured}"
        for detector in (endings.results, material.find, inert.find)
        for each in detector(subject)
        if isinstance(each, Finding)
    ]
    assert any("1 of 1 finished random game (of 1 played)" in each for each in told)
    several = r"\b1 ([a-z]+ )?(games|positions|actions|choices|renamings)\b"
    assert [each for each in told if re.search(several, each)] == []


@pytest.mark.slow
def test_every_detector_looks(tictactoe: None) -> None:
    """Each is named as it begins; a game that is not there is an error."""
    del tictactoe
    named: list[str] = []
    found = find("tictactoe", QUICK, 1, named.append)
    assert named == list(DETECTORS)
    assert {each.detector for each in found} == {"result shared or undefined"}
    with pytest.raises(UnknownGame):
        find("mino", QUICK, 1, named.append)
