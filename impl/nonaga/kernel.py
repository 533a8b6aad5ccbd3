"""The rules of Nonaga as compiled code.

Where the specification judges every pair of a disc and a cell by flooding a window, this works on
whole rows of cells as bits, and once for all discs where it can:

* A disc can slide away exactly when it can leave, in one step, for a cell that is outside already:
  one to which a disc could slide from far away on the board as it is, the disc in question in place.
  For take the way out from the last cell to which it could have gone in its first step: a later step
  that the disc itself would hinder starts and ends beside it, so the first step could have gone
  further. So the outside is flooded once for all discs (question `removal`).
* The cells that touch two of the *other* discs are those that touch two discs, but for the
  neighbours of the moved one that touch no more than two.
* A disc whose neighbours are one run round it holds nothing together: they touch one another without
  it. Only else the discs are flooded (question `connectivity`).

A row keeps, besides the discs and the pieces, what can be done: in a piece step the list of legal
ones, in a disc step the discs that can be relocated with the number of their targets.
"""

from __future__ import annotations

from rulewright.impl import kernel
from rulewright.impl.compilation import branch, count_ones, leaf, lowest_one, nth_one, provides
from rulewright.impl.kernel import Row
from rulewright.impl.nonaga.board import (
    ANYWHERE,
    CONNECTED,
    CONTACT,
    FOUR,
    FREE,
    HALF_BOARD,
    HALF_WAY,
    LEAST,
    LOCAL,
    MODULUS,
    MOST,
    PATH,
    PIECES,
    SIDE,
    SLIDE_ACROSS,
    SLIDE_IN,
    THROUGHOUT,
    TWO_TO_FOUR,
    Nonaga,
)

TURN, STEP, WINNER, BARRED, COUNT, ENTRIES = range(6)
COLUMN, LINE, LOW, HIGH, WEST, EAST = range(6, 12)
"""What to add to get true coordinates; the first and last row and column with a disc."""
OVER, NOBODY, NOTHING = -1, -1, -1
EVERYWHERE = (1 << 63) - 1


# --- bits round a cell ----------------------------------------------------------------------------


@leaf
def has(row: Row, rows: int, place: int) -> bool:
    """Tell whether a cell is in a set of cells; `rows` is where the set begins."""
    return (row[rows + (place >> 6)] >> (place & 63)) & 1 == 1  # type: ignore[no-any-return]


@leaf
def put(row: Row, rows: int, place: int) -> None:
    """Add a cell to a set."""
    row[rows + (place >> 6)] |= 1 << (place & 63)


@leaf
def take(row: Row, rows: int, place: int) -> None:
    """Take a cell out of a set."""
    row[rows + (place >> 6)] &= ~(1 << (place & 63))


@leaf
def step_to(place: int, way: int) -> int:
    """Give the neighbour of a cell in one of the six ways, in order round it."""
    if way < 3:  # noqa: PLR2004 - the other three are opposite
        return place + 1 if way == 0 else place + SIDE - way + 1
    return place - 1 if way == 3 else place - SIDE + way - 4  # noqa: PLR2004


@leaf
def ways_to(row: Row, rows: int, place: int) -> int:
    """Give the ways from a cell to neighbours in a set, as six bits."""
    at, shift = rows + (place >> 6), (place & 63) - 1
    here, below, above = row[at] >> shift, row[at + 1] >> shift, row[at - 1] >> (shift + 1)
    return (  # type: ignore[no-any-return]
        (here >> 2) & 1
        | (below & 2)
        | (below & 1) << 2
        | (here & 1) << 3
        | (above & 1) << 4
        | (above & 2) << 4
    )


# --- sets of cells, a row at a time ---------------------------------------------------------------


@branch
def find_goals(row: Row, at_discs: int, at_goals: int, at_tight: int) -> None:
    """Find the vacant cells that touch at least two discs, and those that touch exactly two."""
    for line in range(row[LOW] - 1, row[HIGH] + 2):
        here = row[at_discs + line]
        above, below = row[at_discs + line - 1], row[at_discs + line + 1]
        one, two, three = here >> 1, 0, 0
        for index in range(5):
            if index == 0:
                more = here << 1
            elif index == 1:
                more = below
            elif index == 2:  # noqa: PLR2004
                more = below << 1
            elif index == 3:  # noqa: PLR2004
                more = above
            else:
                more = above >> 1
            three |= two & more
            two |= one & more
            one |= more
        row[at_goals + line] = two & ~here & EVERYWHERE
        row[at_tight + line] = two & ~three & ~here & EVERYWHERE


