"""A foreign engine beside the game: where it first differs, and what becomes of one that breaks."""

from __future__ import annotations

import sys
from pathlib import Path
from time import sleep

import psutil
import pytest
from attrs import evolve
from common.referee import RefereeClient, line, refereed

from rulewright.referee.beside import clause_about
from rulewright.referee.lines import LineOfPlay, reached

OTHER_RULES = Path(__file__).parents[1] / "conformance" / "other_rules.py"


def adapter(*arguments: str) -> str:
    """Return the command of an adapter that plays other rules."""
    return " ".join([sys.executable, str(OTHER_RULES), *arguments])


def test_an_engine_with_a_planted_reading_differs_where_the_readings_part() -> None:
    """It follows closure=coloured: the first difference is an action that it lacks."""
    with refereed("minoa", "--param", "n=1", "--adapter", adapter("closure=coloured")) as client:
        asked = {
            "game": "minoa",
            "params": {"n": 1},
            "question": "closure",
            "readings": ["line", "coloured"],
            "seconds": 20,
        }
        game = client.fine("parting", asked)["line"]
        found = client.fine("engine", game)
        assert not found["agrees"]
        assert found["ply"] == len(game["moves"])
        difference = found["difference"]
        assert difference["what"] == "legal"
        assert {*difference["expected"]} > {*difference["given"]}
        assert difference["line"]["moves"] == game["moves"]
        start = client.fine("engine", {**game, "moves": game["moves"][:-1]})
        assert (start["agrees"], start["difference"]) == (True, None)
        # Again, now that the engine is ahead of what is asked.
        assert client.fine("engine", game) == found
        text = client.fine("report", {"line": game, "engine": True})["markdown"]
        assert "It differs after" in text
        assert difference["said"] in text
        _, setup = client.get("/api/setup")
        assert "other_rules.py" in setup["adapter"]
        started = {**game, "start": client.fine("position", game)["position"], "moves": []}
        status, answer = client.post("engine", started)
        assert (status, answer["error"]["kind"]) == (422, "NotPlayed")


def test_an_engine_that_dies_is_a_difference_and_is_started_anew(tmp_path: Path) -> None:
    """It leaves at the first move, and the answer names that; the next request is answered."""
    dying = tmp_path / "dying.py"
    dying.write_text(
        "import json, sys\n"
        "from rulewright.play import games\n"
        "from rulewright.play.view import view\n"
        "hello = dict(ok=True, version=1, name='d', language='x', games=['minoa'])\n"
        "engine = games.specification('minoa', {'n': 1})\n"
        "seen = view(engine, engine.initial())\n"
        "state = dict(ok=True, over=False, turn='red', winners=[], scores=seen.scores,"
        " position=seen.position)\n"
        "said = dict(hello=hello, legal=dict(ok=True, actions=seen.legal), state=state)\n"
        "for text in sys.stdin:\n"
        "    asked = json.loads(text)['cmd']\n"
        "    if asked == 'play': sys.exit(3)\n"
        "    print(json.dumps(said.get(asked, dict(ok=True))), flush=True)\n"
    )
    with refereed("minoa", "--adapter", f"{sys.executable} {dying}") as client:
        for moves in (["-1,0-0,-1"], ["-1,0-0,-1", "0,0-0,1", "-1,0--1,1"]):
            found = client.fine("engine", line("minoa", *moves, params={"n": 1}))
            assert found["difference"]["what"] == "fault"
            assert "exit status 3" in found["difference"]["said"]
            assert (found["ply"], found["difference"]["line"]["moves"]) == (1, ["-1,0-0,-1"])
        assert client.fine("engine", line("minoa", params={"n": 1}))["agrees"]


def test_the_clause_that_ends_a_game_is_not_named_for_its_winners() -> None:
    """Who won is another matter than whether the game is over."""
    here = reached(LineOfPlay("minoa", {"n": 1}, {"end": "literal"}, None, ("-1,0-0,-1",)))
    assert here.seen.over
    lost = evolve(here.seen, winners=("blue",))
    assert clause_about(here, "winners", here.seen, lost) is None
    assert clause_about(here, "over", here.seen, evolve(here.seen, over=False)) == "MIN-11"


def test_without_an_engine_there_is_nothing_to_compare(referee: RefereeClient) -> None:
    """The page cannot start one."""
    status, answer = referee.post("engine", line("minoa"))
    assert status == 409
    assert "--adapter" in answer["error"]["message"]
    status, answer = referee.post("report", {"line": line("minoa"), "engine": True})
    assert status == 409


@pytest.mark.parametrize("field", ["adapter", "words", "command"])
def test_no_request_can_name_an_engine(referee: RefereeClient, field: str) -> None:
    """Unknown fields are refused."""
    status, _ = referee.post("engine", line("minoa", **{field: ["true"]}))
    assert status == 422


def test_the_engine_ends_with_the_referee() -> None:
    """Also where it is in the middle of a game."""
    with refereed("minoa", "--adapter", adapter("closure=coloured")) as client:
        assert client.fine("engine", line("minoa", "0,0-1,0"))["ply"] == 1
        (server,) = (
            psutil.Process(each.pid)
            for each in psutil.net_connections("inet")
            if each.status == psutil.CONN_LISTEN and each.laddr.port == client.port and each.pid
        )
        engines = [
            each
            for each in server.children(recursive=True)
            if len(each.cmdline()) > 1 and each.cmdline()[1] == str(OTHER_RULES)
        ]
        assert len(engines) == 1
    sleep(0.2)
    assert all(not each.is_running() or each.status() == psutil.STATUS_ZOMBIE for each in engines)
