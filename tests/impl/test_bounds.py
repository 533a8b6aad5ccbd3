"""Compiled code stays within its arrays: it would not notice if it read or wrote beyond one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.impl import games

FILES = ("test_loops.py", "test_drivers_of_heaps.py", "test_comparison_of_heaps.py")
BEYOND = """
import numpy as np
from rulewright.impl.loops import results_of
from common.heaps import heaps
game = heaps()
results_of(game, np.zeros(6, np.int64), 0, 1, *np.zeros((2, 1, 2), np.int64), np.zeros(0, np.int64))
"""
"""There is no room for the turn of the position."""

SMALL = {"minoa": {"n": 1}, "nonaga": {"n": 1}, "dreieck": {"s": 1}}
"""Parameters of the smallest board; the default ones are played, too."""
PLAYED = """
import sys
from ast import literal_eval
from rulewright.impl import game
from rulewright.impl.drivers import explore, perft, playouts, record
name, params = sys.argv[1], literal_eval(sys.argv[2])
for given in (params, {}):
    engine = game(name).engine(given)
    plies = sum(record(engine, 1, 60, biased=biased, max_plies=300).plies for biased in (0, 1))
    positions = explore(engine, 3_000).positions
    print(plies, playouts(engine, 2, 60, 500).plies, perft(engine, depth=1), positions)
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python; what is compiled checks its bounds, and is kept apart."""
    tests = Path(__file__).parents[1]
    environment = {"NUMBA_BOUNDSCHECK": "1", "RULEWRIGHT_CACHE_DIR": str(folder)}
    environment["NUMBA_OPT"] = "0"  # compiled sooner; each index is checked all the same
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


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("name", games())
def test_no_game_leaves_its_arrays(name: str, tmp_path: Path) -> None:
    """In some random games, and in the positions near the start."""
    done = run(tmp_path, "-c", PLAYED, name, str(SMALL.get(name, {})))
    assert done.returncode == 0, done.stderr[-3_000:]
    counts = [list(map(int, line.split())) for line in done.stdout.splitlines()]
    assert len(counts) == 2
    assert all(all(each) for each in counts)
