"""Each driver alone, on a game of two heaps, held against the same in Python's own numbers."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from common.heaps import Heaps, engine_of, heaps
from common.plain_heaps import Position, line, perft, reachable

from rulewright.impl import drivers
from rulewright.impl.drivers import divide, explore, playouts, record
from rulewright.impl.legal_sets import sort_each
from rulewright.interface import LegalSets, Recording

GAME = heaps()
THREE = heaps(1, players=3, again=2, bonus=2, counted=3)
LAST_WINS = heaps(3, most=2, last_wins=1, rest=1)
GROWING = heaps(3, most=1, more=2)
"""Most actions come up later than at the start."""
TWO_OR_MORE = heaps(3, least=2, rest=2)
"""Some actions never come up, the one with code 0 among them."""
GAMES = [GAME, THREE, LAST_WINS, GROWING, TWO_OR_MORE]
TEXTS = ("1-1", "1-2", "1-3", "2-1", "2-2", "2-3")
LISTED = (3, 0, 5, 1, 4, 2)


def state_of(position: Position) -> bytes:
    return np.array(position.key, np.int64).tobytes()


def some_positions(game: Heaps) -> list[Position]:
    """Positions at all distances, the last among them."""
    every = [each for _, each in reachable(game)]
    return every[1 :: max(len(every) // 9, 1)] + every[-1:]


# --- perft and random games -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_sequences_are_counted_from_any_state(game: Heaps) -> None:
    """From the initial one if none is given; of one action if no depth is."""
    engine, start = engine_of(game), Position.first(game)
    assert drivers.perft(engine) == len(start.legal)
    assert [drivers.perft(engine, depth=depth) for depth in range(5)] == [
        perft(start, depth) for depth in range(5)
    ]
    for position in some_positions(game):
        assert drivers.perft(engine, state_of(position), 2) == perft(position, 2)


@pytest.mark.parametrize("game", GAMES)
def test_sequences_are_divided_by_their_first_action(game: Heaps) -> None:
    """In the order of the texts; nothing is left out, be it zero."""
    engine = engine_of(game)
    for position in [None, *some_positions(game)]:
        whole = position or Position.first(game)
        state = None if position is None else state_of(position)
        for depth in (1, 2, 4):
            expected = {
                TEXTS[action]: perft(whole.after(action), depth - 1)
                for action in sorted(whole.legal)
            }
            divided = divide(engine, state, depth)
            assert list(divided.items()) == list(expected.items())
        assert divide(engine, state) == divide(engine, state, 1)


@pytest.mark.parametrize("game", GAMES)
def test_totals_of_random_games_are_told(game: Heaps) -> None:
    """Of one game with seed 0 if nothing else is asked for, and played to its end."""
    engine, names = engine_of(game), "abc"[: game.player_count]
    for asked, (seed, games, most) in (
        ({}, (0, 1, 99)),
        ({"seed": 7, "games": 20}, (7, 20, 99)),
        ({"seed": 1, "games": 9, "max_plies": 2}, (1, 9, 2)),
    ):
        lines = [line(game, seed, number, most) for number in range(games)]
        told = playouts(engine, **asked)
        assert (told.games, told.plies) == (games, sum(len(each) - 1 for each in lines))
        assert told.finished == sum(each[-1][0].over for each in lines)
        wins = [sum(each[-1][0].winners[at] for each in lines) for at in range(len(names))]
        assert list(told.wins.items()) == list(zip(names, wins, strict=True))


# --- recorded games -------------------------------------------------------------------------------


def check(recording: Recording, lines: list[list[tuple[Position, int]]]) -> None:
    """Hold a recording against the games that it should have."""
    longest = max((len(each) - 1 for each in lines), default=0)
    texts = np.array([*recording.actions, "none"])
    assert recording.played.shape == (longest, len(lines))
    assert len(recording.turn) == len(recording.board) == longest + 1
    legal: Any = recording.legal
    assert (legal.plies if isinstance(legal, LegalSets) else len(legal)) == longest + 1
    for number, one in enumerate(lines):
        for ply in range(longest + 1):
            position, action = one[min(ply, len(one) - 1)]
            if ply < longest:
                expected = "none" if action < 0 else TEXTS[action]
                assert texts[recording.played[ply, number]] == expected
            found = sorted(texts[:-1][legal[ply][number]].tolist())
            assert found == sorted(TEXTS[each] for each in position.legal)
            assert recording.turn[ply, number] == position.turn
            assert recording.board[ply, number].tolist() == position.board
            assert recording.scores[ply, number].tolist() == position.scores
            assert recording.winners[ply, number].astype(int).tolist() == position.winners
            assert recording.written is not None
            assert recording.written.state(ply, number) == state_of(position)
            assert recording.written.json(ply, number) == {"key": position.key}


@pytest.mark.parametrize("listed", [LISTED, None])
@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("most", [99, 3, 0])
@pytest.mark.parametrize("game", GAMES)
def test_recorded_games_are_those_of_a_plain_generator(
    game: Heaps, most: int, listed: tuple[int, ...] | None, *, biased: bool
) -> None:
    """With the columns that the notation lists, or with those of the actions that occur."""
    recording = record(engine_of(game, listed), 6, 8, biased=biased, max_plies=most)
    lines = [line(game, 6, number, most, biased=biased) for number in range(8)]
    check(recording, lines)
    occurring = sorted({action for each in lines for at, _ in each for action in at.legal})
    assert recording.actions == tuple(TEXTS[code] for code in listed or occurring)


@pytest.mark.parametrize("listed", [LISTED, None])
@pytest.mark.parametrize(("positions", "legal"), [(1, 1), (4, 50), (5, 9), (100, 6)])
def test_a_record_is_put_together_from_its_parts(
    monkeypatch: pytest.MonkeyPatch, positions: int, legal: int, listed: tuple[int, ...] | None
) -> None:
    """Whatever is recorded at one go."""
    monkeypatch.setattr(drivers, "POSITIONS", positions)
    monkeypatch.setattr(drivers, "LEGAL", legal)
    for game in GAMES:
        recording = record(engine_of(game, listed), 2, 5)
        check(recording, [line(game, 2, number, 99) for number in range(5)])


def test_sorting_has_room_for_the_longest_list_and_one_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Compiled code would not notice if it wrote beyond."""
    rooms = list[int]()

    def sort(codes: Any, ends: Any, *scratch: Any) -> None:
        rooms.extend(map(len, scratch))
        sort_each(codes, ends, *scratch)

    monkeypatch.setattr(drivers, "sort_each", sort)
    record(engine_of(GAME), 1, 2)
    assert rooms
    assert min(rooms) >= GAME.most_legal + 1


