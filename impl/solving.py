"""Solving of games whose positions are all known: who can force a win against everybody else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rulewright.impl.dispatch import compiled
from rulewright.impl.drivers import Exploration
from rulewright.impl.kernel import Kernel, Row, list_legal, play, read_key, turn, write_key
from rulewright.impl.positions import enter_all, place_of


@compiled
def successors_of(  # noqa: PLR0917
    game: Kernel, keys: Row, table: Row, count: int, starts: Row, following: Row
) -> int:
    """Write the successors of each position, position after position; return how many there are.

    Only counts them if `following` is too short.
    """
    size = game.key_size
    row = np.empty(game.row_size, np.int64)
    after = np.empty(game.row_size, np.int64)
    key = np.empty(size, np.int64)
    actions = np.empty(game.most_legal, np.int64)
    written = 0
    for number in range(count):
        starts[number] = written
        read_key(game, keys[number * size : (number + 1) * size], row)
        legal = 0 if turn(game, row) < 0 else list_legal(game, row, actions)
        for index in range(legal):
            if written < len(following):
                after[:] = row
                play(game, after, actions[index])
                write_key(game, after, key)
                following[written] = table[place_of(keys, size, key, table)]
            written += 1
    starts[count] = written
    return written


@compiled
def force(starts: Row, following: Row, turns: Row, player: int, won: NDArray[np.bool_]) -> int:
    """Add to the positions that a player has `won` all those from which a win can be forced.

    This is the least such set: endless play forces nothing. Returns the number of rounds.
    """
    rounds, changed = 0, True
    while changed:
        changed = False
        rounds += 1
        for number in range(len(turns) - 1, -1, -1):
            if won[number] or turns[number] < 0:
                continue
            own = turns[number] == player
            forced = not own
            for place in range(starts[number], starts[number + 1]):
                if won[following[place]] == own:
                    forced = own
                    break
            if forced:
                won[number] = True
                changed = True
    return rounds


def forced_win(found: Exploration) -> str | None:
    """Name the player who can force a sole win from the start; None if nobody can.

    Raises ValueError unless the exploration is complete.
    """
    if not found.complete:
        raise ValueError("only a game that was visited in full can be solved")
    kernel, count = found.engine.by_address, found.positions
    keys = np.ascontiguousarray(found.keys).reshape(-1)
    table = np.empty(1 << max(2 * count, 1).bit_length(), np.int64)
    enter_all(keys, kernel.key_size, count, table)
    starts = np.zeros(count + 1, np.int64)
    edges = int(successors_of(kernel, keys, table, count, starts, np.zeros(0, np.int64)))
    following = np.zeros(edges, np.int64)
    successors_of(kernel, keys, table, count, starts, following)
    turns, _, winners = found.results()
    for player, name in enumerate(found.engine.players):
        won = (turns < 0) & (winners[:, player] > 0) & (winners.sum(axis=1) == 1)
        force(starts, following, turns, player, won)
        if won[0]:
            return name
    return None
