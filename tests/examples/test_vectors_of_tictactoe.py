"""Vectors of a game from outside, whose implementation is not compiled and plays one reading only."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner
from common.wrong_tictactoe import FAULTS, Refused, TicTacToe
from jsonschema import Draft202012Validator

from rulewright.cli import application
from rulewright.conformance import NORMAL, QUICK, check
from rulewright.conformance.adapter.conversation import NotSupported
from rulewright.conformance.checking import passes
from rulewright.conformance.evidence.report import Report, Status
from rulewright.interface import IllegalAction
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, replay_both
from rulewright.play.mutants import Mutant, mutants_of
from rulewright.vectors import Vector, load, perft_tables
from rulewright.vectors.failures import check as played
from rulewright.vectors.failures import first_failure, miscounted
from rulewright.vectors.generate import Suite
from rulewright.vectors.suite import FOLDER, folder_of, suite_of
from rulewright.vectors.survivors import RULED

GAME = "tictactoe"
EXAMPLES = Path(__file__).parents[2] / "examples"
SUITE = EXAMPLES / GAME / "vectors"


def matrix() -> dict[str, Any]:
    """Read the matrix that is kept."""
    found: dict[str, Any] = json.loads((SUITE / "matrix.json").read_text("utf-8"))[GAME]
    return found


def rows() -> dict[str, dict[str, Any]]:
    """Read its rows, by mutant."""
    return {row["id"]: row for row in matrix()["mutants"]}


def mutant(name: str) -> Mutant:
    """Find a mutant."""
    (found,) = [each for each in mutants_of(GAME) if each.id == name]
    return found


def written(folder: Path) -> dict[str, str]:
    """Read all files of a suite, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# --- where it lies --------------------------------------------------------------------------------


def test_the_suite_lies_in_the_package_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of a game of ours is the installed one, even if somebody offers another of the name."""
    assert suite_of(GAME) == SUITE
    assert folder_of(GAME) == SUITE / GAME
    assert suite_of("minoa") == FOLDER
    monkeypatch.setattr(games, "installed", lambda: {"minoa": GAME, "again": GAME})
    assert suite_of("minoa") == FOLDER
    assert suite_of("again") == SUITE


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    """The whole suite, made again by the command in another folder."""
    done = CliRunner().invoke(application, ["vectors", "generate", GAME, "--output", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "14 killed, 1 cannot be told apart, 4 without a second witness" in done.stderr
    assert written(tmp_path) == written(SUITE)


def test_without_a_folder_it_is_written_where_it_is_looked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not into the current folder, and what is there of other games stays."""
    made = evolve_suite()
    monkeypatch.setattr("rulewright.vectors.generate.generate", lambda *_: made)
    monkeypatch.setattr(games, "folder_of_guest", lambda _: tmp_path / "package")
    (tmp_path / "package" / "vectors" / GAME).mkdir(parents=True)
    old = tmp_path / "package" / "vectors" / GAME / "old.json"
    old.write_text("{}")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(application, ["vectors", "generate", GAME])
    assert done.exit_code == 0, done.output
    assert not (tmp_path / "vectors").exists()
    assert not old.exists()
    kept = written(tmp_path / "package" / "vectors")
    assert set(kept) == {"matrix.json", f"{GAME}/clauses.json"}
    assert load(GAME) == made.all


def evolve_suite() -> Any:
    """Make a suite of two vectors, without work."""
    few = load(GAME)[:2]
    names = [each.id for each in mutants_of(GAME)]
    return Suite(GAME, 1, {"clauses": few}, dict.fromkeys(names, ()), {}, {}, {})


# --- what it says ---------------------------------------------------------------------------------


def test_every_vector_has_two_witnesses_and_a_third_one() -> None:
    """Both engines play each under the rulings that it names, and so does a naive one."""
    vectors, tables = load(GAME), perft_tables(GAME)
    assert len(vectors) == matrix()["vectors"] >= 150
    for vector in vectors:
        assert games.offered(GAME, vector.params, vector.rulings)
    assert played(games.implementation, vectors) == ()
    assert played(games.specification, vectors) == ()
    assert played(naive(""), vectors) == ()
    (table,) = tables
    assert table.counts[5] == 9 * 8 * 7 * 6 * 5
    assert list(miscounted(games.implementation, tables)) == []
    assert list(miscounted(games.specification, tables)) == []


