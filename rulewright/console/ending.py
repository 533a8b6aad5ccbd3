"""How the command line ends: one line for bad input, and an exit status for each kind of error."""

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
FAULT = 3
"""An adapter broke down."""
BUG = 4
INTERRUPTED = 130
READER_LEFT = 141
"""What a shell reports for a program whose reader closed the pipe."""

TRACEBACK = "RULEWRIGHT_TRACEBACK"
"""If this variable is set, the traceback of a guest's mistake is printed below its line."""

NO_ARGUMENTS: tuple[type[click.UsageError], ...] = (
    (click.exceptions.NoArgsIsHelpError,) if hasattr(click.exceptions, "NoArgsIsHelpError") else ()
)
"""What click raises where a group is named without a command; before 8.2 it printed help."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of the system when output cannot be stored."""


def status_of(work: Callable[[], object]) -> int:
    """Run a command and return the exit status; errors go to standard error."""
    try:
        try:
            work()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last resort
        return reported(error)
    except BaseException as error:
        from rulewright.play.attribution import guest_of  # noqa: PLC0415 - loaded if something breaks

        if guest_of(error) is None:  # such as a `SystemExit` that is meant
            raise
        return reported(error)
    return 0


def choices(error: click.UsageError) -> str:
    """Say which commands a group has, where none is named."""
    context = error.ctx
    if context is None or not isinstance(context.command, click.Group):
        return error.format_message()
    named = ", ".join(context.command.list_commands(context))
    return f"{context.command_path!r} needs a command: {named}"


@singledispatch
def reported(error: BaseException) -> int:
    """Report an unexpected error: a guest's in one line, ours with its traceback; return the status."""
    from rulewright.play.attribution import attributed  # noqa: PLC0415 - loaded if something breaks

    mistake = attributed(error)
    if isinstance(mistake, RulewrightError):
        return reported(mistake)
    say("this is a bug in rulewright", kind="internal error")
    traceback.print_exception(error, file=sys.stderr)
    return BUG


@reported.register
def _(error: click.exceptions.Exit) -> int:
    """Exit as requested."""
    return error.exit_code


@reported.register
def _(error: RulewrightError) -> int:
    """Report an error on purpose, or the mistake of a guest, in one line; each has its own status."""
    from rulewright.play.attribution import GUEST, attributed  # noqa: PLC0415 - loaded if needed

    mistake = attributed(error)
    said = mistake if isinstance(mistake, RulewrightError) else error
    say(str(said))
    if said.exit_status == GUEST and os.environ.get(TRACEBACK):
        traceback.print_exception(error, file=sys.stderr)
    return said.exit_status


@reported.register
def _(error: click.ClickException) -> int:
    """Report a wrong command line."""
    say(error.format_message() if not isinstance(error, NO_ARGUMENTS) else choices(error))
    return USAGE


@reported.register(KeyboardInterrupt)
@reported.register(click.Abort)
def _(error: BaseException) -> int:
    """Print nothing: the user interrupted the command."""
    del error
    return INTERRUPTED


@reported.register
def _(error: OSError) -> int:
    """Report that output cannot be stored; any other failure is a bug."""
    if error.errno not in FULL:
        return reported.dispatch(Exception)(error)
    forget_output()
    say(f"cannot write the output: {error.strerror}")
    return USAGE


@reported.register
def _(error: BrokenPipeError) -> int:
    """Print nothing: the reader closed the pipe."""
    del error
    forget_output()
    return READER_LEFT


def say(message: str, kind: str = "error") -> None:
    """Print a message in one line on standard error."""
    click.echo(f"{kind}: {' '.join(message.splitlines())}", err=True)


def forget_output() -> None:
    """Discard unwritten output, so that the interpreter exits without an error of its own."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
