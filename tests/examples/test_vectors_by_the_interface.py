"""How vectors are made by the game interface alone, shown of a game whose engine is OpenSpiel's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli import application
from rulewright.commands.vectors import mutant_summary
from rulewright.play import games
from rulewright.play.mutants import Mutant, mutants_of
from rulewright.play.recording import extent, record
from rulewright.spec.coverage import RecordingRefuted
from rulewright.vectors.dependence import questions_of_the_second_witness
from rulewright.vectors.distinguishing import from_the_start, trial_of
from rulewright.vectors.drafting import Wrong, agreed_view
from rulewright.vectors.generate import NoSecondWitness, Suite, generate
from rulewright.vectors.survivors import (
    ELSEWHERE,
    NOT_FOUND,
    OPEN,
    UNWITNESSED,
    Survivor,
    equivalent_in_shrunken_games,
    explained_survivor,
    shown_by_the_specification,
    unwitnessed_elsewhere,
)
from rulewright.vectors.variants import Scenario, Variants

GAME = "tictactoe"


def mutant(name: str) -> Mutant:
    """Find a mutant."""
    (found,) = [each for each in mutants_of(GAME) if each.id == name]
    return found


@pytest.fixture(scope="module")
def variants() -> Variants:
    """The variants, with their engines."""
    return Variants(GAME, 1)


def test_games_are_recorded_by_the_interface_alone() -> None:
    """The specification accepts each, and the same seed gives the same; biased games are others."""
    engine = games.implementation(GAME)
    recording = record(engine, 7, 5, max_plies=9)
    assert games.specification(GAME).check(recording).positions == recording.plies
    again, other = (record(engine, 7, 5, biased=each, max_plies=9) for each in (False, True))
    assert (again.played == recording.played).all()
    assert [other.moves(each) for each in range(5)] != [again.moves(each) for each in range(5)]
    assert (recording.turn[-1] == -1).all()
    short = record(engine, 7, 2, max_plies=3)
    assert short.moves(0) == recording.moves(0)[:3]
    assert extent(engine, 1, 100).breadth == 9
    recording.scores[1, 0, 0] += 1
    with pytest.raises(RecordingRefuted):
        games.specification(GAME).check(recording)


def test_options_are_those_that_the_implementation_plays(variants: Variants) -> None:
    """Each once; for a mutant of another reading there are none."""
    assert [each.rulings for each in variants.selected()] == [{"row": "any"}]
    assert [each.rulings for each in variants.selected(mutant("row any>across"))] == [
        {"row": "any"}
    ]
    assert list(variants.selected(mutant("row straight>any"))) == []
    assert variants.own.is_witnessed
    assert not variants.is_compiled


def test_a_game_without_questions_has_its_parameters_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no deviation to draw."""
    monkeypatch.setattr(Variants, "questions", {})
    assert [each.params for each in Variants(GAME, 1).selected()] == [{}]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "moves"), [("TTT-1 for the next", 0), ("TTT-3 off", 1), ("row any>straight", 5)]
)
def test_a_shortest_game_is_found_with_and_without_recorded_games(
    variants: Variants, monkeypatch: pytest.MonkeyPatch, name: str, moves: int
) -> None:
    """The search finds what no recorded game shows."""
    found = from_the_start(trial_of(variants.own, mutant(name)))
    assert found is not None
    assert (len(found.moves), found.is_shortest) == (moves, True)
    monkeypatch.setattr("rulewright.vectors.distinguishing.recorded_difference", lambda *_: None)
    again = from_the_start(trial_of(Variants(GAME, 1).own, mutant(name)))
    assert again is not None
    assert (len(again.moves), again.is_shortest) == (moves, True)


