"""The compiled loops behind `rulewright.impl.drivers`, written once for all games.

The argument `game` is the `NamedTuple` of a game (see `rulewright.impl.kernel`); its class selects the
kernel's functions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulewright.impl.dispatch import compiled, hot, provides_otherwise
from rulewright.impl.kernel import (
    Kernel,
    Row,
    draw,
    draw_weighted,
    is_legal,
    legal_count,
    list_legal,
    nth_legal,
    play,
    read_key,
    start,
    turn,
    weight,
    write_board,
    write_key,
    write_scores,
    write_winners,
)
from rulewright.impl.positions import VACANT, place_of
from rulewright.impl.randomness import GOLDEN, below, mixed, stream

HEAVIEST = 1 << 20
"""The largest weight of an action."""

# --- one position ---------------------------------------------------------------------------------


@compiled
def examine(  # noqa: PLR0917
    game: Kernel, key: Row, row: Row, actions: Row, scores: Row, winners: Row, fresh: bool
) -> tuple[int, int]:
    """Examine the position of `key`, or, if `fresh`, the initial one, whose key is written to `key`.

    Writes scores, winners and legal `actions`; returns the player to move (-1 when over) and the number
    of legal actions.
    """
    if fresh:
        start(game, row)
        write_key(game, row, key)
    else:
        read_key(game, key, row)
    write_scores(game, row, scores)
    write_winners(game, row, winners)
    return turn(game, row), list_legal(game, row, actions)


@compiled
def advance(game: Kernel, key: Row, row: Row, action: int) -> bool:
    """Change `key` to the position after an action; return False, without change, if it is illegal."""
    read_key(game, key, row)
    if not is_legal(game, row, action):
        return False
    play(game, row, action)
    write_key(game, row, key)
    return True


@compiled
def rank(game: Kernel, key: Row, row: Row, ranked: Row, drawn: Row) -> int:
    """Write the legal actions of `key` by their rank, and some that are drawn; return their number."""
    read_key(game, key, row)
    count = legal_count(game, row)
    for index in range(min(count, len(ranked))):
        ranked[index] = nth_legal(game, row, index)
    for index in range(len(drawn) if count else 0):
        drawn[index] = draw(game, row, mixed(stream(index, count)))
    return count


class Rows(NamedTuple):
    """Tables with a row for each position, in the kernel's codes."""

    turns: Row
    legal_counts: Row
    legal: NDArray[np.int64]
    """Row `i` holds `legal_counts[i]` actions."""
    boards: NDArray[np.int64]
    scores: NDArray[np.int64]
    winners: NDArray[np.int64]

    @classmethod
    def empty(cls, game: Kernel, count: int) -> Rows:
        """Make room for `count` positions."""
        widths = (game.most_legal, game.place_count, game.player_count, game.player_count)
        tables = (np.zeros((count, width), np.int64) for width in widths)
        return cls(np.zeros(count, np.int64), np.zeros(count, np.int64), *tables)


@compiled
def describe(game: Kernel, row: Row, rows: Rows, at: int) -> int:
    """Write a position to row `at` of the tables; return the number of legal actions."""
    rows.turns[at] = turn(game, row)
    count = list_legal(game, row, rows.legal[at])
    rows.legal_counts[at] = count
    write_board(game, row, rows.boards[at])
    write_scores(game, row, rows.scores[at])
    write_winners(game, row, rows.winners[at])
    return count


# --- perft ----------------------------------------------------------------------------------------


@compiled
def count_sequences(game: Kernel, key: Row, depth: int) -> int:
    """Count the sequences of `depth` actions from a position; the last ply is counted in bulk."""
    if depth == 0:
        return 1
    size = game.row_size
    rows = np.empty((depth, size), np.int64)
    actions = np.empty((depth, game.most_legal), np.int64)
    left = np.zeros(depth, np.int64)
    read_key(game, key, rows[0])
    total, ply = 0, 0
    last = depth - 1
    if last == 0:
        return legal_count(game, rows[0])
    left[0] = list_legal(game, rows[0], actions[0])
    while ply >= 0:
        if left[ply] == 0:
            ply -= 1
            continue
        left[ply] -= 1
        after = rows[ply + 1]
        for place in range(size):
            after[place] = rows[ply, place]
        play(game, after, actions[ply, left[ply]])
        if ply + 1 == last:
            total += legal_count(game, after)
        else:
            ply += 1
            left[ply] = list_legal(game, after, actions[ply])
    return total


# --- random games ---------------------------------------------------------------------------------


@provides_otherwise(draw)
def draw_by_rank(game: Kernel, row: Row, value: np.uint64) -> int:
    """Draw the rank of a legal action."""
    return nth_legal(game, row, below(value, legal_count(game, row)))


