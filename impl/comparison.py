"""One game under two readings, searched and played side by side at full speed.

The two kernels are of one class and differ in numbers only, so their action codes are the same. That
their keys mean the same is checked by `same_keys` on the positions that occur.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from rulewright.impl.dispatch import compiled
from rulewright.impl.engine import CompiledEngine, State
from rulewright.impl.kernel import (
    Kernel,
    Row,
    draw_weighted,
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
from rulewright.impl.positions import VACANT, Positions, place_of
from rulewright.impl.randomness import GOLDEN, below, mixed, stream
from rulewright.interface import Action, Nearest


class Manner(IntEnum):
    """How actions of a random game are chosen."""

    UNIFORM = 0
    BIASED = 1
    """By `weight`: rare events are common."""
    GREEDY = 2
    """The largest lead in score right after the action; ties are broken at random."""


# --- compiled -------------------------------------------------------------------------------------


@compiled
def alike(  # noqa: PLR0917
    first: Kernel, second: Kernel, row: Row, other: Row, actions: Row, facts: NDArray[np.int64]
) -> bool:
    """Return whether two positions have the same key, turn, actions, scores and winners.

    `facts` is scratch: four rows, long enough for a key and for a number of each player.
    """
    if turn(first, row) != turn(second, other):
        return False
    write_key(first, row, facts[0])
    write_key(second, other, facts[1])
    for word in range(first.key_size):
        if facts[0, word] != facts[1, word]:
            return False
    write_scores(first, row, facts[0])
    write_winners(first, row, facts[2])
    write_scores(second, other, facts[1])
    write_winners(second, other, facts[3])
    for player in range(first.player_count):
        if facts[0, player] != facts[1, player] or facts[2, player] != facts[3, player]:
            return False
    count = list_legal(second, other, actions)
    if count != list_legal(first, row, actions):
        return False
    # Both lists are equally long, without repetition: the same set if one includes the other.
    for index in range(count):  # noqa: SIM110 - Numba compiles loops, not generators
        if not is_legal(second, other, actions[index]):
            return False
    return True


@compiled
def alike_at_the_start(first: Kernel, second: Kernel, key: Row) -> bool:
    """Set the game up under both readings, write its key, and compare them."""
    row = np.empty(first.row_size, np.int64)
    other = np.empty(second.row_size, np.int64)
    actions = np.empty(max(first.most_legal, second.most_legal), np.int64)
    facts = np.zeros((4, max(first.key_size, first.player_count)), np.int64)
    start(first, row)
    start(second, other)
    write_key(first, row, key)
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
    """Play every action in positions `begin` to `end`, and append the new positions.

    `parents` and `by` record where each came from, and by which action. Stops before a position whose
    successors might not fit the tables, and at the first action after which the two readings differ.
    Returns the first position not expanded, the new count, and that action (-1: none).
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
        read_key(first, keys[number * size : (number + 1) * size], row)
        read_key(second, keys[number * size : (number + 1) * size], other)
        for index in range(list_legal(first, row, actions)):
            after[:] = row
            beyond[:] = other
            play(first, after, actions[index])
            play(second, beyond, actions[index])
            write_key(first, after, key)
            write_key(second, beyond, facts[0])
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
        play(game, after, actions[index])
        write_scores(game, after, scores)
        write_winners(game, after, winners)
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

    It is cut off when `played` is full. Returns the number of plies; the first ply before which the two
    differed (-1: never); whether the follower permits every action while its game goes on; whether one
    of the two ended; and, if both are so, whether the results differ: in the winners, or in that one of
    the two is not over.
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
        legal = list_legal(leader, row, actions)
        if manner == 2:  # noqa: PLR2004 - Manner.GREEDY; compiled code knows no classes
            action = greediest(leader, row, after, actions, legal, scores, winners, mixed(counter))
        elif manner == 1:
            action = draw_weighted(leader, row, actions, legal, temper, mixed(counter))
        else:
            action = actions[below(mixed(counter), legal)]
        if together and turn(follower, other) >= 0:
            together = is_legal(follower, other, action)
            if together:
                play(follower, other, action)
        played[ply] = action
        play(leader, row, action)
        ply += 1
    ended = turn(leader, row) < 0 or turn(follower, other) < 0
    if not (together and ended):
        return ply, parted, together, ended, False
    if (turn(leader, row) < 0) != (turn(follower, other) < 0):
        return ply, parted, True, True, True
    write_scores(leader, row, facts[2])
    write_winners(leader, row, facts[0])
    write_scores(follower, other, facts[3])
    write_winners(follower, other, facts[1])
    for player in range(leader.player_count):
        if facts[0, player] != facts[1, player]:
            return ply, parted, True, True, True
    return ply, parted, True, True, False


@compiled
def play_many(  # noqa: PLR0917
    first: Kernel,
    second: Kernel,
    seed: int,
    manner: int,
    played: Row,
    plies: Row,
    parted: Row,
    comparable: NDArray[np.bool_],
    broken_off: NDArray[np.bool_],
    changed: NDArray[np.bool_],
) -> None:
    """Play games, led by each reading in turn, and write down what `play_both` says of each."""
    for number in range(len(plies)):
        if number % 2:
            outcome = play_both(second, first, seed, number, manner, played)
        else:
            outcome = play_both(first, second, seed, number, manner, played)
        plies[number], parted[number], together, ended, changed[number] = outcome
        comparable[number] = together and ended
        broken_off[number] = together and not ended


