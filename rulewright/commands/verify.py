"""`rulewright verify`: run every check."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import attrs
import click

from rulewright.commands.adapter_options import ANSWER_LIMIT, MEMORY_LIMIT, limits_of
from rulewright.commands.running import pages_for, run_checks, write_report
from rulewright.console.cluster import cluster_or_none, refuse_both, with_cluster
from rulewright.console.effort import effort_of, known, with_effort
from rulewright.console.ending import BUG, FAULT
from rulewright.console.files import folder_for
from rulewright.console.options import AS_JSON, JOBS, PARAM, RULING, BadOption
from rulewright.console.output import print_json, table
from rulewright.console.progress import reporter
from rulewright.interface import UnknownName
from rulewright.wording.numbers import counted, duration

if TYPE_CHECKING:
    from rulewright.checks.outcome import Effort, Outcome
    from rulewright.checks.selftest import PlantFinding
    from rulewright.conformance.adapter.engine import AdapterWitness
    from rulewright.conformance.adapter.process import Limits


class UnknownCheck(UnknownName):
    """There is no check of that name."""

    noun = "check"


SHOWN = 100
"""Characters shown of what a check said about a planted bug."""


@click.command("verify")
@click.argument("games", nargs=-1, metavar="[GAME ...]")
@PARAM
@RULING
@click.option(
    "--check", "checks", multiple=True, metavar="NAME", help="Run this check only; can be repeated."
)
@click.option(
    "--against",
    metavar="COMMAND",
    help="Compare the specification with this adapter, instead of the game's own implementation.",
)
@ANSWER_LIMIT
@MEMORY_LIMIT
@with_effort
@click.option("--report", "pages", metavar="DIR", help="Also write pages to a folder.")
@click.option(
    "--selftest",
    is_flag=True,
    help="Instead, plant ten bugs in a copy of this package, and see whether its checks find them.",
)
@JOBS
@with_cluster
@AS_JSON
@click.pass_context
def verify_command(
    context: click.Context,
    *,
    games: tuple[str, ...],
    params: dict[str, Any],
    rulings: dict[str, str],
    checks: tuple[str, ...],
    against: str | None,
    answer_limit: float,
    memory_limit: float,
    quick: bool,
    thorough: bool,
    seed: int,
    pages: str | None,
    selftest: bool,
    jobs: int | None,
    cluster: str | None,
    cluster_wait: float,
    as_json: bool,
) -> None:
    """Check games from end to end.

    All games if none is named. Checks the package, theorems, both engines in lockstep, recorded games,
    small boards exhaustively, symmetries, and the committed test vectors. If a game has a specification
    only, whatever needs no second engine is checked. The exit status is 0 only if
    everything held, 1 if something did not, 4 if a check has no result because its process was killed,
    made no progress, or met a bug in rulewright; and, whatever the other checks said, 3 if an adapter
    broke down, and 5 if the code of a game from outside raised an exception.
    """
    if selftest:
        others = (games, quick, thorough, params, rulings, checks, against, cluster)
        if any((*others, pages is not None)):
            raise BadOption("--selftest chooses what it checks: only --jobs and --json go with it")
        context.exit(run_selftest(jobs, as_json=as_json))
    from rulewright.checks.verification import all_held  # noqa: PLC0415 - loads the engines

    refuse_both(cluster, jobs)
    limits = limits_of(answer_limit, memory_limit)
    witness = None if against is None else adapter_named(against, limits)
    named = games_for(known(games), games, witness)
    effort = narrowed(effort_of(quick=quick, thorough=thorough), named, params, rulings)
    effort = effort if witness is None else attrs.evolve(effort, witness=witness)
    known_checks(checks)
    folder = None if pages is None else folder_for(pages, *pages_for(named))
    began = perf_counter()
    with reporter() as report, cluster_or_none(cluster, cluster_wait, report) as executor:
        run = partial(run_checks, named, effort, seed, report, jobs, only=checks)
        outcomes = run(certify=folder is not None, executor=executor)
        seconds = perf_counter() - began
    held = all_held(outcomes)
    if as_json:
        head = {"held": held, "seed": seed, "effort": effort.name, "seconds": round(seconds, 3)}
        print_json({**head, "outcomes": [attrs.asdict(outcome) for outcome in outcomes]})
    else:
        print_outcomes(outcomes, effort, seed, seconds)
    if folder is not None:  # after the verdict, which does not depend on it
        with reporter() as report:
            _, complete = write_report(folder, named, outcomes, report, effort=effort, seed=seed)
            held &= complete
    context.exit(status_of(outcomes, held=held))


def narrowed(
    effort: Effort, games: tuple[str, ...], params: dict[str, Any], rulings: dict[str, str]
) -> Effort:
    """Return the effort for the options that are named; raises `BadOption` or what the game raises."""
    from rulewright.checks.narrowing import only_under  # noqa: PLC0415 - loads the engines

    if not params and not rulings:
        return effort
    if len(games) != 1:
        raise BadOption("--param and --ruling need one game: rulewright verify GAME --param ...")
    return attrs.evolve(effort, only=only_under(games[0], params, rulings, effort))


def known_checks(names: tuple[str, ...]) -> None:
    """Raise `UnknownCheck` for a check that does not exist."""
    from rulewright.checks import CHECKS  # noqa: PLC0415 - loads the engines

    every = [check.name for check in CHECKS]
    for name in names:
        if name not in every:
            raise UnknownCheck(name, every)


def adapter_named(command: str, limits: Limits) -> AdapterWitness:
    """Return the adapter that a command starts; raises `BadOption`, and `BrokeDown` if it fails."""
    from rulewright.conformance.adapter.engine import AdapterWitness  # noqa: PLC0415

    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadOption(f"--against {command!r}: {error}") from error
    if not words:
        raise BadOption("--against needs the command that starts an adapter")
    return AdapterWitness(words, limits)


def games_for(
    every: tuple[str, ...], named: tuple[str, ...], witness: AdapterWitness | None
) -> tuple[str, ...]:
    """Return the games to check: without names, those that the adapter plays, if there is one.

    Raises `PlaysOthers` if it plays none of them, and `BrokeDown`.
    """
    from rulewright.conformance.adapter.engine import PlaysOthers  # noqa: PLC0415

    if witness is None:
        return every
    try:
        missing = {game: witness.missing(game) for game in every}
    finally:
        witness.close()
    played = tuple(game for game, reason in missing.items() if not reason)
    wrong = [missing[game] for game in named if missing[game]]
    if wrong or not played:
        raise PlaysOthers(wrong[0] if wrong else missing[every[0]])
    return played


def run_selftest(jobs: int | None, *, as_json: bool) -> int:
    """Plant bugs, print which were found, and return the exit status."""
    from rulewright.checks.selftest import selftest  # noqa: PLC0415 - loads the engines

    began, findings = perf_counter(), []
    with reporter() as report:
        for finding in selftest(jobs=jobs, progress=report.note):
            findings.append(finding)
            if not as_json:
                click.echo(line_of_finding(finding))
    passed = all(finding.found for finding in findings)
    if as_json:
        print_json({"passed": passed, "findings": [attrs.asdict(each) for each in findings]})
    else:
        click.echo(f"\n{summary_of_findings(findings)}, {duration(perf_counter() - began)}")
    return 0 if passed else 1


def line_of_finding(finding: PlantFinding) -> str:
    """Write in one line what was planted where, and which check found it, how."""
    how = finding.how if len(finding.how) <= SHOWN else f"{finding.how[:SHOWN]}..."
    if finding.plant is None:
        return f"without a bug: {how if finding.found else f'DOES NOT HOLD: {how}'}"
    plant = finding.plant
    verdict = "found by" if finding.found else "NOT FOUND by"
    return f"{plant.part}, {plant.file}: {plant.about}: {verdict} {plant.trial.check}: {how}"


def summary_of_findings(findings: list[PlantFinding]) -> str:
    """Summarise a selftest: how many bugs were found, and which were not."""
    planted = [finding for finding in findings if finding.plant is not None]
    missed = [finding.name for finding in planted if not finding.found]
    said = f"{len(planted) - len(missed)} of {counted(len(planted), 'planted bugs')} found"
    said += f"; not found: {', '.join(missed)}" if missed else ""
    fails = any(finding.plant is None and not finding.found for finding in findings)
    return said + ("; the copy without a bug does not hold" if fails else "")


def status_of(outcomes: Iterable[Outcome], *, held: bool) -> int:
    """Return the exit status: a check without a result is neither a pass nor a failure."""
    from rulewright.checks.outcome import ADAPTERS, GUESTS  # noqa: PLC0415 - loads the engines
    from rulewright.play.attribution import GUEST  # noqa: PLC0415

    every = list(outcomes)
    if any(outcome.blame == GUESTS for outcome in every):
        return GUEST
    if any(outcome.blame == ADAPTERS for outcome in every):
        return FAULT
    failed = any(not outcome.held and not outcome.lost for outcome in every)
    if any(outcome.lost for outcome in every) and not failed:
        return BUG
    return 0 if held else 1


def print_outcomes(outcomes: list[Outcome], effort: Effort, seed: int, seconds: float) -> None:
    """Print a table, then remarks, then failures, then a summary."""
    rows = [
        (
            outcome.game,
            outcome.check,
            outcome.verdict,
            counted(outcome.cases, outcome.unit),
            duration(outcome.seconds),
            outcome.detail,
        )
        for outcome in outcomes
    ]
    for line in table(("game", "check", "verdict", "cases", "time", "covered"), rows, "cases time"):
        click.echo(line)
    for outcome in outcomes:
        if outcome.remarks:
            click.echo(f"\n{outcome.game}: {outcome.check}")
            click.echo("\n".join(f"  {line}" for line in outcome.remarks))
    scopes = list(lines_of_scopes(outcomes))
    if scopes:
        click.echo("\n" + "\n".join(scopes))
    failed = [outcome for outcome in outcomes if not outcome.held]
    for outcome in failed:
        what = "has no result" if outcome.lost else "failed"
        click.echo(f"\n{outcome.game}: {outcome.check} {what}")
        click.echo(outcome.failure)
    lines = list(readings_left_out(outcomes))
    if lines:
        click.echo("\n" + "\n".join(lines))
    click.echo(f"\n{summary(outcomes)}; effort {effort.name}, seed {seed}, {duration(seconds)}")


def lines_of_scopes(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Yield what each check played, and what it left out."""
    for outcome in outcomes:
        name = f"{outcome.game}: {outcome.check}"
        if outcome.scope.played:
            yield f"{name} played {'; '.join(outcome.scope.played)}"
        for each in outcome.scope.left_out:
            yield f"{name} left out {each}"


def readings_left_out(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Yield a line for each reading that no verdict covers."""
    from rulewright.checks.unplayed import left_out  # noqa: PLC0415 - loads the engines

    every = list(outcomes)
    for game in dict.fromkeys(outcome.game for outcome in every):
        for each in left_out(every, game):
            yield f"{game}: left out: the reading {each.sentence}"


def summary(outcomes: list[Outcome]) -> str:
    """Summarise the checks: how many ran, failed, or were left out."""
    left = sum(bool(outcome.left_out) for outcome in outcomes)
    without = f", {left} left out" if left else ""
    readings = sum(1 for _ in readings_left_out(outcomes))
    without += f", {counted(readings, 'readings')} left out" if readings else ""
    if left == len(outcomes):
        return f"nothing was checked{without}"
    lost = sum(bool(outcome.lost) for outcome in outcomes)
    failed = sum(not outcome.held for outcome in outcomes) - lost
    checks = counted(len(outcomes) - left, "checks")
    wrong = [f"{failed} of {checks} failed"] if failed else []
    wrong += [f"{lost} of {checks} lost"] if lost else []
    return f"{', '.join(wrong) or f'{checks}, all held'}{without}"
