"""The referee as people start it, and a client for its API."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from attrs import define


@define
class RefereeClient:
    """Asks a referee, one connection for each request."""

    host: str
    port: int

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.host}:{self.port}/"

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request; return status, headers in lower case, and body."""
        connection = HTTPConnection(self.host, self.port, timeout=300)
        try:
            connection.request(method, path, body, dict(headers or {}))
            found = connection.getresponse()
            named = {name.lower(): value for name, value in found.getheaders()}
            return found.status, named, found.read()
        finally:
            connection.close()

    def get(self, path: str) -> tuple[int, Any]:
        """Get JSON."""
        status, _, body = self.request("GET", path)
        return status, json.loads(body)

    def post(self, route: str, body: Any) -> tuple[int, Any]:
        """Post JSON to a route of the API."""
        given = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        status, _, answered = self.request("POST", f"/api/{route}", given, headers)
        return status, json.loads(answered)

    def fine(self, route: str, body: Any) -> Any:
        """Post JSON, and require an answer that is no error."""
        status, answer = self.post(route, body)
        assert status == 200, answer
        return answer


@contextmanager
def refereed(*arguments: str, games: str = "") -> Iterator[RefereeClient]:
    """Run `rulewright referee` on a free port, with the guests in some folders."""
    command = [sys.executable, "-m", "rulewright", "referee", "--no-browser", *arguments]
    env = {**os.environ, "RULEWRIGHT_GAMES": games}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            at = urlsplit(next(word for word in said.split() if word.startswith("http://")))
            yield RefereeClient(str(at.hostname), int(at.port or 0))
        finally:
            process.terminate()
            process.wait(20)


def line(game: str, *moves: str, **more: Any) -> dict[str, Any]:
    """Write a line as JSON."""
    return {"game": game, "moves": list(moves), **more}
