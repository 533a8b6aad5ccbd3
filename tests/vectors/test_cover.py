"""The fewest vectors that kill every mutant: exact, always the same, and played again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
import z3
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from rulewright.cli import application
from rulewright.interface import UnknownGame
from rulewright.play import games
from rulewright.play.mutants import mutants_of
from rulewright.vectors import cover, load
from rulewright.vectors.cover import (
    ChosenVectors,
    NothingToCover,
    OutdatedMatrix,
    chosen_vectors,
    must_pass,
    recorded,
    replayed,
    timed,
)
from rulewright.vectors.failures import Playing, check
from rulewright.vectors.matrix import is_killed
from rulewright.vectors.set_cover import UndecidedCover, fewest_vectors, unrelated_mutants
from rulewright.vectors.suite import FOLDER

GAMES = games.game_names("impl")
EXAMPLES = Path(__file__).parents[2] / "examples"
SUITES = [(FOLDER, game) for game in GAMES if (FOLDER / game).is_dir()] + [
    (EXAMPLES / "tictactoe" / "vectors", "tictactoe")
]
GREEDY_FAILS = {
    **{f"left {number}": ("big", "left") for number in range(2)},
    **{f"right {number}": ("big", "right") for number in range(2)},
    "left end": ("left",),
    "right end": ("right",),
}
"""One vector kills most, and the other two kill everything, so that the greedy choice takes three."""


def run(*arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(application, ["vectors", "cover", *arguments])


def is_refused(result: Result, what: str) -> None:
    """One line names what is wrong, and the status is 2."""
    assert result.exit_code == 2, result.output
    assert len(result.stderr.splitlines()) == 1
    assert what in result.stderr
    assert not result.stdout


@cache
def chosen_once(game: str, *, by_default: bool) -> ChosenVectors:
    """Choose the vectors of a game, once for all tests that replace nothing."""
    return chosen_vectors(game, by_default=by_default)


# --- the choice -----------------------------------------------------------------------------------


def by_brute_force(killed_by: Mapping[str, tuple[str, ...]], plies: Mapping[str, int]) -> Any:
    """Try all sets of vectors; the first by number, plies and names."""
    vectors = sorted({vector for some in killed_by.values() for vector in some})
    for size in range(len(vectors) + 1):
        enough = [
            some
            for some in combinations(vectors, size)
            if all(not killers or {*some} & {*killers} for killers in killed_by.values())
        ]
        if enough:
            return min(enough, key=lambda some: (sum(plies[each] for each in some), some))
    return None


def random_matrix(random: Random) -> dict[str, tuple[str, ...]]:
    """Draw a small matrix; some mutants survive."""
    vectors = [f"v{number}" for number in range(random.randint(1, 8))]
    return {
        f"m{number}": tuple(v for v in vectors if random.random() < 0.3)
        for number in range(random.randint(0, 8))
    }


def test_the_choice_is_that_of_brute_force() -> None:
    """On 150 random matrices: number, plies and names."""
    random = Random(7)
    sizes = set()
    for _ in range(150):
        killed_by = random_matrix(random)
        plies = {f"v{number}": random.randint(0, 3) for number in range(8)}
        found = fewest_vectors(killed_by, plies)
        assert found == by_brute_force(killed_by, plies), (killed_by, plies)
        sizes.add(len(found))
    assert sizes >= {0, 1, 2, 3, 4}


def test_greed_would_take_one_vector_more() -> None:
    """The vector that kills most is not among the fewest."""
    kills = {each: sum(each in some for some in GREEDY_FAILS.values()) for each in ("big", "left")}
    assert kills["big"] > kills["left"]
    assert fewest_vectors(GREEDY_FAILS) == ("left", "right")


def test_ties_go_to_fewer_plies_and_then_to_the_name() -> None:
    """Whatever the order of the matrix."""
    two = {"m": ("b", "a"), "n": ("d", "c"), "survivor": ()}
    assert fewest_vectors(two) == ("a", "c")
    assert fewest_vectors(dict(reversed(two.items()))) == ("a", "c")
    assert fewest_vectors(two, {"a": 9, "b": 1, "c": 2, "d": 2}) == ("b", "c")
    assert fewest_vectors({"m": ("a", "b"), "n": ("b",), "o": ("c", "b"), "p": ()}) == ("b",)
    assert fewest_vectors({}) == fewest_vectors({"m": ()}) == ()


def test_unrelated_mutants_refute_fewer() -> None:
    """No vector kills two of them; three vectors that each kill two of three mutants have none."""
    assert unrelated_mutants(GREEDY_FAILS, 2) == ("left 0", "right end")
    ring = {"m": ("a", "b"), "n": ("b", "c"), "o": ("c", "a")}
    assert len(fewest_vectors(ring)) == 2
    assert unrelated_mutants(ring, 2) is None
    assert unrelated_mutants({}, 0) == ()
    assert unrelated_mutants({"m": ()}, 1) is None


def test_a_solver_that_gives_up_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than to take what it has found so far."""
    monkeypatch.setattr(z3.Solver, "check", lambda *_: z3.unknown)
    monkeypatch.setattr(z3.Solver, "reason_unknown", lambda _: "a whim")
    with pytest.raises(UndecidedCover, match=r"gave up \(a whim\): it is unknown"):
        fewest_vectors(GREEDY_FAILS)


