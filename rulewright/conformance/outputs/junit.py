"""JUnit XML: a suite for each stage of each game, a test case for each case."""

from __future__ import annotations

from itertools import groupby
from xml.etree import ElementTree as ET

from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.readings import beside_first
from rulewright.conformance.evidence.report import (
    CaseResult,
    Conformity,
    FaultMet,
    GameReport,
    Report,
    Status,
)
from rulewright.wording.signs import visible

OUTCOMES = {Status.DEVIATES: "failure", Status.FAULT: "error", Status.UNSUPPORTED: "skipped"}
COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}


def junit(report: Report) -> str:
    """Write a report as JUnit XML."""
    root = ET.Element("testsuites", name=clean(f"{report.name}: {report.verdict.value}"))
    early = [
        CaseResult("start", fault.doing, Status.FAULT, fault.message) for fault in report.faults
    ]
    add_suites(root, "rulewright", early)
    for game in report.games:
        met = [one_case(fault) for fault in game.faults if is_of_the_whole(fault)]
        known = "; ".join(dict.fromkeys(each.known for each in game.deviations))
        beside = options(beside_first(report, game))
        name = f"{game.game} {beside}".strip()
        add_suites(root, name, [*game.cases, *met, *of_declared(game)], known * passes(game))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def is_of_the_whole(fault: FaultMet) -> bool:
    """Return whether a fault belongs to no single case."""
    return fault.doing == "the whole run"


def one_case(fault: FaultMet) -> CaseResult:
    """Return a fault as a case."""
    return CaseResult("run", fault.doing, Status.FAULT, fault.message)


def passes(game: GameReport) -> bool:
    """Return whether all that deviates is known."""
    return game.verdict is Conformity.EXCEPT_KNOWN


def of_declared(game: GameReport) -> list[CaseResult]:
    """Return each known difference as a case: it deviates if it no longer occurs."""
    return [
        CaseResult(
            "known differences",
            each.difference.about,
            Status.DEVIATES if each.fails else Status.PASSED,
            each.status if each.fails else "",
        )
        for each in game.declared
    ]


def add_suites(root: ET.Element, game: str, cases: list[CaseResult], known: str = "") -> None:
    """Add a suite for each stage; where all that deviates is known, it is skipped for the reason."""
    for stage, group in groupby(
        sorted(cases, key=lambda case: case.stage), lambda case: case.stage
    ):
        suite = ET.SubElement(root, "testsuite", name=f"{game}.{stage}")
        counts = dict.fromkeys(("tests", *COUNTED.values()), 0)
        for case in group:
            counts["tests"] += 1
            item = ET.SubElement(
                suite, "testcase", classname=f"{game}.{stage}", name=clean(case.name)
            )
            outcome = OUTCOMES.get(case.status)
            detail = case.detail
            if known and outcome == "failure":
                outcome, detail = "skipped", f"known difference ({known}): {detail}"
            if outcome is not None:
                counts[COUNTED[outcome]] += 1
                ET.SubElement(item, outcome, message=clean(detail))
        for name, number in counts.items():
            suite.set(name, str(number))


def clean(text: str) -> str:
    """Escape what XML cannot hold, and what cannot be seen."""
    return visible(text)
