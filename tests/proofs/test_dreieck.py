"""Dreieck nimmt's theorems: each falls with a clause it rests on; what they enumerate."""

# ruff: noqa: ARG001 (mutants have the parameters of the formulas that they replace)

from __future__ import annotations

from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve

from rulewright.impl.drivers import record
from rulewright.play import games
from rulewright.proofs.dreieck import (
    THEOREMS,
    captures,
    conservation,
    earliest_end,
    edges,
    endings,
    readings,
    scores,
    setting,
    symmetries,
    tables,
    tiles,
)
from rulewright.proofs.dreieck.corners import tables_up_to, walled_in
from rulewright.proofs.prove import prove
from rulewright.proofs.theorem import Theorem
from rulewright.spec.dreieck import GAME, clauses, regions
from rulewright.spec.dreieck import tiles as tile_formulas
from rulewright.spec.dreieck.board import Cell
from rulewright.spec.dreieck.notation import cell_of
from rulewright.spec.dreieck.tiles import numbered
from rulewright.spec.registry import Rulebook

RULEBOOK = GAME.rulebook


def test_theorems_name_clauses_and_questions_of_the_rulebook() -> None:
    """Nothing is spoken of that the registry does not know, and every question is spoken of."""
    questions = {question.name for question in RULEBOOK.questions}
    known = {clause.identifier for clause in RULEBOOK.clauses} | questions
    for theorem in THEOREMS:
        assert theorem.clauses
        assert set(theorem.clauses) <= known
    assert questions <= {name for theorem in THEOREMS for name in theorem.clauses}


def everything_goes(rules: Any, laid: Any, move: Any) -> Any:
    """Mutate DRE-7: a tile takes all tiles on the table, its own and itself."""
    return tuple(laid.lies(cell) for cell in range(len(laid.window.cells)))


def nothing_goes(rules: Any, laid: Any, move: Any) -> Any:
    """Mutate DRE-7: nothing is ever captured."""
    return (False,) * len(laid.window.cells)


def taken_twice(rules: Any, laid: Any, taken: Any, move: Any) -> Any:
    """Mutate DRE-8: what is captured counts, and stays."""
    after = clauses.one_point_for_each_captured_tile(rules, laid, taken, move)
    return evolve(after, owner=laid.owner)


def own_tiles_fall_when_standing(rules: Any, laid: Any, move: Any) -> Any:
    """Mutate DRE-7: `trigger=standing` looks at enclosed regions of the mover, too."""

    def anywhere(laid: Any, move: Any) -> Any:
        return [
            clauses.all_of((move.lays, laid.lies(cell))) for cell in range(len(laid.window.cells))
        ]

    with patch.object(clauses, "others_anywhere", anywhere):
        return clauses.enclosed_regions_of_others_are_captured(rules, laid, move)


def stays_with_the_next(rules: Any, laid: Any, taken: Any, move: Any) -> Any:
    """Mutate DRE-8: after a capture what stays belongs to the next player."""
    after = clauses.one_point_for_each_captured_tile(rules, laid, taken, move)
    first, *others = after.owner
    caught = clauses.any_of(taken)
    return evolve(
        after,
        owner=tuple(
            tuple(clauses.if_then_else(caught, new, old) for new, old in zip(*pair, strict=True))
            for pair in zip((*others, first), after.owner, strict=True)
        ),
    )


def stays_turned(rules: Any, laid: Any, taken: Any, move: Any) -> Any:
    """Mutate DRE-8: what stays is turned."""
    after = clauses.one_point_for_each_captured_tile(rules, laid, taken, move)
    return evolve(after, symbols=tuple((third, *rest) for *rest, third in after.symbols))


def all_have_taken(rules: Any, laid: Any, taken: Any, move: Any) -> Any:
    """Mutate DRE-8: every player counts what one has captured."""
    after = clauses.one_point_for_each_captured_tile(rules, laid, taken, move)
    captured = tuple(number + clauses.count(taken) for number in laid.captured)
    return evolve(after, captured=captured)


def all_lose_the_tile(rules: Any, before: Any, move: Any) -> Any:
    """Mutate DRE-3: the tile laid leaves every player's hand."""
    after = clauses.the_tile_leaves_the_hand_for_its_cell(rules, before, move)
    left = tuple(
        tuple(
            clauses.all_of((held, clauses.not_(laid)))
            for held, laid in zip(own, move.tile, strict=True)
        )
        for own in before.left
    )
    return evolve(after, left=left)