@pytest.mark.parametrize("listed", [LISTED, None])
def test_a_recording_says_what_was_played(listed: tuple[int, ...] | None) -> None:
    """Names, options and the types of the tables; without a game there is one row of nothing."""
    engine = engine_of(THREE, listed)
    recording = record(engine, 4, 3)
    assert (recording.game, recording.seed, recording.players) == ("heaps", 4, ("a", "b", "c"))
    assert (recording.params, recording.rulings) == (engine.params, {})
    assert recording.params["again"] == "2"
    assert recording.places == ("first", "second", "both", "over")
    assert recording.contents == engine.notation.contents
    assert recording.from_start
    tables = recording.played, recording.board, recording.turn, recording.scores
    assert [table.dtype for table in tables] == [np.int32, np.uint8, np.int8, np.int32]
    assert recording.winners.dtype == np.bool_
    assert isinstance(recording.legal, LegalSets) == (listed is None)
    nothing = record(engine, 4, 0)
    check(nothing, [])
    assert (nothing.played.shape, nothing.turn.shape) == ((0, 0), (1, 0))


# --- exploration ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_all_positions_are_explored(game: Heaps) -> None:
    """Each once, in the order of a plain search, with what is the case there."""
    every = list(reachable(game))
    found = explore(engine_of(game))
    assert found.complete
    assert found.positions == len(every)
    distances = [distance for distance, _ in every]
    assert found.counts == tuple(distances.count(at) for at in range(max(distances) + 1))
    assert found.finished == sum(each.over for _, each in every)
    assert found.keys.tolist() == [each.key for _, each in every]
    assert list(found.states()) == [state_of(each) for _, each in every]
    for asked, some in (
        ((), every),
        ((5,), every[5:]),
        ((2, 9), every[2:9]),
        ((0, 0), []),
        ((9, 2), []),
    ):
        turns, scores, winners = found.results(*asked)
        assert turns.tolist() == [each.turn for _, each in some]
        assert scores.tolist() == [each.scores for _, each in some]
        assert winners.tolist() == [each.winners for _, each in some]
        assert scores.shape == winners.shape == (len(some), game.player_count)


@pytest.mark.parametrize("game", GAMES)
def test_an_exploration_ends_at_its_limit(game: Heaps) -> None:
    """What it has is what a plain search finds first; a limit that is just met is no limit."""
    every = [each for _, each in reachable(game)]
    for limit in (1, 2, 10, len(every) - 1, len(every), len(every) + 1):
        told: list[tuple[int, int]] = []
        found = explore(engine_of(game), limit, lambda *now, told=told: told.append(now))
        known = every[:limit]
        assert found.complete == (limit >= len(every))
        assert found.keys.tolist() == [each.key for each in known]
        assert found.finished == sum(each.over for each in known)
        assert sum(found.counts) == len(known) == told[-1][0]
        assert told == sorted(told)
        assert all(counts[1] <= counts[0] for counts in told)
        assert found.complete == (told[-1] == (len(every), len(every)))