@pytest.mark.slow
def test_only_what_is_the_same_everywhere_is_alike(
    variants: Variants, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clause that never applies is; one that forbids is not; nor is one too large to be visited."""
    why = equivalent_in_shrunken_games(variants, mutant("TTT-4 off"))
    assert why is not None
    assert [bool(each.get("by_the_specification_alone")) for each in why.data["games"]] == [
        False,
        True,
        True,
    ]
    assert why.data["positions"] > 3 * 5_000
    assert equivalent_in_shrunken_games(variants, mutant("TTT-3 off")) is None
    assert equivalent_in_shrunken_games(variants, mutant("row any>across")) is None
    monkeypatch.setattr("rulewright.vectors.survivors.MOST_ACTIONS", 1_000)
    assert equivalent_in_shrunken_games(Variants(GAME, 1), mutant("TTT-4 off")) is None


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
def test_what_differs_elsewhere_only_is_neither_killed_nor_alike(variants: Variants) -> None:
    """There is no second witness, and the game that the specification alone shows is reported."""
    why = explained_survivor(
        variants, planted("stops elsewhere", "straight"), reverse_is_killed=False
    )
    assert why is not None
    assert (why.kind, why.reason) == (UNWITNESSED, ELSEWHERE)
    assert why.data["by_the_specification_alone"]["rulings"] == {"row": "straight"}
    assert [each["rulings"] for each in why.data["alike_elsewhere"]["games"]] == [{"row": "any"}]
    swapped = explained_survivor(variants, mutant("row across>any"), reverse_is_killed=True)
    assert swapped is not None
    assert swapped.kind == UNWITNESSED


@pytest.mark.slow
def test_what_differs_and_is_not_killed_is_open(
    variants: Variants, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is claimed of it, and it is counted and shown; of a compiled game it is an error."""
    assert explained_survivor(variants, planted("stops", "any"), reverse_is_killed=False) is None
    names = [each.id for each in mutants_of(GAME)]
    open_one = Survivor(OPEN, NOT_FOUND)
    made = Suite(GAME, 1, {}, dict.fromkeys(names, ()), {"TTT-3 off": open_one}, {}, {})
    (row,) = [row for row in made.matrix()["mutants"] if "open" in row]
    assert (row["id"], row["open"]) == ("TTT-3 off", {"reason": NOT_FOUND})
    assert mutant_summary([row]) == "1 mutant: 0 killed, 1 open"
    for step in ("generate.drafts_against_mutants", "steps.sampled_vectors"):
        monkeypatch.setattr(f"rulewright.vectors.{step}", lambda *_: ())
    monkeypatch.setattr("rulewright.vectors.generate.kills", lambda *_: dict.fromkeys(names, ()))
    monkeypatch.setattr("rulewright.vectors.steps.explained_survivor", lambda *_, **__: None)
    assert generate(GAME).survivors == dict.fromkeys(names, open_one)
    monkeypatch.setattr(Variants, "is_compiled", True)
    with pytest.raises(Wrong, match="nothing kills the mutant"):
        generate(GAME)


def test_what_differs_here_and_elsewhere_is_not_excused(variants: Variants) -> None:
    """That nobody plays the other reading does not excuse that no vector was found for this one."""
    assert unwitnessed_elsewhere(variants, mutant("TTT-3 off")) is None
    assert shown_by_the_specification(variants, mutant("TTT-3 off"))


def test_engines_that_disagree_write_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, and status 1."""
    engine: Any = type(games.implementation(GAME))
    monkeypatch.setattr(engine, "winners", lambda *_: ())
    with pytest.raises(Wrong, match="the engines differ after a1 a2 b1 b2 c1") as error:
        agreed_view(Scenario(Variants(GAME, 1).own, ("a1", "a2", "b1", "b2", "c1")))
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
    from rulewright.vectors.distinguishing import on_known_games  # noqa: PLC0415
    from rulewright.vectors.survivors import why_equivalent  # noqa: PLC0415

    monkeypatch.setattr(games, "folder_of_guest", lambda _: tmp_path)
    (tmp_path / "vectors").mkdir()
    moves = ["c1", "a2", "b2", "c2", "a3"]
    reason = {"reason": "so it is"}
    known = [
        {"params": {}, "rulings": rulings, "moves": moves} for rulings in ({}, {"row": "straight"})
    ]
    (tmp_path / "vectors" / "games.json").write_text(json.dumps({GAME: known}))
    (tmp_path / "vectors" / "alike.json").write_text(json.dumps({GAME: {"TTT-4 off": reason}}))
    why = why_equivalent(Variants(GAME, 1), mutant("TTT-4 off"))
    assert why == Survivor("alike", "so it is", reason)
    (found,) = on_known_games(Variants(GAME, 1), mutant("TTT-4 without effect"))
    assert found.trial.variant.rulings == {"row": "any"}
    assert len(found.moves) == 5


def test_every_reading_that_is_not_played_is_kept_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an implementation that plays no two of three readings together, found without luck."""
    questions = dict.fromkeys("abcdef", ("no", "yes"))

    def offered(game: str, params: Any, rulings: Mapping[str, str]) -> bool:
        del game, params
        return [rulings[name] for name in "bdf"].count("yes") < 2

    monkeypatch.setattr(games, "offered", offered)
    monkeypatch.setattr(Variants, "questions", property(lambda _: questions))
    found = questions_of_the_second_witness(Variants(GAME, 1).of({}, dict.fromkeys("abcdef", "no")))
    assert found <= set("bdf")
    assert len(found) == 2
    kept = [{**dict.fromkeys("abcdef", "yes"), **dict.fromkeys(found, "no")}]
    assert all(offered(GAME, {}, rulings) for rulings in kept)
