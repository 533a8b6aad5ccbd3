"""`conform` in parts: an engine that plays elsewhere is judged as one that plays here."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import psutil
import pytest
from attrs import evolve
from click.testing import CliRunner

from rulewright.cli import application
from rulewright.conformance.adapter.conversation import Command, Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.elsewhere import (
    NoProgram,
    PlayedElsewhere,
    read_script,
    written,
)
from rulewright.conformance.adapter.faults import MOST_FAULTS
from rulewright.conformance.adapter.process import Limits
from rulewright.conformance.adapter.scripts import Script, perform
from rulewright.conformance.checking import Plan, conform
from rulewright.conformance.evidence.report import Report
from rulewright.conformance.evidence.thoroughness import QUICK
from rulewright.parts import LocalProcesses
from rulewright.play.games import specified

ADAPTERS = Path(__file__).parents[1] / "conformance"
OTHER_RULES = (sys.executable, str(ADAPTERS / "other_rules.py"), "closure=coloured")
PLAN = Plan("minoa", {"n": 1}, {}, QUICK, 1)


def untimed(report: Report) -> Report:
    """Return a report without what depends on the machine."""
    games = tuple(evolve(each, seconds=0.0, messages=0) for each in report.games)
    return evolve(report, seconds=0.0, games=games)


@pytest.mark.slow
def test_scripts_play_the_same_here_and_in_other_processes() -> None:
    """In their order; each process starts an adapter, and ends it with itself."""
    lines = ("0,0-1,0", "0,0-0,1", "-1,0-0,-1"), ("0,0-1,0",), ()
    scripts = [
        Script(f"game {number}", {"n": 1}, lines[number % 3], everywhere=True)
        for number in range(20)
    ]
    rulings = dict(specified("minoa").default_rulings)
    command = Command(OTHER_RULES)
    with Crew(command) as crew:
        here = list(crew.map(lambda talk, each: perform(talk, "minoa", rulings, each), scripts))
        asked = crew.asked
    with LocalProcesses.of(2) as processes:
        played = PlayedElsewhere(processes, command, 1)
        assert list(played.play(Crew(command), "minoa", rulings, scripts)) == here
        assert 1 <= len(adapters_of(os.getpid())) <= 2
    assert not adapters_of(os.getpid())
    assert played.asked >= asked > 100
    assert all(each.made is not None for each in here)


@pytest.mark.soak
def test_the_verdict_is_the_same_here_and_in_other_processes() -> None:
    """An engine that plays another reading; each process starts adapters of its own."""
    here = conform(Command(OTHER_RULES), PLAN)
    with LocalProcesses.of(2) as processes:
        there = conform(Command(OTHER_RULES), evolve(PLAN, elsewhere=processes))
    assert untimed(there) == untimed(here)
    (game,) = there.games
    assert game.deviations
    assert game.messages > 1_000


def adapters_of(process: int) -> list[psutil.Process]:
    """Return the adapters that a process, or one that it started, has not ended."""
    family = psutil.Process(process).children(recursive=True)
    return [each for each in family if "other_rules.py" in " ".join(each.cmdline())]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["dies", "hangs"])
def test_an_adapter_that_breaks_down_elsewhere_has_the_faults_that_it_has_here(
    tmp_path: Path, how: str
) -> None:
    """In the same words; a part is given up after as many as after which nothing more is asked."""
    program = tmp_path / "adapter.py"
    program.write_text(BREAKING.replace("HOW", how), encoding="utf-8")
    command = Command((sys.executable, str(program)), Limits(answer=1.0))
    scripts = [Script(f"game {number}", {"n": 1}, ()) for number in range(4)]
    with Crew(command) as crew:
        here = list(crew.map(lambda talk, each: perform(talk, "nonaga", {}, each), scripts))
    with LocalProcesses.of(1) as processes:
        there = list(
            PlayedElsewhere(processes, command, 1).play(Crew(command), "nonaga", {}, scripts)
        )
    assert len(there) == MOST_FAULTS
    said = [(type(each.fault), str(each.fault)) for each in here]
    assert all(kind is not type(None) for kind, _ in said)
    assert [(type(each.fault), str(each.fault)) for each in there] == said[:MOST_FAULTS]


BREAKING = """
import json, os, sys, time
asked = 0
for line in sys.stdin:
    asked += 1
    cmd = json.loads(line)["cmd"]
    if cmd == "hello":
        said = {"ok": True, "version": 1, "name": "x", "language": "x", "games": ["nonaga"]}
    elif cmd == "new":
        said = {"ok": True}
    elif "HOW" == "dies":
        os._exit(3)
    else:
        time.sleep(60)
    print(json.dumps(said), flush=True)
"""


def test_a_script_is_read_as_it_was_written() -> None:
    """Also as JSON: numbers of moves stay numbers."""
    script = Script(
        "a game",
        {"n": 3},
        ("a", "b"),
        True,
        {0: ("x",), 2: ("y", "z")},
        frozenset({0, 2}),
        True,
        {1: (1, 2)},
    )
    assert read_script(json.loads(json.dumps(written(script)))) == script
    plain = Script("a game", {}, ())
    assert read_script(json.loads(json.dumps(written(plain)))) == plain


def test_an_engine_that_no_command_starts_plays_here_only() -> None:
    """One line, before anything is asked."""
    with LocalProcesses.of(1) as processes, pytest.raises(NoProgram, match="put it after --"):
        conform(Object(Introduced()), evolve(PLAN, elsewhere=processes))


class Introduced:
    """A player that is asked nothing but its name."""


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--jobs", "2"], "--jobs and --cluster exclude each other"),
        (["--validate"], "--validate judges no rules: leave out --cluster"),
    ],
)
def test_options_that_exclude_a_cluster_are_refused(options: list[str], says: str) -> None:
    """In one line, with status 2."""
    words = ["conform", "--cluster", "local:1", *options, "--", *OTHER_RULES]
    done = CliRunner().invoke(application, words)
    assert done.exit_code == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
