"""How far long work has come, on standard error: a live line at a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

import click

EVERY = 10.0
"""Seconds between two plain lines about the same work."""


class Reporter(Protocol):
    """Where progress is told."""

    def note(self, line: str) -> None:
        """Say how far the work has come; called as often as you like."""

    def done(self, line: str) -> None:
        """Say for good what a piece of work came to."""


class Plain:
    """Lines for a log: every result, and a sign of life now and then."""

    def __init__(self) -> None:
        """Begin now."""
        self.told = monotonic()

    def note(self, line: str) -> None:
        """Print the line if nothing was printed for some seconds."""
        if monotonic() - self.told >= EVERY:
            self.done(line)

    def done(self, line: str) -> None:
        """Print the line."""
        self.told = monotonic()
        click.echo(line, err=True)


class Silent:
    """Nothing at all."""

    def note(self, line: str) -> None:
        """Say nothing."""

    def done(self, line: str) -> None:
        """Say nothing."""


@contextmanager
def reporter() -> Iterator[Reporter]:
    """Give the reporter that suits standard error; the live line is gone afterwards."""
    if not sys.stderr.isatty():
        yield Plain()
        return
    # Here, because it is slow to load and logs do not need it.
    from rich.console import Console  # noqa: PLC0415
    from rich.markup import escape  # noqa: PLC0415

    console = Console(stderr=True)

    class Live:
        """A line that changes in place."""

        def note(self, line: str) -> None:
            """Change the line."""
            status.update(escape(line))

        def done(self, line: str) -> None:
            """Print a line above the live one."""
            console.print(escape(line), highlight=False)

    with console.status("") as status:
        yield Live()
