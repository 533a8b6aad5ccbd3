"""Parts in processes of this machine: few at a time, and none is lost or endless."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import sleep

import psutil
import pytest
from common.parts_work import counted, dies_on_three, made, never_ends_on_three

from rulewright.parts import (
    CRASH,
    HANG,
    Executor,
    LocalProcesses,
    Totals,
    WorkPart,
    in_order,
    outcomes,
)
from rulewright.parts.processes import silent


def total(found: Iterator[object]) -> Totals:
    """Merge outcomes."""
    merged = Totals()
    for each in found:
        merged += Totals.of(each)  # type: ignore[arg-type]
    return merged


def undisturbed(count: int) -> Totals:
    """Return the totals of parts that are done here."""
    return total(counted(part, silent) for part in made(count))


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    """Return two processes."""
    with LocalProcesses(2) as executor:
        yield executor


def test_totals_do_not_depend_on_where_parts_are_done(processes: Executor) -> None:
    """They are done in any order, and each once."""
    assert total(outcomes(processes, counted, made(30))) == undisturbed(30)


def test_outcomes_can_be_had_in_the_order_of_the_parts(processes: Executor) -> None:
    """Also where the first part takes longest."""
    parts = [*made(1, seconds=0.5), *made(20)]
    found = [outcome.part for outcome in in_order(processes, counted, parts)]
    assert found == parts


def test_parts_are_made_as_they_are_needed(processes: Executor) -> None:
    """Of a million, no more than a few are ever under way."""
    begun = 0

    def lazily() -> Iterator[WorkPart]:
        nonlocal begun
        for part in made(1_000_000):
            begun += 1
            yield part

    found = outcomes(processes, counted, lazily(), ahead=8)
    for number in range(1, 20):
        next(found)
        assert begun <= number + 8
    for future in processes.as_completed():
        assert future.done()


def test_a_part_that_kills_its_worker_three_times_is_a_finding(
    processes: Executor, tmp_path: Path
) -> None:
    """It is tried three times, and the others are done."""
    log = tmp_path / "log"
    found = list(outcomes(processes, dies_on_three, made(6, log=str(log))))
    (finding,) = (each for outcome in found for each in outcome.findings if each.kind == CRASH)
    assert "killed its worker 3 times: its process was killed by signal 9" in finding.headline
    assert "number 3" in finding.text
    assert log.read_text(encoding="utf-8") == "xxx"
    assert len(found) == 6


def test_a_part_that_never_ends_is_a_finding_with_its_options(processes: Executor) -> None:
    """It is ended after its limit of processor time, once."""
    found = list(outcomes(processes, never_ends_on_three, made(6), limit=0.3))
    (finding,) = (each for outcome in found for each in outcome.findings if each.kind == HANG)
    assert finding.headline == (
        "counted of nonaga under the default options: "
        "it does not end: it worked for 0.3 s without an answer"
    )
    assert len(found) == 6


@pytest.mark.soak
def test_a_worker_that_is_stopped_for_a_while_comes_back() -> None:
    """It works no more than before while it is stopped, so that is no reason to end it."""
    with LocalProcesses(2) as executor:
        expected = undisturbed(12)

        def stop() -> None:
            sleep(2)
            (first, *_) = psutil.Process().children()
            os.kill(first.pid, signal.SIGSTOP)
            sleep(10)
            os.kill(first.pid, signal.SIGCONT)

        Thread(target=stop).start()
        found = total(outcomes(executor, counted, made(12, seconds=0.7), limit=30))
        assert found.counts == expected.counts
