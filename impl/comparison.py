"""One game under two readings: searched side by side, and played side by side, at full speed.

The two kernels are of one class and differ in numbers only, so they number actions alike. That their
keys mean the same as well is tested by `same_keys`, on the positions met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from rulewright.impl.compilation import branch, compiled
from rulewright.impl.engine import CompiledEngine, State
from rulewright.impl.kernel import (
    Kernel,
    Row,
    is_legal,
    list_legal,
    play,
    read_key,
    start,
    turn,
    write_key,
    write_scores,
    write_winners,
)
from rulewright.impl.loops import VACANT, choose, place_of, spread
from rulewright.impl.randomness import GOLDEN, below, mixed, stream
from rulewright.interface import Action, Nearest

SMALLEST_TABLE = 1 << 12
CHUNK = 1 << 15


class Manner(IntEnum):
    """How the player of a random game chooses."""

    UNIFORM = 0
    BIASED = 1
    """As `weight` says: rare events are common."""
    GREEDY = 2
    """What gives the largest lead in score right after the action; ties are drawn by lot."""


# --- compiled -------------------------------------------------------------------------------------

# The kernel's functions are pasted in wherever they are named. Here each is compiled once and called,
# or compiling a large game would take minutes.


@branch
def listed(game: Kernel, row: Row, actions: Row) -> int:
    """Write all legal actions; give their number."""
    return list_legal(game, row, actions)


@branch
def permitted(game: Kernel, row: Row, action: int) -> bool:
    """Tell whether an action is legal."""
    return is_legal(game, row, action)


@branch
def played_on(game: Kernel, row: Row, action: int) -> None:
    """Play an action."""
    play(game, row, action)


@branch
def results(game: Kernel, row: Row, scores: Row, winners: Row) -> None:
    """Write scores and winners."""
    write_scores(game, row, scores)
    write_winners(game, row, winners)


@branch
def key_of(game: Kernel, row: Row, key: Row) -> None:
    """Write the key."""
    write_key(game, row, key)


@branch
def row_of(game: Kernel, key: Row, row: Row) -> None:
    """Read a key."""
    read_key(game, key, row)


@branch
def drawn(  # noqa: PLR0917
    game: Kernel, row: Row, actions: Row, legal: int, temper: int, value: np.uint64
) -> int:
    """Draw an action as biased play does."""
    return choose(game, row, actions, legal, temper, value)


@compiled
def alike(  # noqa: PLR0917
    first: Kernel, second: Kernel, row: Row, other: Row, actions: Row, facts: NDArray[np.int64]
) -> bool:
    """Tell whether two positions are the same, with the same turn, actions, scores and winners.

    `facts` is scratch: four rows, long enough for a key and for a number of each player.
    """
    if turn(first, row) != turn(second, other):
        return False
    key_of(first, row, facts[0])
    key_of(second, other, facts[1])
    for word in range(first.key_size):
        if facts[0, word] != facts[1, word]:
            return False
    results(first, row, facts[0], facts[2])
    results(second, other, facts[1], facts[3])
    for player in range(first.player_count):
        if facts[0, player] != facts[1, player] or facts[2, player] != facts[3, player]:
            return False
    count = listed(second, other, actions)
    if count != listed(first, row, actions):
        return False
    # As many on both sides, each once: the same set if one is within the other.
    for index in range(count):  # noqa: SIM110 - Numba compiles loops, not generators
        if not permitted(second, other, actions[index]):
            return False
    return True


@compiled
def alike_at_the_start(first: Kernel, second: Kernel, key: Row) -> bool:
    """Set the game up under both readings, write its key, and compare."""
    row = np.empty(first.row_size, np.int64)
    other = np.empty(second.row_size, np.int64)
    actions = np.empty(max(first.most_legal, second.most_legal), np.int64)
    facts = np.zeros((4, max(first.key_size, first.player_count)), np.int64)
    start(first, row)
    start(second, other)
    key_of(first, row, key)
    return alike(first, second, row, other, actions, facts)


@compiled
def expand_both(  # noqa: PLR0917
    first: Kernel,
    second: Kernel,
    keys: Row,
    parents: Row,
    by: Row,
    table: Row,
    begin: int,
    end: int,
    count: int,
) -> tuple[int, int, int]:
    """Play every action in the positions `begin` ... `end`, and append the new positions.

    `parents` and `by` keep where each came from, and by which action. Stops before a position whose
    successors might not fit the tables, or at the first action after which the two are not alike.
    Gives the number of the first position not expanded, the new count, and that action (-1: none).
    """
    size = first.key_size
    row = np.empty(first.row_size, np.int64)
    other = np.empty(second.row_size, np.int64)
    after = np.empty(first.row_size, np.int64)
    beyond = np.empty(second.row_size, np.int64)
    key = np.empty(size, np.int64)
    actions = np.empty(first.most_legal, np.int64)
    scratch = np.empty(max(first.most_legal, second.most_legal), np.int64)
    facts = np.zeros((4, max(size, first.player_count)), np.int64)
    room = min(len(parents), len(table) // 2) - first.most_legal
    for number in range(begin, end):
        if count > room:
            return number, count, -1
        for word in range(size):
            key[word] = keys[number * size + word]
        row_of(first, key, row)
        row_of(second, key, other)
        for index in range(listed(first, row, actions)):
            after[:] = row
            beyond[:] = other
            played_on(first, after, actions[index])
            played_on(second, beyond, actions[index])
            key_of(first, after, key)
            key_of(second, beyond, facts[0])
            for word in range(size):
                if facts[0, word] != key[word]:
                    return number, count, actions[index]
            place = place_of(keys, size, key, table)
            if table[place] == VACANT:
                if not alike(first, second, after, beyond, scratch, facts):
                    return number, count, actions[index]
                table[place] = count
                parents[count] = number
                by[count] = actions[index]
                for word in range(size):
                    keys[count * size + word] = key[word]
                count += 1
    return end, count, -1


@compiled
def greediest(  # noqa: PLR0917
    game: Kernel,
    row: Row,
    after: Row,
    actions: Row,
    legal: int,
    scores: Row,
    winners: Row,
    counter: np.uint64,
) -> int:
    """Choose the listed action with the largest lead over the best other player right after it."""
    mover = turn(game, row)
    chosen, best, ties = actions[0], 0, 0
    for index in range(legal):
        after[:] = row
        played_on(game, after, actions[index])
        results(game, after, scores, winners)
        lead = scores[mover]
        most, met = 0, False
        for player in range(game.player_count):
            if player != mover and (not met or scores[player] > most):
                most, met = scores[player], True
        lead -= most
        if ties == 0 or lead > best:
            chosen, best, ties = actions[index], lead, 1
        elif lead == best:
            ties += 1
            counter += GOLDEN
            if below(mixed(counter), ties) == 0:
                chosen = actions[index]
    return chosen  # type: ignore[no-any-return]


@compiled
def play_both(  # noqa: C901, PLR0917
    leader: Kernel, follower: Kernel, seed: int, number: int, manner: int, played: Row
) -> tuple[int, int, bool, bool, bool]:
    """Play one game under the leader's reading, and the same actions under the follower's.

    It is broken off when `played` is full. Gives the number of plies, the first of them before which
    the two were not alike (-1: always alike), whether the follower permits every action as long as its
    game goes on, whether one of the two came to an end, and, where both is so, whether the results
    differ: in the winners, or as one of the two is not over.
    """
    row = np.empty(leader.row_size, np.int64)
    other = np.empty(follower.row_size, np.int64)
    after = np.empty(leader.row_size, np.int64)
    actions = np.empty(leader.most_legal, np.int64)
    scratch = np.empty(max(leader.most_legal, follower.most_legal), np.int64)
    facts = np.zeros((4, max(leader.key_size, leader.player_count)), np.int64)
    scores = np.zeros(leader.player_count, np.int64)
    winners = np.zeros(leader.player_count, np.int64)
    counter = stream(seed, number)
    temper = below(mixed(counter), leader.temper_count)
    start(leader, row)
    start(follower, other)
    ply, parted, together = 0, -1, True
    while True:
        if parted < 0 and not alike(leader, follower, row, other, scratch, facts):
            parted = ply
        if turn(leader, row) < 0 or ply == len(played):
            break
        counter += GOLDEN
        legal = listed(leader, row, actions)
        if manner == 2:  # noqa: PLR2004 - Manner.GREEDY; compiled code knows no classes
            action = greediest(leader, row, after, actions, legal, scores, winners, mixed(counter))
        elif manner == 1:
            action = drawn(leader, row, actions, legal, temper, mixed(counter))
        else:
            action = actions[below(mixed(counter), legal)]
        if together and turn(follower, other) >= 0:
            together = permitted(follower, other, action)
            if together:
                played_on(follower, other, action)
        played[ply] = action
        played_on(leader, row, action)
        ply += 1
    ended = turn(leader, row) < 0 or turn(follower, other) < 0
    if not (together and ended):
        return ply, parted, together, ended, False
    if (turn(leader, row) < 0) != (turn(follower, other) < 0):
        return ply, parted, True, True, True
    results(leader, row, facts[2], facts[0])
    results(follower, other, facts[3], facts[1])
    for player in range(leader.player_count):
        if facts[0, player] != facts[1, player]:
            return ply, parted, True, True, True
    return ply, parted, True, True, False


@compiled
def play_many(  # noqa: PLR0917
    leader: Kernel,
    follower: Kernel,
    seed: int,
    numbers: Row,
    manner: int,
    played: Row,
    plies: Row,
    parted: Row,
    comparable: NDArray[np.bool_],
    broken_off: NDArray[np.bool_],
    changed: NDArray[np.bool_],
) -> None:
    """Play games of given numbers, and write down what `play_both` says of each."""
    for index in range(len(numbers)):
        plies[index], parted[index], together, ended, changed[index] = play_both(
            leader, follower, seed, numbers[index], manner, played
        )
        comparable[index] = together and ended
        broken_off[index] = together and not ended


@compiled
def first_difference(first: Kernel, second: Kernel, played: Row) -> int:
    """Replay actions on both; give the ply before which they are not alike (0: at the start).

    -1 if they are alike to the end, -2 if an action is not legal while they are.
    """
    row = np.empty(first.row_size, np.int64)
    other = np.empty(second.row_size, np.int64)
    scratch = np.empty(max(first.most_legal, second.most_legal), np.int64)
    facts = np.zeros((4, max(first.key_size, first.player_count)), np.int64)
    start(first, row)
    start(second, other)
    for ply in range(len(played)):
        if not alike(first, second, row, other, scratch, facts):
            return ply
        if turn(first, row) < 0 or not permitted(first, row, played[ply]):
            return -2
        played_on(first, row, played[ply])
        played_on(second, other, played[ply])
    return -1 if alike(first, second, row, other, scratch, facts) else len(played)


# --- called by the tools --------------------------------------------------------------------------


def nearest_difference(
    first: CompiledEngine,
    second: CompiledEngine,
    limit: int,
    progress: Callable[[int, int], None] | None = None,
) -> Nearest:
    """Compare all positions of a game under two readings, nearest first, each once.

    Stops where the two part, or in the ply in which more than about `limit` positions are known.
    `progress` is called now and then with the number of positions and of plies.
    """
    kernel, other = first.kernel, second.kernel
    size, room = kernel.key_size, kernel.most_legal
    key = np.zeros(size, np.int64)
    if not alike_at_the_start(kernel, other, key):
        return Nearest((), 0, 1, complete=False)
    held = 2 * room + 1
    keys = np.zeros(size * held, np.int64)
    keys[:size] = key
    parents, by = np.zeros(held, np.int64), np.zeros(held, np.int64)
    table = np.full(max(SMALLEST_TABLE, _power_above(4 * held)), VACANT, np.int64)
    spread(keys, size, 1, table)
    begin, expanded, count, plies = 0, 0, 1, 0
    while begin < count:
        layer = count
        while expanded < layer:
            if count >= limit:
                return Nearest(None, plies, count, complete=False)
            if count + room > len(parents):
                more = max(len(parents), 2 * room)
                keys = np.concatenate([keys, np.zeros(more * size, np.int64)])
                parents = np.concatenate([parents, np.zeros(more, np.int64)])
                by = np.concatenate([by, np.zeros(more, np.int64)])
            if 2 * (count + room) > len(table):
                table = np.empty(_power_above(4 * (count + room)), np.int64)
                spread(keys, size, count, table)
            end = min(expanded + CHUNK, layer)
            expanded, count, action = expand_both(
                kernel, other, keys, parents, by, table, expanded, end, count
            )
            if action >= 0:
                codes = [*_way(parents, by, expanded), action]
                moves = tuple(first.notation.text(code) for code in codes)
                return Nearest(moves, plies + 1, count, complete=False)
            if progress is not None:
                progress(count, plies)
        begin = layer
        plies += 1
    return Nearest(None, plies, count, complete=True)


def _way(parents: Row, by: Row, number: int) -> list[int]:
    codes = []
    while number:
        codes.append(int(by[number]))
        number = int(parents[number])
    return codes[::-1]


def _power_above(number: int) -> int:
    return 1 << (number - 1).bit_length()


def parting(first: CompiledEngine, second: CompiledEngine, moves: Sequence[Action]) -> int | None:
    """Find after how many of some actions two readings part; None if never, or not a legal game."""
    codes = np.array([first.notation.code(move) for move in moves], np.int64)
    found = int(first_difference(first.kernel, second.kernel, codes))
    return found if found >= 0 else None


@frozen(eq=False)
class Parallel:
    """Random games under two readings; even numbers are played by the first, odd by the second."""

    first: CompiledEngine
    second: CompiledEngine
    seed: int
    manner: Manner
    plies: NDArray[np.int64] = field(repr=False)
    parted: NDArray[np.int64] = field(repr=False)
    """The ply before which the two were not alike; -1 where they always were."""
    comparable: NDArray[np.bool_] = field(repr=False)
    """Whether the same actions can be played to an end under both."""
    broken_off: NDArray[np.bool_] = field(repr=False)
    """Whether they could be, but neither came to an end."""
    changed: NDArray[np.bool_] = field(repr=False)
    """Whether, where they can, they came to another result."""
    most_plies: int

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.plies)

    def shortest(self, most: int) -> Iterator[tuple[Action, ...]]:
        """Give the actions that lead to the first difference, of the games that part soonest."""
        order = np.argsort(np.where(self.parted < 0, np.iinfo(np.int64).max, self.parted))
        played = np.zeros(self.most_plies, np.int64)
        for number in order[:most].tolist():
            parted = int(self.parted[number])
            if parted < 0:
                return
            play_both(
                *_sides(self.first, self.second, number),
                self.seed,
                number,
                int(self.manner),
                played,
            )
            yield tuple(self.first.notation.text(code) for code in played[:parted].tolist())


def _sides(first: CompiledEngine, second: CompiledEngine, number: int) -> tuple[Kernel, Kernel]:
    return (second.kernel, first.kernel) if number % 2 else (first.kernel, second.kernel)


def play_under_both(  # noqa: PLR0917
    first: CompiledEngine,
    second: CompiledEngine,
    seed: int,
    games: int,
    manner: Manner = Manner.UNIFORM,
    most_plies: int = 1_000,
) -> Parallel:
    """Play random games under two readings side by side, half of them chosen by each reading.

    Game `g` of a seed is the same whatever the number of games; one of `most_plies` is broken off.
    """
    plies, parted = np.zeros(games, np.int64), np.zeros(games, np.int64)
    comparable, broken_off = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
    changed = np.zeros(games, np.bool_)
    played = np.zeros(most_plies, np.int64)
    for half in (0, 1):
        numbers = np.arange(half, games, 2)
        lengths, differ = np.zeros(len(numbers), np.int64), np.zeros(len(numbers), np.int64)
        both, cut, other = (np.zeros(len(numbers), np.bool_) for _ in range(3))
        leader, follower = _sides(first, second, half)
        play_many(
            *(leader, follower, seed, numbers, int(manner), played),
            *(lengths, differ, both, cut, other),
        )
        plies[half::2], parted[half::2] = lengths, differ
        comparable[half::2], broken_off[half::2], changed[half::2] = both, cut, other
    return Parallel(
        *(first, second, seed, manner, plies, parted),
        *(comparable, broken_off, changed, most_plies),
    )


def same_keys(first: CompiledEngine, second: CompiledEngine, states: Iterator[State]) -> bool:
    """Tell whether two engines read each key as the same position."""
    return first.kernel.key_size == second.kernel.key_size and all(
        first.to_json(state) == second.to_json(state) for state in states
    )
