"""The rules of ARI as compiled code.

Sets of cells are bits. What the specification asks of each candidate cell, this finds for all
cells at once (`rulewright.impl.ari.pieces`). The sets for the player to move are made when a turn begins
(`rulewright.impl.ari.choices`); the number of legal actions, and the action of any rank, are then read
off, here.

An action is a number: a die put on a cell in one of its ways, ``(die * n² + cell) * 24 + way``; after
those the queen's cells; after those the three strikes. Dice in actions are 0, 1, 2: always the mover's
own.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl import kernel
from rulewright.impl.ari.board import (
    ALLOWED,
    DICE_CELLS,
    LAST,
    LOST,
    MOST_WAYS,
    OVER,
    QUEEN_CELLS,
    QUEEN_SET,
    STRIKES,
    TOTAL,
    TURN,
    WAY,
    Ari,
    X,
    Y,
)
from rulewright.impl.ari.choices import dice_lie, end, in_play, look_round, pass_turn
from rulewright.impl.ari.pieces import DICE, QUEEN, covered, find_all_targets, lay, part, put
from rulewright.impl.bits import count_ones, lowest_one, nth_one
from rulewright.impl.dispatch import leaf, provides
from rulewright.impl.kernel import Row
from rulewright.impl.randomness import below
from rulewright.impl.rows import entry

STRIKING, STEPPING, COVERING, SKIRTING, CORNERED = range(5)
"""Tempers of biased play; the last one is uniform."""


@leaf
def begin(game: Ari, row: Row) -> None:
    """Clear the board."""
    for place in range(game.row_size):
        row[place] = 0


@provides(kernel.start, Ari)
def start(game: Ari, row: Row) -> None:
    """Clear the board; white begins (ARI-1)."""
    begin(game, row)
    look_round(game, row)


@provides(kernel.turn, Ari)
def turn(game: Ari, row: Row) -> int:  # noqa: ARG001
    """Return the player to move, -1 when over."""
    return row[TURN]  # type: ignore[no-any-return]


@provides(kernel.legal_count, Ari)
def legal_count(game: Ari, row: Row) -> int:  # noqa: ARG001
    """Return the number found when the turn began."""
    return row[TOTAL]  # type: ignore[no-any-return]


@leaf
def nth_cell(game: Ari, row: Row, which: int, index: int) -> int:
    """Return a cell of a set by its rank, as ``(y - 1) * n + x - 1``."""
    for word in range(game.words):
        bits = part(game, row, which, word)
        here = count_ones(bits)
        if index < here:
            return cell_at(game, 64 * word + nth_one(bits, index))
        index -= here
    return -1


@leaf
def cell_at(game: Ari, spot: int) -> int:
    """Return the number of the cell at a spot: in a row of spots there is one more than cells."""
    return spot - entry(game.row_at, spot)


@leaf
def keeps_orientation(game: Ari, row: Row) -> bool:
    """Return whether a die that is put now keeps the way it lies: in play, if so ruled."""
    return game.kept and in_play(row)


@provides(kernel.nth_legal, Ari)
def nth_legal(game: Ari, row: Row, index: int) -> int:
    """Return a legal action by its rank: strikes, the queen's cells, then dice, their ways fastest."""
    cells = game.n * game.n
    strikes = count_ones(row[STRIKES])
    if index < strikes:
        return 3 * cells * MOST_WAYS + cells + nth_one(row[STRIKES], index)
    index -= strikes
    if index < row[QUEEN_CELLS]:
        return 3 * cells * MOST_WAYS + nth_cell(game, row, QUEEN_SET, index)
    index -= row[QUEEN_CELLS]
    kept = keeps_orientation(game, row)
    for die in range(3):
        ways = 1 if kept else game.ways[die]
        here = row[DICE_CELLS + die] * ways
        if index < here:
            # Most dice have so many ways; dividing by a constant is faster.
            rank = index // MOST_WAYS if ways == MOST_WAYS else index // ways
            cell = nth_cell(game, row, ALLOWED + die, rank)
            way = row[WAY + 3 * row[TURN] + die] if kept else index - rank * ways
            return (die * cells + cell) * MOST_WAYS + way
        index -= here
    return -1


