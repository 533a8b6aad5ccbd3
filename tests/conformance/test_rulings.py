"""`--rulings`: every reading that an engine supports is checked in one run, each in its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from attrs import evolve
from common.players import Playing
from common.tiny import TINY

from rulewright.conformance import Conformity, NotSupported, Plan, Report, conform
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Seat
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.known import KnownDifference
from rulewright.conformance.evidence.readings import beside_first, reading_verdicts
from rulewright.conformance.evidence.report import EVERY, PAIRS
from rulewright.conformance.outputs import texts
from rulewright.conformance.outputs.lines import SCHEMA
from rulewright.conformance.outputs.summary import terminal
from rulewright.conformance.stages.ruling_sets import SupportedRulings, seed_under
from rulewright.play import games

pytestmark = pytest.mark.usefixtures("few_vectors")
IN_FORCE = Hypothesis.of(games.specified("minoa").default_rulings)
Supports = Callable[[dict[str, str]], bool]


class Picky(Playing):
    """Begins a game only under some rulings."""

    def __init__(self, supports: Supports, **readings: str) -> None:
        """Keep what it supports."""
        super().__init__(**readings)
        self.supports = supports
        self.asked: list[dict[str, str]] = []

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game, or not."""
        every = games.specified(game).default_rulings | dict(rulings)
        self.asked.append(every)
        if not self.supports(every):
            raise NotSupported("not these")
        super().new(game, params, rulings)


def chosen(
    how: str, supports: Supports = lambda _: True, game: str = "minoa"
) -> list[dict[str, str]]:
    """Choose the rulings for an engine."""
    in_force = Hypothesis.of(games.specified(game).default_rulings)
    asked = SupportedRulings(Seat(Object(Picky(supports))), game, {}, in_force)
    return [each.readings for each in asked.chosen(how)]


def departures(rulings: Mapping[str, str]) -> dict[str, str]:
    """Return the readings that are not in force."""
    return {name: each for name, each in rulings.items() if IN_FORCE.readings[name] != each}


def test_every_reading_has_its_run() -> None:
    """The others are as in force; what is in force comes first."""
    found = list(map(departures, chosen(EVERY)))
    assert found == [
        {},
        {"end": "literal"},
        {"end": "exhausted"},
        {"closure": "coloured"},
        {"partners": "shared"},
        {"stranded": "over"},
    ]


@pytest.mark.parametrize("game", ["minoa", "nonaga", "ari", "dreieck", "tictactoe"])
def test_pairs_cover_each_two_readings(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In fewer runs than there are rulings, and no fewer than the largest two questions need."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", "examples")
    found = chosen(PAIRS, game=game)
    readings = games.specified(game).readings
    for (one, first), (other, second) in combinations(readings.items(), 2):
        played = {(each[one], each[other]) for each in found}
        assert played == {(a, b) for a in first for b in second}
    for question, every in readings.items():
        assert {each[question] for each in found} == set(every)
    sizes = sorted((len(each) for each in readings.values()), reverse=True)
    least = sizes[0] * (sizes[1] if len(sizes) > 1 else 1)
    assert least <= len(found) <= 2 * least


def test_readings_that_are_supported_only_together_are_found() -> None:
    """One that needs another one; one that there is not; and rulings in force that are not played."""

    def together(every: dict[str, str]) -> bool:
        return (every["end"] == "literal") == (every["closure"] == "coloured")

    assert list(map(departures, chosen(EVERY, together))) == [
        {},
        {"end": "literal", "closure": "coloured"},
        {"end": "exhausted"},
        {"partners": "shared"},
        {"stranded": "over"},
    ]
    found = chosen(EVERY, lambda every: every["end"] == "literal")
    assert {each["end"] for each in found} == {"literal"}
    assert len(found) == 4
    assert chosen(PAIRS, lambda _: False) == [IN_FORCE.readings]


def checked(player: Playing, how: str = EVERY) -> Report:
    """Check a player of Minoa on the smallest board."""
    return conform(Object(player), Plan("minoa", {"n": 1}, {}, TINY, 1, covering=how))


def no_sharing(every: dict[str, str]) -> bool:
    """Support everything but one reading."""
    return every["partners"] == "separate"


