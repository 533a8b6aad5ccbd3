"""Code of a guest that changes the rules, or code of ours, once they are loaded has nothing checked."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from common.copied import theorems_to_be_written

ALTERED = {
    "a formula that a clause has": (
        "object.__setattr__(GAME.rulebook['TTT-3'], 'permits', lambda rules, state, move: True)",
        "rulebook.RULEBOOK.clauses[2].permits",
    ),
    "a formula that others call": (
        "clauses.three_in_a_row_win = lambda rules, state: (False, False)",
        "clauses.three_in_a_row_win",
    ),
    "what a formula does": (
        "clauses.three_in_a_row_win.__code__ = (lambda rules, state: (False, False)).__code__",
        "clauses.three_in_a_row_win",
    ),
    "a formula's defaults": (
        "clauses.three_in_a_row_win.__defaults__ = ((),)",
        "clauses.three_in_a_row_win's defaults",
    ),
    "a method": (
        "GAME.engine.wins = lambda self, state: (False, False)",
        "spec.TicTacToe.wins",
    ),
    "the actions": ("GAME.engine.actions = GAME.engine.actions[:8]", "spec.TicTacToe.actions"),
    "a function of ours": (
        "import rulewright.proofs.theorem as t\nt.as_terms = lambda facts: ()",
        "rulewright.proofs.theorem.as_terms",
    ),
    "a method of ours": (
        "from rulewright.proofs.solving import Solving\nSolving.ask = lambda *given, **named: 'unsat'",
        "rulewright.proofs.solving.Solving.ask",
    ),
    "the solver": ("import z3\nz3.Solver.check = lambda *given: z3.unsat", "z3.z3.Solver.check"),
}


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the theorems of a game to be written."""
    return theorems_to_be_written(tmp_path, monkeypatch, "altered")


def said_by(command: str, theorems: Path, *more: str) -> tuple[int, str]:
    """Run a command on the game in a process of its own; return its status and what it prints."""
    game = theorems.parent.name
    arguments = [sys.executable, "-m", "rulewright", command, game, *more]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=200)
    return done.returncode, done.stdout + done.stderr


def written_in(module: Path, line: str) -> None:
    """Put a line at the end of a module of the game that knows its rules."""
    package = module.parent.name
    head = f"\nfrom {package} import clauses\nfrom {package}.spec import GAME\n"
    module.write_text(f"{module.read_text('utf-8')}{head}{line}\n", encoding="utf-8")


@pytest.mark.parametrize("what", ALTERED)
def test_theorems_that_change_what_they_are_about_are_not_proved(what: str, planted: Path) -> None:
    line, part = ALTERED[what]
    written_in(planted, line)
    status, said = said_by("prove", planted, "--jobs", "1")
    assert f"{part} was changed as its module" in said.replace("\n", " "), said
    assert status == 5


def test_a_theorem_that_changes_the_rules_while_it_is_proved_is_not(planted: Path) -> None:
    line = """
import attrs

def changing(make):
    def made():
        clauses.three_in_a_row_win.__code__ = (lambda rules, state: (False, False)).__code__
        return make()
    return made

first, *rest = THEOREMS
claim, *others = first.parts
THEOREMS = (attrs.evolve(first, parts=(attrs.evolve(claim, make=changing(claim.make)), *others)),)
"""
    written_in(planted, line)
    status, said = said_by("prove", planted, "--jobs", "1")
    assert "three_in_a_row_win was changed as" in said
    assert "was proved: what is checked would not be what is written" in said
    assert status == 5


def test_an_implementation_that_changes_the_rules_is_compared_with_nothing(planted: Path) -> None:
    """Both sides would be wrong alike."""
    written_in(planted.with_name("impl.py"), ALTERED["what a formula does"][0])
    status, said = said_by("verify", planted, "--quick", "--check", "lockstep")
    assert "three_in_a_row_win was changed as its module" in said.replace("\n", " ")
    assert status == 5


def test_what_is_kept_for_later_changes_no_rule(planted: Path) -> None:
    """A table that is filled as the game is played, and a value that is worked out when it is asked."""
    kept = """
from functools import cache

SEEN = {}
LATEST = None

@cache
def doubled(number):
    global LATEST
    LATEST = number
    return SEEN.setdefault(number, 2 * number)
"""
    clauses = planted.with_name("clauses.py")
    clauses.write_text(clauses.read_text("utf-8") + kept, encoding="utf-8")
    written_in(planted, "assert clauses.doubled(2) == 4")
    status, said = said_by("prove", planted, "--jobs", "1")
    assert status == 0, said


def test_what_lies_in_the_package_itself_is_part_of_the_rules(planted: Path) -> None:
    """Such as a number that formulas take from it."""
    package = planted.parent.name
    planted.with_name("__init__.py").write_text("IN_A_ROW = 3\n", encoding="utf-8")
    written_in(planted, f"import {package}\n{package}.IN_A_ROW = 2")
    status, said = said_by("prove", planted, "--jobs", "1")
    assert f"{package}.IN_A_ROW was changed as its module" in said.replace("\n", " ")
    assert status == 5


def test_an_implementation_may_count(planted: Path) -> None:
    """What it imports is no part of the specification, though it lies beside it."""
    counting = planted.with_name("counting.py")
    counting.write_text("calls = 0\n", encoding="utf-8")
    package = planted.parent.name
    impl = planted.with_name("impl.py")
    added = f"\nfrom {package} import counting\ncounting.calls += 1\n"
    impl.write_text(impl.read_text("utf-8") + added, encoding="utf-8")
    status, said = said_by("verify", planted, "--quick", "--check", "lockstep")
    assert status == 0, said
