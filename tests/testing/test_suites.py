"""One line in a conftest.py of another project: the machine and the vectors are its tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from common.other_projects import ALONE, PLUGIN

from rulewright.play import games

HERE = Path(__file__).parents[1]
NAIVE = f"{sys.executable} {HERE / 'common' / 'wrong_tictactoe.py'}"
LINE = """
from hypothesis import settings
from rulewright.testing import suite
few = settings(max_examples=10, deadline=None, derandomize=True, database=None)
rulewright_engine = suite({game!r}, {tested!r}, settings=few)
"""


def run(folder: Path, tested: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a foreign project."""
    (folder / "conftest.py").write_text(LINE.format(game="tictactoe", tested=tested), "utf-8")
    (folder / "test_own.py").write_text("def test_mine():\n    pass\n", "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *PLUGIN, "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={**os.environ, **ALONE, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def test_a_right_adapter_passes_the_machine_and_its_vectors(tmp_path: Path) -> None:
    """Beside the tests that the project has."""
    done = run(tmp_path, NAIVE, "-v")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "rulewright tictactoe::machine PASSED" in done.stdout
    assert "test_own.py::test_mine PASSED" in done.stdout
    assert games.is_guest("tictactoe")


def test_a_wrong_adapter_fails_with_the_board_and_no_traceback(tmp_path: Path) -> None:
    """Moves, board, clause, and the line that plays it again."""
    done = run(tmp_path, f"{NAIVE} plays on", "-k", "machine")
    assert done.returncode == 1, done.stdout + done.stderr
    for expected in ("after 5 moves", "TTT-4", "a b c", "to play it again: replay('tictactoe'"):
        assert expected in done.stdout
    for unwanted in ("Traceback", "def runtest", "hypothesis.errors", "rulewright/testing/"):
        assert unwanted not in done.stdout


def test_single_files_are_run_without_the_suite(tmp_path: Path) -> None:
    """Whoever asks for one test waits for no other."""
    done = run(tmp_path, NAIVE, "-v", "test_own.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "machine" not in done.stdout