@provides(kernel.list_legal, Ari)
def list_legal(game: Ari, row: Row, actions: Row) -> int:
    """List the legal actions in the order of `nth_legal`."""
    if row[TURN] == OVER:
        return 0
    cells = game.n * game.n
    count = 0
    for die in range(3):
        if (row[STRIKES] >> die) & 1:
            actions[count] = 3 * cells * MOST_WAYS + cells + die
            count += 1
    for word in range(game.words):
        bits = part(game, row, QUEEN_SET, word)
        while bits:
            cell = cell_at(game, 64 * word + lowest_one(bits))
            actions[count] = 3 * cells * MOST_WAYS + cell
            bits &= bits - 1
            count += 1
    kept = keeps_orientation(game, row)
    for die in range(3):
        first = row[WAY + 3 * row[TURN] + die] if kept else 0
        last = first + 1 if kept else game.ways[die]
        for word in range(game.words):
            bits = part(game, row, ALLOWED + die, word)
            while bits:
                cell = cell_at(game, 64 * word + lowest_one(bits))
                bits &= bits - 1
                for way in range(first, last):
                    actions[count] = (die * cells + cell) * MOST_WAYS + way
                    count += 1
    return count


@provides(kernel.is_legal, Ari)
def is_legal(game: Ari, row: Row, action: int) -> bool:
    """Return whether an action is in the sets found when the turn began."""
    if row[TURN] == OVER:
        return False
    cells = game.n * game.n
    rest = action - 3 * cells * MOST_WAYS
    if rest >= cells:
        return (row[STRIKES] >> (rest - cells)) & 1 == 1  # type: ignore[no-any-return]
    if rest >= 0:
        return holds(game, row, QUEEN_SET, rest)
    die = action // (cells * MOST_WAYS)
    way = action % MOST_WAYS
    kept = keeps_orientation(game, row)
    fits = way == row[WAY + 3 * row[TURN] + die] if kept else way < game.ways[die]
    return fits and holds(game, row, ALLOWED + die, action // MOST_WAYS % cells)


@leaf
def holds(game: Ari, row: Row, which: int, cell: int) -> bool:
    """Return whether a set has the cell numbered ``(y - 1) * n + x - 1``."""
    spot = cell + entry(game.row_of, cell)
    return (part(game, row, which, spot >> 6) >> (spot & 63)) & 1 == 1


@leaf
def die_of(game: Ari, action: int) -> int:
    """Return which die an action puts on a cell, 0 to 2, without a division."""
    each = game.n * game.n * MOST_WAYS
    return (1 if action >= each else 0) + (1 if action >= 2 * each else 0)


@provides(kernel.play, Ari)
def play(game: Ari, row: Row, action: int) -> None:
    """Put a die or the queen, or strike, and see whose turn it is then."""
    cells = game.n * game.n
    player = row[TURN]
    other = QUEEN + 1 - player
    rest = action - 3 * cells * MOST_WAYS
    if rest >= cells:
        put(game, row, other, 0, 0)
        end(row)
        return
    which = die_of(game, action)
    cell = rest if rest >= 0 else action // MOST_WAYS - which * cells
    y = game.row_of[cell]
    x = cell - (y - 1) * game.n + 1
    if rest >= 0:
        put(game, row, QUEEN + player, x, y)
    else:
        die = 3 * player + which
        lands = row[X + other] == x and row[Y + other] == y
        if lands:
            put(game, row, other, 0, 0)
        lay(game, row, die, x, y, action % MOST_WAYS)
        if lands:
            end(row)
            return
        if row[X + QUEEN] == 0:
            row[LAST] = 0 if dice_lie(row) else 1 + die
    pass_turn(game, row)


@leaf
def preference(game: Ari, row: Row, action: int, temper: int) -> int:
    """Prefer what uniform play rarely does.

    Tempers: striking; stepping with the queen (queens meet); covering sides of dice (also the set-up
    runs dry); skirting the edge with all pieces (targets off the board); putting the queen in a corner,
    and the own dice beside her (players without an action); and uniform.
    """
    cells = game.n * game.n
    rest = action - 3 * cells * MOST_WAYS
    if rest >= cells:
        return 2000 if temper == STRIKING else 1
    cell = rest if rest >= 0 else action // MOST_WAYS - die_of(game, action) * cells
    y = game.row_of[cell]
    x = cell - (y - 1) * game.n + 1
    own = QUEEN + row[TURN]
    edges = (x in (1, game.n)) + (y in (1, game.n))
    wanted = 0
    if temper == STEPPING:
        wanted = 2 if rest >= 0 else 0
    elif temper == COVERING and rest < 0:
        for side in range(4):
            wanted += covered(row, x, y, side)
    elif temper == SKIRTING or (temper == CORNERED and rest >= 0):
        wanted = edges * edges
    elif temper == CORNERED:
        wanted = abs(row[X + own] - x) + abs(row[Y + own] - y) == 1
    return 1 + 50 * wanted


@provides(kernel.weight, Ari)
def weight(game: Ari, row: Row, action: int, temper: int) -> int:
    """Prefer what uniform play rarely does (see `preference`)."""
    return preference(game, row, action, temper)


@leaf
def ways_listed(game: Ari, row: Row, action: int) -> int:
    """Return how many actions in a row, from a listed one on, differ only in how a die lies."""
    if action >= 3 * game.n * game.n * MOST_WAYS or keeps_orientation(game, row):
        return 1
    return game.ways[die_of(game, action)]  # type: ignore[no-any-return]


@provides(kernel.draw_weighted, Ari)
def draw_weighted(  # noqa: PLR0917
    game: Ari, row: Row, actions: Row, legal: int, temper: int, value: np.uint64
) -> int:
    """Draw by weights: they do not depend on how a die lies, so one is found for all its ways."""
    total, index = 0, 0
    while index < legal:
        ways = ways_listed(game, row, actions[index])
        total += ways * preference(game, row, actions[index], temper)
        index += ways
    left = below(value, total)
    index = 0
    while True:
        ways = ways_listed(game, row, actions[index])
        each = preference(game, row, actions[index], temper)
        if left < ways * each:
            return actions[index + left // each]  # type: ignore[no-any-return]
        left -= ways * each
        index += ways


@leaf
def winner(row: Row) -> int:
    """Return the player who has won; -1 if nobody has."""
    if row[TURN] != OVER:
        return -1
    if row[LOST]:
        return 2 - row[LOST]  # type: ignore[no-any-return]
    white, black = row[X + QUEEN] != 0, row[X + QUEEN + 1] != 0
    if white == black:
        return -1
    return 0 if white else 1


@provides(kernel.write_scores, Ari)
def write_scores(game: Ari, row: Row, scores: Row) -> None:  # noqa: ARG001
    """Write 1 for a win."""
    for player in range(2):
        scores[player] = 1 if winner(row) == player else 0


@provides(kernel.write_winners, Ari)
def write_winners(game: Ari, row: Row, winners: Row) -> None:  # noqa: ARG001
    """Mark the winner, if there is one."""
    for player in range(2):
        winners[player] = 1 if winner(row) == player else 0


@provides(kernel.write_board, Ari)
def write_board(game: Ari, row: Row, board: Row) -> None:
    """Write the contents of the cells, row after row, then the last die put down, then who lost."""
    cells = game.n * game.n
    for place in range(cells + 2):
        board[place] = 0
    queens = game.first_content[5] + game.ways[2]
    for piece in range(8):
        x, y = row[X + piece], row[Y + piece]
        if x:
            code = queens + piece - QUEEN
            if piece < DICE:
                code = game.first_content[piece] + row[WAY + piece]
            board[(y - 1) * game.n + x - 1] = code
    if row[LAST]:
        board[cells] = queens + 1 + row[LAST]
    if row[LOST]:
        board[cells + 1] = queens + 7 + row[LOST]


@provides(kernel.write_key, Ari)
def write_key(game: Ari, row: Row, key: Row) -> None:  # noqa: ARG001
    """Write turn, last, lost and queens to one word, and the dice of each player to one word."""
    key[0] = row[TURN] + 1 | row[LAST] << 2 | row[LOST] << 5
    for player in range(2):
        queen = QUEEN + player
        key[0] |= (row[X + queen] | row[Y + queen] << 5) << (7 + 10 * player)
        key[1 + player] = 0
        for die in range(3):
            piece = 3 * player + die
            lies = row[X + piece] | row[Y + piece] << 5 | row[WAY + piece] << 10
            key[1 + player] |= lies << (15 * die)


@leaf
def read_pieces(game: Ari, key: Row, row: Row) -> None:
    """Put the pieces of a key on the empty board, with turn, last and lost as they are."""
    begin(game, row)
    for player in range(2):
        cell = key[0] >> (7 + 10 * player)
        put(game, row, QUEEN + player, cell & 31, (cell >> 5) & 31)
        for die in range(3):
            lies = key[1 + player] >> (15 * die)
            put(game, row, 3 * player + die, lies & 31, (lies >> 5) & 31)
            row[WAY + 3 * player + die] = (lies >> 10) & 31
    find_all_targets(game, row)
    row[TURN] = (key[0] & 3) - 1
    row[LAST] = (key[0] >> 2) & 7
    row[LOST] = (key[0] >> 5) & 3


@provides(kernel.read_key, Ari)
def read_key(game: Ari, key: Row, row: Row) -> None:
    """Put the pieces of a key on the empty board, and look round."""
    read_pieces(game, key, row)
    if row[TURN] != OVER:
        look_round(game, row)


# --- positions from outside -----------------------------------------------------------------------


@leaf
def actions_of(game: Ari, key: Row, row: Row, player: int) -> int:
    """Count the legal actions that a player would have, were it that player's turn."""
    read_pieces(game, key, row)
    row[TURN] = player
    look_round(game, row)
    return row[TOTAL]  # type: ignore[no-any-return]
