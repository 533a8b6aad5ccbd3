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
from jsonschema import Draft202012Validator

from rulewright import games
from rulewright.cli import application
from rulewright.commands.vectors import in_short
from rulewright.conformance import QUICK, check
from rulewright.conformance.checking import passes
from rulewright.conformance.conversation import NotSupported
from rulewright.conformance.report import Report, Status
from rulewright.interface import IllegalAction
from rulewright.lockstep import Disagreement, replay
from rulewright.spec.coverage import RecordingRefuted
from rulewright.vectors import Vector, load, perft_tables
from rulewright.vectors.bench import Bench, Options
from rulewright.vectors.by_the_interface import extent, record_plainly
from rulewright.vectors.craft import Wrong, true_view, without_a_second_witness
from rulewright.vectors.generate import OPEN, NoSecondWitness, Suite, generate, reason_for
from rulewright.vectors.hunt import from_the_start
from rulewright.vectors.matrix import shrunken_games_in_full
from rulewright.vectors.mutants import Mutant, mutants_of
from rulewright.vectors.run import check as played
from rulewright.vectors.run import failure, miscounted
from rulewright.vectors.vector import FOLDER, folder_of, suite_of
from rulewright.vectors.witnesses import ELSEWHERE, RULED, Unwitnessed, shown_alone, unwitnessed

sys.path.insert(0, str(Path(__file__).parent))
from wrong_tictactoe import FAULTS, Refused, TicTacToe

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
    return Suite(GAME, 1, {"clauses": few}, dict.fromkeys(names, ()), {}, {}, (), {}, {})


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
    assert failure(games.specification(GAME, None, {"row": "across"}), start) is None
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
            replay(one, games.specification(GAME, shown["params"], other), shown["moves"])


SWAPS = ("straight>any", "straight>across", "across>any", "across>straight")


def test_what_is_listed_as_killer_is_one() -> None:
    """Every vector of every row, played again on the mutant."""
    by_id = {vector.id: vector for vector in load(GAME)}
    tried = 0
    for name, row in rows().items():
        engine = mutant(name).engine(GAME, {}, {"row": "any"})
        for each in row["killed_by"][:20]:
            tried += 1
            assert failure(engine, by_id[each]) is not None, (name, each)
    assert tried > 100


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


