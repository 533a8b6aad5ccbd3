"""`rulewright referee`: play any game in the browser."""

from __future__ import annotations

import shlex
from typing import Any

import click

from rulewright.commands.adapter_options import ANSWER_LIMIT
from rulewright.console.options import PARAM, RULING, BadOption, WholeNumber


@click.command("referee")
@click.argument("game", required=False, metavar="[GAME]")
@PARAM
@RULING
@click.option(
    "--adapter", metavar="COMMAND", help="A foreign engine to play beside, as for `conform`."
)
@click.option(
    "--port",
    type=WholeNumber(0, 65_535),
    default=0,
    metavar="N",
    help="The port of 127.0.0.1; a free one if omitted.",
)
@ANSWER_LIMIT
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
def referee_command(
    *,
    game: str | None,
    params: dict[str, Any],
    rulings: dict[str, str],
    adapter: str | None,
    port: int,
    answer_limit: float,
    no_browser: bool,
) -> None:
    """Play any game in the browser, with the clause behind every refusal.

    Serves a page to this machine alone, until interrupted. Needs the extra [web].
    """
    from rulewright.bridges.extras import required  # noqa: PLC0415

    words = words_of(adapter)
    for module in ("fastapi", "uvicorn"):
        required(module, "web")
    refuse_unknown(game, params, rulings)
    try_out(words, game)
    from rulewright.referee.api import RefereeSetup  # noqa: PLC0415 - loads the extra
    from rulewright.referee.serving import open_page, serve  # noqa: PLC0415 - the same

    def ready(address: str) -> None:
        click.echo(f"The referee is at {address} (end it with Ctrl+C)")
        if not no_browser:
            open_page(address)

    serve(RefereeSetup(game, params, rulings, words, answer_limit), port, ready)


def words_of(adapter: str | None) -> tuple[str, ...]:
    """Split the command of an adapter; raises `BadOption`."""
    if adapter is None:
        return ()
    try:
        words = tuple(shlex.split(adapter))
    except ValueError as error:
        raise BadOption(f"--adapter {adapter!r} is no command: {error}") from error
    if not words:
        raise BadOption("--adapter is empty: name the command that starts the engine")
    return words


def refuse_unknown(game: str | None, params: dict[str, Any], rulings: dict[str, str]) -> None:
    """Raise what is wrong with game and options before anything is served."""
    from rulewright.play import games  # noqa: PLC0415

    if game is not None:
        games.specification(game, params, rulings)
    elif params or rulings:
        raise BadOption("--param and --ruling need a GAME")


def try_out(words: tuple[str, ...], game: str | None) -> None:
    """Start an adapter once, so that what is wrong with it is said at once, and end it."""
    if not words:
        return
    from rulewright.conformance.adapter.engine import AdapterWitness, PlaysOthers  # noqa: PLC0415

    witness = AdapterWitness(words)
    try:
        missing = witness.missing(game or next(iter(witness.table.games()), ""))
    finally:
        witness.close()
    if missing:
        raise PlaysOthers(missing)
