"""JUnit XML: a suite for each stage of each game, a test case for each case."""

from __future__ import annotations

from itertools import groupby
from xml.etree import ElementTree as ET

from rulewright.conformance.evidence.printable import visible
from rulewright.conformance.evidence.report import CaseResult, FaultMet, Report, Status

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
        add_suites(root, game.game, [*game.cases, *met])
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def is_of_the_whole(fault: FaultMet) -> bool:
    """Return whether a fault belongs to no single case."""
    return fault.doing == "the whole run"


def one_case(fault: FaultMet) -> CaseResult:
    """Return a fault as a case."""
    return CaseResult("run", fault.doing, Status.FAULT, fault.message)


def add_suites(root: ET.Element, game: str, cases: list[CaseResult]) -> None:
    """Add a suite for each stage."""
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
            if outcome is not None:
                counts[COUNTED[outcome]] += 1
                ET.SubElement(item, outcome, message=clean(case.detail))
        for name, number in counts.items():
            suite.set(name, str(number))


def clean(text: str) -> str:
    """Escape what XML cannot hold, and what cannot be seen."""
    return visible(text)
