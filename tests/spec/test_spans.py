"""Plies judged side by side: what is found is what is found ply by ply, and nothing slips through."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from rulewright.impl.drivers import record
from rulewright.interface import LegalSets, Recording
from rulewright.play import games
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.dreieck.board import Window
from rulewright.spec.dreieck.facts import seen_through
from rulewright.spec.judge import SEVERAL, Judge
from rulewright.spec.lanes import lanes_in
from rulewright.spec.nonaga.bulk import States
from rulewright.spec.spans import only_repeated, side_by_side, spans

GAMES = 9
PARAMS: dict[str, dict[str, Any]] = {
    "minoa": {"n": 2, "k": 2},
    "ari": {"n": 4},
    "nonaga": {},
    "dreieck": {"k": 6, "s": 2},
}
"""So that some games end long before others."""
PLIES = {"minoa": 60, "ari": 40, "nonaga": 30, "dreieck": 60}
SEEDS = {"minoa": 4, "ari": 1, "nonaga": 1, "dreieck": 43}


@cache
def judge_of(game: str) -> Judge[Any]:
    """Return the judge of some recorded games."""
    params = PARAMS[game]
    played = record(games.implementation(game, params), SEEDS[game], GAMES, max_plies=PLIES[game])
    assert played.places
    return Judge(games.specification(game, params).in_bulk(), played)


@pytest.fixture(params=sorted(PARAMS))
def judge(request: pytest.FixtureRequest) -> Judge[Any]:
    """The judge of each game."""
    return judge_of(request.param)


def on(judge: Judge[Any], recording: Recording) -> Judge[Any]:
    """Return the same judge of another recording."""
    return Judge(judge.bulk, recording)


def said_of(check: Callable[[], Any]) -> object:
    """What is found: the coverage, or the words that refute."""
    try:
        return check()
    except RecordingRefuted as refusal:
        return str(refusal)


def test_all_that_is_counted_is_counted_in_spans(judge: Judge[Any]) -> None:
    """A ply at a time, a few, or all at once; `check` takes them where the game says so."""
    expected = judge.ply_by_ply()
    assert expected.positions > 3 * GAMES
    for at_once in (1, 2 * GAMES, 7 * GAMES + 1, 10**6):
        assert judge.in_spans(at_once) == expected
    assert judge.bulk.at_once > SEVERAL * GAMES
    assert judge.check() == expected


def test_games_that_do_not_begin_at_the_start_are_judged_alike(judge: Judge[Any]) -> None:
    """Cut off in front."""
    whole = judge.recording
    legal: Any = whole.legal
    tables = np.array([legal[ply] for ply in range(3, len(whole.turn))])
    rows = {name: getattr(whole, name)[3:] for name in ("board", "turn", "scores", "winners")}
    cut = evolve(whole, played=whole.played[3:], legal=tables, from_start=False, **rows)
    assert on(judge, cut).in_spans(50) == on(judge, cut).ply_by_ply()


# ----------------------------------------------------------------------------- planted in recordings


def other_content(recording: Recording, ply: int, game: int) -> Recording:
    """Put something else on a place."""
    board = recording.board.copy()
    board[ply, game, 2] = (int(board[ply, game, 2]) + 1) % len(recording.contents)
    return evolve(recording, board=board)


def other_number(name: str) -> Callable[[Recording, int, int], Recording]:
    """Change a number of the position, or whether somebody has won."""

    def changed(recording: Recording, ply: int, game: int) -> Recording:
        table = getattr(recording, name).copy()
        before = table[ply, game]
        table[ply, game] = ~before if table.dtype == np.bool_ else 1 - before
        return evolve(recording, **{name: table})

    return changed


def other_legal_set(recording: Recording, ply: int, game: int) -> Recording:
    """Change whether one action is legal."""
    return evolve(recording, legal=with_action(recording, ply, game, 5))


def with_action(recording: Recording, ply: int, game: int, action: int) -> LegalSets:
    """Add an action to a legal set, or take it out."""
    sets: Any = recording.legal
    rows = [
        [np.flatnonzero(sets[at][number]) for at in range(len(recording.turn))]
        for number in range(GAMES)
    ]
    rows[game][ply] = np.setxor1d(rows[game][ply], [action])
    return LegalSets.of(rows, len(recording.turn), len(recording.actions))


def other_play(recording: Recording, ply: int, game: int) -> Recording:
    """Play what is not legal."""
    played = recording.played.copy()
    legal: Any = recording.legal
    played[ply, game] = np.flatnonzero(~legal[ply][game])[0]
    return evolve(recording, played=played)


PLANTED: dict[str, Callable[[Recording, int, int], Recording]] = {
    "board": other_content,
    "turn": other_number("turn"),
    "scores": other_number("scores"),
    "winners": other_number("winners"),
    "legal": other_legal_set,
    "played": other_play,
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_difference_is_found_and_told_as_ply_by_ply(judge: Judge[Any], planted: str) -> None:
    """At the start, in the middle, at the end, and long after the end of a game."""
    turn = judge.recording.turn
    over = int(np.argmin((turn >= 0).sum(axis=0)))  # the game that ends first
    lasts = int((turn[:, over] >= 0).sum())
    plies = [lasts - 1] if planted == "played" else [0, lasts - 1, lasts, lasts + 1, lasts + 4]
    for ply in plies:
        wrong = on(judge, PLANTED[planted](judge.recording, ply, over))
        assert wrong.in_spans(4 * GAMES) is None
        expected = said_of(wrong.ply_by_ply)
        assert isinstance(expected, str), (planted, ply)
        assert ply != plies[-1] or said_of(wrong.check) == expected


def test_what_only_repeats_is_left_out_and_nothing_else(judge: Judge[Any]) -> None:
    """Every ply of a game that goes on is judged, and the first one after its end."""
    recording = judge.recording
    lasts = (recording.turn >= 0).sum(axis=0)
    assert lasts.min() + 2 < len(recording.played)
    left_out = only_repeated(recording)
    expected = np.arange(len(recording.played))[:, None] > lasts
    assert np.array_equal(left_out, expected)
    for at_once in (1, 20, 10**6):
        pairs = np.concatenate([np.stack(each, axis=1) for each in spans(recording, at_once)])
        assert np.array_equal(pairs, np.argwhere(~expected))


def test_positions_are_taken_with_all_that_is_recorded_of_them(judge: Judge[Any]) -> None:
    """In any order, the last ones too; whether legal sets are lists or tables."""
    recording = judge.recording
    sets: Any = recording.legal
    table = np.array([sets[ply] for ply in range(len(recording.turn))])
    plies, numbers = np.array([3, len(table) - 1, 0, 1]), np.array([2, 0, 0, GAMES - 1])
    for each in (recording, evolve(recording, legal=table)):
        found = side_by_side(each, plies, numbers)
        legal: Any = found.legal
        assert np.array_equal(legal[0], table[plies, numbers])
        for name in ("board", "turn", "scores", "winners"):
            given = getattr(recording, name)
            assert np.array_equal(getattr(found, name)[0], given[plies, numbers])
        assert found.played[0].tolist() == [
            recording.played[3, 2],
            -1,
            recording.played[0, 0],
            recording.played[1, GAMES - 1],
        ]


# --------------------------------------------------------------------------------- planted in the rules


def test_positions_are_the_same_only_if_all_of_them_are(judge: Judge[Any]) -> None:
    """One lane of one of many positions differs; boards are the same in all other lanes."""
    bulk, recording = judge.bulk, judge.recording
    here = np.arange(GAMES)
    plies = np.full(GAMES, 4)
    base = on(judge, side_by_side(recording, plies, here)).recorded(0)
    assert bulk.are_same(base, on(judge, side_by_side(recording, plies, here)).recorded(0))
    for game in range(GAMES):
        later = plies + (here == game)
        assert not bulk.are_same(base, on(judge, side_by_side(recording, later, here)).recorded(0))


def test_the_same_facts_of_other_cells_are_not_the_same() -> None:
    """Dreieck: a window as large, one cell further; but one that is larger shows the same."""
    judge = judge_of("dreieck")
    base = judge.recorded(9)
    window = base.position.window
    (q, r), (to_q, to_r) = window.least, window.most
    moved = evolve(base.position, window=Window((q + 1, r), (to_q + 1, to_r)))
    wider = seen_through(base.position, Window((q - 2, r), (to_q, to_r + 1)))
    assert not judge.bulk.are_same(base, evolve(base, position=moved))
    assert judge.bulk.are_same(base, evolve(base, position=wider))


def test_a_game_that_does_not_stay_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules give the turn to somebody once the game is over: in the first ply after its end."""
    judge = judge_of("minoa")
    right = type(judge.bulk).played

    def played(self: Any, positions: Any, chosen: Any) -> Any:
        after = right(self, positions, chosen)
        width = positions.games
        stays = ~sum(1 << game for game in chosen.games.tolist()) & (1 << width) - 1
        first, *others = after.position.turn
        turn = (lanes_in(first, width) | stays, *others)
        return evolve(after, position=evolve(after.position, turn=turn))

    monkeypatch.setattr(type(judge.bulk), "played", played)
    assert judge.in_spans(10**6) is None
    assert "turn after" in str(said_of(judge.check))


