"""`rulewright new`: write the package of a new game."""

from __future__ import annotations

from pathlib import Path
from shlex import join, quote

import click


class NewCommands(click.Group):
    """Says what was probably meant where the name of a game stands for the command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; raises `click.UsageError`."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            meant = join(["rulewright", "new", "game", *args])
            ctx.fail(f"'rulewright new' has no command {args[0]!r}: did you mean '{meant}'?")
        return super().resolve_command(ctx, args)


@click.group("new", cls=NewCommands)
def new_command() -> None:
    """Begin a game of your own."""


@new_command.command("game")
@click.argument("name")
@click.option(
    "--board",
    default="square",
    show_default=True,
    metavar="NAME",
    help="The cells of the board: square, hex or triangle.",
)
@click.option(
    "--players", type=int, default=2, show_default=True, metavar="N", help="From 2 to 6 players."
)
@click.option(
    "--folder",
    default=".",
    metavar="DIR",
    help="Where to make the game's folder; the current folder if not given.",
)
def new_game_command(*, name: str, board: str, players: int, folder: str) -> None:
    """Write a package with a rulebook, its rules as formulas, an implementation, a theorem and tests.

    It runs at once: players put pieces on a board, and a straight row of three wins. Change it
    sentence by sentence into your own game. Nothing is written over: the folder NAME must not exist.
    """
    from rulewright.scaffold import NewGame, write_project  # noqa: PLC0415 - loads the catalogue

    project = write_project(NewGame(name, board, players), Path(folder))
    click.echo(f"{project}: written. To verify, prove and test it:")
    click.echo(f"  cd {quote(str(project))}")
    click.echo("  export RULEWRIGHT_GAMES=.   # or: pip install .")
    click.echo(f"  rulewright verify {name} --quick")
    click.echo(f"  rulewright prove {name}")
    click.echo("  python -m pytest")
