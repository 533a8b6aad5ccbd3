"""What a campaign has come to, in lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.campaign.ledger import TOO_MANY
from rulewright.campaign.running import line_of
from rulewright.campaign.state import CampaignState, GameState, KeptFinding
from rulewright.console.output import table
from rulewright.parts.distinct import relative_error
from rulewright.wording.numbers import counted, duration

LEVELS = "▁▂▃▄▅▆▇█"
WIDE = 60
"""Most characters of a curve."""
CURVES = {
    "games": "games",
    "distinct": "distinct positions, estimated",
    "clauses": "clauses seen alone to forbid",
    "pairs": "pairs of readings played",
    "occasions": "occasions met",
    "findings": "findings",
}
"""What is counted over time, and what it is called."""


def lines_of(state: CampaignState) -> Iterator[str]:
    """Yield what a campaign has come to: findings first, then a table, then each game."""
    for each in state.findings:
        yield f"{each.replayed}: {line_of(each.finding)}{times(each)}"
    if state.findings:
        yield ""
    head = ("game", "version", "parts", "games", "positions", "distinct", "time", "findings")
    rows = [row_of(each) for each in state.games]
    yield from table(head, rows, "parts games positions distinct time findings")
    for game in state.games:
        yield from lines_of_game(game)
    if state.examples:
        yield ""
        yield f"{counted(state.examples, 'examples')} of tests for Hypothesis"


def times(kept: KeptFinding) -> str:
    """Say how often a finding was found, if more than once."""
    return f"; found by {kept.times:,} parts" if kept.times > 1 else ""


def row_of(game: GameState) -> tuple[str, ...]:
    """Return the row of the table about one game."""
    return (
        game.game,
        game.rules or "not here",
        f"{game.totals.parts:,}",
        f"{game.games:,}",
        f"{game.positions:,}",
        f"{round(game.totals.distinct):,}",
        duration(game.seconds),
        str(sum(each.open for each in game.findings)),
    )


def lines_of_game(game: GameState) -> Iterator[str]:
    """Yield the coverage over time, what was never seen, the plan, and older versions."""
    yield ""
    yield f"{game.game}: coverage over {counted(len(game.points), 'complete rounds')}"
    for name, what in CURVES.items() if game.points else ():
        every = every_of(game, name)
        last = int(game.points[-1].get(name, 0))
        if every != "none":
            yield f"  {what:<30}{curve(game.points, name)}  {last:,}{every}"
    for never in game.nevers:
        yield f"  {never}"
    if game.points and int(game.points[-1]["findings"]) >= TOO_MANY:
        yield f"  played no more: {TOO_MANY} findings are to be mended first"
    for plan in game.plans:
        yield f"  planned: round {plan.round}, {counted(plan.parts, 'parts')}"
        for item in plan.items:
            yield f"    {counted(item.parts, f'{item.kind} parts')}, options {item.options}: {item.why}"
    yield from lines_about_the_past(game)


def lines_about_the_past(game: GameState) -> Iterator[str]:
    """Yield findings that are gone, examples that failed, and older versions."""
    for each in game.findings:
        if not each.open:
            yield f"  gone: {line_of(each.finding)}"
    if game.examples:
        yield f"  {counted(game.examples, 'failing examples')} for Hypothesis, tried first"
    for older in game.older:
        yield (
            f"  not counted: version {older.rules}, {counted(older.parts, 'parts')}, "
            f"{counted(older.games, 'games')}, {counted(older.positions, 'positions')}"
        )


def every_of(game: GameState, name: str) -> str:
    """Return how many there are of what a curve counts, as the end of a line; `none` if none."""
    every = {
        "pairs": len(game.pairs),
        "occasions": len(game.occasions),
        "clauses": sum(name != game.ending for name in game.totals.clauses),
    }
    if name == "distinct":
        return f" (± {100 * relative_error():.0f} %)"
    if name not in every:
        return ""
    return f" of {every[name]:,}" if every[name] else "none"


def curve(points: Sequence[Mapping[str, Any]], name: str) -> str:
    """Draw a curve with one character for each round, or for some together."""
    values = [int(each.get(name, 0)) for each in points]
    step = -(-len(values) // WIDE)
    shown = values[::-1][::step][::-1]
    most = max(shown, default=0)
    return "".join(
        LEVELS[(len(LEVELS) - 1) * value // most] if most else LEVELS[0] for value in shown
    )
