"""`rulewright prove`: the theorems about a game's rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from math import inf, nan
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from attrs import asdict

from rulewright.certificates.folder import FORMAT, MANIFEST
from rulewright.certificates.text import RefusedError, read_json
from rulewright.console.cluster import cluster_or_none, refuse_both, with_cluster
from rulewright.console.files import UnusableFile, folder_for, write
from rulewright.console.options import AS_JSON, GAME, JOBS, BadOption
from rulewright.console.output import print_json
from rulewright.console.progress import Reporter, reporter
from rulewright.interface import UnknownName, UsageError
from rulewright.wording.numbers import counted, duration
from rulewright.wording.options import options

if TYPE_CHECKING:
    from rulewright.checks.proving import Asked, Proved
    from rulewright.parts.executor import Executor
    from rulewright.proofs.theorem import Theorem


class UnknownTheorem(UnknownName):
    """The game has no theorem of that name."""

    noun = "theorem"


@click.command("prove")
@GAME
@click.option(
    "--theorem", "names", multiple=True, metavar="NAME", help="Only this theorem; repeatable."
)
@click.option("--cross-check", is_flag=True, help="Have cvc5 check every query as well.")
@click.option(
    "--certify",
    metavar="[DIR]",
    is_flag=False,
    flag_value="",
    help="Check every answer without Z3; DIR, if given, receives all queries and certificates.",
)
@click.option("--smt2", metavar="DIR", help="Write every query as an SMT-LIB file to a folder.")
@click.option(
    "--time-limit",
    "limit",
    metavar="SECONDS",
    help="Seconds for each theorem; with --automatic for all boards together.",
)
@click.option(
    "--automatic",
    "is_automatic",
    is_flag=True,
    help="Instead, prove what every specification should satisfy, with no theorem to write.",
)
@JOBS
@with_cluster
@AS_JSON
@click.pass_context
def prove_command(
    context: click.Context,
    *,
    game: str,
    names: tuple[str, ...],
    cross_check: bool,
    smt2: str | None,
    certify: str | None,
    limit: str | None,
    is_automatic: bool,
    jobs: int | None,
    cluster: str | None,
    cluster_wait: float,
    as_json: bool,
) -> None:
    """Prove the theorems about a game.

    With --automatic: what a clause keeps true is inductive, whose turn it is, clauses against each
    other, pairs of readings, symmetries; on the smallest board, or with --time-limit on all boards.
    The exit status is 1 unless all hold, 4 if one has no verdict since its process was killed, and 5
    if the code of a theorem raised an exception.
    """
    most = seconds_of(limit)
    if is_automatic:
        given: dict[str, object] = {"--theorem": names, "--cross-check": cross_check}
        given |= {"--smt2": smt2}
        given |= {"--certify": certify is not None, "--jobs": jobs, "--cluster": cluster}
        refuse_with_automatic(given)
        context.exit(0 if prove_automatic(game, most, as_json=as_json) else 1)
    from rulewright.checks.proving import Asked  # noqa: PLC0415 - loads what other commands do not need

    refuse_both(cluster, jobs)
    if cluster is not None and (smt2 or certify):
        raise BadOption("--smt2 and --certify DIR write files, which would lie on the workers")
    chosen = theorems_named(game, names)
    folder = empty_folder(certify, game) if certify else None
    asked = Asked(
        cross_check,
        smt2=None if smt2 is None else folder_for(smt2),
        certify=certify is not None,
        certificates=folder,
        time_limit=inf if most is None else most,
    )
    began = perf_counter()
    with reporter() as report, cluster_or_none(cluster, cluster_wait, report) as executor:
        verdicts = settled(game, chosen, asked, executor or jobs, report)
    held = bool(verdicts) and all(verdict.holds for _, verdict in verdicts)
    if folder is not None:
        write_manifest(folder, verdicts, game)
    if as_json:
        print_json(
            {"game": game, "held": held, "theorems": [facts(game, *each) for each in verdicts]}
        )
    else:
        print_verdicts(game, verdicts, perf_counter() - began)
    context.exit(status_of([verdict for _, verdict in verdicts], held=held))


def status_of(verdicts: Iterable[Proved], *, held: bool) -> int:
    """Return the exit status: of a broken game, of a lost worker, or of theorems that do not hold."""
    from rulewright.checks.proving import BROKEN, LOST  # noqa: PLC0415 - loads what others do not need
    from rulewright.parts.processes import WorkerLost  # noqa: PLC0415
    from rulewright.play.attribution import GUEST  # noqa: PLC0415

    found = {verdict.status for verdict in verdicts}
    if BROKEN in found:
        return GUEST
    return WorkerLost.exit_status if LOST in found else 0 if held else 1


def seconds_of(text: str | None) -> float | None:
    """Read a limit of time; raises `BadOption` unless it is a number above 0."""
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not 0 < seconds < inf:
        raise BadOption(f"--time-limit {text!r} must be a number of seconds above 0, such as 60")
    return seconds


def refuse_with_automatic(given: Mapping[str, object]) -> None:
    """Raise `BadOption` for an option that automatic theorems do not have."""
    for option, value in given.items():
        if value:
            raise BadOption(f"{option} cannot be used with --automatic: leave one of them out")


def prove_automatic(game: str, seconds: float | None, *, as_json: bool) -> bool:
    """Try the automatic theorems and print them; return whether all stand."""
    from rulewright.automatic.report import as_json as in_json  # noqa: PLC0415
    from rulewright.automatic.report import lines_of  # noqa: PLC0415
    from rulewright.automatic.running import automatic  # noqa: PLC0415

    with reporter() as report:
        run = automatic(game, seconds=seconds, progress=report.note)
    if as_json:
        print_json(in_json(run))
    else:
        for line in lines_of(run):
            click.echo(line)
    return run.stands


class NoTheorems(UsageError):
    """The game brings no theorems of its own."""

    def __init__(self, game: str) -> None:
        """Name the game, and what can be proved of it all the same."""
        super().__init__(
            f"{game} has no theorems: 'rulewright prove {game} --automatic' proves what every "
            "specification should have"
        )


def theorems_named(game: str, names: Sequence[str]) -> list[Theorem]:
    """Choose theorems by name, all of them if none is given; raises `UnknownTheorem`, `NoTheorems`."""
    from rulewright.play.games import game_names, specified, theorems  # noqa: PLC0415

    specified(game)
    if game not in game_names("proofs"):
        raise NoTheorems(game)
    every = {theorem.name: theorem for theorem in theorems(game)}
    if not every:
        raise NoTheorems(game)
    for name in names:
        if name not in every:
            raise UnknownTheorem(name, every, f"about {game}")
    return [theorem for name, theorem in every.items() if not names or name in names]


def settled(
    game: str,
    theorems: Sequence[Theorem],
    asked: Asked,
    where: Executor | int | None,
    report: Reporter,
) -> list[tuple[Theorem, Proved]]:
    """Prove theorems with an executor, or in some processes, and report progress.

    Returns the verdicts in the theorems' order.
    """
    from rulewright.checks.proving import lost, proved_with, side_by_side  # noqa: PLC0415 - loads much

    names = [theorem.name for theorem in theorems]
    verdicts: dict[str, Proved] = {}
    report.note(f"0 of {counted(len(names), 'theorems')}")
    if where is None or isinstance(where, int):
        found = side_by_side(game, names, asked, where, report.note, instead=lost)
    else:
        found = proved_with(where, game, names, asked)
    for verdict in found:
        verdicts[verdict.name] = verdict
        report.done(f"{verdict.name}: {summary(verdict)}")
        report.note(f"{len(verdicts)} of {counted(len(names), 'theorems')}")
    return [(theorem, verdicts[theorem.name]) for theorem in theorems]


def print_verdicts(
    game: str, verdicts: Sequence[tuple[Theorem, Proved]], by_the_clock: float
) -> None:
    """Print the verdicts, and how many theorems hold."""
    for each in verdicts:
        print_verdict(game, *each)
    holding = sum(verdict.holds for _, verdict in verdicts)
    seconds = sum(verdict.seconds for _, verdict in verdicts)
    click.echo(
        f"{holding} of {len(verdicts)} theorems hold; {duration(by_the_clock)} "
        f"({duration(seconds)} one after the other)"
    )


def print_verdict(game: str, theorem: Theorem, verdict: Proved) -> None:
    """Print name, statement, scope, verdict, time and what is assumed."""
    from rulewright.checks.proving import by_default  # noqa: PLC0415

    click.echo(theorem.name)
    echo_line(f"statement: {theorem.statement}")
    echo_line(f"scope: {theorem.scope}")
    if left := by_default(game, theorem):
        echo_line(f"by default: {left}")
    click.echo(f"  clauses: {', '.join(theorem.clauses)}")
    click.echo(f"  verdict: {summary(verdict)}")
    echo_line(f"detail: {verdict.detail}")
    if verdict.witness:
        from rulewright.play.games import not_default  # noqa: PLC0415

        under = options(not_default(game, verdict.witness.params, verdict.witness.rulings))
        click.echo(f"  witness ({under}): {' '.join(verdict.witness.moves)}")
    how = ' (cvc5: pip install "rulewright[crosscheck]")'
    missing = verdict.cross_check == "not installed"
    click.echo(f"  cross-check: {verdict.cross_check}{how if missing else ''}")
    click.echo(f"  answers: {stands_on(theorem, verdict)}")
    for assumption in theorem.assumptions:
        echo_line(f"assumes: {assumption.name}: {assumption.statement}")
        echo_line(f"  tested: {assumption.tested}")
    for line in (*theorem.on_trust(), *verdict.unheld):
        echo_line(f"on trust: {line}")
    click.echo()


def echo_line(text: str) -> None:
    """Print a text of an author on one line: it could look like another verdict, or take one back."""
    click.echo("  " + "".join(each if each.isprintable() else " " for each in text))


def summary(verdict: Proved) -> str:
    """Return a theorem's verdict in one line."""
    surprise = "" if verdict.holds else " (does not hold)"
    queries = counted(verdict.queries, "queries")
    return f"{verdict.status}{surprise}, {queries}, {duration(verdict.seconds)}"