@branch
def drop_goals_of_five(row: Row, at_discs: int, at_goals: int) -> None:
    """Keep the cells that touch at most four discs: two of their neighbours are vacant."""
    for line in range(row[LOW] - 1, row[HIGH] + 2):
        here = row[at_discs + line]
        above, below = row[at_discs + line - 1], row[at_discs + line + 1]
        one, two = ~(here >> 1), 0
        for index in range(5):
            if index == 0:
                more = ~(here << 1)
            elif index == 1:
                more = ~below
            elif index == 2:  # noqa: PLR2004
                more = ~(below << 1)
            elif index == 3:  # noqa: PLR2004
                more = ~above
            else:
                more = ~(above >> 1)
            two |= one & more
            one |= more
        row[at_goals + line] &= two


@leaf
def slide(row: Row, at_discs: int, at_set: int, line: int, inside: int) -> bool:
    """Add to a set the cells of one row to which a disc slides from cells of the set.

    `inside` are the columns to stay in. Tells whether there were any.
    """
    here = row[at_discs + line]
    above, below = row[at_discs + line - 1], row[at_discs + line + 1]
    known = row[at_set + line]
    up, down = row[at_set + line - 1], row[at_set + line + 1]
    gained = up & ~((above >> 1) & (here << 1))
    gained |= (up >> 1) & ~(above & (here >> 1))
    gained |= down & ~((below << 1) & (here >> 1))
    gained |= (down << 1) & ~((here << 1) & below)
    vacant = ~here & inside
    reached = known | gained & vacant
    east, west = ~(above & (below << 1)) & vacant, ~((above >> 1) & below) & vacant
    while True:
        further = reached | (reached << 1) & east | (reached >> 1) & west
        if further == reached:
            break
        reached = further
    row[at_set + line] = reached
    return reached != known  # type: ignore[no-any-return]


@branch
def find_outside(row: Row, at_discs: int, at_set: int) -> None:
    """Find the vacant cells to which a disc can slide from far away, in sweeps down and up the rows.

    All cells beyond the outermost discs are outside: between them no two discs stand in the way.
    """
    low, high = row[LOW], row[HIGH]
    inside = (1 << (row[EAST] + 1)) - (1 << row[WEST])
    for line in range(low, high + 1):
        row[at_set + line] = EVERYWHERE & ~inside
    row[at_set + low - 1], row[at_set + high + 1] = EVERYWHERE, EVERYWHERE
    while True:
        changed, enclosed = False, 0
        for line in range(low, high + 1):
            changed |= slide(row, at_discs, at_set, line, EVERYWHERE)
            enclosed |= inside & ~(row[at_set + line] | row[at_discs + line])
        if enclosed == 0 or not changed:
            return
        changed = False
        for line in range(high, low - 1, -1):
            changed |= slide(row, at_discs, at_set, line, EVERYWHERE)
        if not changed:
            return


@branch
def find_reach(row: Row, at_discs: int, at_set: int, place: int) -> None:
    """Find the cells to which a disc can slide from one vacant cell, within two of the field."""
    low, high = row[LOW] - 1, row[HIGH] + 1
    inside = (1 << (row[EAST] + 2)) - (1 << (row[WEST] - 1))
    for line in range(low - 1, high + 2):
        row[at_set + line] = 0
    put(row, at_set, place)
    changed = True
    while changed:
        changed = False
        for line in range(low, high + 1):
            changed |= slide(row, at_discs, at_set, line, inside)
        for line in range(high, low - 1, -1):
            changed |= slide(row, at_discs, at_set, line, inside)


@leaf
def grow(row: Row, at_discs: int, at_set: int, line: int) -> bool:
    """Add to a set the discs of one row that touch one of the set; tells whether there were any."""
    known, above, below = row[at_set + line], row[at_set + line - 1], row[at_set + line + 1]
    discs = row[at_discs + line]
    reached = (known | above | above >> 1 | below | below << 1) & discs
    while True:
        further = reached | (reached << 1 | reached >> 1) & discs
        if further == reached:
            break
        reached = further
    row[at_set + line] = reached
    return reached != known  # type: ignore[no-any-return]


@branch
def find_group(row: Row, at_discs: int, at_set: int, place: int) -> None:
    """Find the discs connected to one."""
    low, high = row[LOW], row[HIGH]
    for line in range(low - 1, high + 2):
        row[at_set + line] = 0
    put(row, at_set, place)
    while True:
        changed = False
        for line in range(low, high + 1):
            changed |= grow(row, at_discs, at_set, line)
        if not changed:
            return
        changed = False
        for line in range(high, low - 1, -1):
            changed |= grow(row, at_discs, at_set, line)
        if not changed:
            return


