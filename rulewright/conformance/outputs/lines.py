"""JSON lines: one record a line, each as `report.schema.json` says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from rulewright.conformance.evidence.known import Declared
from rulewright.conformance.evidence.readings import reading_verdicts
from rulewright.conformance.evidence.report import (
    FaultMet,
    GameReport,
    Report,
    ReportedDeviation,
    Unexplained,
)

FORMAT = 1
SCHEMA = Path(__file__).with_name("report.schema.json")


def json_lines(report: Report) -> str:
    """Write a report as JSON lines, in ASCII: Unicode has further line separators."""
    return "".join(json.dumps(each) + "\n" for each in records(report))


def records(report: Report) -> Iterator[dict[str, Any]]:
    """Yield all records: the run, its faults, then game by game."""
    yield {
        "record": "run",
        "format": FORMAT,
        "rulewright": report.version,
        "name": report.name,
        "language": report.language,
        "command": report.command,
        "seed": report.seed,
        "effort": report.effort,
        "verdict": report.verdict.value,
        "unsupported": report.unsupported,
        "seconds": round(report.seconds, 3),
    }
    yield from (fault_record(fault, "") for fault in report.faults)
    for game in report.games:
        yield from game_records(game)
    yield from ({"record": "reading", **attrs.asdict(each)} for each in reading_verdicts(report))


def fault_record(fault: FaultMet, game: str) -> dict[str, Any]:
    """Return the record of a fault."""
    fields = {**attrs.asdict(fault), "moves": list(fault.moves), "rulings": dict(fault.rulings)}
    return {"record": "fault", "game": game, **fields}


def game_records(game: GameReport) -> Iterator[dict[str, Any]]:
    """Yield the records of one game."""
    yield {
        "record": "game",
        "game": game.game,
        "title": game.title,
        "params": game.params,
        "rulings": dict(game.rulings),
        "verdict": game.verdict.value,
        "plays": game.plays,
        "suggestion": game.suggestion,
        "positions": game.positions,
        "played": game.played,
        "messages": game.messages,
        "not_compared": list(game.not_compared),
        "left_out": dict(game.left_out),
        "beyond": game.beyond,
        "seed": game.seed,
        "seconds": round(game.seconds, 3),
        "stages": {
            stage: {status.value: number for status, number in counts.items()}
            for stage, counts in game.stages.items()
        },
    }
    for case in game.cases:
        yield {
            "record": "case",
            "game": game.game,
            "stage": case.stage,
            "name": case.name,
            "status": case.status.value,
            "detail": case.detail,
            "clauses": list(case.clauses),
            "questions": list(case.questions),
        }
    for question in game.questions:
        yield {
            "record": "question",
            "game": game.game,
            "question": question.question,
            "asks": question.asks,
            "status": question.status,
            "readings": list(question.readings),
            "in_force": question.in_force,
            "agreeing": question.agreeing,
            "against": question.against,
            "breaks": {
                reading: {"moves": list(each.moves), "params": each.params, "says": each.sentence}
                for reading, each in question.breaks.items()
            },
        }
    yield from map(deviation_record, game.deviations)
    yield from (unexplained_record(each, game.game) for each in game.unexplained)
    yield from (known_record(each) for each in game.declared)
    yield from (fault_record(fault, game.game) for fault in game.faults)


def known_record(declared: Declared) -> dict[str, Any]:
    """Return the record of a known difference."""
    fields = {**attrs.asdict(declared.difference), "until": str(declared.difference.until)}
    return {
        "record": "known",
        **fields,
        "status": declared.status,
        "deviations": list(declared.deviations),
    }


def unexplained_record(unexplained: Unexplained, game: str) -> dict[str, Any]:
    """Return the record of what is unexplained and decided by the same clauses."""
    fields = attrs.asdict(unexplained)
    lists = {name: list(fields[name]) for name in ("clauses", "under", "perhaps", "moves")}
    return {"record": "unexplained", "game": game, **fields, **lists}


def deviation_record(deviation: ReportedDeviation) -> dict[str, Any]:
    """Return the record of a deviation."""
    return {
        "record": "deviation",
        "game": deviation.game,
        "kind": deviation.kind,
        "params": deviation.params,
        "rulings": dict(deviation.rulings),
        "moves": list(deviation.moves),
        "action": deviation.action,
        "expected": deviation.expected,
        "given": deviation.given,
        "says": deviation.sentence,
        "clauses": [attrs.asdict(clause) for clause in deviation.clauses],
        "because": deviation.because,
        "explained_by": deviation.explained_by,
        "known": deviation.known,
        "shortness": deviation.shortness,
        "times": deviation.times,
        "source": deviation.source,
        "text": deviation.text,
        "their_text": deviation.their_text,
    }
