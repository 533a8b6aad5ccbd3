"""Exceptions in the code of a guest: one line with game, file and line, status 5; the others go on."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from common.canned_checks import Canned
from common.planted import first_actions, line_of, planted

from rulewright.checks.outcome import Outcome
from rulewright.checks.processes import side_by_side
from rulewright.cli import application
from rulewright.play import games
from rulewright.play.attribution import GuestMistake, attributed

NAME_ERROR = ("clauses.py", "    return none_of(row(", "    return nonesuch(row(")
"""A clause that has a name which is not defined."""


def run(*arguments: str) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(application, arguments)


def test_a_mistake_in_a_clause_is_the_guests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, with the file and the line of the clause; the traceback if it is wanted."""
    name = planted(tmp_path, monkeypatch, NAME_ERROR)
    done = run("explain", name, "--action", "b2")
    said = (
        f"error: the game {name!r} is broken: its code raises NameError: name 'nonesuch' is not "
        f"defined ({line_of(tmp_path, name, 'clauses.py', 'nonesuch(row')})\n"
    )
    assert (done.exit_code, done.stderr) == (5, said)
    monkeypatch.setenv("RULEWRIGHT_TRACEBACK", "1")
    whole = run("explain", name, "--action", "b2")
    assert whole.stderr.startswith(said)
    assert "Traceback" in whole.stderr


def test_what_a_guest_gives_our_functions_is_the_guests_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is that of the call."""
    old, new = "return none_of(row(rules, marks) for marks in before.marks)", "return none_of(7)"
    name = planted(tmp_path, monkeypatch, ("clauses.py", old, new))
    done = run("explain", name, "--action", "b2")
    assert done.exit_code == 5
    assert "raises TypeError: 'int' object is not iterable" in done.stderr
    assert line_of(tmp_path, name, "clauses.py", "none_of(7") in done.stderr


def test_a_fact_in_an_if_is_the_guests_mistake() -> None:
    """It is refused on purpose, but no input was wrong: a program was."""
    from rulewright.spec.broadcast import NotAFormula  # noqa: PLC0415

    assert isinstance(NotAFormula(""), TypeError)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (("spec.py", "", "del GAME"), "has no GAME: set GAME = SpecifiedGame(...) in it"),
        (("spec.py", "", "GAME = 7"), "is of type int: set GAME = SpecifiedGame(...) in it"),
        (
            ("spec.py", "", "TicTacToe.__init__ = lambda self, params=None, rulings=None: None"),
            "takes no `rulebook`: it must be made as TicTacToe(params, rulings, rulebook=...)",
        ),
        (("rulebook.py", "", "def ("), "raises SyntaxError: "),
        (("rulebook.py", "", "1 / 0"), "raises ZeroDivisionError: division by zero"),
    ],
)
def test_a_package_that_cannot_be_loaded_hides_no_other(
    edit: tuple[str, str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`games` lists the others; every broken one has its line."""
    broken = planted(tmp_path, monkeypatch, edit)
    second = planted(tmp_path, monkeypatch, ("spec.py", "", "undefined"))
    good = planted(tmp_path, monkeypatch)
    done = run("games")
    assert done.exit_code == 5
    assert f"{good}: Tic-tac-toe (specified)" in done.stdout
    assert "minoa: Minoa" in done.stdout
    lines = done.stderr.splitlines()
    assert len(lines) == 2
    (line,) = (each for each in lines if f"the game {broken!r} cannot be loaded: " in each)
    assert said in line
    assert f"{tmp_path / broken / edit[0]}:" in line
    assert any(f"the game {second!r} cannot be loaded: " in each for each in lines)
    listed = json.loads(run("games", "--json").stdout)
    assert {each["game"] for each in listed["broken"]} == {broken, second}


