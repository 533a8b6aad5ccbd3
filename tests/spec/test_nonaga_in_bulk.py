"""Nonaga judged in words, thousands of positions at once, is Nonaga judged one position at a time."""

from __future__ import annotations

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
from rulewright.spec import flooding
from rulewright.spec.bulk import Actions
from rulewright.spec.judge import Judge
from rulewright.spec.nonaga import GAME, evaluation, windows
from rulewright.spec.nonaga.board import spell_step
from rulewright.spec.nonaga.bulk import States
from rulewright.spec.nonaga.evaluation import Candidates
from rulewright.spec.nonaga.options import Rulings
from rulewright.spec.nonaga.windows import Boards
from rulewright.spec.words import WordFact

READINGS = [{}] + [
    {question: reading}
    for question, (_, readings) in choices_of(Rulings).items()
    for reading in readings[1:]
]
SETS: list[tuple[dict[str, Any], dict[str, str]]] = [
    *(({}, rulings) for rulings in READINGS),
    ({"n": 1}, {}),
    ({"n": 3, "first": "black"}, {}),
    ({}, {"removal": "local", "placement": "slide_across", "connectivity": "throughout"}),
    ({}, {"placement": "slide_in", "bar": "none", "win": "end_of_turn"}),
]
GAMES = 70
"""More than there are lanes in a word."""
Verdicts = dict[tuple[int, str], dict[str, bool]]
"""For each game and each step spelled out, what each clause says of it."""


@cache
def positions(number: int) -> tuple[Any, Boards]:
    """Collect positions of random games at some plies: the rules, and the positions that go on."""
    params, rulings = SETS[number]
    engine = GAME.engine(params, rulings)
    played = record(games.implementation("nonaga", params, rulings), 11, GAMES, max_plies=40)
    judge = Judge(engine.in_bulk(), played)
    states = []
    for ply, count in ((0, 1), (9, GAMES), (40, 9)):
        states += judge.recorded(min(ply, len(played.turn) - 1)).states[:count]
    return engine, Boards.of([state for state in states if state.turn is not None])


def singly(number: int) -> Verdicts:
    """Judge each position alone."""
    engine, boards = positions(number)
    found = {}
    for game in range(len(boards)):
        verdicts = engine.judge(boards.state(game))
        for lane, step in enumerate(verdicts.candidates):
            found[game, step] = {
                clause: fact if isinstance(fact, bool) else bool(fact >> lane & 1)
                for clause, fact in verdicts.lanes.items()
            }
    return found


def in_bulk(number: int) -> Verdicts:
    """Judge all positions together."""
    engine, boards = positions(number)
    found = {}
    for judged in engine.in_bulk().judged(States(boards), only_legal=False):
        lanes = judged.lanes
        said = {clause: judged.candidates.table(fact) for clause, fact in judged.permitted.items()}
        for target, origin, lane in np.ndindex(judged.legal.shape):
            ends = judged.origins[lane, origin], judged.targets[lane, target]
            if min(ends) >= 0:
                step = spell_step(
                    *map(tuple, lanes.where(np.array(ends), np.array([lane])).tolist())
                )
                found[int(lanes.games[lane]), step] = {
                    clause: bool(table[target, origin, lane]) for clause, table in said.items()
                }
    return found


@pytest.mark.parametrize("number", range(len(SETS)), ids=lambda number: str(SETS[number]))
def test_every_clause_says_of_every_step_in_bulk_what_it_says_of_it_alone(number: int) -> None:
    """All candidates of some hundred positions, clause by clause."""
    alone = singly(number)
    assert len(alone) > 100
    assert in_bulk(number) == alone


def test_what_follows_in_bulk_is_what_follows_singly() -> None:
    """A random legal step is made in each position; what follows is written alike, too."""
    chance = Random(3)
    for number in (0, 3, len(SETS) - 1):
        engine, boards = positions(number)
        bulk = engine.in_bulk()
        states = [boards.state(game) for game in range(len(boards))]
        steps = [chance.choice(engine.legal_actions(state)) for state in states]
        codes = np.array([bulk.code(step) for step in steps])
        after = bulk.played(States(boards), Actions(np.arange(len(states)), codes))
        follow = [engine.successor(*pair) for pair in zip(states, steps, strict=True)]
        assert after.states == follow
        fresh = States(Boards.of(follow))
        assert np.array_equal(bulk.written(after), bulk.written(fresh))
        assert not (bulk.written(fresh) < 0).any()
        assert bulk.coverage(after) == bulk.coverage(fresh)


def test_positions_are_kept_as_they_are() -> None:
    """Taken apart, exchanged and put together again; another number of things is refused."""
    _, boards = positions(0)
    states = [boards.state(game) for game in range(len(boards))]
    assert Boards.of(states).extents.tolist() == boards.extents.tolist()
    order = np.arange(len(states))[::-1]
    assert [boards.taken(order).state(game) for game in range(3)] == states[:-4:-1]
    changed = boards.with_others(np.array([0, 2]), boards.taken(np.array([5, 6])))
    assert [changed.state(game) for game in range(4)] == [
        states[5],
        states[1],
        states[6],
        states[3],
    ]
    assert boards.state(0) == states[0]
    fewer = Boards.of([evolve(states[1], discs=states[1].discs[1:])])
    with pytest.raises(LookupError, match="as many things"):
        boards.with_others(np.array([1]), fewer)
    with pytest.raises(LookupError, match="as many things"):
        Boards.of([states[0], evolve(states[1], pieces=(states[1].pieces[0], ()))])