@pytest.mark.parametrize(("suite", "game"), SUITES, ids=[game for _, game in SUITES])
def test_the_matrix_has_the_fewest(suite: Path, game: str) -> None:
    """As the generator would write them; and mutants that no vector relates show it without a solver."""
    matrix = json.loads((suite / "matrix.json").read_text("utf-8"))[game]
    files = [json.loads(path.read_text("utf-8")) for path in (suite / game).glob("*.json")]
    plies = {each["id"]: len(each["moves"]) for file in files for each in file["vectors"]}
    killed_by = {row["id"]: row["killed_by"] for row in matrix["mutants"]}
    covering = matrix["covering"]
    assert covering == list(fewest_vectors(killed_by, plies))
    assert all(not killers or {*covering} & {*killers} for killers in killed_by.values())
    unrelated = unrelated_mutants(killed_by, len(covering))
    assert unrelated is not None
    assert len(unrelated) == len(covering)
    for one, other in combinations(unrelated, 2):
        assert killed_by[one]
        assert not {*killed_by[one]} & {*killed_by[other]}


# --- played again ---------------------------------------------------------------------------------


@pytest.mark.parametrize("by_default", [False, True])
def test_what_is_said_to_be_killed_is(by_default: bool) -> None:
    """Played here again, by the rulings of the vector or the default ones; the others are survivors."""
    found = chosen_once("minoa", by_default=by_default)
    rows = recorded("minoa")
    by_id = {vector.id: vector for vector in found.chosen}
    killed = set()
    for mutant in mutants_of("minoa"):
        for name in (name for name, mutants in found.kills.items() if mutant.id in mutants):
            further = {} if by_default else rows[mutant.id].get("under", {}).get(name, {})
            assert is_killed({}, mutant, by_id[name], by_id[name].rulings | further)
            killed.add(mutant.id)
    assert set(found.killed) == killed
    survivors = {mutant for some in found.survivors.values() for mutant in some}
    assert survivors | killed == set(rows)
    assert not survivors & killed
    assert ("other_rulings" in found.survivors) == by_default
    applying = [each for each in load("minoa") if not by_default or each.applies({}, {})]
    assert len(found.chosen) + len(found.rest) == len(applying)
    assert {each.id for each in (*found.chosen, *found.rest)} == {each.id for each in applying}


def test_by_default_needs_only_the_default_rulings() -> None:
    """Fewer vectors, each of which applies, and no mutant of a reading that is not the default one."""
    found = chosen_once("minoa", by_default=True)
    usual = games.specified("minoa").default_rulings
    assert all(vector.rulings.items() <= usual.items() for vector in found.chosen)
    swaps = {each.id: each.swap for each in mutants_of("minoa") if each.swap}
    questions = {each.id: each.subject for each in mutants_of("minoa")}
    for mutant in swaps.keys() & set(found.killed):
        assert swaps[mutant][0] == usual[questions[mutant]]
    assert len(found.chosen) < len(chosen_once("minoa", by_default=False).chosen)


