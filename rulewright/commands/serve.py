"""`rulewright serve`: play for another program over the adapter protocol."""

from __future__ import annotations

import sys

import click

from rulewright.console.files import UnusableFile
from rulewright.console.options import ENGINE


@click.command("serve")
@ENGINE
def serve_command(side: str | None) -> None:
    """Play for another program.

    Answers requests of the adapter protocol, version 1, on standard input and output. A game without an
    implementation is played by its specification.
    """
    from rulewright.protocol.serving import serve as converse  # noqa: PLC0415

    if sys.stdin is None or sys.stdout is None:
        raise UnusableFile("standard input and standard output must be open to serve")
    converse(side, sys.stdin.buffer, sys.stdout.buffer)
