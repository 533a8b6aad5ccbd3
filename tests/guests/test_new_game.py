"""`rulewright new game`: what it writes runs at once, and bad input leaves nothing behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from common.guest_forms import edited
from common.other_projects import ALONE

from rulewright.cli import application
from rulewright.play import games
from rulewright.scaffold import BOARDS, MOST_PLAYERS

QUICKLY = ("fresh_square_2", "fresh_hex_3")
"""Games that are examined in every run; the others take longer."""
WRITTEN = {
    *("README.md", "pyproject.toml", ".gitignore", "NAME/__init__.py", "NAME/rulebook.txt"),
    *("NAME/clauses.py", "NAME/rulebook.py", "NAME/spec.py", "NAME/impl.py", "NAME/proofs.py"),
    *("tests/conftest.py", "tests/test_NAME.py"),
}
EVERY = [
    (f"fresh_{board}_{players}", board, players)
    for board in BOARDS
    for players in (2, 3, MOST_PLAYERS)
]

EXAMINED = [
    pytest.param(*each, marks=() if each[0] in QUICKLY else pytest.mark.slow) for each in EVERY
]


def run(*arguments: str) -> Result:
    """Run a command in this process."""
    result = CliRunner().invoke(application, list(arguments))
    assert "Traceback" not in result.stdout + result.stderr
    return result


def done(*command: str, cwd: Path, **environment: str) -> str:
    """Run a program that must succeed, and return what it prints."""
    ended = subprocess.run(
        list(command),
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a game for each board and several numbers of players."""
    folder = tmp_path_factory.mktemp("fresh")
    for name, board, players in EVERY:
        given = ["--board", board, "--players", str(players), "--folder", str(folder)]
        written = run("new", "game", name, *given)
        assert written.exit_code == 0, written.stderr
        assert f"rulewright verify {name} --quick" in written.stdout
    return folder


