"""The suite is made from a seed, and again the same; and its power is what the matrix says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from common.planted import planted

from rulewright.play import games
from rulewright.play.mutants import UndeclaredEffect, altered, mutants_of
from rulewright.play.recording import from_ply
from rulewright.play.replay import state_if_legal
from rulewright.vectors import load
from rulewright.vectors.distinguishing import distinguishing_games, from_the_start, trial_of
from rulewright.vectors.drafting import draft_against
from rulewright.vectors.failures import first_failure
from rulewright.vectors.generate import generate, line_of
from rulewright.vectors.matrix import is_killed
from rulewright.vectors.perft_files import perft_files
from rulewright.vectors.suite import FOLDER, read_shared
from rulewright.vectors.survivors import permits_every_spelled_action
from rulewright.vectors.variants import Variants

GAMES = games.game_names()
MATRIX: dict[str, Any] = json.loads((FOLDER / "matrix.json").read_text("utf-8"))


def rows(game: str) -> dict[str, dict[str, Any]]:
    """Read a game's rows of the matrix by mutant."""
    return {row["id"]: row for row in MATRIX[game]["mutants"]}


@pytest.mark.parametrize("game", GAMES)
def test_every_mutant_is_killed_or_has_a_reason(game: str) -> None:
    """Of every clause and every pair of readings; and nothing is killed that cannot be told apart."""
    found = rows(game)
    assert list(found) == [mutant.id for mutant in mutants_of(game)]
    subjects = {mutant.subject for mutant in mutants_of(game)}
    rulebook = games.specified(game).rulebook
    assert subjects == {c.identifier for c in rulebook.clauses} | {
        q.name for q in rulebook.questions
    }
    for row in found.values():
        assert bool(row["killed_by"]) != ("alike" in row), row["id"]
        assert row["killed_by"] or row["alike"]["reason"]


@pytest.mark.parametrize("game", GAMES)
def test_each_clause_and_each_reading_is_defended(game: str) -> None:
    """At least one mutant of every clause is killed, and one of every question."""
    killed = {
        row.get("clause") or row.get("question") for row in rows(game).values() if row["killed_by"]
    }
    assert killed == {mutant.subject for mutant in mutants_of(game)}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_covering_vectors_kill_all_that_is_killed(game: str) -> None:
    """Played again on every mutant, with nothing taken from the matrix but the names."""
    by_id = {vector.id: vector for vector in load(game)}
    matrix = rows(game)
    cover = set(MATRIX[game]["covering"])
    assert cover <= set(by_id)
    for mutant in mutants_of(game):
        killers = [by_id[each] for each in cover & set(matrix[mutant.id]["killed_by"])]
        assert bool(killers) == bool(matrix[mutant.id]["killed_by"])
        for vector in sorted(killers, key=lambda each: (len(each.moves), each.id))[:1]:
            further = matrix[mutant.id].get("under", {}).get(vector.id, {})
            assert is_killed({}, mutant, vector, vector.rulings | further), mutant.id
            engine = games.implementation(game, vector.params, vector.rulings | further)
            assert first_failure(engine, vector) is None


def test_a_mutant_is_not_killed_by_a_crash() -> None:
    """An engine that breaks has not given a wrong answer."""
    (vector, *_) = load("minoa")
    (mutant, *_) = mutants_of("minoa")

    class Broken:
        def initial(self) -> Any:
            raise ValueError("broken")

    engines = {json.dumps([vector.params, vector.rulings], sort_keys=True): Broken()}
    assert not is_killed(engines, mutant, vector)


def test_what_cannot_be_spelled_is_found_out() -> None:
    """Sticks on boundary lines cannot be written down; two things on one line can."""
    variants = Variants("minoa", 1)
    off = {mutant.id: mutant for mutant in mutants_of("minoa")}
    assert permits_every_spelled_action(variants, off["MIN-4 off"]) is not None
    assert permits_every_spelled_action(variants, off["MIN-6 off"]) is None
    assert permits_every_spelled_action(variants, off["MIN-4 negated"]) is None


