"""A guest with a compiled implementation works in every command."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright.checks.exhaustive import Sweeping
from rulewright.checks.lockstep import LockstepCheck
from rulewright.checks.outcome import QUICK as QUICK_EFFORT
from rulewright.checks.outcome import Outcome
from rulewright.checks.shares import CheckTask
from rulewright.checks.verification import verify
from rulewright.checks.witness import OWN
from rulewright.impl.drivers import record
from rulewright.interface import LegalSets
from rulewright.lint import lint
from rulewright.lint.bounds import leaves_its_arrays
from rulewright.lint.effort import LintEffort
from rulewright.lint.sources import SourceFiles
from rulewright.play import games
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.engine import Specification

GUESTS = Path(__file__).parents[1] / "common" / "compiled"
SMALL = "--param", "n=2"
SEED = "--seed", "1"
QUICK = {
    "games": ["games", "noughts"],
    "perft": ["perft", "noughts", "--depth", "5"],
    "explain": ["explain", "noughts", "--moves", "a1", "--action", "a1"],
    "show": ["show", "noughts", "--moves", "a1 b2"],
    "verify": [
        *("verify", "noughts", "--quick", *SEED, "--jobs", "1", *SMALL),
        *("--check", "bulk", "--check", "exhaustive", "--check", "laws"),
    ],
}
LONG = {
    "ambiguities": ["ambiguities", "noughts", "--quick", *SEED],
    "gaps": ["gaps", "noughts", "--quick", *SEED],
    "generate": ["vectors", "generate", "noughts", *SEED],
    "check": ["vectors", "check", "noughts"],
    "matrix": ["vectors", "matrix", "noughts"],
    "vectors": ["verify", "noughts", "--quick", *SEED, "--jobs", "1", "--check", "vectors"],
    "conform": [
        *("conform", "--quick", *SEED, "--game", "noughts", "--"),
        *(sys.executable, "-m", "rulewright", "serve"),
    ],
}
RUN = """
import json, sys
from click.testing import CliRunner
from rulewright.cli import application
found = {}
for name, arguments in json.load(sys.stdin).items():
    result = CliRunner().invoke(application, arguments)
    found[name] = [result.exit_code, result.output]
