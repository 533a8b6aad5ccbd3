"""Campaigns on a cluster of real processes: whatever is killed, the totals are those of a quiet run."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest
from common.campaign_processes import begun, ended, once_done
from common.campaign_runs import played, totals_of
from common.dask_cluster import DaskProcesses

from rulewright.campaign import CampaignFile, CampaignState, state_of

pytestmark = pytest.mark.slow
Guest = Callable[..., str]
HELD = 2_500
STOPPED = 60.0
TIMES = 5
"""How often each is tried, as the documentation says."""
AGAIN = pytest.mark.parametrize("attempt", range(TIMES))


@pytest.fixture
def dask(guest: Guest, tmp_path: Path) -> Iterator[DaskProcesses]:
    """A scheduler and two workers, started after the folder of the guests is named."""
    del guest
    with DaskProcesses(tmp_path) as started:
        started.add_worker()
        started.add_worker()
        yield started


def state(file: Path) -> CampaignState:
    """Read what a campaign has come to."""
    with CampaignFile.read(str(file)) as opened:
        return state_of(opened, file.name)


def killed(process: object) -> None:
    """Kill a process that was started here, and wait until it is gone."""
    os.kill(process.pid, signal.SIGKILL)  # type: ignore[attr-defined]
    process.wait()  # type: ignore[attr-defined]


def one_worker(dask: DaskProcesses) -> None:
    """Kill a worker; the other one goes on."""
    killed(dask.workers[0])


def all_workers(dask: DaskProcesses) -> None:
    """Kill both, one after the other; a new one comes later."""
    for worker in list(dask.workers):
        killed(worker)
        sleep(1)
    dask.add_worker()


def scheduler(dask: DaskProcesses) -> None:
    """Kill the scheduler, which ends its workers; start it again, with a worker."""
    assert dask.scheduler is not None
    killed(dask.scheduler)
    sleep(2)
    dask.start_scheduler()
    dask.add_worker()


def stopped_worker(dask: DaskProcesses) -> None:
    """Stop a worker for a minute."""
    os.kill(dask.workers[0].pid, signal.SIGSTOP)
    sleep(STOPPED)
    os.kill(dask.workers[0].pid, signal.SIGCONT)


WAITS = "is gone; waiting for it"
EVENTS = [(one_worker, ""), (all_workers, ""), (scheduler, WAITS), (stopped_worker, "")]


@pytest.mark.parametrize(
    ("disturb", "says", "attempt"),
    [
        pytest.param(*event, attempt, marks=[pytest.mark.soak] if attempt or number else [])
        for number, event in enumerate(EVENTS)
        for attempt in range(TIMES)
    ],
)
def test_the_totals_are_those_of_a_quiet_run(
    dask: DaskProcesses,
    guest: Guest,
    tmp_path: Path,
    disturb: Callable[[DaskProcesses], None],
    says: str,
    *,
    attempt: int,
) -> None:
    """Something is done to the cluster while it does parts; one worker is killed in CI, once."""
    del attempt
    game, file = guest("hides an action"), tmp_path / "disturbed"
    run = begun(file, game, "--until", f"held={HELD}", "--cluster", dask.address)
    once_done(file, 2, run)
    assert run.poll() is None, "it had ended: nothing was disturbed"
    disturb(dask)
    status, out, said = ended(run)
    quiet = played(tmp_path / "quiet", game, HELD).state
    assert quiet.findings
    assert status == 1, said
    assert "found: difference" in out
    assert says in said
    assert "dashboard: " in said
    assert totals_of(state(file)) == totals_of(quiet)


@pytest.mark.soak
@AGAIN
def test_a_coordinator_is_killed_and_the_cluster_does_the_rest(
    dask: DaskProcesses, guest: Guest, tmp_path: Path, attempt: int
) -> None:
    """The workers go on to serve the next coordinator."""
    del attempt
    game, file = guest("hides an action"), tmp_path / "killed"
    run = begun(file, game, "--until", f"held={HELD}", "--cluster", dask.address)
    once_done(file, 2, run)
    run.kill()
    run.communicate()
    assert run.returncode == -signal.SIGKILL
    status, _, said = ended(begun(file, "--cluster", dask.address))
    assert status == 1, said
    assert totals_of(state(file)) == totals_of(played(tmp_path / "quiet", game, HELD).state)


@pytest.mark.soak
@AGAIN
def test_a_scheduler_that_stays_away_ends_the_run_in_one_line_and_loses_nothing(
    dask: DaskProcesses, guest: Guest, tmp_path: Path, attempt: int
) -> None:
    """The next run, on this machine alone, comes to the same totals."""
    del attempt
    game, file = guest("hides an action"), tmp_path / "left"
    where = ("--cluster", dask.address, "--cluster-wait", "3")
    run = begun(file, game, "--until", f"held={HELD}", *where)
    once_done(file, 2, run)
    assert dask.scheduler is not None
    killed(dask.scheduler)
    status, _, said = ended(run)
    assert status == 4
    assert "start it again, and run this again" in said.splitlines()[-1]
    assert "Traceback" not in said
    before = state(file).games[0].totals.parts
    assert before >= 2
    status, _, said = ended(begun(file, "--jobs", "2"))
    assert status == 1, said
    assert totals_of(state(file)) == totals_of(played(tmp_path / "quiet", game, HELD).state)
