"""Two readings side by side, on a game of two heaps, held against the same in Python's own numbers."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from attrs import evolve
from common.heaps import Heaps, engine_of, heaps, rows_of
from common.plain_heaps import GOLDEN, WORD, Position, below, mixed, observed, reachable, stream

from rulewright.impl.comparison import (
    Manner,
    alike,
    alike_at_the_start,
    expand_both,
    first_difference,
    greediest,
    nearest_difference,
    parting,
    play_both,
    play_under_both,
    same_keys,
)
from rulewright.impl.loops import examine
from rulewright.impl.positions import VACANT, place_of

UNUSED = -77
TWO, THREE = heaps(), heaps(1, players=3, again=2)
PAIRS = {
    "the same": (TWO, TWO),
    "never apart": (heaps(1, most=2), heaps(1)),
    "legal": (heaps(3), heaps(3, most=2)),
    "legal later": (heaps(3, most=1, more=1), heaps(3, most=1, more=2)),
    "as many legal": (heaps(3, rest=2, most=2), heaps(3, rest=2, least=2)),
    "key": (TWO, heaps(bonus=1)),
    "scores": (TWO, heaps(counted=2)),
    "winners": (TWO, heaps(last_wins=1)),
    "winners late": (heaps(3, most=2), heaps(3, most=2, last_wins=1)),
    "no winner": (heaps(2, last_wins=2), heaps(2, last_wins=2, rest=2)),
    "turn": (THREE, heaps(1, players=3)),
    "end": (heaps(3, rest=1), heaps(3)),
    "losses": (heaps(1, players=3, counted=-1), heaps(1, players=3, counted=-1, last_wins=1)),
    "start": (TWO, heaps(3)),
}
PAIRED = pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)


def key_of(position: Position) -> np.ndarray:
    return np.array(position.key, np.int64)


def row_of(position: Position) -> np.ndarray:
    game, row = position.game, rows_of(position.game)
    players = game.player_count
    examine(
        game, key_of(position), row, *np.zeros((1, 6), int), *np.zeros((2, players), int), False
    )
    return row


def unused(*shape: int) -> np.ndarray:
    """Make a table that shows what was not written."""
    return np.full(shape, UNUSED, np.int64)


def same(one: Position, other: Position) -> bool:
    return observed(one) == observed(other)


def some(game: Heaps, count: int) -> list[Position]:
    every = [each for _, each in reachable(game)]
    return every[:: max(len(every) // count, 1)] + every[-3:]


# --- positions ------------------------------------------------------------------------------------


@PAIRED
def test_positions_are_alike_if_nothing_tells_them_apart(pair: tuple[Heaps, Heaps]) -> None:
    """The same numbers under both readings, and different positions under one."""
    first, second = pair
    compared = [(one, evolve(one, game=second)) for one in some(first, 40)]
    compared += [(evolve(one, game=first), one) for one in some(second, 40)]
    compared += product(some(first, 8), repeat=2)
    for one, other in compared:
        facts = unused(4, first.key_size)
        said = alike(one.game, other.game, row_of(one), row_of(other), unused(6), facts)
        assert said == same(one, other)


@PAIRED
def test_the_start_is_compared(pair: tuple[Heaps, Heaps]) -> None:
    """And the key written is that of the first reading."""
    first, second = map(Position.first, pair)
    key = unused(pair[0].key_size)
    assert alike_at_the_start(*pair, key) == same(first, second)
    assert key.tolist() == first.key


@PAIRED
def test_the_ply_before_which_two_readings_differ_is_found(pair: tuple[Heaps, Heaps]) -> None:
    """Or that they do not, or that an action is illegal before they do, or that it is over."""
    for number, (leader, follower) in product(range(12), (pair, pair[::-1])):
        moves, parted, *_ = played(leader, follower, number, Manner.UNIFORM, 99)
        engines = engine_of(leader), engine_of(follower)
        texts = [engines[0].notation.text(code) for code in moves]
        for length in range(len(moves) + 1):
            told = parted if 0 <= parted <= length else -1
            some_of_them = np.array(moves[:length], np.int64)
            assert first_difference(leader, follower, some_of_them) == told
            assert parting(*engines, texts[:length]) == (None if told < 0 else told)
        for at in range(len(moves) + 1):
            wrong = np.array([*moves[:at], 2, 2, 5, 5], np.int64)
            assert first_difference(leader, follower, wrong) == replayed(leader, follower, wrong)


def replayed(leader: Heaps, follower: Heaps, moves: np.ndarray) -> int:
    one, other = Position.first(leader), Position.first(follower)
    for ply, action in enumerate(moves.tolist()):
        if not same(one, other):
            return ply
        if action not in one.legal:
            return -2
        one, other = one.after(action), other.after(action)
    return -1 if same(one, other) else len(moves)


# --- searches -------------------------------------------------------------------------------------


class Search:
    """A plain search of one game under two readings, position by position."""

    def __init__(self, first: Heaps, second: Heaps) -> None:
        """Begin at the start."""
        self.second = second
        self.known, self.distances = [Position.first(first)], [0]
        self.parents, self.by = [UNUSED], [UNUSED]

    def expand(self, number: int) -> int:
        """Play every action; return the one after which the readings differ, or -1."""
        one = self.known[number]
        for action in one.legal:
            after, beyond = one.after(action), evolve(one, game=self.second).after(action)
            if after.key != beyond.key:
                return action
            if after in self.known:
                continue
            if not same(after, beyond):
                return action
            self.known.append(after)
            self.distances.append(self.distances[number] + 1)
            self.parents.append(number)
            self.by.append(action)
        return -1

    def way(self, number: int) -> list[int]:
        """Return the actions that lead to a position."""
        return [*self.way(self.parents[number]), self.by[number]] if number else []


@PAIRED
@pytest.mark.parametrize(("room", "slots"), [(600, 2048), (40, 2048), (600, 64)])
def test_both_are_expanded_up_to_a_difference(
    pair: tuple[Heaps, Heaps], room: int, slots: int
) -> None:
    """Each position once, with where it comes from, as long as there is room for one more."""
    size, search = pair[0].key_size, Search(*pair)
    keys, parents, by, table = (unused(each) for each in (room * size, room, room, slots))
    table[:] = VACANT
    keys[:size] = search.known[0].key
    table[place_of(keys, size, keys[:size], table)] = 0
    number, count, action, step = 0, 1, -1, 0
    while number < count and action < 0 and len(search.known) <= min(room, slots // 2) - 6:
        step += 1
        end = min(number + step, count)
        begin, fits = number, min(room, slots // 2) - 6
        said = expand_both(*pair, keys, parents, by, table, begin, end, count)
        while number < end and len(search.known) <= fits and action < 0:
            action = search.expand(number)
            number += action < 0
        count = len(search.known)
        assert said == (number, count, action)
        numbers = [each for position in search.known for each in position.key]
        assert keys.tolist() == numbers + [UNUSED] * (room * size - len(numbers))
        for whole, wanted in ((parents, search.parents), (by, search.by)):
            assert whole.tolist() == wanted + [UNUSED] * (room - count)
        assert sorted(table[table != VACANT].tolist()) == list(range(count))


@PAIRED
def test_the_nearest_difference_is_found(pair: tuple[Heaps, Heaps]) -> None:
    """The first in the order of the search, or none in all positions."""
    engines, search, action, number = tuple(map(engine_of, pair)), Search(*pair), -1, 0
    told = list[tuple[int, int]]()
    found = nearest_difference(*engines, 10_000, lambda *counts: told.append(counts))
    if not same(Position.first(pair[0]), Position.first(pair[1])):
        assert (found.moves, found.plies, found.positions) == ((), 0, 1)
        assert not found.complete
        return
    while number < len(search.known) and action < 0:
        action = search.expand(number)
        number += action < 0
    plies = search.distances[-1] + 1 if action < 0 else search.distances[number] + 1
    codes = None if action < 0 else [*search.way(number), action]
    text = engines[0].notation.text
    assert found.moves == (None if codes is None else tuple(map(text, codes)))
    assert (found.plies, found.positions) == (plies, len(search.known))
    assert found.complete == (action < 0)
    layers = {plies for _, plies in told}
    assert layers == set(range(found.plies - (action >= 0)))
    assert told == sorted(told)


@pytest.mark.parametrize("limit", [1, 2, 7, 8, 30, 100])
def test_a_search_for_a_difference_ends_at_its_limit(limit: int) -> None:
    """When so many positions are known, and no later than a layer after."""
    game = heaps(3, players=3)
    search, sizes = Search(game, game), [1]
    while len(sizes) <= len(search.known):
        search.expand(len(sizes) - 1)
        sizes.append(len(search.known))
    found = nearest_difference(engine_of(game), engine_of(game), limit)
    assert (found.moves, found.complete) == (None, False)
    assert found.positions >= limit
    expanded = [number for number, known in enumerate(sizes) if known == found.positions]
    assert found.plies in {search.distances[number] for number in expanded}
    assert found.plies == 0 or sizes[search.distances.index(found.plies - 1)] < limit


# --- games ----------------------------------------------------------------------------------------


def greedy(position: Position, counter: int) -> int:
    """Return the action with the largest lead; of several each is as likely."""
    leads = []
    for action in position.legal:
        scores = position.after(action).scores
        own = scores.pop(position.mover)
        leads.append(own - max(scores, default=0))
    best = [at for at, lead in enumerate(leads) if lead == max(leads)]
    drawn, ties = -1, 0
    for at, lead in enumerate(leads):
        if drawn < 0 or lead > leads[drawn]:
            drawn, ties = at, 1
        elif lead == leads[drawn]:
            ties += 1
            counter = (counter + GOLDEN) & WORD
            drawn = drawn if below(mixed(counter), ties) else at
    assert drawn in best
    return position.legal[drawn]


@pytest.mark.parametrize("game", [TWO, THREE, PAIRS["losses"][0], heaps(3, players=1)])
def test_the_greediest_action_has_the_largest_lead(game: Heaps) -> None:
    """Whether scores are above or below zero, and whoever is to move."""
    for position in [each for _, each in reachable(game) if not each.over][::3]:
        for counter in (1, 2, 3):
            actions = np.array(position.legal, np.int64)
            tables = unused(2, game.player_count)
            given = row_of(position), rows_of(game), actions, len(actions)
            said = greediest(game, *given, *tables, np.uint64(counter))
            assert said == greedy(position, counter)


def played(
    leader: Heaps, follower: Heaps, number: int, manner: Manner, most: int
) -> tuple[list[int], int, bool, bool, bool]:
    """Play a game of seed 5 as `play_both` does."""
    counter, moves, parted, together = stream(5, number), list[int](), -1, True
    temper = below(mixed(counter), leader.temper_count)
    one, other = Position.first(leader), Position.first(follower)
    while True:
        if parted < 0 and not same(one, other):
            parted = len(moves)
        if one.over or len(moves) == most:
            break
        counter = (counter + GOLDEN) & WORD
        value = mixed(counter)
        if manner is Manner.UNIFORM:
            action = one.drawn(value)
        elif manner is Manner.BIASED:
            action = one.drawn_by_weight(temper, value)
        else:
            action = greedy(one, value)
        if together and not other.over:
            together = action in other.legal
            other = other.after(action) if together else other
        one = one.after(action)
        moves.append(action)
    ended = one.over or other.over
    results = [(each.over, each.winners) for each in (one, other)]
    return moves, parted, together, ended, together and ended and results[0] != results[1]


@PAIRED
@pytest.mark.parametrize("manner", Manner)
def test_games_are_played_under_both_readings(pair: tuple[Heaps, Heaps], manner: Manner) -> None:
    """Led by each in turn, cut off or not."""
    for most in (99, 2):
        parallel = play_under_both(*map(engine_of, pair), 5, 11, manner, most)
        assert (parallel.games, parallel.most_plies, parallel.manner) == (11, most, manner)
        expected = []
        for number in range(11):
            leader, follower = pair[::-1] if number % 2 else pair
            moves, *told = played(leader, follower, number, manner, most)
            codes = unused(most)
            plies, *said = play_both(leader, follower, 5, number, int(manner), codes)
            assert (plies, said) == (len(moves), told)
            assert codes.tolist() == moves + [UNUSED] * (most - plies)
            parted, together, ended, changed = told
            assert (parallel.plies[number], parallel.parted[number]) == (plies, parted)
            assert parallel.comparable[number] == (together and ended)
            assert parallel.broken_off[number] == (together and not ended)
            assert parallel.changed[number] == changed
            if parted >= 0:
                texts = map(parallel.first.notation.text, moves[:parted])
                expected.append((parted, tuple(texts)))
        for count in (0, 3, 11):
            found = list(parallel.shortest(count))
            lengths = sorted(length for length, _ in expected)
            assert [len(moves) for moves in found] == lengths[:count]
            assert all((len(moves), moves) in expected for moves in found)


def test_what_is_not_asked_for_is_uniform_play_of_some_length() -> None:
    """To the end of any game that is no longer than what is told."""
    parallel = play_under_both(engine_of(TWO), engine_of(TWO), 5, 6)
    assert (parallel.manner, parallel.most_plies) == (Manner.UNIFORM, 1_000)
    games = [played(TWO, TWO, number, Manner.UNIFORM, 99)[0] for number in range(6)]
    assert parallel.plies.tolist() == [len(moves) for moves in games]


def test_keys_are_the_same_if_they_are_read_alike() -> None:
    """All of them; engines with keys of another length have none in common."""
    one, other, three = engine_of(TWO), engine_of(heaps(bonus=1)), engine_of(THREE)
    states = [key_of(each).tobytes() for each in some(TWO, 5)]
    assert same_keys(one, other, iter(states))
    assert not same_keys(one, three, iter(states))
    assert not same_keys(one, three, iter([]))
    wrong = engine_of(TWO)
    read = wrong.notation.to_json
    for at in (0, len(states) - 1):
        unlike = np.frombuffer(states[at], np.int64)
        vars(wrong.notation)["to_json"] = lambda key, unlike=unlike: (
            {} if (key == unlike).all() else read(key)
        )
        assert not same_keys(one, wrong, iter(states))