@branch
def keep_touching(row: Row, at_group: int, at_targets: int) -> None:
    """Keep the targets that touch a disc of a group."""
    for line in range(row[LOW] - 1, row[HIGH] + 2):
        here, above, below = 0, 0, 0
        if row[LOW] <= line <= row[HIGH]:
            here = row[at_group + line]
        if row[LOW] < line:
            above = row[at_group + line - 1]
        if line < row[HIGH]:
            below = row[at_group + line + 1]
        row[at_targets + line] &= here >> 1 | here << 1 | below | below << 1 | above | above >> 1


@leaf
def clear_targets(row: Row, at_targets: int) -> None:
    """Leave no target."""
    for line in range(row[LOW] - 1, row[HIGH] + 2):
        row[at_targets + line] = 0


# --- the disc step --------------------------------------------------------------------------------


@leaf
def can_leave(game: Nonaga, row: Row, place: int, ways: int) -> bool:
    """Tell whether a disc can be taken off (question `removal`); `ways` lead to discs round it."""
    if game.removal == PATH:
        exits = game.exits[ways]
        return exits != 0 and exits & ways_to(row, game.at_outside, place) != 0  # type: ignore[no-any-return]
    if game.removal == LOCAL:
        return game.exits[ways] != 0  # type: ignore[no-any-return]
    return count_ones(ways) <= (4 if game.removal == FOUR else 5)


@branch
def find_targets(game: Nonaga, row: Row, place: int) -> int:
    """Write the cells where a disc may be put down to the targets; give their number."""
    at_targets = game.at_targets
    ways = ways_to(row, game.at_discs, place)
    take(row, game.at_discs, place)
    find_goals(row, game.at_discs, at_targets, game.at_group)
    take(row, at_targets, place)
    if game.placement == TWO_TO_FOUR:
        drop_goals_of_five(row, game.at_discs, at_targets)
    elif game.placement in (SLIDE_IN, SLIDE_ACROSS):
        keep_where_it_slides(game, row, place)
    if game.connectivity == CONTACT:
        keep_touching_the_lonely(game, row, place, ways)
    elif game.connectivity != FREE and game.arcs[ways] > 1:
        keep_together(game, row, place, ways)
    put(row, game.at_discs, place)
    total = 0
    for line in range(row[LOW] - 1, row[HIGH] + 2):
        total += count_ones(row[at_targets + line])
    return total


@branch
def keep_where_it_slides(game: Nonaga, row: Row, place: int) -> None:
    """Keep the targets that the question `placement` allows to slide to; the disc is off.

    The outside that it finds with the disc off is put back afterwards to be that of the whole field.
    """
    at_set = game.at_group
    if game.placement == SLIDE_IN:
        find_outside(row, game.at_discs, at_set)
    else:
        find_reach(row, game.at_discs, at_set, place)
    for line in range(row[LOW] - 1, row[HIGH] + 2):
        row[game.at_targets + line] &= row[at_set + line]


@branch
def keep_touching_the_lonely(game: Nonaga, row: Row, place: int, ways: int) -> None:
    """Keep the targets that touch all discs that touch none while one is off."""
    for way in range(6):
        if (ways >> way) & 1:
            other = step_to(place, way)
            if ways_to(row, game.at_discs, other) == 0:
                for line in range(row[LOW] - 1, row[HIGH] + 2):
                    row[game.at_group + line] = 0
                put(row, game.at_group, other)
                keep_touching(row, game.at_group, game.at_targets)


@branch
def keep_together(game: Nonaga, row: Row, place: int, ways: int) -> None:
    """Keep the targets that touch every group of discs into which the field falls with one off."""
    left = ways
    while left:
        find_group(row, game.at_discs, game.at_group, step_to(place, lowest_one(left)))
        rest = left & ~ways_to(row, game.at_group, place)
        if left == ways and rest == 0:
            return
        if game.connectivity == THROUGHOUT:
            clear_targets(row, game.at_targets)
            return
        keep_touching(row, game.at_group, game.at_targets)
        left = rest


@leaf
def is_plain(game: Nonaga, ways: int) -> bool:
    """Tell whether a disc can go to any cell that touches two others; `ways` lead to discs round it."""
    return game.placement == ANYWHERE and (
        game.connectivity == FREE
        or (game.connectivity in (CONNECTED, THROUGHOUT) and game.arcs[ways] <= 1)
    )


