"""The pytest plugin: an item for each vector, and words instead of tracebacks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from common.other_projects import ALONE, PLUGIN

from rulewright.play import games
from rulewright.vectors import load

HERE = Path(__file__).parent
OTHER = f"{sys.executable} {HERE / 'other_rules.py'}"
STAND_IN = '''
"""Vectors that stand in for the suite, so that this test knows them."""
from types import SimpleNamespace
import rulewright.conformance.stages.vectors as run

def vector(name, params, moves, **expect):
    every = dict(legal=None, allowed=(), forbidden=(), position=None, over=None, turn=None,
                 scores=None, winners=None)
    return SimpleNamespace(id=name, game="minoa", params=params, rulings={}, clauses=("MIN-9",),
        questions=("closure",), comment="about areas", moves=moves,
        expect=SimpleNamespace(**{**every, **expect}), applies=lambda params, rulings: True)

VECTORS = (
    vector("first", {"n": 1}, (), turn="red", over=False),
    vector("second", {"n": 1}, ("0,0-1,0",), allowed=("-1,0-0,0",)),
    vector("third", {"n": 1, "k": 3}, (), over=False, turn="red"),
)
run.suite = lambda game: VECTORS
'''


def run(
    folder: Path, *arguments: str, stand_in: str = STAND_IN
) -> subprocess.CompletedProcess[str]:
    """Run pytest with the plugin in an empty folder."""
    (folder / "conftest.py").write_text(stand_in)
    command = [sys.executable, "-m", "pytest", *PLUGIN]
    return subprocess.run(
        [*command, "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=os.environ | ALONE,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


@pytest.mark.slow
def test_each_vector_is_an_item(tmp_path: Path) -> None:
    """One passes, one fails with a sentence, one is not supported."""
    adapter = f"{OTHER} closure=coloured 'forbids k'"
    done = run(tmp_path, "-v", "--rulewright-adapter", adapter, "--rulewright-game", "minoa")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed, 1 skipped" in done.stdout
    assert "rulewright::first PASSED" in done.stdout
    assert "rulewright::second FAILED" in done.stdout
    assert "'legal' does not list '-1,0-0,0', which is legal, after 1 move " in done.stdout
    assert "about MIN-9, closure" in done.stdout
    assert re.search(r"\n    .*·.*·.*\n(.*\n)*    red \d+ .* to move\n", done.stdout)
    assert "Traceback" not in done.stdout


@pytest.mark.slow
def test_an_engine_that_is_right_passes(tmp_path: Path) -> None:
    """Status 0, and each vector is counted."""
    options = ("--rulewright-adapter", OTHER, "--rulewright-game", "minoa")
    done = run(tmp_path, *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


@pytest.mark.slow
def test_what_was_played_once_is_supported(tmp_path: Path) -> None:
    """An adapter that has enough after one game is at fault, and skips nothing."""
    options = ("--rulewright-adapter", f"{OTHER} tires", "--rulewright-game", "minoa")
    done = run(tmp_path, "-v", *options)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "rulewright::second FAILED" in done.stdout
    assert "'new' is answered with unsupported: 'enough of that', though the same" in done.stdout
    assert "1 failed, 2 passed" in done.stdout


@pytest.mark.parametrize(("chosen", "of"), [("MIN-9", "clauses"), ("partners", "questions")])
def test_items_are_chosen_by_clause_and_by_question(chosen: str, of: str, tmp_path: Path) -> None:
    """All that are about it, also those whose names begin with another clause."""
    options = ("--rulewright-adapter", OTHER, "--rulewright-game", "minoa", "--collect-only", "-q")
    rulings = games.specified("minoa").default_rulings
    about = {
        each.id
        for each in load("minoa")
        if each.applies({}, rulings) and chosen in getattr(each, of)
    }
    assert any(chosen.lower() not in name for name in about), "their names would be enough"
    done = run(tmp_path, *options, "-k", chosen, stand_in="")
    shown = {line.split("::")[1] for line in done.stdout.splitlines() if "::" in line}
    assert shown == about


def test_vectors_that_do_not_apply_are_counted(tmp_path: Path) -> None:
    """Those of other rulings, and those of other parameters, each with the reason."""
    options = ("--rulewright-adapter", OTHER, "--rulewright-game", "minoa", "--collect-only", "-q")
    every = load("minoa")
    rulings = games.specified("minoa").default_rulings | {"end": "literal"}
    apply = [each for each in every if each.applies({}, rulings)]
    fixed = [each for each in apply if each.applies({"n": 1}, rulings)]
    assert 0 < len(fixed) < len(apply) < len(every)
    done = run(tmp_path, *options, "--rulewright-ruling", "end=literal", stand_in="")
    assert f"rulewright: {len(apply)} of {len(every)} vectors of minoa apply\n" in done.stdout
    assert f"  {len(every) - len(apply)} are left out: they depend on other rulings" in done.stdout
    assert "other parameters" not in done.stdout
    assert done.stdout.count("rulewright::") == len(apply)
    more = ("--rulewright-ruling", "end=literal", "--rulewright-param", "n=1")
    done = run(tmp_path, *options, *more, stand_in="")
    assert f"  {len(apply) - len(fixed)} are left out: they have other parameters" in done.stdout
    assert done.stdout.count("rulewright::") == len(fixed)


@pytest.mark.slow
def test_a_position_that_is_not_told_is_counted(tmp_path: Path) -> None:
    """The vector passes, for what it expects besides; that a part was not compared is said."""
    options = ("--rulewright-adapter", f"{OTHER} no-position", "--rulewright-game", "minoa")
    about = STAND_IN.replace(
        'turn="red", over=False),\n    vector("second"', 'position={}),\n    vector("second"'
    )
    assert about != STAND_IN
    done = run(tmp_path, *options, stand_in=about)
    assert "3 passed" in done.stdout
    assert "1 passed without their position" in done.stdout


@pytest.mark.parametrize("text", ["'no end", " "])
def test_a_command_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    """One line."""
    done = run(tmp_path, "--rulewright-adapter", text, "--rulewright-game", "minoa", stand_in="")
    assert done.returncode == 4
    assert "Traceback" not in done.stdout + done.stderr
    assert "--rulewright-adapter" in done.stderr


def test_an_adapter_without_a_game_is_refused(tmp_path: Path) -> None:
    """One line, pytest's status for wrong usage."""
    done = run(tmp_path, "--rulewright-adapter", OTHER, stand_in="")
    assert done.returncode == 4
    assert "--rulewright-adapter needs --rulewright-game GAME" in done.stderr


@pytest.mark.parametrize("name", ["game", "ruling", "param"])
def test_what_needs_an_adapter_is_refused_without_one(name: str, tmp_path: Path) -> None:
    """Nobody takes a run without any vector for a pass."""
    done = run(tmp_path, f"--rulewright-{name}", "minoa", stand_in="")
    assert done.returncode == 4
    assert f"--rulewright-{name} needs --rulewright-adapter COMMAND" in done.stderr


def test_without_the_option_nothing_happens(tmp_path: Path) -> None:
    """The plugin is loaded in every run of pytest on the machine: it must keep quiet."""
    done = run(tmp_path, stand_in="")
    assert "no tests ran" in done.stdout


def test_the_plugin_loads_nothing_slow() -> None:
    """Neither Numba nor Z3 nor the engines are imported at the start of pytest."""
    code = (
        "import sys, rulewright.conformance.pytest_plugin\n"
        "print(sorted({'numba', 'z3', 'cattrs', 'rulewright.play.games'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