def one_side_only(rules: Any, laid: Any, move: Any) -> Any:
    """Mutate DRE-7: only what lies on the first side of the tile, as cells are listed, is captured."""

    def beside(laid: Any, move: Any) -> Any:
        around = laid.window.around
        others = regions.tiles_of_others(laid)
        first = {around[cell][0][0] for cell in move.at}
        return [cell in first and other for cell, other in enumerate(others)]

    with patch.object(clauses, "others_beside_the_tile", beside):
        return clauses.enclosed_regions_of_others_are_captured(rules, laid, move)


def the_first_player_counts(rules: Any, laid: Any, taken: Any, move: Any) -> Any:
    """Mutate DRE-8: what anybody captures is p1's."""
    after = clauses.one_point_for_each_captured_tile(rules, laid, taken, move)
    first, *others = laid.captured
    return evolve(after, captured=(first + clauses.count(taken), *others))


def a_pass_clears_the_table(rules: Any, before: Any, move: Any) -> Any:
    """Mutate DRE-6: what lies is gone once somebody passes."""
    after = clauses.a_pass_is_counted(rules, before, move)
    stays = clauses.not_(move.passes)
    owner = tuple(tuple(clauses.all_of((fact, stays)) for fact in own) for own in before.owner)
    return evolve(after, owner=owner)


def a_pass_empties_the_hands(rules: Any, before: Any, move: Any) -> Any:
    """Mutate DRE-6: all tiles left are thrown away once somebody passes."""
    after = clauses.a_pass_is_counted(rules, before, move)
    stays = clauses.not_(move.passes)
    left = tuple(tuple(clauses.all_of((fact, stays)) for fact in own) for own in before.left)
    return evolve(after, left=left)


def captures_are_forgotten(rules: Any, before: Any, move: Any) -> Any:
    """Mutate DRE-6: every action sets what was captured to nothing."""
    after = clauses.a_pass_is_counted(rules, before, move)
    return evolve(after, captured=tuple(number - number for number in before.captured))


def the_turn_stays(rules: Any, before: Any, move: Any) -> Any:
    """Mutate DRE-6: whoever passes is treated as the player before."""
    after = clauses.a_pass_is_counted(rules, before, move)
    return evolve(after, turn=(*before.turn[1:], before.turn[0]))


def passes_forgotten(rules: Any, before: Any, move: Any) -> Any:
    """Mutate DRE-6: passes are not counted."""
    return before


def always(*facts: Any) -> bool:
    """Permit everything, or keep nothing true."""
    return True


def first_named(rules: Any, symbols: Any) -> Any:
    """Mutate DRE-5: a tile may not even be turned."""
    return tuple(tile_formulas.turned(symbols, name, 0) for name in numbered(rules))


def one_pass(rules: Any, position: Any) -> Any:
    """Mutate DRE-9: a single pass ends the game."""
    return clauses.any_of((tile_formulas.all_tiles_are_laid(position), *position.passes[1:]))


def own_player_only(rules: Any, before: Any, move: Any) -> Any:
    """Mutate DRE-3: the first player may lay anywhere."""
    right = clauses.a_tile_is_laid_beside_a_laid_tile(rules, before, move)
    return clauses.any_of((before.turn[0], right))


MUTANTS = (
    (tiles.THEOREM, RULEBOOK.replacing("DRE-5", effect=first_named)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-8", effect=taken_twice)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-8", effect=stays_with_the_next)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-8", effect=stays_turned)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-8", effect=all_have_taken)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-7", effect=own_tiles_fall_when_standing)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-3", effect=all_lose_the_tile)),
    (captures.NEVER_EMPTY, RULEBOOK.replacing("DRE-7", effect=everything_goes)),
    (captures.NEVER_EMPTY, RULEBOOK.replacing("DRE-7", effect=own_tiles_fall_when_standing)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-6", effect=a_pass_clears_the_table)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-6", effect=a_pass_empties_the_hands)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-6", effect=captures_are_forgotten)),
    (conservation.THEOREM, RULEBOOK.replacing("DRE-6", effect=the_turn_stays)),
    (captures.NEVER_EMPTY, RULEBOOK.replacing("DRE-6", effect=a_pass_clears_the_table)),
    (endings.THEOREM, RULEBOOK.replacing("DRE-6", effect=a_pass_empties_the_hands)),
    (endings.THEOREM, RULEBOOK.replacing("DRE-6", effect=the_turn_stays)),
    (edges.THEOREM, RULEBOOK.replacing("DRE-4", permits=always)),
    (endings.THEOREM, RULEBOOK.replacing("DRE-6", effect=passes_forgotten)),
    (readings.ONE_AND_ALL, RULEBOOK.replacing("DRE-4", permits=always)),
    (readings.COMPLETING_AND_STANDING, RULEBOOK.replacing("DRE-7", effect=everything_goes)),
    (readings.MUST_AND_MAY, RULEBOOK.replacing("DRE-7", effect=nothing_goes)),
    (earliest_end.STUCK_AT_ONCE, RULEBOOK.replacing("DRE-9", effect=one_pass)),
    (earliest_end.STUCK_WITH_HANDS, RULEBOOK.replacing("DRE-5", effect=lambda *_: (True,) * 24)),
    (symmetries.THEOREM, RULEBOOK.replacing("DRE-3", permits=own_player_only)),
    (symmetries.THEOREM, RULEBOOK.replacing("DRE-7", effect=one_side_only)),
    (symmetries.THEOREM, RULEBOOK.replacing("DRE-8", effect=the_first_player_counts)),
)


