"""Campaigns in real processes: killed, interrupted, refused; each comes to the same totals."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from common.campaign_processes import PATIENCE, begun, ended, once_done
from common.campaign_runs import played, totals_of

from rulewright.campaign import CampaignFile, state_of

Guest = Callable[..., str]
HELD = 2_500


def kept(file: Path) -> int:
    """Count the parts in the file."""
    with CampaignFile.read(str(file)) as opened:
        return int(opened.row("SELECT count(*) FROM parts")[0])


@pytest.mark.slow
def test_a_killed_coordinator_goes_on_to_the_same_totals(guest: Guest, tmp_path: Path) -> None:
    """It is killed after a few parts; a second one is refused meanwhile."""
    game, file = guest("hides an action"), tmp_path / "killed"
    run = begun(file, game, "--until", f"held={HELD}")
    once_done(file, 2, run)
    os.kill(run.pid, signal.SIGSTOP)  # or it might have ended before the second one looks
    status, _, said = ended(begun(file, game))
    assert status == 2
    assert f"is in use by process {run.pid}" in said
    assert said.count("\n") == 1
    before = kept(file)
    os.kill(run.pid, signal.SIGKILL)
    run.communicate(timeout=PATIENCE)
    assert run.returncode == -signal.SIGKILL, "it had ended: no part was interrupted"
    assert kept(file) >= before >= 2
    status, out, _ = ended(begun(file))  # the game and the target are in the file
    with CampaignFile.read(str(file)) as opened:
        state = state_of(opened, "killed")
    assert status == int(bool(state.findings))
    assert "rule of three" in out or state.findings
    quiet = played(tmp_path / "quiet", game, HELD).state
    assert totals_of(state) == totals_of(quiet)


@pytest.mark.slow
def test_an_interrupted_run_says_so_and_keeps_all(guest: Guest, tmp_path: Path) -> None:
    """Ctrl-C reaches the coordinator; its status is that of an interruption, without a traceback."""
    game, file = guest(), tmp_path / "interrupted"
    run = begun(file, game)
    once_done(file, 2, run)
    os.kill(run.pid, signal.SIGINT)
    status, _, said = ended(run)
    assert status == 130
    assert "run it again to go on" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert kept(file) >= 2


@pytest.mark.slow
def test_a_part_that_kills_its_worker_three_times_is_a_finding(
    guest: Guest, tmp_path: Path
) -> None:
    """The implementation kills its process in one position; the others of the parts go on."""
    game, file = guest("dies"), tmp_path / "dying"
    status, out, _ = ended(begun(file, game, "--until", "held=1500"))
    assert status == 1
    assert "found: crash:" in out
    assert "it killed its worker 3 times" in out
    status, out, _ = ended(begun(file))
    assert status == 1
    assert out.startswith("still there: crash:")


@pytest.mark.soak
def test_a_hundred_kills_come_to_the_same_totals(guest: Guest, tmp_path: Path) -> None:
    """As often as the documentation says; at any moment, also before the first part."""
    game, file = guest("hides an action"), tmp_path / "killed"
    for number in range(100):
        run = begun(file, game, "--until", f"held={20 * HELD}")
        with suppress(subprocess.TimeoutExpired):
            run.wait(3.0 + number % 10 / 2)
        run.kill()
        run.communicate(timeout=PATIENCE)
    ended(begun(file))
    with CampaignFile.read(str(file)) as opened:
        state = state_of(opened, "killed")
    assert totals_of(state) == totals_of(played(tmp_path / "quiet", game, 20 * HELD).state)