def test_a_cover_that_misses_a_mutant_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted bug of the choice: each vector is left out in turn."""
    right = chosen_once("minoa", by_default=False)
    names = [vector.id for vector in right.chosen]
    for left_out in names:
        fewer = tuple(name for name in names if name != left_out)
        monkeypatch.setattr(cover, "fewest_vectors", lambda *_, fewer=fewer: fewer)
        with pytest.raises(OutdatedMatrix, match="no chosen vector kills"):
            chosen_vectors("minoa")


def test_a_kill_that_is_recorded_and_does_not_happen_is_refused() -> None:
    """A planted bug of the matrix: the only killer is a vector that the mutant passes."""
    rows = recorded("minoa")
    by_id = {vector.id: vector for vector in load("minoa")}
    (harmless,) = [each for each in by_id if each.startswith("closure-coloured-57a6")]
    mutant = mutants_of("minoa")[-1]
    assert harmless not in rows[mutant.id]["killed_by"]
    killed_by = dict.fromkeys(rows, ()) | {mutant.id: (harmless,)}
    with pytest.raises(OutdatedMatrix, match=rf"'{harmless}' does not kill .* when replayed"):
        replayed("minoa", [by_id[harmless]], killed_by, {})


def other_closure(game: str, params: Any, rulings: Any) -> Any:
    """Make an engine that reads one question the other way."""
    swapped = {"line": "coloured", "coloured": "line"}[rulings.get("closure", "line")]
    return games.implementation(game, params, {**rulings, "closure": swapped})


def test_a_vector_that_the_implementation_fails_is_refused() -> None:
    """Then a mutant that fails it may be right."""
    (vector,) = [each for each in load("minoa") if each.id.startswith("closure-coloured-57a6")]
    must_pass(Playing(games.implementation), vector)
    with pytest.raises(OutdatedMatrix, match="the implementation itself fails closure-coloured-"):
        must_pass(Playing(other_closure), vector)


def test_the_rest_takes_longer() -> None:
    """Hundreds of vectors against a few; every one is played."""
    durations = timed(chosen_once("minoa", by_default=False))
    assert 0 < durations.chosen < durations.rest
    assert durations.ratio == durations.rest / durations.chosen


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("by_default", [False, True])
def test_every_game_has_its_fewest(game: str, by_default: bool) -> None:
    """Under all rulings those that the matrix names; in Minoa twice the same."""
    found = chosen_once(game, by_default=by_default)
    assert game != "minoa" or found == chosen_vectors(game, by_default=by_default)
    assert found.unrelated is not None
    names = {vector.id for vector in found.chosen}
    matrix = json.loads((FOLDER / "matrix.json").read_text("utf-8"))[game]
    assert by_default or names == set(matrix["covering"])
    killed = {row["id"] for row in matrix["mutants"] if row["killed_by"]}
    assert set(found.killed) | set(found.survivors.get("other_rulings", ())) == killed


# --- the command ----------------------------------------------------------------------------------


def test_the_command_names_them() -> None:
    """For people and for programs, the same."""
    document = json.loads(run("minoa", "--json").stdout)
    shown = run("minoa")
    assert shown.exit_code == 0, shown.output
    first, *lines = shown.stdout.splitlines()
    few, many = len(document["vectors"]), len(load("minoa"))
    assert document["of"] == many
    assert first.startswith(
        f"minoa: {few} of {many} vectors kill {len(document['killed'])} of 39 mutants"
    )
    assert [line.split()[0] for line in lines[2 : 2 + few]] == document["vectors"]
    assert f"cannot be told apart: 3 ({', '.join(document['survivors']['alike'])})" in lines
    assert sum(line.startswith(f"Fewer than {few} are not enough: ") for line in lines) == 1
    assert document["fewer_refuted_by"] == "unrelated mutants"
    assert len(document["unrelated_mutants"]) == few
    assert document["ratio"] == document["seconds"]["rest"] / document["seconds"]["chosen"] > 1
    assert f"and the other {many - few} in " in lines[-1]


def test_the_same_every_time() -> None:
    """All but the time."""
    one, other = (json.loads(run("minoa", "--json").stdout) for _ in range(2))
    for name in ("seconds", "ratio"):
        assert one.pop(name)
        assert other.pop(name)
    assert one == other


@pytest.mark.parametrize("options", [(), ("--default-rulings",)])
def test_the_file_can_be_read_as_vectors(options: tuple[str, ...], tmp_path: Path) -> None:
    """As a suite of its own, which fits the schema and still kills every mutant."""
    file = tmp_path / "minoa" / "cover.json"
    file.parent.mkdir()
    file.write_text("an earlier one, which is replaced")
    done = run("minoa", *options, "--json", "--output", str(file))
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["default_rulings_only"] == bool(options)
    vectors = load("minoa", tmp_path)
    assert [vector.id for vector in vectors] == document["vectors"]
    assert set(vectors) <= set(load("minoa"))
    schema = json.loads((FOLDER / "vectors.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(json.loads(file.read_text("utf-8")))
    assert check(games.implementation, vectors) == ()
    assert check(other_closure, vectors) != ()
    assert [path.name for path in file.parent.iterdir()] == ["cover.json"]
    assert run("minoa", *options, "--output", "-").stdout == file.read_text("utf-8")


def test_bad_input_gets_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any work, and nothing is written."""
    is_refused(run("minoaa"), "did you mean 'minoa'?")
    with pytest.raises(UnknownGame):
        chosen_vectors("minoaa")
    is_refused(run("minoa", "--json", "--output", "-"), "name a file for --output")
    inside = FOLDER / "minoa" / "cover.json"
    is_refused(run("minoa", "--output", str(inside)), "would become part of the suite of 'minoa'")
    assert not inside.exists()
    is_refused(run("minoa", "--output", str(tmp_path)), "it is a folder")
    monkeypatch.setattr(cover, "load", lambda _: ())
    is_refused(run("minoa"), "'rulewright vectors generate minoa' makes them")
    assert not list(tmp_path.iterdir())


