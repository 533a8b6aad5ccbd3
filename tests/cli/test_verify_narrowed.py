"""`rulewright verify` on the parameters, readings and checks that are named."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from attrs import frozen
from click.testing import CliRunner, Result

from rulewright.checks.narrowing import only_under
from rulewright.checks.outcome import QUICK, Effort, Outcome, Progress
from rulewright.cli import application


@frozen
class Recorded:
    """A check that keeps the effort it is given."""

    efforts: list[Effort]
    name: str = "recorded"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Hold."""
        del seed, progress
        self.efforts.append(effort)
        return Outcome(game, self.name, True, 1, "cases", 0.0)


def verify(monkeypatch: pytest.MonkeyPatch, *given: str) -> tuple[Result, list[Effort]]:
    """Run the command with two checks of which one is recorded."""
    first, second = Recorded([]), Recorded([], "other")
    monkeypatch.setattr("rulewright.checks.CHECKS", (first, second))
    result = CliRunner().invoke(
        application, ["verify", *given, "--quick", "--seed", "1", "--jobs", "1"]
    )
    return result, first.efforts + second.efforts


def test_the_named_options_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is fixed, the reading is in force in all games, and one check runs."""
    given = ("minoa", "--param", "n=1", "--ruling", "closure=coloured", "--check", "recorded")
    result, efforts = verify(monkeypatch, *given)
    assert result.exit_code == 0, result.output
    (effort,) = efforts
    assert {tuple(params.items()) for params, _ in effort.only} == {(("n", 1),)}
    assert {rulings["closure"] for _, rulings in effort.only} == {"coloured"}
    assert {rulings["end"] for _, rulings in effort.only} > {"full"}


def test_a_reading_alone_is_played_on_all_sizes() -> None:
    """The first sets are those of all sizes under the defaults."""
    sets: Any = only_under("minoa", {}, {"closure": "coloured"}, QUICK)
    sizes = [params for params, _ in sets]
    assert {} in sizes
    assert {"n": 3} in sizes
    assert all(rulings["closure"] == "coloured" for _, rulings in sets)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("minoa", "--param", "m=1"), "unknown parameter 'm'"),
        (("minoa", "--param", "n=0"), "parameter 'n' is 0"),
        (("minoa", "--ruling", "closing=line"), "unknown question 'closing'"),
        (("minoa", "--ruling", "closure=lines"), "unknown reading 'lines'"),
        (("minoa", "--check", "record"), "unknown check 'record': did you mean 'recorded'?"),
        (("minoa", "nonaga", "--param", "n=1"), "need one game"),
        (("minoa", "--against", "'"), "No closing quotation"),
        (("minoa", "--against", " "), "needs the command"),
        (("minoa", "--against", "no-such-program"), "cannot start 'no-such-program'"),
    ],
)
def test_bad_options_are_one_line(
    monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], said: str
) -> None:
    """Nothing is checked."""
    result, efforts = verify(monkeypatch, *given)
    assert efforts == []
    assert result.exit_code == (3 if "cannot start" in said else 2)
    assert said in result.stderr
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1


def test_an_adapter_of_another_game_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said before anything is checked."""
    code = (
        "import json,sys\nfor _ in sys.stdin: print(json.dumps({'ok': True, 'version': 1,"
        " 'name': 'x', 'language': 'python', 'games': ['chess']}), flush=True)"
    )
    command = f'{sys.executable} -c "{code}"'
    result, efforts = verify(monkeypatch, "minoa", "--against", command)
    assert efforts == []
    assert result.exit_code == 1
    assert result.stderr.endswith("does not play minoa, but chess\n")
