"""All detectors, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.checks.outcome import Effort, Progress
from rulewright.gaps import apart, cycles, endings, freedom, inert, material, sameness, turns
from rulewright.gaps.findings import Finding
from rulewright.gaps.subject import Subject

Detector = Callable[[Subject], Iterator[Finding]]

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
}

LINES = {"quick": 20, "normal": 150, "thorough": 2_000}
"""Random games for each set of options, by the name of the effort."""
PLIES = {"quick": 120, "normal": 150, "thorough": 1_000}


def find(game: str, effort: Effort, seed: int, progress: Progress) -> tuple[Finding, ...]:
    """Let every detector look at a game; raises `UnknownGame`."""
    return tuple(found(game, effort, seed, progress))


def found(game: str, effort: Effort, seed: int, progress: Progress) -> Iterator[Finding]:
    """Give each finding as soon as it is there."""
    subject = Subject.of(game, seed, LINES[effort.name], PLIES[effort.name])
    for name, detector in DETECTORS.items():
        progress(name)
        yield from detector(subject)
