"""`rulewright conform --validate`: each violation of the protocol in one line, and no word on rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli import application
from rulewright.conformance.adapter.conversation import Command
from rulewright.conformance.adapter.process import Limits
from rulewright.conformance.checking import Plan
from rulewright.conformance.validating import Validated, options_of, validate
from rulewright.play import games

HERE = Path(__file__).parent
OTHER = (sys.executable, str(HERE / "other_rules.py"))
SERVE = (sys.executable, "-m", "rulewright", "serve")
SMALL = Plan("minoa", {"n": 1}, seed=1)


def misbehaving(mode: str) -> Validated:
    """Validate an adapter that misbehaves, and knows Minoa on the smallest board."""
    words = (sys.executable, "-S", str(HERE / "misbehaving.py"), mode)
    return validate(Command(words, Limits(answer=1.0, grace=0.5)), SMALL)


WRONG = [
    ("types", "the answer to 'legal': actions[0] is 1, but must be an action, which is a text ["),
    ("missing", "the answer to 'legal': actions is missing, but must be a list of texts, each of"),
    ("maybe", "the answer to 'legal': ok is \"yes\", but must be true or false ["),
    (
        "out-of-place",
        'the answer to \'legal\': it is {"ok": false, "illegal": "what?"}, but must be an object with',
    ),
    ("error", "'legal' is answered with the error 'stack overflow' ["),
    ("duplicate", "the answer to 'legal': actions[6] is \"-1,0-0,0\", but must be one that is not"),
    ("version-1.1", "the answer to 'hello': version is 1.1, but must be 1, as in the request ["),
    ("versions-text", "the answer to 'hello': versions[0] is \"1.1\", but must be a number ["),
    ("leaves-out-list", 'leaves_out is ["pieces"], but must be an object with a list of parts of'),
    ("leaves-out-game", 'leaves_out is "minao", but must be of a game that it names: ["minoa"] ['),
    ("names-none", "'hello': games is [], but must be with 'minoa' in it, which 'new' begins ["),
    (
        "names-another",
        "'hello': games is [\"nonaga\"], but must be with 'minoa' in it, which 'new'",
    ),
    ("leaves-out-otherwise", "but must be one of its parts: sticks, pieces, turn ["),
    (
        "begins-anything",
        "'new': ok is true, but must be false, as there is no game 'no-such-game' [",
    ),
    ("plays-anything", "'play': ok is true, but must be false, as 'no action' is no action ["),
    ("position-in-part", "'state': position.pieces is missing, but must be there: the parts of a"),
    ("position-of-more", "position.extra is 1, but must be left out: the parts of a position of"),
    ("leaves-out-not", "position.pieces is {}, but must be left out, as 'hello' declares ["),
    ("garbage", "the answer to 'legal' is not a JSON object"),
    ("die", "the adapter ended in the middle of the conversation (exit status 7); its last"),
    ("hang", "no answer to 'legal' within 1 s"),
    ("bad-status", "after quit the adapter must end with status 0; it ends with exit status 5 ["),
]


@pytest.mark.parametrize(("mode", "line"), WRONG, ids=[each[0] for each in WRONG])
def test_a_violation_is_one_line(mode: str, line: str) -> None:
    """Which message, which field, what was there, what would be right; status 3."""
    found = misbehaving(mode)
    assert found.exit_status() == 3
    (said,) = found.violations
    assert line in said
    assert said.endswith(("time]", "times]"))
    assert "\n" not in said
    assert list(found.lines())[-1].startswith("not as the protocol says: 1 violation; version 1")


def test_every_field_that_is_wrong_is_named() -> None:
    """Each of them once, with where it was met first and how often."""
    first, second = misbehaving("state-types").violations
    assert first.startswith(
        "the answer to 'state': over is \"yes\", but must be true or false [minoa"
    )
    assert second.startswith(
        "the answer to 'state': scores.red is 0.5, but must be a whole number ["
    )
    assert int(second.split("; ")[-1].split()[0]) > 10


@pytest.mark.parametrize("mode", ["none", "leaves-out", "malformed", "flood"])
def test_what_is_as_the_protocol_says_passes(mode: str) -> None:
    """An engine that plays nonsense passes: the rules are for another run."""
    found = misbehaving(mode)
    assert found.violations == ()
    assert found.exit_status() == 0
    assert found.begun == len(list(options_of(SMALL, "minoa"))) > 5
    assert found.version == (1.1 if mode == "leaves-out" else 1)


def test_a_program_that_is_not_there() -> None:
    """One line, and no second attempt."""
    found = validate(Command(("no-such-program",)), SMALL)
    assert found.exit_status() == 3
    assert found.violations[0].startswith("cannot start 'no-such-program': No such file")
    assert found.violations[0].endswith("; 1 time]")


def test_several_options_are_tried_for_every_game() -> None:
    """The defaults first, then other parameters, and each other reading."""
    for game in games.game_names():
        every = list(options_of(Plan(), game))
        assert (every[0].params, every[0].rulings) == ({}, {})
        assert len({str(each) for each in every}) == len(every) > 5
        assert any(each.params for each in every)
        questions = {question for each in every for question in each.rulings}
        assert questions == set(games.specified(game).readings)
    ruled = list(options_of(Plan(rulings={"closure": "coloured"}, params={"n": 2}), "minoa"))
    assert {(each.params["n"], each.rulings["closure"]) for each in ruled} == {(2, "coloured")}


def conform(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "rulewright", "conform", "--validate", *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_an_engine_that_refuses_everything_is_not_said_to_be_right() -> None:
    """Nothing was begun: status 1."""
    found = misbehaving("begins-nothing")
    assert found.exit_status() == 1
    assert found.refused > 5
    assert list(found.lines())[-1].startswith("no game was begun; version 1, ")


def test_the_built_in_adapter_is_as_the_protocol_says() -> None:
    """By the command: status 0; an engine that plays other rules passes as well."""
    done = conform("--game", "minoa", "--param", "n=1", "--", *OTHER, "closure=coloured")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\nas the protocol says; version 1.1, " in done.stdout
    assert done.stdout.endswith("the rules were not judged\n")


@pytest.mark.slow
def test_the_built_in_adapter_is_for_all_games() -> None:
    """With the defaults, other parameters and readings."""
    found = validate(Command(SERVE), Plan(seed=2))
    assert found.violations == ()
    assert found.begun > 40
    assert found.refused == 0


USAGE = [
    (("--strict",), "--validate judges no rules: leave out --strict"),
    (("--report", "x"), "--validate judges no rules: leave out --report"),
    (("--game", "chess"), "unknown game 'chess'"),
]


@pytest.mark.parametrize(("arguments", "message"), USAGE, ids=[each[0][0] for each in USAGE])
def test_what_does_not_go_with_it_is_refused(arguments: tuple[str, ...], message: str) -> None:
    """Status 2, in one line, before anything is started."""
    order = ["conform", "--validate", *arguments, "--", *SERVE]
    done = CliRunner().invoke(application, order)
    assert done.exit_code == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout
