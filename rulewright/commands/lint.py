"""`rulewright lint`: what is wrong with the package of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import click

from rulewright.console.effort import drawn, known
from rulewright.console.options import AS_JSON, WholeNumber
from rulewright.console.output import print_json
from rulewright.console.progress import reporter
from rulewright.wording.numbers import counted

if TYPE_CHECKING:
    from rulewright.lint import LintReport


@click.command("lint")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--quick", is_flag=True, help="A fraction of the random games.")
@click.option(
    "--seed",
    type=WholeNumber(0),
    callback=drawn,
    help="Repeat the random games of an earlier run; random if omitted.",
)
@AS_JSON
@click.pass_context
def lint_command(
    context: click.Context, *, games: tuple[str, ...], quick: bool, seed: int, as_json: bool
) -> None:
    """Look for mistakes in the package of a game.

    All games if none is named. Each finding is a line: file, line, what is wrong, and the remedy.
    Looks at the rulebook, the options, the code and the theorems as data, and plays some random games.
    The exit status is 0 if nothing is found, 1 if something is, and 5 if an exception of the game's code
    is all that is found.
    """
    from rulewright.lint import lint  # noqa: PLC0415 - loads the engines
    from rulewright.lint.effort import NORMAL, QUICK  # noqa: PLC0415

    reports = []
    with reporter() as report:
        for game in known(games):
            effort = QUICK if quick else NORMAL
            reports.append(
                lint(game, seed, effort, lambda line, game=game: report.note(f"{game}: {line}"))  # type: ignore[misc]
            )
    if as_json:
        print_json({"seed": seed, "games": [as_data(each) for each in reports]})
    else:
        for each in reports:
            print_report(each)
        click.echo(f"{summary(reports)}; seed {seed}")
    context.exit(status_of(reports))


def as_data(report: LintReport) -> dict[str, object]:
    """Return a report as JSON."""
    return {"clean": not report.findings, **attrs.asdict(report)}


def print_report(report: LintReport) -> None:
    """Print each finding in one line, and what was looked at."""
    for finding in report.findings:
        click.echo(finding.sentence)
    verdict = counted(len(report.findings), "findings") if report.findings else "clean"
    click.echo(f"{report.game}: {verdict} ({', '.join(report.looked_at) or 'nothing looked at'})")
    for each in report.left_out:
        click.echo(f"{report.game}: left out: {each}")


def summary(reports: list[LintReport]) -> str:
    """Return how many games are clean."""
    clean = sum(not report.findings for report in reports)
    return f"{clean} of {counted(len(reports), 'games')} clean"


def status_of(reports: list[LintReport]) -> int:
    """Return the exit status."""
    from rulewright.play.attribution import GUEST  # noqa: PLC0415

    if any(report.only_raised for report in reports):
        return GUEST
    return 1 if any(report.findings for report in reports) else 0