@hot
def play_games(game: Kernel, seed: int, games: int, most_plies: int, wins: Row) -> tuple[int, int]:
    """Play random games; add to each player's wins; return the plies played and games finished."""
    row = np.empty(game.row_size, np.int64)
    winners = np.zeros(game.player_count, np.int64)
    plies, finished = 0, 0
    for number in range(games):
        counter = stream(seed, number)
        start(game, row)
        ply = 0
        while ply < most_plies and turn(game, row) >= 0:
            counter += GOLDEN
            play(game, row, draw(game, row, mixed(counter)))
            ply += 1
        plies += ply
        if turn(game, row) < 0:
            finished += 1
            write_winners(game, row, winners)
            for player in range(game.player_count):
                wins[player] += winners[player]
    return plies, finished


@provides_otherwise(draw_weighted)
def draw_by_weight(  # noqa: PLR0917
    game: Kernel, row: Row, actions: Row, legal: int, temper: int, value: np.uint64
) -> int:
    """Draw one of the legal actions, each weighed by itself."""
    total = 0
    for index in range(legal):
        total += weight(game, row, actions[index], temper)
    left = below(value, total)
    for index in range(legal):
        left -= weight(game, row, actions[index], temper)
        if left < 0:
            return actions[index]  # type: ignore[no-any-return]
    return actions[legal - 1]  # type: ignore[no-any-return]


@compiled
def weigh(game: Kernel, key: Row, row: Row, actions: Row, found: Row) -> bool:
    """Weigh the legal actions of `key` by all tempers; write what has a wrong weight, if any has.

    That is an action, a temper, and the weight.
    """
    read_key(game, key, row)
    for index in range(list_legal(game, row, actions)):
        for temper in range(game.temper_count):
            heavy = weight(game, row, actions[index], temper)
            if not 1 <= heavy <= HEAVIEST:
                found[0], found[1], found[2] = actions[index], temper, heavy
                return True
    return False


@compiled
def board_of(game: Kernel, key: Row, row: Row, board: Row) -> None:
    """Write what each place of the position of `key` holds."""
    read_key(game, key, row)
    write_board(game, row, board)


KEY, SCORES, WINNERS, BOARD, START, READ = range(1, 7)
"""What `kept_from_before` returns."""


@compiled
def kept_from_before(game: Kernel, key: Row) -> int:
    """Return what of a position is written without a part of it, so that what was there stays; or 0."""
    rows = np.empty((2, game.row_size), np.int64)
    keys = np.empty((2, game.key_size), np.int64)
    scores, winners = np.empty((2, 2, game.player_count), np.int64)
    boards = np.empty((2, game.place_count), np.int64)
    for other in range(2):
        rows[other], keys[other], boards[other] = other, other, other
        scores[other], winners[other] = other, other
        read_key(game, key, rows[0])
        write_key(game, rows[0], keys[other])
        write_scores(game, rows[0], scores[other])
        write_winners(game, rows[0], winners[other])
        write_board(game, rows[0], boards[other])
    if np.any(keys[0] != keys[1]):
        return KEY
    if np.any(scores[0] != scores[1]):
        return SCORES
    if np.any(winners[0] != winners[1]):
        return WINNERS
    if np.any(boards[0] != boards[1]):
        return BOARD
    for which in range(2):
        for other in range(2):
            rows[other] = other
            if which == 0:
                start(game, rows[other])
            else:
                read_key(game, key, rows[other])
            write_key(game, rows[other], keys[other])
        if np.any(keys[0] != keys[1]):
            return START + which
    return 0


class Log(NamedTuple):
    """Tables with a row for each position, game after game, in the kernel's codes."""

    played: Row
    """The action played in a position; -1 in the last one of a game."""
    turns: Row
    ends: Row
    """Where the legal actions of a position end in `legal`; they begin where those before end."""
    legal: Row
    boards: NDArray[np.int64]
    scores: NDArray[np.int64]
    winners: NDArray[np.int64]

    @classmethod
    def empty(cls, game: Kernel, count: int, legal: int) -> Log:
        """Make room for `count` positions, and for `legal` actions and those of one position more."""
        widths = (game.place_count, game.player_count, game.player_count)
        played, turns, ends = np.zeros((3, count), np.int64)
        tables = (np.zeros((count, width), np.int64) for width in widths)
        return cls(played, turns, ends, np.zeros(legal + game.most_legal, np.int64), *tables)


