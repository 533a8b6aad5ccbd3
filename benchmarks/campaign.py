"""Measure campaigns: their cost beside the same work without a campaign, and the memory of a long one.

Run as ``python benchmarks/campaign.py WHAT ...``:

- ``cost GAME [POSITIONS]`` does the parts of a campaign in one process, and then the same parts without
  file, plan and merge, and compares the processor time;
- ``extra GAME ...`` measures what a recorded part does besides what `verify` does with the same games;
- ``memory [PARTS]`` keeps parts that cost nothing but have all counts, and reports parts per second and
  the memory of the coordinator.
"""

from __future__ import annotations

import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from time import process_time
from typing import Any, Self

import psutil

from rulewright.campaign import CampaignFile, opened_run
from rulewright.campaign.distinct_positions import smallest_of
from rulewright.campaign.running import CampaignGoal
from rulewright.campaign.work import COMPILED_GAMES, done
from rulewright.checks import bulk
from rulewright.parts import PartOutcome, WorkPart
from rulewright.play import games
from rulewright.play.driver import driver_of

SEED = 1
MEBIBYTE = 1 << 20


class InThisProcess:
    """An executor that does parts here, so that all processor time is that of one process."""

    where, width = "this process", 1

    def __init__(self, work: Any = None) -> None:
        """Do `work` instead of what is submitted, unless it is None."""
        self.work = work
        self.given: list[WorkPart] = []
        self.keeps = work is None
        self.finished: deque[Future[Any]] = deque()
        self.seconds = 0.0
        """Processor time of the parts alone."""

    def submit(self, work: Any, given: Any, limit: float = 0.0) -> Future[Any]:
        """Do it now."""
        del limit
        future: Future[Any] = Future()
        began = process_time()
        future.set_result((self.work or work)(given, lambda *_: None))
        self.seconds += process_time() - began
        if self.keeps:
            self.given.append(given)
        self.finished.append(future)
        return future

    def as_completed(self) -> Iterator[Future[Any]]:
        """Yield what was done."""
        while self.finished:
            yield self.finished.popleft()

    def shutdown(self) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing."""


def silent(_: str) -> None:
    """Discard a line."""


def campaign(folder: Path, game: str, executor: InThisProcess, held: int) -> float:
    """Run a campaign; return its processor time without that of loading the engines."""
    with CampaignFile.write(str(folder / f"{held}")) as file:
        goal = CampaignGoal(held=held)
        heard = silent, silent, silent
        run = opened_run(file, [game], SEED, executor, goal=goal, heard_by=heard)
        began = process_time()
        run.run()
        return process_time() - began


def cost(game: str, held: int) -> None:
    """Compare a campaign with its parts alone, twice: the first time warms the compiler's cache."""
    with tempfile.TemporaryDirectory() as name:
        for attempt in ("warming up", "measured"):
            executor = InThisProcess()
            whole = campaign(Path(name), game, executor, held + (attempt == "measured"))
            began = process_time()
            for part in executor.given:
                done(part, lambda *_: None)
            alone = process_time() - began
            print(
                f"{attempt}: {len(executor.given)} parts of {game}: campaign {whole:.2f} s, of which "
                f"outside of parts {whole - executor.seconds:.3f} s "
                f"({100 * (whole - executor.seconds) / executor.seconds:.2f} %); "
                f"the same parts again without it {alone:.2f} s"
            )


def extra(game: str) -> None:
    """Measure what a recorded part does besides what `verify` does with the same games: the sketch."""
    names = "record", "judge", "sketch"
    spent = dict.fromkeys(names, 0.0)
    reference, tested = games.specification(game), games.implementation(game)
    driver = driver_of(tested)
    for attempt in range(3):
        for each in names:
            spent[each] = 0.0 if attempt == 1 else spent[each]  # the first time warms up
        began = process_time()
        recording = driver.record(attempt, COMPILED_GAMES, max_plies=bulk.LONGEST)
        recorded = process_time()
        reference.check(recording)
        games.specified(game).count_occasions(recording)
        judged = process_time()
        smallest_of(recording)
        times = recorded - began, judged - recorded, process_time() - judged
        for each, seconds in zip(names, times, strict=True):
            spent[each] += seconds
    share = 100 * spent["sketch"] / (spent["record"] + spent["judge"])
    measured = ", ".join(f"{each} {seconds:.3f} s" for each, seconds in spent.items())
    print(f"{game}: {measured}: the sketch costs {share:.2f} %")


def memory(parts: int) -> None:
    """Keep many parts that cost nothing."""
    positions = 100

    def nothing(part: WorkPart, _: Any) -> PartOutcome:
        hashes = tuple(range(part.seed, part.seed + 256))
        clauses = {f"X-{number}": (number, 1, 1) for number in range(12)}
        counts = {"games": 1, "positions": positions}
        return PartOutcome(part, counts, clauses, {"rare": 1}, smallest=hashes)

    process = psutil.Process()
    with tempfile.TemporaryDirectory() as name:
        for share in (parts // 10, parts):
            executor = InThisProcess(nothing)
            before = process.memory_info().rss
            seconds = campaign(Path(name), "nonaga", executor, share * positions)
            after = process.memory_info().rss
            print(
                f"{share:,} empty parts: {share / seconds:,.0f} parts/s of processor time, memory "
                f"{before / MEBIBYTE:.1f} -> {after / MEBIBYTE:.1f} MiB"
            )


def main(arguments: list[str]) -> None:
    """Measure what is named."""
    what, *given = arguments or ["cost", "nonaga"]
    if what == "memory":
        memory(int(given[0]) if given else 100_000)
    elif what == "extra":
        for game in given:
            extra(game)
    else:
        cost(given[0], int(given[1]) if given[1:] else 20_000)


if __name__ == "__main__":
    main(sys.argv[1:])
