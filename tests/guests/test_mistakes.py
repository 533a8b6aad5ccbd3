"""Each mistake of an author is named with file, line and remedy; a guest without one is clean."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from common.guest_forms import GUESTS, Guest, edited, form, options
from common.guest_mistakes import EXCEPTION, FOUND, MISTAKES, Mistake

from rulewright.cli import application

SEED = ("--quick", "--seed", "1")
FINDING = re.compile(r"^(?P<file>\S.*?):(?P<line>\d+): (?P<what>.*)$", re.MULTILINE)


def run(folder: Path, *arguments: str, patch: pytest.MonkeyPatch) -> Result:
    """Run a command on the games in a folder, in this process, without a traceback."""
    patch.setenv("RULEWRIGHT_GAMES", str(folder))
    result = CliRunner().invoke(application, list(arguments))
    assert "Traceback" not in result.stdout + result.stderr
    assert "bug in rulewright" not in result.stdout + result.stderr
    return result


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_lint_names_it(mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, which begins with the place."""
    number = MISTAKES.index(mistake)
    game = form(mistake.guest, mistake.kind, tmp_path, f"_wrong{number}")
    mistake.plant(tmp_path / game)
    result = run(tmp_path, "lint", game, *SEED, patch=monkeypatch)
    said = result.stdout + result.stderr
    assert result.exit_code == mistake.status, said
    findings = [each for each in FINDING.finditer(said) if mistake.says in each["what"]]
    assert findings, said
    place = next(each for each in findings if each["file"].endswith(mistake.at))
    text = Path(place["file"]).read_text("utf-8").splitlines()
    assert mistake.line in text[int(place["line"]) - 1], place[0]


