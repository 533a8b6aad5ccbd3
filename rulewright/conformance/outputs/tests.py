"""Deviations as vectors: a counterexample becomes a test that any runner of vectors can keep."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from rulewright.conformance.evidence.deviations import ABOUT_OPTIONS
from rulewright.conformance.evidence.report import GameReport, ReportedDeviation
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.play.view import view

SCHEMA = 1


def as_vectors(game: str, runs: Iterable[GameReport]) -> str:
    """Write the deviations of a game, under all rulings it was run under, as a file of vectors."""
    found = [vector(deviation) for run in runs for deviation in testable(run)]
    content = {"schema": SCHEMA, "game": game, "vectors": found}
    return json.dumps(content, indent=1) + "\n"


def testable(game: GameReport) -> list[ReportedDeviation]:
    """List the deviations that a vector can hold: those about positions, not about options."""
    return [deviation for deviation in game.deviations if deviation.kind not in ABOUT_OPTIONS]


def vector(deviation: ReportedDeviation) -> dict[str, Any]:
    """Return a deviation as a vector: what the rules say of its position."""
    engine = games.fastest(deviation.game, deviation.params, deviation.rulings)
    at = view(engine, state_after(engine, deviation.moves))
    expect: dict[str, Any] = {
        "legal": list(at.legal),
        "position": at.position,
        "over": at.over,
        "turn": at.turn,
        "scores": at.scores,
        "winners": list(at.winners),
    }
    if deviation.action is not None and deviation.action not in at.legal:
        clauses = [clause.clause for clause in deviation.clauses]
        expect["forbidden"] = [{"action": deviation.action, "clauses": clauses}]
    asked = [deviation.params, dict(deviation.rulings), list(deviation.moves), expect]
    digest = hashlib.sha256(
        json.dumps([deviation.game, asked], sort_keys=True).encode()
    ).hexdigest()
    return {
        "id": f"found-{deviation.kind.replace(' ', '-')}-{digest[:10]}",
        "params": deviation.params,
        "rulings": dict(deviation.rulings),
        "clauses": [clause.clause for clause in deviation.clauses],
        "questions": [],
        "comment": deviation.sentence,
        "moves": list(deviation.moves),
        "expect": expect,
    }
