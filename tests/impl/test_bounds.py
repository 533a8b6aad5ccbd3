"""Compiled code stays within its arrays: it would not notice if it read or wrote beyond one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FILES = ("test_loops.py", "test_drivers_of_heaps.py", "test_comparison_of_heaps.py")
BEYOND = """
import numpy as np
from rulewright.impl.loops import results_of
from common.heaps import heaps
game = heaps()
results_of(game, np.zeros(6, np.int64), 0, 1, *np.zeros((2, 1, 2), np.int64), np.zeros(0, np.int64))
"""
"""There is no room for the turn of the position."""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python; what is compiled checks its bounds, and is kept apart."""
    tests = Path(__file__).parents[1]
    environment = {"NUMBA_BOUNDSCHECK": "1", "RULEWRIGHT_CACHE_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment, "PYTHONPATH": str(tests)},
        cwd=tests.parent,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_no_loop_leaves_its_arrays(tmp_path: Path) -> None:
    """On the game of two heaps, in all that is tried with it; what does is told."""
    beyond = run(tmp_path, "-c", BEYOND)
    assert "IndexError: index is out of bounds" in beyond.stderr
    files = [str(Path(__file__).with_name(name)) for name in FILES]
    done = run(tmp_path, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *files)
    assert done.returncode == 0, done.stdout[-3_000:]
    assert " passed" in done.stdout
