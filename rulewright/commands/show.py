"""`rulewright show`: a position as text or as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rulewright.console import files
from rulewright.console.options import AS_JSON, MOVES, BadOption, game_with_options
from rulewright.console.output import print_json

if TYPE_CHECKING:
    from rulewright.play.position import Position


@click.command("show")
@game_with_options
@click.option(
    "--position",
    "position_file",
    metavar="FILE",
    help="Start from this position (JSON; - is standard input), not from the initial one.",
)
@MOVES
@click.option("--svg", metavar="FILE", help="Draw it as SVG to a file (- is standard output).")
@AS_JSON
def show_command(
    *,
    game: str,
    params: dict[str, Any],
    rulings: dict[str, str],
    position_file: str | None,
    moves: tuple[str, ...],
    svg: str | None,
    as_json: bool,
) -> None:
    """Show a position as text or as SVG."""
    if svg == files.STANDARD and as_json:
        raise BadOption(
            "--svg - and --json would both go to standard output: name a file for --svg"
        )
    position = reached(game, params, rulings, position_file, moves)
    if svg is not None:
        files.write(svg, position.svg() + "\n")
    if as_json:
        print_json(facts(position))
    elif svg is None:
        click.echo(str(position))


def reached(
    game: str,
    params: dict[str, Any],
    rulings: dict[str, str],
    position_file: str | None,
    moves: tuple[str, ...],
) -> Position:
    """Play the moves from the position in the file, or from the start of the game."""
    from rulewright.play import games  # noqa: PLC0415
    from rulewright.play.explain import play_all  # noqa: PLC0415
    from rulewright.play.position import Position  # noqa: PLC0415

    engine = games.engine(game, params, rulings, "spec")
    start = None if position_file is None else engine.from_json(files.read_json(position_file))
    state = play_all(engine, moves, start)
    if not moves:
        return Position(engine, state)
    before = engine.to_json(play_all(engine, moves[:-1], start))
    return Position(engine, state, moves[-1], before)


def facts(position: Position) -> dict[str, Any]:
    """Return the facts of a position as JSON, with totals where partners win together."""
    from rulewright.wording.players import totals_of  # noqa: PLC0415

    totals = totals_of(position.engine, position.state)
    return {
        "game": position.engine.game,
        "params": dict(position.engine.params),
        "rulings": dict(position.engine.rulings),
        "over": position.over,
        "turn": position.turn,
        "winners": list(position.winners),
        "scores": position.scores,
        **({"totals": totals} if totals else {}),
        "legal": list(position.legal_actions),
        "position": position.json,
    }
