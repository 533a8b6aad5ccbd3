"""How the command line ends: one line for a wrong input, and an exit status that says what it was."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import singledispatch

import click

from rulewright.interface import RulewrightError

USAGE = 2
BUG = 4
INTERRUPTED = 130
READER_LEFT = 141
"""What a shell reports of a program whose output nobody reads any more."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system says when output has no place to go."""


def status_of(work: Callable[[], object]) -> int:
    """Run a command and return the exit status; whatever goes wrong is told on standard error."""
    try:
        try:
            work()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last resort
        return told(error)
    return 0


@singledispatch
def told(error: BaseException) -> int:
    """Tell an error that nobody foresaw, and where it happened."""
    say("this is a bug in rulewright", kind="internal error")
    traceback.print_exception(error, file=sys.stderr)
    return BUG


@told.register
def _(error: click.exceptions.Exit) -> int:
    """End as asked."""
    return error.exit_code


@told.register
def _(error: RulewrightError) -> int:
    """Tell what was wrong; the error knows its status."""
    say(str(error))
    return error.exit_status


@told.register
def _(error: click.ClickException) -> int:
    """Tell what is wrong with the command line."""
    say(error.format_message())
    return USAGE


@told.register(KeyboardInterrupt)
@told.register(click.Abort)
def _(error: BaseException) -> int:
    """Say nothing: the user knows."""
    del error
    return INTERRUPTED


@told.register
def _(error: OSError) -> int:
    """Tell that there is no room for the output; any other failure is a bug."""
    if error.errno not in FULL:
        return told.dispatch(Exception)(error)
    forget_output()
    say(f"cannot write the output: {error.strerror}")
    return USAGE


@told.register
def _(error: BrokenPipeError) -> int:
    """Say nothing: nobody listens."""
    del error
    forget_output()
    return READER_LEFT


def say(message: str, kind: str = "error") -> None:
    """Tell what went wrong in one line on standard error."""
    click.echo(f"{kind}: {' '.join(message.splitlines())}", err=True)


def forget_output() -> None:
    """Let what is still to be written go nowhere, so that the interpreter ends in silence."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
