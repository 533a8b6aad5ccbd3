"""`rulewright conform`: hold an engine in any language against the rules."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve
from click.core import ParameterSource

from rulewright.commands.adapter_options import (
    ANSWER_LIMIT,
    FIXED_PARAM,
    JOBS,
    MEMORY_LIMIT,
    SECONDS,
    limits_of,
)
from rulewright.commands.framework_options import MAPPING, OPENSPIEL, PETTINGZOO, FromFramework
from rulewright.console import files
from rulewright.console.cluster import WAIT, cluster_or_none, refuse_both, with_cluster
from rulewright.console.effort import level, with_effort
from rulewright.console.files import folder_for
from rulewright.console.options import RULING, BadOption
from rulewright.console.progress import reporter
from rulewright.wording.numbers import counted

if TYPE_CHECKING:
    from rulewright.conformance.adapter.conversation import Command, Opens
    from rulewright.conformance.checking import Plan
    from rulewright.conformance.evidence.known import KnownDifference
    from rulewright.conformance.evidence.report import Report

WITH_VALIDATE = {"game", "rulings", "params", "seed", "validate", "words"}
"""Parameters of the command that `--validate` goes with, beside the limits."""
ENDED = 143
"""Exit status of a program that was terminated."""


def one_game(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> str | None:
    """Take the one game that is given, if any; raises `BadOption` for several."""
    if len(given) > 1:
        raise BadOption("--game is given twice: name one game, or leave it out for all")
    return given[0] if given else None


@click.command("conform", context_settings={"ignore_unknown_options": False})
@click.option(
    "--game",
    metavar="GAME",
    multiple=True,
    callback=one_game,
    help="One game; all that the adapter names if left out.",
)
@RULING
@click.option(
    "--rulings",
    "covering",
    type=click.Choice(["every", "pairs"]),
    help="Check all supported readings: each once, or so that every two occur together.",
)
@FIXED_PARAM
@click.option(
    "--report", "folder", metavar="DIR", help="Write the report, in all its forms, there."
)
@click.option(
    "--known", metavar="FILE", help="Known differences, declared in TOML; they fail no run."
)
@click.option(
    "--write-known", "declare", metavar="FILE", help="Declare what deviates in a new file."
)
@JOBS
@with_cluster
@click.option("--strict", is_flag=True, help="What is not supported counts as a failure.")
@with_effort
@click.option("--time-limit", type=SECONDS, help="Seconds for the whole run.")
@ANSWER_LIMIT
@MEMORY_LIMIT
@click.option(
    "--validate",
    is_flag=True,
    help="Hold the messages to the protocol's JSON Schema instead; the rules are not judged.",
)
@OPENSPIEL
@PETTINGZOO
@MAPPING
@click.argument("words", nargs=-1, metavar="-- COMMAND ...", type=click.UNPROCESSED)
@click.pass_context
def conform_command(
    context: click.Context,
    *,
    game: str | None,
    rulings: dict[str, str],
    covering: str | None,
    params: dict[str, Any],
    folder: str | None,
    known: str | None,
    declare: str | None,
    jobs: int,
    cluster: str | None,
    cluster_wait: float,
    seed: int,
    strict: bool,
    quick: bool,
    thorough: bool,
    time_limit: float | None,
    answer_limit: float,
    memory_limit: float,
    validate: bool,
    openspiel: str | None,
    pettingzoo: str | None,
    mapping: str | None,
    words: tuple[str, ...],
) -> None:
    """Check an engine that speaks the adapter protocol, or one of a framework.

    COMMAND starts the adapter. The exit status is 0 if the engine conforms, 1 if it deviates from the
    rules or nothing could be checked, 3 if the adapter is at fault.
    """
    from rulewright.conformance.adapter.conversation import Command  # noqa: PLC0415
    from rulewright.conformance.adapter.elsewhere import NoProgram  # noqa: PLC0415
    from rulewright.conformance.adapter.process import Clock  # noqa: PLC0415
    from rulewright.conformance.checking import Plan  # noqa: PLC0415 - loads the engines
    from rulewright.conformance.evidence.thoroughness import NORMAL, QUICK, THOROUGH  # noqa: PLC0415

    source = FromFramework(openspiel, pettingzoo, mapping)
    source.refuse_nothing(words)
    levels = {each.name: each for each in (QUICK, NORMAL, THOROUGH)}
    effort = levels[level(quick=quick, thorough=thorough)]
    refuse_both(cluster, jobs if jobs > 1 else None)
    declared = known_differences(known, declare)
    plan = Plan(game, params, rulings, effort, seed, jobs, declared, covering or "")
    framework = source.refuse_what_excludes(plan, words, validate=validate)
    plan.refuse_unknown()
    adapter = Command(words, limits_of(answer_limit, memory_limit), Clock(time_limit))
    if framework and cluster is not None:
        raise NoProgram
    command, plan = source.engine(plan) if framework else (adapter, plan)
    if validate:
        refuse_with_validate(context)
        context.exit(validated(adapter, plan))
    where = None if folder is None else folder_for(folder, *file_names(plan.game))
    report = evolve(run(command, plan, cluster, cluster_wait), strict=strict)
    publish(report, where)
    if declare is not None:
        click.echo(write_known(report, declare))
    context.exit(report.exit_status())


def refuse_with_validate(context: click.Context) -> None:
    """Refuse options of a run that judges the rules; raises `BadOption`."""
    for each in context.command.params:
        name = each.name or ""
        if name in WITH_VALIDATE or name.endswith("_limit"):
            continue
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise BadOption(f"--validate judges no rules: leave out {each.opts[0]}")


def validated(command: Command, plan: Plan) -> int:
    """Validate the messages of an adapter, and print what is wrong; returns the exit status."""
    from rulewright.conformance.validating import validate  # noqa: PLC0415 - loads the engines

    with ended_like_interrupted(), reporter() as progress:
        progress.done(f"seed {plan.seed}")
        found = validate(command, plan, progress.note)
    for line in found.lines():
        click.echo(line)
    return found.exit_status()


def file_names(game: str | None) -> tuple[str, ...]:
    """Name the files of a report; those about games that deviate may not be written."""
    from rulewright.conformance.outputs import FORMS, tests_of  # noqa: PLC0415 - loads the engines
    from rulewright.play.games import game_names  # noqa: PLC0415

    return (*FORMS, *map(tests_of, game_names() if game is None else (game,)))


def known_differences(known: str | None, declare: str | None) -> tuple[KnownDifference, ...]:
    """Read the known differences, or check that a new file of them can be written."""
    from rulewright.conformance.evidence.declaring import read_known  # noqa: PLC0415

    if known is not None and declare is not None:
        raise BadOption("--known and --write-known exclude each other")
    if declare is not None:
        if declare == files.STANDARD:
            raise BadOption("--write-known must name a file")
        files.must_be_writable(declare)
        refuse_existing(declare)
    return (
        ()
        if known is None
        else read_known(known, files.read_bytes(known, "list of known differences"), today())
    )


def today() -> date:
    """Return the day on which differences must still be declared."""
    return datetime.now(tz=UTC).astimezone().date()


def refuse_existing(name: str) -> None:
    """Raise `BadOption` if something is there: reasons that somebody wrote must not be lost."""
    if Path(name).exists():
        raise BadOption(f"--write-known {name!r}: it is there already, and would be overwritten")


def write_known(report: Report, name: str) -> str:
    """Declare what deviates in a new file; returns what was done."""
    from rulewright.conformance.evidence.declaring import TERM, written  # noqa: PLC0415
    from rulewright.conformance.verdict.declared import entries_for  # noqa: PLC0415

    made = [entries_for(game, today() + TERM) for game in report.games]
    entries = [entry for found, _ in made for entry in found]
    left = [
        f"deviation {number} of {game.game}"
        for game, (_, numbers) in zip(report.games, made, strict=True)
        for number in numbers
    ]
    why = f"; no reading, clause or bug with a name accounts for {', '.join(left)}" if left else ""
    if not entries:
        return f"nothing to declare: {name} is not written{why}"
    refuse_existing(name)
    files.write(name, written(entries))
    return f"written to {name}: {counted(len(entries), 'known differences')}{why}"


def run(command: Opens, plan: Plan, cluster: str | None = None, wait: float = WAIT) -> Report:
    """Run with progress, here or on a cluster; whatever ends the run ends the adapter too."""
    from rulewright.conformance.checking import conform  # noqa: PLC0415 - loads the engines

    with (
        ended_like_interrupted(),
        reporter() as progress,
        cluster_or_none(cluster, wait, progress) as executor,
    ):
        progress.done(f"seed {plan.seed}")
        return conform(command, evolve(plan, elsewhere=executor), progress.note)


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """Unwind the program on a signal, so that no adapter is left behind."""

    def end(number: int, frame: object) -> None:
        del number, frame
        raise SystemExit(ENDED)

    before = {each: signal.signal(each, end) for each in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def publish(report: Report, folder: Path | None) -> None:
    """Print the report, and write it into a folder if there is one."""
    from rulewright.conformance.outputs import write_all  # noqa: PLC0415 - loads the template engine
    from rulewright.conformance.outputs.summary import terminal  # noqa: PLC0415

    for line in terminal(report):
        click.echo(line)
    if folder is not None:
        names = write_all(report, folder, files.write)
        click.echo(f"written to {folder}: {', '.join(names)}")
