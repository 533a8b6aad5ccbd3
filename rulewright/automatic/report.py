"""Automatic theorems as text, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from json import dumps
from typing import Any

from attrs import asdict

from rulewright.automatic.running import AutomaticRun, BoardVerdict
from rulewright.automatic.statements import AutomaticVerdict, ShownStep
from rulewright.play import games
from rulewright.wording.numbers import counted, duration
from rulewright.wording.options import options


def lines_of(run: AutomaticRun) -> Iterator[str]:
    """Write all boards of a run, the smallest first, and what was not tried."""
    for board in run.boards:
        yield from lines_of_board(run.game, board)
    for params in run.not_tried:
        yield f"{run.game} ({options(params)}): not tried, as no time was left"


def lines_of_board(game: str, board: BoardVerdict) -> Iterator[str]:
    """Write one board: what was compared, each statement, and a summary."""
    where = f"{game} ({options(board.params)})"
    yield f"{where}: {board.readings}"
    if board.why_not:
        yield f"  no rules over unknowns: {board.why_not}"
    elif board.compared:
        yield f"  rules over unknowns: as the engine plays, in {board.compared:,} cases of random games"
    else:
        yield "  rules over unknowns: not compared with the engine"
    yield ""
    for verdict in board.verdicts:
        yield from lines_of_verdict(game, verdict)
        yield ""
    counts = {
        status: sum(verdict.status == status for verdict in board.verdicts)
        for status in dict.fromkeys(verdict.status for verdict in board.verdicts)
    }
    said = ", ".join(f"{number} {status}" for status, number in counts.items())
    ran_out = "; some ran into the limit of time" if board.ran_out else ""
    yield f"{where}: {counted(len(board.verdicts), 'statements')}: {said}{ran_out}; " + duration(
        board.seconds
    )


def lines_of_verdict(game: str, verdict: AutomaticVerdict) -> Iterator[str]:
    """Write one statement with its verdict, position and twins."""
    yield verdict.name
    yield f"  statement: {verdict.statement}"
    word = f"{verdict.status}: {verdict.answer}" if verdict.answer else verdict.status
    under = f" (under {verdict.under})" if verdict.under else ""
    yield f"  verdict: {word}{under}"
    yield f"  detail: {verdict.detail}"
    if verdict.shown is not None:
        yield from (f"  {line}" for line in lines_of_step(game, verdict.shown))
    if verdict.twins:
        none = (
            "" if any(twin.status == "refuted" for twin in verdict.twins) else "; none refutes it"
        )
        yield (
            "  twins: " + "; ".join(f"{twin.name}: {twin.status}" for twin in verdict.twins) + none
        )


def lines_of_step(game: str, shown: ShownStep) -> Iterator[str]:
    """Write a position, drawn and as JSON, the action, the position after it, and the way there."""
    yield f"position ({options(games.not_default(game, shown.params, shown.rulings))}):"
    yield from (f"  {line}" for line in drawn(game, shown, shown.before))
    yield f"  {dumps(shown.before, ensure_ascii=False)}"
    if shown.action is not None:
        yield f"action: {shown.action}"
    if shown.after is not None:
        yield "position after it:"
        yield from (f"  {line}" for line in drawn(game, shown, shown.after))
        yield f"  {dumps(shown.after, ensure_ascii=False)}"
    if shown.moves is not None:
        yield f"reached by: {' '.join(shown.moves) or 'it is the start'}"
    elif shown.search:
        yield f"reached: no, not among {shown.search}"


def drawn(game: str, shown: ShownStep, position: Any) -> list[str]:
    """Draw a position; nothing where the game's drawing cannot, as of one that no game reaches."""
    specified = games.specified(game)
    try:
        engine = specified.engine(shown.params, shown.rulings)
        return specified.draw.text(engine, position).splitlines()
    except Exception:  # noqa: BLE001 - the game's own code, on a position that it may not foresee
        return []


def as_json(run: AutomaticRun) -> dict[str, Any]:
    """Return a run as JSON."""
    return {
        "game": run.game,
        "held": run.stands,
        "boards": [
            {
                "params": dict(board.params),
                "readings": board.readings,
                "compared": board.compared,
                "why_not": board.why_not,
                "held": board.stands,
                "ran_out": board.ran_out,
                "seconds": round(board.seconds, 3),
                "statements": [statement_as_json(verdict) for verdict in board.verdicts],
            }
            for board in run.boards
        ],
        "not_tried": [dict(params) for params in run.not_tried],
    }


def statement_as_json(verdict: AutomaticVerdict) -> Mapping[str, Any]:
    """Return one verdict as JSON."""
    found = asdict(verdict)
    return {**found, "held": verdict.stands, "seconds": round(verdict.seconds, 3)}