def named(pair: tuple[Theorem, Rulebook]) -> str:
    """Name a theorem, and the function by which a clause was replaced."""
    theorem, mutant = pair
    changed = [
        (new.permits if new.permits is not old.permits else new.effect)
        for old, new in zip(RULEBOOK.clauses, mutant.clauses, strict=True)
        if new != old
    ]
    return "-".join((theorem.name, *(each.__name__ for each in changed if each)))


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(("theorem", "mutant"), MUTANTS, ids=list(map(named, MUTANTS)))
def test_theorem_falls_with_its_clause(
    theorem: Theorem, mutant: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutate one clause of the rulebook; the verdict must not hold, however it fails."""
    monkeypatch.setattr(setting, "RULEBOOK", mutant)
    assert not prove(theorem, time_limit=5).holds


GAMES_OF_WHOLE_SETS = [
    *((k, text.split()) for k, text in scores.EVERYTHING.items()),
    *((1, laid.split()) for game in endings.LAID.values() for laid in game),
]


@pytest.mark.parametrize(("players", "moves"), GAMES_OF_WHOLE_SETS)
def test_the_games_of_the_extremes_lay_whole_sets(players: int, moves: list[str]) -> None:
    """Each player lays each of 24 tiles once; that is what makes the games extreme."""
    for player in range(players):
        names = [tile_laid(move) for move in moves[player::players]]
        assert len(names) == len(set(names)) == 24


def tile_laid(move: str) -> str:
    """Name the tile that an action lays."""
    way = move.split(":")[1]
    return min(way[turn:] + way[:turn] for turn in range(3))


@pytest.mark.parametrize(("k", "rulings"), [(2, {"match": "one"}), (3, {}), (5, {})])
def test_the_tables_enumerated_are_all_that_games_lead_to(k: int, rulings: dict[str, str]) -> None:
    """Every table of a random game is among those enumerated, whatever its symbols."""
    engine = games.implementation("dreieck", {"k": k, "s": 3}, rulings)
    recording = record(engine, 5, 200, biased=True, max_plies=6)
    enumerated = [set(layings.tables) for layings in tables.layers(k, 6)]
    met = set()
    for game in range(200):
        state = engine.initial()
        for ply, action in enumerate(recording.moves(game)[:5], 1):
            state = engine.play(state, action)
            form = engine.to_json(state)
            table = frozenset(
                (cell_of(text), engine.players.index(owner))
                for text, (owner, _) in form["tiles"].items()
            )
            assert (table, ply % k) in enumerated[ply]
            met.add(table)
    assert len(met) > 100


@pytest.mark.parametrize("rulings", [{}, {"match": "one"}, {"trigger": "standing"}])
def test_what_is_taken_from_few_tiles_is_walled_in(rulings: dict[str, str]) -> None:
    """The sets that `walled_in` gives are all that games of up to eight tiles take, and more."""
    engine = games.implementation("dreieck", {"k": 4, "s": 2}, rulings)
    recording = record(engine, 3, 300, biased=True, max_plies=8)
    reachable, taken = tables_up_to(7), 0
    for game in range(300):
        states = [engine.initial()]
        moves = recording.moves(game)
        for action in moves:
            states.append(engine.play(states[-1], action))
        tables_met = [lying(engine, state) for state in states]
        for action, (before, after) in zip(moves, pairwise(tables_met), strict=True):
            if action == "pass":
                continue
            laid = cell_of(action.split(":")[0])
            gone = before - after
            if gone:
                taken += 1
                assert gone in set(walled_in(before | {laid}, laid))
        assert set(tables_met[1:8]) <= reachable
    assert taken > 30


def lying(engine: Any, state: Any) -> frozenset[Cell]:
    """Find the cells on which tiles lie."""
    return frozenset(map(cell_of, engine.to_json(state)["tiles"]))
