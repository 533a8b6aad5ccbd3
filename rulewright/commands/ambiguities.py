"""`rulewright ambiguities`: where two readers of a rulebook can disagree."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from rulewright.console import files
from rulewright.console.cluster import elsewhere, refuse_both, with_cluster
from rulewright.console.effort import effort_of, known, with_effort
from rulewright.console.options import AS_JSON, JOBS_FROM_ONE, BadOption
from rulewright.console.output import print_json
from rulewright.console.progress import Reporter, reporter
from rulewright.wording.numbers import counted

if TYPE_CHECKING:
    from rulewright.ambiguity import Ambiguity
    from rulewright.checks.outcome import Effort
    from rulewright.parts.executor import Executor


@click.command("ambiguities")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--question", metavar="NAME", help="Study this question only; needs one game.")
@click.option(
    "--report", "report_file", metavar="FILE", help="Also write the ambiguities to a file."
)
@with_effort
@JOBS_FROM_ONE
@with_cluster
@AS_JSON
def ambiguities_command(
    *,
    games: tuple[str, ...],
    question: str | None,
    report_file: str | None,
    quick: bool,
    thorough: bool,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    cluster_wait: float,
    as_json: bool,
) -> None:
    """Show where two readings of a rulebook part, and whether it matters.

    All games if none is named. Prints for each question and each pair of its readings: the shortest
    game on which they part, how often random games show the difference or end with another result,
    and who can force a win on boards small enough to be solved.
    """
    refuse_both(cluster, jobs)
    named = known(games)
    if question is not None and len(named) != 1:
        raise BadOption("--question needs one game: rulewright ambiguities GAME --question NAME")
    if report_file is not None:
        files.must_be_writable(report_file)
    effort = effort_of(quick=quick, thorough=thorough)
    with (
        reporter() as report,
        elsewhere(cluster, cluster_wait, jobs, report) as executor,
    ):
        look_with = partial(look, executor=executor, report=report, show=not as_json)
        found = look_with(named, question, effort, seed)
    lines = as_lines(found, effort.name, seed)
    if report_file is not None:
        files.write(report_file, "".join(f"{line}\n" for line in lines))
    if as_json:
        print_json(
            {
                "seed": seed,
                "effort": effort.name,
                "ambiguities": [each.to_json() for each in found],
            }
        )
    else:
        click.echo(lines[-1])


def look(
    named: tuple[str, ...],
    question: str | None,
    effort: Effort,
    seed: int,
    *,
    executor: Executor | None,
    report: Reporter,
    show: bool,
) -> list[Ambiguity]:
    """Study the games, printing each ambiguity as soon as it is found."""
    from rulewright.ambiguity import studied, studied_with  # noqa: PLC0415 - loads the engines
    from rulewright.ambiguity.telling import report_lines  # noqa: PLC0415

    found = []
    report.done(f"seed {seed}")
    for game in named:
        if executor is None:
            every = studied(game, effort, seed, report.note, question)
        else:
            every = studied_with(executor, game, effort, seed, question)
        for each in every:
            found.append(each)
            if show:
                click.echo("\n".join((*report_lines(each), "")))
    return found


def as_lines(found: list[Ambiguity], effort: str, seed: int) -> list[str]:
    """Return the lines about all ambiguities, and a summary."""
    from rulewright.ambiguity.telling import report_lines  # noqa: PLC0415 - loads the engines

    part = sum(each.moves is not None for each in found)
    never = sum(each.moves is None and each.exact for each in found)
    total = (
        f"{counted(len(found), 'pairs')} of readings: {part} {'parts' if part == 1 else 'part'}, "
        f"{never} never {'does' if never == 1 else 'do'}, "
        f"{len(found) - part - never} not decided; effort {effort}, seed {seed}"
    )
    return [line for each in found for line in (*report_lines(each), "")] + [total]
