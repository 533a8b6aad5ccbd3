"""Checks as plans of parts: the same parts, in the same order, wherever they are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from rulewright.checks.outcome import GUESTS, Outcome, Progress
from rulewright.parts.part import DIFFERENCE, HANG, PartFinding, PartOutcome, WorkPart
from rulewright.play.watch import NoAnswer

DoHere = Callable[[WorkPart, Progress], PartOutcome]


class PartPlan(Protocol):
    """The plan of a check, which also merges the outcomes of its parts into one."""

    @property
    def game(self) -> str:
        """The game."""

    @property
    def check(self) -> str:
        """The name of the check."""

    def parts(self) -> Iterator[WorkPart | None]:
        """Yield the parts; None where the next depends on outcomes that were not taken yet."""

    def take(self, outcome: PartOutcome) -> bool:
        """Take the outcome of a part, in the order of the parts; return whether others are needed."""

    def said(self) -> str:
        """What was done so far, in one line of progress."""

    def outcome(self, seconds: float) -> Outcome:
        """Return the outcome of the check, which took some seconds."""


def in_this_process(plan: PartPlan, work: DoHere, progress: Progress) -> None:
    """Do the parts of a plan one after the other."""
    for part in plan.parts():
        if part is None:
            continue
        progress(f"{plan.said()}; next {part.options}")
        if not plan.take(work(part, progress)):
            return
    progress(plan.said())


def different(part: WorkPart, headline: str, text: str, moves: Sequence[str]) -> PartFinding:
    """Return the finding of a difference."""
    return PartFinding(
        *(DIFFERENCE, part.game, part.check, part.params, part.rulings, part.seed),
        headline=headline,
        text=text,
        moves=tuple(moves),
    )


def unanswered(part: WorkPart, error: NoAnswer) -> PartFinding:
    """Return the finding of code that gives no answer, with the options that it was asked under."""
    said = f"{error} (options: {part.options})"
    return PartFinding(
        *(HANG, part.game, part.check, part.params, part.rulings, part.seed),
        headline=said,
        text=said,
    )


def blame_of(findings: Sequence[PartFinding]) -> str:
    """Return whose mistake the first finding with one is; "" if none is."""
    named = [finding.blame for finding in findings if finding.blame]
    return GUESTS if GUESTS in named else next(iter(named), "")