@leaf
def keep_out(row: Row, game: Nonaga, place: int) -> None:
    """Take from the goals the cells beside a disc that touch but one other."""
    line, column = place >> 6, place & 63
    row[game.at_goals + line] &= ~(row[game.at_tight + line] & (5 << (column - 1)))
    row[game.at_goals + line + 1] &= ~(row[game.at_tight + line + 1] & (3 << (column - 1)))
    row[game.at_goals + line - 1] &= ~(row[game.at_tight + line - 1] & (3 << column))


@leaf
def let_in(row: Row, game: Nonaga, place: int) -> None:
    """Undo `keep_out`."""
    line, column = place >> 6, place & 63
    row[game.at_goals + line] |= row[game.at_tight + line] & (5 << (column - 1))
    row[game.at_goals + line + 1] |= row[game.at_tight + line + 1] & (3 << (column - 1))
    row[game.at_goals + line - 1] |= row[game.at_tight + line - 1] & (3 << column)


@leaf
def count_targets(game: Nonaga, row: Row, place: int, ways: int, goals: int) -> int:
    """Count the cells where a disc may be put down; `goals` is the number for the whole field."""
    if not is_plain(game, ways):
        if game.placement != ANYWHERE or game.connectivity == CONTACT:
            return find_targets(game, row, place)
        take(row, game.at_discs, place)
        find_group(row, game.at_discs, game.at_group, step_to(place, lowest_one(ways)))
        put(row, game.at_discs, place)
        if ways_to(row, game.at_group, place) != ways:
            return 0 if game.connectivity == THROUGHOUT else find_targets(game, row, place)
    return goals - count_ones(ways_to(row, game.at_tight, place))


@branch
def prepare_disc_step(game: Nonaga, row: Row, barred: int) -> None:
    """List the discs that can be relocated and count their targets."""
    find_goals(row, game.at_discs, game.at_goals, game.at_tight)
    if game.removal == PATH:
        find_outside(row, game.at_discs, game.at_outside)
    goals = 0
    for line in range(row[LOW] - 1, row[HIGH] + 2):
        goals += count_ones(row[game.at_goals + line])
    total, entries = 0, 0
    for line in range(row[LOW], row[HIGH] + 1):
        bits = row[game.at_free + line]
        while bits:
            place = SIDE * line + lowest_one(bits)
            bits &= bits - 1
            if game.bar and place == barred:
                continue
            ways = ways_to(row, game.at_discs, place)
            if can_leave(game, row, place, ways):
                targets = count_targets(game, row, place, ways, goals)
                if targets:
                    row[game.at_moves + 2 * entries] = place
                    row[game.at_moves + 2 * entries + 1] = targets
                    entries += 1
                    total += targets
    row[STEP], row[COUNT], row[ENTRIES] = 1, total, entries


# --- the piece step -------------------------------------------------------------------------------


@branch
def prepare_piece_step(game: Nonaga, row: Row, player: int) -> None:
    """List the piece steps of a player (NON-2, NON-3)."""
    entries = 0
    for piece in range(PIECES):
        origin = row[game.at_pieces + PIECES * player + piece]
        for way in range(6):
            place = origin
            ahead = step_to(place, way)
            while has(row, game.at_free, ahead):
                place = ahead
                ahead = step_to(place, way)
            if place != origin:
                row[game.at_moves + 2 * entries] = origin
                row[game.at_moves + 2 * entries + 1] = place
                entries += 1
    row[STEP], row[COUNT], row[ENTRIES] = 0, entries, entries


@leaf
def touching(first: int, second: int) -> bool:
    """Tell whether two cells are neighbours."""
    way = first - second
    if way < 0:
        way = -way
    return way == 1 or way == SIDE or way == SIDE - 1  # noqa: PLR1714


@leaf
def together(game: Nonaga, row: Row, player: int) -> bool:
    """Tell whether a player's pieces stand on neighbouring cells: at least two pairs touch (NON-9)."""
    at = game.at_pieces + PIECES * player
    pairs = 0
    if touching(row[at], row[at + 1]):
        pairs += 1
    if touching(row[at], row[at + 2]):
        pairs += 1
    if touching(row[at + 1], row[at + 2]):
        pairs += 1
    return pairs >= 2  # noqa: PLR2004


# --- whose turn it is, and the end ----------------------------------------------------------------


@leaf
def finish(row: Row, winner: int) -> None:
    """End the game."""
    row[TURN], row[STEP], row[WINNER], row[BARRED] = OVER, 0, winner, NOTHING
    row[COUNT], row[ENTRIES] = 0, 0


