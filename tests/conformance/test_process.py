"""The process: every fault told apart, survived, and nothing left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from rulewright.conformance.adapter import faults
from rulewright.conformance.adapter.conversation import Command, Conversation, ProcessChannel
from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.process import AdapterProcess, Clock, Limits
from rulewright.conformance.adapter.program import LIVING
from rulewright.conformance.adapter.reading import read_object

SCRIPT = str(Path(__file__).with_name("misbehaving.py"))
QUICK = Limits(answer=2.0, start=30.0, grace=1.0)


def command(mode: str, **options: object) -> Command:
    """Name a misbehaving adapter."""
    return Command((sys.executable, "-S", SCRIPT, mode), **{"limits": QUICK, **options})  # type: ignore[arg-type]


def talk(mode: str) -> Conversation:
    """Begin a conversation in which a game is on."""
    conversation = command(mode).open()
    conversation.hello()
    conversation.new("minoa", {"n": 1}, {})
    return conversation


def process_of(conversation: Conversation) -> AdapterProcess:
    """Find the process behind a conversation."""
    assert isinstance(conversation.channel, ProcessChannel)
    return conversation.channel.process


def gone(pid: int) -> bool:
    """Return whether a process has ended (one that nobody has waited for has)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


IN_GAME = [
    ("die", faults.DiedInGame, "exit status 7.*out of luck"),
    ("killed", faults.DiedInGame, "killed by signal 11"),
    ("closed", faults.DiedInGame, "closed its standard output"),
    ("hang", faults.Hung, "no answer to 'legal' within 2 s"),
    ("garbage", faults.Garbage, "is not a JSON object.*Segmentation fault"),
    ("list", faults.Garbage, "it is list, not an object"),
    ("nan", faults.Garbage, "NaN is no JSON value"),
    ("deep", faults.Garbage, "nested too deeply"),
    ("nested", faults.Garbage, "nested too deeply"),
    ("infinite", faults.Garbage, "1e999 is too large"),
    ("twice", faults.Garbage, "names 'actions' twice"),
    ("digits", faults.Garbage, "Exceeds the limit"),
    ("bom", faults.Garbage, "BOM"),
    ("blank", faults.Garbage, "Expecting value"),
    ("orphan", faults.DiedInGame, "exit status 9"),
    ("half", faults.HalfLine, "no end of line .nothing more within 2 s"),
    ("half-and-gone", faults.HalfLine, "no end of line .exit status 0"),
    ("long", faults.LineTooLong, "too long .more than 16,777,216 bytes"),
    ("utf8", faults.NotUtf8, "is not UTF-8"),
    ("types", faults.WrongTypes, "answer.actions|a list of texts"),
    ("missing", faults.WrongTypes, "is missing"),
    ("maybe", faults.WrongTypes, "'ok' must be true or false"),
    ("empty-refusal", faults.WrongTypes, "a refusal needs"),
    ("error", faults.ErrorAnswer, "with the error 'stack overflow'"),
    ("out-of-place", faults.OutOfPlace, "cannot be answered with 'illegal'"),
]


@pytest.mark.parametrize(("mode", "fault", "message"), IN_GAME, ids=[each[0] for each in IN_GAME])
def test_a_fault_in_mid_game_has_its_own_class(
    mode: str, fault: type[AdapterFault], message: str
) -> None:
    """The class and the one line of message; and the process is gone afterwards."""
    conversation = talk(mode)
    process = process_of(conversation)
    with pytest.raises(fault, match=message) as found:
        conversation.legal()
    assert type(found.value) is fault
    assert found.value.exit_status == 3
    assert "\n" not in str(found.value)
    conversation.close()
    assert gone(process.program.pid)
    assert process.program not in LIVING


DEEP = [(b"[" * 63 + b"]" * 63, True), (b"[" * 64 + b"]" * 64, False), (b'"]]{{"', True)]


