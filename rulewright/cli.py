"""The command line: `rulewright COMMAND ...`."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import Any

import click

from rulewright import __version__
from rulewright.commands import COMMANDS
from rulewright.console.ending import status_of
from rulewright.interface import UnknownName, require_docstrings


class UnknownCommand(UnknownName):
    """No command of that name."""

    noun = "command"


class Application(click.Group):
    """A group of commands that ends with the exit status its errors call for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands, the main one first."""
        del ctx
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; raises `UnknownCommand`."""
        if cmd_name not in self.commands:
            raise UnknownCommand(cmd_name, self.list_commands(ctx))
        return super().get_command(ctx, cmd_name)

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
@click.version_option(__version__, prog_name="rulewright")
@click.pass_context
def application(context: click.Context) -> None:
    """Verify the rules of abstract board games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in COMMANDS:
    application.add_command(command)


def main() -> None:
    """Run the command line; characters that standard output cannot encode are escaped."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    application.main()