def test_a_game_without_vectors_has_no_matrix(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing was made yet, and nothing is checked, which is no success where it was asked for."""
    monkeypatch.setattr(games, "folder_of_guest", lambda _: tmp_path)
    told = CliRunner().invoke(application, ["vectors", "matrix", GAME])
    assert told.stdout == f"{GAME}: there are no vectors\n"
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
        """Answer from what the game tells."""
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
    met = {told.moves for told in report.games[0].deviations if told.moves}
    assert met & {vector.moves for vector in load(GAME)}


@pytest.mark.slow
@pytest.mark.parametrize(("wrong", "status"), [("", 0), ("taken squares", 1)])
def test_conform_plays_the_vectors_on_a_process(wrong: str, status: int) -> None:
    """By the command, as a user would run it."""
    script = Path(__file__).with_name("wrong_tictactoe.py")
    adapter = [sys.executable, str(script), *wrong.split()]
    command = [sys.executable, "-m", "rulewright", "conform", "--quick", "--seed", "1", "--game"]
    told = subprocess.run(
        [*command, GAME, "--", *adapter], capture_output=True, text=True, check=False
    )
    assert told.returncode == status, told.stdout + told.stderr
    (line,) = [each for each in told.stdout.splitlines() if each.startswith("vectors ")]
    passed, deviates, unsupported, faults = map(int, line.split()[1:])
    assert passed + deviates == len(load(GAME))
    assert (unsupported, faults) == (0, 0)
    assert bool(deviates) == bool(status)


# --- how it is made -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def benches() -> dict[str, Bench]:
    """Keep the engines."""
    return {}


@pytest.fixture
def bench(benches: dict[str, Bench]) -> Bench:
    """The game with what was made for it."""
    return benches.setdefault(GAME, Bench(GAME, 1))


def own(bench: Bench) -> Options:
    """The usual game."""
    return Options({}, bench.default)


def test_games_are_recorded_by_the_interface_alone() -> None:
    """The specification accepts each, and the same seed gives the same; biased games are others."""
    engine = games.implementation(GAME)
    recording = record_plainly(engine, 7, 5, max_plies=9)
    assert games.specification(GAME).check(recording).positions == recording.plies
    again, other = (
        record_plainly(engine, 7, 5, biased=each, max_plies=9) for each in (False, True)
    )
    assert (again.played == recording.played).all()
    assert [other.moves(each) for each in range(5)] != [again.moves(each) for each in range(5)]
    assert (recording.turn[-1] == -1).all()
    short = record_plainly(engine, 7, 2, max_plies=3)
    assert short.moves(0) == recording.moves(0)[:3]
    assert extent(engine, 1, 100).breadth == 9
    recording.scores[1, 0, 0] += 1
    with pytest.raises(RecordingRefuted):
        games.specification(GAME).check(recording)


def test_options_are_those_that_the_implementation_plays(bench: Bench) -> None:
    """Each once; for a mutant of another reading there are none."""
    assert [each.rulings for each in bench.options()] == [{"row": "any"}]
    assert [each.rulings for each in bench.options(mutant("row any>across"))] == [{"row": "any"}]
    assert list(bench.options(mutant("row straight>any"))) == []
    assert bench.offers(own(bench))
    assert not bench.is_compiled


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "moves"), [("TTT-1 for the next", 0), ("TTT-3 off", 1), ("row any>straight", 5)]
)
def test_a_shortest_game_is_found_with_and_without_recorded_games(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, name: str, moves: int
) -> None:
    """The search finds what no recorded game shows."""
    found = from_the_start(bench, mutant(name), own(bench))
    assert found is not None
    assert (len(found.moves), found.is_shortest) == (moves, True)
    monkeypatch.setattr("rulewright.vectors.hunt.recorded_difference", lambda *_: None)
    again = from_the_start(Bench(GAME, 1), mutant(name), own(bench))
    assert again is not None
    assert (len(again.moves), again.is_shortest) == (moves, True)


@pytest.mark.slow
def test_only_what_is_the_same_everywhere_is_alike(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clause that never applies is; one that forbids is not; nor is one too large to be visited."""
    why = shrunken_games_in_full(bench, mutant("TTT-4 off"))
    assert why is not None
    assert [bool(each.get("by_the_specification_alone")) for each in why.data["games"]] == [
        False,
        True,
        True,
    ]
    assert why.data["positions"] > 3 * 5_000
    assert shrunken_games_in_full(bench, mutant("TTT-3 off")) is None
    assert shrunken_games_in_full(bench, mutant("row any>across")) is None
    monkeypatch.setattr("rulewright.vectors.matrix.MOST_ONE_BY_ONE", 1_000)
    assert shrunken_games_in_full(Bench(GAME, 1), mutant("TTT-4 off")) is None


def planted(about: str, differs_under: str) -> Mutant:
    """Make a mutant that permits nothing under one reading, and is right under all others."""
    book = games.specified(GAME).rulebook
    right = book["TTT-3"].permits
    assert right is not None

    def wrong(rules: Any, before: Any, put: Any) -> Any:
        permitted = right(rules, before, put)
        return False if rules.rulings.row == differs_under else permitted

    return Mutant(f"TTT-3 {about}", "TTT-3", about, book.replacing("TTT-3", permits=wrong))


@pytest.mark.slow
def test_what_differs_elsewhere_only_is_neither_killed_nor_alike(bench: Bench) -> None:
    """There is no second witness, and the game that the specification alone shows is told."""
    why = reason_for(bench, planted("stops elsewhere", "straight"), reverse_is_killed=False)
    assert isinstance(why, Unwitnessed)
    assert why.reason == ELSEWHERE
    assert why.data["by_the_specification_alone"]["rulings"] == {"row": "straight"}
    assert [each["rulings"] for each in why.data["alike_elsewhere"]["games"]] == [{"row": "any"}]
    swapped = reason_for(bench, mutant("row across>any"), reverse_is_killed=True)
    assert isinstance(swapped, Unwitnessed)


@pytest.mark.slow
def test_what_differs_and_is_not_killed_is_open(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is claimed of it, and it is counted and shown; of a compiled game it is an error."""
    assert reason_for(bench, planted("stops", "any"), reverse_is_killed=False) is None
    names = [each.id for each in mutants_of(GAME)]
    made = Suite(GAME, 1, {}, dict.fromkeys(names, ()), {}, {}, ("TTT-3 off",), {}, {})
    (row,) = [row for row in made.matrix()["mutants"] if "open" in row]
    assert (row["id"], row["open"]) == ("TTT-3 off", {"reason": OPEN})
    assert in_short([row]) == "1 mutant: 0 killed, 1 open"
    for step in ("aimed", "kills", "chosen", "reason_for"):
        monkeypatch.setattr(f"rulewright.vectors.generate.{step}", lambda *_, **__: {})
    monkeypatch.setattr("rulewright.vectors.generate.kills", lambda *_: dict.fromkeys(names, ()))
    monkeypatch.setattr("rulewright.vectors.generate.reason_for", lambda *_, **__: None)
    assert generate(GAME).open == tuple(names)
    monkeypatch.setattr(Bench, "is_compiled", True)
    with pytest.raises(Wrong, match="nothing kills the mutant"):
        generate(GAME)


def test_what_differs_here_and_elsewhere_is_not_excused(bench: Bench) -> None:
    """That nobody plays the other reading does not excuse that no vector was found for this one."""
    assert unwitnessed(bench, mutant("TTT-3 off")) is None
    assert shown_alone(bench, mutant("TTT-3 off"))


def test_engines_that_disagree_write_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, and status 1."""
    engine: Any = type(games.implementation(GAME))
    monkeypatch.setattr(engine, "winners", lambda *_: ())
    bench = Bench(GAME, 1)
    with pytest.raises(Wrong, match="the engines differ after a1 a2 b1 b2 c1") as error:
        true_view(bench, own(bench), ("a1", "a2", "b1", "b2", "c1"))
    assert error.value.exit_status == 1


def test_without_a_second_witness_by_default_there_are_no_vectors(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One line before anything is done."""
    monkeypatch.setattr(games, "offered", lambda *_: False)
    with pytest.raises(NoSecondWitness):
        generate(GAME)
    done = CliRunner().invoke(application, ["vectors", "generate", GAME, "--output", str(tmp_path)])
    assert done.exit_code == 2
    (line,) = [each for each in done.stderr.splitlines() if each]
    assert f"no vectors can be made of {GAME!r}" in line
    assert not any(tmp_path.iterdir())


def test_games_and_reasons_of_its_own_suite_are_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`games.json` and `alike.json` beside the folder of the vectors."""
    from rulewright.vectors.generate import exceptions  # noqa: PLC0415
    from rulewright.vectors.hunt import on_known_games  # noqa: PLC0415

    monkeypatch.setattr(games, "folder_of_guest", lambda _: tmp_path)
    (tmp_path / "vectors").mkdir()
    moves = ["c1", "a2", "b2", "c2", "a3"]
    known = [
        {"params": {}, "rulings": rulings, "moves": moves} for rulings in ({}, {"row": "straight"})
    ]
    (tmp_path / "vectors" / "games.json").write_text(json.dumps({GAME: known}))
    (tmp_path / "vectors" / "alike.json").write_text(json.dumps({GAME: {"TTT-4 off": {}}}))
    assert exceptions(GAME) == {"TTT-4 off": {}}
    (found,) = on_known_games(Bench(GAME, 1), mutant("TTT-4 without effect"))
    assert found.options.rulings == {"row": "any"}
    assert len(found.moves) == 5


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
    assert failure(games.implementation(GAME), wrong) is not None


def test_every_reading_that_is_not_played_is_kept_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an implementation that plays no two of three readings together, found without luck."""
    questions = dict.fromkeys("abcdef", ("no", "yes"))

    def offered(game: str, params: Any, rulings: Mapping[str, str]) -> bool:
        del game, params
        return [rulings[name] for name in "bdf"].count("yes") < 2

    monkeypatch.setattr(games, "offered", offered)
    monkeypatch.setattr(Bench, "questions", property(lambda _: questions))
    found = without_a_second_witness(Bench(GAME, 1), Options({}, dict.fromkeys("abcdef", "no")))
    assert found <= set("bdf")
    assert len(found) == 2
    kept = [{**dict.fromkeys("abcdef", "yes"), **dict.fromkeys(found, "no")}]
    assert all(offered(GAME, {}, rulings) for rulings in kept)