def test_what_recordings_do_not_tell_is_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fields are moved by as much as boards cannot tell: then they are judged ply by ply."""
    judge = judge_of("nonaga")
    right = type(judge.bulk).played
    expected = judge.ply_by_ply()

    def played(self: Any, positions: Any, chosen: Any) -> Any:
        boards = right(self, positions, chosen).boards
        pieces = tuple(own + 128 for own in boards.pieces)
        barred = np.where(boards.is_barred[:, None], boards.barred + 128, boards.barred)
        return States(evolve(boards, discs=boards.discs + 128, pieces=pieces, barred=barred))

    monkeypatch.setattr(type(judge.bulk), "played", played)
    assert judge.in_spans(10**6) is None
    monkeypatch.undo()
    assert judge.check() == expected


def test_spans_are_judged_where_several_plies_fit(
    judge: Judge[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not those of as many games as are judged at once anyway."""
    asked: list[int] = []
    monkeypatch.setattr(Judge, "in_spans", lambda _, at_once: asked.append(at_once))
    expected = judge.ply_by_ply()
    for at_once in (0, SEVERAL * GAMES, SEVERAL * GAMES + 1):
        monkeypatch.setattr(type(judge.bulk), "at_once", at_once)
        assert judge.check() == expected
    assert asked == [SEVERAL * GAMES + 1]


