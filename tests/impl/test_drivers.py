"""The generic drivers: random games, records, exploration."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random

import numpy as np
import pytest

from rulewright import impl
from rulewright.impl import drivers, game, games
from rulewright.impl.drivers import explore, perft, playouts, record
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.legal_sets import TABLED, ColumnNumbers, sort_each
from rulewright.interface import LegalSets

MINOA = game("minoa")


def test_games_are_found_by_their_folders() -> None:
    assert "minoa" in games()
    assert game("minoa").name == "minoa"


@pytest.mark.parametrize("name", games())
def test_every_game_has_the_files_that_the_package_names(name: str) -> None:
    files = {file.stem for file in (Path(impl.__file__).parent / name).glob("*.py")}
    assert files >= {"options", "board", "kernel", "notation", "__init__"}


def test_an_engine_survives_pickling() -> None:
    engine = MINOA.engine({"n": 2, "k": 4}, {"partners": "shared"})
    other = pickle.loads(pickle.dumps(engine))  # noqa: S301
    assert isinstance(other, CompiledEngine)
    assert (other.params, other.rulings) == (engine.params, engine.rulings)
    assert other.initial() == engine.initial()


SHORT = {"dreieck": {"s": 2}, "minoa": {"n": 2}}
"""Options under which games end within a few actions."""


@pytest.mark.parametrize("name", games())
def test_the_legal_sets_of_a_record_are_those_of_the_engine(name: str) -> None:
    """Each once and ascending, the last one repeated after the end of a game."""
    engine = game(name).engine(SHORT.get(name, {}))
    tables = record(engine, seed=5, games=4, biased=True, max_plies=14)
    for number in range(4):
        state = engine.initial()
        for ply in range(len(tables.turn)):
            columns = np.flatnonzero(tables.legal[ply][number])
            found = sorted(tables.actions[column] for column in columns)
            assert found == list(engine.legal_actions(state))
            played = -1 if ply == len(tables.played) else tables.played[ply, number]
            if played >= 0:
                state = engine.play(state, tables.actions[played])
    if isinstance(tables.legal, LegalSets):
        for ply in range(len(tables.turn)):
            lanes, columns = tables.legal.listed(ply)
            keys = lanes * tables.legal.width + columns
            assert (np.diff(keys) > 0).all()


def test_no_games_and_no_plies_are_recorded() -> None:
    nothing = record(MINOA.engine(), seed=1, games=0)
    assert (nothing.plies, nothing.turn.shape, nothing.board.shape[:2]) == (0, (1, 0), (1, 0))
    start = record(MINOA.engine(), seed=1, games=2, max_plies=0)
    assert (start.plies, start.turn.tolist(), start.played.shape) == (0, [[0, 0]], (0, 2))


@pytest.mark.parametrize("first", [0, TABLED - 2, TABLED, 1 << 60])
def test_actions_are_numbered_as_they_occur(first: int) -> None:
    """Codes below a bound are looked up at their place, others by hashing; tables grow."""
    codes = [first + 1, first, 5, *range(first + 2, first + 6_000, 2)]
    order = dict.fromkeys(codes)
    numbering = ColumnNumbers()
    again = Random(1).choices(codes, k=9_000)
    assert numbering.of(np.array(codes)).tolist() == [list(order).index(code) for code in codes]
    assert numbering.of(np.array(again)).tolist() == [list(order).index(code) for code in again]
    assert numbering.codes.tolist() == list(order)
    assert numbering.of(np.array([first + 1, 3 << 40])).tolist() == [0, len(order)]


def test_the_legal_actions_of_each_position_are_sorted() -> None:
    """Whatever runs they have, and in no other position."""
    random = Random(2)
    lists = [[], [4], [], list(range(9)), list(range(9, 0, -1)), [7, 8, 9, 1, 2, 3, 4]]
    lists += [[random.randrange(1 << 60) for _ in range(random.randrange(40))] for _ in range(300)]
    codes = np.array([code for each in lists for code in each], np.int64)
    ends = np.cumsum([len(each) for each in lists])
    sort_each(codes, ends, *np.zeros((2, 41), np.int64))
    assert codes.tolist() == [code for each in lists for code in sorted(each)]


def test_a_record_does_not_depend_on_how_much_is_played_at_one_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Games go on where a full log broke them off."""
    engine = MINOA.engine({"n": 2})
    whole = record(engine, 3, 5, biased=True)
    monkeypatch.setattr(drivers, "POSITIONS", 7)
    monkeypatch.setattr(drivers, "LEGAL", 1)
    parts = record(engine, 3, 5, biased=True)
    assert whole.plies > 35
    for name in ("played", "legal", "board", "turn", "scores", "winners"):
        assert np.array_equal(getattr(whole, name), getattr(parts, name))


def test_playouts_depend_on_the_seed_alone() -> None:
    engine = MINOA.engine()
    first = playouts(engine, seed=1, games=200)
    assert playouts(engine, seed=1, games=200) == first
    assert playouts(engine, seed=2, games=200) != first
    assert first.finished == 200
    assert sum(first.wins.values()) >= 200
    assert 200 * 24 < first.plies <= 200 * 83


