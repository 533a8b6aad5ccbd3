"""`rulewright campaign`: checks that run for hours, can be stopped at any time, and remember."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.console.cluster import always_elsewhere, refuse_both, with_cluster
from rulewright.console.effort import SEEDS, known
from rulewright.console.ending import INTERRUPTED, say
from rulewright.console.files import folder_for, must_be_writable, write
from rulewright.console.options import AS_JSON, JOBS, BadOption, BoundedNumber, WholeNumber
from rulewright.console.output import print_json
from rulewright.console.progress import reporter
from rulewright.wording.numbers import counted

UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
DURATION = re.compile(r"(?:\d+(?:\.\d+)?[smhd])+")
EXPORTED = "campaign.json"
"""The file of exported vectors in the folder of each game."""
FILE = click.argument("name", metavar="FILE")


@click.group("campaign")
def campaign_command() -> None:
    """Check games for hours, on one machine or many; stop and go on at any time."""


def read_duration(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    """Read a time such as ``8h`` or ``1h30m`` in seconds; raises `BadOption`."""
    if text is None:
        return None
    if not DURATION.fullmatch(text):
        raise BadOption(f"--for {text!r} must be a time such as 90s, 30m, 8h or 1h30m")
    pieces = re.findall(r"([\d.]+)([smhd])", text)
    seconds = sum(float(number) * UNITS[unit] for number, unit in pieces)
    if not seconds:
        raise BadOption("--for must be longer than no time at all")
    return seconds


def read_target(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
    """Read ``held=1e9``; raises `BadOption`."""
    if text is None:
        return None
    name, _equals, value = text.partition("=")
    try:
        number = int(float(value))
    except (ValueError, OverflowError):
        number = 0
    if name != "held" or number < 1:
        raise BadOption(f"--until {text!r} must be held=POSITIONS, such as held=1e9")
    return number


def refuse_swapped(file: str, named: Sequence[str]) -> None:
    """Raise `BadOption` where a game stands in the place of a new file."""
    from rulewright.play.games import game_names  # noqa: PLC0415 - loads the catalogue

    every = game_names()
    if file in every and not Path(file).exists():
        place = next((each for each in named if each not in every), "campaign.sqlite")
        games = [file, *(each for each in named if each in every)]
        raise BadOption(
            f"FILE comes before the games, and {file!r} is a game: 'rulewright campaign run "
            f"{shlex.join([place, *games])}', or ./{file} if it is to be the file"
        )


@campaign_command.command("run")
@FILE
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--for", "seconds", metavar="TIME", callback=read_duration, help="Such as 8h or 30m.")
@click.option(
    "--until",
    "held",
    metavar="held=POSITIONS",
    callback=read_target,
    help="Go on until so many positions of each game have held, such as held=1e9.",
)
@click.option(
    "--limit",
    type=BoundedNumber(min=1.0),
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="Processor time after which a part is ended, which is a finding.",
)
@with_cluster
@click.option(
    "--seed",
    type=WholeNumber(0, SEEDS - 1),
    help="The seed of a new campaign; random if omitted.",
)
@JOBS
@click.pass_context
def run_command(
    context: click.Context,
    *,
    name: str,
    games: tuple[str, ...],
    seconds: float | None,
    held: int | None,
    limit: float,
    cluster: str | None,
    cluster_wait: float,
    seed: int | None,
    jobs: int | None,
) -> None:
    """Begin a campaign in FILE, or go on with it.

    Plays the games that are named; else those of the campaign, or all if it is new. First looks again
    at every finding of earlier runs. Without --for and --until it goes on to the last --until, or
    until it is interrupted. The exit status is 0 if there is no finding, and 1 if there is any.
    """
    from rulewright.campaign.file import CampaignFile  # noqa: PLC0415 - loads the engines
    from rulewright.campaign.opening import goal_of, opened_run  # noqa: PLC0415
    from rulewright.campaign.running import SEED  # noqa: PLC0415
    from rulewright.campaign.state import state_of  # noqa: PLC0415
    from rulewright.campaign.telling import lines_of  # noqa: PLC0415

    refuse_both(cluster, jobs)
    refuse_swapped(name, games)
    named = known(games) if games else ()
    with CampaignFile.write(name) as file:
        with (
            reporter() as report,
            always_elsewhere(cluster, cluster_wait, jobs, report) as executor,
        ):
            goal = goal_of(file, seconds, held, limit)
            heard = report.note, click.echo, report.done
            run = opened_run(file, named, seed, executor, goal=goal, heard_by=heard)
            report.done(f"{name}: {executor.where}, seed {file.fact(SEED)}")
            try:
                run.run()
            except KeyboardInterrupt:
                kept = counted(run.parts, "parts")
                say(f"{kept} of this run are kept: run it again to go on", kind="interrupted")
                context.exit(INTERRUPTED)
        state = state_of(file, name)
        click.echo("\n".join(lines_of(state)))
        played = {ledger.game for ledger in run.ledgers}
        context.exit(int(any(each.finding.game in played for each in state.findings)))


@campaign_command.command("status")
@FILE
@AS_JSON
def status_command(*, name: str, as_json: bool) -> None:
    """Show the results of a campaign so far, even while it runs."""
    from rulewright.campaign.file import CampaignFile  # noqa: PLC0415 - loads the engines
    from rulewright.campaign.state import state_of  # noqa: PLC0415
    from rulewright.campaign.telling import lines_of  # noqa: PLC0415

    with CampaignFile.read(name) as file:
        state = state_of(file, name)
    if as_json:
        print_json(state.as_json())
    else:
        click.echo("\n".join(lines_of(state)))


@campaign_command.command("report")
@FILE
@click.option(
    "--output", required=True, metavar="PATH", help="The page to write; - is standard output."
)
def report_command(*, name: str, output: str) -> None:
    """Write a page about a campaign, with charts of its coverage over time."""
    from rulewright.campaign.file import CampaignFile  # noqa: PLC0415 - loads the engines
    from rulewright.campaign.page import page_of  # noqa: PLC0415
    from rulewright.campaign.state import state_of  # noqa: PLC0415

    must_be_writable(output)
    with CampaignFile.read(name) as file:
        state = state_of(file, name)
    write(output, page_of(state))


@campaign_command.command("export")
@FILE
@click.option(
    "--output",
    required=True,
    metavar="DIR",
    help="The folder to write to, with one subfolder per game, as in the suite.",
)
def export_command(*, name: str, output: str) -> None:
    """Write the findings of a campaign as test vectors: what the rules say where something was wrong."""
    from rulewright.campaign.export import exported  # noqa: PLC0415 - loads the engines
    from rulewright.campaign.file import CampaignFile  # noqa: PLC0415
    from rulewright.campaign.state import state_of  # noqa: PLC0415

    with CampaignFile.read(name) as file:
        state = state_of(file, name)
    made = exported(state)
    if not made:
        click.echo("there is no finding to export")
        return
    folder = folder_for(output)
    for game, (text, vectors, without) in made.items():
        folder_for(str(folder / game), EXPORTED)
        write(str(folder / game / EXPORTED), text)
        left = f"; {counted(without, 'findings')} without a game" if without else ""
        click.echo(f"{game}: {counted(vectors, 'vectors')} in {folder / game / EXPORTED}{left}")
