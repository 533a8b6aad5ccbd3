"""The vectors as data: their form, their identifiers, and that both engines and a third one agree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest
from attrs import evolve
from jsonschema import Draft202012Validator

from rulewright.play import games
from rulewright.play.rulings import random_set
from rulewright.vectors import Vector, load, perft_tables
from rulewright.vectors.failures import check, first_failure, miscounted
from rulewright.vectors.suite import FOLDER
from rulewright.vectors.vector import identifier

GAMES = games.game_names()
KEPT = 0.6
"""How often a ruling is left as it is when it is tried whether another one matters."""
LEAST = 400
"""Vectors a game, at least."""


def files() -> Iterator[Path]:
    """Give all files of vectors."""
    for game in GAMES:
        yield from sorted((FOLDER / game).glob("*.json"))


def every() -> list[Vector]:
    """Read the vectors of all games."""
    return [vector for game in GAMES for vector in load(game)]


def test_every_file_fits_the_schema() -> None:
    """And the schema refuses a vector that expects nothing, or names no rulings."""
    schema = json.loads((FOLDER / "vectors.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    paths = list(files())
    assert len(paths) >= len(GAMES)
    for path in paths:
        content = json.loads(path.read_text("utf-8"))
        validator.validate(content)
        assert content["game"] == path.parent.name
    content["vectors"][0]["expect"] = {}
    assert not validator.is_valid(content)
    del content["vectors"][0]["rulings"]
    assert len(list(validator.iter_errors(content))) == 2


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough(game: str) -> None:
    """At least 400 of each game."""
    assert len(load(game)) >= LEAST


def test_identifiers_are_those_of_the_contents_and_unique() -> None:
    """An identifier changes exactly when what is asked or expected does."""
    vectors = every()
    assert len({vector.id for vector in vectors}) == len(vectors)
    for vector in vectors:
        assert vector.id == identifier(vector.id.rsplit("-", 1)[0], vector)
    one = vectors[0]
    slug = one.id.rsplit("-", 1)[0]
    assert identifier(slug, evolve(one, comment="better", clauses=())) == one.id
    assert identifier(slug, evolve(one, moves=(*one.moves, "x"))) != one.id


def test_names_are_those_of_the_rulebooks() -> None:
    """Clauses, questions, readings and parameters exist, and legal sets are sorted."""
    for vector in every():
        rulebook = games.specified(vector.game).rulebook
        clauses = {clause.identifier for clause in rulebook.clauses}
        named = {clause for each in vector.expect.forbidden for clause in each.clauses}
        assert {*vector.clauses, *named} <= clauses
        assert set(vector.rulings) == set(vector.questions)
        games.specified(vector.game).rulings(**vector.rulings)
        games.specified(vector.game).parameters(**vector.params)
        assert all(each.clauses for each in vector.expect.forbidden)
        if vector.expect.legal is not None:
            assert vector.expect.legal == tuple(sorted(set(vector.expect.legal)))


def test_the_implementation_passes_all_vectors_of_all_games() -> None:
    """Every one of them is played, and in much less time than a minute."""
    vectors = every()
    began = perf_counter()
    assert check(games.implementation, vectors) == ()
    print(f"{len(vectors)} vectors in {perf_counter() - began:.1f} s")


def test_the_implementation_counts_all_perft_tables() -> None:
    """Default rulings, single deviations, and several parameters."""
    tables = [table for game in GAMES for table in perft_tables(game)]
    for game in GAMES:
        readings = games.specified(game).readings.values()
        deviations = sum(len(names) - 1 for names in readings)
        own = [table for table in tables if table.game == game]
        assert len(own) == deviations + len(games.specified(game).played)
    assert list(miscounted(games.implementation, tables)) == []
    wrong = evolve(tables[0], counts=tables[0].counts | {1: 0})
    assert len(list(miscounted(games.implementation, [wrong]))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_specification_passes_a_part_of_them(game: str) -> None:
    """All were compared when they were made; this shows it of some, the short ones."""
    vectors = [vector for vector in load(game) if len(vector.moves) <= 10]
    some = Random(3).sample(vectors, min(60, len(vectors)))
    assert check(games.specification, some) == ()
    assert len(some) >= 40


@pytest.mark.parametrize("game", GAMES)
def test_rulings_that_are_not_named_do_not_matter(game: str) -> None:
    """Random sets of rulings, other ones than those that were tried when the vectors were made."""
    random, questions = Random(f"other {game}"), games.specified(game).readings
    tried = 0
    for vector in load(game):
        rulings = random_set(questions, random) | vector.rulings
        assert vector.applies({}, rulings)
        engine = games.implementation(game, vector.params, rulings)
        assert first_failure(engine, vector) is None, rulings
        tried += 1
    assert tried == len(load(game)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rulings_that_are_named_matter(game: str) -> None:
    """For each question named there are rulings under which its reading alone decides."""
    random, questions = Random(f"matter {game}"), games.specified(game).readings
    vectors = [vector for vector in load(game) if vector.rulings]
    engines: dict[str, Any] = {}

    def holds(vector: Vector, rulings: dict[str, str]) -> bool:
        key = json.dumps([vector.params, rulings], sort_keys=True)
        if key not in engines:
            engines[key] = games.implementation(game, vector.params, rulings)
        return first_failure(engines[key], vector) is None

    def decides(vector: Vector, question: str) -> bool:
        base = games.specified(game).default_rulings | vector.rulings
        others = [each for each in questions[question] if each != base[question]]
        if any(not holds(vector, base | {question: other}) for other in others):
            return True
        for _ in range(300):
            drawn = random_set(questions, random) | {question: random.choice(others)}
            kept = {q: base[q] for q in questions if q != question and random.random() < KEPT}
            rulings = drawn | kept
            if not holds(vector, rulings) and holds(vector, rulings | {question: base[question]}):
                return True
        return False

    for vector in random.sample(vectors, 30):
        for question in vector.rulings:
            assert decides(vector, question), (vector.id, question)
            others = [each for each in questions[question] if each != vector.rulings[question]]
            assert not vector.applies({}, vector.rulings | {question: others[0]})


def test_a_parameter_that_is_given_must_be_the_vectors() -> None:
    """One that the vector leaves out has its default."""
    (vector, *_) = [vector for vector in load("minoa") if vector.params == {"n": 1, "k": 3}]
    assert vector.applies({"k": 3}, vector.rulings)
    assert vector.applies({"n": 1, "k": 3}, vector.rulings)
    assert not vector.applies({"k": 2}, vector.rulings)
    (own, *_) = [vector for vector in load("minoa") if vector.params == {}]
    assert own.applies({"n": 4}, own.rulings)
    assert not own.applies({"n": 3}, own.rulings)
