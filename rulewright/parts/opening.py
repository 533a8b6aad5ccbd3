"""Open the executor that is asked for."""

from __future__ import annotations

from rulewright.parts.executor import Executor, Note
from rulewright.parts.local import LocalProcesses
from rulewright.parts.processes import silent


def executor_for(
    cluster: str | None,
    jobs: int | None = None,
    note: Note = silent,
    patience: float | None = None,
) -> Executor:
    """Return an executor: of `jobs` processes of this machine, or of a cluster.

    A cluster is `tcp://HOST:PORT`, `tls://HOST:PORT`, or `local:N` for N workers that are started here.
    `patience` is how many seconds its scheduler, or a worker, is waited for. Raises `BadCluster` and
    `MissingCluster`.
    """
    if cluster is None:
        return LocalProcesses.of(jobs, note)
    from rulewright.parts.cluster import PATIENCE, DaskCluster  # noqa: PLC0415 - an extra

    return DaskCluster.at(cluster, note, PATIENCE if patience is None else patience)
