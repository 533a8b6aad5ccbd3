"""`rulewright certificates`: check proofs that were written to a folder, without a solver."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.certificates.folder import summary
from rulewright.certificates.text import RefusedError
from rulewright.interface import UsageError


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
