"""`rulewright prove` as a driver, with trivial theorems whose verdicts are known."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
import z3
from click.testing import CliRunner, Result

from rulewright.checks.proving import of_another_engine
from rulewright.cli import application
from rulewright.parts.processes import WorkerLost
from rulewright.play import games
from rulewright.proofs import second_solver
from rulewright.proofs.real_positions import RealPositions
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import (
    Assumption,
    Case,
    Claim,
    Computed,
    Exhibit,
    ShownGame,
    Theorem,
    Twin,
)
from rulewright.spec.minoa.game import Minoa

A, B = z3.Bools("a b")
EXAMPLES = Path(__file__).parents[2] / "examples"


def theorem(name: str, then: z3.BoolRef) -> Theorem:
    """Claim that something follows from `a`; its twin is refuted."""
    return Theorem(
        name=name,
        statement="What is given follows.",
        scope=TheoremScope("facts", "two facts"),
        clauses=("MIN-4",),
        parts=(
            Claim(
                "it follows",
                lambda: [Case("only case", (A,), then)],
                why_not_real="two facts are no position",
                evident="the theorem is a small one",
            ),
            Twin(
                "it follows from nothing",
                lambda: Case("broken", (), then),
                of="it follows",
                changed="the premise is dropped",
            ),
        ),
        assumptions=(Assumption("logic_is_sound", "Logic is sound.", "nowhere"),),
    )


SHORT = (
    "the_set_up_can_run_dry_after_four_dice_but_not_before",
    "a_queen_can_be_threatened_when_play_begins",
)
"""Two fast theorems about ARI, in the game's own order."""
TRUE, FALSE = theorem("it_is_given", A), theorem("it_is_not_given", B)


def prove(monkeypatch: pytest.MonkeyPatch, theorems: tuple[Theorem, ...], *given: str) -> Result:
    """Run the command with other theorems, in this process because others would not know them."""
    monkeypatch.setattr("rulewright.proofs.minoa.THEOREMS", theorems)
    return CliRunner().invoke(application, ["prove", "minoa", "--jobs", "1", *given])


def test_a_witness_game_is_printed_with_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options other than the defaults in a line, all of them in JSON, so that anyone can replay it."""
    engine = games.specification("minoa", {"k": 3}, {"end": "literal"})
    game = ShownGame.of(engine, ("-1,-3-0,-4",))
    exhibit = Exhibit("a game", lambda: Computed(True, "it is over at once", 1, game))
    shows = attrs.evolve(TRUE, parts=(*TRUE.parts, exhibit))
    lines = prove(monkeypatch, (shows,)).stdout.splitlines()
    assert "  witness (k=3, end=literal): -1,-3-0,-4" in lines
    (facts,) = json.loads(prove(monkeypatch, (shows,), "--json").stdout)["theorems"]
    assert facts["witness"] == {
        "params": engine.params,
        "rulings": engine.rulings,
        "moves": ["-1,-3-0,-4"],
    }
    (bare,) = json.loads(prove(monkeypatch, (TRUE,), "--json").stdout)["theorems"]
    assert bare["witness"] is None


def test_what_is_left_to_the_reader_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why a claim is held against no game, and why it says something though nothing was proved."""
    scope = attrs.evolve(TRUE.extent, over="board")
    claim = next(part for part in TRUE.parts if isinstance(part, Claim))
    plain = attrs.evolve(claim, evident="both are facts", why_not_real="it is about two facts")
    parts = tuple(plain if part is claim else part for part in TRUE.parts)
    lines = list(attrs.evolve(TRUE, scope=scope, parts=parts).on_trust())
    assert lines == [
        "no claim is held against games: the scope is as the author says",
        f"claim {claim.name!r} is held against no game: it is about two facts",
        f"claim {claim.name!r} is evident: both are facts",
    ]
    printed = prove(monkeypatch, (attrs.evolve(TRUE, parts=parts),)).stdout
    assert f"  on trust: {lines[1]}" in printed
    assert lines[0] not in printed


def test_a_theorem_that_holds_is_status_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name, statement, scope, verdict, time, and assumptions."""
    result = prove(monkeypatch, (TRUE,))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:4] == [
        "it_is_given",
        "  statement: What is given follows.",
        "  scope: two facts",
        "  clauses: MIN-4",
    ]
    assert lines[4].startswith("  verdict: proved, 3 queries, 0.")
    assert "  assumes: logic_is_sound: Logic is sound." in lines
    assert lines[-1].startswith("1 of 1 theorems hold; ")


def test_a_theorem_that_fails_is_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are proved anyway."""
    result = prove(monkeypatch, (FALSE, TRUE))
    assert result.exit_code == 1
    assert "  verdict: refuted (does not hold), " in result.stdout
    assert "  verdict: proved, " in result.stdout
    assert "1 of 2 theorems hold; " in result.stdout


