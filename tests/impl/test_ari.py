"""ARI's implementation against the page and against the specification."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from rulewright.impl import game
from rulewright.impl.ari.board import USUAL, orientations, set_of
from rulewright.impl.ari.options import Parameters, Rulings
from rulewright.impl.drivers import explore, perft, playouts, record
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.kernel import Row, draw_weighted, weight
from rulewright.impl.loops import examine
from rulewright.impl.steps import steps
from rulewright.interface import (
    ImpossiblePosition,
    MalformedAction,
    MalformedPosition,
    choices_of,
)
from rulewright.play.lockstep import Lockstep
from rulewright.play.rulings import deviations, random_set
from rulewright.spec.ari import GAME, ONE_NUMBER_EACH, TWO_NUMBERS_EACH
from rulewright.spec.ari import board as specified_board
from rulewright.spec.coverage import RecordingRefuted

QUESTIONS = {name: readings for name, (_, readings) in choices_of(GAME.rulings).items()}
SMALL = {"n": 4, "nets": TWO_NUMBERS_EACH}
FAR = {"n": 4, "nets": {"III": [9] * 6, "IV": [9] * 6, "V": [9] * 6}}


def test_both_sides_declare_the_same_options() -> None:
    """Parameters and readings, defaults and order."""
    assert choices_of(Rulings) == choices_of(GAME.rulings)
    mine, theirs = choices_of(Parameters), choices_of(GAME.parameters)
    assert mine["n"] == theirs["n"]
    assert mine.keys() == theirs.keys()


def test_both_sides_turn_dice_alike() -> None:
    """By even permutations of axes here, by turning and tipping there."""
    random = Random(1)
    nets = [tuple(random.randint(1, 9) for _ in range(6)) for _ in range(200)]
    for net in (*USUAL.values(), *nets):
        assert orientations(net) == list(specified_board.orientations(net))


@pytest.mark.parametrize(
    ("params", "depth", "count"),
    [
        ({}, 1, 16_200),
        ({}, 2, 3_110_400),
        ({"n": 5}, 1, 1_800),
        ({"n": 5}, 2, 972_288),
        ({"n": 26}, 1, 48_672),
    ],
)
def test_perft_of_the_page(params: dict[str, Any], depth: int, count: int) -> None:
    """Counts that independent engines agree on."""
    assert perft(game("ari").engine(params), depth=depth) == count


BOARDS: tuple[dict[str, Any], ...] = (SMALL, FAR, {"n": 5, "nets": {"IV": [1, 2, 3, 4, 5, 6]}})


def judged(params: dict[str, Any], rulings: dict[str, str], seed: int) -> int:
    """Let the specification judge uniform and biased games; returns the number of positions."""
    measure, tested = GAME.engine(params, rulings), game("ari").engine(params, rulings)
    return sum(
        measure.check(record(tested, seed, games=16, biased=biased, max_plies=25)).positions
        for biased in (False, True)
    )


@pytest.mark.parametrize("index", range(10))
def test_recorded_games_hold_up(index: int) -> None:
    """The specification judges all positions of games under the defaults and every deviation."""
    rulings = deviations(QUESTIONS)[index]
    assert judged(BOARDS[index % len(BOARDS)], rulings, index) > 100


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("index", range(12))
def test_recorded_games_hold_up_under_any_rulings(index: int) -> None:
    """The same for random combinations of readings, on every small board."""
    rulings = random_set(QUESTIONS, Random(index))
    assert all(judged(params, rulings, index) > 100 for params in BOARDS)


def test_legal_sets_of_one_ply_in_bulk() -> None:
    """Asked for alone, they are found in every game that is not over."""
    tested = game("ari").engine(SMALL, {"threat": "mate"})
    games = record(tested, 4, games=40, max_plies=20)
    on = [int((games.turn[ply] >= 0).sum()) for ply in (0, 8, 20)]
    measure = GAME.engine(SMALL, {"threat": "mate"})
    assert [measure.legal_in_bulk(games, ply) for ply in (0, 8, 20)] == on
    assert on[0] == 40 > on[2] > 0


@pytest.mark.slow
@pytest.mark.parametrize("rulings", [{}, {"threat": "mate", "capture": "landing"}], ids=str)
def test_recorded_games_of_full_size_hold_up(rulings: dict[str, str]) -> None:
    """The board of size 15 with the usual dice."""
    measure, tested = GAME.engine({}, rulings), game("ari").engine({}, rulings)
    for biased in (False, True):
        games = record(tested, seed=2, games=20, biased=biased, max_plies=60)
        assert measure.check(games).positions > 200


@pytest.mark.parametrize("index", range(10))
def test_lockstep(index: int) -> None:
    """Action by action: legal sets, positions, results, refusals, explanations, positions read again."""
    random = Random(index)
    rulings = deviations(QUESTIONS)[index]
    for params in (SMALL, {"n": 4}):
        measure, tested = GAME.engine(params, rulings), game("ari").engine(params, rulings)
        both = Lockstep.begin(measure, tested)
        while not both.seen.over and len(both.moves) < 25:
            for action in random.sample(measure.candidates(both.states[0]), 2):
                both.explained(measure.explain, action)
                if action not in both.seen.legal:
                    both.refuse(action)
            both.reread()
            both = both.play(random.choice(both.seen.legal))
        both.refuse("III@a1")
        assert len(both.moves) >= 8


def mutated(position: Any, random: Random, n: int) -> Any:
    """Change something in a position, mostly to something that has the right form."""
    cells = [specified_board.spell(x, y) for x in range(1, n + 1) for y in range(1, n + 1)]
    players = ["white", "black"]
    dice = {player: dict(position["dice"][player]) for player in players}
    new = {**position, "dice": dice, "queens": dict(position["queens"])}
    player, die = random.choice(players), random.choice(["III", "IV", "V"])
    way = random.choice(specified_board.orientations(tuple(TWO_NUMBERS_EACH[die])))
    kind = random.randrange(8)
    if kind == 0:
        new["turn"] = random.choice([*players, None])
    elif kind == 1:
        new["last"] = random.choice([None, [player, die]])
    elif kind == 2:
        new["queens"][player] = random.choice([*cells, None])
    elif kind == 3:
        dice[player].pop(die, None)
    elif kind == 4:
        new["queens"] = dict.fromkeys(players)
    elif kind == 5:
        dice[player][die] = [random.choice([*cells, "a0", 7]), "".join(map(str, way))]
    else:
        dice[player][die] = [random.choice(cells), "".join(map(str, way))]
    return new


def verdict(engine: Any, position: Any) -> Any:
    """What an engine makes of a position: its legal actions and results, or the clause it breaks."""
    try:
        state = engine.from_json(position)
    except MalformedPosition:
        return "malformed"
    except ImpossiblePosition as refusal:
        return refusal.clause
    assert engine.to_json(state) == position
    return engine.turn(state), engine.winners(state), engine.legal_actions(state)


@pytest.mark.parametrize("index", range(8))
def test_positions_from_anywhere_are_judged_alike(index: int) -> None:
    """Mutations of positions: both refuse them, or both see the same in them."""
    random = Random(index)
    rulings = random_set(QUESTIONS, random) if index else {}
    measure, tested = GAME.engine(SMALL, rulings), game("ari").engine(SMALL, rulings)
    seen = set()
    for _ in range(4):
        state = tested.initial()
        for _ in range(random.randrange(20)):
            position = tested.to_json(state)
            for _ in range(random.randrange(1, 4)):
                position = mutated(position, random, 4)
            expected, given = verdict(measure, position), verdict(tested, position)
            refused = isinstance(expected, str)
            assert refused == isinstance(given, str)
            assert refused or expected == given
            assert (expected == "malformed") == (given == "malformed")
            seen.add(expected if refused else "possible")
            if tested.is_over(state):
                break
            state = tested.play(state, random.choice(tested.legal_actions(state)))
    assert len(seen) > 1


@pytest.mark.slow
@pytest.mark.parametrize("rulings", deviations(QUESTIONS), ids=str)
def test_first_positions_of_a_small_game_in_full(rulings: dict[str, str]) -> None:
    """The first 400 positions by distance: every action of each, on both sides."""
    params = {"n": 4, "nets": ONE_NUMBER_EACH}
    measure, tested = GAME.engine(params, rulings), game("ari").engine(params, rulings)
    found = explore(tested, limit=400)
    played = 0
    for _, recording in steps(found):
        measure.check(recording)
        played += recording.plies
    assert played > 400


def test_random_play_ends_and_counts() -> None:
    """Playouts are finished and won, the same for the same seed."""
    engine = game("ari").engine(SMALL)
    result = playouts(engine, seed=3, games=50)
    assert result == playouts(engine, seed=3, games=50)
    assert result.finished == 50
    assert sum(result.wins.values()) <= 50


def test_spelling_is_exact() -> None:
    """Texts that are no action are refused with a hint."""
    engine = game("ari").engine()
    for text in ("Q@p1", "Q@a1:", "III@a1", "III@a1:1234", "VI*", "*", "Q", "iii*", "III@a01:9217"):
        with pytest.raises(MalformedAction):
            engine.play(engine.initial(), text)
    notation = engine.notation
    for action in engine.legal_actions(engine.initial())[::97]:
        assert notation.text(notation.code(action)) == action


# --- power: bugs planted in the tables of the kernel ------------------------------------------------


def bugged(rulings: dict[str, str], **changes: Any) -> CompiledEngine:
    """An engine with something wrong in its tables."""
    engine = game("ari").engine(SMALL, rulings)
    kernel = engine.kernel._replace(**changes)  # type: ignore[attr-defined]
    return CompiledEngine("ari", engine.params, engine.rulings, kernel, engine.notation)


def sides_with(change: Any) -> Any:
    """The table of sides, changed."""
    sides = game("ari").engine(SMALL).kernel.sides.copy()  # type: ignore[attr-defined]
    change(sides.reshape(3, 24, 4))
    return sides


BUGS: dict[str, dict[str, Any]] = {
    "own faces count": {"own_counts": True},
    "dice are lifted first": {"lifted": True},
    "dice keep their orientation": {"kept": True},
    "queens may meet diagonally": {"orthogonal": True},
    "dead sides sweep": {"sweeps": True},
    "dice land on the queen": {"landing": True},
    "threats must be met": {"mate": True},
    "north and south are exchanged": {
        "sides": sides_with(lambda s: s.__setitem__(..., s[..., [2, 1, 0, 3]]))
    },
    "west is read as north": {"sides": sides_with(lambda s: s.__setitem__((..., 3), s[..., 0]))},
    "die V is die IV": {"sides": sides_with(lambda s: s.__setitem__(2, s[1]))},
    "the last column is left out": {"all_cells": set_of(product((1, 2, 3), (1, 2, 3, 4)), 5, 1)},
}


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_found(name: str) -> None:
    """The specification refutes games of a kernel with one thing wrong."""
    tested = bugged({}, **BUGS[name])
    measure = GAME.engine(SMALL)

    def judge() -> None:
        for biased in (True, False):
            measure.check(record(tested, seed=1, games=48, biased=biased, max_plies=40))

    with pytest.raises(RecordingRefuted):
        judge()


# --- biased play ----------------------------------------------------------------------------------


@njit
def weighed(  # noqa: PLR0917
    game: Any, row: Row, actions: Row, weights: Row, temper: int, value: np.uint64
) -> int:
    """Draw one of the listed actions, and write their weights."""
    for index in range(len(actions)):
        weights[index] = weight(game, row, actions[index], temper)
    return draw_weighted(game, row, actions, len(actions), temper, value)


@pytest.mark.parametrize("orientation", ["free", "kept"])
def test_biased_play_draws_by_the_weight_of_each_action(orientation: str) -> None:
    """By the definition: the first action up to which the weights exceed the number drawn."""
    engine = game("ari").engine({"n": 5}, {"orientation": orientation})
    kernel = engine.kernel
    row, results = np.zeros(kernel.row_size, np.int64), np.zeros((2, 2), np.int64)
    listed, weights = np.zeros((2, kernel.most_legal), np.int64)
    tables = record(engine, seed=4, games=1, biased=True, max_plies=40)
    assert tables.written is not None
    random, seen = Random(5), set()
    for ply in range(tables.plies):
        key = np.frombuffer(tables.written.state(ply, 0), np.int64).copy()
        _, legal = examine(kernel, key, row, listed, *results, False)
        actions = listed[:legal]
        for temper in range(kernel.temper_count):
            value = random.randrange(1 << 64)
            drawn = weighed(kernel, row, actions, weights, temper, np.uint64(value))
            sums = np.cumsum(weights[:legal])
            number = (value >> 32) * int(sums[-1]) >> 32
            assert drawn == actions[np.searchsorted(sums, number, side="right")]
            seen.add(drawn)
    assert len(seen) > 100
