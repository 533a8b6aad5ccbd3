"""Code that gives no answer, and implementations that are the specification once more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from common.planted import line_of, planted

from rulewright.cli import application
from rulewright.lint import lint
from rulewright.lint.effort import LintEffort
from rulewright.play import games

SOON = LintEffort(positions=80, most=3, reading=6, images=3, kept=8, answer=2.0)


@pytest.mark.parametrize(
    ("file", "line", "code"),
    [
        ("clauses.py", "    x, o = map(count, here.marks)\n", "    while rules:\n        pass\n"),
        ("spec.py", "", "while True:\n    pass"),
    ],
    ids=["in a clause", "in a module"],
)
def test_code_that_gives_no_answer_is_named_with_its_line(
    file: str, line: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is interrupted, and what comes after it is left out."""
    name = planted(tmp_path, monkeypatch, (file, line, code + line))
    report = lint(name, effort=SOON)
    found = report.findings[-1]
    assert found.kind == "endless"
    assert "gave no answer within 2 s" in found.what
    where = line_of(tmp_path, name, file, "while ")
    path, _, number = where.rpartition(":")
    assert found.file == path
    assert found.line in {int(number), int(number) + 1}
    assert "what comes after it" in report.left_out
    assert not report.only_raised


ITSELF = "\nfrom {name}.spec import GAME  # noqa\n"
WRAPPED = """
from attrs import frozen
from {name}.spec import GAME as SPECIFIED


@frozen
class Wrapped:
    name: str = SPECIFIED.name
    parameters: type = SPECIFIED.parameters
    rulings: type = SPECIFIED.rulings

    def engine(self, params=None, rulings=None):
        return SPECIFIED.engine(params or {{}}, rulings or {{}})


GAME = Wrapped()
"""


