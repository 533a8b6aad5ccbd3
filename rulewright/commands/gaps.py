"""`rulewright gaps`: find gaps in a rulebook without hints where to search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from rulewright.console.cluster import elsewhere, with_cluster
from rulewright.console.effort import effort_of, known, with_effort
from rulewright.console.options import AS_JSON, JOBS_FROM_ONE
from rulewright.console.output import print_json
from rulewright.console.progress import Reporter, reporter
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

if TYPE_CHECKING:
    from rulewright.checks.outcome import Effort
    from rulewright.gaps import Clear, Finding, Unlooked
    from rulewright.gaps.search import Found
    from rulewright.parts.executor import Executor


@click.command("gaps")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@with_effort
@JOBS_FROM_ONE
@with_cluster
@AS_JSON
def gaps_command(
    *,
    games: tuple[str, ...],
    quick: bool,
    thorough: bool,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    cluster_wait: float,
    as_json: bool,
) -> None:
    """Find gaps in a rulebook that nobody has asked about.

    All games if none is named. Reports players without an action, games that never end, games that
    end at once, clauses that change nothing, and choices that the text does not mention. A finding is
    not an error: the exit status is 0 in any case.
    """
    named = known(games)
    effort = effort_of(quick=quick, thorough=thorough)
    with (
        reporter() as report,
        elsewhere(cluster, cluster_wait, jobs, report) as executor,
    ):
        every = looked(named, effort, seed, report, executor)
        findings, clear, unlooked = shown(every, show=not as_json)
    if as_json:
        print_json(
            {
                "seed": seed,
                "effort": effort.name,
                "findings": [each.to_json() for each in findings],
                "clear": [each.to_json() for each in clear],
                "unlooked": [each.to_json() for each in unlooked],
            }
        )
    else:
        click.echo(f"{counted(len(findings), 'findings')}; effort {effort.name}, seed {seed}")


def looked(
    named: tuple[str, ...], effort: Effort, seed: int, report: Reporter, executor: Executor | None
) -> Iterator[Found]:
    """Run the detectors on the games, here or with an executor."""
    from rulewright.gaps import found, found_with  # noqa: PLC0415 - loads the engines

    report.done(f"seed {seed}")
    for game in named:

        def note(line: str, game: str = game) -> None:
            report.note(f"{game}: {line}")

        if executor is None:
            yield from found(game, effort, seed, note)
        else:
            yield from found_with(executor, game, effort, seed)


def shown(
    every: Iterable[Found], *, show: bool
) -> tuple[list[Finding], list[Clear], list[Unlooked]]:
    """Print each finding as soon as it is made; return all, by their kinds."""
    from rulewright.gaps import Clear, Finding  # noqa: PLC0415 - loads the engines

    findings: list[Finding] = []
    clear: list[Clear] = []
    unlooked: list[Unlooked] = []
    for each in every:
        if isinstance(each, Finding):
            findings.append(each)
            lines = finding_lines(each)
        elif isinstance(each, Clear):
            clear.append(each)
            lines = clear_lines(each)
        else:
            unlooked.append(each)
            lines = iter((f"{each.game}: nothing to examine: {each.detector}: {each.why}",))
        if show:
            click.echo("\n".join((*lines, "")))
    return findings, clear, unlooked


def clear_lines(found: Clear) -> Iterator[str]:
    """Yield the lines about what was examined and found in order."""
    yield f"{found.game}: in order: {found.detector} ({options(found.params)})"
    yield f"  {found.statement}"
    yield f"  measured: {found.measured}"


def drawn(engine: Any, position: Any) -> Iterator[str]:
    """Draw a position with characters."""
    from rulewright.play import games  # noqa: PLC0415 - loads the engines

    drawing = games.specified(engine.game).draw.text(engine, position)
    yield from (f"    {line}".rstrip() for line in drawing.splitlines())


def finding_lines(found: Finding) -> Iterator[str]:
    """Yield the lines about a finding, with the position that its witness leads to."""
    from rulewright.play import games  # noqa: PLC0415 - loads the engines
    from rulewright.play.replay import state_after  # noqa: PLC0415

    yield f"{found.game}: {found.title}"
    yield f"  {found.statement}"
    yield f"  found by: {found.detector}"
    if found.clauses:
        yield f"  clauses: {', '.join(found.clauses)}"
    asked = ", ".join(found.questions)
    yield f"  already asked by: {asked}" if asked else "  no question of the rulebook asks about it"
    if found.quotation:
        yield f"  rulebook: {found.quotation}"
    if found.proof:
        yield f"  proof: {found.proof}"
    yield f"  measured: {found.measured}"
    if found.moves is not None:
        actions = counted(len(found.moves), "actions")
        under = options(games.not_default(found.game, found.params, found.rulings))
        yield f"  witness ({under}), {actions}:"
        yield f"    {' '.join(found.moves) or '(the start)'}"
        engine = games.engine(found.game, found.params, found.rulings, "spec")
        yield from drawn(engine, engine.to_json(state_after(engine, found.moves)))
        if found.beside is not None:
            forbidden = (
                f" ({found.beside.forbidden} is forbidden)" if found.beside.forbidden else ""
            )
            yield f"  {found.beside.label}{forbidden}:"
            yield from drawn(engine, found.beside.position)
