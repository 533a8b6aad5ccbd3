"""`conform` and `vectors generate` on Dask's scheduler and workers: the files that one process makes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from common.dask_cluster import DaskProcesses
from common.foreign import EXAMPLES

pytestmark = pytest.mark.soak
ADAPTER = Path(__file__).parents[1] / "conformance" / "other_rules.py"
TIMED = re.compile(r'"(seconds|messages)": [\d.]+|\b[\d.,]+ (ms|s|min|h)\b|[\d,]+ messages')
"""What depends on the machine, and on how often an adapter was started."""


@pytest.fixture
def dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DaskProcesses]:
    """Start a scheduler and two workers, which find the examples."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    with DaskProcesses(tmp_path) as started:
        started.add_worker()
        started.add_worker()
        yield started


def run(*words: str) -> tuple[int, str]:
    """Run rulewright; return its exit status and what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout


def files_in(folder: Path) -> dict[str, bytes]:
    """Read all files in a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def untimed(text: str) -> str:
    """Replace what depends on the machine."""
    return TIMED.sub("TIME", text)


def test_conform_writes_the_report_of_one_process(dask: DaskProcesses, tmp_path: Path) -> None:
    """All its files, and what it prints, but for times; an engine with another reading."""
    found = {}
    for name, where in (("here", ("--jobs", "1")), ("there", ("--cluster", dask.address))):
        folder = tmp_path / name
        folder.mkdir()
        options = ("--quick", "--seed", "1", "--game", "minoa", "--param", "n=1", *where)
        options += ("--answer-limit", "600")  # whatever else the machine does
        adapter = (sys.executable, str(ADAPTER), "closure=coloured")
        status, said = run("conform", *options, "--report", str(folder), "--", *adapter)
        files = {key: untimed(each.decode()) for key, each in files_in(folder).items()}
        found[name] = status, untimed(said).replace(str(folder), "FOLDER"), files
    assert found["there"] == found["here"]
    status, said, files = found["here"]
    assert status == 1, said
    assert "closure=coloured explains everything observed" in said
    assert {"report.html", "report.jsonl", "vectors-minoa.json"} <= {*files}


def test_vectors_are_generated_byte_for_byte(dask: DaskProcesses, tmp_path: Path) -> None:
    """All files of a game, and the matrix."""
    found = {}
    for name, where in (("here", ("--jobs", "1")), ("there", ("--cluster", dask.address))):
        folder = tmp_path / name
        status, _ = run("vectors", "generate", "tictactoe", "--output", str(folder), *where)
        assert status == 0
        found[name] = files_in(folder)
    assert found["there"] == found["here"]
    assert len(found["here"]) > 2
