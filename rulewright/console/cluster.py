"""The option that names a cluster, and the executor that is opened for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from rulewright.console.ending import say
from rulewright.console.options import BadOption, BoundedNumber, Command
from rulewright.console.progress import Reporter

if TYPE_CHECKING:
    from rulewright.parts.executor import Executor

WAIT = 600.0
"""Seconds for which a scheduler that is gone, or a worker, is waited for."""


def with_cluster(command: Command) -> Command:
    """Add ``--cluster`` and ``--cluster-wait`` to a command."""
    cluster = click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Have a Dask cluster do the work: tcp://HOST:PORT, tls://HOST:PORT, or local:N for N "
        "workers on this machine.",
    )
    wait = click.option(
        "--cluster-wait",
        "cluster_wait",
        type=BoundedNumber(min=0.0),
        default=WAIT,
        show_default=True,
        metavar="SECONDS",
        help="Wait this long for a scheduler that is gone, or for the first worker.",
    )
    decorated: Command = cluster(wait(command))
    return decorated


@contextmanager
def on_cluster(address: str, wait: float, report: Reporter) -> Iterator[Executor]:
    """Yield the executor of a cluster, and report where it is.

    Raises `BadCluster` and `MissingCluster`.
    """
    from rulewright.parts.cluster import DaskCluster  # noqa: PLC0415 - an extra

    def note(*texts: Any) -> None:
        report.done(": ".join(map(str, texts)))

    with DaskCluster.at(address, note, wait) as executor:
        report.done(f"cluster {executor.where}")
        if executor.is_open:
            say(
                f"{address} is not encrypted: whoever reaches it can run programs on its workers; "
                "tls:// is (see docs/clusters.md)",
                kind="warning",
            )
        yield executor


@contextmanager
def cluster_or_none(
    address: str | None, wait: float, report: Reporter
) -> Iterator[Executor | None]:
    """Yield the executor of a cluster, if one is named; raises as `on_cluster` does."""
    if address is None:
        yield None
        return
    with on_cluster(address, wait, report) as executor:
        yield executor


@contextmanager
def elsewhere(
    address: str | None, wait: float, jobs: int | None, report: Reporter
) -> Iterator[Executor | None]:
    """Yield the executor of a cluster, or of `jobs` processes; None if this process is to do the work.

    Raises as `on_cluster` does, and `BadOption` where both are named.
    """
    refuse_both(address, jobs)
    if address is None and jobs is not None and jobs > 1:
        from rulewright.parts.local import LocalProcesses  # noqa: PLC0415 - loads what few need

        with LocalProcesses.of(jobs, report.note) as processes:
            yield processes
        return
    with cluster_or_none(address, wait, report) as executor:
        yield executor


@contextmanager
def always_elsewhere(
    address: str | None, wait: float, jobs: int | None, report: Reporter
) -> Iterator[Executor]:
    """Yield the executor of a cluster, or of `jobs` processes (None: one for each core).

    Raises as `elsewhere` does.
    """
    refuse_both(address, jobs)
    if address is not None:
        with on_cluster(address, wait, report) as executor:
            yield executor
        return
    from rulewright.parts.local import LocalProcesses  # noqa: PLC0415 - loads what few need

    with LocalProcesses.of(jobs) as processes:
        yield processes


def refuse_both(cluster: str | None, jobs: int | None) -> None:
    """Raise `BadOption` where both a cluster and a number of processes are named."""
    if cluster is not None and jobs is not None:
        raise BadOption("--jobs and --cluster exclude each other: a cluster has its own workers")