def test_no_vector_speaks_of_what_the_implementation_does_not_play() -> None:
    """Not even one that would hold there, as the specification alone says; its questions are others."""
    vectors = load(GAME)
    for reading in ("straight", "across"):
        assert not any(vector.applies({}, {"row": reading}) for vector in vectors)
    (start,) = [
        each for each in vectors if not each.moves and each.expect.scores and each.expect.legal
    ]
    assert start.rulings == {"row": "any"}
    assert start.questions == ()
    assert first_failure(games.specification(GAME, None, {"row": "across"}), start) is None
    assert {vector.questions for vector in vectors} == {(), ("row",)}


def test_every_file_fits_the_schema() -> None:
    """The files are those of any suite."""
    validator = Draft202012Validator(
        json.loads((FOLDER / "vectors.schema.json").read_text("utf-8"))
    )
    files = sorted((SUITE / GAME).glob("*.json"))
    assert {file.stem for file in files} >= {"clauses", "endings", "random"}
    for file in files:
        validator.validate(json.loads(file.read_text("utf-8")))


def test_every_mutant_is_killed_or_alike_or_unwitnessed() -> None:
    """None is open; the four whose ruled reading OpenSpiel does not play have no second witness."""
    found = rows()
    assert list(found) == [each.id for each in mutants_of(GAME)]
    kinds = {
        name: [bool(row["killed_by"]), "alike" in row, "unwitnessed" in row]
        for name, row in found.items()
    }
    assert all(sum(kind) == 1 for kind in kinds.values())
    alone = {name for name, kind in kinds.items() if kind[2]}
    assert alone == {f"row {swap}" for swap in SWAPS}
    assert [name for name, kind in kinds.items() if kind[1]] == ["TTT-4 off"]
    for name in alone:
        row = found[name]["unwitnessed"]
        assert row["reason"] == RULED
        shown = row["by_the_specification_alone"]
        other = {"row": name.partition(">")[2]}
        one = games.specification(GAME, shown["params"], shown["rulings"])
        with pytest.raises(Disagreement):
            replay_both(one, games.specification(GAME, shown["params"], other), shown["moves"])


SWAPS = ("straight>any", "straight>across", "across>any", "across>straight")


def test_what_is_listed_as_killer_is_one() -> None:
    """Every vector of every row, played again on the mutant."""
    by_id = {vector.id: vector for vector in load(GAME)}
    tried = 0
    for name, row in rows().items():
        engine = mutant(name).engine(GAME, {}, {"row": "any"})
        for each in row["killed_by"][:20]:
            tried += 1
            assert first_failure(engine, by_id[each]) is not None, (name, each)
    assert tried > 100


def every_vector() -> Iterator[Vector]:
    """Give the vectors that expect a taken square to be refused."""
    for vector in load(GAME):
        if any(each.clauses == ("TTT-3",) for each in vector.expect.forbidden):
            yield vector


def test_taken_squares_are_among_what_is_forbidden() -> None:
    """So that an adapter is offered some; and a vector with a wrong expectation fails."""
    found = list(every_vector())
    assert len(found) > 50
    wrong = evolve(found[0], expect=evolve(found[0].expect, allowed=(found[0].moves[0],)))
    assert first_failure(games.implementation(GAME), wrong) is not None


# --- the commands ---------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["impl", "spec"])
def test_the_vectors_are_checked(side: str) -> None:
    """By name, and among all games."""
    done = CliRunner().invoke(application, ["vectors", "check", GAME, "--engine", side, "--json"])
    assert done.exit_code == 0, done.output
    (row,) = json.loads(done.stdout)["games"]
    assert row == {"game": GAME, "vectors": len(load(GAME)), "tables": 1, "failures": 0}


