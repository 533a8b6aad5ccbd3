"""Version 1.1: parts of the position that are declared as left out are counted, named, not compared."""

from __future__ import annotations

import json
import sys

import pytest
from attrs import evolve
from common.partial_players import ForgetsToDeclare, HidesWhatIsWrong, LeavesOut
from common.players import Playing, TellsNoPosition, TellsPositionEarly
from common.tiny import BRIEF
from jsonschema import Draft202012Validator

from rulewright.conformance import Command, Conformity, Plan, Report, check, conform
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.evidence.report import GameReport, Status
from rulewright.conformance.outputs import texts
from rulewright.conformance.outputs.lines import SCHEMA
from rulewright.conformance.outputs.summary import terminal


def report(player: Playing) -> tuple[Report, GameReport]:
    """Check a player of Minoa on the smallest board."""
    found = check(player, "minoa", {"n": 1}, effort=BRIEF, seed=1)
    return found, found.games[0]


@pytest.fixture(scope="module")
def partial() -> Report:
    """An engine that is right in all that it reports, and declares what it does not."""
    return report(LeavesOut("pieces", "turn"))[0]


def test_what_is_declared_is_not_compared(partial: Report) -> None:
    """Nothing deviates, and no question is affected."""
    (game,) = partial.games
    assert partial.verdict is Conformity.CONFORMS
    assert not game.deviations
    assert {each.question: each.said for each in game.questions}["closure"] == "line"


def test_what_was_not_seen_is_named_in_the_verdict(partial: Report) -> None:
    """In every form of the report, and nothing is bright green."""
    named = "not compared: position.pieces, position.turn"
    (game,) = partial.games
    assert game.not_compared == ("position.pieces", "position.turn")
    assert any(line.startswith("minoa: conforms") and named in line for line in terminal(partial))
    made = texts(partial)
    assert named in made["summary.md"].replace("\\", "")
    assert named in made["report.html"]
    records = [json.loads(line) for line in made["report.jsonl"].splitlines()]
    assert next(each for each in records if each["record"] == "game")["not_compared"] == [
        "position.pieces",
        "position.turn",
    ]
    validator = Draft202012Validator(json.loads(SCHEMA.read_text()))
    for record in records:
        validator.validate(record)
    assert json.loads(made["badge.json"])["color"] == "yellowgreen"


def test_each_part_is_a_case_that_is_unsupported(partial: Report) -> None:
    """With the number of answers, so that a strict run fails."""
    (game,) = partial.games
    cases = [each for each in game.cases if each.stage == "state"]
    assert [each.name for each in cases] == [
        "position.pieces is reported",
        "position.turn is reported",
    ]
    assert {each.status for each in cases} == {Status.UNSUPPORTED}
    assert all("as 'hello' declares" in each.detail for each in cases)
    answers = int(cases[0].detail.split(" answers")[0].rsplit(maxsplit=1)[-1].replace(",", ""))
    assert answers > 100
    assert evolve(partial, strict=True).exit_status() == 1


def test_a_bug_in_a_part_that_is_reported_is_still_found() -> None:
    """Only what is left out is not compared."""
    found, game = report(HidesWhatIsWrong("pieces"))
    assert found.verdict is Conformity.DEVIATES
    assert "position.turn" in game.plays


def test_a_bug_in_a_part_that_is_left_out_is_never_said_to_be_right() -> None:
    """Nothing deviates, but the verdict names the part."""
    found, game = report(HidesWhatIsWrong("turn"))
    assert found.verdict is Conformity.CONFORMS
    assert game.not_compared == ("position.turn",)


def test_what_is_not_declared_is_wrong_as_before() -> None:
    """In version 1, and in 1.1 for a part that the declaration does not name."""
    for player in (ForgetsToDeclare("pieces"), LeavesOut("pieces", "turn", declared=["turn"])):
        found, game = report(player)
        assert found.verdict is Conformity.DEVIATES
        assert "position.pieces is left out in all" in game.plays
        assert "position.pieces" not in game.not_compared


FAULTY = [
    (
        LeavesOut("pieces", declared=["pieces", "piecse"]),
        "leaves out 'piecse' of its position: did you mean 'pieces'? (known: sticks, pieces, turn)",
    ),
    (
        LeavesOut("pieces", declared=["pieces", "turn"]),
        "'state' reports position.turn, which 'hello' declares as left out",
    ),
]


@pytest.mark.parametrize(("player", "message"), FAULTY, ids=["unknown", "reported"])
def test_a_wrong_declaration_is_a_fault(player: Playing, message: str) -> None:
    """One line that says what is wrong, and status 3."""
    found, game = report(player)
    assert found.exit_status() == 3
    assert game.faults[0].message.endswith(message)


@pytest.mark.slow
def test_an_adapter_process_may_leave_parts_out(other_rules: str) -> None:
    """Two at work at once: each is asked in version 1.1, and the verdict of the run names the parts."""
    words = (sys.executable, other_rules, "leaves-out pieces", "leaves-out sticks")
    found = conform(Command(words), Plan("minoa", {"n": 1}, effort=BRIEF, seed=1, jobs=2))
    assert found.exit_status() == 0
    assert found.games[0].not_compared == ("position.pieces", "position.sticks")
    smoke = [each.name for each in found.games[0].cases if each.stage == "smoke"]
    assert smoke[:2] == ["hello", "hello in version 1.1"]


def test_seats_agree_by_themselves(misbehaving: str) -> None:
    """Where nobody has introduced the adapter, as in the pytest plugin, its first words do it."""
    with Crew(Command((sys.executable, "-S", misbehaving, "leaves-out"))) as crew:
        result = crew.first.work(lambda conversation, _: conversation.leaves_out, None)
        assert result.made == {"minoa": ("pieces",)}
        assert crew.first.introduced is not None
        crew.first.afresh()
        result = crew.first.work(lambda conversation, _: conversation.asked, None)
        assert result.made == 1  # version 1.1 at once


def test_a_position_that_is_left_out_as_a_whole_is_named_too() -> None:
    """Always, or in some answers: version 1 allows that."""
    assert report(TellsNoPosition())[1].not_compared == ("position",)
    _, game = report(TellsPositionEarly())
    (said,) = game.not_compared
    assert said.startswith("position (in ")
    assert said.endswith(" answers)")
