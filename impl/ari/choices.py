"""What the player to move in ARI may do: sets of cells, found for all cells at once when a turn begins.

The cells for a die are those that the dice point at, joined with the queen's neighbours, less the
occupied ones.
"""

from __future__ import annotations

from rulewright.impl.ari.board import (
    ALLOWED,
    DICE_CELLS,
    LAID,
    LAST,
    LOST,
    OCCUPIED,
    OVER,
    QUEEN_CELLS,
    QUEEN_SET,
    SPOT,
    STRIKES,
    TARGETS,
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
    part,
    put,
    threatens,
    toggle,
    write_part,
)
from rulewright.impl.bits import count_ones, lowest_one
from rulewright.impl.dispatch import leaf
from rulewright.impl.kernel import Row
from rulewright.impl.rows import entry


@leaf
def dice_lie(row: Row) -> bool:
    """Return whether all six dice are on the board."""
    return row[LAID] == DICE  # type: ignore[no-any-return]


@leaf
def offered(game: Ari, row: Row, source: int, word: int) -> int:
    """Return one word of the vacant cells for the next die of the set-up.

    They are the targets of one die; of all dice, if `source` is `DICE`; or any, if it is `DICE` + 1.
    """
    vacant = entry(game.all_cells, word) & ~part(game, row, OCCUPIED, word)
    if source < DICE:
        return vacant & part(game, row, TARGETS + source, word)
    if source > DICE:
        return vacant
    found = 0
    for die in range(DICE):
        found |= part(game, row, TARGETS + die, word)
    return vacant & found


@leaf
def near_queen(game: Ari, spot: int, word: int) -> int:
    """Return one word of the cells that are next to a queen, as ruled (`next_to`)."""
    if game.orthogonal:
        return entry(game.beside, spot * game.words + word)
    return entry(game.steps, spot * game.words + word)


@leaf
def count_offered(game: Ari, row: Row, source: int) -> int:
    """Count the cells of `offered`."""
    found = 0
    for word in range(game.words):
        found += count_ones(offered(game, row, source, word))
    return found


@leaf
def find_cells_for_next_die(game: Ari, row: Row) -> None:
    """Find where a die can be set up (ARI-1), for each own die that is not on the board."""
    source, found = DICE + 1, 0
    if row[LAST]:
        source = row[LAST] - 1
        found = count_offered(game, row, source)
        if found == 0 and game.any_die:
            source = DICE
            found = count_offered(game, row, source)
    if found == 0:
        source = DICE + 1
        found = count_offered(game, row, source)
    first = X + EACH * row[TURN]
    for die in range(EACH):
        row[DICE_CELLS + die] = 0 if entry(row, first + die) else found
    for word in range(game.words):
        bits = offered(game, row, source, word)
        for die in range(EACH):
            write_part(game, row, ALLOWED + die, word, 0 if entry(row, first + die) else bits)
        write_part(game, row, QUEEN_SET, word, 0)


@leaf
def find_cells_for_first_step(game: Ari, row: Row, other: int) -> None:
    """Find where the queen can be put down, off the other one (ARI-2, ARI-3)."""
    enemy = entry(row, SPOT + other)
    for word in range(game.words):
        barred = part(game, row, OCCUPIED, word) | near_queen(game, enemy, word)
        left = entry(game.all_cells, word) & ~barred
        write_part(game, row, QUEEN_SET, word, left)
        row[QUEEN_CELLS] += count_ones(left)
        for die in range(EACH):
            write_part(game, row, ALLOWED + die, word, 0)


@leaf
def find_targets_without(game: Ari, row: Row) -> None:
    """Find for each own die where all others point once it is lifted (`lifting=after`)."""
    first = EACH * row[TURN]
    for die in range(EACH):
        for word in range(game.words):
            write_part(game, row, ALLOWED + die, word, 0)
        toggle(game, row, first + die)
        for source in range(DICE):
            if source != first + die:
                add_targets(game, row, source, ALLOWED + die)
        toggle(game, row, first + die)


