"""The rules of ARI as compiled code.

Sets of cells are lines of bits. What the specification asks of each candidate cell, this finds for all
cells at once: each open side of a die sets the one bit it points at, and the cells for a die are those
bits, joined with the queen's neighbours, less the occupied ones. Whether anything stands between a die
and a queen is one test of a stretch of a line. The sets for the player to move are made when a turn
begins; the number of legal actions, and the action of any rank, are then read off.

Pieces are 0 ... 2 (white's dice), 3 ... 5 (black's), 6 and 7 (the queens). An action is a number: a die
put on a cell in one of its ways, ``(die * n² + cell) * 24 + way``; after those the queen's cells; after
those the three strikes. Dice in actions are 0, 1, 2: always the mover's own.
"""

from __future__ import annotations

from rulewright.impl import kernel
from rulewright.impl.ari.board import (
    ALL_COLUMNS,
    ALL_ROWS,
    ALLOWED,
    DICE_CELLS,
    DICE_COLUMNS,
    DICE_ROWS,
    LAST,
    LINES,
    LOST,
    MOST_WAYS,
    OFFERED,
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
from rulewright.impl.compilation import count_ones, leaf, lowest_one, nth_one, provides
from rulewright.impl.kernel import Row

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
QUEEN = 6
DICE = 6
EACH = 3
"""Dice of each player."""
STRIKING, STEPPING, COVERING, SKIRTING, CORNERED = range(5)


# --- pieces on the board --------------------------------------------------------------------------


@leaf
def line(game: Ari, which: int, number: int) -> int:
    """Give the place in a row of one line of a set of cells."""
    return LINES + which * game.stride + number


@leaf
def toggle(game: Ari, row: Row, piece: int) -> None:
    """Put a piece into the sets of occupied cells, or take it out of them, at its coordinates."""
    x, y = row[X + piece], row[Y + piece]
    row[line(game, ALL_ROWS, y)] ^= 1 << x
    row[line(game, ALL_COLUMNS, x)] ^= 1 << y
    if piece < DICE:
        row[line(game, DICE_ROWS, y)] ^= 1 << x
        row[line(game, DICE_COLUMNS, x)] ^= 1 << y


@leaf
def put(game: Ari, row: Row, piece: int, x: int, y: int) -> None:
    """Put a piece on a cell, from wherever it was."""
    if row[X + piece]:
        toggle(game, row, piece)
    row[X + piece] = x
    row[Y + piece] = y
    if x:
        toggle(game, row, piece)


@leaf
def covered(game: Ari, row: Row, x: int, y: int, side: int) -> bool:
    """Tell whether a die lies next to a cell on one side."""
    if side == NORTH:
        return (row[line(game, DICE_ROWS, y + 1)] >> x) & 1 == 1  # type: ignore[no-any-return]
    if side == EAST:
        return (row[line(game, DICE_ROWS, y)] >> (x + 1)) & 1 == 1  # type: ignore[no-any-return]
    if side == SOUTH:
        return (row[line(game, DICE_ROWS, y - 1)] >> x) & 1 == 1  # type: ignore[no-any-return]
    return (row[line(game, DICE_ROWS, y)] >> (x - 1)) & 1 == 1  # type: ignore[no-any-return]


@leaf
def number_on(game: Ari, row: Row, die: int, side: int) -> int:
    """Give the number that a die shows on one side."""
    kind = die if die < EACH else die - EACH
    return game.sides[(kind * MOST_WAYS + row[WAY + die]) * 4 + side]  # type: ignore[no-any-return]


@leaf
def add_targets(game: Ari, row: Row, die: int, which: int) -> None:
    """Add the target cells of a die to a set, if it lies on the board (ARI-4)."""
    x, y = row[X + die], row[Y + die]
    if x == 0:
        return
    above, beside, below = (
        row[line(game, DICE_ROWS, y + 1)],
        row[line(game, DICE_ROWS, y)],
        row[line(game, DICE_ROWS, y - 1)],
    )
    north = y + number_on(game, row, die, NORTH)
    if north <= game.n and (above >> x) & 1 == 0:
        row[line(game, which, north)] |= 1 << x
    east = x + number_on(game, row, die, EAST)
    if east <= game.n and (beside >> (x + 1)) & 1 == 0:
        row[line(game, which, y)] |= 1 << east
    south = y - number_on(game, row, die, SOUTH)
    if south >= 1 and (below >> x) & 1 == 0:
        row[line(game, which, south)] |= 1 << x
    west = x - number_on(game, row, die, WEST)
    if west >= 1 and (beside >> (x - 1)) & 1 == 0:
        row[line(game, which, y)] |= 1 << west


@leaf
def threatens(game: Ari, row: Row, die: int, queen: int) -> bool:
    """Tell whether a die that lies threatens a queen who stands (ARI-8)."""
    x, y = row[X + die], row[Y + die]
    across, up = row[X + queen] - x, row[Y + queen] - y
    if (across != 0) == (up != 0):
        return False
    if across == 0:
        side, steps, room = (NORTH, up, game.n - y) if up > 0 else (SOUTH, -up, y - 1)
        occupied, start, end = row[line(game, ALL_COLUMNS, x)], y, y + up
    else:
        side, steps, room = (EAST, across, game.n - x) if across > 0 else (WEST, -across, x - 1)
        occupied, start, end = row[line(game, ALL_ROWS, y)], x, x + across
    reach = number_on(game, row, die, side)
    if steps > reach or (reach > room and not game.sweeps) or covered(game, row, x, y, side):
        return False
    if steps == reach:
        return True
    low, high = (start, end) if start < end else (end, start)
    between = (1 << high) - (2 << low)
    return occupied & between == 0  # type: ignore[no-any-return]


@leaf
def exposed(game: Ari, row: Row, player: int) -> bool:
    """Tell whether a die of the other player threatens a player's queen."""
    for die in range(3 * (1 - player), 3 * (1 - player) + 3):
        if threatens(game, row, die, QUEEN + player):
            return True
    return False


# --- what the player to move may do ---------------------------------------------------------------


@leaf
def dice_lie(row: Row) -> bool:
    """Tell whether all six dice are on the board."""
    missing = 0
    for die in range(DICE):
        missing += row[X + die] == 0
    return missing == 0


@leaf
def clear(game: Ari, row: Row, first: int, last: int) -> None:
    """Empty some sets of cells."""
    for place in range(line(game, first, 0), line(game, last + 1, 0)):
        row[place] = 0


@leaf
def keep_vacant(game: Ari, row: Row, which: int) -> bool:
    """Take the occupied cells out of a set; tell whether anything is left."""
    found = 0
    for y in range(1, game.n + 1):
        left = row[line(game, which, y)] & ~row[line(game, ALL_ROWS, y)]
        row[line(game, which, y)] = left
        found |= left
    return found != 0


@leaf
def fill_with_vacant(game: Ari, row: Row, which: int) -> None:
    """Make a set of all vacant cells."""
    for y in range(1, game.n + 1):
        row[line(game, which, y)] = game.full & ~row[line(game, ALL_ROWS, y)]


@leaf
def find_cells_for_next_die(game: Ari, row: Row) -> None:
    """Find where a die can be set up (ARI-1), for each own die that is not on the board."""
    chained = False
    if row[LAST]:
        add_targets(game, row, row[LAST] - 1, OFFERED)
        chained = keep_vacant(game, row, OFFERED)
        if not chained and game.any_die:
            for die in range(DICE):
                add_targets(game, row, die, OFFERED)
            chained = keep_vacant(game, row, OFFERED)
    if not chained:
        fill_with_vacant(game, row, OFFERED)
    for die in range(3):
        if row[X + 3 * row[TURN] + die] == 0:
            for y in range(1, game.n + 1):
                row[line(game, ALLOWED + die, y)] = row[line(game, OFFERED, y)]


@leaf
def keep_off_the_queen(game: Ari, row: Row, queen: int) -> None:
    """Take the cells next to a queen out of the set for the other queen (ARI-3)."""
    x, y = row[X + queen], row[Y + queen]
    flank = 1 << x if game.orthogonal else 7 << (x - 1)
    row[line(game, QUEEN_SET, y - 1)] &= ~flank
    row[line(game, QUEEN_SET, y)] &= ~(7 << (x - 1))
    row[line(game, QUEEN_SET, y + 1)] &= ~flank


@leaf
def find_steps(game: Ari, row: Row, own: int, other: int) -> None:
    """Find where the queen can step (ARI-6)."""
    x, y = row[X + own], row[Y + own]
    near = (7 << (x - 1)) & game.full
    for place in range(max(y - 1, 1), min(y + 1, game.n) + 1):
        row[line(game, QUEEN_SET, place)] = near & ~row[line(game, ALL_ROWS, place)]
    keep_off_the_queen(game, row, other)


@leaf
def add_neighbours(game: Ari, row: Row, queen: int, which: int) -> None:
    """Add the orthogonal neighbours of a queen to a set."""
    x, y = row[X + queen], row[Y + queen]
    row[line(game, which, y)] |= (5 << (x - 1)) & game.full
    row[line(game, which, y - 1)] |= 1 << x
    row[line(game, which, y + 1)] |= 1 << x


@leaf
def join_sources(game: Ari, row: Row) -> None:
    """Join what the enemy's dice and the queen offer with what the own dice do (`own_face`)."""
    for y in range(1, game.n + 1):
        both = row[line(game, OFFERED, y)]
        a, b, c = (
            row[line(game, OFFERED + 1, y)],
            row[line(game, OFFERED + 2, y)],
            row[line(game, OFFERED + 3, y)],
        )
        row[line(game, ALLOWED, y)] = both | b | c | (a if game.own_counts else 0)
        row[line(game, ALLOWED + 1, y)] = both | a | c | (b if game.own_counts else 0)
        row[line(game, ALLOWED + 2, y)] = both | a | b | (c if game.own_counts else 0)


@leaf
def find_cells_for_dice(game: Ari, row: Row, own: int, other: int) -> None:
    """Find where each own die can move (ARI-7)."""
    first = 3 * row[TURN]
    if game.lifted:
        for die in range(3):
            toggle(game, row, first + die)
            for source in range(DICE):
                if source != first + die:
                    add_targets(game, row, source, ALLOWED + die)
            toggle(game, row, first + die)
            add_neighbours(game, row, own, ALLOWED + die)
    else:
        for die in range(DICE):
            mine = first <= die < first + 3
            add_targets(game, row, die, OFFERED + 1 + die - first if mine else OFFERED)
        add_neighbours(game, row, own, OFFERED)
        join_sources(game, row)
    queen_row = row[Y + other]
    landing = (1 << row[X + other]) if game.landing else 0
    for y in range(1, game.n + 1):
        free = game.full & ~row[line(game, ALL_ROWS, y)]
        if y == queen_row:
            free |= landing
        for die in range(3):
            row[line(game, ALLOWED + die, y)] &= free


@leaf
def drop_exposing(game: Ari, row: Row, own: int, other: int) -> None:
    """Drop the actions that leave the own queen threatened, landings excepted (`threat=mate`)."""
    player = row[TURN]
    for which in range(4):
        piece = EACH * player + which if which < EACH else own
        x, y = row[X + piece], row[Y + piece]
        for up in range(1, game.n + 1):
            bits = row[line(game, ALLOWED + which, up)]
            while bits:
                across = lowest_one(bits)
                bits &= bits - 1
                if across == row[X + other] and up == row[Y + other]:
                    continue
                put(game, row, piece, across, up)
                if exposed(game, row, player):
                    row[line(game, ALLOWED + which, up)] ^= 1 << across
                put(game, row, piece, x, y)


@leaf
def look_round(game: Ari, row: Row) -> None:
    """Find all that the player to move may do, and count it."""
    player = row[TURN]
    own, other = QUEEN + player, QUEEN + 1 - player
    clear(game, row, ALLOWED, OFFERED + 3)
    row[STRIKES] = 0
    kept = False
    if not dice_lie(row):
        find_cells_for_next_die(game, row)
    elif row[X + own] == 0:
        fill_with_vacant(game, row, QUEEN_SET)
        if row[X + other]:
            keep_off_the_queen(game, row, other)
    else:
        kept = game.kept
        find_steps(game, row, own, other)
        find_cells_for_dice(game, row, own, other)
        if game.mate:
            drop_exposing(game, row, own, other)
        for die in range(3):
            if threatens(game, row, 3 * player + die, other):
                row[STRIKES] |= 1 << die
    total = count_ones(row[STRIKES])
    for which in range(4):
        count = 0
        for y in range(1, game.n + 1):
            count += count_ones(row[line(game, ALLOWED + which, y)])
        if which == EACH:  # the queen comes after the dice
            row[QUEEN_CELLS] = count
            total += count
        else:
            row[DICE_CELLS + which] = count
            total += count if kept else count * game.ways[which]
    row[TOTAL] = total


@leaf
def in_play(row: Row) -> bool:
    """Tell whether both queens stand."""
    return row[X + QUEEN] != 0 and row[X + QUEEN + 1] != 0  # type: ignore[no-any-return]


@leaf
def end(row: Row) -> None:
    """End the game."""
    row[TURN] = OVER
    row[TOTAL] = 0


@leaf
def pass_turn(game: Ari, row: Row) -> None:
    """Give the turn to the other player, or to whoever can act, or end the game (`no_action`)."""
    for _ in range(2 if game.skips else 1):
        row[TURN] = 1 - row[TURN]
        look_round(game, row)
        if row[TOTAL]:
            return
    if not game.skips:
        row[LOST] = 1 + row[TURN]
    end(row)


# --- what the drivers call ------------------------------------------------------------------------


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
    """Give the player to move, -1 when over."""
    return row[TURN]  # type: ignore[no-any-return]


@provides(kernel.legal_count, Ari)
def legal_count(game: Ari, row: Row) -> int:  # noqa: ARG001
    """Give the number found when the turn began."""
    return row[TOTAL]  # type: ignore[no-any-return]


@leaf
def nth_cell(game: Ari, row: Row, which: int, index: int) -> int:
    """Give a cell of a set by its rank, as ``(y - 1) * n + x - 1``."""
    for y in range(1, game.n + 1):
        bits = row[line(game, which, y)]
        here = count_ones(bits)
        if index < here:
            return (y - 1) * game.n + nth_one(bits, index) - 1
        index -= here
    return -1


@leaf
def keeps_orientation(game: Ari, row: Row) -> bool:
    """Tell whether a die that is put now keeps the way it lies: in play, if so ruled."""
    return game.kept and in_play(row)


@provides(kernel.nth_legal, Ari)
def nth_legal(game: Ari, row: Row, index: int) -> int:
    """Give a legal action by its rank: strikes, the queen's cells, then dice, their ways fastest."""
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
            cell = nth_cell(game, row, ALLOWED + die, index // ways)
            way = row[WAY + 3 * row[TURN] + die] if kept else index % ways
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
    for y in range(1, game.n + 1):
        bits = row[line(game, QUEEN_SET, y)]
        while bits:
            actions[count] = 3 * cells * MOST_WAYS + (y - 1) * game.n + lowest_one(bits) - 1
            bits &= bits - 1
            count += 1
    kept = keeps_orientation(game, row)
    for die in range(3):
        first = row[WAY + 3 * row[TURN] + die] if kept else 0
        last = first + 1 if kept else game.ways[die]
        for y in range(1, game.n + 1):
            bits = row[line(game, ALLOWED + die, y)]
            while bits:
                cell = (y - 1) * game.n + lowest_one(bits) - 1
                bits &= bits - 1
                for way in range(first, last):
                    actions[count] = (die * cells + cell) * MOST_WAYS + way
                    count += 1
    return count


@provides(kernel.is_legal, Ari)
def is_legal(game: Ari, row: Row, action: int) -> bool:
    """Tell whether an action is in the sets found when the turn began."""
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
    """Tell whether a set has the cell numbered ``(y - 1) * n + x - 1``."""
    return (row[line(game, which, cell // game.n + 1)] >> (cell % game.n + 1)) & 1 == 1  # type: ignore[no-any-return]


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
    cell = rest if rest >= 0 else action // MOST_WAYS % cells
    x, y = cell % game.n + 1, cell // game.n + 1
    if rest >= 0:
        put(game, row, QUEEN + player, x, y)
    else:
        die = 3 * player + action // (cells * MOST_WAYS)
        lands = row[X + other] == x and row[Y + other] == y
        if lands:
            put(game, row, other, 0, 0)
        put(game, row, die, x, y)
        row[WAY + die] = action % MOST_WAYS
        if lands:
            end(row)
            return
        if row[X + QUEEN] == 0:
            row[LAST] = 0 if dice_lie(row) else 1 + die
    pass_turn(game, row)


@provides(kernel.weight, Ari)
def weight(game: Ari, row: Row, action: int, temper: int) -> int:
    """Prefer what uniform play rarely does.

    Tempers: striking; stepping with the queen (queens meet); covering sides of dice (also the set-up
    runs dry); skirting the edge with all pieces (targets off the board); putting the queen in a corner,
    and the own dice beside her (players without an action); and uniform.
    """
    cells = game.n * game.n
    rest = action - 3 * cells * MOST_WAYS
    if rest >= cells:
        return 2000 if temper == STRIKING else 1
    cell = rest if rest >= 0 else action // MOST_WAYS % cells
    x, y = cell % game.n + 1, cell // game.n + 1
    own = QUEEN + row[TURN]
    edges = (x in (1, game.n)) + (y in (1, game.n))
    wanted = 0
    if temper == STEPPING:
        wanted = 2 if rest >= 0 else 0
    elif temper == COVERING and rest < 0:
        for side in range(4):
            wanted += covered(game, row, x, y, side)
    elif temper == SKIRTING or (temper == CORNERED and rest >= 0):
        wanted = edges * edges
    elif temper == CORNERED:
        wanted = abs(row[X + own] - x) + abs(row[Y + own] - y) == 1
    return 1 + 50 * wanted


@leaf
def winner(row: Row) -> int:
    """Give the player who has won; -1 if nobody has."""
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
