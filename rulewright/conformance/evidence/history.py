"""The results of engines over their versions: JSON lines, one for each engine of each comparison."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import attrs
from attrs import frozen

from rulewright.conformance.evidence.comparison import Contested, EnginesCompared
from rulewright.conformance.evidence.printable import named
from rulewright.interface import Json, UsageError

FORMAT = 1
WHOLE = "a whole number, 0 or more"
TYPES: dict[str, tuple[tuple[type, ...], str]] = {
    "date": ((str,), "a date"),
    "game": ((str,), "a text"),
    "engine": ((str,), "a text"),
    "version": ((str,), "a text"),
    "params": ((dict,), "an object"),
    "rulings": ((dict,), "an object"),
    "effort": ((str,), "a text"),
    "seed": ((int,), WHOLE),
    "verdict": ((str,), "a text"),
    "deviations": ((int, type(None)), f"{WHOLE}, or null"),
    "unsupported": ((int,), WHOLE),
    "readings": ((dict,), "an object"),
    "speed": ((int, float, type(None)), "a number, 0 or more, or null"),
}


class MalformedHistory(UsageError):
    """A file of results that cannot be read."""

    def __init__(self, name: str, line: int, problem: str) -> None:
        """Name the file, the line and what is wrong with it."""
        super().__init__(f"{named(name)}: line {line}: {problem}")


@frozen
class Milestone:
    """The result of one version of an engine."""

    date: str
    game: str
    engine: str
    version: str
    params: Json
    rulings: Json
    effort: str
    seed: int
    verdict: str
    deviations: int | None
    """None if the run did not get through."""
    unsupported: int
    readings: Json
    """For each question, what was said of the engine."""
    speed: float | None
    """Answers a second."""

    def is_like(self, other: Milestone) -> bool:
        """Return whether two results can be compared: of one game under the same options."""
        return (self.game, self.params, self.rulings, self.effort) == (
            other.game,
            other.params,
            other.rulings,
            other.effort,
        )


@frozen
class Trend:
    """The results of one engine, a version each, oldest first."""

    engine: str
    milestones: tuple[Milestone, ...]


def milestone(compared: EnginesCompared, contested: Contested, today: date) -> Milestone:
    """Return the result of one engine of a comparison."""
    game = contested.game
    speed = contested.speed
    return Milestone(
        date=today.isoformat(),
        game=compared.game,
        engine=contested.contender.name,
        version=contested.contender.version,
        params=dict(compared.params),
        rulings=dict(compared.rulings),
        effort=compared.effort,
        seed=compared.seed,
        verdict=contested.report.verdict.value,
        deviations=contested.deviations,
        unsupported=contested.report.unsupported,
        readings={} if game is None else {each.question: each.said for each in game.questions},
        speed=None if speed is None else round(speed, 1),
    )


def written_line(each: Milestone) -> str:
    """Write a result as one line."""
    return json.dumps({"history": FORMAT, **attrs.asdict(each)}) + "\n"


def read_history(name: str, content: bytes) -> tuple[Milestone, ...]:
    """Read results; raises `MalformedHistory`."""
    found = []
    for number, line in enumerate(content.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            given = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise MalformedHistory(name, number, f"is not JSON in UTF-8: {error}") from error
        problem = problem_of(given)
        if problem:
            raise MalformedHistory(name, number, problem)
        found.append(Milestone(**{field: given[field] for field in TYPES}))
    return tuple(found)


def problem_of(given: Any) -> str:
    """Say what is wrong with a record; "" if nothing is."""
    if type(given) is not dict or given.get("history") != FORMAT:
        return f'is no result: it must be an object with "history": {FORMAT}'
    extra = next((each for each in given if each not in {"history", *TYPES}), None)
    if extra is not None:
        return f"unknown name {extra!r}"
    for name, (kinds, noun) in TYPES.items():
        if name not in given:
            return f"{name} is missing"
        value = given[name]
        if type(value) not in kinds or (type(value) in (int, float) and not 0 <= value < 1e18):  # noqa: PLR2004
            return f"{name} must be {noun}, is {json.dumps(value)[:40]}"
    try:
        date.fromisoformat(given["date"])
    except ValueError:
        return f"date must be a date such as 2027-01-31, is {json.dumps(given['date'])[:40]}"
    return ""


def trends(milestones: Sequence[Milestone], now: Iterable[Milestone]) -> tuple[Trend, ...]:
    """Return a trend for each engine of this run, from all results under the same options.

    Versions stand in the order in which they first occur; the last result of a version counts.
    """
    found = []
    current = tuple(now)
    for name in dict.fromkeys(each.engine for each in current):
        like = next(each for each in current if each.engine == name)
        versions = {
            each.version: each
            for each in (*milestones, *current)
            if each.engine == name and each.is_like(like)
        }
        found.append(Trend(name, tuple(versions.values())))
    return tuple(found)
