"""Engines in other languages, as processes that speak the adapter protocol."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from attrs import define

EXAMPLES = Path(__file__).parents[2] / "examples"


def program(name: str) -> str:
    """Find a compiler or an interpreter; without it the test is skipped, but in CI it fails."""
    found = which(name)
    if found is None:
        reason = f"{name} is not installed"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def built(language: str, folder: Path) -> list[str]:
    """Build an engine into a folder, and give the command that starts it."""
    source = EXAMPLES / language
    if language == "javascript":
        return [program("node"), str(source / "adapter.mjs")]
    if language == "c":
        program("gcc")
        made = folder / "engine"
        subprocess.run(
            [program("make"), "--silent", "-C", str(source), f"ENGINE={made}"], check=True
        )
        return [str(made)]
    if language == "java":
        files = sorted(map(str, source.glob("*.java")))
        compiler = [program("javac"), "-Xlint:all", "-Werror", "-d", str(folder)]
        subprocess.run([*compiler, *files], check=True)
        return [program("java"), "-cp", str(folder), "Adapter"]
    raise ValueError(language)


@define
class Process:
    """A started engine."""

    running: subprocess.Popen[bytes]

    def send(self, line: bytes) -> Any:
        """Send one line and read one answer."""
        assert self.running.stdin
        assert self.running.stdout
        self.running.stdin.write(line + b"\n")
        self.running.stdin.flush()
        answer = self.running.stdout.readline()
        assert answer.endswith(b"\n"), f"no whole answer to {line!r}: {answer!r}"
        return json.loads(answer)

    def ask(self, cmd: str, **request: Any) -> Any:
        """Send one request."""
        return self.send(json.dumps({"cmd": cmd, **request}, ensure_ascii=False).encode())

    def get(self, cmd: str, **request: Any) -> Any:
        """Send one request that must succeed."""
        answer = self.ask(cmd, **request)
        assert answer.pop("ok") is True, (cmd, request, answer)
        return answer


@contextmanager
def started(command: Sequence[str]) -> Iterator[Process]:
    """Start an engine, and see that it ends with status 0 and says nothing on standard error."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        try:
            yield Process(running)
        except BaseException:
            running.kill()
            raise
        output, complaints = running.communicate(timeout=20)
        assert (running.returncode, output, complaints) == (0, b"", b"")