def test_the_matrix_is_shown_with_all_reasons() -> None:
    """Each mutant has its line, and they are counted."""
    done = CliRunner().invoke(application, ["vectors", "matrix", GAME])
    assert done.exit_code == 0, done.output
    assert f"{GAME}: {len(load(GAME))} vectors, 19 mutants: 14 killed, 1 " in done.stdout
    for name in rows():
        assert sum(line.startswith(f"{name} ") for line in done.stdout.splitlines()) == 1
    assert done.stdout.count(RULED) == 4
    both = CliRunner().invoke(application, ["vectors", "matrix", GAME, "minoa", "--json"])
    assert list(json.loads(both.stdout)) == [GAME, "minoa"]
    assert json.loads(both.stdout)[GAME] == matrix()


def test_the_fewest_vectors_are_named(tmp_path: Path) -> None:
    """As for a game of ours; the file can be read again, and is not put into the suite."""
    file = tmp_path / GAME / "cover.json"
    file.parent.mkdir()
    command = ["vectors", "cover", GAME, "--json", "--output"]
    done = CliRunner().invoke(application, [*command, str(file)])
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["vectors"] == [each.id for each in load(GAME, tmp_path)]
    assert sorted(document["vectors"]) == matrix()["covering"]
    assert (len(document["vectors"]), len(document["killed"])) == (3, 14)
    assert {kind: len(some) for kind, some in document["survivors"].items()} == {
        "alike": 1,
        "unwitnessed": 4,
    }
    refused = CliRunner().invoke(application, [*command, str(SUITE / GAME / "cover.json")])
    assert refused.exit_code == 2
    assert "would become part of the suite of 'tictactoe'" in refused.stderr
    again = CliRunner().invoke(application, ["vectors", "cover", GAME, "--default-rulings"])
    assert "3 of 184 vectors that apply under the default rulings kill 14 of 19" in again.stdout