@pytest.mark.parametrize("guest", GUESTS, ids=lambda guest: guest.name)
def test_a_guest_without_a_mistake_is_clean(
    guest: Guest, catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the findings above would prove nothing."""
    result = run(catalogue, "lint", f"{guest.name}_plain", *SEED, patch=monkeypatch)
    assert result.exit_code == 0, result.stdout
    assert "1 of 1 game clean" in result.stdout


def verify(folder: Path, game: str, *more: str, patch: pytest.MonkeyPatch) -> Result:
    """Run one verification, of the smallest boards."""
    small = next(guest.small for guest in GUESTS if game.startswith(guest.name))
    return run(folder, "verify", game, *SEED, "--jobs", "1", *options(small), *more, patch=patch)


@pytest.mark.slow
def test_verify_begins_with_what_lint_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not say that all held over a package with a mistake."""
    mistake = next(each for each in MISTAKES if "not accounted for" in each.name)
    game = form(mistake.guest, "specified", tmp_path, "_linted")
    mistake.plant(tmp_path / game)
    result = verify(tmp_path, game, "--check", "lint", "--check", "laws", patch=monkeypatch)
    assert result.exit_code == FOUND
    assert mistake.says in result.stdout
    assert "all held" not in result.stdout


@pytest.mark.slow
def test_what_numba_refuses_is_the_guests_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the file and the line in the package."""
    game = form("skirmish", "compiled", tmp_path, "_refused")
    edited(tmp_path / game, "compiled.py", "key[place] = row[place]", "key[place] = game.nothing")
    result = run(tmp_path, "perft", game, "--depth", "2", patch=monkeypatch)
    assert result.exit_code == EXCEPTION, result.stdout + result.stderr
    assert re.search(r"compiled\.py:\d+", result.stderr), result.stderr
    assert "nothing" in result.stderr


def test_a_broken_guest_does_not_hide_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are listed, and it is named."""
    sound = form("trefoil", "plain", tmp_path, "_sound")
    broken = form("skirmish", "plain", tmp_path, "_broken")
    edited(tmp_path / broken, "spec.py", "GAME = SpecifiedGame(", "GAME = Specified(")
    result = run(tmp_path, "games", patch=monkeypatch)
    assert result.exit_code == EXCEPTION
    assert f"{sound}: Trefoil" in result.stdout
    assert broken in result.stderr
    assert re.search(r"spec\.py:\d+", result.stderr)


def test_a_guest_of_which_nothing_is_played_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line; it was an error of ours."""
    game = form("skirmish", "plain", tmp_path, "_unplayed")
    played = 'played=({"columns": 3}, {"columns": 2})'
    edited(tmp_path / game, "spec.py", played, "played=()")
    result = run(tmp_path, "verify", game, *SEED, "--check", "laws", patch=monkeypatch)
    assert "must list parameters to play with, such as played=({},)" in result.stdout
    assert result.exit_code == EXCEPTION


def test_a_list_of_sizes_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line with its place; it was an error of ours."""
    game = form("skirmish", "plain", tmp_path, "_five")
    played = 'played=({"columns": 3}, {"columns": 2})'
    edited(tmp_path / game, "spec.py", played, "played=5")
    said = "TypeError: 'played' of a SpecifiedGame must be a tuple, and is a int"
    for command in (("verify", game, *SEED, "--check", "laws"), ("lint", game, *SEED)):
        result = run(tmp_path, *command, patch=monkeypatch)
        assert said in result.stdout
        assert result.exit_code == EXCEPTION


LOADED, PLAYED = "print('loaded')\n", "        print('played')\n"


def test_what_a_guest_prints_is_beside_what_we_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is loaded, and as it is played, in another process too."""
    game = form("skirmish", "plain", tmp_path, "_prints")
    for file, line, printing in (
        ("spec.py", "GAME = SpecifiedGame(", LOADED),
        ("plain.py", "        return Men(white, black, None if", PLAYED),
    ):
        edited(tmp_path / game, file, line, f"{printing}{line}")
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    command = [sys.executable, "-m", "rulewright", "verify", game, *SEED, "--check", "lockstep"]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["outcomes"][0]["held"]
    assert {"loaded", "played"} <= {*done.stderr.splitlines()}


LINK = "            for (x, y), name in places.items()\n        }"
MISSING = f"""{LINK}
        if self.size == 5:
            self.around["b3"].remove("c3")"""
"""One link of the flood is missing on one board, in one direction."""


def missing_link(folder: Path, seed: int) -> tuple[str, list[str]]:
    """Plant it, and return the game and what it is to be verified with."""
    game = form("rhomb", "plain", folder, f"_link{seed}")
    edited(folder / game, "plain.py", LINK, MISSING)
    how = ["--quick", "--jobs", "1", "--check", "lockstep", "--seed", str(seed)]
    return game, ["verify", game, *how]


def assert_found(folder: Path, seed: int, patch: pytest.MonkeyPatch) -> None:
    """Verify it quickly: the game that is shown ends on one side and goes on on the other."""
    game, command = missing_link(folder, seed)
    result = run(folder, *command, patch=patch)
    assert result.exit_code == FOUND
    assert f"{game}: lockstep failed" in result.stdout
    assert re.search(r"specification|implementation", result.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_missing_link_is_found_quickly(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A normal verification of 220 s once held over it, and so did `conform`."""
    assert_found(tmp_path, seed, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 21))
def test_the_missing_link_is_found_by_every_seed(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random games are played by time, and there are hundreds of them."""
    assert_found(tmp_path, seed, monkeypatch)


@pytest.mark.slow
def test_a_wrong_engine_in_javascript_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its swap is on the wrong cell; the specification and the engine are named."""
    game = form("rhomb", "adapter", tmp_path, "_wrong")
    edited(tmp_path / game, "engine.mjs", "this.mirror ? name(y, x) : cell", "cell")
    engine = tmp_path / game / "engine.mjs"
    against = ("--check", "lockstep", "--against", f"node {engine}")
    result = verify(tmp_path, game, *against, patch=monkeypatch)
    assert result.exit_code == FOUND, result.stdout
    assert f"{game}: lockstep failed" in result.stdout
    assert "swap" in result.stdout