def test_no_theorem_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """If nothing was proved, nothing held; what can be proved all the same is named."""
    done = prove(monkeypatch, ())
    assert done.exit_code == 2
    assert "minoa has no theorems: 'rulewright prove minoa --automatic' " in done.stderr


def test_one_theorem_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name; for a wrong name, the nearest right one is suggested."""
    result = prove(monkeypatch, (FALSE, TRUE), "--theorem", "it_is_given", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert [each["name"] for each in found["theorems"]] == ["it_is_given"]
    assert found["held"] is True
    assert found["theorems"][0]["status"] == "proved"
    wrong = prove(monkeypatch, (FALSE, TRUE), "--theorem", "it_is_givn")
    assert wrong.exit_code == 2
    assert "unknown theorem 'it_is_givn' about minoa: did you mean 'it_is_given'?" in wrong.stderr


def test_every_query_can_be_written_and_checked_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One SMT-LIB file each, in a new folder; a second solver agrees."""
    folder = tmp_path / "new" / "folder"
    result = prove(monkeypatch, (TRUE,), "--smt2", str(folder), "--cross-check", "--json")
    assert len(list(folder.glob("*.smt2"))) == 3
    assert json.loads(result.stdout)["theorems"][0]["cross_check"] == "agreed on 3 queries"


def test_a_folder_that_cannot_be_made_is_reported_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In one line, before anything is proved."""
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    result = prove(monkeypatch, (TRUE,), "--smt2", str(file / "folder"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        result.stderr
        == f"error: cannot make the folder {str(file / 'folder')!r}: Not a directory\n"
    )


def test_side_by_side_is_as_one_by_one() -> None:
    """The same verdicts in the same order, whatever the number of processes; only times differ."""
    names = [option for name in SHORT for option in ("--theorem", name)]

    def found(jobs: str) -> list[dict[str, object]]:
        given = ["prove", "ari", "--jobs", jobs, "--json", *names]
        theorems = json.loads(CliRunner().invoke(application, given).stdout)["theorems"]
        return [{**each, "seconds": None} for each in theorems]

    one, two = found("1"), found("2")
    assert [each["name"] for each in one] == list(SHORT)
    assert all(each["holds"] for each in one)
    assert two == one


def test_a_missing_second_solver_is_said_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The theorem stands without it, but nobody is to take it for checked."""
    monkeypatch.setattr(second_solver, "is_installed", lambda: False)
    result = prove(monkeypatch, (TRUE,), "--cross-check", "--jobs", "1")
    expected = 'cross-check: not installed (cvc5: pip install "rulewright[crosscheck]")'
    assert expected in result.stdout


def test_a_killed_worker_costs_its_theorem_alone(tmp_path: Path) -> None:
    """The others have their verdicts; that it is lost is another status than that it does not hold."""
    shutil.copytree(EXAMPLES / "tictactoe", tmp_path / "tictactoe")
    proofs = tmp_path / "tictactoe" / "proofs.py"
    killing = '    __import__("os").kill(__import__("os").getpid(), 9)\n    rules'
    text = proofs.read_text("utf-8")
    assert text.count("    rules, put = by") == 1
    proofs.write_text(text.replace("    rules, put = by", f"{killing}, put = by"), "utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "rulewright", "prove", "tictactoe", "--json"],
        env={**os.environ, "RULEWRIGHT_GAMES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == WorkerLost.exit_status
    killed, other = json.loads(found.stdout)["theorems"]
    assert (killed["status"], killed["holds"]) == ("lost", False)
    assert "a worker is lost: its process was killed by signal 9 (SIGKILL)" in killed["detail"]
    assert (other["status"], other["holds"]) == ("proved", True)


class AnotherMinoa(Minoa):
    """For all that is known, its games are others."""


@pytest.mark.parametrize(("engine", "is_refused"), [(Minoa, False), (AnotherMinoa, True)])
def test_games_of_another_engine_are_none_of_the_game(
    engine: type[Minoa], is_refused: bool
) -> None:
    """They may begin otherwise, so that no premise excludes one of their positions."""
    claim = next(part for part in TRUE.parts if isinstance(part, Claim))
    held = attrs.evolve(claim, real=RealPositions(engine, lambda *_: {}), why_not_real="")
    why = of_another_engine("minoa", attrs.evolve(TRUE, parts=(held, *TRUE.parts[1:])))
    assert bool(why) == is_refused
    if is_refused:
        assert why == (
            f"claim {claim.name!r} is held against games of AnotherMinoa (`real`), which is not the "
            "game's Minoa"
        )


def test_a_text_of_an_author_stays_on_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """It could look like a verdict, or take back a line of a terminal."""
    two = attrs.evolve(TRUE, statement="It follows.\n  verdict: proved \x1b[1A\x1b[2K")
    printed = prove(monkeypatch, (two,)).stdout
    assert "  statement: It follows.   verdict: proved  [1A [2K\n" in printed
    assert "\x1b" not in printed
