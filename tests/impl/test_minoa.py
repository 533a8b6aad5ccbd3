"""Minoa's implementation: counts, agreement with plain code, positions from outside."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from common.naive_minoa import NaiveMinoa

from rulewright.impl import game
from rulewright.impl.drivers import divide, perft
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.minoa import kernel
from rulewright.interface import (
    BadParameter,
    IllegalAction,
    ImpossiblePosition,
    MalformedAction,
    MalformedPosition,
    UnknownGame,
    UnknownParameter,
    UnknownQuestion,
    UnknownReading,
)

MINOA = game("minoa")
RULINGS = [
    {"end": end, "closure": closure, "partners": partners, "stranded": stranded}
    for end, closure, partners, stranded in product(
        ("full", "literal", "exhausted"),
        ("line", "coloured"),
        ("separate", "shared"),
        ("skip", "over"),
    )
]
SMALL = {"n": 1, "k": 2}
RIM = ["-1,0-0,-1", "-1,0--1,1", "-1,1-0,1", "0,-1-1,-1", "0,1-1,0", "1,-1-1,0"]
SPOKES = ["-1,0-0,0", "-1,1-0,0", "0,-1-0,0", "0,0-0,1", "0,0-1,-1", "0,0-1,0"]


@pytest.mark.parametrize(
    ("params", "counts"),
    [
        ({"n": 4, "k": 2}, [1, 156, 24_180, 3_723_288, 569_462_616]),
        ({"n": 2, "k": 4}, [1, 42, 1_722, 68_808, 2_674_800]),
        ({"n": 1, "k": 2}, [1, 12, 132, 1_320, 11_880]),
    ],
)
def test_perft_has_the_published_values(params: dict[str, int], counts: list[int]) -> None:
    engine = MINOA.engine(params)
    assert [perft(engine, depth=depth) for depth in range(len(counts))] == counts


def test_divide_adds_up_to_perft() -> None:
    engine = MINOA.engine({"n": 2})
    state = engine.play(engine.initial(), "0,0-1,0")
    parts = divide(engine, state, 3)
    assert tuple(parts) == engine.legal_actions(state)
    assert sum(parts.values()) == perft(engine, state, 3)


def test_perft_is_what_playing_counts() -> None:
    """Down to positions where games end, on the smallest board and with every way to end."""

    def counted(engine: CompiledEngine, state: bytes, depth: int) -> int:
        actions = engine.legal_actions(state)
        if depth == 1:
            return len(actions)
        return sum(counted(engine, engine.play(state, action), depth - 1) for action in actions)

    for rulings in ({"end": "literal"}, {"end": "full"}, {"end": "exhausted", "stranded": "over"}):
        engine = MINOA.engine({"n": 1, "k": 3}, rulings)
        state = engine.initial()
        for action in (RIM[0], SPOKES[0], RIM[1], SPOKES[1], RIM[2]):
            if action in engine.legal_actions(state):
                state = engine.play(state, action)
        for depth in (1, 2, 3, 4):
            assert perft(engine, state, depth) == counted(engine, state, depth)


def compare(engine: CompiledEngine, state: bytes, plain: NaiveMinoa) -> None:
    """Compare one position in full."""
    assert list(engine.legal_actions(state)) == plain.legal()
    assert engine.turn(state) == plain.turn
    assert engine.is_over(state) == (plain.turn is None)
    assert engine.scores(state) == plain.scores()
    assert engine.winners(state) == plain.winners()
    assert engine.to_json(state) == plain.json()
    assert engine.from_json(plain.json()) == state


def choose(plain: NaiveMinoa, temper: str, chance: random.Random) -> str:
    """Choose an action, preferring sticks or pieces as the temper says."""
    legal = plain.legal()
    preferred = plain.interior if temper == "sticks" else plain.boundary
    some = [line for line in legal if line in preferred]
    return chance.choice(some if temper != "any" and some and chance.random() < 0.8 else legal)


@pytest.mark.parametrize("rulings", RULINGS, ids=lambda rulings: "-".join(rulings.values()))
def test_random_games_agree_with_plain_code(rulings: dict[str, str]) -> None:
    chance = random.Random(str(rulings))
    for n, k, temper in (
        (1, 2, "any"),
        (1, 3, "sticks"),
        (2, 2, "any"),
        (2, 2, "pieces"),
        (2, 3, "sticks"),
        (2, 4, "any"),
        (2, 4, "pieces"),
    ):
        params = {"n": n, "k": k}
        engine, plain = MINOA.engine(params, rulings), NaiveMinoa(params, rulings)
        state = engine.initial()
        compare(engine, state, plain)
        while plain.turn is not None:
            action = choose(plain, temper, chance)
            state = engine.play(state, action)
            plain.play(action)
            compare(engine, state, plain)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k"), [(4, 2), (4, 3), (5, 2), (12, 4)])
def test_boards_of_many_words_agree_with_plain_code(n: int, k: int) -> None:
    """Sizes around and beyond one 64-bit word for the rim; the first plies and a late position."""
    params = {"n": n, "k": k}
    engine, chance = MINOA.engine(params), random.Random(n)
    plain, state = NaiveMinoa(params, {}), engine.initial()
    for _ in range(9 * n * n):
        if plain.turn is None:
            break
        action = chance.choice(engine.legal_actions(state))
        state = engine.play(state, action)
        # The plain code takes seconds for a legal set on the large board: it follows blindly.
        if action in plain.interior:
            plain.sticks.add(action)
        else:
            assert engine.to_json(state)["pieces"][action] == plain.turn
            plain.pieces = engine.to_json(state)["pieces"]
        plain.turn = engine.turn(state)
    plain.hands = {
        player: 6 * n // k - list(plain.pieces.values()).count(player) for player in plain.players
    }
    assert engine.scores(state) == plain.scores()
    assert engine.winners(state) == plain.winners()
    assert plain.turn is None
    assert plain.ended()
    assert engine.from_json(plain.json()) == state


# --- choices --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"n": 1, "k": 4}, "2 or 3 players"),
        ({"n": 0}, "from 1"),
        ({"n": True}, "whole number"),
        ({"k": 5}, "from 2 to 4"),
    ],
)
def test_bad_parameters_are_refused(params: dict[str, Any], message: str) -> None:
    with pytest.raises(BadParameter, match=message):
        MINOA.engine(params)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownParameter, match="known: n, k"):
        MINOA.engine({"m": 4})
    with pytest.raises(UnknownQuestion, match="did you mean 'closure'"):
        MINOA.engine({}, {"closures": "line"})
    with pytest.raises(UnknownReading, match="did you mean 'coloured'"):
        MINOA.engine({}, {"closure": "colored"})
    with pytest.raises(UnknownGame, match="did you mean 'minoa'"):
        game("minos")


# --- illegal actions ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "0,0", "1,0-0,0", "0,0-1,0 ", "0,0-2,0", "+0,0-1,0", "pass"])
def test_other_spellings_are_malformed(text: str) -> None:
    engine = MINOA.engine()
    with pytest.raises(MalformedAction):
        engine.play(engine.initial(), text)


def illegal(engine: CompiledEngine, moves: list[str], action: str) -> str:
    """Say why an action is illegal after some moves."""
    state = engine.initial()
    for move in moves:
        state = engine.play(state, move)
    with pytest.raises(IllegalAction) as refusal:
        engine.play(state, action)
    return refusal.value.reason


def test_reasons_name_the_clause() -> None:
    engine = MINOA.engine({"n": 2})
    coloured = MINOA.engine({"n": 2}, {"closure": "coloured"})
    assert "(MIN-6)" in illegal(engine, ["0,0-1,0"], "0,0-1,0")
    assert "(MIN-6)" in illegal(engine, ["1,1-2,0"], "1,1-2,0")
    assert "without an edge (MIN-9)" in illegal(engine, ["0,0-1,0", "0,0-0,1"], "0,1-1,0")
    across = ["-2,0--1,0", "-1,0-0,0", "0,0-1,0"]
    assert "no piece (MIN-9)" in illegal(coloured, across, "1,0-2,0")
    literal = MINOA.engine(SMALL, {"end": "literal"})
    assert "over" in illegal(literal, [RIM[0]], RIM[1])


def test_a_player_without_pieces_cannot_place_one() -> None:
    engine = MINOA.engine({"n": 1, "k": 3})
    moves = [RIM[0], SPOKES[0], SPOKES[1], RIM[1], SPOKES[2], SPOKES[3]]
    assert "(MIN-8)" in illegal(engine, moves, RIM[2])


# --- positions ------------------------------------------------------------------------------------


def position(
    sticks: list[str] | None = None, pieces: dict[str, str] | None = None, turn: str | None = "red"
) -> dict[str, Any]:
    """Write a position."""
    return {"sticks": sorted(sticks or []), "pieces": pieces or {}, "turn": turn}


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {},
        {"sticks": [], "pieces": {}},
        {**position(), "last": None},
        {**position(), "sticks": "0,0-1,0"},
        {**position(), "sticks": [1]},
        {**position(), "sticks": ["0,0-1,0", "0,0-0,1"]},
        {**position(), "sticks": ["0,0-1,0", "0,0-1,0"]},
        {**position(), "sticks": ["1,0-0,0"]},
        {**position(), "pieces": [RIM[0]]},
        {**position(), "pieces": {"0,1-0,0": "red"}},
        {**position(), "pieces": {RIM[0]: "yellow"}},
        {**position(), "pieces": {RIM[0]: 1}},
        {**position(), "turn": "green"},
        {**position(), "turn": 0},
    ],
)
def test_malformed_positions_are_refused(wrong: Any) -> None:
    with pytest.raises(MalformedPosition):
        MINOA.engine(SMALL).from_json(wrong)


def owned(owners: str) -> dict[str, str]:
    """Give boundary lines to players by their initials."""
    names = {"r": "red", "b": "blue", "y": "yellow"}
    return {line: names[owner] for line, owner in zip(RIM, owners, strict=False)}


THREE = {"n": 1, "k": 3}


@pytest.mark.parametrize(
    ("params", "rulings", "given", "clause"),
    [
        (SMALL, {}, position([SPOKES[0]], {SPOKES[0]: "red"}), "MIN-6"),
        (SMALL, {}, position([RIM[0]]), "MIN-4"),
        (SMALL, {}, position([], {SPOKES[0]: "red"}), "MIN-5"),
        (SMALL, {}, position([], owned("rrrr")), "MIN-8"),
        ({"n": 2}, {}, position(["-1,0-0,0", "-1,1-0,0", "-1,0--1,1"]), "MIN-9"),
        (SMALL, {"closure": "coloured"}, position(SPOKES[:2], owned("r")), "MIN-9"),
        (SMALL, {}, position([], owned("rrr"), "blue"), "MIN-10"),
        (SMALL, {}, position(turn=None), "MIN-11"),
        (SMALL, {}, position(SPOKES, owned("rrrbbb")), "MIN-11"),
        (SMALL, {"end": "literal"}, position([], owned("r"), "blue"), "MIN-11"),
        (SMALL, {"end": "exhausted"}, position(SPOKES, owned("rrrbbb")), "MIN-11"),
        (THREE, {}, position(SPOKES, owned("rrb")), "MIN-2"),
        (THREE, {"stranded": "over"}, position(SPOKES, owned("rrb")), "MIN-11"),
        (THREE, {"stranded": "over"}, position(SPOKES, owned("rb"), None), "MIN-11"),
    ],
)
def test_impossible_positions_are_refused(
    params: dict[str, int], rulings: dict[str, str], given: dict[str, Any], clause: str
) -> None:
    with pytest.raises(ImpossiblePosition) as refusal:
        MINOA.engine(params, rulings).from_json(given)
    assert refusal.value.clause == clause


def test_too_many_sticks_are_refused_before_anything_else_about_them() -> None:
    engine = MINOA.engine({"n": 2})
    plain = NaiveMinoa({"n": 2, "k": 2}, {})
    with pytest.raises(ImpossiblePosition, match="there are 18") as refusal:
        engine.from_json(position(sorted(plain.interior)[:19]))
    assert refusal.value.clause == "MIN-8"


def test_a_stranded_player_may_end_the_game() -> None:
    engine = MINOA.engine(THREE, {"stranded": "over"})
    state = engine.from_json(position(SPOKES, owned("rrb"), None))
    assert engine.is_over(state)
    assert engine.winners(state) == ("red",)


def test_positions_are_equal_however_they_came_about() -> None:
    engine = MINOA.engine({"n": 2}, {"closure": "coloured"})
    moves = ["0,0-1,0", "1,1-2,0", "-1,0-0,0", "-2,0--2,1"]
    one = other = engine.initial()
    for here, there in zip(moves, [moves[2], moves[3], moves[0], moves[1]], strict=True):
        one, other = engine.play(one, here), engine.play(other, there)
    assert one == other
    assert hash(one) == hash(other)
    assert engine.to_json(one) == engine.to_json(other)


def test_each_temper_prefers_its_actions() -> None:
    """Random games of all kinds rest on it; the rules do not."""
    sticks, pieces = set(SPOKES), set(RIM[1:])
    assert preferred(RIM[:1]) == [set(), pieces, sticks, set(), set()]  # a spoke splits nothing yet
    left, beside_own = set(SPOKES[1:]), {"-1,0--1,1", "0,-1-1,-1"}
    assert preferred([RIM[0], SPOKES[0]]) == [left, pieces, left, left | beside_own, set()]


def preferred(actions: list[str]) -> list[set[str]]:
    """Play actions on the smallest board; return for each temper the actions that weigh more."""
    engine = MINOA.engine(SMALL)
    state, row = engine.initial(), np.zeros(engine.kernel.row_size, np.int64)
    kernel.start(engine.kernel, row)
    for action in actions:
        state = engine.play(state, action)
        kernel.play(engine.kernel, row, engine.notation.code(action))
    found = []
    for temper in range(engine.kernel.temper_count):
        weights = {
            action: kernel.weight(engine.kernel, row, engine.notation.code(action), temper)
            for action in engine.legal_actions(state)
        }
        assert set(weights.values()) <= {1, 40}
        found.append({action for action, weight in weights.items() if weight > 1})
    return found
