"""Who may ask, and how much: no other page, nothing that is too large or no JSON."""

from __future__ import annotations

import json
import socket
from http.client import HTTPConnection
from time import monotonic

import psutil
import pytest
from common.referee import RefereeClient, line

from rulewright.referee.serving import listening

JSON = {"Content-Type": "application/json"}
BODY = json.dumps(line("tictactoe")).encode()


def test_only_the_loopback_address_is_listened_on(referee: RefereeClient) -> None:
    """As the system sees it, not as the command says."""
    listening = [
        each.laddr.ip
        for each in psutil.net_connections("inet")
        if each.status == psutil.CONN_LISTEN and each.laddr.port == referee.port
    ]
    assert listening == ["127.0.0.1"]


@pytest.mark.parametrize(
    "host", ["example.org", "127.0.0.1", "localhost:1", "127.0.0.1.example.org"]
)
def test_another_host_is_refused(referee: RefereeClient, host: str) -> None:
    """A name that an attacker has pointed at this machine is not ours (DNS rebinding)."""
    for path in ("/", "/api/setup", "/static/referee.css"):
        status, _, body = referee.request("GET", path, headers={"Host": host})
        assert status == 403
        assert json.loads(body)["error"]["kind"] == "ForeignHost"


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_both_names_of_this_machine_will_do(referee: RefereeClient, name: str) -> None:
    """With the port."""
    status, _, _ = referee.request("GET", "/api/setup", headers={"Host": f"{name}:{referee.port}"})
    assert status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_page_may_not_ask(referee: RefereeClient, headers: dict[str, str]) -> None:
    """By any of the headers in which a browser says who asks."""
    status, _, body = referee.request("POST", "/api/position", BODY, JSON | headers)
    assert status == 403
    assert json.loads(body)["error"]["kind"] == "ForeignOrigin"


def test_our_own_page_may_ask_and_a_link_to_it_may_be_followed(referee: RefereeClient) -> None:
    """A link in a letter leads to the page, as the address holds the game."""
    own = {"Origin": f"http://127.0.0.1:{referee.port}", "Sec-Fetch-Site": "same-origin"}
    assert referee.request("POST", "/api/position", BODY, JSON | own)[0] == 200
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert referee.request("GET", "/?game=minoa", headers=followed)[0] == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_page_is_no_json(referee: RefereeClient, kind: str) -> None:
    """A browser sends these without asking first."""
    headers = {"Content-Type": kind} if kind else {}
    assert referee.request("POST", "/api/position", BODY, headers)[0] == 415


def test_every_answer_has_a_strict_policy(referee: RefereeClient) -> None:
    """Errors too; nothing inline, no eval, no other origin."""
    for path in ("/", "/api/games", "/nothing", "/static/nothing.js", "/../pyproject.toml"):
        _, headers, _ = referee.request("GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "name",
    [
        "../limits.py",
        "..%2flimits.py",
        "%2e%2e/limits.py",
        "/etc/passwd",
        "x\0.js",
        "report/../a.js",
    ],
)
def test_nothing_else_is_served(referee: RefereeClient, name: str) -> None:
    """Only the files of two folders, by their names."""
    with socket.create_connection((referee.host, referee.port)) as connection:
        host = f"{referee.host}:{referee.port}"
        connection.sendall(f"GET /static/{name} HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
        assert connection.recv(100).split()[1] in {b"404", b"400"}


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        (b"x" * (257 << 10), 413, "TooLarge"),
        (b"", 422, "NotJson"),
        (b"{", 422, "NotJson"),
        (b"\xff\xfe", 422, "NotJson"),
        (b'{"game": "minoa", "params": {"n": NaN}}', 422, "NotJson"),
        (b'{"game": "minoa", "params": {"n": ' + b"9" * 5_000 + b"}}", 422, "NotJson"),
        (b"[" * 100_000, 422, "TooDeep"),
        (b"[" * 60 + b"]" * 60, 422, "TooDeep"),
        (b'{"game": "minoa", "adapter": "node evil.js"}', 422, "BadRequest"),
        (b'{"game": "minoa", "words": ["node"]}', 422, "BadRequest"),
        (b'{"game": "minoa", "params": {"n": 1000000}}', 422, "BadRequest"),
        (b'{"game": "minoa", "params": {"n": "4"}}', 422, "BadParameter"),
        (b'{"game": "minoa", "moves": [' + b'"a",' * 2_000 + b'"a"]}', 422, "BadRequest"),
        (b'{"game": "minoa", "moves": ["' + b"a" * 201 + b'"]}', 422, "BadRequest"),
        (b'{"game": "minoa", "moves": ["\\ud800"]}', 422, "BadRequest"),
        (b'{"game": "minoa", "moves": ["\\u0000"]}', 422, "IllegalMove"),
        (b'{"game": "minoa", "start": {"sticks": 1}}', 422, "MalformedPosition"),
        (b'{"game": "minoo"}', 404, "UnknownGame"),
        (b'{"game": "../minoa"}', 404, "UnknownGame"),
        (b'{"game": "minoa", "rulings": {"end": "fll"}}', 422, "UnknownReading"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    referee: RefereeClient, body: bytes, status: int, kind: str
) -> None:
    """The kind names the mistake; the message says what would be right."""
    given, answer = referee.post("position", body)
    assert (given, answer["error"]["kind"]) == (status, kind), answer
    assert "\n" not in answer["error"]["message"]
    assert answer["error"]["message"]


def test_an_unknown_route_says_where_the_routes_are(referee: RefereeClient) -> None:
    """And a route that needs another method."""
    for method, path, status in (("GET", "/api/nothing", 404), ("GET", "/api/position", 405)):
        given, _, body = referee.request(method, path)
        assert given == status
        assert "/api/openapi.json" in json.loads(body)["error"]["message"]


def test_an_answer_does_not_wait_for_its_acknowledgement(referee: RefereeClient) -> None:
    """On one connection: asyncio sends small packets at once only if the socket names its protocol."""
    with listening(0) as listener:
        assert listener.proto == socket.IPPROTO_TCP
    connection = HTTPConnection(referee.host, referee.port, timeout=60)
    taken = []
    for _ in range(20):
        began = monotonic()
        connection.request("GET", "/api/setup")
        assert connection.getresponse().read()
        taken.append(monotonic() - began)
    connection.close()
    assert min(taken[2:]) < 0.035
