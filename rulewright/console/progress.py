"""Progress of long work on standard error: a live line at a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

import click

EVERY = 10.0
"""Seconds between two plain progress lines."""


class Reporter(Protocol):
    """Where progress is reported."""

    def note(self, line: str) -> None:
        """Report progress; may be called at any rate."""

    def done(self, line: str) -> None:
        """Report the result of a piece of work, in a line that stays."""


class Plain:
    """Lines for a log: every result, and progress now and then."""

    def __init__(self) -> None:
        """Start the clock."""
        self.printed = monotonic()

    def note(self, line: str) -> None:
        """Print the line if nothing was printed for some seconds."""
        if monotonic() - self.printed >= EVERY:
            self.done(line)

    def done(self, line: str) -> None:
        """Print the line."""
        self.printed = monotonic()
        click.echo(line, err=True)


class Silent:
    """Discards progress messages."""

    def note(self, line: str) -> None:
        """Discard the line."""

    def done(self, line: str) -> None:
        """Discard the line."""


@contextmanager
def reporter() -> Iterator[Reporter]:
    """Yield the reporter that suits standard error; the live line disappears at the end."""
    if not sys.stderr.isatty():
        yield Plain()
        return
    # Imported here: it is slow to load, and logs do not need it.
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