def matrix_with(change: Any) -> Any:
    """Return what reads a matrix that was changed."""
    matrix = json.loads((FOLDER / "matrix.json").read_text("utf-8"))["minoa"]
    change(matrix["mutants"])
    return lambda *_: matrix


OUTDATED = {
    "a mutant is missing": (lambda rows: rows.pop(), "only one of matrix and rulebook"),
    "a mutant is new": (
        lambda rows: rows.append({"id": "MIN-99 off", "killed_by": []}),
        "only one of matrix and rulebook has the mutant 'MIN-99 off'",
    ),
    "a vector is gone": (
        lambda rows: rows[0]["killed_by"].append("gone-0123456789"),
        "the vector 'gone-0123456789' that it names is missing",
    ),
    "another form": (lambda rows: rows[0].pop("killed_by"), "is not in the form written now"),
}


@pytest.mark.parametrize("name", OUTDATED)
def test_an_outdated_matrix_gets_one_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not what the vectors and the rulebook are now, and the line says what to do."""
    change, what = OUTDATED[name]
    monkeypatch.setattr(cover, "read_shared", matrix_with(change))
    result = run("minoa")
    is_refused(result, what)
    assert "'rulewright vectors generate minoa' makes it again" in result.stderr


def test_vectors_that_kill_nothing_are_no_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than to call none of them enough."""

    def kills_nothing(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            row["killed_by"] = []

    monkeypatch.setattr(cover, "read_shared", matrix_with(kills_nothing))
    is_refused(run("minoa"), f"none of {len(load('minoa'))} vectors of 'minoa' kills a mutant")
    with pytest.raises(NothingToCover):
        chosen_vectors("minoa")
