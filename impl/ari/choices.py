"""What the player to move in ARI may do: sets of cells, found for all cells at once when a turn begins.

The cells for a die are those that the dice point at, joined with the queen's neighbours, less the
occupied ones.
"""

from __future__ import annotations

from rulewright.impl.ari.board import (
    ALL_ROWS,
    ALLOWED,
    DICE_CELLS,
    LAST,
    LOST,
    OFFERED,
    OVER,
    QUEEN_CELLS,
    QUEEN_SET,
    STRIKES,
    TOTAL,
    TURN,
    Ari,
    X,
    Y,
)
from rulewright.impl.ari.pieces import (
    DICE,
    EACH,
    QUEEN,
    add_targets,
    exposed,
    line,
    put,
    threatens,
    toggle,
)
from rulewright.impl.bits import count_ones, lowest_one
from rulewright.impl.dispatch import leaf
from rulewright.impl.kernel import Row


@leaf
def dice_lie(row: Row) -> bool:
    """Return whether all six dice are on the board."""
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
    """Take the occupied cells out of a set; return whether anything is left."""
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
def count_cells(game: Ari, row: Row, which: int) -> int:
    """Count the cells of a set."""
    found = 0
    for y in range(1, game.n + 1):
        found += count_ones(row[line(game, which, y)])
    return found


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
    found = count_cells(game, row, OFFERED)
    for die in range(3):
        if row[X + 3 * row[TURN] + die] == 0:
            row[DICE_CELLS + die] = found
            for y in range(1, game.n + 1):
                row[line(game, ALLOWED + die, y)] = row[line(game, OFFERED, y)]
    clear(game, row, OFFERED, OFFERED)


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
    first, last = max(y - 1, 1), min(y + 1, game.n)
    for place in range(first, last + 1):
        row[line(game, QUEEN_SET, place)] = near & ~row[line(game, ALL_ROWS, place)]
    keep_off_the_queen(game, row, other)
    for place in range(first, last + 1):
        row[QUEEN_CELLS] += count_ones(row[line(game, QUEEN_SET, place)])


@leaf
def add_neighbours(game: Ari, row: Row, queen: int, which: int) -> None:
    """Add the orthogonal neighbours of a queen to a set."""
    x, y = row[X + queen], row[Y + queen]
    row[line(game, which, y)] |= (5 << (x - 1)) & game.full
    row[line(game, which, y - 1)] |= 1 << x
    row[line(game, which, y + 1)] |= 1 << x


@leaf
def join_sources(game: Ari, row: Row, y: int) -> None:
    """Join in one line what enemy dice and the queen offer with what own dice do (`own_face`).

    It leaves the scratch sets empty, as it must find them: to clear them all at the beginning of each
    turn took a third of its time.
    """
    both = row[line(game, OFFERED, y)]
    a, b, c = (
        row[line(game, OFFERED + 1, y)],
        row[line(game, OFFERED + 2, y)],
        row[line(game, OFFERED + 3, y)],
    )
    row[line(game, ALLOWED, y)] = both | b | c | (a if game.own_counts else 0)
    row[line(game, ALLOWED + 1, y)] = both | a | c | (b if game.own_counts else 0)
    row[line(game, ALLOWED + 2, y)] = both | a | b | (c if game.own_counts else 0)
    for scratch in range(4):
        row[line(game, OFFERED + scratch, y)] = 0


@leaf
def settle(game: Ari, row: Row, other: int) -> None:
    """Keep the cells for own dice that are free, or the enemy queen's (`landing`), and count them.

    One pass over the lines joins, keeps and counts.
    """
    queen_row = row[Y + other]
    landing = (1 << row[X + other]) if game.landing else 0
    counts = 0  # of each die, in 20 bits
    for y in range(1, game.n + 1):
        if not game.lifted:
            join_sources(game, row, y)
        free = game.full & ~row[line(game, ALL_ROWS, y)]
        if y == queen_row:
            free |= landing
        for die in range(3):
            left = row[line(game, ALLOWED + die, y)] & free
            row[line(game, ALLOWED + die, y)] = left
            counts += count_ones(left) << (20 * die)
    for die in range(3):
        row[DICE_CELLS + die] = (counts >> (20 * die)) & 0xFFFFF


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
    settle(game, row, other)


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
                    row[DICE_CELLS + which if which < EACH else QUEEN_CELLS] -= 1
                put(game, row, piece, x, y)


@leaf
def look_round(game: Ari, row: Row) -> None:
    """Find all that the player to move may do, and count it."""
    player = row[TURN]
    own, other = QUEEN + player, QUEEN + 1 - player
    clear(game, row, QUEEN_SET, QUEEN_SET)
    moving = dice_lie(row) and row[X + own] != 0
    if game.lifted or not moving:  # else they are written anew
        clear(game, row, ALLOWED, ALLOWED + 2)
    row[STRIKES], row[QUEEN_CELLS] = 0, 0
    for die in range(3):
        row[DICE_CELLS + die] = 0
    kept = False
    if moving:
        kept = game.kept
        find_steps(game, row, own, other)
        find_cells_for_dice(game, row, own, other)
        if game.mate:
            drop_exposing(game, row, own, other)
        for die in range(3):
            if threatens(game, row, 3 * player + die, other):
                row[STRIKES] |= 1 << die
    elif not dice_lie(row):
        find_cells_for_next_die(game, row)
    else:
        fill_with_vacant(game, row, QUEEN_SET)
        if row[X + other]:
            keep_off_the_queen(game, row, other)
        row[QUEEN_CELLS] = count_cells(game, row, QUEEN_SET)
    total = count_ones(row[STRIKES]) + row[QUEEN_CELLS]
    for die in range(3):
        total += row[DICE_CELLS + die] * (1 if kept else game.ways[die])
    row[TOTAL] = total


@leaf
def in_play(row: Row) -> bool:
    """Return whether both queens stand."""
    return row[X + QUEEN] != 0 and row[X + QUEEN + 1] != 0  # type: ignore[no-any-return]


@leaf
def end(row: Row) -> None:
    """End the game."""
    row[TURN] = OVER
    row[TOTAL] = 0


@leaf
def pass_turn(game: Ari, row: Row) -> None:
    """Pass the turn to the other player, or to whoever can act, or end the game (`no_action`)."""
    for _ in range(2 if game.skips else 1):
        row[TURN] = 1 - row[TURN]
        look_round(game, row)
        if row[TOTAL]:
            return
    if not game.skips:
        row[LOST] = 1 + row[TURN]
    end(row)
