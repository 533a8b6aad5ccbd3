"""What `verify` and `report` share: run all checks, and write the pages about the games."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from rulewright import __version__
from rulewright.console.progress import Reporter
from rulewright.wording.numbers import counted, duration

if TYPE_CHECKING:
    from rulewright.checks.outcome import Effort, Outcome

SECONDS_FOR_CVC5 = 1.0
"""For each query, where a second solver is asked for and the effort itself gives it none."""


def pages_for(games: Iterable[str]) -> tuple[str, ...]:
    """Name the files of the pages about games."""
    return ("index.html", *(f"{game}.html" for game in games))


def write_report(
    folder: Path,
    games: Iterable[str],
    outcomes: Iterable[Outcome],
    report: Reporter,
    *,
    effort: Effort,
    seed: int,
) -> tuple[int, bool]:
    """Study the games, and write the pages when all are ready.

    Returns how many there are, and whether the checks held and everything could be told.
    """
    from rulewright.report import ReportRun, gather, pages_of, write_site  # noqa: PLC0415 - loads much

    told = tuple(outcomes)
    studies = []
    for game in games:

        def progress(line: str, game: str = game) -> None:
            report.note(f"{game}: {line}")

        def done(line: str, game: str = game) -> None:
            report.done(f"{game}: {line}")

        studies.append(gather(game, told, effort, seed, progress, done))
    pages = pages_of(studies, ReportRun(effort.name, seed, __version__), report.note)
    write_site(folder, pages)
    return len(pages), all(study.held for study in studies)


def run_checks(
    games: tuple[str, ...],
    effort: Effort,
    seed: int,
    report: Reporter,
    jobs: int | None = None,
    *,
    both_solvers: bool = False,
) -> list[Outcome]:
    """Run all checks, telling how far they have come; theorems with a second solver if asked.

    Gives the outcomes of each game together, in the order of the checks.
    """
    from rulewright.checks import CHECKS  # noqa: PLC0415 - loads the engines
    from rulewright.checks.verification import verify as outcomes_of  # noqa: PLC0415

    report.done(f"seed {seed}")
    if both_solvers:
        effort = attrs.evolve(effort, second_opinion=effort.second_opinion or SECONDS_FOR_CVC5)
    outcomes = []

    def note(game: str, check: str, line: str) -> None:
        report.note(f"{game}: {check}{f': {line}' if line else ''}")

    for outcome in outcomes_of(games, CHECKS, effort, seed, note, jobs=jobs):
        outcomes.append(outcome)
        cases = counted(outcome.cases, outcome.unit)
        report.done(
            f"{outcome.game}: {outcome.check} {outcome.verdict}: {cases} in {duration(outcome.seconds)}"
        )
    names = [check.name for check in CHECKS]
    return sorted(outcomes, key=lambda one: (games.index(one.game), names.index(one.check)))
