"""The adapter protocol, line by line, on both engines."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import define
from common.fresh_cache import printed_with_cache

from rulewright.play import games
from rulewright.protocol.serving import LATELY, Adapter

STICK = "-1,0-0,0"
NEW = {"cmd": "new", "game": "minoa", "params": {"n": 1}}


@define
class Adapted:
    """A conversation without a process."""

    adapter: Adapter

    def send(self, line: bytes) -> dict[str, Any]:
        """Send a line verbatim."""
        return self.adapter.answer(line)

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """Send a request."""
        return self.send(json.dumps({"cmd": cmd, **fields}).encode())


@pytest.fixture(params=games.SIDES)
def adapted(request: pytest.FixtureRequest) -> Adapted:
    """Begin a conversation with either engine."""
    return Adapted(Adapter(request.param))


@pytest.fixture
def playing(adapted: Adapted) -> Adapted:
    """Begin a small game."""
    assert adapted.send(json.dumps(NEW).encode()) == {"ok": True}
    return adapted


# ------------------------------------------------------------------------------ what is understood


def test_hello(adapted: Adapted) -> None:
    """Version, name, language, games; in version 1.1 also what is left out, which is nothing.

    Where the specification plays, this is said.
    """
    found = adapted.ask("hello", version=1)
    by_specification = {"by_specification": list(games.game_names())}
    assert found == {
        "ok": True,
        "version": 1,
        "name": found["name"],
        "language": "python",
        "games": list(games.game_names()),
        "versions": [1, 1.1],
        **(by_specification if adapted.adapter.side == "spec" else {}),
    }
    assert adapted.ask("hello", version=1.1) == {**found, "version": 1.1, "leaves_out": {}}
    assert found["name"].startswith("rulewright ")


@pytest.mark.parametrize("version", [2, 0, "1", "1.1", True, None, 1.0, 1.2, [], 1.1000000001])
def test_hello_in_another_version(adapted: Adapted, version: object) -> None:
    """It is refused."""
    expected = {"ok": False, "error": "this adapter speaks version 1 or 1.1 of the protocol"}
    assert adapted.ask("hello", version=version) == expected


def test_new_has_defaults(adapted: Adapted) -> None:
    """Absent parameters and questions have their defaults: 156 lines on the full board."""
    assert adapted.ask("new", game="minoa") == {"ok": True}
    assert len(adapted.ask("legal")["actions"]) == 156
    assert adapted.ask("new", game="minoa", params={}, rulings={"end": "literal"}) == {"ok": True}


def test_new_forgets_the_earlier_game(playing: Adapted) -> None:
    """A new one begins."""
    assert playing.ask("play", action=STICK) == {"ok": True}
    assert playing.send(json.dumps(NEW).encode()) == {"ok": True}
    assert playing.ask("state")["position"] == {"sticks": [], "pieces": {}, "turn": "red"}


def test_legal_lists_every_action_once(playing: Adapted) -> None:
    """12 lines at the start, 11 after a stick."""
    actions = playing.ask("legal")["actions"]
    assert len(actions) == len(set(actions)) == 12
    assert playing.ask("play", action=STICK) == {"ok": True}
    assert set(playing.ask("legal")["actions"]) == set(actions) - {STICK}


@pytest.mark.parametrize("action", [STICK, "nonsense", "", "0,0--1,0", f" {STICK}", "-1,0-0,00"])
def test_an_illegal_action_leaves_the_game_unchanged(playing: Adapted, action: str) -> None:
    """Occupied, or not in the exact spelling of the page."""
    playing.ask("play", action=STICK)
    before = playing.ask("state")
    answer = playing.ask("play", action=action)
    assert answer["ok"] is False
    assert set(answer) == {"ok", "illegal"}
    assert answer["illegal"]
    assert playing.ask("state") == before


def test_state(playing: Adapted) -> None:
    """Every field of the answer."""
    playing.ask("play", action=STICK)
    assert playing.ask("state") == {
        "ok": True,
        "over": False,
        "turn": "blue",
        "winners": [],
        "scores": {"red": 0, "blue": 0},
        "position": {"sticks": [STICK], "pieces": {}, "turn": "blue"},
    }


def test_the_end(adapted: Adapted) -> None:
    """Under `literal` the first piece ends the game: no turn, no action, nothing to play."""
    adapted.ask("new", game="minoa", params={"n": 1}, rulings={"end": "literal"})
    assert adapted.ask("play", action="-1,0--1,1") == {"ok": True}
    state = adapted.ask("state")
    assert (state["over"], state["turn"], state["winners"]) == (True, None, ["red"])
    assert adapted.ask("legal") == {"ok": True, "actions": []}
    assert set(adapted.ask("play", action=STICK)) == {"ok", "illegal"}
    assert adapted.ask("perft", depth=1) == {"ok": True, "count": 0}


def test_perft_counts_from_the_position_reached(playing: Adapted) -> None:
    """12 * 11 * 10 sequences of three actions, of which 11 * 10 begin with this one."""
    assert playing.ask("perft", depth=3) == {"ok": True, "count": 1320}
    playing.ask("play", action=STICK)
    assert playing.ask("perft", depth=2) == {"ok": True, "count": 110}
    assert playing.ask("perft", depth=0) == {"ok": True, "count": 1}
    assert playing.ask("state")["turn"] == "blue"


def test_a_question_that_cannot_matter_is_accepted(adapted: Adapted) -> None:
    """Partners with two players."""
    answer = adapted.ask("new", game="minoa", params={"n": 1}, rulings={"partners": "shared"})
    assert answer == {"ok": True}


def test_quit(playing: Adapted) -> None:
    """The conversation ends."""
    assert playing.ask("quit") == {"ok": True}
    assert playing.adapter.ended


# --------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "minoaa"},
        {"game": "minoa", "params": {"m": 1}},
        {"game": "minoa", "params": {"n": 0}},
        {"game": "minoa", "params": {"n": "4"}},
        {"game": "minoa", "params": {"n": True}},
        {"game": "minoa", "params": {"n": None}},
        {"game": "minoa", "params": {"n": [4]}},
        {"game": "minoa", "params": {"n": 10**100}},
        {"game": "minoa", "params": {"k": 4, "n": 1}},
        {"game": "minoa", "rulings": {"ending": "full"}},
        {"game": "minoa", "rulings": {"end": "fully"}},
        {"game": "minoa", "rulings": {"end": 1}},
        {"game": "minoa", "rulings": {"end": {"a": []}}},
    ],
)
def test_what_cannot_be_played_is_unsupported(playing: Adapted, fields: dict[str, Any]) -> None:
    """And then no game is in progress."""
    answer = playing.ask("new", **fields)
    assert set(answer) == {"ok", "unsupported"}
    assert answer["ok"] is False
    assert "no game" in playing.ask("legal")["error"]


@pytest.mark.parametrize(
    "fields", [{}, {"game": 1}, {"game": "minoa", "params": []}, {"game": "minoa", "rulings": None}]
)
def test_a_malformed_new_is_an_error(playing: Adapted, fields: dict[str, Any]) -> None:
    """No game is in progress after it, either."""
    assert set(playing.ask("new", **fields)) == {"ok", "error"}
    assert "no game" in playing.ask("state")["error"]


@pytest.mark.parametrize("cmd", ["legal", "play", "state", "perft"])
def test_before_new_every_request_is_an_error(adapted: Adapted, cmd: str) -> None:
    """The conversation continues after the error."""
    assert "no game" in adapted.ask(cmd, action=STICK, depth=1)["error"]


LINES = [
    b"nonsense",
    b"",
    b"\n",
    b"[]",
    b"1",
    b"null",
    b'"legal"',
    b"{}",
    b'{"cmd": 1}',
    b'{"cmd": []}',
    b'{"cmd": "jump"}',
    b'{"cmd": "legal"',
    b'{"cmd": "legal"} {"cmd": "legal"}',
    b'{"cmd": "perft", "depth": NaN}',
    b'{"cmd": "perft"}',
    b'{"cmd": "perft", "depth": -1}',
    b'{"cmd": "perft", "depth": 1.5}',
    b'{"cmd": "perft", "depth": true}',
    b'{"cmd": "perft", "depth": ' + b"9" * 5_000 + b"}",
    b'{"cmd": "play"}',
    b'{"cmd": "play", "action": 1}',
    b'{"cmd": "play", "action": null}',
    b'{"cmd": "play", "action": "\xff"}',
    b"\xff\xfe\x00",
    b"[" * 200_000,
    b'{"a":' * 100_000,
    b"x" * 1_000_000,
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: repr(line[:30]))
def test_any_line_is_answered_and_changes_nothing(playing: Adapted, line: bytes) -> None:
    """Whatever is sent."""
    before = playing.ask("state")
    answer = playing.send(line)
    assert set(answer) == {"ok", "error"}
    assert answer["ok"] is False
    assert "internal" not in answer["error"]
    assert playing.ask("state") == before


def test_odd_actions_are_illegal(playing: Adapted) -> None:
    """A megabyte of text, and half a character."""
    for action in ("x" * 1_000_000, "\ud800", "\x00"):
        answer = playing.ask("play", action=action)
        assert set(answer) == {"ok", "illegal"}
        json.dumps(answer).encode()


# --------------------------------------------------------------------------------- real processes


@pytest.fixture(params=games.SIDES)
def process(request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[bytes]]:
    """Start the adapter as the suite starts it."""
    command = [sys.executable, "-m", "rulewright", "serve", "--engine", request.param]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as started:
        yield started
        if started.poll() is None:
            started.kill()


def asked(process: subprocess.Popen[bytes], line: bytes) -> Any:
    """Send one line and wait for its answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def test_each_request_is_answered_at_once(process: subprocess.Popen[bytes]) -> None:
    """One answer for each request, in order, without waiting for the end of input."""
    assert asked(process, json.dumps(NEW).encode()) == {"ok": True}
    for line in LINES:
        if line != b"\n":
            assert asked(process, line)["ok"] is False
    assert asked(process, b'{"cmd": "perft", "depth": 2}\r') == {"ok": True, "count": 132}
    assert asked(process, b'{"cmd": "quit"}') == {"ok": True}
    assert process.wait(timeout=30) == 0