@branch
def begin_turn(game: Nonaga, row: Row, player: int) -> None:
    """Give the turn to a player, or to whoever comes next that can do anything."""
    for idle in range(2):
        row[TURN] = player
        prepare_piece_step(game, row, player)
        if row[COUNT]:
            return
        if not game.piece_skip:
            finish(row, 1 - player)
            return
        prepare_disc_step(game, row, row[BARRED])
        if row[COUNT]:
            return
        if not game.disc_skip:
            finish(row, 1 - player)
            return
        row[BARRED] = NOTHING
        player = 1 - player
        if idle:
            finish(row, NOBODY)


@leaf
def after_piece_step(game: Nonaga, row: Row) -> None:
    """Go on to the disc step, or end the game."""
    mover = row[TURN]
    if game.at_once and together(game, row, mover):
        finish(row, mover)
        return
    prepare_disc_step(game, row, row[BARRED])
    if row[COUNT]:
        return
    if not game.disc_skip:
        finish(row, 1 - mover)
    elif together(game, row, mover):
        finish(row, mover)
    else:
        row[BARRED] = NOTHING
        begin_turn(game, row, 1 - mover)


@leaf
def after_disc_step(game: Nonaga, row: Row) -> None:
    """Pass the turn on, or end the game."""
    mover = row[TURN]
    if not game.at_once and together(game, row, mover):
        finish(row, mover)
    else:
        begin_turn(game, row, 1 - mover)


# --- the frame ------------------------------------------------------------------------------------


@leaf
def find_bounds(game: Nonaga, row: Row, low: int, high: int) -> None:
    """Find the outermost rows and columns with discs; all discs are in rows `low` to `high`."""
    while row[game.at_discs + low] == 0:
        low += 1
    while row[game.at_discs + high] == 0:
        high -= 1
    columns = 0
    for line in range(low, high + 1):
        columns |= row[game.at_discs + line]
    row[LOW], row[HIGH] = low, high
    row[WEST] = lowest_one(columns)
    east = row[WEST]
    while columns >> (east + 1):
        east += 1
    row[EAST] = east


@branch
def keep_in_frame(game: Nonaga, row: Row) -> None:
    """Move the frame when a disc comes near its edge; raises `OverflowError` for too wide a field."""
    if row[LOW] >= LEAST and row[HIGH] <= MOST and row[WEST] >= LEAST and row[EAST] <= MOST:
        return
    if row[HIGH] - row[LOW] > MOST - LEAST or row[EAST] - row[WEST] > MOST - LEAST:
        raise OverflowError("the field has become too wide for the implementation")
    down = (LEAST + MOST - row[LOW] - row[HIGH]) // 2
    right = (LEAST + MOST - row[WEST] - row[EAST]) // 2
    for rows in (game.at_discs, game.at_free):
        shift_rows(row, rows, row[LOW], row[HIGH], down, right)
    for piece in range(2 * PIECES):
        row[game.at_pieces + piece] += SIDE * down + right
    if row[BARRED] != NOTHING:
        row[BARRED] += SIDE * down + right
    row[LINE] -= down
    row[COLUMN] -= right
    row[LOW] += down
    row[HIGH] += down
    row[WEST] += right
    row[EAST] += right


@leaf
def shift_rows(  # noqa: PLR0917
    row: Row, rows: int, low: int, high: int, down: int, right: int
) -> None:
    """Shift a set of cells that lie in the rows `low` to `high`."""
    count = high - low + 1
    for index in range(count):
        line = high - index if down > 0 else low + index
        bits = row[rows + line]
        row[rows + line] = 0
        row[rows + line + down] = bits << right if right > 0 else bits >> -right


# --- actions --------------------------------------------------------------------------------------


@leaf
def action_of(row: Row, origin: int, target: int) -> int:
    """Pack a step between two places of the frame."""
    q = (origin & 63) + row[COLUMN] + HALF_BOARD
    r = (origin >> 6) + row[LINE] + HALF_BOARD
    right = (target & 63) - (origin & 63) + HALF_WAY
    down = (target >> 6) - (origin >> 6) + HALF_WAY
    return ((q << 24 | r) << 7 | right) << 7 | down  # type: ignore[no-any-return]


@leaf
def origin_of(row: Row, action: int) -> int:
    """Find the place where a step begins; -1 if it is outside the frame."""
    q = (action >> 38) - HALF_BOARD - row[COLUMN]
    r = ((action >> 14) & 0xFFFFFF) - HALF_BOARD - row[LINE]
    if q < 1 or q > SIDE - 2 or r < 1 or r > SIDE - 2:
        return -1
    return SIDE * r + q  # type: ignore[no-any-return]


