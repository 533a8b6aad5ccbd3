"""Measure what parts cost: the coordinator's rate, its memory, and what a second worker adds.

    python benchmarks/parts.py [--game GAME] [--parts N] [--seconds S] [--cluster ADDRESS]

Prints empty parts a second, which should be at least 1,000; the growth of the coordinator's memory over
all of them, which should be none; and positions a second of two workers over those of one, which
should be 1.8 on two cores that do nothing else.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from time import perf_counter, process_time

import psutil
from attrs import evolve

from rulewright.checks import CHECKS, QUICK
from rulewright.checks.elsewhere import CheckParts
from rulewright.parts import (
    Executor,
    PartOutcome,
    Totals,
    WorkPart,
    executor_for,
    outcomes,
    version_of,
)
from rulewright.parts.processes import silent

RATE, SPEEDUP = 1_000, 1.8
WARM = 40_000
"""Parts until Dask keeps as much of its history as it ever will."""
GAMES = 16
"""Games of a part: a second or two of work, so that those under way at the end do not matter."""
MEGABYTE = 1 << 20
GROWTH = 16
"""Megabytes that the coordinator's memory may grow by while parts are merged."""


def nothing(part: WorkPart, note: Callable[..., None] = silent) -> PartOutcome:
    """Do nothing."""
    del note
    return PartOutcome(part, {"games": 1})


def empty(game: str) -> Iterator[WorkPart]:
    """Yield parts without work."""
    rules = version_of(game)
    for number in count():
        yield WorkPart(game, "empty", {}, {}, 1, {"number": number}, rules)


def recorded(game: str, games: int) -> Iterator[WorkPart]:
    """Yield parts of recorded games."""
    rules = version_of(game)
    for number in count():
        share = {"set": 0, "wanted": games, "first": 0}
        yield WorkPart(game, "bulk", {}, {}, number, share, rules)


def rate_of_empty_parts(executor: Executor, game: str, number: int) -> tuple[float, float, float]:
    """Return parts a second, the coordinator's processor time for each, and megabytes of growth."""
    total = Totals()
    for outcome in outcomes(executor, nothing, islice(empty(game), WARM)):
        total += Totals.of(outcome)
    process = psutil.Process()
    before, began, worked = process.memory_info().rss, perf_counter(), process_time()
    for outcome in outcomes(executor, nothing, islice(empty(game), number)):
        total += Totals.of(outcome)
    seconds, worked = perf_counter() - began, process_time() - worked
    if total.counts["games"] != number + WARM:
        raise SystemExit(f"{total.counts['games']} of {number + WARM} parts")
    growth = (process.memory_info().rss - before) / MEGABYTE
    return number / seconds, worked / number, growth


def positions_a_second(cluster: str, game: str, seconds: float) -> float:
    """Return the positions a second that a cluster judges."""
    work = CheckParts(evolve(QUICK), CHECKS)
    with executor_for(cluster) as executor:
        warm = executor.width
        found = outcomes(executor, work, recorded(game, GAMES))
        for _ in islice(found, 2 * warm):
            pass
        began, positions = perf_counter(), 0
        for outcome in found:
            positions += outcome.counts["positions"]
            if perf_counter() - began > seconds:
                return positions / (perf_counter() - began)
    raise SystemExit("no part was done")


def main() -> int:
    """Measure, print, and return whether everything is as fast as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--game", default="nonaga")
    parser.add_argument("--parts", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--cluster", default="local:2")
    parser.add_argument("--no-speedup", action="store_true", help="measure no second worker")
    given = parser.parse_args()
    with executor_for(given.cluster) as executor:
        rate, each, growth = rate_of_empty_parts(executor, given.game, given.parts)
    print(
        f"{given.parts:,} empty parts: {rate:,.0f} a second, {1e6 * each:.0f} µs of the processor each"
    )
    print(f"memory of the coordinator: {growth:+.1f} MB")
    passed = rate >= RATE and growth <= GROWTH
    if not given.no_speedup:
        one, two = (positions_a_second(f"local:{n}", given.game, given.seconds) for n in (1, 2))
        print(f"one worker {one:,.0f} positions/s, two workers {two:,.0f}: {two / one:.2f} times")
        passed = passed and two / one >= SPEEDUP
    return 0 if passed else 1


if __name__ == "__main__":  # by its name: workers import what they do
    raise SystemExit(import_module(Path(__file__).stem).main())