def stands_on(theorem: Theorem, verdict: Proved) -> str:
    """Return what the answers stand on, in one line."""
    again = ""
    if verdict.certification is None:
        checked = f"{verdict.decided} decided before the solver, the others not checked"
    else:
        checked = str(verdict.certification)
        if unasked := verdict.certification.unasked:
            again = f"; {counted(unasked, 'answers')} kept earlier, checked again without Z3"
    computed = f"{verdict.enumerated} enumerated, {len(theorem.assumptions)} assumed"
    return f"{checked}; {computed}; {verdict.replayed}{again}"


def empty_folder(name: str, game: str) -> Path:
    """Create a folder, or empty one that certificates were written to; raises `UnusableFile`."""
    folder = folder_for(name)
    if any(folder.iterdir()) and not has_certificates(folder):
        raise UnusableFile(f"{name!r} has other files: name a new folder, or one of certificates")
    for path in folder.iterdir():
        if path.name == MANIFEST or path.suffix in (".smt2", ".certificate"):
            path.unlink()
    write_manifest(folder, (), game)  # the folder of an interrupted run can be named again
    return folder


def has_certificates(folder: Path) -> bool:
    """Return whether a folder has a manifest of certificates: other files of the name are not ours."""
    try:
        manifest = read_json((folder / MANIFEST).read_text("utf-8"))
    except (RefusedError, OSError, ValueError):
        return False
    return manifest.keys() >= {"format", "theorems", "queries"}


