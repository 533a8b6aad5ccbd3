"""Several engines side by side: as lines for a terminal, as JSON, and as an HTML page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
from markupsafe import Markup

from rulewright.conformance.evidence.comparison import (
    Contested,
    EnginesCompared,
    FirstDifference,
    Pairing,
)
from rulewright.conformance.evidence.history import Trend
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.outputs.page import environment, page
from rulewright.conformance.outputs.summary import fault_line, outcome
from rulewright.conformance.outputs.trend import deviations_chart, speed_chart
from rulewright.console.output import table
from rulewright.wording.numbers import counted
from rulewright.wording.signs import visible

PAGE, DATA = "comparison.html", "comparison.json"
SCHEMA = Path(__file__).with_name("comparison.schema.json")
HEADER = ("engine", "verdict", "other readings", "deviations", "unsupported", "answers/s")
UNKNOWN = "unknown"
NUMBERS = "deviations unsupported answers/s"


def report_of(label: str) -> str:
    """Name the file of one engine's own report."""
    return f"report-{label}.html"


def files_of(labels: Sequence[str]) -> tuple[str, ...]:
    """Name all files of a comparison."""
    return (PAGE, DATA, *map(report_of, labels))


def comparison_texts(compared: EnginesCompared, trends: Sequence[Trend]) -> dict[str, str]:
    """Write a comparison in every form: file name -> text."""
    reports = {report_of(each.contender.label): page(each.report) for each in compared.contested}
    return {PAGE: comparison_page(compared, trends), DATA: as_json(compared), **reports}


# ----------------------------------------------------------------------------------------- in words


def comparison_lines(compared: EnginesCompared) -> Iterator[str]:
    """Yield the lines for a terminal, without control characters."""
    yield f"{compared.title}: {counted(len(compared.contested), 'engines')}"
    yield ""
    yield from table(HEADER, [row(each) for each in compared.contested], NUMBERS)
    for each in compared.contested:
        for fault in faults(each):
            yield visible(f"{each.contender.label}: {fault}")
    for pairing in compared.pairings:
        yield ""
        yield from map(visible, pairing_lines(pairing))


def row(contested: Contested) -> tuple[str, ...]:
    """Return the row of an engine."""
    readings = ", ".join(other_readings(contested)) or "none"
    return (
        contested.contender.label,
        outcome(contested.report),
        UNKNOWN if contested.deviations is None else readings,
        deviations(contested),
        str(contested.report.unsupported),
        speed(contested),
    )


def deviations(contested: Contested) -> str:
    """Write how many deviations there are, if the run got through."""
    return UNKNOWN if contested.deviations is None else str(contested.deviations)


def speed(contested: Contested) -> str:
    """Write how many requests an engine answers in a second."""
    return UNKNOWN if contested.speed is None else f"{contested.speed:,.0f}"


def other_readings(contested: Contested) -> list[str]:
    """Name the readings that an engine follows and that are not in force."""
    questions = () if contested.game is None else contested.game.questions
    return [
        f"{each.question}={each.readings[0]}"
        for each in questions
        if len(each.readings) == 1 and each.readings[0] != each.in_force
    ]


def faults(contested: Contested) -> list[str]:
    """Describe the faults of an engine."""
    game = contested.game
    return [fault_line(each) for each in (*contested.report.faults, *(game.faults if game else ()))]


def pairing_lines(pairing: Pairing) -> Iterator[str]:
    """Say where two engines part."""
    parted = pairing.parted
    looked = counted(pairing.positions, "positions")
    if parted is None and not pairing.positions:
        yield f"{pairing.one} and {pairing.other}: they have played no game in common"
    elif parted is None:
        yield f"{pairing.one} and {pairing.other} do not part in {looked}"
    else:
        yield f"{pairing.one} and {pairing.other} part {place(parted)}: {parted.about}"
        yield f"  {pairing.one}: {parted.one}"
        yield f"  {pairing.other}: {parted.other}"