@compiled
def play_recorded(  # noqa: PLR0917
    game: Kernel,
    seed: int,
    games: int,
    biased: bool,
    most_plies: int,
    row: Row,
    place: Row,
    counters: NDArray[np.uint64],
    log: Log,
) -> int:
    """Play games and record every position until the log is full; return how many positions it has.

    A game goes on where the call before broke off: with its number, ply and temper in `place`, its
    position in `row`, its random numbers in `counters`.
    """
    number, ply, temper = place[0], place[1], place[2]
    counter = counters[0]
    at, end = 0, 0
    while number < games and at < len(log.turns) and end + game.most_legal <= len(log.legal):
        if ply == 0:
            counter = stream(seed, number)
            temper = below(mixed(counter), game.temper_count)
            start(game, row)
        actions = log.legal[end:]
        legal = list_legal(game, row, actions)
        end += legal
        log.ends[at] = end
        log.turns[at] = turn(game, row)
        write_board(game, row, log.boards[at])
        write_scores(game, row, log.scores[at])
        write_winners(game, row, log.winners[at])
        if ply == most_plies or log.turns[at] < 0:
            log.played[at] = -1
            number += 1
            ply = 0
        else:
            counter += GOLDEN
            value = mixed(counter)
            if biased:
                action = draw_weighted(game, row, actions, legal, temper, value)
            else:
                action = actions[below(value, legal)]
            log.played[at] = action
            play(game, row, action)
            ply += 1
        at += 1
    place[0], place[1], place[2] = number, ply, temper
    counters[0] = counter
    return at


@compiled
def play_steps(  # noqa: PLR0917
    game: Kernel, keys: Row, begin: int, end: int, played: Row, rows: Rows
) -> tuple[int, int]:
    """Play each legal action of positions `begin` to `end`, as long as there are rows.

    Game g has rows 2g and 2g + 1, before and after its action; a finished position makes a game without
    an action (-1). A position is described as it is read from its key: a search goes on from there.
    Returns the first position not played and the number of games.
    """
    size = game.key_size
    row = np.empty(game.row_size, np.int64)
    after = np.empty(game.row_size, np.int64)
    key = np.empty(size, np.int64)
    actions = np.empty(game.most_legal, np.int64)
    games = 0
    for number in range(begin, end):
        if games + game.most_legal > len(played):
            return number, games
        read_key(game, keys[number * size : (number + 1) * size], row)
        count = list_legal(game, row, actions)
        for index in range(max(count, 1)):
            describe(game, row, rows, 2 * games)
            after[:] = row
            played[games] = -1
            if count:
                played[games] = actions[index]
                play(game, after, actions[index])
                write_key(game, after, key)
                read_key(game, key, after)
            describe(game, after, rows, 2 * games + 1)
            games += 1
    return end, games


# --- exploration ----------------------------------------------------------------------------------


@compiled
def expand(  # noqa: PLR0917
    game: Kernel, keys: Row, table: Row, begin: int, end: int, count: int, limit: int
) -> tuple[int, int, int, bool]:
    """Play every action in positions `begin` to `end`, and append the new positions.

    Stops before a position whose successors might not fit the tables, and when a new position would
    exceed `limit`. Returns the first position not expanded, the new count, how many of the new positions
    are over, and whether the limit was kept.
    """
    size = game.key_size
    row = np.empty(game.row_size, np.int64)
    after = np.empty(game.row_size, np.int64)
    key = np.empty(size, np.int64)
    actions = np.empty(game.most_legal, np.int64)
    room = min(len(keys) // size, len(table) // 2) - game.most_legal
    over = 0
    for number in range(begin, end):
        if count > room:
            return number, count, over, True
        read_key(game, keys[number * size : (number + 1) * size], row)
        for index in range(list_legal(game, row, actions)):
            for place in range(game.row_size):
                after[place] = row[place]
            play(game, after, actions[index])
            write_key(game, after, key)
            place = place_of(keys, size, key, table)
            if table[place] == VACANT:
                if count == limit:
                    return number, count, over, False
                table[place] = count
                for word in range(size):
                    keys[count * size + word] = key[word]
                count += 1
                over += turn(game, after) < 0
    return end, count, over, True


@compiled
def results_of(  # noqa: PLR0917
    game: Kernel, keys: Any, begin: int, end: int, scores: Any, winners: Any, turns: Row
) -> int:
    """Write turns, scores and winners of a range of positions; return how many are over."""
    size = game.key_size
    row = np.empty(game.row_size, np.int64)
    over = 0
    for number in range(begin, end):
        read_key(game, keys[number * size : (number + 1) * size], row)
        turns[number - begin] = turn(game, row)
        write_scores(game, row, scores[number - begin])
        write_winners(game, row, winners[number - begin])
        over += turns[number - begin] < 0
    return over
