"""`rulewright compare`: several engines of one game, side by side."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from rulewright.commands.adapter_options import (
    ANSWER_LIMIT,
    FIXED_PARAM,
    JOBS,
    MEMORY_LIMIT,
    SECONDS,
    limits_of,
)
from rulewright.commands.conform import ended_like_interrupted, today
from rulewright.console import files
from rulewright.console.effort import level, with_effort
from rulewright.console.files import folder_for
from rulewright.console.options import GAME, RULING, BadOption
from rulewright.console.progress import reporter
from rulewright.interface import nearest

if TYPE_CHECKING:
    from rulewright.conformance.evidence.comparison import Contender, EnginesCompared
    from rulewright.conformance.evidence.history import Milestone

NAME = re.compile(r"[A-Za-z0-9][\w.+-]{0,39}", re.ASCII)
"""A name or a version: it becomes a part of the name of a file."""


@click.command("compare")
@GAME
@click.option(
    "--engine",
    "given",
    multiple=True,
    metavar="NAME[@VERSION]=COMMAND",
    help="An engine, and the command that starts its adapter; repeat it for each.",
)
@click.option("--output", metavar="DIR", help="The folder for the pages.")
@click.option(
    "--history", metavar="FILE", help="Add the results to this file, and draw them over versions."
)
@click.option(
    "--known",
    multiple=True,
    metavar="NAME=FILE",
    help="Known differences of one engine, declared in TOML; they fail no run.",
)
@click.option("--strict", is_flag=True, help="What is not supported counts as a failure.")
@RULING
@FIXED_PARAM
@JOBS
@with_effort
@click.option("--time-limit", type=SECONDS, help="Seconds for the whole comparison.")
@ANSWER_LIMIT
@MEMORY_LIMIT
@click.pass_context
def compare_command(
    context: click.Context,
    *,
    game: str,
    given: tuple[str, ...],
    output: str | None,
    history: str | None,
    known: tuple[str, ...],
    strict: bool,
    rulings: dict[str, str],
    params: dict[str, Any],
    jobs: int,
    seed: int,
    quick: bool,
    thorough: bool,
    time_limit: float | None,
    answer_limit: float,
    memory_limit: float,
) -> None:
    """Compare engines that speak the adapter protocol.

    Each is checked as by `rulewright conform`; then every two of them play the same games. The exit
    status is that of the worst engine.
    """
    if not given or output is None:
        lacks = ("--engine NAME=COMMAND", not given), ("--output DIR", output is None)
        raise click.UsageError(f"missing {' and '.join(each for each, lack in lacks if lack)}")

    from rulewright.conformance.adapter.conversation import Command  # noqa: PLC0415
    from rulewright.conformance.adapter.process import Clock  # noqa: PLC0415
    from rulewright.conformance.checking import Plan  # noqa: PLC0415 - loads the engines
    from rulewright.conformance.comparing import compare  # noqa: PLC0415
    from rulewright.conformance.evidence.thoroughness import NORMAL, QUICK, THOROUGH  # noqa: PLC0415
    from rulewright.conformance.outputs.comparison import files_of  # noqa: PLC0415

    effort = {each.name: each for each in (QUICK, NORMAL, THOROUGH)}[
        level(quick=quick, thorough=thorough)
    ]
    contenders = with_known(contenders_of(given, versioned=history is not None), known)
    plan = Plan(game, params, rulings, effort, seed, jobs)
    plan.refuse_unknown()
    earlier = () if history is None else history_of(history)
    folder = folder_for(output, *files_of([each.label for each in contenders]))
    with ended_like_interrupted(), reporter() as progress:
        progress.done(f"seed {seed}")
        limits, clock = limits_of(answer_limit, memory_limit), Clock(time_limit)
        engines = [(each, Command(each.words, limits, clock)) for each in contenders]
        compared = compare(engines, plan, progress.note, strict=strict)
    publish_comparison(compared, folder, history, earlier)
    context.exit(compared.exit_status())


def contenders_of(texts: Sequence[str], *, versioned: bool) -> tuple[Contender, ...]:
    """Read all ``--engine``; raises `BadOption`."""
    found: dict[str, Contender] = {}
    for text in texts:
        each = contender_of(text)
        if versioned and not each.version:
            raise BadOption(f"--history needs versions: --engine {each.name}@VERSION=COMMAND")
        if each.label in found:
            raise BadOption(f"--engine {each.label} is given twice")
        found[each.label] = each
    return tuple(found.values())


def with_known(contenders: Sequence[Contender], given: Sequence[str]) -> tuple[Contender, ...]:
    """Read all ``--known``; raises `BadOption` and `MalformedKnown`."""
    from rulewright.conformance.evidence.declaring import read_known  # noqa: PLC0415

    found = {each.label: each for each in contenders}
    for text in given:
        label, equals, name = text.partition("=")
        if not (equals and name):
            raise BadOption(f"--known {text!r} must be written NAME=FILE")
        if label not in found:
            raise BadOption(
                f"--known {text!r}: no engine is called {label!r}{nearest(label, found)}"
            )
        if found[label].known:
            raise BadOption(f"--known is given twice for {label}")
        content = files.read_bytes(name, "list of known differences")
        found[label] = evolve(found[label], known=read_known(name, content, today()))
    return tuple(found.values())


def contender_of(text: str) -> Contender:
    """Read one ``--engine``; raises `BadOption`."""
    from rulewright.conformance.evidence.comparison import Contender  # noqa: PLC0415

    label, equals, command = text.partition("=")
    name, at, version = label.partition("@")
    if not equals:
        raise BadOption(f"--engine {text!r} must be written NAME=COMMAND or NAME@VERSION=COMMAND")
    for what, given in (("name", name), *([("version", version)] if at else [])):
        if not NAME.fullmatch(given):
            right = "letters, digits and any of _ . + -, beginning with a letter or digit"
            raise BadOption(f"--engine {text!r}: the {what} {given!r} must be up to 40 {right}")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadOption(f"--engine {text!r}: {error}") from error
    if not words:
        raise BadOption(f"--engine {text!r}: there is no command in it")
    return Contender(name, version, tuple(words))


def history_of(name: str) -> tuple[Milestone, ...]:
    """Read earlier results; none if there is no file yet, which must then be possible to write."""
    from rulewright.conformance.evidence.history import read_history  # noqa: PLC0415

    if name == files.STANDARD:
        raise BadOption("--history must name a file")
    files.must_be_writable(name)
    if not Path(name).exists():
        return ()
    return read_history(name, files.read_bytes(name, "history"))


def publish_comparison(
    compared: EnginesCompared, folder: Path, history: str | None, earlier: Sequence[Milestone]
) -> None:
    """Print a comparison, write its pages, and add it to the history if there is one."""
    from rulewright.conformance.evidence.history import (  # noqa: PLC0415
        milestone,
        trends,
        written_line,
    )
    from rulewright.conformance.outputs.comparison import (  # noqa: PLC0415
        comparison_lines,
        comparison_texts,
    )

    for line in comparison_lines(compared):
        click.echo(line)
    now = [milestone(compared, each, today()) for each in compared.contested]
    over_versions = trends(earlier, now) if history is not None else ()
    made = comparison_texts(compared, over_versions)
    for name, text in made.items():
        files.write(str(folder / name), text)
    click.echo("")
    click.echo(f"written to {folder}: {', '.join(made)}")
    if history is not None:
        files.write(history, "".join(map(written_line, (*earlier, *now))))
        click.echo(f"added to {history}: {', '.join(each.engine for each in now)}")
