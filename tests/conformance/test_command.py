"""`rulewright conform` from end to end: exit status, output, reports, nothing left running."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from click.testing import CliRunner

from rulewright.cli import application
from rulewright.conformance.outputs.lines import SCHEMA

HERE = Path(__file__).parent
OTHER = (sys.executable, str(HERE / "other_rules.py"))
MISBEHAVING = (sys.executable, "-S", str(HERE / "misbehaving.py"))
SMALL = ("--game", "minoa", "--param", "n=1", "--quick", "--seed", "1")


def conform(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "rulewright", "conform", *arguments],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


USAGE = [
    ((), "the command that starts the adapter is missing: put it after --"),
    (("--quick", "--thorough", "--", "x"), "--quick and --thorough exclude each other"),
    (("--game", "chess", "--", "x"), "unknown game 'chess'"),
    (("--game", "minoa", "--ruling", "end=soon", "--", "x"), "unknown reading 'soon'"),
    (("--game", "minoa", "--param", "n=0", "--", "x"), "parameter 'n' is 0"),
    (("--game", "minoa", "--ruling", "end", "--", "x"), "must be written NAME=VALUE"),
    (("--game", "minoa", "--game", "nonaga", "--", "x"), "--game is given twice"),
    (("--jobs", "0", "--", "x"), "--jobs"),
    (("--answer-limit", "nan", "--", "x"), "'nan' is no number of seconds"),
    (("--time-limit", "nan", "--", "x"), "'nan' is no number of seconds"),
    (("--answer-limit", "1e300", "--", "x"), "1e+300 is not in the range 0<x<=86400"),
    (("--time-limit", "inf", "--", "x"), "inf is not in the range 0<x<=86400"),
    (("--answer-limit", "0", "--", "x"), "0.0 is not in the range 0<x<=86400"),
    (("--memory-limit", "nan", "--", "x"), "'nan' is no number of GiB"),
    (("--memory-limit", "0", "--", "x"), "0.0 is not in the range 0<x<=1048576"),
    (("--report", "/dev/null/x", "--", "x"), "cannot make the folder"),
]


@pytest.mark.parametrize(("arguments", "message"), USAGE, ids=[each[1][:30] for each in USAGE])
def test_wrong_input_is_one_line_and_status_2(arguments: tuple[str, ...], message: str) -> None:
    """No adapter is started."""
    done = CliRunner().invoke(application, ["conform", *arguments])
    assert done.exit_code == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout


def test_wrong_input_ends_a_process_of_its_own_in_the_same_way() -> None:
    """Nothing is printed on the way to the command, and the status is that of the process."""
    arguments, message = USAGE[0]
    done = conform(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"error: {message}\n")


def test_the_help_of_param_is_that_of_this_command() -> None:
    """Elsewhere what is left out has its default; here it takes every value."""
    done = " ".join(conform("--help").stdout.split())
    assert "Fixes a parameter; those left out take every value that the tests want." in done
    assert "A parameter of the game" not in done


def test_options_of_one_game_need_its_name_where_there_are_several() -> None:
    """The game that does not have them is named, and the way out."""
    done = conform("--quick", "--ruling", "closure=line", "--", *OTHER)
    assert done.returncode == 2
    (line,) = [each for each in done.stderr.splitlines() if "unknown" in each]
    assert re.search("(ari|dreieck|nonaga): unknown question 'closure'", line)
    assert "several games: add --game with the one that is meant" in line
    assert not done.stdout
    done = conform("--quick", "--ruling", "bar=no", "--", *MISBEHAVING, "none")
    assert done.returncode == 2
    assert "minoa: unknown question 'bar'" in done.stderr
    assert "--game" not in done.stderr


def test_a_program_that_is_not_there_is_a_fault() -> None:
    """Status 3, and the system's reason."""
    done = conform(*SMALL, "--", "no-such-program")
    assert done.returncode == 3
    assert "fault (program not found): cannot start 'no-such-program': No such file" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("adapter fault;")


