"""Work in several processes: results, progress, errors, and no process left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from time import monotonic, sleep

import pytest
from common.work import (
    PATIENCE,
    dies,
    dies_on_three,
    fails_on_three,
    fails_unpicklably,
    fast_then_slow,
    looks_for_garbage,
    processes_within,
    slow_on_three,
    squared,
)

from rulewright.checks.processes import WorkerLost, side_by_side
from rulewright.garbage import PACE


def test_work_within_the_only_process_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one process requested, nested work starts no others; without a limit it may."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert list(side_by_side(processes_within, [4], 1)) == [{os.getpid()}]
    (spread,) = side_by_side(processes_within, [4])
    assert os.getpid() not in spread


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_all_results_and_progress_arrive_whatever_the_number_of_processes(jobs: int) -> None:
    """Each arrives once, as soon as it is available."""
    notes: list[tuple[str, ...]] = []
    made = list(side_by_side(squared, range(5), jobs, lambda *texts: notes.append(texts)))
    assert sorted(made) == [0, 1, 4, 9, 16]
    assert sorted(notes) == [("squaring", str(number)) for number in range(5)]
    assert not active_children()


def test_workers_look_seldom_for_garbage() -> None:
    """At Python's own pace, one tenth of their time went by in vain."""
    assert list(side_by_side(looks_for_garbage, range(2), 2)) == [PACE, PACE]


def test_nothing_to_do_is_done() -> None:
    """Without starting a process."""
    assert list(side_by_side(squared, (), 2)) == []


def test_an_error_is_raised_here_and_ends_the_others() -> None:
    """Immediately: no running process is waited for."""
    began = monotonic()
    with pytest.raises(ValueError, match="three"):
        list(side_by_side(fails_on_three, (1, 3), 2))
    assert monotonic() - began < PATIENCE
    assert gone(lambda: not active_children())


def test_a_process_that_dies_is_reported() -> None:
    """A solver crash must not look like an answer, nor hang."""
    with pytest.raises(WorkerLost, match=r"killed by signal 9 .SIGKILL., perhaps because memory"):
        list(side_by_side(dies, (1, 2), 2))


def test_a_process_that_dies_costs_its_own_task_only() -> None:
    """The others go on, in a new process."""
    made = list(
        side_by_side(dies_on_three, range(6), 2, lost=lambda given, how: (given, how[-21:]))
    )
    assert min(made, key=str) == (3, "because memory ran out"[-21:])
    assert sorted(each for each in made if isinstance(each, int)) == [0, 1, 4, 16, 25]


def test_a_process_that_makes_no_progress_is_ended() -> None:
    """Work that reports progress may take longer than that."""
    made = list(
        side_by_side(slow_on_three, (1, 3, 2), 2, lost=lambda given, how: (given, how), patience=4)
    )
    (lost,) = (each for each in made if not isinstance(each, int))
    assert lost == (3, "nothing was heard of it for 4.0 s, so it was ended")
    assert sorted(each for each in made if isinstance(each, int)) == [1, 4]
    assert gone(lambda: not active_children())


def test_an_error_that_cannot_be_sent_is_replaced_by_a_similar_one() -> None:
    """With the traceback of the worker."""
    with pytest.raises(RuntimeError, match="Unpicklable: three") as caught:
        list(side_by_side(fails_unpicklably, (1, 3), 2))
    assert "in fails_unpicklably" in caught.value.__notes__[0]


def test_closing_the_generator_ends_the_work(tmp_path: Path) -> None:
    """No process is left."""
    made = side_by_side(partial(fast_then_slow, tmp_path), (0, 1, 2), 2)
    assert next(made) == 0
    made.close()  # type: ignore[attr-defined]
    assert gone(lambda: not active_children())


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_its_parent(sent: signal.Signals, tmp_path: Path) -> None:
    """Neither when it is interrupted, which prints nothing, nor when it is killed."""
    text = f"""
import sys
from functools import partial
from pathlib import Path
from rulewright.console.ending import status_of
from rulewright.checks.processes import side_by_side
from common.work import waits
if __name__ == "__main__":
    work = partial(waits, Path({str(tmp_path)!r}))
    sys.exit(status_of(lambda: list(side_by_side(work, (1, 2), 2))))
"""
    script = tmp_path / "script.py"
    script.write_text(text, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        files = [tmp_path / "1", tmp_path / "2"]
        assert gone(lambda: all(file.is_file() and file.read_text("utf-8") for file in files))
        process.send_signal(sent)
        _, errors = process.communicate(timeout=PATIENCE)
    workers = [int(file.read_text("utf-8")) for file in files]
    assert gone(lambda: not any(map(alive, workers)))
    interrupted = sent == signal.SIGINT
    assert process.returncode == (130 if interrupted else -sent)
    assert not (interrupted and errors)


def alive(process: int) -> bool:
    """Return whether a process is still running and not a zombie."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def gone(holds: object) -> bool:
    """Wait until a condition holds; return whether it did in time."""
    assert callable(holds)
    until = monotonic() + PATIENCE / 2
    while not holds():
        if monotonic() > until:
            return False
        sleep(0.05)
    return True