@pytest.mark.parametrize("code", [ITSELF, WRAPPED], ids=["the game", "its engine"])
def test_an_implementation_that_is_the_specification_is_refused(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing may be called compared that was compared with itself."""
    name = planted(tmp_path, monkeypatch)
    (tmp_path / name / "impl.py").write_text(code.format(name=name), encoding="utf-8")
    for command in (
        ["verify", name, "--quick", "--check", "lockstep"],
        ["perft", name, "--depth", "1"],
    ):
        result = CliRunner().invoke(application, command)
        assert result.exit_code == 5, result.output
        assert "is the specification itself" in result.output
    report = lint(name, effort=SOON)
    assert any("is the specification itself" in each.what for each in report.findings)


TAKES = """
from functools import cached_property

from rulewright.author import PlainEngine, PlainGame

from {name}.spec import GAME as SPECIFIED


class Asking(PlainEngine):
    game = "{name}"
    players = ("x", "o")

    @cached_property
    def asked(self):
        return SPECIFIED.engine(self.params, self.rulings)

    def initial(self):
        return ()

    def position(self, state):
        here = self.asked.initial()
        for action in state:
            here = self.asked.play(here, action)
        return here

    def is_action(self, action):
        return action in self.asked.actions

    def after(self, state):
        here = self.position(state)
        return {{action: (*state, action) for action in self.asked.legal_actions(here)}}

    def turn(self, state):
        return None if self.is_over(state) else self.players[len(state) % 2]

    def is_over(self, state):
        return False

    def winners(self, state):
        return ()

    def to_json(self, state):
        return self.asked.to_json(self.position(state))

    def parsed(self, position):
        return ()


GAME = PlainGame(Asking, SPECIFIED.parameters, SPECIFIED.rulings)
"""


def test_an_implementation_that_asks_the_specification_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it takes from there is wrong on both sides if it is wrong."""
    name = planted(tmp_path, monkeypatch)
    (tmp_path / name / "impl.py").write_text(TAKES.format(name=name), encoding="utf-8")
    found = [each for each in lint(name, effort=SOON).findings if "asks `" in each.what]
    assert [each.kind for each in found] == ["package"]
    place = f"{found[0].file}:{found[0].line}"
    assert place == line_of(tmp_path, name, "impl.py", "here = self.asked.initial()")
    assert "asks `initial` of the specification, so " in found[0].what


COMMANDS = {
    "lint": ["--quick"],
    "perft": ["--depth", "2"],
    "gaps": ["--quick"],
    "ambiguities": ["--quick"],
    "report": ["--quick", "--output", "pages"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_game_that_ends_the_process_is_named_by_every_command(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No command ends with status 0 and without a word."""
    leaving = "import os\n\n\ndef leave(self, state):\n    os._exit(0)\n\n\nTicTacToe.wins = leave"
    name = planted(tmp_path, monkeypatch, ("spec.py", "", leaving))
    ended = subprocess.run(
        [sys.executable, "-m", "rulewright", command, name, *COMMANDS[command]],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "RULEWRIGHT_GAMES": str(tmp_path)},
    )
    assert ended.returncode == 5, ended.stdout + ended.stderr
    assert "raises SystemExit: os._exit(0)" in ended.stdout + ended.stderr
    assert "spec.py:" in ended.stdout + ended.stderr


def test_theorems_that_end_the_process_on_import_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have no verdict, and no status 0."""
    name = planted(
        tmp_path, monkeypatch, ("proofs.py", "", "import os; os._exit(0)"), parts=("proofs",)
    )
    ended = subprocess.run(
        [sys.executable, "-m", "rulewright", "prove", name],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "RULEWRIGHT_GAMES": str(tmp_path)},
    )
    assert ended.returncode == 5, ended.stdout + ended.stderr
    assert "raises SystemExit: os._exit(0)" in ended.stderr


def test_a_process_that_a_game_has_forked_may_end_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`os._exit` is what a child is to end with."""
    forks = (
        "import os\n\n\ndef forked():\n    child = os.fork()\n    if not child:\n"
        "        os._exit(7)\n    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])\n"
    )
    name = planted(tmp_path, monkeypatch, ("spec.py", "", forks))
    games.specified(name)
    assert sys.modules[f"{name}.spec"].forked() == 7


RAISED = {
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "Stop": "raise type('Stop', (BaseException,), {})('enough')",
}


@pytest.mark.parametrize("name_of_it", RAISED)
def test_what_is_no_exception_is_named_in_a_worker(
    name_of_it: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would end the process of the check without a word, and the check would be lost."""
    raising = f"\n\ndef wins(self, state):\n    {RAISED[name_of_it]}\n\n\nTicTacToe.wins = wins"
    name = planted(tmp_path, monkeypatch, ("spec.py", "", raising))
    result = CliRunner().invoke(application, ["verify", name, "--quick", "--check", "laws"])
    assert result.exit_code == 5, result.output
    assert f"its code raises {name_of_it}" in result.output
    assert "spec.py:" in result.output


def test_what_is_no_exception_is_named_in_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `lint` and by commands that play; an interruption is the user's there."""
    raising = f"\n\ndef wins(self, state):\n    {RAISED['Stop']}\n\n\nTicTacToe.wins = wins"
    name = planted(tmp_path, monkeypatch, ("spec.py", "", raising))
    for command in (["lint", name, "--quick"], ["perft", name, "--depth", "2"]):
        result = CliRunner().invoke(application, command)
        assert result.exit_code == 5, result.output
        assert "raises Stop: enough" in result.output


CALLED: dict[str, tuple[str, str, str]] = {
    "a claim of symmetries": (
        "symmetries=symmetries",
        "symmetries=lambda: ()",
        "<lambda>() takes 0",
    ),
    "a method": ("    def to_json(self, s", "    def to_json(self, a, b, s", "to_json() missing 2"),
}


@pytest.mark.parametrize("case", CALLED)
def test_a_function_that_cannot_be_called_is_named_with_its_line(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call is made by us, and no frame of the traceback is the game's."""
    old, new, says = CALLED[case]
    name = planted(tmp_path, monkeypatch, ("spec.py", old, new))
    found = [each for each in lint(name, effort=SOON).findings if says in each.what]
    assert [each.kind for each in found] == ["exception"]
    place = f"{found[0].file}:{found[0].line}"
    assert place == line_of(tmp_path, name, "spec.py", new.lstrip())
    result = CliRunner().invoke(application, ["verify", name, "--quick", "--check", "laws"])
    assert result.exit_code == 5, result.output
    assert "this is a bug" not in result.output


def test_symmetries_without_a_return_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they should return is said."""
    forgotten = "symmetries=lambda engine: None"
    name = planted(tmp_path, monkeypatch, ("spec.py", "symmetries=symmetries", forgotten))
    (found,) = lint(name, effort=SOON).findings
    assert found.what == "`symmetries` returns None"
    assert "it must return a tuple of `Symmetry`" in found.remedy


def test_an_implementation_that_refuses_what_it_lists_breaks_a_promise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is no exception of its code: the finding says what it does."""
    name = planted(tmp_path, monkeypatch)
    refuses = "    def play(self, state, action):\n        raise IllegalAction(action, 'no')\n\n"
    code = TAKES.format(name=name).replace("    def turn(", f"{refuses}    def turn(")
    code = code.replace("import PlainEngine", "import IllegalAction, PlainEngine")
    (tmp_path / name / "impl.py").write_text(code, encoding="utf-8")
    report = lint(name, effort=SOON)
    assert {each.kind for each in report.findings} == {"result", "package"}
    (found,) = (each for each in report.findings if each.kind == "result")
    assert found.what.startswith("`play` refuses '")
    assert found.remedy == "`legal_actions` has just listed it"
    assert not report.raised
