"""Versions of the protocol: which one is agreed on, and which adapters are refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field
from common.tiny import TINY

from rulewright.conformance import QUICK, Plan, conform
from rulewright.conformance.adapter import faults
from rulewright.conformance.adapter.conversation import Command, Conversation
from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import PartialState
from rulewright.interface import Json
from rulewright.protocol.messages import HelloAnswer, Request

SCRIPT = str(Path(__file__).with_name("misbehaving.py"))
ABOUT = {"ok": True, "name": "x", "language": "y", "games": ["minoa"]}
LATER: Json = {"versions": [1, 1.1], "leaves_out": {"minoa": ["pieces"]}}
STATE = {"ok": True, "over": False, "turn": "red", "winners": [], "scores": {}}


@define
class Canned:
    """A channel with answers that are known beforehand; it keeps the requests."""

    answers: Sequence[Json]
    requests: list[Json] = field(factory=list)

    def ask(self, request: Request) -> Json:
        """Keep a request, and return the next answer."""
        self.requests.append(request.fields())
        return self.answers[len(self.requests) - 1]

    def close(self) -> None:
        """Do nothing."""


def talk(*answers: Json) -> tuple[Conversation, Canned]:
    """Begin a conversation with an adapter that gives some answers."""
    channel = Canned(answers)
    return Conversation(channel), channel


def test_an_adapter_of_version_1_is_asked_what_it_always_was() -> None:
    """The same request, and no second `hello`, whatever it says beside the fields that it must have."""
    for more in ({}, {"versions": [1]}, {"versions": [1, 2]}, {"leaves_out": {"minoa": ["turn"]}}):
        conversation, channel = talk({**ABOUT, "version": 1, **more}, {"ok": True}, STATE)
        found = conversation.agree()
        assert (found.version, conversation.leaves_out) == (1, {})
        conversation.new("minoa", {}, {})
        assert conversation.left_out == ()
        assert not isinstance(conversation.state(), PartialState)
        assert channel.requests[0] == {"cmd": "hello", "version": 1}
        assert [each["cmd"] for each in channel.requests] == ["hello", "new", "state"]


def test_the_later_version_is_agreed_on_where_it_is_offered() -> None:
    """Both are asked for; further instances are asked for the later one only."""
    answers = ({**ABOUT, "version": 1, **LATER}, {**ABOUT, "version": 1.1, **LATER})
    conversation, channel = talk(*answers)
    found = conversation.agree()
    assert [each["version"] for each in channel.requests] == [1, 1.1]
    assert conversation.leaves_out == {"minoa": ("pieces",)}
    another, channel = talk(answers[1])
    assert another.agree(found) is found
    assert channel.requests == [{"cmd": "hello", "version": 1.1}]
    assert another.leaves_out == {"minoa": ("pieces",)}


def test_what_is_left_out_comes_with_the_answer() -> None:
    """Unless the position is left out as a whole; what is reported all the same is a fault."""
    in_part, whole = ({**STATE, "position": each} for each in ({"turn": "red"}, {"pieces": {}}))
    hello = {**ABOUT, "version": 1.1, **LATER}
    conversation, _ = talk(hello, {"ok": True}, in_part, STATE, whole)
    conversation.hello(1.1)
    conversation.new("minoa", {}, {})
    answer = conversation.state()
    assert isinstance(answer, PartialState)
    assert (answer.left_out, answer.position) == (("pieces",), {"turn": "red"})
    assert not isinstance(conversation.state(), PartialState)
    with pytest.raises(
        faults.NotLeftOut, match=r"position\.pieces, which 'hello' declares as left"
    ):
        conversation.state()


REFUSED: list[tuple[str, type[AdapterFault], str]] = [
    ("version", faults.WrongVersion, "the adapter speaks version 2 of the protocol, not 1"),
    (
        "version-1.1",
        faults.WrongVersion,
        "1.1 of the protocol, not 1; an answer has the version of its request, and 'versions' lists all",
    ),
    ("version-text", faults.WrongTypes, 'must be a number, is "1" @ answer.version'),
    ("versions-text", faults.WrongTypes, 'must be a list of numbers, is "1.1" @ answer.versions'),
    (
        "leaves-out-list",
        faults.WrongTypes,
        'must be an object of lists of texts, is ["pieces"] @ answer.leaves_out',
    ),
    (
        "leaves-out-otherwise",
        faults.IntroducedOtherwise,
        "'hello' answers leaves_out '{\"minoa\": [\"1\"]}' first and",
    ),
]


@pytest.mark.parametrize(("mode", "fault", "message"), REFUSED, ids=[each[0] for each in REFUSED])
def test_a_wrong_introduction(mode: str, fault: type[AdapterFault], message: str) -> None:
    """Each has a class and a line of its own."""
    before: Any = None
    if fault is faults.IntroducedOtherwise:
        known = (("minoa",), (1, 1.1), {"minoa": ("1",)})
        before = HelloAnswer(1.1, "misbehaving", "python", *known)
    conversation = Command((sys.executable, "-S", SCRIPT, mode)).open()
    try:
        with pytest.raises(fault) as found:
            conversation.agree(before)
    finally:
        conversation.close()
    assert message in str(found.value)
    assert "\n" not in str(found.value)


def test_a_game_that_is_not_named_leaves_nothing_out() -> None:
    """A declaration about nothing is a slip."""
    command = Command((sys.executable, "-S", SCRIPT, "leaves-out-game"))
    (game,) = conform(command, Plan("minoa", {"n": 1}, effort=QUICK)).games
    (fault,) = game.faults
    assert fault.message == (
        "'hello' declares what 'minao' leaves out, but does not name that game: did you mean 'minoa'? "
        "(known: minoa)"
    )


@pytest.mark.parametrize(
    ("mode", "named"), [("names-none", "no game"), ("names-another", "only 'nonaga'")]
)
def test_a_game_that_is_begun_is_named(mode: str, named: str) -> None:
    """Without `--game` it would be left out unnoticed; what it plays is judged all the same."""
    command = Command((sys.executable, "-S", SCRIPT, mode))
    report = conform(command, Plan("minoa", {"n": 1}, effort=TINY))
    (game,) = report.games
    fault = game.faults[0]
    assert fault.kind == "game not named"
    assert fault.message == f"'new' begins 'minoa', but 'hello' names {named}"
    assert report.exit_status() == 3
    assert game.questions


def test_the_command_says_it_in_one_line() -> None:
    """Status 3, and nothing is said about the rules."""
    command = [sys.executable, "-m", "rulewright", "conform", "--quick", "--game", "minoa"]
    done = subprocess.run(
        [*command, "--", sys.executable, "-S", SCRIPT, "version-1.1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 3
    (line,) = [each for each in done.stdout.splitlines() if each.startswith("fault")]
    assert line.startswith("fault (wrong version): the adapter speaks version 1.1")
    assert "conforms" not in done.stdout
