"""A worker process: one task after the other, each within its time and memory."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import traceback
from multiprocessing import parent_process
from threading import Thread
from time import process_time
from typing import Any

import psutil

from rulewright.interface import Json, RulewrightError, UnknownGame
from rulewright.referee.limits import MEMORY
from rulewright.referee.timing import TimeLimit, TimeUp, within

BAD, UNKNOWN, BROKEN, UNAVAILABLE = 422, 404, 502, 503
"""The statuses of errors: bad input, no such game, broken code of others, and time or memory."""
LONGEST = 2_000
"""Characters of an error message."""


def serve(pipe: Any) -> None:
    """Do tasks until the parent is gone; it handles interruptions, which are ignored here.

    It says `ready` first. A request is JSON with `task`, `given` and `seconds`; the answer is a status,
    the microseconds of processor time, and JSON, separated by spaces.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, daemon=True).start()
    from rulewright.referee.tasks import TASKS  # noqa: PLC0415 - loads the engines

    held = psutil.Process().memory_info().vms
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, hard))
    pipe.send_bytes(b"ready")
    while True:
        try:
            asked = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        began = process_time()
        status, answer = done(TASKS[asked["task"]], asked["given"], asked["seconds"])
        worked = round(1e6 * (process_time() - began))
        pipe.send_bytes(f"{status} {worked:012d} ".encode() + answer)


def done(task: Any, given: Any, seconds: float) -> tuple[int, bytes]:
    """Do one task; returns the status and the JSON of the answer, or of the error."""
    limit = TimeLimit()
    try:
        with within(seconds) as limit:
            return 200, json.dumps(task(given), allow_nan=False).encode()
    except TimeUp:
        return too_long(seconds)
    except MemoryError:
        said = f"this needed more than {MEMORY >> 30} GiB of memory, and was ended: ask for less"
        return UNAVAILABLE, error_of("OutOfMemory", said)
    except RecursionError:
        return BAD, error_of("TooDeep", "this is nested too deeply")
    except Exception as error:  # noqa: BLE001 - whatever a game raises has an answer
        return too_long(seconds) if limit.passed else failed(error)


def too_long(seconds: float) -> tuple[int, bytes]:
    """Return the error of a task that was ended."""
    said = f"this took longer than {seconds:g} s, and was ended: ask for less"
    return UNAVAILABLE, error_of("TimeUp", said)


def failed(error: Exception) -> tuple[int, bytes]:
    """Return the status and the JSON of an error."""
    from rulewright.conformance.adapter.faults import AdapterFault  # noqa: PLC0415 - if needed
    from rulewright.play.attribution import GuestMistake, attributed  # noqa: PLC0415 - if needed

    mistake = attributed(error)
    said = mistake if isinstance(mistake, RulewrightError) else error
    move = getattr(said, "number", None)
    name = type(said).__name__
    if isinstance(said, UnknownGame):
        return UNKNOWN, error_of(name, str(said))
    if isinstance(said, GuestMistake | AdapterFault):
        return BROKEN, error_of(name, str(said))
    if isinstance(said, RulewrightError):
        return BAD, error_of(name, str(said), move if isinstance(move, int) else None)
    traceback.print_exception(error, file=sys.stderr)
    said_of = f"this is a bug in rulewright: {type(error).__name__}: {error}"
    return UNAVAILABLE, error_of("InternalError", said_of)


def error_of(kind: str, message: str, move: int | None = None) -> bytes:
    """Write an error as JSON, its message in one line."""
    line = " ".join(message.split())
    shown = line if len(line) <= LONGEST else f"{line[:LONGEST]}..."
    written: Json = {"error": {"kind": kind, "message": shown, "move": move}}
    return json.dumps(written).encode()


def leave_with_parent() -> None:
    """End this process as soon as its parent is gone."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