def test_the_worst_of_all_counts() -> None:
    """An engine that ignores a ruling conforms to the default; the table says where it deviates."""
    report = checked(Picky(no_sharing, closure="line"))
    assert report.games[0].verdict is Conformity.CONFORMS
    assert report.verdict is Conformity.DEVIATES
    assert report.exit_status() == 1
    found = {(each.question, each.reading): each for each in reading_verdicts(report)}
    assert found["closure", "coloured"].verdict == "deviates"
    assert found["closure", "coloured"].counts == (1, 0, 1)
    assert found["closure", "line"].verdict == "conforms"
    assert found["closure", "line"].counts == (4, 4, 0)
    assert found["partners", "shared"].verdict == "not supported"
    assert report.lacking("minoa") == [("partners", "shared")]
    lines = list(terminal(report))
    assert any(
        line.split() == ["minoa", "closure", "coloured", "deviates", "1", "0", "1"]
        for line in lines
    )
    assert report.unsupported > sum(
        case.status.value == "unsupported" for g in report.games for case in g.cases
    )


def test_each_run_has_its_own_seed_and_place() -> None:
    """The same from the same seed; each form of the report keeps the runs apart."""
    other = IN_FORCE.but(end="literal")
    assert seed_under(1, "minoa", IN_FORCE, IN_FORCE) == 1
    assert seed_under(1, "minoa", other, IN_FORCE) == seed_under(1, "minoa", other, IN_FORCE)
    assert seed_under(1, "minoa", other, IN_FORCE) != seed_under(2, "minoa", other, IN_FORCE)
    report = checked(
        Picky(lambda every: no_sharing(every) and every["end"] == "full", closure="line")
    )
    assert len({each.seed for each in report.games}) == len(report.games) == 3
    assert [beside_first(report, each) for each in report.games] == [
        {},
        {"closure": "coloured"},
        {"stranded": "over"},
    ]
    made = texts(report)
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    records = [json.loads(line) for line in made["report.jsonl"].splitlines()]
    for record in records:
        validator.validate(record)
    readings = [each for each in records if each["record"] == "reading"]
    assert len(readings) == 9
    assert not validator.is_valid({**readings[0], "verdict": "perhaps"})
    names = [each.get("name") for each in ET.fromstring(made["junit.xml"])]  # noqa: S314 - our own
    assert len(names) == len(set(names))
    assert "minoa closure=coloured.vectors" in names
    assert '<table id="readings">' in made["report.html"]
    assert "under closure=coloured" in made["report.html"]
    assert json.loads(made["vectors-minoa.json"])["vectors"][0]["rulings"]["closure"] == "coloured"


def test_a_known_difference_need_not_occur_under_each_of_several_rulings() -> None:
    """An engine that always reads it in one way differs only where another way is asked for."""
    player = Picky(lambda every: no_sharing(every) and every["end"] == "full", closure="line")
    entry = KnownDifference(
        "minoa", "closure=line", "", "", "", "always so", date(2027, 1, 31), {"n": 1}
    )
    gone = evolve(entry, reading="stranded=over")
    plan = Plan("minoa", {"n": 1}, {}, TINY, 1, known=(entry,), covering=EVERY)
    report = conform(Object(player), plan)
    assert [each.verdict for each in report.games] == [
        Conformity.CONFORMS,
        Conformity.EXCEPT_KNOWN,
        Conformity.CONFORMS,
    ]
    assert report.verdict is Conformity.EXCEPT_KNOWN
    stale = conform(Object(player), evolve(plan, known=(entry, gone)))
    assert stale.verdict is Conformity.OUTDATED


def test_what_was_not_checked_under_one_of_several_rulings_fails() -> None:
    """Although an engine with several games may lack one."""
    report = checked(Picky(no_sharing))
    assert report.verdict is Conformity.CONFORMS
    unchecked = evolve(report.games[1], cases=())
    assert evolve(report, games=(report.games[0], unchecked)).verdict is Conformity.NOTHING
    alone = evolve(report, games=(report.games[0], unchecked), readings={})
    assert alone.verdict is Conformity.CONFORMS
