"""The command: what is wrong is said in one line before anything is served."""

from __future__ import annotations

import socket
import sys
from typing import Any

import pytest

from rulewright.commands.referee import referee_command
from rulewright.console.ending import status_of
from rulewright.referee import serving


def run(*arguments: str) -> int:
    """Run the command in this process; it must not serve."""
    return status_of(lambda: referee_command.main([*arguments], standalone_mode=False))


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--port", "99999"], 2, "not in the range"),
        (["minoo"], 2, "did you mean 'minoa'?"),
        (["minoa", "--param", "n=x"], 2, "must be a whole number"),
        (["minoa", "--ruling", "end=ful"], 2, "did you mean 'full'?"),
        (["--param", "n=2"], 2, "need a GAME"),
        (["--adapter", ""], 2, "--adapter is empty"),
        (["--adapter", "a 'b"], 2, "is no command"),
        (["--adapter", "no-such-program"], 3, "cannot start 'no-such-program'"),
        (["minoa", "--adapter", f"{sys.executable} -c 0"], 3, "broke down"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, said: str
) -> None:
    """With the exit status of its kind."""
    assert run(*arguments) == status
    (printed,) = capsys.readouterr().err.splitlines()
    assert printed.startswith("error: ")
    assert said in printed


def test_a_port_in_use_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """And what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run("--port", str(port), "--no-browser") == 2
    assert f"port {port} is in use" in capsys.readouterr().err


def test_a_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, with the command that installs it."""
    monkeypatch.setitem(sys.modules, "fastapi", None)
    assert run() == 2
    assert "pip install 'rulewright[web]'" in capsys.readouterr().err


def test_the_browser_is_opened_unless_that_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the address that is served."""
    opened: list[str] = []
    served: list[Any] = []
    monkeypatch.setattr(serving, "open_page", opened.append)
    monkeypatch.setattr(
        serving, "serve", lambda setup, _, ready: (served.append(setup), ready("http://x/"))
    )
    assert run("minoa", "--param", "n=2") == 0
    assert opened == ["http://x/"]
    assert (served[0].game, served[0].params, served[0].adapter) == ("minoa", {"n": 2}, ())
    assert run("minoa", "--no-browser") == 0
    assert len(opened) == 1