@pytest.fixture
def found(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Find the games in the folder of their projects."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(fresh))
    return fresh


def test_all_that_a_game_needs_is_written(fresh: Path) -> None:
    """And nothing else."""
    for name, _, _ in EVERY:
        files = {path for path in (fresh / name).rglob("*") if path.is_file()}
        kept = (path for path in files if "__pycache__" not in path.parts)
        names = {path.relative_to(fresh / name).as_posix() for path in kept}
        assert names == {each.replace("NAME", name) for each in WRITTEN}


@pytest.mark.parametrize(("name", "board", "players"), EXAMINED)
def test_it_is_clean_and_proved(name: str, board: str, players: int, found: Path) -> None:
    """The package has no mistake that `lint` knows, its theorem holds, and a position is drawn."""
    del found
    assert run("lint", name, "--quick", "--seed", "1").exit_code == 0
    assert "1 of 1 theorems hold" in run("prove", name).stdout
    engine = games.engine(name, {}, {})
    assert len(engine.players) == players
    first, second = engine.legal_actions(engine.initial())[:2]
    drawn = run("show", name, "--moves", f"{first} {second}").stdout
    assert "." in drawn, board


@pytest.mark.parametrize(("name", "board", "players"), EVERY)
def test_a_full_board_without_a_row_can_be_reached(
    name: str, board: str, players: int, found: Path
) -> None:
    """Otherwise the question of the rulebook would not matter on the game's own board."""
    del board, players, found
    engine = games.engine(name, {}, {"full": "last"}, "impl")
    assert any(map(engine.winners, full_boards(engine)))


def full_boards(engine: object) -> Iterator[object]:
    """Search for positions with a full board and no row, depth first."""
    play, waiting = engine, [engine.initial()]  # type: ignore[attr-defined]
    for _ in range(200_000):
        state = waiting.pop()
        legal = play.legal_actions(state)  # type: ignore[attr-defined]
        waiting += [play.play(state, action) for action in legal]  # type: ignore[attr-defined]
        if not legal and play.owner_of_a_row(state) is None:  # type: ignore[attr-defined]
            yield state


@pytest.mark.slow
def test_its_own_tests_pass_and_find_a_planted_bug(tmp_path: Path) -> None:
    """In the project's folder, as its README says."""
    run("new", "game", "tested_kite", "--folder", str(tmp_path))
    project = tmp_path / "tested_kite"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    assert re.search(r"\b8 passed", done(*command, cwd=project, **ALONE))
    edited(project / "tested_kite", "impl.py", "length >= self", "length > self")
    ended = subprocess.run(
        [*command, "-k", "TheImplementation"],
        cwd=project,
        env=os.environ | ALONE,
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 1
    assert b"is forbidden by TES-4" in ended.stdout


@pytest.mark.slow
def test_it_is_verified(found: Path) -> None:
    """All checks hold: on hexagons, for three players."""
    del found
    given = ["--quick", "--seed", "1", "--jobs", "1", "--param=side=2", "--param=length=2"]
    verified = run("verify", "fresh_hex_3", *given)
    assert verified.exit_code == 0, verified.stdout
    assert "all held" in verified.stdout


@pytest.mark.slow
def test_it_is_found_when_installed(fresh: Path, tmp_path: Path) -> None:
    """In a new environment that sees this one's packages, with no variable set."""
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    (packages,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    ours = sysconfig.get_path("purelib")
    (packages / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    done(*pip, "install", "--no-deps", str(fresh / "fresh_square_2"), cwd=tmp_path)
    unset = {"RULEWRIGHT_GAMES": ""}
    listed = done(str(python), "-m", "rulewright", "games", "fresh_square_2", cwd=tmp_path, **unset)
    assert "specified, implemented, proved" in listed
    proved = done(str(python), "-m", "rulewright", "prove", "fresh_square_2", cwd=tmp_path, **unset)
    assert "1 of 1 theorems hold" in proved


def test_the_name_of_a_game_is_no_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, which can be pasted; nothing is written."""
    monkeypatch.chdir(tmp_path)
    refused = run("new", "kite", "--players", "3")
    assert refused.exit_code == 2
    assert "did you mean 'rulewright new game kite --players 3'?" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


REFUSED = {
    "a capital letter": (["Kite"], "'Kite' cannot be the name of a game"),
    "a digit first": (["9lives"], "'9lives' cannot be the name of a game"),
    "a word of Python": (["class"], "no word of Python"),
    "a path": (["../kite"], "cannot be the name of a game"),
    "nothing": ([""], "cannot be the name of a game"),
    "a name too long": (["k" * 300], "at most 40 in all"),
    "a game of ours": (["minoa"], "there is a game of that name"),
    "a module of Python": (["json"], "Python has a module of that name"),
    "a package that is installed": (["numpy"], "Python has a module of that name"),
    "the folder of tests": (["tests"], "something else of that name"),
    "an unknown board": (["kite", "--board", "squre"], "did you mean 'square'?"),
    "one player": (["kite", "--players", "1"], "must be from 2 to 6"),
    "too many players": (["kite", "--players", "7"], "must be from 2 to 6"),
    "no number": (["kite", "--players", "two"], "'two' is not a valid integer"),
    "a folder that is a file": (["kite", "--folder", "file"], "cannot write into 'file'"),
    "a folder inside a file": (["kite", "--folder", "file/in"], "cannot write into 'file/in'"),
    "a folder that exists": (["taken"], "'taken' exists already: nothing was written"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_one_line_and_leaves_nothing(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status 2, and the folder is as it was."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "taken").mkdir()
    before = sorted(tmp_path.rglob("*"))
    arguments, says = REFUSED[case]
    refused = run("new", "game", *arguments)
    assert refused.exit_code == 2
    assert says in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not refused.stdout
    assert sorted(tmp_path.rglob("*")) == before


def test_a_disk_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the folders that were made on the way."""
    write = Path.write_text

    def full(path: Path, text: str, encoding: str) -> int:
        if path.name == "spec.py":
            raise OSError(28, "No space left on device")
        return write(path, text, encoding=encoding)

    monkeypatch.setattr(Path, "write_text", full)
    refused = run("new", "game", "kite", "--folder", str(tmp_path / "deep" / "folder"))
    assert refused.exit_code == 2
    assert "No space left on device" in refused.stderr
    assert not list(tmp_path.iterdir())
