"""Dreieck nimmt's implementation: counts, extreme parameters, regions, positions from outside."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rulewright.impl import game
from rulewright.impl.dreieck.kernel import read_key
from rulewright.impl.dreieck.numbers import number, numbered
from rulewright.impl.dreieck.options import tile_names
from rulewright.impl.drivers import divide, explore, perft, playouts, record
from rulewright.interface import (
    BadParameter,
    IllegalAction,
    ImpossiblePosition,
    MalformedAction,
    MalformedPosition,
    UnknownParameter,
    UnknownReading,
)

DREIECK = game("dreieck")
STACKS = {"p1": ["aaa", "bbb", "abb", "aab"], "p2": ["bbb", "aab", "abb", "aaa"]}


@pytest.mark.parametrize(
    ("params", "counts"),
    [
        ({}, [1, 24, 288, 4_032, 72_336]),
        ({"s": 2}, [1, 4, 24, 112, 680, 2_588]),
    ],
)
def test_perft_has_the_published_values(params: dict[str, int], counts: list[int]) -> None:
    engine = DREIECK.engine(params)
    assert [perft(engine, depth=depth) for depth in range(len(counts))] == counts


def test_divide_adds_up_to_perft() -> None:
    engine = DREIECK.engine({"s": 3}, {"match": "one"})
    state = engine.play(engine.initial(), "u0,0:abc")
    parts = divide(engine, state, 3)
    assert tuple(parts) == engine.legal_actions(state)
    assert sum(parts.values()) == perft(engine, state, 3)


def test_the_shrunken_games_have_as_many_positions_as_were_counted() -> None:
    """Both sides agree on each of these positions (see the exhaustive check)."""
    counted = {
        (2, 1): (5, 3),
        (3, 1): (17, 12),
        (4, 1): (77, 60),
        (6, 1): (3_161, 2_712),
        (2, 2): (61_797, 33_600),
    }
    for (k, s), numbers in counted.items():
        found = explore(DREIECK.engine({"k": k, "s": s}))
        assert found.complete
        assert (found.positions, found.finished) == numbers


@pytest.mark.parametrize("s", [1, 2, 3, 4, 5, 6, 7, 8, 26])
def test_tiles_are_as_many_as_the_page_says(s: int) -> None:
    names = tile_names(s)
    assert len(names) == (s**3 + 2 * s) // 3
    assert names == sorted(set(names))


@pytest.mark.parametrize(
    "params", [{"k": 2, "s": 26}, {"k": 12, "s": 1}, {"k": 7, "s": 3}, {"k": 3, "s": 5}]
)
def test_any_number_of_players_and_symbols_can_be_played(params: dict[str, int]) -> None:
    """Tables are sized by the parameters; a few plies of many games, or a few symbols to the end."""
    engine = DREIECK.engine(params)
    state = engine.initial()
    assert len(engine.legal_actions(state)) == len(tile_names(params["s"]))
    choose = random.Random(1)
    for _ in range(12):
        if engine.is_over(state):
            break
        state = engine.play(state, choose.choice(engine.legal_actions(state)))
    assert engine.from_json(engine.to_json(state)) == state
    if params["s"] <= 5:
        done = playouts(engine, seed=1, games=20)
        assert done.finished == 20
        assert done.plies >= 20 * params["k"]


def test_the_same_seed_gives_the_same_games() -> None:
    engine = DREIECK.engine({"k": 3})
    first, again = (record(engine, 5, 4, biased=True) for _ in range(2))
    assert [first.moves(g) for g in range(4)] == [again.moves(g) for g in range(4)]
    assert first.moves(0) != record(engine, 6, 1, biased=True).moves(0)


def ring(engine: Any, *, gap: str) -> dict[str, Any]:
    """A ring of p1 round `d-1,-1` (the twelve cells that touch it), walled in by p2 but for a gap."""
    kernel = engine.kernel
    names = engine.notation

    def cells(table: Any) -> list[str]:
        return [names._cell_name(int(cell)) for cell in table]

    left = {player: list(names.names) for player in engine.players}
    tiles = {}
    for player, places in (("p1", cells(kernel.ring)), ("p2", cells(kernel.rampart))):
        for cell in places:
            if cell != gap:
                name = left[player].pop(0)
                tiles[cell] = [player, name]
    return {
        "tiles": tiles,
        "left": left,
        "captured": dict.fromkeys(engine.players, 0),
        "passes": 0,
        "turn": "p2",
    }


@pytest.mark.parametrize("outline", ["outer", "every"])
def test_a_ring_is_captured_with_its_hole_only_if_outer_edges_count(outline: str) -> None:
    """p2 closes the last gap round a ring of twelve; the empty hole saves it under `every`."""
    engine = DREIECK.engine({}, {"match": "one", "outline": outline})
    gap = engine.notation._cell_name(int(engine.kernel.rampart[4]))
    state = engine.from_json(ring(engine, gap=gap))
    closing = [action for action in engine.legal_actions(state) if action.startswith(f"{gap}:")]
    assert closing
    taken = {engine.to_json(engine.play(state, action))["captured"]["p2"] for action in closing}
    assert taken == ({12} if outline == "outer" else {0})


@pytest.mark.parametrize("trigger", ["completing", "standing"])
def test_a_tile_in_the_hole_captures_the_ring_only_if_standing_regions_fall(trigger: str) -> None:
    """All outer edges are walled in already; the hole is not on the outside."""
    engine = DREIECK.engine({}, {"match": "one", "trigger": trigger})
    state = engine.from_json(ring(engine, gap=""))
    inside = [action for action in engine.legal_actions(state) if action.startswith("d-1,-1:")]
    assert inside
    taken = {engine.to_json(engine.play(state, action))["captured"]["p2"] for action in inside}
    assert taken == ({0} if trigger == "completing" else {12})


def test_reasons_name_the_clause() -> None:
    engine = DREIECK.engine()
    start = engine.initial()
    state = engine.play(engine.play(start, "u0,0:abc"), "d0,0:bac")
    for at, action, clause in (
        (start, "pass", "DRE-6"),
        (start, "u0,0:bca", "DRE-3"),
        (start, "d0,0:abc", "DRE-3"),
        (state, "d-1,0:adb", "DRE-4"),
        (state, "d-1,0:abc", "DRE-1"),
        (state, "u0,0:aaa", "DRE-3"),
        (state, "u7,-9:aaa", "DRE-3"),
        (state, f"u{10**15},0:aaa", "DRE-3"),
    ):
        with pytest.raises(IllegalAction, match=clause):
            engine.play(at, action)
    for action in ("", "u0,0", "u0,0:abz", "u-0,0:abc", "u0,0:abc~", "u00,0:abc"):
        with pytest.raises(MalformedAction, match="an action is"):
            engine.play(start, action)
    may = DREIECK.engine({}, {"claim": "may"})
    with pytest.raises(IllegalAction, match="DRE-7"):
        may.play(may.initial(), "u0,0:abc~")


def test_options_are_checked() -> None:
    for params, wanted in (
        ({"k": 1}, "whole number from 2"),
        ({"s": 27}, "from 1 to 26"),
        ({"supply": "bag"}, "known: hand, stack"),
        ({"stacks": STACKS}, "unless supply=stack"),
        ({"s": 2, "supply": "stack"}, "for p1, p2"),
        ({"s": 2, "supply": "stack", "stacks": {**STACKS, "p2": ["aaa"] * 4}}, "check aaa"),
        ({"s": 2, "supply": "stack", "stacks": {**STACKS, "p2": "aaa"}}, "must be a list"),
    ):
        with pytest.raises(BadParameter, match=wanted):
            DREIECK.engine(params)
    with pytest.raises(UnknownParameter, match="known: k, s, supply, stacks"):
        DREIECK.engine({"n": 4})
    with pytest.raises(UnknownReading, match="did you mean 'every'"):
        DREIECK.engine({}, {"outline": "evry"})


@pytest.mark.parametrize("stuck", ["keep", "bury"])
def test_stacks_go_round(stuck: str) -> None:
    engine = DREIECK.engine({"s": 2, "supply": "stack", "stacks": STACKS}, {"stuck": stuck})
    state = engine.play(engine.initial(), "u0,0:aaa")
    assert engine.legal_actions(state) == ("pass",)
    after = engine.to_json(engine.play(state, "pass"))
    lists = {"keep": ["bbb", "aab", "abb", "aaa"], "bury": ["aab", "abb", "aaa", "bbb"]}
    assert after["left"]["p2"] == lists[stuck]
    assert engine.to_json(engine.from_json(after)) == after


def test_positions_that_cannot_be_are_refused() -> None:
    engine = DREIECK.engine({"s": 2})
    good = engine.to_json(engine.play(engine.initial(), "u0,0:aaa"))
    for change, clause in (
        ({"passes": 1}, "DRE-6"),
        ({"turn": None}, "DRE-9"),
        ({"tiles": {}}, "DRE-3"),
        ({"tiles": {"u1,0": ["p1", "aaa"]}}, "DRE-3"),
        ({"tiles": {"u0,0": ["p2", "aaa"]}}, "DRE-1"),
        ({"captured": {"p1": 0, "p2": 1}}, "DRE-8"),
    ):
        with pytest.raises(ImpossiblePosition, match=clause):
            engine.from_json({**good, **change})
    for change in ({"turn": "p3"}, {"passes": 9}, {"tiles": {"u0": ["p1", "aaa"]}}, {"left": {}}):
        with pytest.raises(MalformedPosition):
            engine.from_json({**good, **change})


def test_the_written_board_fits_its_codes() -> None:
    engine = DREIECK.engine({"k": 4})
    assert len(engine.notation.contents) == 256
    assert engine.notation.contents[0] == ""
    recording = record(engine, 1, 3)
    assert recording.board.max() < 255
    assert len(recording.places) == engine.kernel.place_count
    assert np.unique(recording.board).size > 10


@pytest.mark.parametrize("claim", ["must", "may"])
def test_an_action_is_found_by_its_number(claim: str) -> None:
    engine = DREIECK.engine({}, {"claim": claim})
    rules: Any = engine.kernel
    row, state, chance = np.zeros(rules.row_size, np.int64), engine.initial(), random.Random(3)
    declined = 0
    for _ in range(25):
        read_key(rules, engine.key(state), row)
        legal = engine.legal_actions(state)
        for code in map(engine.notation.code, chance.sample(legal, min(40, len(legal)))):
            assert numbered(rules, row, number(rules, row, code)) == code
            declined += code > 0 and code % 2 == 0
        state = engine.play(state, chance.choice(legal))
    assert (declined > 0) == (claim == "may")
