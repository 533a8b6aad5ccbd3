"""A report in every form: written into a folder, all of them or none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulewright.conformance.evidence.report import Report
from rulewright.conformance.outputs.badge import badge_json, badge_svg
from rulewright.conformance.outputs.junit import junit
from rulewright.conformance.outputs.lines import json_lines
from rulewright.conformance.outputs.page import page
from rulewright.conformance.outputs.summary import markdown
from rulewright.conformance.outputs.tests import as_vectors, testable

FORMS: dict[str, Callable[[Report], str]] = {
    "report.html": page,
    "report.jsonl": json_lines,
    "summary.md": markdown,
    "junit.xml": junit,
    "badge.json": badge_json,
    "badge.svg": badge_svg,
}


def tests_of(game: str) -> str:
    """Name the file of the vectors that are made of a game's deviations."""
    return f"vectors-{game}.json"


def texts(report: Report) -> dict[str, str]:
    """Write a report in every form: file name -> text.

    A game with deviations has a file of vectors as well, that turn them into tests.
    """
    made = {name: form(report) for name, form in FORMS.items()}
    for game in dict.fromkeys(each.game for each in report.games):
        runs = [each for each in report.games if each.game == game]
        if any(map(testable, runs)):
            made[tests_of(game)] = as_vectors(game, runs)
    return made


def write_all(report: Report, folder: Path, write: Callable[[str, str], None]) -> tuple[str, ...]:
    """Write every form into a folder with `write(file name, text)`; returns the names."""
    made = texts(report)
    for name, text in made.items():
        write(str(folder / name), text)
    return tuple(made)
