"""Work for executors of parts: quick, fatal and endless; importable in other processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from time import sleep

from rulewright.parts import Note, PartFinding, PartOutcome, WorkPart, version_of

GAME = "nonaga"


def made(count: int, seconds: float = 0.0, rules: str = "", **others: object) -> Iterator[WorkPart]:
    """Yield parts that differ in their number."""
    for number in range(count):
        share = {"number": number, "seconds": seconds, **others}
        yield WorkPart(GAME, "counted", {}, {}, 1, share, rules or version_of(GAME))


def counted(part: WorkPart, note: Note) -> PartOutcome:
    """Count by a hash of the part; every tenth has a finding."""
    number, seconds = part.share["number"], part.share["seconds"]
    note("counting", str(number))
    sleep(seconds)
    drawn = int(sha256(f"{part.seed} {number}".encode()).hexdigest()[:4], 16)
    found = PartFinding(
        *("difference", part.game, part.check, {}, {}, part.seed, f"number {number}", "as it is")
    )
    return PartOutcome(
        part,
        {"games": 1, "positions": drawn},
        {"C-1": (drawn, number, 1)},
        {"rare": drawn % 2},
        (found,) if number % 10 == 3 else (),
        (drawn, drawn + 1),
    )


def dies_on_three(part: WorkPart, note: Note) -> PartOutcome:
    """Kill the own process for one part."""
    if part.share["number"] == 3:
        with Path(part.share["log"]).open("a", encoding="utf-8") as log:
            log.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    return counted(part, note)


def never_ends_on_three(part: WorkPart, note: Note) -> PartOutcome:
    """Work for ever on one part."""
    while part.share["number"] == 3:
        pass
    return counted(part, note)
