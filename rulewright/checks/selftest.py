"""Plant bugs in a copy of this package, and see whether its own checks find them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from attrs import asdict, frozen

from rulewright.checks.plants import IMPLEMENTATION, PLANTS, TRIALS, Plant, Probe
from rulewright.checks.processes import cores
from rulewright.interface import RulewrightError
from rulewright.wording.numbers import counted

PACKAGE = Path(__file__).resolve().parents[1]
PATIENCE = 900.0
"""Seconds after which a trial is ended."""
UNCHANGED = "unchanged"
OURS = ("RULEWRIGHT_", "PYTHON", "NUMBA_")
"""How the names of variables begin that a copy does not inherit."""


class PlantFailed(RulewrightError):
    """A bug cannot be planted: the source is no longer as it was."""

    exit_status = 4


@frozen
class PlantFinding:
    """What the checks of a copy said."""

    name: str
    plant: Plant | None
    """None: the copy is as the package is."""
    found: bool
    """Whether the check failed for the right reason; of the unchanged copy, whether everything held."""
    how: str
    """What the check said, in one line."""
    seconds: float


def selftest(
    plants: Sequence[Plant] = PLANTS,
    trials: Sequence[Probe] = TRIALS,
    *,
    jobs: int | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[PlantFinding]:
    """Try the unchanged copy, then each with a bug; yield what was found, the unchanged one first.

    Each copy has a process of its own. The machine code of the unchanged one serves all those whose
    implementation is the same, so they wait for it. Raises `PlantFailed`.
    """
    for plant in plants:
        applied(plant, (PACKAGE / plant.file).read_text("utf-8"))
    with (
        TemporaryDirectory(prefix="rulewright-selftest-") as name,
        ThreadPoolExecutor(jobs or cores()) as pool,
    ):
        folder = Path(name)
        shutil.copytree(PACKAGE, folder / UNCHANGED / PACKAGE.name)
        compiling = [each for each in plants if each.part == IMPLEMENTATION]
        progress("the unchanged copy: its machine code is made first")
        right = pool.submit(without_bug, folder, trials)
        own = {each.name: pool.submit(with_bug, folder, each) for each in compiling}
        yield right.result()
        waiting: dict[str, Future[PlantFinding]] = own | {
            each.name: pool.submit(with_bug, folder, each)
            for each in plants
            if each not in compiling
        }
        for plant in plants:
            progress(plant.about)
            yield waiting[plant.name].result()


def applied(plant: Plant, text: str) -> str:
    """Return a source with the bug; raises `PlantFailed` unless its place is there exactly once."""
    times = text.count(plant.right)
    if times != 1 or plant.right == plant.wrong:
        raise PlantFailed(
            f"the bug {plant.name} cannot be planted: {plant.file} has the text {plant.right!r} "
            f"{times} times, not once"
        )
    return text.replace(plant.right, plant.wrong)


def without_bug(folder: Path, trials: Sequence[Probe]) -> PlantFinding:
    """Run all trials on the unchanged copy."""
    began = perf_counter()
    outcomes, trouble = run(folder, UNCHANGED, trials)
    wrong = [f"{each['check']}: {line_of(each)}" for each in outcomes if not each["held"]]
    held = 0 < len(outcomes) == len(trials) and not wrong and not trouble
    how = "; ".join(wrong) or trouble or f"{counted(len(outcomes), 'checks')} held"
    return PlantFinding(UNCHANGED, None, held, how, perf_counter() - began)


def with_bug(folder: Path, plant: Plant) -> PlantFinding:
    """Plant a bug in a copy of its own, and run the check that has to find it."""
    began = perf_counter()
    home = folder / plant.name / PACKAGE.name
    shutil.copytree(folder / UNCHANGED / PACKAGE.name, home, copy_function=os.link)
    place = home / plant.file
    text = applied(plant, place.read_text("utf-8"))
    place.unlink()  # the other copies share the file
    place.write_text(text, encoding="utf-8")
    outcomes, trouble = run(folder, plant.name, [plant.trial])
    found = any(
        not each["held"] and not each["lost"] and plant.found_by in each["failure"]
        for each in outcomes
    )
    how = trouble or "; ".join(map(line_of, outcomes))
    return PlantFinding(plant.name, plant, found and not trouble, how, perf_counter() - began)


def run(folder: Path, name: str, trials: Sequence[Probe]) -> tuple[list[dict[str, Any]], str]:
    """Run trials in a process of a copy; return what they said, and what went wrong, if anything."""
    home = folder / name
    environment = {key: value for key, value in os.environ.items() if not key.startswith(OURS)}
    environment |= {"PYTHONPATH": str(home), "RULEWRIGHT_CACHE_DIR": str(folder / "cache")}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rulewright.checks.trial"],
            input=json.dumps([asdict(each) for each in trials]),
            env=environment,
            cwd=home,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [], f"no result within {PATIENCE:.0f} s"
    outcomes = (
        [json.loads(line) for line in done.stdout.splitlines()] if not done.returncode else []
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        return [], f"its process ended with status {done.returncode}: {last}"
    if len(outcomes) != len(trials):
        return outcomes, f"{len(outcomes)} of {len(trials)} checks have a result"
    if any(Path(each["package"]).resolve() != (home / PACKAGE.name).resolve() for each in outcomes):
        return outcomes, "another package than the copy was checked"
    return outcomes, ""


def line_of(outcome: dict[str, Any]) -> str:
    """Return in one line what a check said."""
    if outcome["held"]:
        return f"held over {counted(outcome['cases'], 'cases')}"
    return str(outcome["lost"] or (outcome["failure"].splitlines() or ["no reason was given"])[0])