def test_playouts_stop_at_the_most_plies() -> None:
    done = playouts(MINOA.engine(), seed=1, games=10, max_plies=5)
    assert (done.plies, done.finished) == (50, 0)


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize(
    ("params", "rulings"),
    [
        ({"n": 4, "k": 2}, {}),
        ({"n": 2, "k": 3}, {"end": "literal", "closure": "coloured"}),
        ({"n": 2, "k": 4}, {"end": "exhausted", "partners": "shared", "stranded": "over"}),
    ],
)
def test_a_record_tells_what_the_engine_tells(
    params: dict[str, int], rulings: dict[str, str], *, biased: bool
) -> None:
    engine = MINOA.engine(params, rulings)
    tables = record(engine, seed=5, games=6, biased=biased)
    assert tables.plies == int((tables.played >= 0).sum())
    for number in range(6):
        state = engine.initial()
        moves = tables.moves(number)
        for ply in range(tables.played.shape[0] + 1):
            legal = {tables.actions[index] for index in np.flatnonzero(tables.legal[ply, number])}
            assert legal == set(engine.legal_actions(state))
            turn = tables.turn[ply, number]
            assert engine.turn(state) == (None if turn < 0 else tables.players[turn])
            scores = tables.scores[ply, number].tolist()
            assert engine.scores(state) == dict(zip(tables.players, scores, strict=True))
            won = tables.winners[ply, number]
            assert engine.winners(state) == tuple(np.array(tables.players)[won].tolist())
            position = engine.to_json(state)
            contents = dict.fromkeys(position["sticks"], "stick") | position["pieces"]
            board = {
                place: tables.contents[code]
                for place, code in zip(tables.places, tables.board[ply, number], strict=True)
                if code
            }
            assert board == contents
            if ply < len(moves):
                state = engine.play(state, moves[ply])
        assert engine.is_over(state)


def test_a_recorded_game_does_not_depend_on_the_others() -> None:
    engine = MINOA.engine({"n": 2})
    few, many = record(engine, 3, 2, biased=True), record(engine, 3, 20, biased=True)
    assert [few.moves(number) for number in range(2)] == [many.moves(number) for number in range(2)]
    assert few.moves(0) != record(engine, 4, 2, biased=True).moves(0)


def test_a_record_is_broken_off_at_the_most_plies() -> None:
    tables = record(MINOA.engine(), 1, 3, max_plies=7)
    assert tables.played.shape == (7, 3)
    assert (tables.played >= 0).all()
    assert (tables.turn >= 0).all()
    assert not tables.winners.any()


def test_biased_play_reaches_what_uniform_play_does_not() -> None:
    engine = MINOA.engine({"n": 4, "k": 4})
    uniform, biased = record(engine, 1, 200), record(engine, 1, 200, biased=True)

    def rim_is_full_early(tables: np.ndarray, sticks: int) -> int:
        full = (tables >= 2).sum(axis=2) == 24
        return int((full & ((tables == 1).sum(axis=2) < sticks)).any(axis=0).sum())

    assert rim_is_full_early(uniform.board, 10) == 0
    assert rim_is_full_early(biased.board, 10) > 10


# --- exploration ----------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("rulings", [{}, {"end": "literal"}, {"end": "exhausted"}])
def test_exploration_finds_what_playing_finds(k: int, rulings: dict[str, str]) -> None:
    """All positions within five plies, by plain search through the engine interface."""
    engine = MINOA.engine({"n": 1, "k": k}, rulings)
    found = explore(engine)
    assert found.complete
    layer, seen, counts = {engine.initial()}, {engine.initial()}, []
    for _ in range(5):
        counts.append(len(layer))
        after = {engine.play(state, a) for state in layer for a in engine.legal_actions(state)}
        layer = after - seen
        seen |= after
    assert found.counts[:5] == tuple(counts)
    states = set(found.states())
    assert len(states) == found.positions == sum(found.counts)
    assert seen <= states
    turns, scores, winners = found.results()
    assert int((turns < 0).sum()) == found.finished
    for number, state in list(enumerate(found.states()))[:: max(found.positions // 500, 1)]:
        assert engine.is_over(state) == (turns[number] < 0)
        assert list(engine.scores(state).values()) == scores[number].tolist()
        assert [player in engine.winners(state) for player in engine.players] == (
            winners[number] > 0
        ).tolist()
        assert engine.from_json(engine.to_json(state)) == state


def test_exploration_stops_at_the_limit() -> None:
    engine = MINOA.engine({"n": 2})
    calls: list[tuple[int, int]] = []
    found = explore(engine, limit=5_000, progress=lambda *counts: calls.append(counts))
    assert not found.complete
    assert found.positions == 5_000 == sum(found.counts)
    assert found.counts[:2] == (1, perft(engine, depth=1))
    assert calls[-1][0] == 5_000


def test_exploration_is_complete_when_the_limit_is_met_exactly() -> None:
    engine = MINOA.engine({"n": 1})
    everything = explore(engine)
    assert explore(engine, limit=everything.positions).complete
    assert not explore(engine, limit=everything.positions - 1).complete
