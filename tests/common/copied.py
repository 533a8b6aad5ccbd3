"""A game of one's own with theorems to be written: a copy of tic-tac-toe."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.commands.prove import prove_command
from rulewright.play import games
from rulewright.proofs.prove import prove
from rulewright.proofs.trust import unheld

IMPORTS = """
from attrs import evolve
from rulewright.author import (
    all_of, any_of, at_most, count, exactly_one, if_then_else, iff, implies, none_of, not_,
)
from rulewright.proofs import (
    Case, Claim, RealPositions, Theorem, TheoremScope, Twin, any_move, any_position, facts_in,
    moves_in,
)
from PACKAGE.clauses import a_mark_goes_on_an_empty_square, no_square_carries_two_marks
from PACKAGE.spec import GAME, TicTacToe
"""
"""What written theorems begin with; PACKAGE stands for the game's package."""


def theorems_to_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> Path:
    """Copy the game under a name that no module had before; return the file of its theorems."""
    folder = tmp_path / f"{name}{len(list(tmp_path.parent.iterdir()))}"
    source = Path(__file__).parents[2] / "examples" / "tictactoe"
    folder.mkdir()
    for path in (*source.glob("*.py"), source / "rulebook.txt"):
        text = path.read_text("utf-8").replace("tictactoe", folder.name)
        (folder / path.name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    return folder / "proofs.py"


def proved(theorems: Path, written: str) -> tuple[int, str]:
    """Prove what is written as the theorems of a game; return the exit status and what is printed."""
    theorems.write_text(written, encoding="utf-8")
    done = CliRunner().invoke(prove_command, [theorems.parent.name, "--jobs", "1"])
    return done.exit_code or int(done.exception is not None), done.output + str(done.exception)


def proved_here(theorems: Path, written: str) -> tuple[bool, str]:
    """Prove the only theorem that is written, here; return whether it holds, and what is told.

    PACKAGE stands for the game's package.
    """
    package = theorems.parent.name
    games.specified(package)
    number = len(list(theorems.parent.glob("written*.py")))
    text = written.replace("from PACKAGE", f"from {package}")
    (theorems.parent / f"written{number}.py").write_text(text, encoding="utf-8")
    importlib.invalidate_caches()
    (theorem,) = importlib.import_module(f"{package}.written{number}").THEOREMS
    found = prove(theorem)
    return found.holds, "\n".join((found.detail, *theorem.on_trust(), *unheld(found)))