@pytest.mark.parametrize("at", range(3))
def test_positions_that_are_not_the_recorded_ones_settle_nothing(
    at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first ones, and those after any span, though all that is recorded of them is right."""
    judge = judge_of("minoa")
    asked: list[int] = []

    def are_same(*_: object) -> bool:
        asked.append(at)
        return len(asked) != at + 1

    monkeypatch.setattr(type(judge.bulk), "are_same", are_same)
    assert judge.in_spans(10 * GAMES) is None
    assert len(asked) == at + 1


def test_a_piece_recorded_on_two_cells_lies_on_the_first() -> None:
    """ARI: and a piece that is recorded nowhere does not lie; positions are as wide as recordings."""
    judge = judge_of("ari")
    bulk: Any = judge.bulk
    board = np.zeros((2, len(bulk.places)), np.int64)
    die, queen = (bulk.contents.index(name) for name in ("black V:2378", "white Q"))
    board[0, [6, 9]], board[1, 3] = die, queen
    found = [
        bulk.state(bulk.read(board, np.zeros(2), np.zeros((2, 2), np.bool_)), game)
        for game in (0, 1)
    ]
    cells = list(bulk.cells.values())
    assert (found[0].armies[1].dice[2].cell.x, found[0].armies[1].dice[2].cell.y) == cells[6]
    assert found[0].armies[1].dice[2].sides == (2, 3, 7, 8)
    assert (found[1].armies[0].queen.cell.x, found[1].armies[0].queen.cell.y) == cells[3]
    lying = [
        [piece.present for army in state.armies for piece in (*army.dice, army.queen)]
        for state in found
    ]
    assert lying == [[at == 6 for at in range(8)], [at == 3 for at in range(8)]]
