"""`rulewright prove`: the theorems about a game's rules."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.console.files import UnusableFile, must_be_writable
from rulewright.console.options import AS_JSON, GAME
from rulewright.console.output import counted, duration, print_json
from rulewright.console.progress import Reporter, reporter
from rulewright.interface import UnknownName

if TYPE_CHECKING:
    from rulewright.proofs.prove import Verdict
    from rulewright.proofs.theorem import Theorem


class UnknownTheorem(UnknownName):
    """The game has no theorem of that name."""

    noun = "theorem"


@click.command("prove")
@GAME
@click.option("--theorem", "names", multiple=True, metavar="NAME", help="Only this one (or these).")
@click.option("--cross-check", is_flag=True, help="Have cvc5 check every query as well.")
@click.option("--smt2", metavar="DIR", help="Write every query as an SMT-LIB file into a folder.")
@AS_JSON
@click.pass_context
def prove_command(
    context: click.Context,
    *,
    game: str,
    names: tuple[str, ...],
    cross_check: bool,
    smt2: str | None,
    as_json: bool,
) -> None:
    """Prove the theorems about a game.

    The exit status is 1 unless all hold.
    """
    chosen = theorems_named(game, names)
    folder = None if smt2 is None else made(smt2)
    with reporter() as report:
        verdicts = [settle(theorem, cross_check, folder, report) for theorem in chosen]
    held = bool(verdicts) and all(verdict.holds for verdict in verdicts)
    if as_json:
        print_json({"game": game, "held": held, "theorems": list(map(facts, verdicts))})
    else:
        for verdict in verdicts:
            print_verdict(verdict)
        seconds = sum(verdict.seconds for verdict in verdicts)
        holding = sum(verdict.holds for verdict in verdicts)
        click.echo(f"{holding} of {len(verdicts)} theorems hold; {duration(seconds)}")
    context.exit(0 if held else 1)


def theorems_named(game: str, names: Sequence[str]) -> list[Theorem]:
    """Choose theorems by name, all of them if none is given; raises `UnknownTheorem`."""
    from rulewright.games import theorems  # noqa: PLC0415

    every = {theorem.name: theorem for theorem in theorems(game)}
    for name in names:
        if name not in every:
            raise UnknownTheorem(name, every, f"about {game}")
    return [theorem for name, theorem in every.items() if not names or name in names]


def made(name: str, *inside: str) -> Path:
    """Make a folder unless it is there; raises `UnusableFile`, also for a file in it."""
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableFile(f"cannot make the folder {name!r}: {error.strerror}") from error
    if not os.access(name, os.W_OK):
        raise UnusableFile(f"cannot write into the folder {name!r}")
    for each in inside:
        must_be_writable(str(Path(name) / each))
    return Path(name)


def settle(theorem: Theorem, cross_check: bool, folder: Path | None, report: Reporter) -> Verdict:
    """Prove one theorem, telling how far it has come."""
    from rulewright.proofs.prove import prove as proved  # noqa: PLC0415 - loads the prover

    report.note(theorem.name)
    verdict = proved(theorem, cross_check=cross_check, smt2=folder, progress=report.note)
    report.done(f"{theorem.name}: {summary(verdict)}")
    return verdict


def print_verdict(verdict: Verdict) -> None:
    """Print name, statement, scope, verdict, time and what is assumed."""
    theorem = verdict.theorem
    click.echo(theorem.name)
    click.echo(f"  statement: {theorem.statement}")
    click.echo(f"  scope: {theorem.scope}")
    click.echo(f"  clauses: {', '.join(theorem.clauses)}")
    click.echo(f"  verdict: {summary(verdict)}")
    click.echo(f"  detail: {verdict.detail}")
    if verdict.witness:
        click.echo(f"  witness: {' '.join(verdict.witness)}")
    click.echo(f"  cross-check: {verdict.cross_check}")
    for assumption in theorem.assumptions:
        click.echo(f"  assumes: {assumption.name}: {assumption.statement}")
        click.echo(f"    tested: {assumption.tested}")
    click.echo()


def summary(verdict: Verdict) -> str:
    """Say in one line what became of a theorem."""
    surprise = "" if verdict.holds else " (does not hold)"
    queries = counted(verdict.queries, "queries")
    return f"{verdict.status}{surprise}, {queries}, {duration(verdict.seconds)}"


def facts(verdict: Verdict) -> dict[str, Any]:
    """Put a verdict in JSON."""
    theorem = verdict.theorem
    return {
        "name": theorem.name,
        "statement": theorem.statement,
        "scope": theorem.scope,
        "clauses": list(theorem.clauses),
        "assumptions": [
            {"name": each.name, "statement": each.statement, "tested": each.tested}
            for each in theorem.assumptions
        ],
        "status": verdict.status,
        "holds": verdict.holds,
        "seconds": round(verdict.seconds, 3),
        "queries": verdict.queries,
        "detail": verdict.detail,
        "cross_check": verdict.cross_check,
        "witness": list(verdict.witness),
    }
