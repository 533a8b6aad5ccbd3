"""`verify` in parts: the same verdicts, totals and games anywhere; code that never ends."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulewright.checks import QUICK
from rulewright.checks.bulk import BulkCheck
from rulewright.checks.elsewhere import verify_with
from rulewright.checks.lockstep import LockstepCheck
from rulewright.checks.outcome import Outcome
from rulewright.checks.theorems import TheoremsCheck, TheoremsPlan, prove_part
from rulewright.parts import executor_for
from rulewright.parts.part import CRASH, PartFinding, PartOutcome
from rulewright.play.games import specified

EXAMPLES = Path(__file__).parents[2] / "examples"
COMPILED = Path(__file__).parents[1] / "common" / "compiled" / "noughts"
SEED = 5


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of games with a compiled guest."""
    shutil.copytree(COMPILED, tmp_path / "noughts", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    return tmp_path


def seen(outcomes: Any) -> dict[str, tuple[object, ...]]:
    """Return what must not depend on where checks run: all but times."""
    return {
        each.check: (
            *(each.game, each.verdict, each.cases, each.unit, each.detail, each.failure),
            *(each.scope, each.data.get("coverage"), each.blame),
        )
        for each in outcomes
    }


def quietly(*_: str) -> None:
    """Discard progress."""


@pytest.mark.slow
def test_verdicts_totals_and_games_are_the_same_here_in_processes_and_on_a_cluster() -> None:
    """Each set of options is a part, which another process does."""
    sets = tuple(
        (params, dict(specified("minoa").default_rulings)) for params in ({"n": 1}, {"n": 2})
    )
    game, effort = "minoa", evolve(QUICK, only=sets, bulk_games=32, lockstep_games=1)
    checks = (LockstepCheck(), BulkCheck())
    expected = seen(each.run(game, effort, SEED, quietly_too) for each in checks)
    assert expected["bulk"][2] > 0
    assert expected["lockstep"][2] > 0
    for cluster, jobs in ((None, 2), ("local:2", None)):
        with executor_for(cluster, jobs) as executor:
            found = verify_with(executor, (game,), checks, effort, SEED, note=quietly)
            assert seen(found) == expected


def test_each_theorem_is_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outcome is that of proving them here, but for times; certificates and games travel too."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    check, effort = TheoremsCheck(), evolve(QUICK, certificates=True)
    expected = check.run("tictactoe", effort, SEED, quietly_too)
    plan = check.plan_parts("tictactoe", effort, SEED)
    assert isinstance(plan, TheoremsPlan)
    names = [part.share["theorem"] for part in plan.parts() if part is not None]
    assert sorted(names) == sorted(plan.chosen)
    assert len(names) > 1
    with executor_for(None, 2) as executor:
        (found,) = verify_with(executor, ("tictactoe",), (check,), effort, SEED, note=quietly)
    assert expected.held
    assert seen((found,)) == seen((expected,))
    assert without_times(found.data["theorems"]) == without_times(expected.data["theorems"])


def without_times(theorems: Any) -> Any:
    """Return verdicts without what may differ between two runs: times, and what was kept."""
    text = json.dumps(theorems, sort_keys=True)
    return re.sub(r'"(seconds|kept|unasked)": [0-9.]+', r'"\1": 0', text)


def test_a_theorem_without_a_verdict_is_none_that_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process was killed three times; the others were proved."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    plan = TheoremsPlan("tictactoe", QUICK)
    first, *others = (part for part in plan.parts() if part is not None)
    killed = PartFinding(CRASH, "tictactoe", "theorems", {}, {}, 0, "killed", "killed 3 times")
    assert plan.take(PartOutcome(first, findings=(killed,)))
    for part in others:
        plan.take(prove_part(part, QUICK, quietly_too))
    outcome = plan.outcome(1.0)
    assert not outcome.held
    assert outcome.cases == len(others)
    assert outcome.failure == f"{first.share['theorem']}: no verdict: killed 3 times"


def quietly_too(_: str) -> None:
    """Discard progress."""


def run_verify(folder: Path, effort: str, checks: str, jobs: int) -> dict[str, Outcome]:
    """Verify the compiled guest in a process of its own, which loads it afresh."""
    program = f"""
import pickle, sys
from attrs import evolve
from rulewright.checks import CHECKS, QUICK
from rulewright.checks.verification import verify
if __name__ == "__main__":
    effort = evolve(QUICK, {effort})
    checks = [check for check in CHECKS if check.name in {checks!r}.split()]
    found = list(verify(("noughts",), checks, effort, 1, lambda *_: None, jobs={jobs}))
    sys.stdout.buffer.write(pickle.dumps({{each.check: each for each in found}}))
"""
    script = folder / "script.py"
    script.write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "RULEWRIGHT_GAMES": str(folder)},
        capture_output=True,
        check=True,
    )
    found: dict[str, Outcome] = pickle.loads(done.stdout)  # noqa: S301
    return found


@pytest.mark.slow
def test_compiled_code_that_never_ends_is_a_failure_with_its_options(folder: Path) -> None:
    """Nothing interrupts it within its process, so another one ends it, also with a single job."""
    kernel = folder / "noughts" / "kernel.py"
    text = kernel.read_text("utf-8")
    start = "def play(game: Noughts, row: Row, action: int) -> None:\n"
    assert text.count(start) == 1
    at = text.index('"""\n', text.index(start)) + 4
    endless = "    while row[TURN] != -7:\n        row[TURN] ^= 8\n"
    kernel.write_text(f"{text[:at]}{endless}{text[at:]}", encoding="utf-8")
    options = "only=(({'n': 2}, {'row': 'straight'}),), bulk_games=16, answer=2.0"
    found = run_verify(folder, options, "bulk", 1)["bulk"]
    assert (found.verdict, found.lost) == ("FAILED", "")
    assert found.failure.startswith("the game 'noughts' gave no answer: it worked for 4.0 s ")
    assert found.failure.endswith("next n=2, row=straight")