@pytest.mark.parametrize("side", games.SIDES)
def test_the_end_of_input_is_status_0(side: str) -> None:
    """A last line without a newline is answered as well."""
    command = [sys.executable, "-m", "rulewright", "serve", "--engine", side]
    done = subprocess.run(command, input=b'{"cmd": "legal"}', capture_output=True, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout)["ok"] is False
    assert not done.stderr
    silent = subprocess.run(command, input=b"", capture_output=True, check=False)
    assert (silent.returncode, silent.stdout, silent.stderr) == (0, b"", b"")


def test_both_engines_answer_alike() -> None:
    """A random game through the protocol, four players, to its end."""
    pair = [Adapted(Adapter(side)) for side in games.SIDES]
    draw = random.Random(1)
    fields = {"game": "minoa", "params": {"n": 2, "k": 4}, "rulings": {"partners": "shared"}}
    assert [each.ask("new", **fields) for each in pair] == [{"ok": True}] * 2
    plies = 0
    while True:
        states, legal = ([each.ask(cmd) for each in pair] for cmd in ("state", "legal"))
        assert states[0] == states[1]
        assert sorted(legal[0]["actions"]) == sorted(legal[1]["actions"])
        if states[0]["over"]:
            break
        action = draw.choice(legal[0]["actions"])
        assert [each.ask("play", action=action) for each in pair] == [{"ok": True}] * 2
        plies += 1
    assert plies > 10