def test_a_package_without_a_theorem_has_none_to_prove(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty list is like a module that is missing: what can be proved all the same is named."""
    name = planted(tmp_path, monkeypatch, ("proofs.py", "", "THEOREMS = ()"), parts=("proofs",))
    done = run("prove", name)
    assert done.exit_code == 2
    assert done.stderr.startswith(
        f"error: {name} has no theorems: 'rulewright prove {name} --automatic' "
    )


def test_an_entry_point_whose_parent_is_broken_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor one to a package that does not exist."""
    (tmp_path / "halfparent").mkdir()
    (tmp_path / "halfparent" / "__init__.py").write_text("1 / 0\n")
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    monkeypatch.setattr(
        games, "installed", lambda: {"half": "halfparent.half", "none": "no_such_package"}
    )
    done = run("games")
    assert done.exit_code == 5
    assert "minoa: Minoa" in done.stdout
    assert (
        "the game 'half' cannot be loaded: its package 'halfparent.half' raises Zero" in done.stderr
    )
    assert (
        "the game 'none' cannot be loaded: its package 'no_such_package' raises Mod" in done.stderr
    )


@pytest.mark.usefixtures("guests_in_this_process")
def test_verify_goes_on_after_a_guests_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its checks have failed, those of the others have not; the status says whose mistake it was."""
    unloadable = planted(tmp_path, monkeypatch, ("spec.py", "", "undefined"))
    wrong = planted(tmp_path, monkeypatch, NAME_ERROR)
    monkeypatch.setattr("rulewright.checks.CHECKS", (Explains(name="explains"), Canned()))
    done = run("verify", "--jobs", "1", "--quick", "--json", unloadable, wrong, "minoa")
    assert done.exit_code == 5
    found = {(each["game"], each["check"]): each for each in json.loads(done.stdout)["outcomes"]}
    assert found[wrong, "canned"]["held"]
    assert found["minoa", "explains"]["held"]
    assert found[wrong, "explains"]["blame"] == "guest"
    assert f"the game {wrong!r} is broken" in found[wrong, "explains"]["failure"]
    assert f"the game {unloadable!r} cannot be" in found[unloadable, "explains"]["failure"]


class Explains(Canned):
    """A check that runs the clauses of a game."""

    def run(self, game: str, *given: object) -> Outcome:
        """List the legal actions of the start."""
        engine = games.specification(game)
        engine.legal_actions(engine.initial())
        return super().run(game, *given)


@pytest.mark.parametrize(
    ("mistake", "raised"),
    [
        ("Cast(", "NameError: name 'Cast' is not defined"),
        ("exit(0) or Case(", "SystemExit: 0"),
    ],
)
def test_a_theorem_that_raises_is_named_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mistake: str, raised: str
) -> None:
    """Status 5; the second one is proved. A program that ends itself ends no run."""
    begins = '    return Case("x puts a mark"'
    plant = ("proofs.py", begins, begins.replace("Case(", mistake))
    name = planted(tmp_path, monkeypatch, plant, parts=("proofs",))
    done = run("prove", name, "--jobs", "1", "--json")
    assert done.exit_code == 5
    first, second = json.loads(done.stdout)["theorems"]
    assert first["status"] == "broken"
    assert f"its code raises {raised}" in first["detail"]
    assert line_of(tmp_path, name, "proofs.py", mistake) in first["detail"]
    assert (second["status"], second["holds"]) == ("proved", True)


def test_a_mistake_in_another_process_keeps_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The traceback does not travel; what it says does."""
    name = planted(tmp_path, monkeypatch, NAME_ERROR)
    with pytest.raises(GuestMistake, match="NameError") as caught:
        list(side_by_side(first_actions, [name, name], 2))
    assert line_of(tmp_path, name, "clauses.py", "nonesuch(row") in str(caught.value)
    assert multiprocessing.active_children() == []


def test_an_error_of_numba_is_found_by_the_file_that_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its traceback has no frame of the function that could not be compiled."""
    from numba.core.errors import TypingError  # noqa: PLC0415 - slow to load

    name = planted(tmp_path, monkeypatch)
    games.specified(name)
    file = tmp_path / name / "clauses.py"
    found = attributed(TypingError(f'Untyped global name\n\nFile "{file}", line 12:\ndef f(x):'))
    assert isinstance(found, GuestMistake)
    assert found.place == f"{file}:12"


def test_our_own_bug_stays_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a traceback and status 4."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError("of ours")

    monkeypatch.setattr(games, "specified", fails)
    done = run("games", "minoa")
    assert done.exit_code == 4
    assert "internal error: this is a bug in rulewright" in done.stderr
