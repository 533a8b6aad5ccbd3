"""What a worker of a cluster does: it passes tasks on to a process of its own, and watches that.

Neither the tasks nor their results are unpacked in the worker: only the process that has compared its
sources with the coordinator's does. A task that crashes, or never ends, costs that process alone.
"""

from __future__ import annotations

import atexit
import pickle
from collections.abc import Mapping
from threading import Lock
from time import monotonic
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.interface import RulewrightError
from rulewright.parts.executor import Note, PartCrashed, PartHung
from rulewright.parts.local import LocalProcesses
from rulewright.parts.processes import Worker, silent, to_be_sent
from rulewright.parts.version import OtherSources, version_of

MADE, RAISED, REFUSED, CRASHED, HUNG = "made", "raised", "refused", "crashed", "hung"
Answer: TypeAlias = tuple[str, Any]
"""What happened to a task, and its result, packed; or what happened, in words."""

_lock = Lock()
_idle: list[LocalProcesses] = []
"""Processes that wait for tasks."""


@frozen
class Envelope:
    """A task, packed, and the versions that it is for."""

    versions: Mapping[str, str]
    """By game."""
    packed: bytes
    limit: float


def opened(envelope: Envelope, note: Note) -> Answer:
    """Do a task; refuse it, unopened, if this process has other sources."""
    try:
        for game, wanted in envelope.versions.items():
            if (here := version_of(game)) != wanted:
                return REFUSED, pickle.dumps(OtherSources(game, here, wanted))
        work, given = pickle.loads(envelope.packed)  # noqa: S301 - our coordinator packed it
        return MADE, pickle.dumps(work(given, note))
    except BaseException as error:  # noqa: BLE001 - it is raised in the coordinator
        return RAISED, pickle.dumps(to_be_sent(error))


def on_node(together: bytes) -> tuple[float, list[Answer]]:
    """Do tasks one after the other, in a process that is kept for the next ones.

    `together` are their envelopes, packed. Returns the seconds that it took, and the answers.
    """
    began = monotonic()
    envelopes: list[tuple[dict[str, str], bytes, float]]
    envelopes = pickle.loads(together)  # noqa: S301 - as Dask would; the tasks inside stay packed
    with _lock:
        processes = _idle.pop() if _idle else LocalProcesses(1, silent, Worker.start_apart)
    try:
        answers = [answer_from(processes, Envelope(*each)) for each in envelopes]
    except BaseException:
        processes.shutdown()
        raise
    if any(kind == REFUSED for kind, _ in answers):
        processes.shutdown()  # the sources may be right the next time
    else:
        with _lock:
            _idle.append(processes)
    return monotonic() - began, answers


def answer_from(processes: LocalProcesses, envelope: Envelope) -> Answer:
    """Have one task done."""
    processes.submit(opened, envelope, envelope.limit)
    (future,) = processes.as_completed()
    error = future.exception()
    if isinstance(error, PartCrashed):
        return CRASHED, error.how
    if isinstance(error, PartHung):
        return HUNG, error.how
    if error is not None:
        return RAISED, pickle.dumps(error)
    answer: Answer = future.result()
    return answer


def result_of(answer: Answer) -> Any:
    """Unpack a result in the coordinator; raises what the task raised."""
    kind, content = answer
    if kind == CRASHED:
        raise PartCrashed(content)
    if kind == HUNG:
        raise PartHung(content)
    found = pickle.loads(content)  # noqa: S301 - a worker that shares our sources packed it
    if kind == MADE:
        return found
    raise found if isinstance(found, BaseException) else RulewrightError(str(found))


@atexit.register
def end_idle() -> None:
    """End the processes that wait for tasks."""
    with _lock:
        for each in _idle:
            each.shutdown()
        _idle.clear()