json.dump(found, sys.stdout)
"""


Answers = dict[str, tuple[int, str]]


def answers(folder: Path, commands: dict[str, list[str]]) -> Answers:
    """Run commands one after the other, in one process; return status and output of each."""
    shutil.copytree(GUESTS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(commands),
        env={**os.environ, "RULEWRIGHT_GAMES": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: Answers = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """Run what takes no time."""
    return answers(tmp_path_factory.mktemp("quick") / "games", QUICK)


@pytest.fixture(scope="module")
def long(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """Run those of the others that some test of this run asks for, and what makes the vectors."""
    items = (each for each in request.session.items if each.path == request.path)
    cases = (getattr(each, "callspec", None) for each in items)
    asked = {"generate", *(case.params.get("command") for case in cases if case)}
    commands = {name: command for name, command in LONG.items() if name in asked}
    return answers(tmp_path_factory.mktemp("long") / "games", commands)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("games", "specified, implemented"),
        ("perft", "5 15120"),
        ("explain", "N-3: A mark goes on an empty cell."),
        ("show", ". o ."),
        ("verify", "all held"),
    ],
)
def test_a_command_works(quick: Answers, command: str, said: str) -> None:
    status, output = quick[command]
    assert status == 0, output
    assert said in output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("ambiguities", "1 pair of readings"),
        ("gaps", "rows and columns"),
        ("generate", "killed"),
        ("check", "noughts"),
        ("matrix", "14 killed"),
        ("vectors", "noughts: vectors held"),
        ("conform", "noughts: conforms under row=any"),
    ],
)
def test_a_longer_command_works(long: Answers, command: str, said: str) -> None:
    status, output = long[command]
    assert status == 0, output
    assert said in output


def test_the_sweep_compares_positions_in_the_games_own_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The kernel names cells, the specification facts; a notation that is wrong is found."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(GUESTS))
    sweeping = Sweeping("noughts", OWN, lambda: None)
    found = sweeping.sweep({"n": 2}, {}, 10_000)
    assert found.complete
    assert found.positions == 29
    from noughts.impl import Written  # type: ignore[import-not-found] # noqa: PLC0415 - a guest's

    honest = Written.to_json

    def forgetful(self: object, key: object) -> object:
        """Leave out a mark of the second player once there are two of the first."""
        written = honest(self, key)
        return written | {"o": []} if len(written["x"]) == 2 else written

    monkeypatch.setattr(Written, "to_json", forgetful)
    reference = games.specification("noughts", {"n": 2})
    with pytest.raises(RecordingRefuted) as caught:
        Sweeping("noughts", OWN, lambda: None).sweep({"n": 2}, {}, 10_000)
    assert caught.value.what == "the position"
    assert "'o': []" in str(caught.value.given)
    assert reference.game == "noughts"


def test_a_specification_that_cannot_judge_in_bulk_is_asked_position_by_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A compiled guest that derives from `Specification` itself may leave bulk judging out."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(GUESTS))
    kind = type(games.specification("noughts"))
    monkeypatch.setattr(kind, "in_bulk", Specification.in_bulk)
    found = Sweeping("noughts", OWN, lambda: None).sweep({"n": 2}, {}, 10_000)
    assert (found.positions, found.complete) == (29, True)


def test_compiled_code_that_leaves_its_arrays_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may go unseen, or crash: so its indexes are checked first, and then it is not played."""
    name = "outside"
    shutil.copytree(GUESTS / "noughts", tmp_path / name, ignore=shutil.ignore_patterns("__pyc*"))
    for file in (tmp_path / name).glob("*.py"):
        text = re.sub(r"\bnoughts\b", name, file.read_text("utf-8"))
        file.write_text(text.replace("key[2] = row[X]", "key[4] = row[X]"), encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_GAMES", f"{tmp_path}{os.pathsep}{GUESTS}")
    report = lint(name, effort=LintEffort(positions=40, most=1, reading=2, images=1, kept=2))
    (found,) = report.findings
    assert "reads or writes outside of an array, under n=2 row=any, after no move" in found.what
    assert found.file.endswith("kernel.py")
    assert report.only_raised
    files = SourceFiles.of("noughts")
    assert list(leaves_its_arrays("noughts", 1, files)) == []


LAST_TWICE = """\
    if count == 2:
        actions[count], count = actions[1], 3
    return count


@provides(kernel.legal_count"""


@pytest.mark.parametrize("form", ["table", "lists"])
def test_an_action_that_is_listed_twice_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    """By what judges recorded games, and in a sweep, whether a game names all of its actions or not."""
    name = f"doubled_{form}"
    shutil.copytree(GUESTS / "noughts", tmp_path / name, ignore=shutil.ignore_patterns("__pyc*"))
    for file in (tmp_path / name).glob("*.py"):
        text = re.sub(r"\bnoughts\b", name, file.read_text("utf-8"))
        if form == "lists":
            text = text.replace("return range(len(self.cells))", "return None")
        listed = "    return count\n\n\n@provides(kernel.legal_count"
        file.write_text(text.replace(listed, LAST_TWICE), encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    engine = games.implementation(name, {"n": 2})
    recorded = record(engine, 1, 20)
    assert isinstance(recorded.legal, LegalSets)
    said = r"how often \S+ is listed after \S+ \S+: the specification says 1, the recording says 2"
    with pytest.raises(RecordingRefuted, match=said):
        games.specification(name, {"n": 2}).check(recorded)
    with pytest.raises(RecordingRefuted, match=said):
        Sweeping(name, OWN, lambda: None).sweep({"n": 2}, {}, 10_000)


def test_a_crash_of_compiled_code_is_the_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the signal and the last progress; without compiled code the check is lost."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(GUESTS))
    how = "its process was killed by signal 11 (SIGSEGV)"

    def ending(*_: object, lost: Any, **__: object) -> list[tuple[CheckTask, Outcome]]:
        return [lost(CheckTask(game, LockstepCheck()), how) for game in ("noughts", "minoa")]

    monkeypatch.setattr("rulewright.checks.verification.side_by_side", ending)
    crashed, gone = verify(("noughts", "minoa"), (), QUICK_EFFORT, 1, lambda *_: None)
    assert (crashed.blame, crashed.lost) == ("guest", "")
    assert "the compiled code of 'noughts' crashed: its process was killed" in crashed.failure
    assert (gone.blame, bool(gone.lost)) == ("", True)


def test_bulk_plays_for_its_time_and_not_a_number_of_games(quick: Answers) -> None:
    """Each size has a line; short games are many: a count that suits our own would be over at once."""
    said = quick["verify"]
    assert said[0] == 0, said[1]
    found = re.search(r"([\d,]+) recorded games judged side by side", said[1])
    assert found is not None, said[1]
    assert int(found[1].replace(",", "")) > 10 * QUICK_EFFORT.bulk_games