def write_manifest(folder: Path, verdicts: Sequence[tuple[Theorem, Proved]], game: str) -> None:
    """List theorems, and their queries with the digests of the files: see docs/certificates.md."""
    theorems = [
        {
            "name": theorem.name,
            "statement": theorem.statement,
            "scope": theorem.scope,
            "clauses": list(theorem.clauses),
            "assumptions": [each.statement for each in theorem.assumptions],
            "verdict": verdict.status,
            "queries": verdict.queries,
        }
        for theorem, verdict in verdicts
    ]
    queries = [
        {"theorem": theorem.name, **asdict(entry)}
        for theorem, verdict in verdicts
        if verdict.certification is not None
        for entry in verdict.certification.entries
    ]
    manifest = {"format": FORMAT, "game": game, "theorems": theorems, "queries": queries}
    write(str(folder / MANIFEST), json.dumps(manifest, indent=0) + "\n")


def facts(game: str, theorem: Theorem, verdict: Proved) -> dict[str, Any]:
    """Return a verdict as JSON."""
    from rulewright.checks.proving import by_default  # noqa: PLC0415
    from rulewright.checks.theorems import for_programs  # noqa: PLC0415

    return {
        "name": theorem.name,
        "statement": theorem.statement,
        "scope": theorem.scope,
        "by_default": by_default(game, theorem),
        "clauses": list(theorem.clauses),
        "assumptions": [
            {"name": each.name, "statement": each.statement, "tested": each.tested}
            for each in theorem.assumptions
        ],
        "on_trust": [*theorem.on_trust(), *verdict.unheld],
        **for_programs(verdict),
        "assumed": len(theorem.assumptions),
    }
