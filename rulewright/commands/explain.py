"""`rulewright explain`: why an action is illegal, in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs
import click

from rulewright.console.options import AS_JSON, MOVES, game_with_options
from rulewright.console.output import print_json

if TYPE_CHECKING:
    from rulewright.interface import Violation


@click.command("explain")
@game_with_options
@MOVES
@click.option("--action", required=True, metavar="TEXT", help="The action in question.")
@AS_JSON
def explain_command(
    *,
    game: str,
    params: dict[str, Any],
    rulings: dict[str, str],
    moves: tuple[str, ...],
    action: str,
    as_json: bool,
) -> None:
    """Explain why an action is illegal.

    Prints the clauses that forbid it, with their demands and quotations, or that it is legal.
    """
    from rulewright.play import games  # noqa: PLC0415
    from rulewright.play.explain import explain, play_all  # noqa: PLC0415

    engine: Any = games.engine(game, params, rulings, "spec")
    state = play_all(engine, moves)
    violations = explain(engine, state, action)
    if not as_json:
        titles = {source.name: source.title for source in games.specified(game).rulebook.sources}
        print_violations(action, violations, titles)
        return
    print_json(
        {
            "game": game,
            "params": dict(engine.params),
            "rulings": dict(engine.rulings),
            "moves": list(moves),
            "action": action,
            "legal": not violations,
            "violations": [attrs.asdict(violation) for violation in violations],
        }
    )


def print_violations(action: str, violations: Sequence[Violation], titles: dict[str, str]) -> None:
    """Print the verdict, and a paragraph for each clause."""
    click.echo(f"{action}: {'illegal' if violations else 'legal'}")
    for violation in violations:
        source = f"{titles.get(violation.source, violation.source)} ({violation.source})"
        click.echo(f"\n{violation.clause}: {violation.demand}")
        click.echo(f"  “{violation.quotation}”")
        click.echo(f"  {source}")
