"""Options that choose the games, the amount of work, and the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.console.options import BadOption, Command, WholeNumber

if TYPE_CHECKING:
    from rulewright.checks.outcome import Effort

SEEDS = 2**32
"""Seeds are whole numbers below this."""


def drawn(_: click.Context, __: click.Parameter, given: int | None) -> int:
    """Return the given seed, or draw one."""
    import secrets  # noqa: PLC0415

    return secrets.randbelow(SEEDS) if given is None else given


def with_effort(command: Command) -> Command:
    """Add ``--quick``, ``--thorough`` and ``--seed`` to a command."""
    quick = click.option("--quick", is_flag=True, help="A fraction of the work.")
    thorough = click.option("--thorough", is_flag=True, help="Many times the work; takes hours.")
    seed = click.option(
        "--seed",
        type=WholeNumber(0, SEEDS - 1),
        callback=drawn,
        help="Repeat the random games of an earlier run; random if omitted.",
    )
    decorated: Command = quick(thorough(seed(command)))
    return decorated


def level(*, quick: bool, thorough: bool) -> str:
    """Return the name of the chosen effort; raises `BadOption` for both options."""
    if quick and thorough:
        raise BadOption("--quick and --thorough exclude each other")
    return "quick" if quick else "thorough" if thorough else "normal"


def effort_of(*, quick: bool, thorough: bool) -> Effort:
    """Return the chosen effort; raises `BadOption`."""
    chosen = level(quick=quick, thorough=thorough)
    from rulewright.checks import NORMAL, QUICK, THOROUGH  # noqa: PLC0415 - loads the engines

    return {each.name: each for each in (QUICK, NORMAL, THOROUGH)}[chosen]


def known(games: tuple[str, ...]) -> tuple[str, ...]:
    """Return the games without duplicates, all if none is named; raises `UnknownGame`.

    Games that are broken are among them: each command says so of them, and goes on with the others.
    """
    from rulewright.interface import UnknownGame  # noqa: PLC0415
    from rulewright.play.games import game_names  # noqa: PLC0415

    for game in games:
        if game not in game_names():
            raise UnknownGame(game, game_names())
    return tuple(dict.fromkeys(games)) or game_names()
