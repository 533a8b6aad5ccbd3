"""Options that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import click

from rulewright.interface import UsageError

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator: TypeAlias = Callable[[Command], Command]


LARGEST = 128
"""The largest whole number allowed for a parameter on the command line."""


class WholeNumber(click.IntRange):
    """A whole number within bounds, and called so in messages."""

    name = "whole number"

    def get_metavar(self, *_: Any, **__: Any) -> str:
        """Stand for it in a command's help."""
        return "N"


class BoundedNumber(click.FloatRange):
    """A number within bounds, and called so in messages."""

    name = "number"


class BadOption(UsageError):
    """The value of a command-line option is malformed."""


def name_and_value(option: str, text: str) -> tuple[str, str]:
    """Split ``NAME=VALUE``; raises `BadOption`."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise BadOption(f"{option} {text!r} must be written NAME=VALUE")
    return name.strip(), value.strip()


def pairs(option: str, texts: Iterable[str]) -> dict[str, str]:
    """Read all uses of an option; raises `BadOption` for one given twice."""
    found: dict[str, str] = {}
    for text in texts:
        name, value = name_and_value(option, text)
        if name in found:
            raise BadOption(f"{option} {name} is given twice")
        found[name] = value
    return found


def typed(text: str) -> Any:
    """Parse a parameter's value: a whole number, a JSON object or list, or else text."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if type(value) in (int, dict, list) else text


def read_params(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> dict[str, Any]:
    """Read all ``--param``; raises `BadOption` for a number that would exhaust memory."""
    found = {name: typed(value) for name, value in pairs("--param", texts).items()}
    for name, value in found.items():
        if type(value) is int and abs(value) > LARGEST:
            raise BadOption(f"--param {name} is {spelled_out(value)}: it must be at most {LARGEST}")
    return found


def spelled_out(value: int) -> str:
    """Write a number, or its size if it is very long."""
    return str(value) if abs(value) < 10**20 else "a number of more than twenty digits"


def read_rulings(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """Read all ``--ruling``."""
    return pairs("--ruling", texts)


def read_moves(_: click.Context, __: click.Parameter, text: str) -> tuple[str, ...]:
    """Split moves at whitespace."""
    return tuple(text.split())


GAME: Decorator[Any] = click.argument("game", metavar="GAME")
PARAM: Decorator[Any] = click.option(
    "--param",
    "params",
    multiple=True,
    metavar="NAME=VALUE",
    callback=read_params,
    help="A parameter of the game; defaults apply if omitted.",
)
RULING: Decorator[Any] = click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="QUESTION=READING",
    callback=read_rulings,
    help="A reading for a question; defaults apply if omitted.",
)
MOVES: Decorator[Any] = click.option(
    "--moves",
    default="",
    metavar="TEXT",
    callback=read_moves,
    help="Actions to play first, separated by spaces.",
)
ENGINE: Decorator[Any] = click.option(
    "--engine",
    "side",
    type=click.Choice(["impl", "spec"]),
    help="Which engine plays: the fast implementation, or the specification, which plays by default "
    "where there is no other.",
)
AS_JSON: Decorator[Any] = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object."
)
JOBS: Decorator[Any] = click.option(
    "--jobs",
    type=WholeNumber(min=1),
    metavar="N",
    help="Run up to N processes at once; one per core if omitted.",
)

JOBS_FROM_ONE: Decorator[Any] = click.option(
    "--jobs",
    type=WholeNumber(min=1),
    metavar="N",
    help="Run up to N processes at once; this one alone if omitted.",
)


def game_with_options(command: Command) -> Command:
    """Add a game, its parameters and its rulings to a command."""
    decorated: Command = GAME(PARAM(RULING(command)))
    return decorated
