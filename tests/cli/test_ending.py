"""How real processes end: exit status, closed pipes, interruption, and what is not loaded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-m", "rulewright")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a process."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)


def python(text: str) -> str:
    """Run a few lines of Python and return what they print."""
    return subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True
    ).stdout


def test_success_is_0_and_standard_error_stays_empty() -> None:
    """Perft prints its counts only, compiled code or not."""
    done = run("perft", "minoa", "--depth", "2", "--param", "n=1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 12\n2 132\n", "")


def test_wrong_input_is_2() -> None:
    """One line and no traceback."""
    done = run("show", "minoa", "--moves", "0,0-1,0 0,0-1,0")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "MIN-6" in done.stderr


def test_a_reader_that_leaves_is_no_error() -> None:
    """As in `rulewright games | head -1`: no message, and the status that a shell reports."""
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [*COMMAND, "games"], stdout=write, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_is_reported_in_one_line() -> None:
    """It is not a bug."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "error: cannot write the output: No space left on device\n"


def test_an_interruption_is_130_and_silent() -> None:
    """Compiled code included."""
    with subprocess.Popen(
        [*COMMAND, "perft", "minoa", "--depth", "9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "1 156\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (130, "")


def test_help_and_the_list_of_games_load_no_compiler_and_no_prover() -> None:
    """That keeps them fast."""
    text = """
import sys
from click.testing import CliRunner
from rulewright.cli import application
print(CliRunner().invoke(application, ["--help"]).exit_code)
print(sorted({"numba", "z3", "rich", "numpy", "rulewright.commands.verify"} & set(sys.modules)))
print(CliRunner().invoke(application, ["games"]).exit_code)
print(sorted({"numba", "rich"} & set(sys.modules)))
"""
    assert python(text).splitlines() == ["0", "[]", "0", "[]"]


def test_the_package_loads_nothing_before_it_is_needed() -> None:
    """Neither NumPy nor a game."""
    text = "import sys, rulewright; print({'numpy', 'rulewright.play.games'} & set(sys.modules))"
    assert python(text) == "set()\n"


def test_output_survives_an_encoding_without_the_signs() -> None:
    """Drawings have characters that Latin-1 lacks; these are escaped."""
    done = subprocess.run(
        [*COMMAND, "show", "minoa", "--moves", "0,0-1,0"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert done.returncode == 0
    assert rb"\u2571" in done.stdout


@pytest.mark.parametrize("arguments", ["serve", "show minoa --position -"])
def test_a_closed_standard_input_is_reported_in_one_line(arguments: str) -> None:
    """As a shell closes it with `<&-`."""
    text = f"exec {sys.executable} -m rulewright {arguments} <&-"
    done = subprocess.run(["/bin/sh", "-c", text], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
