"""What a report suggests is a command to paste, and following it leads on."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve
from common.composites import Composite
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.evidence.report import HIDDEN, NOT_MET, GameReport, Report
from rulewright.conformance.outputs.next_step import hint, next_step

OTHER = str(Path(__file__).parent / "other_rules.py")
SMALL = ("--game", "minoa", "--param", "n=1", "--param", "k=2", "--quick", "--seed", "1")
PURPOSE = "  to check it against what it plays: "


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command-line tool."""
    return subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, text=True, timeout=200, check=False
    )


def pasted(printed: str) -> subprocess.CompletedProcess[str]:
    """Run the line that a report ends with."""
    (line,) = [each for each in printed.splitlines() if each.startswith(PURPOSE)]
    return run(*shlex.split(line.removeprefix(PURPOSE)))


def test_the_line_is_executed_and_leads_to_a_run_that_conforms() -> None:
    """Parameters, other rulings, effort, seed and command are those of the run."""
    given = ("--ruling", "stranded=over", "--", sys.executable, OTHER, "closure=coloured")
    first = run("rulewright", "conform", *SMALL, *given)
    assert first.returncode == 1, first.stderr
    second = pasted(first.stdout)
    assert second.returncode == 0, second.stdout + second.stderr
    done = "conforms under end=full closure=coloured partners=separate stranded=over"
    assert done in second.stdout
    assert PURPOSE not in second.stdout


def test_a_bug_is_left_when_the_reading_is_in_force() -> None:
    """The second run shows it alone, and suggests nothing more."""
    command = ("--", sys.executable, OTHER, "closure=coloured", "poor", "a b")
    first = run("rulewright", "conform", *SMALL, *command)
    second = pasted(first.stdout)
    assert "[closure" not in second.stdout
    assert "explained by: closure" in first.stdout
    assert "explained by: closure" not in second.stdout
    assert second.returncode == 1
    assert PURPOSE not in second.stdout


COMPOSITES = [
    Composite("minoa", {"closure": "coloured", "end": "literal"}),
    Composite("minoa", {"closure": "coloured"}, ("winners_in_the_wrong_order",)),
    Composite("nonaga", {"removal": "rim", "no_piece_step": "loses"}),
    Composite("nonaga", {"removal": "rim"}, ("hooks_do_not_win",)),
    Composite("ari", {"own_face": "any", "capture": "landing"}),
]
PARAMS = {"minoa": {"n": 1, "k": 2}, "ari": {"n": 5}}


def checked(composite: Composite, rulings: dict[str, str] | None = None) -> Report:
    """Check an engine under some rulings."""
    params = PARAMS.get(composite.game)
    return check(composite.player(), composite.game, params, rulings, effort=QUICK, seed=1)


def suggested(found: GameReport) -> dict[str, str]:
    """Return the rulings in force, with the readings that are suggested."""
    words = found.suggestion.split()
    assert words[::2] == ["--ruling"] * (len(words) // 2)
    return {**found.rulings, **dict(each.split("=") for each in words[1::2])}


@pytest.mark.slow
@pytest.mark.parametrize("composite", COMPOSITES, ids=lambda each: each.name)
def test_following_leads_on(composite: Composite) -> None:
    """Fewer answers are wrong, none if there is no bug; and no other reading is suggested then."""
    (first,) = checked(composite).games
    (second,) = checked(composite, suggested(first)).games
    assert second.suggestion == ""
    assert len(second.deviations) < len(first.deviations)
    assert bool(second.deviations) == bool(composite.faults)


def test_the_line_keeps_words_together(report: Report) -> None:
    """A command is quoted for the shell; an engine in this process has options alone."""
    (game,) = report.games
    assert next_step(report, game) == "--ruling closure=coloured"
    program = evolve(report, words=("my engine", "--level", "$HOME"))
    line = next_step(program, game)
    options = "--game minoa --param n=1 --param k=2 --ruling closure=coloured --quick --seed 1"
    assert line == f"rulewright conform {options} -- 'my engine' --level '$HOME'"
    assert hint(program, game) == f"to check it against what it plays: {line}"
    readings = ("line", "coloured")
    for unsure in ({"status": HIDDEN}, {"status": NOT_MET, "readings": readings}):
        questions = tuple(evolve(each, **unsure) for each in game.questions)
        words = hint(program, evolve(game, questions=questions))
        assert words == f"to check it with the readings that explain most: {line}"


@pytest.fixture(scope="module")
def report() -> Report:
    """The report on an engine that plays one reading."""
    return checked(Composite("minoa", {"closure": "coloured"}))


def test_nothing_is_suggested_of_an_engine_that_conforms() -> None:
    """Neither options nor a purpose."""
    report = check(Playing(), "minoa", {"n": 1, "k": 2}, effort=QUICK, seed=1)
    assert hint(report, report.games[0]) == ""
