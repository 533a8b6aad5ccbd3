"""Dreieck judged in words, a cell of a game in each lane, is Dreieck judged one position at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from rulewright.impl.drivers import record
from rulewright.interface import choices_of
from rulewright.play import games
from rulewright.spec.broadcast import NotAFormula
from rulewright.spec.bulk import Actions
from rulewright.spec.coverage import Tally
from rulewright.spec.dreieck import GAME, STACKED_FOR_TWO, bulk, judging, surroundings
from rulewright.spec.dreieck.board import FIRST
from rulewright.spec.dreieck.facts import Position
from rulewright.spec.dreieck.judging import Judging, Near, Ways
from rulewright.spec.dreieck.notation import Laying
from rulewright.spec.dreieck.options import Rulings
from rulewright.spec.dreieck.surroundings import Surroundings
from rulewright.spec.judge import Judge
from rulewright.spec.logic import all_of
from rulewright.spec.side_by_side import Lanes
from rulewright.spec.words import filled, unpacked

READINGS = [
    {question: reading}
    for question, (_, readings) in choices_of(Rulings).items()
    for reading in readings[1:]
    if question != "stuck"  # of stacks only
]
SETS: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"s": 2}, {}),
    *(({"s": 2}, rulings) for rulings in READINGS),
    ({}, {}),
    ({"k": 3, "s": 2}, {"trigger": "standing", "claim": "may"}),
    (STACKED_FOR_TWO, {"stuck": "bury"}),
    (STACKED_FOR_TWO, {"outline": "every", "trigger": "standing", "claim": "may", "match": "one"}),
]
PLIES = ((0, 1), (1, 2), (4, 6), (6, 9), (30, 4))
"""Of how many games each ply is judged: with some cells each, more lanes than there are in a word."""
Verdicts = dict[tuple[int, str], dict[str, bool]]
"""For each game and each laying spelled out, what each clause says of it."""


@cache
def recorded(number: int) -> tuple[Any, Any, Any]:
    """Collect positions of some plies of random games, as they are recorded."""
    params, rulings = SETS[number]
    engine = GAME.engine(params, rulings)
    played = record(games.implementation("dreieck", params, rulings), 5, 60, biased=True)
    judge = Judge(engine.in_bulk(), played)
    rows = [(min(ply, len(played.turn) - 1), game) for ply, many in PLIES for game in range(many)]
    board = np.array([judge.board(ply)[game] for ply, game in rows])
    turn = np.array([played.turn[ply, game] for ply, game in rows], np.int64)
    return engine, board, turn


def positions(number: int) -> tuple[Any, Any, Lanes[Position]]:
    """Read the positions, so that nothing is known of them."""
    engine, board, turn = recorded(number)
    in_bulk = engine.in_bulk()
    return engine, in_bulk, in_bulk.read(board, turn, np.zeros((len(turn), 2), np.bool_))


def states(number: int) -> list[Position]:
    """The positions one by one."""
    _, in_bulk, lanes = positions(number)
    return [in_bulk.state(lanes, game) for game in range(lanes.games)]


@cache
def singly(number: int) -> Verdicts:
    """Judge each position alone."""
    engine = recorded(number)[0]
    found = {}
    for game, state in enumerate(states(number)):
        if not engine.is_over(state):
            verdicts = engine.judge(state)
            for lane, action in enumerate(verdicts.candidates):
                said = {
                    clause: fact if isinstance(fact, bool) else bool(fact >> lane & 1)
                    for clause, fact in verdicts.lanes.items()
                }
                found[game, action] = said
    return found


def together(number: int) -> Verdicts:
    """Judge all positions together, but for passes."""
    _, in_bulk, lanes = positions(number)
    ways = [
        Laying(("u", 0, 0), way, leaves) for leaves in in_bulk.laid.forms for way in in_bulk.ways
    ]
    found = {}
    for judged in in_bulk.known(lanes).layings:
        width = len(judged.lookout.games)
        tables = {
            clause: unpacked(np.broadcast_to(filled(fact), judged.shape), width).reshape(-1, width)
            for clause, fact in judged.permitted.items()
        }
        kind = judged.lookout.model[0]
        for way, lane in np.ndindex(len(ways), width):
            q, r = judged.lookout.cells[lane].tolist()
            action = str(Laying((kind, q, r), ways[way].way, ways[way].leaves))
            said = {clause: bool(table[way, lane]) for clause, table in tables.items()}
            found[int(judged.lookout.games[lane]), action] = said
    return found


def differences(number: int) -> int:
    """Count the layings of which the two say something else; those judged together are no fewer."""
    alone, many = singly(number), together(number)
    return sum(many.get(key) != said for key, said in alone.items() if key[1] != "pass")


@pytest.mark.parametrize("number", range(len(SETS)), ids=lambda number: str(SETS[number]))
def test_every_clause_says_of_every_laying_in_bulk_what_it_says_of_it_alone(number: int) -> None:
    """All candidates of some dozens of positions, clause by clause; and the legal sets."""
    engine, in_bulk, lanes = positions(number)
    assert len(singly(number)) > 100
    assert differences(number) == 0
    legal = in_bulk.legal(lanes)
    found = set(zip(legal.games.tolist(), map(in_bulk.name, legal.codes.tolist()), strict=True))
    assert len(found) == len(legal.codes)
    assert found == {
        (game, action)
        for game, state in enumerate(states(number))
        for action in engine.legal_actions(state)
    }


@pytest.mark.parametrize("number", range(len(SETS)), ids=lambda number: str(SETS[number]))
def test_what_is_counted_does_not_depend_on_the_games_beside(number: int) -> None:
    """Every candidate of a position is one that it has alone, and each is counted once."""
    engine, in_bulk, lanes = positions(number)
    every, held, alone = 0, Counter[str](), Counter[str]()
    clauses = [clause.identifier for clause in engine.rulebook.speaking_of_actions()]
    for said in singly(number).values():
        refused = [clause for clause, holds in said.items() if not holds]
        every += 1
        held.update(clause for clause, holds in said.items() if holds)
        alone.update(refused if len(refused) == 1 else ())
    coverage = in_bulk.coverage(lanes)
    assert coverage.positions == len({game for game, _ in singly(number)})
    assert coverage.clauses == {
        clause: Tally(held[clause], every - held[clause], alone[clause]) for clause in clauses
    }


@pytest.mark.parametrize("number", [0, 4, len(SETS) - 2])
def test_what_follows_in_bulk_is_what_follows_singly(number: int) -> None:
    """A random legal action is played in each position; what follows is written alike, too."""
    engine, in_bulk, lanes = positions(number)
    chance = Random(3)
    going = [game for game, state in enumerate(states(number)) if not engine.is_over(state)]
    played = {game: chance.choice(engine.legal_actions(states(number)[game])) for game in going}
    codes = np.array([in_bulk.code(action) for action in played.values()])
    after = in_bulk.played(lanes, Actions(np.array(going), codes))
    expected = [
        engine.successor(state, played[game]) if game in played else state
        for game, state in enumerate(states(number))
    ]
    follow = [in_bulk.state(after, game) for game in range(after.games)]
    assert [engine.to_json(state) for state in follow] == [
        engine.to_json(state) for state in expected
    ]
    written = in_bulk.written(after)
    assert (written >= 0).all()
    turn = in_bulk.results(after).turn
    fresh = in_bulk.read(written, turn, np.zeros((after.games, 2), np.bool_))
    assert np.array_equal(in_bulk.written(fresh), written)


def test_a_tile_that_lies_twice_or_is_left_as_well_is_not_written() -> None:
    """The place of that tile says so, and no other place changes."""
    in_bulk = GAME.engine({"s": 2}).in_bulk()
    begun = in_bulk.played(
        in_bulk.start(3), in_games(in_bulk, ["u0,0:aab", "u0,0:aab", "u0,0:abb"])
    )
    right, position = in_bulk.written(begun), begun.position
    here, there = (position.window.number[cell] for cell in (FIRST, ("d", 0, 0)))
    owner = list(position.owner[0])
    owner[there] = 0b001  # in the first game
    symbols = list(position.symbols)
    symbols[there] = symbols[here]
    left = tuple(True if fact is not True else fact for fact in position.left[0])
    twice = evolve(position, owner=(tuple(owner), position.owner[1]), symbols=tuple(symbols))
    both = evolve(position, left=(left, position.left[1]))
    for changed, wrong in ((twice, [0]), (both, [0, 1, 2])):
        written = in_bulk.written(Lanes(changed, 3))
        tile = np.array([1, 1, 2])  # aab, aab, abb
        games_wrong, places = np.nonzero(written == -1)
        assert games_wrong.tolist() == wrong
        assert places.tolist() == (3 * tile[wrong]).tolist()
        rest = written != -1
        rest[:, 3 : 3 * 3] = False  # what is said of these two tiles
        assert np.array_equal(written[rest], right[rest])


def in_games(in_bulk: Any, actions: list[str]) -> Actions:
    """Play an action in each game."""
    return Actions(np.arange(len(actions)), np.array(list(map(in_bulk.code, actions))))


def test_a_game_that_has_not_begun_is_judged_beside_others() -> None:
    """Its first cell is looked at, though no other game has a tile near it."""
    engine = GAME.engine({"s": 2})
    in_bulk = engine.in_bulk()
    begun = in_bulk.played(in_bulk.start(2), in_games(in_bulk, ["u0,0:aab"]))
    board = in_bulk.written(begun)
    board[0, [4, 5]] = bulk.contents_of(np.array([90, -90]))
    lanes = in_bulk.read(board, np.array([1, 0]), np.zeros((2, 2), np.bool_))
    legal = in_bulk.legal(lanes)
    names = list(map(in_bulk.name, legal.codes[legal.games == 1].tolist()))
    assert sorted(names) == sorted(engine.legal_actions(engine.initial()))
    assert {
        name.split(":")[0][:2] for name in map(in_bulk.name, legal.codes[legal.games == 0])
    } == {
        "d8",
        "d9",
    }


def test_a_formula_about_actions_that_looks_at_numbers_is_refused() -> None:
    """They are those of games, not of lanes; where they are alike in all games, nothing is wrong."""
    _, in_bulk, lanes = positions(5)
    judged = in_bulk.known(lanes).layings[0]
    seen = in_bulk.known(lanes).view.seen(judged.lookout)
    some = seen.captured[0] >= 1
    assert some not in {0, -1}
    with pytest.raises(NotAFormula):
        all_of((seen.turn[0], some))
    assert all_of((seen.turn[0], seen.captured[0] >= 99)) == 0


# --------------------------------------------------------------------------------- planted differences


def a_row_further(right: Any) -> Any:
    """Take each lane's cell for another one."""
    return lambda self, lookout, window, cell: np.roll(right(self, lookout, window, cell), 1)