COMPILED_BY_NEW = """
import sys
from rulewright.protocol.serving import Adapter
import numba.core.compiler as compiler

compile_result, late = compiler.compile_extra, []

def counted(typing, target, function, *given, **named):
    late.append(function.__qualname__)
    return compile_result(typing, target, function, *given, **named)

adapter = Adapter(None)
assert adapter.answer(b'{"cmd": "new", "game": "minoa", "params": {"n": 1}}') == {"ok": True}
compiler.compile_extra = counted
for line in (b'{"cmd": "state"}', b'{"cmd": "legal"}', b'{"cmd": "play", "action": "-1,0-0,0"}'):
    assert adapter.answer(line)["ok"], line
print(late, "z3" in sys.modules)
"""


def test_what_plays_a_game_is_compiled_when_it_is_begun(tmp_path: Path) -> None:
    """Only the first `new` may take long, and an engine that has never run may need it."""
    printed = printed_with_cache(COMPILED_BY_NEW, tmp_path)
    assert printed == "[] False", "nor is Z3 loaded: a run starts several adapters"


def test_games_under_the_same_options_share_an_engine(adapted: Adapted) -> None:
    """What is known of positions is kept, but not for ever; the same options are one engine."""
    adapted.ask("new", game="minoa", params={"n": 1}, rulings={})
    first = adapted.adapter.engine
    adapted.ask("play", action=STICK)
    for number in range(2, 2 + LATELY // 2):
        adapted.ask("new", game="minoa", params={"n": number}, rulings={})
    adapted.ask("new", game="minoa", rulings={}, params={"n": 1})
    assert adapted.adapter.engine is first
    assert STICK in adapted.ask("legal")["actions"]
    for number in range(2, 2 + LATELY):
        adapted.ask("new", game="minoa", params={"n": number}, rulings={})
    assert len(adapted.adapter.engines.lately) == LATELY
    adapted.ask("new", game="minoa", params={"n": 1}, rulings={})
    assert adapted.adapter.engine is not first
    assert adapted.ask("new", game="minoa", params={"n": 0})["ok"] is False
    assert adapted.ask("legal")["ok"] is False
