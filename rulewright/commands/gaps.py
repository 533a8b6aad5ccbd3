"""`rulewright gaps`: holes of a rulebook, found without being told where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rulewright.commands.verify import SEEDS, drawn, effort_of, known
from rulewright.console.options import AS_JSON, BadOption
from rulewright.console.output import counted, print_json
from rulewright.console.progress import reporter

if TYPE_CHECKING:
    from rulewright.checks.outcome import Effort
    from rulewright.gaps import Finding


@click.command("gaps")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@click.option("--quick", is_flag=True, help="A fraction of the work, in seconds.")
@click.option("--thorough", is_flag=True, help="Many times the work, in hours.")
@click.option(
    "--seed",
    type=click.IntRange(0, SEEDS - 1),
    help="Repeat the random games of an earlier run; drawn anew if left out.",
)
@AS_JSON
def gaps_command(
    *, games: tuple[str, ...], quick: bool, thorough: bool, seed: int | None, as_json: bool
) -> None:
    """Look for holes in a rulebook that nobody has asked about.

    All games if none is named. Players without an action, play without an end, ends that come at once,
    clauses that change nothing, choices that the text is silent about. A finding is no error: the exit
    status is 0 whatever is found.
    """
    if quick and thorough:
        raise BadOption("--quick and --thorough exclude each other")
    named = known(games)
    chosen = drawn() if seed is None else seed
    effort = effort_of(quick=quick, thorough=thorough)
    findings = look(named, effort, chosen, show=not as_json)
    if as_json:
        print_json(
            {
                "seed": chosen,
                "effort": effort.name,
                "findings": [each.to_json() for each in findings],
            }
        )
    else:
        click.echo(f"{counted(len(findings), 'findings')}; effort {effort.name}, seed {chosen}")


def look(named: tuple[str, ...], effort: Effort, seed: int, *, show: bool) -> list[Finding]:
    """Let the detectors look at the games, telling each finding as soon as it is there."""
    from rulewright.gaps import found  # noqa: PLC0415 - loads the engines

    findings = []
    with reporter() as report:
        report.done(f"seed {seed}")
        for game in named:

            def note(line: str, game: str = game) -> None:
                report.note(f"{game}: {line}")

            for each in found(game, effort, seed, note):
                findings.append(each)
                if show:
                    click.echo("\n".join((*told(each), "")))
    return findings


def told(found: Finding) -> Iterator[str]:
    """Tell a finding, line by line, with the position that its witness leads to."""
    from rulewright import games  # noqa: PLC0415 - loads the engines
    from rulewright.ambiguity.dispute import after  # noqa: PLC0415

    yield f"{found.game}: {found.title}"
    yield f"  {found.statement}"
    yield f"  found by: {found.detector}"
    if found.clauses:
        yield f"  clauses: {', '.join(found.clauses)}"
    asked = ", ".join(found.questions)
    yield f"  asked already by: {asked}" if asked else "  no question of the rulebook asks about it"
    if found.quotation:
        yield f"  rulebook: {found.quotation}"
    if found.proof:
        yield f"  proof: {found.proof}"
    yield f"  measured: {found.measured}"
    if found.moves is not None:
        options = ", ".join(f"{name}={value}" for name, value in found.params.items())
        actions = counted(len(found.moves), "actions")
        yield f"  witness ({options or 'the own parameters'}), {actions}:"
        yield f"    {' '.join(found.moves) or '(the start)'}"
        engine = games.engine(found.game, found.params, found.rulings, "spec")
        position = engine.to_json(after(engine, found.moves))
        drawing = games.specified(found.game).draw.text(engine, position)
        yield from (f"    {line}".rstrip() for line in drawing.splitlines())