def corners_exchanged(right: Any) -> Any:
    """Lay each way as another one."""
    return lambda self, axis, index: right(self, {1: 2, 2: 1, 3: 3}[axis], index)


def hands_exchanged(right: Any) -> Any:
    """Repeat the facts of the wrong games."""
    return lambda self, numbers: right(self, np.roll(numbers, 1))


def captured_in_other_games(right: Any) -> Any:
    """Foresee what would be captured in the game beside."""
    return lambda self, numbers, cells: right(self, np.roll(numbers, 1), cells)


def captured_elsewhere(right: Any) -> Any:
    """Foresee what a tile on the next cell would capture."""
    return lambda self, rows, numbers: right(self, np.roll(rows, 1), numbers)


def captures_forgotten(right: Any) -> Any:
    """Foresee nothing."""
    return lambda self, view, lookout, captures: right(self, view, lookout, captures & False)


def neighbours_left_out(right: Any) -> Any:
    """Look at the laid cells alone."""

    def near(position: Position, games: int) -> Near:
        found = right(position, games)
        return Near(found.cells, found.table & (np.arange(len(found.cells)) % 5 > 0)[:, None])

    return near


PLANTED: dict[str, tuple[Any, str, Callable[[Any], Any], int]] = {
    "a row further": (Surroundings, "places", a_row_further, 0),
    "corners exchanged": (Ways, "_where", corners_exchanged, 0),
    "hands exchanged": (Surroundings, "in_lanes", hands_exchanged, 0),
    "captured in other games": (Surroundings, "whole", captured_in_other_games, 4),
    "captured elsewhere": (Judging, "capturing", captured_elsewhere, 4),
    "captures forgotten": (Judging, "judged_from", captures_forgotten, 4),
    "cells left out": (Near, "of", neighbours_left_out, 0),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_difference_is_found(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison of verdicts can fail."""
    place, name, change, number = PLANTED[planted]
    assert differences(number) == 0
    monkeypatch.setattr(place, name, change(getattr(place, name)))
    assert differences(number) > 0


def test_lanes_are_judged_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few at once that each kind of cell takes several parts; the last is not full."""
    whole = together(0)
    monkeypatch.setattr(judging, "AT_ONCE", 8 * 64)
    _, in_bulk, lanes = positions(0)
    sizes = [len(judged.lookout.games) for judged in in_bulk.known(lanes).layings]
    assert len(sizes) > len(surroundings.MODELS)
    assert max(sizes) == 64
    assert min(sizes) < 64
    assert together(0) == whole


def test_captures_are_foreseen_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few at once that the cells of a game are in several parts."""
    whole = together(4)
    sizes = []
    right = Judging.capturing

    def noted(judging: Judging, rows: Any, numbers: Any) -> Any:
        sizes.append(len(rows))
        return right(judging, rows, numbers)

    monkeypatch.setattr(judging, "FORESEEN", 7)
    monkeypatch.setattr(Judging, "capturing", noted)
    assert together(4) == whole
    assert max(sizes) == 7
    assert len(sizes) > 20