@leaf
def find_cells_in_play(game: Ari, row: Row, own: int, other: int) -> None:
    """Find where the queen can step (ARI-6) and own dice can move (ARI-7), and count these cells.

    Dice move to cells that dice point at or that are next to the queen, if they are free, or the enemy
    queen's (`landing`).
    """
    mine, theirs = TARGETS + EACH * row[TURN], TARGETS + EACH * (1 - row[TURN])
    queen, enemy = entry(row, SPOT + own) * game.words, entry(row, SPOT + other)
    for word in range(game.words):
        occupied = part(game, row, OCCUPIED, word)
        barred = occupied | near_queen(game, enemy, word)
        steps = entry(game.steps, queen + word) & ~barred
        write_part(game, row, QUEEN_SET, word, steps)
        row[QUEEN_CELLS] += count_ones(steps)
        both = entry(game.beside, queen + word)
        if game.lifted:
            a = part(game, row, ALLOWED, word)
            b = part(game, row, ALLOWED + 1, word)
            c = part(game, row, ALLOWED + 2, word)
        else:
            both |= part(game, row, theirs, word)
            both |= part(game, row, theirs + 1, word) | part(game, row, theirs + 2, word)
            a, b, c = join_own(game, row, mine, word)
        free = ~occupied
        if game.landing and enemy >> 6 == word:
            free |= 1 << (enemy & 63)
        a, b, c = (both | a) & free, (both | b) & free, (both | c) & free
        write_part(game, row, ALLOWED, word, a)
        write_part(game, row, ALLOWED + 1, word, b)
        write_part(game, row, ALLOWED + 2, word, c)
        row[DICE_CELLS] += count_ones(a)
        row[DICE_CELLS + 1] += count_ones(b)
        row[DICE_CELLS + 2] += count_ones(c)


@leaf
def join_own(game: Ari, row: Row, mine: int, word: int) -> tuple[int, int, int]:
    """Join for each own die what the other two point at, and itself if so ruled (`own_face`)."""
    a = part(game, row, mine, word)
    b = part(game, row, mine + 1, word)
    c = part(game, row, mine + 2, word)
    if game.own_counts:
        every = a | b | c
        return every, every, every
    return b | c, a | c, a | b


@leaf
def drop_exposing(game: Ari, row: Row, own: int, other: int) -> None:
    """Drop the actions that leave the own queen threatened, landings excepted (`threat=mate`)."""
    player = row[TURN]
    for which in range(4):
        piece = EACH * player + which if which < EACH else own
        x, y = row[X + piece], row[Y + piece]
        for word in range(game.words):
            bits = part(game, row, ALLOWED + which, word)
            while bits:
                bit = lowest_one(bits)
                bits &= bits - 1
                spot = 64 * word + bit
                if spot == row[SPOT + other]:
                    continue
                up = game.row_at[spot]
                put(game, row, piece, spot - (up - 1) * game.stride, up)
                if exposed(game, row, player):
                    left = part(game, row, ALLOWED + which, word) ^ 1 << bit
                    write_part(game, row, ALLOWED + which, word, left)
                    row[DICE_CELLS + which if which < EACH else QUEEN_CELLS] -= 1
                put(game, row, piece, x, y)


@leaf
def look_round(game: Ari, row: Row) -> None:
    """Find all that the player to move may do, and count it."""
    player = row[TURN]
    own, other = QUEEN + player, QUEEN + 1 - player
    row[STRIKES], row[QUEEN_CELLS] = 0, 0
    for die in range(EACH):
        row[DICE_CELLS + die] = 0
    kept = False
    if not dice_lie(row):
        find_cells_for_next_die(game, row)
    elif entry(row, X + own) == 0:
        find_cells_for_first_step(game, row, other)
    else:
        kept = game.kept
        if game.lifted:
            find_targets_without(game, row)
        find_cells_in_play(game, row, own, other)
        if game.mate:
            drop_exposing(game, row, own, other)
        for die in range(EACH):
            if threatens(game, row, EACH * player + die, other):
                row[STRIKES] |= 1 << die
    total = count_ones(row[STRIKES]) + row[QUEEN_CELLS]
    for die in range(EACH):
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
