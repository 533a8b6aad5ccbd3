"""Each compiled loop alone, on a game of two heaps, held against the same in Python's own numbers."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from common.heaps import Heaps, heaps, rows_of
from common.plain_heaps import (
    Position,
    below,
    line,
    mixed,
    perft,
    reachable,
    stream,
)

from rulewright.impl.loops import (
    Log,
    Rows,
    advance,
    count_sequences,
    describe,
    examine,
    expand,
    play_games,
    play_recorded,
    play_steps,
    rank,
    results_of,
)
from rulewright.impl.positions import VACANT, place_of

GAME = heaps()
THREE = heaps(1, players=3, again=2, bonus=2, counted=3)
LAST_WINS = heaps(3, most=2, last_wins=1, rest=1)
GAMES = [GAME, THREE, LAST_WINS, heaps(2, most=1, more=2)]
UNUSED = -77


def some_positions(game: Heaps) -> list[Position]:
    """Positions at all distances, the first and the last among them."""
    every = [each for _, each in reachable(game)]
    return every[:: max(len(every) // 60, 1)] + every[-1:]


def key_of(position: Position) -> np.ndarray:
    return np.array(position.key, np.int64)


def unused(*shape: int) -> np.ndarray:
    """Make a table that shows what was not written."""
    return np.full(shape, UNUSED, np.int64)


# --- one position ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_examined(game: Heaps) -> None:
    """With its key, or as the initial one, whatever the key was."""
    for position in [None, *some_positions(game)]:
        fresh, expected = position is None, position or Position.first(game)
        key = unused(game.key_size) if fresh else key_of(expected)
        actions, scores, winners = unused(6), *unused(2, game.player_count)
        said = examine(game, key, rows_of(game), actions, scores, winners, fresh)
        assert said == (expected.turn, len(expected.legal))
        assert actions.tolist() == expected.legal + [UNUSED] * (6 - len(expected.legal))
        assert (scores.tolist(), winners.tolist()) == (expected.scores, expected.winners)
        assert key.tolist() == expected.key


@pytest.mark.parametrize("game", GAMES)
def test_only_a_legal_action_changes_a_key(game: Heaps) -> None:
    for position, action in product(some_positions(game), range(6)):
        key, legal = key_of(position), action in position.legal
        assert advance(game, key, rows_of(game), action) is legal
        assert key.tolist() == (position.after(action) if legal else position).key


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("room", [2, 9])
def test_actions_are_ranked_and_drawn(game: Heaps, room: int) -> None:
    """As many as there is room for; without a legal action none is drawn."""
    for position in some_positions(game):
        ranked, drawn, count = unused(room), unused(20), len(position.legal)
        assert rank(game, key_of(position), rows_of(game), ranked, drawn) == count
        assert ranked.tolist() == (position.legal + [UNUSED] * 9)[:room]
        values = [mixed(stream(index, count)) for index in range(20)]
        expected = [position.drawn(value) if count else UNUSED for value in values]
        assert drawn.tolist() == expected


@pytest.mark.parametrize("game", GAMES)
def test_tables_have_a_row_for_each_position(game: Heaps) -> None:
    """One is written, and no other."""
    rows = Rows.empty(game, 3)
    players = game.player_count
    assert [table.shape for table in rows] == [(3,), (3,), (3, 6), (3, 4), *[(3, players)] * 2]
    assert not any(table.any() for table in rows)
    for position in some_positions(game):
        row, rows = rows_of(game), Rows(*(unused(*table.shape) for table in rows))
        examine(game, key_of(position), row, unused(6), *unused(2, players), False)
        assert describe(game, row, rows, 1) == len(position.legal)
        assert [table[1].tolist() for table in rows] == told(position)
        assert all((table[::2] == UNUSED).all() for table in rows)


def told(position: Position) -> list[object]:
    """Return a position as a row of the tables has it."""
    count = len(position.legal)
    legal = position.legal + [UNUSED] * (6 - count)
    return [position.turn, count, legal, position.board, position.scores, position.winners]


# --- perft and random games -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_sequences_are_counted(game: Heaps) -> None:
    """Of every length up to the longest and one more, from any position."""
    for position in [Position.first(game), *some_positions(game)[::7]]:
        for depth in range(7):
            counted = count_sequences(game, key_of(position), depth)
            assert counted == perft(position, depth)


@pytest.mark.parametrize(("seed", "most"), [(3, 2), (4, 5), (5, 1_000), (6, 0)])
@pytest.mark.parametrize("game", GAMES)
def test_random_games_are_those_of_a_plain_generator(game: Heaps, seed: int, most: int) -> None:
    """Plies, ends and wins are summed up, and added to the wins that are there."""
    wins, expected = np.full(game.player_count, 10, np.int64), [10] * game.player_count
    games = [line(game, seed, number, most) for number in range(25)]
    for final, _ in (each[-1] for each in games):
        expected = [sum(pair) for pair in zip(expected, final.winners, strict=True)]
    plies = sum(len(each) - 1 for each in games)
    finished = sum(each[-1][0].over for each in games)
    assert play_games(game, seed, 25, most, wins) == (plies, finished)
    assert wins.tolist() == expected


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize(
    ("room", "legal", "most"), [(100, 1_000, 1_000), (1, 1, 9), (3, 100, 3), (9, 7, 4)]
)
@pytest.mark.parametrize("game", GAMES)
def test_games_are_recorded(game: Heaps, room: int, legal: int, most: int, biased: bool) -> None:
    """However much room there is; where a log is full, the next one goes on."""
    games, seed, players = 7, 9, game.player_count
    lines = [line(game, seed, number, most, biased=biased) for number in range(games)]
    expected = [each for one in lines for each in one]
    row, place, counters = rows_of(game), np.zeros(3, np.int64), np.zeros(1, np.uint64)
    while expected:
        empty = Log.empty(game, room, legal)
        widths = [(room,)] * 3, [(legal + 6,)], [(room, width) for width in (4, players, players)]
        assert [table.shape for table in empty] == [shape for some in widths for shape in some]
        assert not any(table.any() for table in empty)
        log = Log(*(unused(*table.shape) for table in empty))
        count = play_recorded(game, seed, games, biased, most, row, place, counters, log)
        held = held_by(expected, room, legal)
        check_log(log, expected[:held])
        assert count == held
        expected = expected[held:]
    assert place[0] == games
    assert play_recorded(game, seed, games, biased, most, row, place, counters, log) == 0


def held_by(positions: list[tuple[Position, int]], room: int, legal: int) -> int:
    """Return how many positions a log takes: the last may have all actions that there can be."""
    taken = 0
    for count, (position, _) in enumerate(positions):
        if count == room or taken > legal:
            return count
        taken += len(position.legal)
    return len(positions)


def check_log(log: Log, expected: list[tuple[Position, int]]) -> None:
    """Hold a log against the positions that it should have, and no others."""
    begin = 0
    for at, (position, action) in enumerate(expected):
        assert log.ends[at] == begin + len(position.legal)
        assert log.legal[begin : log.ends[at]].tolist() == position.legal
        begin = int(log.ends[at])
        assert (log.played[at], log.turns[at]) == (action, position.turn)
        tables = log.boards[at], log.scores[at], log.winners[at]
        wanted = position.board, position.scores, position.winners
        assert tuple(table.tolist() for table in tables) == wanted
    beyond = (log.played, log.turns, log.ends, log.boards, log.scores, log.winners)
    assert all((table[len(expected) :] == UNUSED).all() for table in beyond)


def test_biased_games_have_every_temper() -> None:
    """Of the games that are recorded above."""
    tempers = [below(mixed(stream(9, number)), 3) for number in range(7)]
    assert set(tempers) == {0, 1, 2}


@pytest.mark.parametrize("room", [6, 13, 500])
@pytest.mark.parametrize("game", GAMES)
def test_every_action_of_some_positions_is_played(game: Heaps, room: int) -> None:
    """Before and after; a finished position once, without an action. As long as there is room."""
    positions = [each for _, each in reachable(game)][:40] + some_positions(game)[-2:]
    keys, begin = np.array([each.key for each in positions], np.int64).reshape(-1), 3
    pairs = [
        [(each, -1, each)] if each.over else [(each, a, each.after(a)) for a in each.legal]
        for each in positions
    ]
    while begin < len(positions):
        rows = Rows(*(unused(*table.shape) for table in Rows.empty(game, 2 * room)))
        played, expected, end = unused(room), list[tuple[Position, int, Position]](), begin
        while end < len(positions) and len(expected) + 6 <= room:
            expected += pairs[end]
            end += 1
        said = play_steps(game, keys, begin, len(positions), played, rows)
        assert said == (end, len(expected))
        for at, (before, action, after) in enumerate(expected):
            assert played[at] == action
            assert [table[2 * at].tolist() for table in rows] == told(before)
            assert [table[2 * at + 1].tolist() for table in rows] == told(after)
        assert (rows.turns[2 * len(expected) :] == UNUSED).all()
        begin = end


# --- exploration ----------------------------------------------------------------------------------


class Found:
    """Tables of a search, and what a plain search finds in the same order."""

    def __init__(self, game: Heaps, begin: int, known: int, room: int, slots: int) -> None:
        """Begin with so many known positions, room for so many, and a table of so many places."""
        self.game = game
        self.every = [each for _, each in reachable(game)]
        self.begin, self.known = begin, self.every[:known]
        size = game.key_size
        self.keys = unused(room * size)
        self.keys[: known * size] = [number for each in self.known for number in each.key]
        self.table = unused(slots)
        self.table[:] = VACANT
        for number, each in enumerate(self.known):
            self.table[place_of(self.keys, size, key_of(each), self.table)] = number

    def expanded(self, end: int, limit: int, most: int) -> tuple[int, int, int, bool]:
        """Play all actions up to a limit, as long as no more than `most` are known; say what came."""
        over = 0
        for number in range(self.begin, end):
            if len(self.known) > most:
                return number, len(self.known), over, True
            for each in map(self.every[number].after, self.every[number].legal):
                if each in self.known:
                    continue
                if len(self.known) == limit:
                    return number, limit, over, False
                self.known.append(each)
                over += each.over
        return end, len(self.known), over, True

    def check(self) -> None:
        """Hold the tables against the positions."""
        size, numbers = self.game.key_size, [number for each in self.known for number in each.key]
        assert self.keys[: len(numbers)].tolist() == numbers
        assert (self.keys[len(numbers) :] == UNUSED).all()
        assert (self.table != VACANT).sum() == len(self.known)
        for number, each in enumerate(self.known):
            assert self.table[place_of(self.keys, size, key_of(each), self.table)] == number


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("limit", [99, 14])
@pytest.mark.parametrize(
    ("more", "slots"), [(380, 1024), (380, 32), *((at, 64) for at in range(8))]
)
def test_positions_are_expanded(game: Heaps, more: int, slots: int, limit: int) -> None:
    """Each successor once, in order, while there is room for all that one more can have.

    There is `more` room than is needed, so that whoever does not stop does no harm.
    """
    end = 1 + len(Position.first(game).legal)
    whole = Found(game, 1, end, 400, 1024)
    whole.expanded(end, 99, 99)
    room = len(whole.known) + more
    plain, found = (Found(game, 1, end, room, slots) for _ in range(2))
    expected = plain.expanded(end, limit, min(room, slots // 2) - 6)
    assert expand(game, found.keys, found.table, 1, end, end, limit) == expected
    found.known = plain.known
    found.check()


@pytest.mark.parametrize("game", GAMES)
def test_a_limit_is_kept_that_is_just_met(game: Heaps) -> None:
    """With one position less it is not; the last positions are over, and have no successors."""
    count = len(list(reachable(game)))
    for limit in (count, count - 1):
        found = Found(game, 0, 1, count + 6, 2048)
        number, known, over, over_all = 0, 1, 0, True
        while number < known and over_all:
            number, known, more, over_all = expand(
                game, found.keys, found.table, number, known, known, limit
            )
            over += more
        assert (known, over_all) == (limit, limit == count)
        found.known = found.every[:limit]
        found.check()
        assert over == sum(each.over for each in found.known)


@pytest.mark.parametrize("game", GAMES)
def test_results_are_those_of_a_range(game: Heaps) -> None:
    """From its first position to the one before its end."""
    positions = [each for _, each in reachable(game)]
    keys = np.array([each.key for each in positions], np.int64).reshape(-1)
    for begin, end in ((0, len(positions)), (5, 9), (len(positions) - 3, len(positions)), (4, 4)):
        some = positions[begin:end]
        turns = unused(len(some) + 1)
        scores, winners = unused(2, len(some) + 1, game.player_count)
        over = results_of(game, keys, begin, end, scores, winners, turns)
        assert over == sum(each.over for each in some)
        assert turns.tolist() == [*(each.turn for each in some), UNUSED]
        for table, wanted in (
            (scores, [each.scores for each in some]),
            (winners, [each.winners for each in some]),
        ):
            assert table[:-1].tolist() == wanted
            assert (table[-1] == UNUSED).all()
