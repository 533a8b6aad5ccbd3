"""Run all detectors in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rulewright.checks.outcome import Effort, Progress
from rulewright.gaps import (
    apart,
    asymmetry,
    cycles,
    endings,
    freedom,
    inert,
    material,
    sameness,
    turns,
)
from rulewright.gaps.findings import Clear, Finding, Unlooked
from rulewright.gaps.subject import Subject
from rulewright.parts import Executor, Note, WorkPart, check_version, results, version_of
from rulewright.play import games

Found: TypeAlias = Finding | Clear | Unlooked
Detector: TypeAlias = Callable[
    [Subject],
    Iterator[Finding] | Iterator[Finding | Clear] | Iterator[Finding | Unlooked] | Iterator[Found],
]

DETECTORS: dict[str, Detector] = {
    "player without an action": turns.find,
    "end at once": endings.at_once,
    "end never reached": endings.never,
    "endless play": cycles.find,
    "result shared or undefined": endings.results,
    "clause never decisive": inert.find,
    "contradiction": inert.contradictions,
    "material limit": material.find,
    "silence about a part of an action": freedom.find,
    "arrangement comes apart": apart.find,
    "players treated differently": sameness.find,
    "asymmetry": asymmetry.find,
}

PART = "gap"
"""The kind of part that runs a detector."""
LINES = {"quick": 20, "normal": 150, "thorough": 2_000}
"""Random games per option set, by the name of the effort."""
PLIES = {"quick": 120, "normal": 150, "thorough": 1_000}


def find(game: str, effort: Effort, seed: int, progress: Progress) -> tuple[Finding, ...]:
    """Run every detector on a game and return the holes; raises `UnknownGame`."""
    every = found(game, effort, seed, progress)
    return tuple(each for each in every if isinstance(each, Finding))


def found(game: str, effort: Effort, seed: int, progress: Progress) -> Iterator[Found]:
    """Yield each finding as it is made, with what is in order and which detectors do not apply."""
    subject = subject_of(game, effort.name, seed)
    for name, detector in DETECTORS.items():
        progress(name)
        yield from detector(subject)


def subject_of(game: str, effort: str, seed: int) -> Subject:
    """Return what the detectors examine with an effort, by its name."""
    return Subject.of(game, seed, LINES[effort], PLIES[effort])


def found_with(executor: Executor, game: str, effort: Effort, seed: int) -> Iterator[Found]:
    """Yield what `found` does, with an executor: each detector is a part.

    Raises `NoResult` and `ClusterError` as well.
    """
    games.specified(game)
    parts = (part_of(game, name, effort.name, seed) for name in DETECTORS)
    for several in results(executor, look_part, parts):
        yield from several


def part_of(game: str, detector: str, effort: str, seed: int) -> WorkPart:
    """Return the part that runs a detector."""
    share = {"detector": detector, "effort": effort}
    return WorkPart(game, PART, {}, {}, seed, share, version_of(game))


def look_part(part: WorkPart, note: Note) -> tuple[Found, ...]:
    """Run the detector of a part; raises `OtherSources`."""
    check_version(part)
    name = part.share["detector"]
    note(f"{part.game}: {name}")
    return tuple(DETECTORS[name](subject_of(part.game, part.share["effort"], part.seed)))
