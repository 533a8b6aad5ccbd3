"""`rulewright report`: everything about the games, as readable pages."""

from __future__ import annotations

from functools import partial

import click

from rulewright.commands.running import pages_for, run_checks, write_report
from rulewright.commands.verify import status_of
from rulewright.console.cluster import cluster_or_none, refuse_both, with_cluster
from rulewright.console.effort import effort_of, known, with_effort
from rulewright.console.files import folder_for
from rulewright.console.options import JOBS
from rulewright.console.progress import reporter
from rulewright.wording.numbers import counted


@click.command("report")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--output", required=True, metavar="DIR", help="The folder for the pages.")
@with_effort
@JOBS
@with_cluster
@click.pass_context
def report_command(
    context: click.Context,
    *,
    games: tuple[str, ...],
    output: str,
    quick: bool,
    thorough: bool,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    cluster_wait: float,
) -> None:
    """Write pages about games: theorems, clauses, ambiguities, gaps, boards.

    All games if none is named. Runs every check, and certifies the theorems. The pages need
    no network. Pages of other games that are in the folder stay, and are linked. The exit status is 0
    only if everything held, and otherwise that of `verify`; the pages are written in either case.
    With --cluster, the checks run there.
    """
    refuse_both(cluster, jobs)
    named = known(games)
    effort = effort_of(quick=quick, thorough=thorough)
    folder = folder_for(output, *pages_for(named))
    with reporter() as report:
        with cluster_or_none(cluster, cluster_wait, report) as executor:
            run = partial(run_checks, named, effort, seed, report, jobs, certify=True)
            outcomes = run(executor=executor)
        written, held = write_report(folder, named, outcomes, report, effort=effort, seed=seed)
    failed = [outcome for outcome in outcomes if not outcome.held]
    click.echo(f"{folder / 'index.html'}: {counted(written, 'pages')}, seed {seed}")
    for outcome in failed:
        click.echo(f"{outcome.game}: {outcome.check} failed")
    context.exit(status_of(outcomes, held=held))
