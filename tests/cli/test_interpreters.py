"""Interpreters that discard what rulewright needs are refused in one line; others work."""

from __future__ import annotations

import os
import subprocess
import sys


def run(*given: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program with Python."""
    return subprocess.run(
        [sys.executable, *given],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_docstrings_there_are_no_demands() -> None:
    """Every command is refused, and so is a demand where the library is used; -O alone is not."""
    refused = run("-OO", "-m", "rulewright", "games")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.count("\n") == 1
    assert "Python runs with -OO" in refused.stderr
    code = "from rulewright.play import games; print(games.specified('nonaga').rulebook['NON-6'].demand)"
    used = run("-OO", "-c", code)
    assert "WithoutDocstrings: Python runs with -OO" in used.stderr
    right = run("-O", "-c", code)
    assert (
        right.stdout
        == "The disc that the opponent relocated in the turn before may not be moved.\n"
    )


def test_without_the_compiler_there_are_no_implementations() -> None:
    """One line, and not an error from the depths of the compiler."""
    refused = run("-m", "rulewright", "perft", "nonaga", "--depth", "1", NUMBA_DISABLE_JIT="1")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "NUMBA_DISABLE_JIT is set" in refused.stderr
