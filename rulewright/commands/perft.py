"""`rulewright perft`: count action sequences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from rulewright.console.cluster import on_cluster, with_cluster
from rulewright.console.ending import say
from rulewright.console.options import AS_JSON, ENGINE, MOVES, WholeNumber, game_with_options
from rulewright.console.output import print_json
from rulewright.console.progress import reporter

if TYPE_CHECKING:
    from rulewright.parts.executor import Executor


@click.command("perft")
@game_with_options
@click.option("--depth", type=WholeNumber(min=1), required=True, help="Plies to count.")
@MOVES
@ENGINE
@click.option("--divide", is_flag=True, help="Count by first action, at the full depth only.")
@with_cluster
@AS_JSON
def perft_command(
    *,
    game: str,
    params: dict[str, Any],
    rulings: dict[str, str],
    depth: int,
    moves: tuple[str, ...],
    side: str | None,
    divide: bool,
    cluster: str | None,
    cluster_wait: float,
    as_json: bool,
) -> None:
    """Count the action sequences of a game.

    Prints a line `depth count` for each depth.

    With --divide, prints a line `action count` for each first action instead, sorted.
    """
    from rulewright.play import games  # noqa: PLC0415
    from rulewright.play.explain import play_all  # noqa: PLC0415
    from rulewright.play.perft import divide as divided  # noqa: PLC0415
    from rulewright.play.perft import perfts  # noqa: PLC0415

    games.specified(game)
    played = side or games.side_of(game)
    engine = games.engine(game, params, rulings, played)
    if side is None and played != games.SIDES[0]:
        say(f"{game} has no implementation: the specification counts", kind="note")
    state = play_all(engine, moves)
    lines: Iterable[tuple[Any, int]]
    if cluster is not None:
        options = engine.params, engine.rulings
        with reporter() as report, on_cluster(cluster, cluster_wait, report) as executor:
            lines = counted_on(executor, game, options, (played, moves), depth, divide=divide)
    elif divide:
        lines = divided(engine, state, depth)
    else:
        lines = enumerate(perfts(engine, state, depth), 1)
    if not as_json:
        for name, count in lines:
            click.echo(f"{name} {count}")
        return
    print_json(
        {
            "game": game,
            "params": dict(engine.params),
            "rulings": dict(engine.rulings),
            "engine": played,
            "moves": list(moves),
            "depth": depth,
            "divide" if divide else "counts": {str(name): count for name, count in lines},
        }
    )


def counted_on(
    executor: Executor,
    game: str,
    options: tuple[Mapping[str, Any], Mapping[str, str]],
    played: tuple[str, tuple[str, ...]],
    depth: int,
    *,
    divide: bool,
) -> list[tuple[Any, int]]:
    """Count with an executor; `played` is the engine and the moves played first."""
    from rulewright.parts.perft import added_up, by_first_action  # noqa: PLC0415

    side, moves = played
    counts = by_first_action(executor, game, options, depth, side=side, moves=moves)
    if divide:
        return [(action, several[-1]) for action, several in counts]
    return list(enumerate(added_up(counts, depth), 1))