@pytest.mark.parametrize(("value", "fits"), DEEP, ids=["63", "64", "in-a-text"])
def test_how_deep_an_answer_may_be_nested(value: bytes, fits: bool) -> None:
    """Up to 64 levels, the answer itself included; brackets within a text are none."""
    line = b'{"x": ' + value + b"}"
    if fits:
        assert read_object("state", line)["x"] is not None
    else:
        with pytest.raises(faults.Garbage, match="nested too deeply"):
            read_object("state", line)


def test_several_answers_are_seen_before_the_next_request() -> None:
    """The first line is taken as the answer; the second is found when the next request is due."""
    conversation = talk("several")
    assert conversation.legal() == ()
    with pytest.raises(
        faults.SeveralAnswers, match="more than one line after the answer to 'legal'"
    ):
        conversation.state()
    conversation.close()


def test_an_adapter_that_hears_no_more_is_told_so() -> None:
    """It still runs, and its answer was right; the next question cannot be put."""
    conversation = talk("deaf")
    assert conversation.legal() == ()
    with pytest.raises(faults.DiedInGame, match="it closed its standard input"):
        conversation.state()
    conversation.close()


def test_a_banner_is_found_before_the_first_request() -> None:
    """What is printed before anything was asked is either unasked for, or no JSON."""
    conversation = command("banner").open()
    with pytest.raises((faults.SeveralAnswers, faults.Garbage), match="Welcome"):
        conversation.hello()
    conversation.close()


def test_a_program_that_is_not_there() -> None:
    """The system's reason is given."""
    with pytest.raises(
        faults.ProgramNotFound, match="cannot start 'no-such-program x': No such file"
    ):
        Command(("no-such-program", "x")).open()


def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    """A file without permission to run it."""
    (tmp_path / "engine").write_text("")
    with pytest.raises(faults.ProgramNotFound, match="Permission denied"):
        Command((str(tmp_path / "engine"),)).open()


def test_death_at_start() -> None:
    """Before the first answer it is another fault than later, and standard error is quoted."""
    conversation = command("die-at-start").open()
    with pytest.raises(faults.DiedAtStart, match=r"exit status 3.*no licence"):
        conversation.hello()
    conversation.close()


def test_wrong_types_in_a_state_are_all_named() -> None:
    """Every field that is wrong, in one message."""
    conversation = talk("state-types")
    with pytest.raises(faults.WrongTypes) as found:
        conversation.state()
    sentence = str(found.value)
    assert "over" in sentence
    assert "a truth value" in sentence
    assert "scores" in sentence
    assert "a whole number" in sentence
    conversation.close()


def test_a_flood_on_standard_error_is_survived() -> None:
    """Nearly a megabyte with every answer: nobody is locked up, and only the end is kept."""
    conversation = talk("flood")
    process = process_of(conversation)
    for _ in range(5):
        assert len(conversation.legal()) == 6
    assert process.pipes.errors_seen > 4_000_000
    assert "warning: warning: " in process.errors
    assert len(process.errors) <= 1 << 14
    conversation.close()
    assert gone(process.program.pid)


