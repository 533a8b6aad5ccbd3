"""A game whose code does what it likes stops no other, and is answered in one line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import psutil
import pytest
from common.referee import RefereeClient, line, refereed

GAMES = Path(__file__).parent / "games"
SECONDS = 2.0


@pytest.fixture(scope="module")
def strained() -> Iterator[RefereeClient]:
    """A referee with a game of mischief, and little patience."""
    with refereed("--answer-limit", str(SECONDS), games=str(GAMES)) as client:
        client.fine("position", line("mischief"))
        yield client


@pytest.mark.parametrize(
    ("action", "status", "kind"),
    [
        ("raise", 502, "GuestMistake"),
        ("recur", 422, "TooDeep"),
        ("leave", 503, "WorkerEnded"),
        ("eat", 503, "OutOfMemory"),
        ("loop", 503, "TimeUp"),
    ],
)
def test_a_mishap_is_an_error_in_one_line_and_the_next_request_is_answered(
    strained: RefereeClient, action: str, status: int, kind: str
) -> None:
    """An exception, endless recursion, an exit, all the memory, and a loop."""
    given, answer = strained.post("play", {"line": line("mischief"), "action": action})
    assert (given, answer["error"]["kind"]) == (status, kind), answer
    assert "\n" not in answer["error"]["message"]
    assert strained.fine("play", {"line": line("mischief"), "action": "go"})["legal"]


@pytest.mark.slow
def test_games_that_never_end_stop_no_other(strained: RefereeClient) -> None:
    """More at once than there are cores; one swallows every exception, and is killed."""
    asked = [{"line": line("mischief"), "action": each} for each in ("swallow", "loop", "loop")]
    with ThreadPoolExecutor(8) as pool:
        endless = [pool.submit(strained.post, "play", each) for each in asked]
        sleep(0.5)
        assert strained.fine("position", line("minoa"))["legal"]
        for each in endless:
            status, answer = each.result(timeout=120)
            assert status == 503
            assert answer["error"]["kind"] in {"TimeUp", "Busy"}
    assert strained.fine("play", {"line": line("mischief"), "action": "go"})["legal"]


def test_what_a_game_writes_is_escaped_or_taken_out(strained: RefereeClient) -> None:
    """A drawing of its author's own means, with a script; texts travel as JSON, and no page as HTML."""
    here = strained.fine("position", line("mischief", "go"))
    assert "<script" not in here["drawing"]["svg"]
    assert "<style" not in here["drawing"]["svg"]
    assert here["drawing"]["style"].strip() == ".m { fill: none }"
    assert here["drawing"]["svg"].count("rw-legal") == len(here["legal"])
    places = strained.fine("targets", {"line": line("mischief", "go")})
    assert len(places["targets"]) == len(here["legal"]) == 7
    assert places["steps"] == [[n] for n in range(7)]


def test_a_huge_board_is_ended_or_refused(strained: RefereeClient) -> None:
    """The largest number that is allowed for a parameter."""
    status, answer = strained.post("position", line("minoa", params={"n": 128}))
    assert status in {422, 503}, answer
    assert strained.fine("position", line("minoa"))["legal"]


def test_nothing_is_left_behind() -> None:
    """The workers end with the command, also in the middle of work."""
    with refereed(games=str(GAMES)) as client, ThreadPoolExecutor(1) as pool:
        client.fine("position", line("mischief"))
        waiting = pool.submit(ended, client)
        sleep(0.5)
        (server,) = (
            psutil.Process(each.pid)
            for each in psutil.net_connections("inet")
            if each.status == psutil.CONN_LISTEN and each.laddr.port == client.port and each.pid
        )
        family = server.children(recursive=True)
        assert family
        server.terminate()
        server.wait(20)
        waiting.result(timeout=60)
    _, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []


def ended(client: RefereeClient) -> None:
    """Ask for what never ends, until there is no one who answers."""
    try:
        client.post("play", {"line": line("mischief"), "action": "loop"})
    except (OSError, json.JSONDecodeError):
        return
