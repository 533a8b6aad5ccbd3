"""Run all checks and write the pages about the games, for `verify` and `report`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from rulewright import __version__
from rulewright.console.ending import say
from rulewright.console.progress import Reporter
from rulewright.wording.numbers import counted, duration

if TYPE_CHECKING:
    from rulewright.checks.outcome import Effort, Outcome
    from rulewright.parts.executor import Executor
    from rulewright.play.attribution import GuestMistake


def pages_for(games: Iterable[str]) -> tuple[str, ...]:
    """Return the file names of the pages about games."""
    return ("index.html", *(f"{game}.html" for game in games))


def write_report(
    folder: Path,
    games: Sequence[str],
    outcomes: Iterable[Outcome],
    report: Reporter,
    *,
    effort: Effort,
    seed: int,
) -> tuple[int, bool]:
    """Study the games, and write all pages at the end; pages of other games stay.

    Returns the number of pages, and whether the checks held and no part is missing.
    """
    from rulewright.report import (  # noqa: PLC0415 - loads much
        ReportRun,
        add_to_site,
        gather,
        kept_in,
        pages_of,
    )

    every = tuple(outcomes)
    studies = []
    for game in games:

        def progress(line: str, game: str = game) -> None:
            report.note(f"{game}: {line}")

        def done(line: str, game: str = game) -> None:
            report.done(f"{game}: {line}")

        with told_if_broken(report):
            studies.append(gather(game, every, effort, seed, progress, done))
    run, pages = ReportRun(effort.name, seed, __version__), dict[str, str]()
    kept = kept_in(folder, games)
    while studies and not pages:
        try:
            pages = pages_of(studies, run, report.note, kept)
        except Exception as error:  # noqa: BLE001 - a drawing raises: the other pages are written
            mistake = mistake_of(error)
            report.done(f"no page: {mistake}")
            studies = [study for study in studies if study.game != mistake.game]
    if pages:
        add_to_site(folder, pages, kept)
    complete = {study.game for study in studies if study.held} == set(games)
    return len(pages), complete


@contextmanager
def told_if_broken(report: Reporter) -> Iterator[None]:
    """Report the mistake of a guest and go on; raises every other exception."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - see below
        report.done(f"no page: {mistake_of(error)}")


def mistake_of(error: Exception) -> GuestMistake:
    """Return the mistake of a guest that an exception is; raises the exception if it is none."""
    from rulewright.play.attribution import GuestMistake, attributed  # noqa: PLC0415

    mistake = attributed(error)
    if not isinstance(mistake, GuestMistake):
        raise error
    return mistake


def run_checks(
    games: tuple[str, ...],
    effort: Effort,
    seed: int,
    report: Reporter,
    jobs: int | None = None,
    *,
    certify: bool = False,
    only: tuple[str, ...] = (),
    executor: Executor | None = None,
) -> list[Outcome]:
    """Run all checks, or `only` some, and report progress; certify the theorems if requested.

    They run in `jobs` processes of this machine, or with an executor. Returns the outcomes game by
    game, in the order of the checks.
    """
    from rulewright.checks import CHECKS  # noqa: PLC0415 - loads the engines
    from rulewright.checks.elsewhere import verify_with  # noqa: PLC0415
    from rulewright.checks.outcome import OURS  # noqa: PLC0415
    from rulewright.checks.verification import verify as outcomes_of  # noqa: PLC0415

    report.done(f"seed {seed}")
    if certify:
        effort = attrs.evolve(effort, certificates=True)
    outcomes = []

    def note(game: str, check: str, line: str) -> None:
        report.note(f"{game}: {check}{f': {line}' if line else ''}")

    checks = [check for check in CHECKS if not only or check.name in only]
    if executor is None:
        found = outcomes_of(games, checks, effort, seed, note, jobs=jobs)
    else:
        found = verify_with(executor, games, checks, effort, seed, note=note)
    for outcome in found:
        outcomes.append(outcome)
        cases = counted(outcome.cases, outcome.unit)
        report.done(
            f"{outcome.game}: {outcome.check} {outcome.verdict}: {cases} in {duration(outcome.seconds)}"
        )
    for outcome in outcomes:
        if outcome.blame == OURS:
            say("this is a bug in rulewright", kind="internal error")
            click.echo(outcome.data["traceback"], err=True)
    names = [check.name for check in CHECKS]
    return sorted(outcomes, key=lambda one: (games.index(one.game), names.index(one.check)))