@leaf
def target_of(row: Row, action: int) -> int:
    """Find the place where a step ends; -1 if it is outside the frame."""
    q = (action >> 38) - HALF_BOARD - row[COLUMN] + ((action >> 7) & 127) - HALF_WAY
    r = ((action >> 14) & 0xFFFFFF) - HALF_BOARD - row[LINE] + (action & 127) - HALF_WAY
    if q < 1 or q > SIDE - 2 or r < 1 or r > SIDE - 2:
        return -1
    return SIDE * r + q  # type: ignore[no-any-return]


# --- what the drivers call ------------------------------------------------------------------------


@provides(kernel.start, Nonaga)
def start(game: Nonaga, row: Row) -> None:
    """Set the game up (NON-1)."""
    place_key(game, game.opening, row)


@provides(kernel.turn, Nonaga)
def turn(game: Nonaga, row: Row) -> int:  # noqa: ARG001
    """Give the player to move, -1 when over."""
    return row[TURN]  # type: ignore[no-any-return]


@provides(kernel.legal_count, Nonaga)
def legal_count(game: Nonaga, row: Row) -> int:  # noqa: ARG001
    """Count the legal steps; they were counted when the turn came."""
    return row[COUNT]  # type: ignore[no-any-return]


@provides(kernel.nth_legal, Nonaga)
def nth_legal(game: Nonaga, row: Row, index: int) -> int:
    """Give a legal step by its rank: in a disc step by disc, then target row by row."""
    at = game.at_moves
    if row[STEP] == 0:
        return action_of(row, row[at + 2 * index], row[at + 2 * index + 1])
    while index >= row[at + 1]:
        index -= row[at + 1]
        at += 2
    origin = row[at]
    ways = ways_to(row, game.at_discs, origin)
    at_targets = game.at_targets
    if is_plain(game, ways):
        at_targets = game.at_goals
        keep_out(row, game, origin)
    else:
        find_targets(game, row, origin)
    line = row[LOW] - 1
    here = count_ones(row[at_targets + line])
    while index >= here:
        index -= here
        line += 1
        here = count_ones(row[at_targets + line])
    action = action_of(row, origin, SIDE * line + nth_one(row[at_targets + line], index))
    if at_targets == game.at_goals:
        let_in(row, game, origin)
    return action


@provides(kernel.list_legal, Nonaga)
def list_legal(game: Nonaga, row: Row, actions: Row) -> int:
    """List the legal steps."""
    at = game.at_moves
    if row[STEP] == 0:
        for index in range(row[ENTRIES]):
            actions[index] = action_of(row, row[at + 2 * index], row[at + 2 * index + 1])
        return row[COUNT]  # type: ignore[no-any-return]
    count = 0
    for index in range(row[ENTRIES]):
        origin = row[at + 2 * index]
        find_targets(game, row, origin)
        for line in range(row[LOW] - 1, row[HIGH] + 2):
            bits = row[game.at_targets + line]
            while bits:
                actions[count] = action_of(row, origin, SIDE * line + lowest_one(bits))
                bits &= bits - 1
                count += 1
    return count


@provides(kernel.is_legal, Nonaga)
def is_legal(game: Nonaga, row: Row, action: int) -> bool:
    """Tell whether a step is legal."""
    origin, target = origin_of(row, action), target_of(row, action)
    if row[TURN] == OVER or origin < 0 or target < 0:
        return False
    at = game.at_moves
    for index in range(row[ENTRIES]):
        if row[at + 2 * index] == origin:
            if row[STEP] == 0:
                if row[at + 2 * index + 1] == target:
                    return True
            else:
                line = target >> 6
                find_targets(game, row, origin)
                return row[LOW] - 1 <= line <= row[HIGH] + 1 and has(row, game.at_targets, target)
    return False


@provides(kernel.play, Nonaga)
def play(game: Nonaga, row: Row, action: int) -> None:
    """Make a step, and see what is to be done next and by whom."""
    origin, target = origin_of(row, action), target_of(row, action)
    if row[STEP] == 0:
        put(row, game.at_free, origin)
        take(row, game.at_free, target)
        for piece in range(PIECES):
            at = game.at_pieces + PIECES * row[TURN] + piece
            if row[at] == origin:
                row[at] = target
        after_piece_step(game, row)
    else:
        for rows in (game.at_discs, game.at_free):
            take(row, rows, origin)
            put(row, rows, target)
        row[BARRED] = target
        find_bounds(game, row, min(row[LOW], target >> 6), max(row[HIGH], target >> 6))
        keep_in_frame(game, row)
        after_disc_step(game, row)


