"""Deviations as vectors: a counterexample becomes a test that any runner of vectors can keep."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rulewright.conformance.evidence.deviations import ABOUT_OPTIONS
from rulewright.conformance.evidence.report import GameReport, ReportedDeviation
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.play.view import view

SCHEMA = 1


def as_vectors(game: GameReport) -> str:
    """Write the deviations of a game as a file of vectors."""
    content = {
        "schema": SCHEMA,
        "game": game.game,
        "vectors": [vector(told) for told in testable(game)],
    }
    return json.dumps(content, indent=1) + "\n"


def testable(game: GameReport) -> list[ReportedDeviation]:
    """List the deviations that a vector can hold: those about positions, not about options."""
    return [told for told in game.deviations if told.kind not in ABOUT_OPTIONS]


def vector(told: ReportedDeviation) -> dict[str, Any]:
    """Write what the rules say of the position of a deviation."""
    engine = games.fastest(told.game, told.params, told.rulings)
    at = view(engine, state_after(engine, told.moves))
    expect: dict[str, Any] = {
        "legal": list(at.legal),
        "position": at.position,
        "over": at.over,
        "turn": at.turn,
        "scores": at.scores,
        "winners": list(at.winners),
    }
    if told.action is not None and told.action not in at.legal:
        clauses = [clause.clause for clause in told.clauses]
        expect["forbidden"] = [{"action": told.action, "clauses": clauses}]
    asked = [told.params, dict(told.rulings), list(told.moves), expect]
    digest = hashlib.sha256(json.dumps([told.game, asked], sort_keys=True).encode()).hexdigest()
    return {
        "id": f"found-{told.kind.replace(' ', '-')}-{digest[:10]}",
        "params": told.params,
        "rulings": dict(told.rulings),
        "clauses": [clause.clause for clause in told.clauses],
        "questions": [],
        "comment": told.sentence,
        "moves": list(told.moves),
        "expect": expect,
    }
