"""Run one-place mutants: the checks of a copy on a game, or the tests of the harness on a copy."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from common.one_place import Mutant
from rulewright.checks import selftest
from rulewright.checks.plants import PROBES as OF_THE_SELFTEST
from rulewright.checks.plants import Probe

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rulewright"
UNCHANGED = "unchanged"
PROBES = (
    *(OF_THE_SELFTEST[check] for check in ("vectors", "lockstep", "laws", "bulk")),
    Probe("vectors", "minoa", {"n": 2}, {"closure": "line", "end": "full"}),
    Probe("lockstep", "minoa", {"n": 2}),
    Probe("lockstep", "minoa", {"n": 2}, {"closure": "line", "end": "literal"}),
    Probe("bulk", "minoa", {"n": 2}),
    Probe("bulk", "minoa", {"n": 2, "k": 4}, {"closure": "coloured", "end": "full"}),
)
"""Quick checks of Minoa."""
TESTS = {
    "spec/lanes.py": (
        "tests/spec/test_logic.py",
        "tests/spec/test_one_rule_many_algebras.py",
        "tests/spec/test_play.py",
    ),
    "spec/logic.py": ("tests/spec/test_logic.py", "tests/spec/test_one_rule_many_algebras.py"),
    "spec/counting.py": ("tests/spec/test_logic.py", "tests/spec/test_one_rule_many_algebras.py"),
}
"""The tests of a file of the harness."""
PYTEST = (sys.executable, *["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m"], "not slow")


def prepare(folder: Path) -> None:
    """Copy the package once; the copies with a mutant share its files."""
    shutil.copytree(PACKAGE, folder / UNCHANGED / PACKAGE.name)


def killed_by(folder: Path, mutant: Mutant) -> str:
    """Plant a mutant in a copy of its own; return what finds it, or nothing."""
    name = "mutant"
    home = folder / name / PACKAGE.name
    shutil.rmtree(folder / name, ignore_errors=True)
    shutil.copytree(folder / UNCHANGED / PACKAGE.name, home, copy_function=os.link)
    place = home / mutant.file
    text = mutant.planted(place.read_text("utf-8"))
    place.unlink()
    place.write_text(text, encoding="utf-8")
    return failure_of(folder, name, TESTS.get(mutant.file, ()))


def failure_of(folder: Path, name: str, tests: tuple[str, ...]) -> str:
    """Run the checks, then the tests of the harness; return the first failure, or nothing."""
    for probe in PROBES:
        outcomes, trouble = selftest.run(folder, name, [probe])
        for outcome in outcomes:
            if not outcome["held"]:
                return f"{outcome['check']}: {selftest.line_of(outcome)}"
        if trouble:
            return trouble
    return failed_test(folder / name, tests) if tests else ""


def failed_test(home: Path, tests: tuple[str, ...]) -> str:
    """Run tests on a copy; return the first that fails, or nothing."""
    done = subprocess.run(
        [*PYTEST, *tests],
        env=os.environ | {"PYTHONPATH": str(home), "PYTHONSAFEPATH": "1"},  # not this package
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    return next(
        (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))),
        f"pytest ended with status {done.returncode}",
    )