@compiled
def first_difference(first: Kernel, second: Kernel, played: Row) -> int:
    """Replay actions on both; return the ply before which they differ (0: at the start).

    -1 if they never differ; -2 if an action is illegal before they do.
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
        if turn(first, row) < 0 or not is_legal(first, row, played[ply]):
            return -2
        play(first, row, played[ply])
        play(second, other, played[ply])
    return -1 if alike(first, second, row, other, scratch, facts) else len(played)


# --- called by the tools --------------------------------------------------------------------------


def nearest_difference(
    first: CompiledEngine,
    second: CompiledEngine,
    limit: int,
    progress: Callable[[int, int], None] | None = None,
) -> Nearest:
    """Compare all positions of a game under two readings, nearest first, each once.

    Stops where the two part, or once about `limit` positions are known. `progress` is called now and
    then with the numbers of positions and plies.
    """
    kernel, other = first.by_address, second.by_address
    key = np.zeros(kernel.key_size, np.int64)
    if not alike_at_the_start(kernel, other, key):
        return Nearest((), 0, 1, complete=False)
    found = Positions.begin(kernel, key, more=2)
    for end in found.runs():
        plies = len(found.layers) - 1
        if found.count >= limit:
            return Nearest(None, plies, found.count, complete=False)
        parents, by = found.more
        found.expanded, found.count, action = expand_both(
            kernel, other, found.keys, parents, by, found.table, found.expanded, end, found.count
        )
        if action >= 0:
            codes = [*_way(parents, by, found.expanded), action]
            moves = tuple(first.notation.text(code) for code in codes)
            return Nearest(moves, plies + 1, found.count, complete=False)
        if progress is not None:
            progress(found.count, plies)
    return Nearest(None, len(found.layers), found.count, complete=True)


def _way(parents: Row, by: Row, number: int) -> list[int]:
    codes = []
    while number:
        codes.append(int(by[number]))
        number = int(parents[number])
    return codes[::-1]


def parting(first: CompiledEngine, second: CompiledEngine, moves: Sequence[Action]) -> int | None:
    """Return after how many of the moves two readings part; None if never, or if a move is illegal."""
    codes = np.array([first.notation.code(move) for move in moves], np.int64)
    found = int(first_difference(first.by_address, second.by_address, codes))
    return found if found >= 0 else None


@frozen(eq=False)
class Parallel:
    """Random games under two readings, led by the first (even numbers) and the second (odd)."""

    first: CompiledEngine
    second: CompiledEngine
    seed: int
    manner: Manner
    plies: NDArray[np.int64] = field(repr=False)
    parted: NDArray[np.int64] = field(repr=False)
    """The ply before which the two differed; -1 if they never did."""
    comparable: NDArray[np.bool_] = field(repr=False)
    """Whether the same actions can be played to the end under both."""
    broken_off: NDArray[np.bool_] = field(repr=False)
    """Whether they were cut off with both games unfinished."""
    changed: NDArray[np.bool_] = field(repr=False)
    """Whether comparable games have different results."""
    most_plies: int

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.plies)

    def shortest(self, most: int) -> Iterator[tuple[Action, ...]]:
        """Yield the actions up to the first difference, of the `most` games that part soonest."""
        order = np.argsort(np.where(self.parted < 0, np.iinfo(np.int64).max, self.parted))
        played = np.zeros(self.most_plies, np.int64)
        for number in order[:most].tolist():
            parted = int(self.parted[number])
            if parted < 0:
                return
            kernels = self.first.by_address, self.second.by_address
            leader, follower = kernels[::-1] if number % 2 else kernels
            play_both(leader, follower, self.seed, number, int(self.manner), played)
            yield tuple(self.first.notation.text(code) for code in played[:parted].tolist())


def play_under_both(  # noqa: PLR0917
    first: CompiledEngine,
    second: CompiledEngine,
    seed: int,
    games: int,
    manner: Manner = Manner.UNIFORM,
    most_plies: int = 1_000,
) -> Parallel:
    """Play random games under two readings side by side; each reading leads half of them.

    Game `g` of a seed is the same whatever the number of games. Games are cut off after `most_plies`.
    """
    plies, parted = np.zeros((2, games), np.int64)
    comparable, broken_off, changed = np.zeros((3, games), np.bool_)
    play_many(
        *(first.by_address, second.by_address, seed, int(manner), np.zeros(most_plies, np.int64)),
        *(plies, parted, comparable, broken_off, changed),
    )
    return Parallel(
        *(first, second, seed, manner, plies, parted),
        *(comparable, broken_off, changed, most_plies),
    )


def same_keys(first: CompiledEngine, second: CompiledEngine, states: Iterator[State]) -> bool:
    """Return whether two engines read each key as the same position."""
    return first.kernel.key_size == second.kernel.key_size and all(
        first.to_json(state) == second.to_json(state) for state in states
    )
