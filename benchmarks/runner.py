"""Measure the overhead of the runner per message, compared with a bare pipe.

Both talk to the same trivial adapter, which gives the same answer of 30 actions to every line: once
over a plain `Popen` with blocking reads, encoding and decoding JSON as any caller would; once with
`Conversation.legal` through a process with all its limits. Run it as `python benchmarks/runner.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from rulewright.conformance.adapter.conversation import Command, Conversation

ACTIONS = [f"{number},{number + 1}-{number},{number + 2}" for number in range(30)]
ANSWER = json.dumps({"ok": True, "actions": ACTIONS}) + "\n"
ADAPTER = f"""
import sys
answer = {ANSWER!r}.encode()
out = sys.stdout.buffer
for line in sys.stdin.buffer:
    out.write(answer)
    out.flush()
"""
WORDS = (sys.executable, "-S", "-c", ADAPTER)
MESSAGES = 4_000
ROUNDS = 9


def bare(process: subprocess.Popen[bytes]) -> list[str]:
    """Send one request over a bare pipe."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({"cmd": "legal"}).encode() + b"\n")
    process.stdin.flush()
    actions: list[str] = json.loads(process.stdout.readline())["actions"]
    return actions


def seconds(ask: Callable[[], object]) -> float:
    """Return the mean time of a message."""
    began = perf_counter()
    for _ in range(MESSAGES):
        ask()
    return (perf_counter() - began) / MESSAGES


def measure() -> tuple[float, float, float]:
    """Measure both alternately; return the medians and the median difference, in seconds."""
    conversation: Conversation = Command(WORDS).open()
    with subprocess.Popen(WORDS, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        pairs = [
            (seconds(lambda: bare(process)), seconds(conversation.legal)) for _ in range(ROUNDS)
        ]
        assert process.stdin is not None
        process.stdin.close()
    conversation.close()
    plain, full = (median(column) for column in zip(*pairs, strict=True))
    return plain, full, median(other - one for one, other in pairs)


def main() -> None:
    """Print both, the difference and the ratio."""
    plain, full, more = measure()
    print(f"bare pipe  {plain * 1e6:7.1f} us a message")
    print(f"runner     {full * 1e6:7.1f} us a message")
    print(f"overhead   {more * 1e6:7.1f} us a message, {full / plain:.2f} times the bare pipe")


if __name__ == "__main__":
    main()
