"""`rulewright certificates`: check proofs that were written to a folder, without a solver."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.certificates.folder import summary
from rulewright.certificates.text import RefusedError
from rulewright.certifying.lrat import all_exported
from rulewright.console.files import folder_for, replace
from rulewright.interface import UsageError
from rulewright.wording.numbers import counted


class UnusableCertificates(UsageError):
    """A folder that has no certificates, or those of another version."""


@click.group("certificates")
def certificates_command() -> None:
    """Check certificates of theorems."""


@certificates_command.command("check")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.pass_context
def check_command(context: click.Context, *, folder: Path) -> None:
    """Check the queries and certificates that `rulewright prove GAME --certify DIR` wrote.

    Needs no solver. The exit status is 1 if anything is wrong with a query, a certificate or a file,
    or if a query has no certificate.
    """
    try:
        lines, right = summary(folder)
    except RefusedError as error:
        raise UnusableCertificates(str(error)) from error
    for line in lines:
        click.echo(line)
    context.exit(0 if right else 1)


@certificates_command.command("export")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("output", metavar="OUTPUT")
def export_command(*, folder: Path, output: str) -> None:
    """Write the certificates of DIR for other checkers of proofs: NAME.cnf (DIMACS), NAME.lrat.

    What follows from linear arithmetic is among the clauses, and the last line counts it: `certificates
    check` alone checks that. Models have no such form and are left out.
    """
    files = given = 0
    into = folder_for(output)
    try:
        for each in all_exported(folder):
            replace(into / f"{each.name}.cnf", each.clauses)
            replace(into / f"{each.name}.lrat", each.steps)
            files, given = files + 1, given + each.given
    except (
        *(RefusedError, OSError, ValueError, LookupError),
        *(TypeError, AttributeError, RecursionError),
    ) as error:
        raise UnusableCertificates(f"cannot export {str(folder)!r}: {error}") from error
    click.echo(f"{counted(files, 'proofs')}; {counted(given, 'clauses')} by linear arithmetic")