def test_what_the_adapter_started_ends_with_it() -> None:
    """The whole process group is ended, not only its leader."""
    conversation = talk("family")
    process = process_of(conversation)
    with pytest.raises(faults.Hung):
        conversation.legal()
    child = int(process.errors.split()[-1])
    assert not gone(child)
    conversation.close()
    assert gone(process.program.pid)
    deadline = time.monotonic() + 10
    while not gone(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert gone(child)


@pytest.mark.parametrize("mode", ["runaway", "runaway-clean", "runaway-twice"])
@pytest.mark.parametrize("dies", [False, True])
def test_what_left_the_group_ends_as_well(mode: str, dies: bool) -> None:
    """A session of its own, an environment of its own, or a parent that is gone: none is a way out."""
    conversation = talk(mode)
    process = process_of(conversation)
    conversation.legal()
    while not process.errors:
        process._drain()
    child = int(process.errors.split()[-1])
    assert not gone(child)
    if dies:
        if mode == "runaway-clean":
            process.program.find_kindred()  # it was seen while the adapter lived
        os.kill(process.program.pid, signal.SIGKILL)
        assert process.program.status(5) == -signal.SIGKILL
    conversation.close()
    assert gone(process.program.pid)
    assert gone(child)


def test_the_first_game_and_the_first_count_may_take_longer() -> None:
    """An engine may have to compile first what plays or counts; then the limit is that of any answer."""
    limits = Limits(answer=0.5, first_count=30.0, grace=1.0)
    conversation = command("slow", limits=limits).open()
    conversation.hello()
    conversation.new("minoa", {"n": 1}, {})
    assert conversation.perft(1) == 1
    with pytest.raises(faults.Hung, match=r"no answer to 'perft' within 0\.5 s"):
        conversation.perft(1)
    conversation.close()
    conversation = command("slow", limits=limits).open()
    conversation.hello()
    conversation.new("minoa", {"n": 1}, {})
    with pytest.raises(faults.Hung, match=r"no answer to 'new' within 0\.5 s"):
        conversation.new("minoa", {"n": 1}, {})
    conversation.close()


def test_another_adapter_is_left_alone() -> None:
    """One ends, with all that it started; the other one, and what that started, do not."""
    one, other = talk("runaway"), talk("runaway")
    one.legal()
    other.legal()
    process = process_of(other)
    while not process.errors:
        process._drain()
    one.close()
    assert not gone(process.program.pid)
    assert not gone(int(process.errors.split()[-1]))
    other.close()
    assert gone(int(process.errors.split()[-1]))


def test_the_time_for_the_whole_ends_a_conversation() -> None:
    """A hang is then no fault of the answer's limit, but of the whole."""
    conversation = command("hang", clock=Clock(0.3), limits=Limits(answer=60, grace=0.2)).open()

    def talk_on() -> None:
        while True:
            conversation.hello()
            time.sleep(0.05)

    with pytest.raises(faults.TimeExhausted, match=r"limit of 0\.3 s"):
        talk_on()
    conversation.close()


def test_quit_ends_with_status_zero() -> None:
    """And so does the end of input."""
    conversation = talk("none")
    conversation.quit()
    process_of(conversation).must_end("quit")
    conversation.close()
    other = talk("none")
    process_of(other).program.end_of_input()
    process_of(other).must_end("the end of input")
    other.close()


@pytest.mark.parametrize(
    ("mode", "what"),
    [("stays", "still runs 1 s later"), ("bad-status", "ends with exit status 5")],
)
def test_a_bad_end(mode: str, what: str) -> None:
    """A program that stays, or ends with another status."""
    conversation = talk(mode)
    conversation.quit()
    with pytest.raises(faults.BadEnd, match=what):
        process_of(conversation).must_end("quit")
    conversation.close()


def test_nothing_is_left_when_somebody_interrupts() -> None:
    """Ctrl-C while an answer is awaited: the adapter and its child end as well."""
    code = f"""
import sys
from rulewright.conformance.adapter.conversation import Command
command = Command((sys.executable, "-S", {SCRIPT!r}, "family"))
conversation = command.open()
try:
    conversation.hello()
    conversation.new("minoa", {{}}, {{}})
    print(conversation.channel.process.program.pid, flush=True)
    conversation.legal()
finally:
    process = conversation.channel.process
    conversation.close()
    print(process.errors.split()[-1], flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as program:
        assert program.stdout is not None
        adapter = int(program.stdout.readline())
        threading.Timer(0.7, os.kill, (program.pid, signal.SIGINT)).start()
        child = int(program.stdout.readline())
        program.wait(20)
    deadline = time.monotonic() + 10
    while not (gone(adapter) and gone(child)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert gone(adapter)
    assert gone(child)


@pytest.mark.parametrize(
    ("asked", "meant"), [("new", "'unsupported'"), ("play", "'illegal'"), ("legal", "")]
)
def test_an_error_instead_of_a_refusal_is_told_with_what_is_due(asked: str, meant: str) -> None:
    """Some adapters answer an illegal action with an error: it was told as any other."""
    said = str(faults.ErrorAnswer(asked, "no such action"))
    assert "with the error 'no such action'" in said
    assert said.endswith(f"answered with {meant})" if meant else "'no such action'")
