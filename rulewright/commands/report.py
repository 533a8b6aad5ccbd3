"""`rulewright report`: everything about the games, as pages that people read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve

from rulewright import __version__
from rulewright.commands.prove import made
from rulewright.commands.verify import SEEDS, drawn, effort_of, known
from rulewright.console.options import BadOption
from rulewright.console.output import counted, duration
from rulewright.console.progress import Reporter, reporter

if TYPE_CHECKING:
    from rulewright.checks.outcome import Effort, Outcome

SECONDS_FOR_CVC5 = 1.0
"""For each query, where the effort itself gives it none."""


@click.command("report")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--output", required=True, metavar="DIR", help="The folder that gets the pages.")
@click.option("--quick", is_flag=True, help="A fraction of the work, in minutes.")
@click.option("--thorough", is_flag=True, help="Many times the work, in hours.")
@click.option(
    "--seed",
    type=click.IntRange(0, SEEDS - 1),
    help="Repeat the random games of an earlier run; drawn anew if left out.",
)
@click.pass_context
def report_command(
    context: click.Context,
    *,
    games: tuple[str, ...],
    output: str,
    quick: bool,
    thorough: bool,
    seed: int | None,
) -> None:
    """Write pages about games: theorems, clauses, ambiguities, gaps, boards.

    All games if none is named. Every check is run, and the theorems are put to a second solver as
    well. The pages need no network. The exit status is 0 only if everything held, and 1 if
    something did not; the pages are written all the same.
    """
    if quick and thorough:
        raise BadOption("--quick and --thorough exclude each other")
    chosen = drawn() if seed is None else seed
    named = known(games)
    folder = made(output)
    effort = effort_of(quick=quick, thorough=thorough)
    with reporter() as report:
        outcomes = checked(named, effort, chosen, report)
        written = write_report(folder, named, outcomes, report, effort=effort, seed=chosen)
    failed = [outcome for outcome in outcomes if not outcome.held]
    click.echo(f"{folder / 'index.html'}: {counted(written, 'pages')}, seed {chosen}")
    for outcome in failed:
        click.echo(f"{outcome.game}: {outcome.check} failed")
    context.exit(0 if outcomes and not failed else 1)


def checked(
    games: tuple[str, ...], effort: Effort, seed: int, report: Reporter
) -> tuple[Outcome, ...]:
    """Run every check, the theorems with both solvers, telling how far it has come."""
    from rulewright.checks import CHECKS  # noqa: PLC0415 - loads the engines
    from rulewright.verification import verify  # noqa: PLC0415

    both = evolve(effort, second_opinion=effort.second_opinion or SECONDS_FOR_CVC5)
    report.done(f"seed {seed}")
    outcomes = []

    def note(game: str, check: str, line: str) -> None:
        report.note(f"{game}: {check}{f': {line}' if line else ''}")

    for outcome in verify(games, CHECKS, both, seed, note):
        outcomes.append(outcome)
        verdict = "held" if outcome.held else "FAILED"
        report.done(
            f"{outcome.game}: {outcome.check} {verdict}: "
            f"{counted(outcome.cases, outcome.unit)} in {duration(outcome.seconds)}"
        )
    return tuple(outcomes)


def write_report(
    folder: Path,
    games: Iterable[str],
    outcomes: Iterable[Outcome],
    report: Reporter,
    *,
    effort: Effort,
    seed: int,
) -> int:
    """Study the games, and write the pages when all are ready; returns how many there are."""
    from rulewright.report import Run, gather, pages_of, write_site  # noqa: PLC0415 - loads much

    told = tuple(outcomes)
    studies = []
    for game in games:

        def progress(line: str, game: str = game) -> None:
            report.note(f"{game}: {line}")

        studies.append(gather(game, told, effort, seed, progress))
        report.done(f"{game}: studied")
    pages = pages_of(studies, Run(effort.name, seed, __version__))
    write_site(folder, pages)
    return len(pages)
