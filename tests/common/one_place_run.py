"""Run one-place mutants: the checks of a copy on a game, or the tests of the harness on a copy."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from common.one_place import Mutant
from rulewright.checks import selftest
from rulewright.checks.plants import Probe
from rulewright.play import games
from rulewright.vectors import load

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rulewright"
UNCHANGED = "unchanged"
TOLD = {
    "__init__",
    "drawing",
    "emojis",
    "examples",
    "occasions",
    "sentences",
    "symmetry",
    "wordings",
}
"""Files of a specification that say how a game looks and is spoken of, not what is legal."""
HARNESS = "minoa"
"""The game on which the harness is tried: what takes the least time."""


def own_files(floor: str, game: str) -> tuple[str, ...]:
    """Return the files with the rules of a game, on one floor: `spec` or `impl`."""
    return tuple(
        str(path.relative_to(PACKAGE))
        for path in sorted((PACKAGE / floor / game).glob("*.py"))
        if path.stem not in TOLD
    )


def probes_of(game: str) -> tuple[Probe, ...]:
    """Return quick checks of a game: by default, with all other readings, on other boards."""
    catalogue = games.specified(game)
    others = {question: readings[-1] for question, readings in catalogue.readings.items()}
    small, other = catalogue.played[1], catalogue.played[-2]
    return (
        *(Probe(check, game, small) for check in ("lockstep", "laws", "bulk")),
        *(Probe("vectors", game, *options) for options in best_recorded(game)),
        Probe("lockstep", game, {}, others),
        Probe("bulk", game, {}),
        Probe("bulk", game, other, others),
    )


def best_recorded(game: str, count: int = 3) -> tuple[tuple[dict[str, Any], dict[str, str]], ...]:
    """Return the options that most vectors of a game have."""
    every = [(each.params, each.rulings) for each in load(game)]
    by_name = {json.dumps(each, sort_keys=True): each for each in every}
    often = Counter(json.dumps(each, sort_keys=True) for each in every).most_common(count)
    return tuple(by_name[name] for name, _ in often)


TESTS = {
    "spec/lanes.py": (
        "tests/spec/test_logic.py",
        "tests/spec/test_one_rule_many_algebras.py",
        "tests/spec/test_play.py",
    ),
    "spec/logic.py": ("tests/spec/test_logic.py", "tests/spec/test_one_rule_many_algebras.py"),
    "spec/counting.py": ("tests/spec/test_logic.py", "tests/spec/test_one_rule_many_algebras.py"),
    "spec/judge.py": ("tests/spec/test_one_rule_many_algebras.py", "tests/spec/test_play.py"),
    "spec/side_by_side.py": ("tests/spec/test_one_rule_many_algebras.py",),
    "impl/comparison.py": ("tests/impl/test_drivers.py", "tests/checks/test_recordings.py"),
    "impl/drivers.py": ("tests/impl/test_drivers.py", "tests/play/test_driver.py"),
    "impl/legal_sets.py": ("tests/impl/test_drivers.py",),
    "impl/loops.py": ("tests/impl/test_drivers.py", "tests/play/test_driver.py"),
    "checks/bulk.py": ("tests/checks/test_checks.py", "tests/power/test_planted_bugs.py"),
    "checks/exhaustive.py": ("tests/checks/test_checks.py", "tests/power/test_planted_bugs.py"),
    "checks/laws.py": ("tests/checks/test_checks.py", "tests/power/test_planted_bugs.py"),
    "checks/lockstep.py": ("tests/checks/test_lockstep.py", "tests/power/test_planted_bugs.py"),
    "play/driver.py": ("tests/play/test_driver.py", "tests/impl/test_drivers.py"),
    "play/plain.py": ("tests/play/test_driver.py",),
    "play/compiled.py": ("tests/play/test_driver.py",),
    "play/pair.py": ("tests/checks/test_lockstep.py", "tests/power/test_planted_bugs.py"),
    "play/lockstep.py": ("tests/checks/test_lockstep.py", "tests/power/test_planted_bugs.py"),
}
"""The tests of a file of the harness."""


def own_tests(file: str) -> tuple[str, ...]:
    """Return the tests of a file of the harness, or those of the game on the floor where it lies."""
    floor, _, rest = file.partition("/")
    return TESTS.get(file, (f"tests/{floor}/test_{rest.partition('/')[0]}.py",))


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
    floor, _, rest = mutant.file.partition("/")
    game = rest.partition("/")[0] if mutant.file not in TESTS else HARNESS
    assert mutant.file in TESTS or mutant.file in own_files(floor, game)
    return failure_of(folder, name, probes_of(game), own_tests(mutant.file))


def failure_of(folder: Path, name: str, probes: tuple[Probe, ...], tests: tuple[str, ...]) -> str:
    """Run checks, then tests of the harness; return the first failure, or nothing."""
    for probe in probes:
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
    if done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise LookupError(f"no test was selected of {', '.join(tests)}, so none could fail")
    if done.returncode == 0:
        return ""
    return next(
        (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))),
        f"pytest ended with status {done.returncode}",
    )
