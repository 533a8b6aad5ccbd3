"""What to do next: a command to paste, by which an engine is held against what it seems to play."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import pairwise

from rulewright.conformance.evidence.hypothesis import not_default
from rulewright.conformance.evidence.printable import whole
from rulewright.conformance.evidence.report import HIDDEN, UNCLEAR, GameReport, Report
from rulewright.conformance.evidence.thoroughness import NORMAL
from rulewright.play import games

RULING = "--ruling"
UNSURE = {HIDDEN, UNCLEAR}


def purpose(game: GameReport) -> str:
    """Say what the next step is for; "" if none is suggested."""
    if not game.suggestion:
        return ""
    if not game.deviations:
        return game.suggestion
    questions = {each.partition("=")[0] for each in readings_of(game)}
    unsure = any(
        each.question in questions and (each.status in UNSURE or len(each.readings) > 1)
        for each in game.questions
    )
    return f"to check it {'with the readings that explain most' if unsure else 'against what it plays'}"


def next_step(report: Report, game: GameReport) -> str:
    """Return the command to paste, or the options for an engine that is no program of its own."""
    if not game.suggestion or not readings_of(game):
        return ""
    if not report.words:
        return game.suggestion
    return shlex.join(["rulewright", "conform", *arguments(report, game), "--", *report.words])


def hint(report: Report, game: GameReport) -> str:
    """Say both in one line."""
    step = next_step(report, game)
    return f"{purpose(game)}: {step}" if step else purpose(game)


def readings_of(game: GameReport) -> list[str]:
    """List the readings that are suggested, each as QUESTION=READING."""
    words = game.suggestion.split()
    return [each for at, each in pairwise(words) if at == RULING]


def arguments(report: Report, game: GameReport) -> Iterator[str]:
    """Yield the options of the same run under the readings that are suggested."""
    found = games.specified(game.game)
    suggested = dict(each.split("=", 1) for each in readings_of(game))
    rulings = not_default({**game.rulings, **suggested}, found.default_rulings)
    yield from ("--game", game.game)
    for option, given in (("--param", game.params), (RULING, rulings)):
        for name, value in given.items():
            yield from (option, f"{name}={whole(value)}")
    if report.effort != NORMAL.name:
        yield f"--{report.effort}"
    yield from ("--seed", str(game.seed))