def test_the_shortest_game_is_found() -> None:
    """Two sides of a triangle before the third could close it; one line before it is doubled."""
    variants = Variants("minoa", 1)
    by_id = {mutant.id: mutant for mutant in mutants_of("minoa")}
    for name, moves in (("MIN-9 off", 2), ("MIN-6 off", 1), ("MIN-1 for the next", 0)):
        found = from_the_start(trial_of(variants.of({"n": 2}), by_id[name]))
        assert found is not None
        assert len(found.moves) == moves
        assert found.is_shortest


def test_a_game_of_more_than_five_hundred_actions_is_played() -> None:
    """Each of its states is made of the one before: all of them at once were too many calls."""
    (given,) = [
        game for game in read_shared("ari", "rare-turns.json") or () if len(game["moves"]) > 500
    ]
    moves = tuple(given["moves"])
    variant = Variants("ari", 1).of(given["params"], {})
    specification, implementation = variant.specification, variant.implementation
    state = specification.to_json(variant.state_after(moves))
    assert state == implementation.to_json(state_if_legal(implementation, moves))


def test_a_recording_can_be_taken_up_later() -> None:
    """Its rows are those of the whole one, and the specification accepts them as positions."""
    for game in GAMES:
        variant = Variants(game, 1).played[-1]
        whole = variant.recording(biased=True)
        later = from_ply(whole, 2)
        assert (later.turn == whole.turn[2:]).all()
        assert (later.legal[0] == whole.legal[2]).all()
        assert variant.specification.check(later).positions > 0


@pytest.mark.slow
def test_the_same_seed_gives_the_same_lines() -> None:
    """A part of the data, made again in another process than the first time: two clauses' vectors."""
    variants = Variants("nonaga", MATRIX["nonaga"]["seed"])
    text = (FOLDER / "nonaga" / "clauses.json").read_text("utf-8")
    lines = {line.removesuffix(",") for line in text.splitlines()}
    for name in ("NON-4 off", "NON-6 off"):
        (mutant,) = [each for each in mutants_of("nonaga") if each.id == name]
        made = [draft_against(each) for each in distinguishing_games(variants, mutant)]
        written = [line_of(vector) for vector in made if vector is not None]
        assert len(written) >= 2
        assert set(written) <= lines


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_perft_tables_are_made_again_byte_for_byte(game: str) -> None:
    """All of them, some counted by the specification as well."""
    made = dict(perft_files(Variants(game, 1)))
    assert len(made) >= 8
    for name, text in made.items():
        assert (FOLDER / game / "perft" / f"{name}.txt").read_text("utf-8") == text


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_all_files_are_made_again_byte_for_byte(game: str) -> None:
    """Minutes for each game."""
    suite = generate(game, MATRIX[game]["seed"])
    assert suite.matrix() == MATRIX[game]
    files = suite.files()
    folder = FOLDER / game
    present = {
        path.relative_to(folder).as_posix()
        for path in (*folder.glob("*.json"), *folder.glob("perft/*.txt"))
    }
    assert present == set(files)
    for name, text in files.items():
        assert (folder / name).read_text("utf-8") == text, name


def test_an_effect_that_does_not_say_what_it_gives_is_named() -> None:
    """Wrong variants are made by what is declared: one line that says which function, status 2."""

    def matches_leave(before, take):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return before - take

    with pytest.raises(UndeclaredEffect, match=r"'matches_leave' of .*annotate it") as caught:
        altered(matches_leave)
    assert caught.value.exit_status == 2


def test_a_start_that_asks_who_can_move_is_made_by_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The formula that must not look at the position is asked of its verdicts alone."""
    start = 'start: Position = self.effect("TTT-1", self.rules)'
    asked = f"{start}\n        assert self.able(start)"
    game = planted(tmp_path, monkeypatch, ("spec.py", start, asked))
    variants = Variants(game, 1)
    off = {each.id: each for each in mutants_of(game)}
    assert permits_every_spelled_action(variants, off["TTT-3 off"]) is None