@provides(kernel.weight, Nonaga)
def weight(game: Nonaga, row: Row, action: int, temper: int) -> int:  # noqa: PLR0911
    """Prefer what uniform play rarely does.

    Tempers: 0 brings pieces together; 1 keeps them apart and strews discs (thin fields, parted ones
    where that is allowed); 2 fills holes and closes gaps; 3 takes discs from round the opponent's
    pieces (pieces that cannot move) and keeps own pieces apart; 4 makes holes: long thin arms that
    bend; 5 is uniform.
    """
    origin, target = origin_of(row, action), target_of(row, action)
    if row[STEP] == 0:
        friends = 0
        for piece in range(PIECES):
            other = row[game.at_pieces + PIECES * row[TURN] + piece]
            if other != origin and touching(other, target):
                friends += 1
        if temper == 0:
            return 1 + 20 * friends
        return 3 if friends == 0 and temper in (1, 3) else 1
    contacts = count_ones(ways_to(row, game.at_discs, target))
    if touching(origin, target):
        contacts -= 1
    left = count_ones(ways_to(row, game.at_discs, origin))
    if temper == 1:
        return 40 if contacts == 2 and left >= 3 else 1  # noqa: PLR2004
    if temper == 2:  # noqa: PLR2004
        return 1 + 10 * contacts
    if temper == 3:  # noqa: PLR2004
        return (
            40 if beside_a_piece(game, row, origin) and not beside_a_piece(game, row, target) else 1
        )
    if temper == 4:  # noqa: PLR2004
        return 40 if contacts == 2 and left <= 3 else 1  # noqa: PLR2004
    return 1


@leaf
def beside_a_piece(game: Nonaga, row: Row, place: int) -> bool:
    """Tell whether a cell is beside a piece of the player who is not to move."""
    for piece in range(PIECES):
        if touching(row[game.at_pieces + PIECES * (1 - row[TURN]) + piece], place):
            return True
    return False


@provides(kernel.write_scores, Nonaga)
def write_scores(game: Nonaga, row: Row, scores: Row) -> None:  # noqa: ARG001
    """Write 1 for the winner."""
    for player in range(2):
        scores[player] = 1 if row[WINNER] == player else 0


@provides(kernel.write_winners, Nonaga)
def write_winners(game: Nonaga, row: Row, winners: Row) -> None:  # noqa: ARG001
    """Mark the winner."""
    for player in range(2):
        winners[player] = 1 if row[WINNER] == player else 0


@provides(kernel.write_board, Nonaga)
def write_board(game: Nonaga, row: Row, board: Row) -> None:
    """Write numbers, each modulo `MODULUS` and one more, 0 for none.

    They are column and row of each disc, row by row; the numbers of the discs that carry the pieces;
    that of the barred disc; and 1 in a disc step, 0 in a piece step.
    """
    at_pieces = 2 * game.discs
    at_barred = at_pieces + 2 * PIECES
    board[at_barred] = 0
    index, counts = 0, 0
    for line in range(row[LOW], row[HIGH] + 1):
        bits = row[game.at_discs + line]
        while bits:
            column = lowest_one(bits)
            bits &= bits - 1
            place = SIDE * line + column
            board[2 * index] = ((column + row[COLUMN]) & (MODULUS - 1)) + 1
            board[2 * index + 1] = ((line + row[LINE]) & (MODULUS - 1)) + 1
            if place == row[BARRED]:
                board[at_barred] = (index & (MODULUS - 1)) + 1
            if not has(row, game.at_free, place):
                owner = owner_of(game, row, place)
                board[at_pieces + PIECES * owner + ((counts >> (8 * owner)) & 7)] = (
                    index & (MODULUS - 1)
                ) + 1
                counts += 1 << (8 * owner)
            index += 1
    board[at_barred + 1] = 0 if row[TURN] == OVER else row[STEP] + 1


@leaf
def owner_of(game: Nonaga, row: Row, place: int) -> int:
    """Give the player whose piece stands on a cell; one does."""
    for piece in range(PIECES):
        if row[game.at_pieces + piece] == place:
            return 0
    return 1


