"""Nonaga's implementation: counts, agreement with the specification, positions from outside."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from numba import njit

from rulewright.impl import game
from rulewright.impl.drivers import perft, record
from rulewright.impl.kernel import draw, read_key
from rulewright.impl.nonaga import Parameters, Rulings
from rulewright.impl.randomness import GOLDEN, mixed
from rulewright.interface import (
    BadParameter,
    BeyondTheImplementation,
    IllegalAction,
    LegalSets,
    MalformedAction,
    choices_of,
)
from rulewright.play.view import view
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.nonaga import GAME

NONAGA = game("nonaga")
BOOK = GAME.rulebook
QUESTIONS = {name: readings for name, (_, readings) in choices_of(Rulings).items()}
DEVIATIONS = [{}] + [
    {question: reading} for question, readings in QUESTIONS.items() for reading in readings[1:]
]
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def test_perft_has_the_published_values() -> None:
    counts = [perft(NONAGA.engine(), depth=depth) for depth in range(7)]
    assert counts == [1, 9, 570, 4_374, 199_488, 1_684_506, 73_403_796]


def test_both_sides_declare_the_same_choices() -> None:
    assert choices_of(GAME.parameters) == choices_of(Parameters)
    assert choices_of(GAME.rulings) == choices_of(Rulings)


@pytest.mark.parametrize("rulings", DEVIATIONS, ids=str)
def test_the_specification_confirms_recorded_games(rulings: dict[str, str]) -> None:
    for biased in (False, True):
        tables = record(NONAGA.engine({}, rulings), 7, 8, biased=biased, max_plies=24)
        assert isinstance(tables.legal, LegalSets)
        assert GAME.engine({}, rulings).check(tables).positions > 100


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(24))
def test_the_specification_confirms_games_under_mixed_readings(seed: int) -> None:
    random = Random(seed)
    rulings = {question: random.choice(readings) for question, readings in QUESTIONS.items()}
    params = {"n": random.choice([2, 3]), "first": random.choice(["red", "black"])}
    tables = record(NONAGA.engine(params, rulings), seed, 12, biased=seed % 2 == 0, max_plies=40)
    assert GAME.engine(params, rulings).check(tables).positions > 100


def test_recordings_from_the_middle_of_games_are_judged_as_they_stand() -> None:
    tables = record(NONAGA.engine(), 3, 6, max_plies=20)
    assert isinstance(tables.legal, LegalSets)
    later = evolve(
        tables,
        from_start=False,
        **{
            name: getattr(tables, name)[9:]
            for name in ("played", "board", "turn", "scores", "winners")
        },
        legal=evolve(
            tables.legal,
            plies=tables.legal.plies - 9,
            starts=tables.legal.starts[9 * tables.legal.games :],
        ),
    )
    assert GAME.engine().check(later).positions > 30


@pytest.mark.parametrize("question", ["removal", "placement", "connectivity", "bar", "win"])
def test_every_reading_is_told_apart_by_recorded_games(question: str) -> None:
    """Except readings that part only in rare positions; those have games of their own."""
    rare = {"local", "slide_in", "slide_across"}
    for reading in QUESTIONS[question][1:]:
        if reading not in rare:
            tables = record(
                NONAGA.engine({}, {question: reading}), 5, 64, biased=True, max_plies=60
            )
            with pytest.raises(RecordingRefuted):
                GAME.engine().check(tables)


@njit
def drawn(game: Any, key: Any, row: Any, actions: Any) -> None:
    """Draw an action of a position as often as there is room."""
    for index in range(len(actions)):
        read_key(game, key, row)
        actions[index] = draw(game, row, mixed(np.uint64(index + 1) * GOLDEN))


@pytest.mark.slow
def test_drawn_actions_are_the_legal_ones_each_as_often_as_any_other() -> None:
    """By pairs of a disc and a goal, by rank where that is not done, and after many misses."""
    random = Random(4)
    for rulings in ({}, {"connectivity": "throughout"}, {"placement": "four"}, {"bar": "none"}):
        engine = NONAGA.engine({}, rulings)
        state = engine.initial()
        for _ in range(12):
            legal = engine.examination(state).actions
            if not legal:
                break
            actions = np.zeros(400 * len(legal), np.int64)
            row = np.zeros(engine.kernel.row_size, np.int64)
            drawn(engine.kernel, engine.key(state), row, actions)
            found, counts = np.unique(actions, return_counts=True)
            assert found.tolist() == sorted(legal)
            assert counts.min() > 290, (rulings, engine.to_json(state))  # 5.5 standard deviations
            assert counts.max() < 510, (rulings, engine.to_json(state))
            state = engine.play(state, random.choice(engine.legal_actions(state)))


def test_a_game_a_million_cells_away_is_the_same() -> None:
    engine = NONAGA.engine()
    spec = GAME.engine()
    far = next(each for each in GAME.symmetries(spec) if "1000000" in each.name)
    state = engine.initial()
    away = engine.from_json(far.position(engine.to_json(state)))
    random = Random(2)
    for _ in range(30):
        legal = engine.legal_actions(state)
        assert sorted(map(far.action, legal)) == list(engine.legal_actions(away))
        if not legal:
            break
        action = random.choice(legal)
        state, away = engine.play(state, action), engine.play(away, far.action(action))
        assert far.position(engine.to_json(state)) == engine.to_json(away)


def columns_of(action: str) -> tuple[int, int]:
    """Read the columns where a step begins and ends."""
    begin, end = action.split(">")
    return int(begin.split(",")[0]), int(end.split(",")[0])


def test_a_field_may_drift_out_of_its_frame() -> None:
    """Both players move everything to the right, and nobody wins, until the frame was left behind."""
    rulings = {"bar": "none"}
    engine, spec = NONAGA.engine({}, rulings), GAME.engine({}, rulings)
    state, random = engine.initial(), Random(1)
    for ply in range(600):
        legal = list(engine.legal_actions(state))
        random.shuffle(legal)
        legal.sort(key=lambda action: columns_of(action)[1] - columns_of(action)[0])
        after = [engine.play(state, action) for action in legal[-4:]]
        state = next(
            each for each in reversed(after) if not engine.is_over(each) or each is after[0]
        )
        if engine.is_over(state):
            break
        if ply % 60 == 0:
            assert view(engine, state) == view(spec, spec.from_json(engine.to_json(state)))
    assert min(q for q, _ in engine.to_json(state)["discs"]) > 35


def test_spelling_and_refusals() -> None:
    engine = NONAGA.engine()
    start = engine.initial()
    for text in ("", "2,0", "02,0>1,0", "-0,0>1,0", "2,0>1,0\n", "²,0>1,0"):
        with pytest.raises(MalformedAction):
            engine.play(start, text)
    for text in ("2,0>2,0", "2,0>0,0", "0,0>1,0", "99999999,0>1,0", "2,0>500,0", "50,0>51,0"):
        with pytest.raises(IllegalAction, match="NON-"):
            engine.play(start, text)


def test_too_wide_or_too_large_is_refused_plainly() -> None:
    with pytest.raises(BadParameter, match="up to 29"):
        NONAGA.engine({"n": 30})
    engine = NONAGA.engine({}, {"connectivity": "free"})
    position = engine.to_json(engine.initial())
    wide = position | {"discs": [*position["discs"][:-1], [70, 0]]}
    wide["pieces"] = position["pieces"] | {
        "red": [[-2, 2], [0, -2], [1, 0]],
        "black": [[-2, 0], [0, 0], [0, 2]],
    }
    with pytest.raises(BeyondTheImplementation, match=r"59 rows or columns wide.*--engine spec"):
        engine.from_json(wide)
    assert GAME.engine({}, {"connectivity": "free"}).from_json(wide)
    widest = NONAGA.engine({"n": 29})
    with pytest.raises(BeyondTheImplementation, match="no room") as refusal:
        perft(widest, depth=3)
    assert refusal.value.exit_status == 2