FAULTS = ["die", "garbage", "long", "utf8", "types", "error", "malformed", "several"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", FAULTS)
def test_an_adapter_at_fault_is_survived(mode: str) -> None:
    """Status 3, whatever the fault; the line says what was going on."""
    done = conform(*SMALL, "--", *MISBEHAVING, mode)
    assert done.returncode == 3, done.stdout + done.stderr
    assert "fault (" in done.stdout
    assert "[smoke: a first game, parameters n=1]" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_hang_ends_with_the_limit() -> None:
    """The limit for one answer, and that for the whole."""
    done = conform(*SMALL, "--answer-limit", "0.5", "--", *MISBEHAVING, "hang")
    assert done.returncode == 3
    assert "no answer to 'legal' within 0.5 s" in done.stdout
    done = conform(*SMALL, "--time-limit", "1", "--", *MISBEHAVING, "hang")
    assert done.returncode == 3
    assert "limit of 1 s" in done.stdout
    assert "as the adapter is at fault" not in done.stdout
    assert done.stdout.splitlines()[-1].startswith("not finished;")


@pytest.mark.slow
def test_a_report_in_every_form(tmp_path: Path) -> None:
    """A deviating engine: status 1, and files that say the same, each valid in its own form."""
    folder = tmp_path / "report"
    done = conform(*SMALL, "--report", str(folder), "--", *OTHER, "closure=coloured")
    assert done.returncode == 1, done.stdout + done.stderr
    line = (
        "to check it against what it plays: rulewright conform --game minoa --param n=1 --ruling "
    )
    assert f"{line}closure=coloured --quick --seed 1 -- {sys.executable} " in done.stdout
    assert "MIN-9: Every area that a stick closes off must trace to an edge" in done.stdout
    records = [json.loads(line) for line in (folder / "report.jsonl").read_text().splitlines()]
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for record in records:
        validator.validate(record)
    kinds = [record["record"] for record in records]
    assert kinds[:2] == ["run", "game"]
    assert {"case", "question", "deviation"} <= set(kinds)
    assert records[0]["verdict"] == "deviates"
    root = ET.fromstring((folder / "junit.xml").read_text())  # noqa: S314 - our own file
    cases = list(root.iter("testcase"))
    assert len(cases) == kinds.count("case")
    detections = sum(record.get("status") == "deviates" for record in records if "stage" in record)
    assert len(list(root.iter("failure"))) == detections > 0
    badge = json.loads((folder / "badge.json").read_text())
    assert badge["schemaVersion"] == 1
    assert (badge["message"], badge["color"]) == ("1 deviation", "red")
    assert "1 deviation" in (folder / "badge.svg").read_text()
    ET.fromstring((folder / "badge.svg").read_text())  # noqa: S314 - our own file
    page = (folder / "report.html").read_text()
    assert "<svg" in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    assert "closure\\=coloured" in (folder / "summary.md").read_text().replace("=", "\\=")
    vectors = json.loads((folder / "vectors-minoa.json").read_text())
    (vector,) = vectors["vectors"]
    assert vector["moves"] == next(r for r in records if r["record"] == "deviation")["moves"]
    assert vector["expect"]["legal"]


@pytest.mark.slow
def test_a_wrong_record_would_be_noticed() -> None:
    """Power: the schema refuses a record with a field too many, one too few, or an unknown verdict."""
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    fault = {
        "record": "fault",
        "game": "",
        "kind": "garbage",
        "message": "",
        "doing": "",
        "moves": [],
        "params": {},
        "rulings": {},
    }
    assert validator.is_valid(fault)
    assert not validator.is_valid({**fault, "extra": 1})
    assert not validator.is_valid({name: fault[name] for name in list(fault)[:-1]})
    assert not validator.is_valid({**fault, "moves": [1]})


@pytest.mark.slow
def test_jobs_find_the_same() -> None:
    """Two adapters at once: the same report, but for times, of an engine that is asked again."""
    order = (*SMALL, "--param", "k=3")
    engine = ("--", *OTHER, "stranded=over", "lists-less")
    one, two = conform(*order, *engine), conform(*order, "--jobs", "2", *engine)
    assert (one.returncode, two.returncode) == (1, 1)
    assert re.search(r"stranded +skip +over +[0-9]+ deciding answers", one.stdout)
    assert timeless(one.stdout) == timeless(two.stdout)


def timeless(printed: str) -> str:
    """Leave out times, messages (each adapter is greeted), and what differs in the command to paste."""
    last = r"[0-9,]+ messages, [0-9.,]+ s$| --jobs 2"
    return re.sub(last, "", printed, flags=re.MULTILINE)


@pytest.mark.slow
def test_traces_of_an_earlier_game_are_named_as_such() -> None:
    """State shared between games shows only after another game on the same process."""
    done = conform(*SMALL, "--", *OTHER, "shared")
    assert done.returncode == 1
    assert "only with another game before it" in done.stdout
    assert "No clause" not in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_end_from_outside_leaves_nothing_running(number: int, tmp_path: Path) -> None:
    """Ctrl-C, or a request to end: the adapter and its child are gone."""
    pids = tmp_path / "pids"
    code = (
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}} {{child.pid}}\\n')\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-m", "rulewright", "conform", *SMALL, "--", sys.executable, "-c", code],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as program:
        deadline = time.monotonic() + 60
        while not pids.exists() or not pids.read_text().endswith("\n"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        program.send_signal(number)
        assert program.wait(60) in {130, 143}
    for pid in map(int, pids.read_text().split()):
        assert gone(pid)


def gone(pid: int) -> bool:
    """Return whether a process has ended, waiting a moment for it."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False