def test_a_piece_without_a_disc_is_not_written() -> None:
    """Nor is a barred disc that is not there, nor a field with a disc more."""
    engine, boards = positions(0)
    state = boards.state(len(boards) - 1)
    far = (90, 90)
    bulk = engine.in_bulk()
    lost = [
        evolve(state, pieces=((*state.pieces[0][:2], far), state.pieces[1])),
        evolve(state, barred=far),
    ]
    written = bulk.written(States(Boards.of([state, *lost])))
    assert (written[0] >= 0).all()
    assert (written[1:] == -1).all()
    more = bulk.written(States(Boards.of([evolve(state, discs=(*state.discs, far))])))
    assert more.shape == (1, len(bulk.places))
    assert (more == -1).all()


# --------------------------------------------------------------------------------- planted differences


def origins_exchanged(right: Any) -> Any:
    """Take the origins of a position for those of the next one."""
    return lambda numbers, cells: right(np.roll(numbers, 1, axis=0), cells)


def one_lane_further(right: Any) -> Any:
    """Move the facts of positions by one lane."""
    return lambda vector, words: right(vector << 1 & (1 << 64 * words) - 1, words)


def middle_way_closed(right: Any) -> Any:
    """Leave out a link of every flood."""
    return lambda ends, nodes: right(
        np.where(np.arange(len(ends))[:, None] == len(ends) // 2, 0, ends), nodes
    )


def one_side_left_out(right: Any) -> Any:
    """Forget the places on one side of a disc."""
    return right[:-1]


def not_negated(right: Any) -> Any:
    """Negate nothing."""
    del right
    return lambda fact: fact


PLANTED: dict[str, tuple[Any, str, Callable[[Any], Any]]] = {
    "origins exchanged": (evaluation, "named_by", origins_exchanged),
    "one lane further": (windows, "words_of", one_lane_further),
    "a way closed": (flooding, "ways_of", middle_way_closed),
    "a target left out": (windows, "NEIGHBOURS", one_side_left_out),
    "not negated": (WordFact, "__invert__", not_negated),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_difference_is_found(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison of verdicts can fail."""
    place, name, change = PLANTED[planted]
    alone = singly(0)
    monkeypatch.setattr(place, name, change(vars(place)[name]))
    assert in_bulk(0) != alone


def test_candidates_in_words_and_in_one_vector_are_the_same_steps() -> None:
    """Listed for one position in both ways."""
    origins, targets = [4, 0, 7], [1, 4, 8, 5]
    one = Candidates.of_one(9, origins, targets)
    many = Candidates.of_many(9, np.array([origins]), np.array([targets]))
    for kind in ("origin", "target"):
        for vector, fact in zip(getattr(one, kind), getattr(many, kind), strict=True):
            table = many.table(fact)[..., 0].reshape(-1)
            assert [bool(vector) and vector >> lane & 1 for lane in range(12)] == table.tolist()
    assert windows.AT_ONCE > GAMES  # so that the lanes of several words are judged at once


def test_steps_are_numbered_together_as_each_alone() -> None:
    """What no step of a field can be has no number: other spellings, and what numbers cannot hold."""
    engine, _ = positions(0)
    bulk = engine.in_bulk()
    steps = ["0,0>1,0", "1,2>1,2", "0,0>127,-128", "8000000,-8000000>8000000,-8000001"]
    none = ["-0,0>1,0", "00,1>1,1", "x", "", "0,0>128,0", "0,0>0,-129", "8388608,0>8388608,1"]
    found = bulk.codes_of([*steps, *none])
    assert [bulk.name(code) for code in found[: len(steps)]] == steps
    assert found[len(steps) :] == [None] * len(none)
    assert found == [bulk.code(text) for text in (*steps, *none)]
    assert bulk.codes_of([]) == []


def test_clauses_about_the_origin_are_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Legal sets are complete without them, but not without one that looks at the target."""
    engine, boards = positions(0)
    bulk = engine.in_bulk()
    expected = [sorted(engine.legal_actions(boards.state(game))) for game in range(len(boards))]

    def legal() -> list[list[str]]:
        found: list[list[str]] = [[] for _ in expected]
        steps = bulk.legal(States(boards))
        for game, code in zip(steps.games.tolist(), steps.codes.tolist(), strict=True):
            found[game].append(bulk.name(code))
        return list(map(sorted, found))

    assert legal() == expected
    asked = bulk.judged_where_promising(next(bulk.judged(States(boards), only_legal=True)).lanes)
    assert 0 < len(asked.permitted) < len(engine.rulebook.speaking_of_actions())
    looks = evaluation.Evaluation.looks

    def does_not_look(self: Any, clause: Any, **step: Any) -> bool:
        return clause.identifier not in {"NON-2", "NON-8"} and looks(self, clause, **step)

    monkeypatch.setattr(evaluation.Evaluation, "looks", does_not_look)
    assert legal() != expected