def place(parted: FirstDifference) -> str:
    """Name the options and the moves."""
    given = f" with {options(parted.params)}" if parted.params else ""
    if not parted.moves:
        return f"at the start{given}"
    return f"after {counted(len(parted.moves), 'moves')}{given} ({' '.join(parted.moves)})"


# ------------------------------------------------------------------------------------ JSON and HTML


def as_json(compared: EnginesCompared) -> str:
    """Write a comparison as one JSON object."""
    content = {
        "format": 1,
        "rulewright": compared.version,
        "game": compared.game,
        "params": compared.params,
        "rulings": dict(compared.rulings),
        "effort": compared.effort,
        "seed": compared.seed,
        "exit_status": compared.exit_status(),
        "engines": [engine_record(each) for each in compared.contested],
        "pairs": [pair_record(each) for each in compared.pairings],
    }
    return json.dumps(content, indent=1) + "\n"


def engine_record(contested: Contested) -> dict[str, Any]:
    """Return the record of an engine."""
    game = contested.game
    return {
        "name": contested.contender.name,
        "version": contested.contender.version,
        "command": list(contested.contender.words),
        "introduced_as": contested.report.name,
        "language": contested.report.language,
        "verdict": contested.report.verdict.value,
        "readings": {} if game is None else {each.question: each.said for each in game.questions},
        "deviations": [
            {
                "says": each.sentence,
                "explained_by": each.explained_by,
                "known": each.known,
                "clauses": [clause.clause for clause in each.clauses],
                "params": each.params,
                "moves": list(each.moves),
            }
            for each in (game.deviations if game else ())
        ],
        "declared": [
            {"about": each.difference.about, "status": each.status}
            for each in (game.declared if game else ())
        ],
        "faults": faults(contested),
        "unsupported": contested.report.unsupported,
        "answers": contested.messages,
        "seconds": round(contested.seconds, 3),
    }


def pair_record(pairing: Pairing) -> dict[str, Any]:
    """Return the record of two engines."""
    parted = pairing.parted
    without_picture = attrs.filters.exclude("svg")
    return {
        "one": pairing.one,
        "other": pairing.other,
        "positions": pairing.positions,
        "parted": None if parted is None else attrs.asdict(parted, filter=without_picture),
    }


def comparison_page(compared: EnginesCompared, trends: Sequence[Trend]) -> str:
    """Write a comparison as an HTML page that needs nothing else."""
    charts = [
        (each, Markup(deviations_chart(each)), Markup(speed_chart(each)))  # noqa: S704 - they escape
        for each in trends
    ]
    return (
        environment()
        .get_template("comparison.html.j2")
        .render(
            compared=compared,
            charts=charts,
            clauses=clauses_of(compared),
            fault_lines=faults,
            options=options,
            outcome=outcome,
            place=place,
            report_of=report_of,
            speed=speed,
            pairing_of=pairings_by_label(compared),
            counted=counted,
            deviations=deviations,
        )
    )


def clauses_of(compared: EnginesCompared) -> dict[str, dict[str, Any]]:
    """Count for each clause the deviations of each engine that are about it; with its demand."""
    found: dict[str, dict[str, Any]] = {}
    for each in compared.contested:
        for deviation in each.game.deviations if each.game else ():
            for clause in deviation.clauses:
                entry = found.setdefault(clause.clause, {"demand": clause.demand, "by": {}})
                by = entry["by"]
                by[each.contender.label] = by.get(each.contender.label, 0) + 1
    return found


def pairings_by_label(compared: EnginesCompared) -> dict[tuple[str, str], tuple[int, Pairing]]:
    """Find each pairing, with its number, by its engines in either order."""
    found = {}
    for number, each in enumerate(compared.pairings, start=1):
        found[each.one, each.other] = found[each.other, each.one] = (number, each)
    return found
