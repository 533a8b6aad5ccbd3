"""Campaigns in processes of their own: begun, watched until parts are done, waited for."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from common.campaign_runs import SEED

PATIENCE = 240.0
"""Seconds: the machine may be busy."""


def begun(file: Path, *more: str) -> subprocess.Popen[str]:
    """Start a run of two processes, unless something else is asked for."""
    command = [sys.executable, "-m", "rulewright", "campaign", "run", str(file), *more]
    where = () if {"--jobs", "--cluster"} & {*more} else ("--jobs", "2")
    return subprocess.Popen(
        [*command, "--seed", str(SEED), *where],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(run: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for the end; return the exit status and what was printed."""
    out, err = run.communicate(timeout=PATIENCE)
    return run.returncode, out, err


def once_done(file: Path, parts: int, run: subprocess.Popen[str]) -> None:
    """Wait until so many parts are in the file."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and run.poll() is None:
        with suppress(sqlite3.Error):
            database = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=5.0)
            try:
                if database.execute("SELECT count(*) FROM parts").fetchone()[0] >= parts:
                    return
            finally:
                database.close()
        time.sleep(0.05)
    pytest.fail(f"no {parts} parts were done: {ended(run)}")
