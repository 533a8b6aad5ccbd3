"""The wheel, installed where the checkout is invisible."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from shutil import copytree, ignore_patterns
from zipfile import ZipFile

import pytest

from rulewright.play.games import game_names

ROOT = Path(__file__).parents[2]
NOT_BUILT = (".*", "build", "dist", "*.egg-info", "__pycache__", "docs", "tests")
pytestmark = pytest.mark.slow


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder."""
    return subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False
    )


def done(*command: object, cwd: Path) -> str:
    """Run a program that must succeed, and return what it prints."""
    ended = run(*command, cwd=cwd)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy, so that the checkout is unchanged."""
    work = tmp_path_factory.mktemp("wheel")
    copytree(ROOT, work / "copy", symlinks=True, ignore=ignore_patterns(*NOT_BUILT))
    done(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", work, work / "copy", cwd=work)
    (built,) = work.glob("rulewright-*.whl")
    return built


@pytest.fixture(scope="module")
def elsewhere(wheel: Path) -> Path:
    """Install the wheel into a new environment and return its folder of programs."""
    fresh = wheel.parent / "fresh"
    venv.create(fresh)
    pip = sys.executable, "-m", "pip", "--python", fresh / "bin" / "python"
    done(*pip, "install", "--no-compile", wheel, cwd=wheel.parent)  # most is never imported
    return fresh / "bin"


def test_the_wheel_holds_one_package(wheel: Path) -> None:
    """With the rulebooks' texts, and with nothing of ours outside `rulewright`."""
    names = ZipFile(wheel).namelist()
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {"rulewright"}
    assert any(name.startswith("rulewright/spec/") and name.endswith(".txt") for name in names)
    assert "rulewright/py.typed" in names
    for game in game_names():
        assert f"rulewright/suite/{game}/clauses.json" in names
        assert f"rulewright/suite/{game}/perft/default.txt" in names
    assert "rulewright/suite/vectors.schema.json" in names
    parts = {"templates/game.html.j2", "static/report.css", "static/report.js"}
    assert {f"rulewright/report/{part}" for part in parts} <= set(names)


@pytest.mark.parametrize("name", ["spec", "impl", "proofs"])
def test_only_rulewright_is_installed(elsewhere: Path, name: str) -> None:
    """The top-level folders of the checkout are not packages there."""
    ended = run(elsewhere / "python", "-c", f"import {name}", cwd=elsewhere)
    assert ended.returncode == 1
    assert f"No module named '{name}'" in ended.stderr
    done(elsewhere / "python", "-c", f"import rulewright.{name}", cwd=elsewhere)


@pytest.mark.slow
@pytest.mark.soak
def test_the_main_job_runs_there(elsewhere: Path) -> None:
    """The quick verification, with its table and exit status 0."""
    output = done(elsewhere / "rulewright", "verify", "minoa", "--quick", "--seed=1", cwd=elsewhere)
    assert "all held" in output


def test_the_vectors_are_there(elsewhere: Path) -> None:
    """And the implementation passes them."""
    output = done(elsewhere / "rulewright", "vectors", "check", "minoa", "--json", cwd=elsewhere)
    assert json.loads(output)["games"][0]["vectors"] >= 400
