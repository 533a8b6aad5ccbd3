"""Parts on a cluster: a scheduler and workers that Dask's own commands start."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import sleep

import psutil
import pytest
from common.dask_cluster import DaskProcesses
from common.parts_work import counted, dies_on_three, made, never_ends_on_three

from rulewright.parts import (
    CRASH,
    HANG,
    ClusterLost,
    OtherSources,
    Totals,
    executor_for,
    outcomes,
    version,
    version_of,
)
from rulewright.parts.cluster import BadCluster, DaskCluster
from rulewright.parts.processes import silent

WAITS = 300.0
"""Seconds for which a scheduler or a worker is waited for, on a busy machine."""


def total(found: Iterator[object]) -> Totals:
    """Merge outcomes."""
    merged = Totals()
    for each in found:
        merged += Totals.of(each)  # type: ignore[arg-type]
    return merged


def undisturbed(count: int, seconds: float = 0.0) -> Totals:
    """Return the totals of parts that are done here, however long they take elsewhere."""
    del seconds
    return total(counted(part, silent) for part in made(count))


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskProcesses]:
    """Return a cluster with one worker."""
    with DaskProcesses(tmp_path_factory.mktemp("dask")) as started:
        started.add_worker()
        yield started


@pytest.mark.parametrize(
    "address", ["host:8786", "tcp://host", "local:0", "local:many", "http://host:1", "tcp://:1"]
)
def test_an_address_that_names_no_cluster_is_refused_in_one_line(address: str) -> None:
    """It says what would be right."""
    with pytest.raises(BadCluster, match=r"must be tcp://HOST:PORT, tls://HOST:PORT or local:N$"):
        executor_for(address)


@pytest.mark.slow
def test_a_local_cluster_gives_the_same_totals_and_listens_on_the_loopback_only() -> None:
    """Each worker has a process of its own; all end with the executor."""
    with executor_for("local:2") as executor:
        assert total(outcomes(executor, counted, made(30))) == undisturbed(30)
        own = psutil.Process()
        listening = {
            each.laddr.ip
            for each in own.net_connections("inet")
            if each.status == psutil.CONN_LISTEN
        }
        assert listening == {"127.0.0.1"}
        assert "2 workers; dashboard: http://127.0.0.1:" in executor.where


@pytest.mark.slow
def test_the_parts_of_a_cluster_have_the_same_totals_and_findings(
    dask: DaskProcesses, tmp_path: Path
) -> None:
    """One that kills its process three times is a finding, one that never ends as well."""
    log = tmp_path / "log"
    with DaskCluster.at(dask.address, patience=WAITS) as executor:
        assert total(outcomes(executor, counted, made(50))) == undisturbed(50)
        found = total(outcomes(executor, dies_on_three, made(6, log=str(log))))
        assert [each.kind for each in found.findings] == [CRASH]
        assert log.read_text(encoding="utf-8") == "xxx"
        found = total(outcomes(executor, never_ends_on_three, made(5), limit=0.3))
        assert [each.kind for each in found.findings] == [HANG]
        assert found.counts["games"] == 4


@pytest.mark.slow
def test_a_worker_with_other_sources_is_refused(tmp_path: Path) -> None:
    """In one line with both digests; no part is done there."""
    copy = tmp_path / "other" / "rulewright"
    shutil.copytree(version.HERE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "spec" / "nonaga" / "clauses.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    path = os.pathsep.join((str(copy.parent), str(Path(__file__).parents[1])))
    with DaskProcesses(tmp_path) as started:
        started.add_worker(environment={"PYTHONPATH": path})
        with (
            DaskCluster.at(started.address, patience=WAITS) as executor,
            pytest.raises(OtherSources) as refused,
        ):
            list(outcomes(executor, counted, made(3)))
    said = str(refused.value)
    assert version_of("nonaga") == refused.value.wanted != refused.value.here
    assert refused.value.wanted in said
    assert refused.value.here in said
    assert "\n" not in said


# ------------------------------------------------------------------------------------ disturbances


def disturbed(dask: DaskProcesses, disturb: object, notes: list[str]) -> Totals:
    """Do forty parts of a fifth of a second while somebody disturbs; return the totals."""
    assert callable(disturb)
    with DaskCluster.at(
        dask.address, lambda *texts: notes.append(" ".join(texts)), WAITS
    ) as executor:
        list(outcomes(executor, counted, made(2)))  # the workers are up
        thread = Thread(target=disturb)
        thread.start()
        found = total(outcomes(executor, counted, made(40, seconds=0.2)))
        thread.join()
    return found


def same_as_undisturbed(found: Totals) -> bool:
    """Return whether totals are those of forty parts."""
    expected = undisturbed(40)
    return (found.parts, found.counts, found.clauses, found.findings) == (
        *(expected.parts, expected.counts),
        *(expected.clauses, expected.findings),
    )


@pytest.mark.soak
def test_a_killed_worker_costs_nothing(tmp_path: Path) -> None:
    """Another does its parts."""
    with DaskProcesses(tmp_path) as dask:
        first, _ = dask.add_worker(), dask.add_worker()

        def disturb() -> None:
            sleep(1)
            os.kill(first.pid, signal.SIGKILL)

        assert same_as_undisturbed(disturbed(dask, disturb, []))


@pytest.mark.soak
def test_all_workers_may_be_killed_one_after_the_other(tmp_path: Path) -> None:
    """As long as new ones come."""
    with DaskProcesses(tmp_path) as dask:
        first = [dask.add_worker(), dask.add_worker()]

        def disturb() -> None:
            for worker in first:
                sleep(1)
                os.kill(worker.pid, signal.SIGKILL)
            dask.add_worker()

        assert same_as_undisturbed(disturbed(dask, disturb, []))


@pytest.mark.soak
def test_a_killed_scheduler_is_waited_for(tmp_path: Path) -> None:
    """The coordinator says so, and goes on with what was under way."""
    notes: list[str] = []
    with DaskProcesses(tmp_path) as dask:
        dask.add_worker()

        def disturb() -> None:
            sleep(1)
            assert dask.scheduler is not None
            os.kill(dask.scheduler.pid, signal.SIGKILL)
            dask.scheduler.wait()
            sleep(2)
            dask.start_scheduler()
            dask.add_worker()

        assert same_as_undisturbed(disturbed(dask, disturb, notes))
    assert f"the scheduler at {dask.address} is gone; waiting for it, for 300 s" in notes
    assert f"the scheduler at {dask.address} is back" in notes


@pytest.mark.soak
def test_a_scheduler_that_stays_away_ends_the_work_in_one_line(tmp_path: Path) -> None:
    """After the limit; what was done is not lost, and the line says what to do."""
    done = []
    with DaskProcesses(tmp_path) as dask:
        dask.add_worker()
        with DaskCluster.at(dask.address, patience=WAITS) as executor:
            found = outcomes(executor, counted, made(40, seconds=0.2))
            done.append(next(found))
            executor.patience = 3.0
            assert dask.scheduler is not None
            os.kill(dask.scheduler.pid, signal.SIGKILL)
            with pytest.raises(ClusterLost) as lost:
                done.extend(found)
    assert str(lost.value) == (
        f"the scheduler at {dask.address} was gone for 3.0 s: start it again, and run this again"
    )
    assert done


@pytest.mark.soak
def test_a_worker_that_is_stopped_for_a_minute_comes_back(tmp_path: Path) -> None:
    """Its parts are done once."""
    with DaskProcesses(tmp_path) as dask:
        first, _ = dask.add_worker(), dask.add_worker()

        def disturb() -> None:
            sleep(1)
            os.kill(first.pid, signal.SIGSTOP)
            sleep(60)
            os.kill(first.pid, signal.SIGCONT)

        assert same_as_undisturbed(disturbed(dask, disturb, []))


@pytest.mark.soak
def test_a_cluster_can_be_encrypted(tmp_path: Path) -> None:
    """By Dask's own settings: without the certificate nothing connects."""
    command = [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=localhost",
    ]
    files = ("-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem"))
    subprocess.run(["openssl", *command, *files], check=True, capture_output=True)  # noqa: S607
    settings = tls_settings(tmp_path)
    with DaskProcesses(tmp_path, "tls", settings) as dask:
        dask.add_worker()
        import dask.config as dask_config  # noqa: PLC0415 - an extra

        with pytest.raises(BadCluster):
            executor_for(dask.address)
        with (
            dask_config.set(in_dots(settings)),
            executor_for(dask.address, patience=WAITS) as executor,
        ):
            assert total(outcomes(executor, counted, made(10))) == undisturbed(10)


def in_dots(settings: dict[str, str]) -> dict[str, str]:
    """Return settings by their names in Dask, not by those of environment variables."""
    return {
        name.removeprefix("DASK_").lower().replace("__", ".").replace("_", "-"): value
        for name, value in settings.items()
    }


def tls_settings(folder: Path) -> dict[str, str]:
    """Return Dask's settings for one certificate that all share, as environment variables."""
    tls = "DASK_DISTRIBUTED__COMM__TLS__"
    found = {
        f"{tls}{role}__{name}": str(folder / file)
        for role in ("SCHEDULER", "WORKER", "CLIENT")
        for name, file in (("KEY", "key.pem"), ("CERT", "cert.pem"))
    }
    certificate = str(folder / "cert.pem")
    required = {"DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True"}
    return {**found, f"{tls}CA_FILE": certificate, **required}
