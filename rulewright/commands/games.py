"""`rulewright games`: the games, their parameters, and the questions of their rulebooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from rulewright.console.ending import say
from rulewright.console.options import AS_JSON
from rulewright.console.output import print_json


@click.command("games")
@click.argument("game", required=False, metavar="[GAME]")
@AS_JSON
def games_command(game: str | None, as_json: bool) -> None:
    """List games, parameters, questions, readings.

    Games that cannot be loaded are named in a line each, and the exit status is 5; the others are
    listed.
    """
    from rulewright.play.attribution import GuestMistake, attributed  # noqa: PLC0415
    from rulewright.play.games import game_names  # noqa: PLC0415

    described: list[dict[str, Any]] = []
    broken: list[GuestMistake] = []
    for name in (game,) if game is not None else game_names():
        try:
            described.append(describe(name))
        except Exception as error:
            mistake = attributed(error)
            if not isinstance(mistake, GuestMistake):
                raise
            broken.append(mistake)
    if as_json:
        print_json(
            {
                "games": described,
                "broken": [{"game": each.game, "error": str(each)} for each in broken],
            }
        )
    elif described:
        click.echo("\n\n".join("\n".join(lines_about(each)) for each in described))
    for each in broken[1:]:
        say(str(each))
    if broken:
        raise broken[0]  # after the games that load


def describe(name: str) -> dict[str, Any]:
    """Return a game's parameters and questions as JSON; raises `UnknownGame`."""
    from rulewright.interface import choices_of  # noqa: PLC0415
    from rulewright.play.games import PARTS, game_names, specified  # noqa: PLC0415

    game = specified(name)
    return {
        "game": name,
        "title": game.rulebook.title,
        "is": [noun for part, noun in PARTS.items() if name in game_names(part)],
        "parameters": {
            parameter: {"default": default, "values": values}
            for parameter, (default, values) in choices_of(game.parameters).items()
        },
        "questions": {
            question.name: {
                "asks": question.asks,
                "default": question.default,
                "readings": {reading.name: reading.meaning for reading in question.readings},
                "clauses": list(question.clauses),
            }
            for question in game.rulebook.questions
        },
    }


def lines_about(game: dict[str, Any]) -> Iterator[str]:
    """Yield the description as lines."""
    yield f"{game['game']}: {game['title']} ({', '.join(game['is'])})"
    yield "  parameters"
    for name, parameter in game["parameters"].items():
        yield f"    {name}={parameter['default']}  {spelled(parameter['values'])}"
    yield "  questions"
    for name, question in game["questions"].items():
        yield f"    {name}: {question['asks']}"
        for reading, meaning in question["readings"].items():
            default = " (default)" if reading == question["default"] else ""
            yield f"      {reading}{default}: {meaning}"


def spelled(values: Any) -> str:
    """Return the values of a parameter: a demand in words, or a list of names."""
    return values if isinstance(values, str) else ", ".join(map(str, values or ("any value",)))
