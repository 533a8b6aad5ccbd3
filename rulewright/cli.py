"""The command line: `rulewright COMMAND ...`."""

from __future__ import annotations

import faulthandler
import io
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from rulewright.commands import COMMANDS, command_named
from rulewright.console.ending import status_of
from rulewright.garbage import look_seldom
from rulewright.interface import UnknownName, require_docstrings


class UnknownCommand(UnknownName):
    """No command of that name."""

    noun = "command"


class Application(click.Group):
    """A group of commands that ends with the exit status its errors call for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands, the main one first."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command; raises `UnknownCommand`."""
        if cmd_name not in COMMANDS:
            raise UnknownCommand(cmd_name, self.list_commands(ctx))
        return command_named(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each command is for; loads none."""
        width = formatter.width - 6 - max(map(len, self.list_commands(ctx)))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, click.Command(name, help=text).get_short_help_str(width))
                    for name, text in COMMANDS.items()
                ]
            )

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit with a status (see `rulewright.console.ending`)."""
        del complete_var, standalone_mode
        given = list(sys.argv[1:] if args is None else args)

        def work() -> None:
            require_docstrings()
            with self.make_context(prog_name or "rulewright", given, **extra) as context:
                self.invoke(context)

        sys.exit(status_of(work))


@click.group(
    cls=Application,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="rulewright", prog_name="rulewright")
@click.pass_context
def application(context: click.Context) -> None:
    """Verify the rules of abstract board games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command line; characters that standard output cannot encode are escaped.

    If machine code ends the process, Python says in which file and line it was called.
    """
    with suppress(AttributeError, OSError, RuntimeError, ValueError):
        faulthandler.enable()  # needs a standard error that is a file
    look_seldom()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    application.main()