def test_a_game_without_vectors_has_no_matrix(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing was made yet, and nothing is checked, which is no success where it was asked for."""
    monkeypatch.setattr(games, "folder_of_guest", lambda _: tmp_path)
    shown = CliRunner().invoke(application, ["vectors", "matrix", GAME])
    assert shown.stdout == f"{GAME}: there are no vectors\n"
    done = CliRunner().invoke(application, ["vectors", "check", GAME])
    assert done.exit_code == 1
    assert f"{GAME}: there are no vectors, so nothing was checked" in done.stdout
    found = json.loads(CliRunner().invoke(application, ["vectors", "check", GAME, "--json"]).stdout)
    assert (found["held"], found["unchecked"]) == (False, [GAME])


@pytest.mark.slow
def test_no_vectors_of_a_guest_leave_the_others_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where no game is named those that have vectors are checked."""
    real = games.folder_of_guest
    monkeypatch.setattr(games, "game_names", lambda *_: ("nonaga", GAME))
    monkeypatch.setattr(games, "folder_of_guest", lambda name: real(name) and tmp_path)
    done = CliRunner().invoke(application, ["vectors", "check"])
    assert done.exit_code == 0, done.output
    assert f"{GAME}: there are no vectors" in done.stdout


# --- planted faults -------------------------------------------------------------------------------


class Naive:
    """The naive game behind the game interface; a state is the moves."""

    def __init__(self, wrong: str) -> None:
        """Be wrong in some way, or in none."""
        self.wrong = wrong

    def at(self, moves: tuple[str, ...]) -> TicTacToe:
        """Play moves; raises `IllegalAction`."""
        game = TicTacToe(self.wrong)
        for action in moves:
            try:
                game.play(action)
            except Refused as error:
                raise IllegalAction(action, "it is refused") from error
        return game

    def initial(self) -> tuple[str, ...]:
        """Begin."""
        return ()

    def play(self, state: tuple[str, ...], action: str) -> tuple[str, ...]:
        """Play on."""
        self.at((*state, action))
        return (*state, action)

    def legal_actions(self, state: tuple[str, ...]) -> tuple[str, ...]:
        """List the legal actions."""
        return tuple(sorted(self.at(state).legal()))

    def __getattr__(self, name: str) -> Any:
        """Answer from what the game knows."""
        key = {"is_over": "over", "to_json": "position"}.get(name, name)
        kind = tuple if name == "winners" else lambda value: value
        return lambda state: kind(self.at(state).state()[key])


def naive(wrong: str) -> Any:
    """Make what makes naive engines."""
    return lambda *_: Naive(wrong)


@pytest.mark.parametrize("wrong", [each for each in FAULTS if each != "takes taken squares"])
def test_the_vectors_notice_a_wrong_engine(wrong: str) -> None:
    """Each fault makes some of them fail."""
    assert played(naive(wrong), load(GAME)) != ()


class Player:
    """The naive game as the runner plays it."""

    def __init__(self, wrong: str) -> None:
        """Be wrong in some way, or in none."""
        self.game = TicTacToe(wrong)

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game, but of the usual rules only."""
        self.game.begin(is_on=game == GAME and not params and rulings in ({}, {"row": "any"}))
        if not self.game.is_on:
            raise NotSupported("only the usual game")

    def on(self) -> TicTacToe:
        """Give the game in progress."""
        if not self.game.is_on:
            raise ValueError("no game is in progress")
        return self.game

    def legal(self) -> list[str]:
        """List the legal actions."""
        return self.on().legal()

    def play(self, action: str) -> None:
        """Play an action."""
        try:
            self.on().play(action)
        except Refused as error:
            raise IllegalAction(action, "it is refused") from error

    def state(self) -> dict[str, Any]:
        """Tell the position."""
        return self.on().state()


def failing(report: Report) -> list[str]:
    """Name the vectors that an engine failed."""
    return [
        case.name
        for case in report.games[0].cases
        if case.stage == "vectors" and case.status is Status.DEVIATES
    ]


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["no diagonals", "takes taken squares", "plays on"])
def test_conform_notices_a_wrong_engine_by_its_vectors(wrong: str) -> None:
    """A mark on a taken square, too, that the list of legal actions does not show."""
    report = check(Player(wrong), GAME, effort=QUICK, seed=1)
    assert not passes(report)
    assert failing(report)
    met = {each.moves for each in report.games[0].deviations if each.moves}
    assert met & {vector.moves for vector in load(GAME)}


@pytest.mark.slow
def test_conform_looks_at_every_position_of_a_small_game() -> None:
    """A fault of a few of its 5,478 positions, which vectors and random games miss, is found."""
    positions = "5478 positions {}"
    quick = check(Player("a needle"), GAME, effort=QUICK, seed=1)
    assert passes(quick)
    assert positions not in {case.name for case in quick.games[0].cases}
    report = check(Player("a needle"), GAME, effort=NORMAL, seed=1)
    assert not passes(report)
    (case,) = (each for each in report.games[0].cases if each.stage == "nearest positions")
    assert case.name == positions
    assert case.status is Status.DEVIATES
    assert len(report.games[0].deviations[0].moves) == 6
    assert passes(check(Player(""), GAME, effort=NORMAL, seed=1))


@pytest.mark.slow
@pytest.mark.parametrize(("wrong", "status"), [("", 0), ("taken squares", 1)])
def test_conform_plays_the_vectors_on_a_process(wrong: str, status: int) -> None:
    """By the command, as a user would run it."""
    script = Path(__file__).parents[1] / "common" / "wrong_tictactoe.py"
    adapter = [sys.executable, str(script), *wrong.split()]
    command = [sys.executable, "-m", "rulewright", "conform", "--quick", "--seed", "1", "--game"]
    ended = subprocess.run(
        [*command, GAME, "--", *adapter], capture_output=True, text=True, check=False
    )
    assert ended.returncode == status, ended.stdout + ended.stderr
    (line,) = [each for each in ended.stdout.splitlines() if each.startswith("vectors ")]
    passed, deviates, unsupported, faults = map(int, line.split()[1:])
    assert passed + deviates == len(load(GAME))
    assert (unsupported, faults) == (0, 0)
    assert bool(deviates) == bool(status)