@provides(kernel.write_key, Nonaga)
def write_key(game: Nonaga, row: Row, key: Row) -> None:
    """Write turn, step, winner and barred disc, the pieces by their discs, and the true discs."""
    index, barred = 0, 0
    own, other = 0, 0
    own_count, other_count = 0, 0
    for line in range(row[LOW], row[HIGH] + 1):
        bits = row[game.at_discs + line]
        while bits:
            column = lowest_one(bits)
            bits &= bits - 1
            place = SIDE * line + column
            key[3 + index] = (line + row[LINE] + HALF_BOARD) << 32 | (
                column + row[COLUMN] + HALF_BOARD
            )
            if place == row[BARRED]:
                barred = index + 1
            if not has(row, game.at_free, place):
                if owner_of(game, row, place) == 0:
                    own |= index << (20 * own_count)
                    own_count += 1
                else:
                    other |= index << (20 * other_count)
                    other_count += 1
            index += 1
    key[0] = (row[TURN] + 1) | row[STEP] << 2 | (row[WINNER] + 1) << 3 | barred << 8
    key[1], key[2] = own, other


@provides(kernel.read_key, Nonaga)
def read_key(game: Nonaga, key: Row, row: Row) -> None:
    """Lay the discs of a key in a frame around their middle, and list what can be done."""
    place_key(game, key, row)


@branch
def place_key(game: Nonaga, key: Row, row: Row) -> None:
    """Make the position of a key in a row, whatever it held before."""
    for place in range(game.at_pieces):
        row[place] = 0
    west, east = 1 << 32, 0
    for index in range(game.discs):
        q = key[3 + index] & 0xFFFFFFFF
        west, east = min(west, q), max(east, q)
    low, high = key[3] >> 32, key[2 + game.discs] >> 32
    if high - low > MOST - LEAST or east - west > MOST - LEAST:
        raise OverflowError("the field is too wide for the implementation")
    line, column = (low + high - LEAST - MOST) // 2, (west + east - LEAST - MOST) // 2
    row[LINE], row[COLUMN] = line - HALF_BOARD, column - HALF_BOARD
    row[LOW], row[HIGH], row[WEST], row[EAST] = (
        low - line,
        high - line,
        west - column,
        east - column,
    )
    for index in range(game.discs):
        place = place_of_disc(key, index, line, column)
        put(row, game.at_discs, place)
        put(row, game.at_free, place)
    for piece in range(2 * PIECES):
        index = (key[1 + piece // PIECES] >> (20 * (piece % PIECES))) & 0xFFFFF
        place = place_of_disc(key, index, line, column)
        take(row, game.at_free, place)
        row[game.at_pieces + piece] = place
    status = key[0]
    row[TURN], row[WINNER] = (status & 3) - 1, ((status >> 3) & 3) - 1
    barred = status >> 8
    row[BARRED] = place_of_disc(key, barred - 1, line, column) if barred else NOTHING
    if row[TURN] != OVER:
        if (status >> 2) & 1:
            prepare_disc_step(game, row, row[BARRED])
        else:
            prepare_piece_step(game, row, row[TURN])


@leaf
def place_of_disc(key: Row, index: int, line: int, column: int) -> int:
    """Find the place in the frame of a disc of a key."""
    word = key[3 + index]
    return SIDE * ((word >> 32) - line) + (word & 0xFFFFFFFF) - column  # type: ignore[no-any-return]


# --- positions from outside -----------------------------------------------------------------------


@branch
def standing(game: Nonaga, key: Row, row: Row, found: Row) -> None:
    """Tell what can be done on the board of a key, whoever is to move.

    Writes, for each player, whether a piece can move and whether the three stand together; how many
    discs could be relocated if none were barred; whether one can, as it is; whether the discs are one
    group; how many touch no other; and, for a barred disc, its contacts and whether it could slide in.
    """
    place_key(game, key, row)
    for player in range(2):
        prepare_piece_step(game, row, player)
        found[player] = row[COUNT]
        found[2 + player] = 1 if together(game, row, player) else 0
    prepare_disc_step(game, row, NOTHING)
    found[4] = row[ENTRIES]
    prepare_disc_step(game, row, row[BARRED])
    found[5] = row[ENTRIES]
    first = SIDE * row[LOW] + lowest_one(row[game.at_discs + row[LOW]])
    find_group(row, game.at_discs, game.at_group, first)
    found[6], found[7] = 1, 0
    for line in range(row[LOW], row[HIGH] + 1):
        if row[game.at_group + line] != row[game.at_discs + line]:
            found[6] = 0
        bits = row[game.at_discs + line]
        while bits:
            if ways_to(row, game.at_discs, SIDE * line + lowest_one(bits)) == 0:
                found[7] += 1
            bits &= bits - 1
    found[8], found[9] = 0, 0
    barred = row[BARRED]
    if barred != NOTHING:
        found[8] = count_ones(ways_to(row, game.at_discs, barred))
        take(row, game.at_discs, barred)
        find_outside(row, game.at_discs, game.at_group)
        found[9] = 1 if has(row, game.at_group, barred) else 0
        put(row, game.at_discs, barred)
