"""Adapters that take too much: memory without bound, and both streams at once."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from rulewright.conformance.adapter import faults
from rulewright.conformance.adapter.conversation import Command, Conversation, ProcessChannel
from rulewright.conformance.adapter.process import AdapterProcess, Limits

SCRIPT = str(Path(__file__).with_name("misbehaving.py"))
MEGABYTE = 1 << 20
SMALL = Limits(answer=20.0, grace=1.0, memory=150 * MEGABYTE)


def talk(mode: str, limits: Limits = SMALL) -> tuple[Conversation, AdapterProcess]:
    """Begin a conversation in which a game is on."""
    conversation = Command((sys.executable, "-S", SCRIPT, mode), limits).open()
    assert isinstance(conversation.channel, ProcessChannel)
    conversation.hello()
    conversation.new("minoa", {"n": 1}, {})
    return conversation, conversation.channel.process


@pytest.mark.parametrize("mode", ["grows", "child-grows", "grandchild-grows", "grows-in-silence"])
def test_memory_without_bound_ends_with_the_limit(mode: str) -> None:
    """Its own, and that of what it started; while it answers, and while an answer is awaited."""
    conversation, process = talk(mode)
    began = time.monotonic()
    with pytest.raises(faults.OutgrewMemory) as found:
        ask_for_ever(conversation)
    assert time.monotonic() - began < 15
    assert found.value.exit_status == 3
    assert str(found.value).startswith("the adapter and all that it started hold 0.")
    assert " GiB of memory, more than the limit of 0.146 GiB (--memory-limit)" in str(found.value)
    assert "\n" not in str(found.value)
    family = [process.program.pid, *map(int, process.errors.split()[1:2])]
    conversation.close()
    assert not any(psutil.pid_exists(pid) and alive(pid) for pid in family)


def ask_for_ever(conversation: Conversation) -> None:
    """Ask the same again and again."""
    while True:
        conversation.legal()


def alive(pid: int) -> bool:
    """Return whether a process has not ended."""
    return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


@pytest.mark.parametrize("mode", ["shares", "none"])
def test_memory_that_processes_share_counts_once(mode: str) -> None:
    """Four processes that share 100 MB hold 100 MB, not 400."""
    conversation, process = talk(mode)
    until = time.monotonic() + 1
    while time.monotonic() < until:
        assert conversation.legal()
    if mode == "shares":
        seen = [psutil.Process(process.program.pid), *process.program.family()[1:]]
        assert len(seen) == 4
        assert sum(each.memory_info().rss for each in seen) > 300 * MEGABYTE
    conversation.close()


def test_the_limit_of_the_command_is_told_in_one_line() -> None:
    """Status 3; by default there is room for any engine."""
    assert Limits().memory == 4 << 30
    command = [sys.executable, "-m", "rulewright", "conform", "--quick", "--game", "minoa"]
    done = subprocess.run(
        [*command, "--memory-limit", "0.1", "--", sys.executable, "-S", SCRIPT, "grows"],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 3, done.stdout + done.stderr
    lines = [each for each in done.stdout.splitlines() if each.startswith("fault (out of memory)")]
    assert lines
    assert "more than the limit of 0.1 GiB (--memory-limit)" in lines[0]


@pytest.mark.parametrize("mode", ["both", "both-by-turns"])
def test_both_streams_at_once_lock_nobody_up(mode: str) -> None:
    """Megabytes on each, from two threads or in turns, with a small buffer between."""
    conversation, process = talk(mode)
    for _ in range(3):
        assert len(conversation.legal()) == 100_000
    assert process.pipes.errors_seen > 3_000_000
    conversation.close()


def test_the_last_lines_of_standard_error_are_quoted() -> None:
    """Though as much came on standard output; the end is what says why."""
    conversation, process = talk("both-and-dies")
    with pytest.raises(faults.HalfLine) as found:
        conversation.legal()
    said = str(found.value)
    assert "exit status 7; its last words on standard error: 'Traceback:\\n" in said
    assert "Error: out of luck')" in said
    assert said.count("warning") == 0
    assert process.pipes.errors_seen > 500_000
    conversation.close()


def test_what_was_said_before_a_hang_is_quoted() -> None:
    """Many engines hang because a thread of theirs has died."""
    conversation, _ = talk("complains-and-hangs", Limits(answer=0.5, grace=1.0))
    with pytest.raises(
        faults.Hung, match=r"within 0\.5 s; its last words on standard error: 'thread died'"
    ):
        conversation.legal()
    conversation.close()


def test_only_the_end_of_long_last_words_is_quoted() -> None:
    """The last three lines, and of these the end."""
    words = faults.last_words("\n".join(f"line {number} {'x' * 300}" for number in range(5)))
    assert words.startswith("; its last words on standard error: '...")
    assert len(words) < 300
    assert faults.last_words("a\n\nb\nc\n \nd\n").endswith("'b\\nc\\nd'")
    assert faults.last_words(" \n") == ""
