"""Files of a suite that somebody edited: each mistake is one line that names the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner

from rulewright.checks import QUICK
from rulewright.checks.vectors import VectorsCheck
from rulewright.cli import application
from rulewright.vectors import load, perft_tables
from rulewright.vectors.suite import FOLDER, MalformedSuite, is_altered, matrix_of, missing_from

GAME = "minoa"
KIND = "endings"
Change = Callable[[dict[str, Any]], Any]


def written(folder: Path, text: str | bytes) -> Path:
    """Write a file of vectors into a suite of its own."""
    file = folder / GAME / f"{KIND}.json"
    file.parent.mkdir()
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def changed(change: Change) -> str:
    """Return a file of our own vectors, with something changed."""
    found = json.loads((FOLDER / GAME / f"{KIND}.json").read_text("utf-8"))
    change(found)
    return json.dumps(found)


def first(name: str, value: Any) -> Change:
    """Give another value to a part of the first vector."""
    return lambda found: found["vectors"][0].update({name: value})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        (b"\xff", "is not UTF-8"),
        ("[]", "is no JSON object"),
        (
            changed(lambda found: found.update(game="chess")),
            'must have "schema": 1, "game": "minoa"',
        ),
        (changed(lambda found: found.update(schema=2)), 'must have "schema": 1'),
        (changed(lambda found: found.update(more=1)), 'must have "schema": 1'),
        (changed(lambda found: found.update(vectors={})), 'no list of "vectors"'),
        (changed(lambda found: found["vectors"].append(5)), 'a vector without "id"'),
        (changed(lambda found: found["vectors"][0].pop("id")), 'a vector without "id"'),
        (changed(lambda found: found["vectors"][0].pop("moves")), "that is none: required field"),
        (changed(first("moves", [1])), "with what vectors do not have"),
        (changed(first("more", 1)), "with what vectors do not have"),
        (changed(first("expect", {"leagl": []})), "with what vectors do not have"),
        (changed(first("expect", {"over": 1, "turn": None})), "with what vectors do not have"),
        (changed(first("params", {"size": 3})), "an unknown option 'size'"),
        (changed(first("rulings", {"ending": "full"})), "an unknown option 'ending'"),
    ],
)
def test_vectors_that_cannot_be_read_are_one_line(
    text: str | bytes, problem: str, tmp_path: Path
) -> None:
    """Not an error of ours."""
    file = written(tmp_path, text)
    with pytest.raises(MalformedSuite) as error:
        load(GAME, tmp_path)
    said = str(error.value)
    assert said.startswith(f"'{file}' ")
    assert problem in said
    assert "\n" not in said
    assert error.value.exit_status == 2


def test_the_file_without_a_change_is_read(tmp_path: Path) -> None:
    """So that it is the mistakes that are refused."""
    written(tmp_path, changed(lambda _: None))
    assert len(load(GAME, tmp_path)) > 10


def test_a_folder_in_the_place_of_a_file_is_one_line(tmp_path: Path) -> None:
    """As where a file cannot be read."""
    (tmp_path / GAME / f"{KIND}.json").mkdir(parents=True)
    with pytest.raises(MalformedSuite, match=r"cannot be read \(Is a directory\)"):
        load(GAME, tmp_path)


HEAD = "# game minoa\n# params {}\n# rulings {}\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "must begin with '# game minoa'"),
        (HEAD.replace("minoa", "chess") + "1 156\n", "must begin with '# game minoa'"),
        (HEAD.replace("# rulings {}\n", "") + "1 156\n", "must begin with"),
        (HEAD, "one line for each depth from 1"),
        (HEAD + "1 156\n2\n", "one line for each depth"),
        (HEAD + "1 156\n3 4\n", "one line for each depth"),
        (HEAD + "1 156\n1 156\n", "one line for each depth"),
        (HEAD + "1 -156\n", "one line for each depth"),
        (HEAD.replace("params {}", "params {") + "1 156\n", "is not JSON"),
    ],
)
def test_a_table_that_cannot_be_read_is_one_line(text: str, problem: str, tmp_path: Path) -> None:
    """A table that is cut short counts nothing, and holds."""
    folder = tmp_path / GAME / "perft"
    folder.mkdir(parents=True)
    (folder / "default.txt").write_text(text, "utf-8")
    with pytest.raises(MalformedSuite) as error:
        perft_tables(GAME, tmp_path)
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("matrix", [5, [], {}, {"mutants": [{}]}, {"mutants": [{"id": 1}]}])
def test_a_matrix_of_another_form_is_one_line(
    matrix: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says which vectors a mutant needs."""
    monkeypatch.setattr("rulewright.vectors.suite.FOLDER", tmp_path)
    (tmp_path / "matrix.json").write_text(json.dumps({GAME: matrix}), "utf-8")
    with pytest.raises(MalformedSuite, match="something else than the matrix of 'minoa'"):
        matrix_of(GAME)
    assert matrix_of("nonaga") is None


def test_a_vector_that_is_gone_is_missed() -> None:
    """Where the matrix says that there was one; one that is there twice is noticed as well."""
    every = load(GAME)
    assert missing_from(GAME, every) == ""
    matrix = matrix_of(GAME) or {}
    named = {name for row in matrix["mutants"] for name in row["killed_by"]}
    killing = next(each for each in every if each.id in named)
    without = [each for each in every if each is not killing]
    assert f"{killing.id} is missing" in missing_from(GAME, without)
    counts = f"is of {len(every)} vectors, and there are {len(every) + 1}"
    assert counts in missing_from(GAME, (*every, every[0]))


def test_a_check_of_a_suite_with_a_vector_less_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """In `verify` as well as in `vectors check`, even if all that are left hold."""
    every = load(GAME)
    for where in ("rulewright.checks.vectors.load", "rulewright.vectors.load"):
        monkeypatch.setattr(where, lambda *_: every[1:])
    outcome = VectorsCheck().run(GAME, QUICK, 1, lambda _: None)
    assert not outcome.held
    assert "matrix.json" in outcome.failure
    result = CliRunner().invoke(application, ["vectors", "check", GAME])
    assert result.exit_code == 1
    assert "matrix.json" in result.stdout


def test_a_vector_that_expects_something_else_has_another_identifier() -> None:
    """Which is a hash of what it asks and expects."""
    vector = load(GAME)[0]
    assert not is_altered(vector)
    assert is_altered(evolve(vector, expect=evolve(vector.expect, allowed=("0,0-0,1",))))
