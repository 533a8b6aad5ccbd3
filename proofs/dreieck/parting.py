"""Where two readings of a question part: games replayed on both, and all short games compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.proofs.computed import Computed
from rulewright.spec.dreieck import GAME


def sides(params: Mapping[str, Any], question: str, **rulings: str) -> tuple[Any, Any]:
    """Make the two games that differ in the readings of one question."""
    readings = [reading.name for reading in GAME.rulebook.question(question).readings]
    first, second = (GAME.engine(params, {**rulings, question: name}) for name in readings)
    return first, second


def look(engine: Any, state: Any) -> tuple[Any, ...]:
    """What there is to see of a position: the form on the page, and the legal actions."""
    return engine.to_json(state), engine.legal_actions(state), engine.winners(state)


def part_after(pair: tuple[Any, Any], moves: tuple[str, ...]) -> Computed:
    """Replay a game on both; they must be alike before the last move, and differ after it."""
    states = [engine.initial() for engine in pair]
    for move in moves:
        if look(pair[0], states[0]) != look(pair[1], states[1]):
            return Computed.of_game(pair[0], moves, False, f"they part before {move}")
        states = [engine.play(state, move) for engine, state in zip(pair, states, strict=True)]
    differ = look(pair[0], states[0]) != look(pair[1], states[1])
    detail = "part" if differ else "are alike"
    return Computed.of_game(
        pair[0], moves, differ, f"the readings {detail} after {len(moves)} actions"
    )


def alike_for(pair: tuple[Any, Any], plies: int) -> Computed:
    """Compare all games of so many actions on both: no two readings part in them."""
    layer = {pair[0].initial(): pair[1].initial()}
    compared = 0
    for ply in range(plies + 1):
        following = {}
        for mine, theirs in layer.items():
            compared += 1
            if look(pair[0], mine) != look(pair[1], theirs):
                return Computed(False, f"they part after {ply} actions", compared)
            if ply < plies:
                for action in pair[0].legal_actions(mine):
                    following[pair[0].play(mine, action)] = pair[1].play(theirs, action)
        layer = following
    detail = f"alike in all {compared} positions of at most {plies} actions"
    return Computed(True, detail, compared)


def for_each(*findings: Computed) -> Computed:
    """All of some findings; the first that does not hold, if there is one."""
    bad = [finding for finding in findings if not (finding.holds and finding.looked)]
    detail = "; ".join(each.detail for each in findings)
    looked = sum(each.looked for each in findings)
    return bad[0] if bad else Computed(True, detail, looked, findings[0].game)
