"""The disc step: which disc can go where.

* A disc can slide away exactly when it can leave, in one step, for a cell that is outside already:
  one to which a disc could slide from far away on the board as it is, the disc in question in place.
  For take the way out from the last cell to which it could have gone in its first step: a later step
  that the disc itself would hinder starts and ends beside it, so the first step could have gone
  further. So the outside is flooded once for all discs (question `removal`).
* The cells that touch two of the *other* discs are those that touch two discs, but for the
  neighbours of the moved one that touch no more than two.
* A disc whose neighbours are one run round it holds nothing together: they touch one another without
  it. Only else the discs are flooded (question `connectivity`).
"""

from __future__ import annotations

import numpy as np

from rulewright.impl.bits import count_ones, lowest_one, nth_one
from rulewright.impl.dispatch import branch, leaf
from rulewright.impl.kernel import Row
from rulewright.impl.nonaga.board import (
    ANYWHERE,
    CONNECTED,
    CONTACT,
    FOUR,
    FREE,
    LOCAL,
    PATH,
    PIECES,
    SIDE,
    SLIDE_ACROSS,
    SLIDE_IN,
    THROUGHOUT,
    TWO_TO_FOUR,
    Nonaga,
)
from rulewright.impl.nonaga.floods import (
    clear_targets,
    drop_goals_of_five,
    find_goals,
    find_group,
    find_outside,
    find_reach,
    find_tight,
    is_open,
    keep_touching,
)
from rulewright.impl.nonaga.rows import (
    BARRED,
    COUNT,
    ENTRIES,
    EULER,
    FLOODED,
    GOALS,
    HIGH,
    LOW,
    STEP,
    UNKNOWN,
    action_of,
    put,
    step_to,
    take,
    touching,
    ways_to,
)
from rulewright.impl.randomness import GOLDEN, below, mixed
from rulewright.impl.rows import entry

RING = 63
"""All six ways."""
TRIES = 64
"""Pairs of a disc and a goal that are drawn before the steps are counted."""
LOWER_HALF = np.uint64(32)


@leaf
def can_leave(game: Nonaga, row: Row, place: int, ways: int) -> bool:
    """Return whether a disc can be taken off (question `removal`); `ways` lead to discs round it."""
    if game.removal == PATH:
        exits = entry(game.exits, ways)
        return exits != 0 and is_way_out(game, row, place, exits)
    if game.removal == LOCAL:
        return entry(game.exits, ways) != 0
    return count_ones(ways) <= (4 if game.removal == FOUR else 5)


@leaf
def is_way_out(game: Nonaga, row: Row, place: int, exits: int) -> bool:
    """Return whether one of the cells round a disc is outside; the flood is for what is hidden."""
    left = exits
    while left:
        if is_open(row, game.at_discs, step_to(place, lowest_one(left))):
            return True
        left &= left - 1
    if row[FLOODED] == 0:
        find_outside(row, game.at_discs, game.at_outside)
        row[FLOODED] = 1
    return exits & ways_to(row, game.at_outside, place) != 0


@branch
def find_targets(game: Nonaga, row: Row, place: int) -> int:
    """Write the cells where a disc may be put down to the targets; return their number."""
    at_targets = game.at_targets
    ways = ways_to(row, game.at_discs, place)
    take(row, game.at_discs, place)
    find_goals(row, game.at_discs, at_targets)
    take(row, at_targets, place)
    if game.placement == TWO_TO_FOUR:
        drop_goals_of_five(row, game.at_discs, at_targets)
    elif game.placement in (SLIDE_IN, SLIDE_ACROSS):
        keep_where_it_slides(game, row, place)
    if game.connectivity == CONTACT:
        keep_touching_the_lonely(game, row, place, ways)
    elif game.connectivity != FREE and entry(game.arcs, ways) > 1:
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
def euler_of(game: Nonaga, ways: int) -> int:
    """Return by how much a disc changes groups less holes; `ways` lead to discs round it.

    It joins the runs of its neighbours to one group; within a ring of six it fills a hole.
    """
    return 1 if ways == RING else 1 - entry(game.arcs, ways)


@leaf
def falls_apart(game: Nonaga, row: Row, ways: int) -> bool:
    """Return whether each run of neighbours of a disc is sure to be a group of its own without it.

    That is so in a field of one group without holes, as the rulings that ask for one group keep it.
    """
    return (
        row[EULER] == 1
        and game.connectivity in (CONNECTED, THROUGHOUT)
        and entry(game.arcs, ways) > 1
    )


@leaf
def is_plain(game: Nonaga, ways: int) -> bool:
    """Return whether a disc can go to any cell that touches two others; `ways` lead to discs."""
    return game.placement == ANYWHERE and (
        game.connectivity == FREE
        or (game.connectivity in (CONNECTED, THROUGHOUT) and entry(game.arcs, ways) <= 1)
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
        if falls_apart(game, row, ways):
            return 0 if game.connectivity == THROUGHOUT else find_targets(game, row, place)
        take(row, game.at_discs, place)
        find_group(row, game.at_discs, game.at_group, step_to(place, lowest_one(ways)))
        put(row, game.at_discs, place)
        if ways_to(row, game.at_group, place) != ways:
            return 0 if game.connectivity == THROUGHOUT else find_targets(game, row, place)
    return goals - count_ones(ways_to(row, game.at_tight, place))


# --- whether there is a step, how many, and one of them by chance ----------------------------------


@branch
def look_round(game: Nonaga, row: Row) -> None:
    """Find the goals, which do not depend on the disc that is moved."""
    row[GOALS] = find_goals(row, game.at_discs, game.at_goals)
    row[FLOODED] = 0


@branch
def count_disc_steps(game: Nonaga, row: Row, barred: int) -> None:
    """List the discs that can be relocated and count their targets, after a look round."""
    find_tight(row, game.at_discs, game.at_goals, game.at_tight)
    total, entries = 0, 0
    for line in range(row[LOW], row[HIGH] + 1):
        bits = entry(row, game.at_free + line)
        while bits:
            place = SIDE * line + lowest_one(bits)
            bits &= bits - 1
            if game.bar and place == barred:
                continue
            ways = ways_to(row, game.at_discs, place)
            if can_leave(game, row, place, ways):
                targets = count_targets(game, row, place, ways, row[GOALS])
                if targets:
                    row[game.at_moves + 2 * entries] = place
                    row[game.at_moves + 2 * entries + 1] = targets
                    entries += 1
                    total += targets
    row[STEP], row[COUNT], row[ENTRIES] = 1, total, entries


@leaf
def prepare_disc_step(game: Nonaga, row: Row, barred: int) -> None:
    """List the discs that can be relocated and count their targets."""
    look_round(game, row)
    count_disc_steps(game, row, barred)


@leaf
def goes_by_pairs(game: Nonaga) -> bool:
    """Return whether a disc and a goal are enough to see whether a step is legal."""
    return game.placement == ANYWHERE and game.connectivity != CONTACT


@branch
def begin_disc_step(game: Nonaga, row: Row) -> bool:
    """Make ready for a disc step; return whether there is one. Mostly they need not be counted."""
    look_round(game, row)
    if goes_by_pairs(game):
        for line in range(row[LOW], row[HIGH] + 1):
            bits = entry(row, game.at_free + line)
            while bits:
                place = SIDE * line + lowest_one(bits)
                bits &= bits - 1
                ways = ways_to(row, game.at_discs, place)
                if (
                    is_plain(game, ways)
                    and not (game.bar and place == row[BARRED])
                    and row[GOALS] > 6  # noqa: PLR2004 - at most so many are beside it
                    and can_leave(game, row, place, ways)
                ):
                    row[STEP], row[COUNT], row[ENTRIES] = 1, UNKNOWN, 0
                    return True
    count_disc_steps(game, row, row[BARRED])
    return row[COUNT] > 0  # type: ignore[no-any-return]


@leaf
def be_counted(game: Nonaga, row: Row) -> None:
    """Count the steps unless that was done."""
    if row[COUNT] == UNKNOWN:
        count_disc_steps(game, row, row[BARRED])


@leaf
def nth_place(row: Row, rows: int, index: int) -> int:
    """Find the cell number `index` of a set, row by row; it is on the field or beside it."""
    at = rows + row[LOW] - 1
    bits = entry(row, at)
    here = count_ones(bits)
    while index >= here:
        index -= here
        at += 1
        bits = entry(row, at)
        here = count_ones(bits)
    return SIDE * (at - rows) + nth_one(bits, index)  # type: ignore[no-any-return]


@leaf
def reunites(game: Nonaga, row: Row, place: int, ways: int, target: int) -> bool:
    """Return whether the field is one group with a disc on its target (and `throughout`, without)."""
    left, together = ways, True
    take(row, game.at_discs, place)
    if falls_apart(game, row, ways):
        together = entry(game.arcs, ways_to(row, game.at_discs, target)) > 1
    while left and together:
        find_group(row, game.at_discs, game.at_group, step_to(place, lowest_one(left)))
        rest = left & ~ways_to(row, game.at_group, place)
        if left == ways and rest == 0:
            break
        together = game.connectivity != THROUGHOUT and ways_to(row, game.at_group, target) != 0
        left = rest
    put(row, game.at_discs, place)
    return together


@leaf
def nth_disc_step(game: Nonaga, row: Row, index: int) -> int:
    """Return a disc step by its rank: by disc, then target row by row."""
    at = game.at_moves
    while index >= row[at + 1]:
        index -= row[at + 1]
        at += 2
    origin = row[at]
    if is_plain(game, ways_to(row, game.at_discs, origin)):
        keep_out(row, game, origin)
        target = nth_place(row, game.at_goals, index)
        let_in(row, game, origin)
    else:
        find_targets(game, row, origin)
        target = nth_place(row, game.at_targets, index)
    return action_of(row, origin, target)


@branch
def draw_disc_step(game: Nonaga, row: Row, value: np.uint64) -> int:
    """Draw a disc step, each as likely as any other, without looking at all of them.

    Every step goes from a disc without a piece to a goal. So such pairs are drawn until one is a step;
    if that takes long, the steps are counted, and one of them is drawn.
    """
    discs = game.discs - 2 * PIECES
    for _ in range(TRIES if goes_by_pairs(game) else 0):
        value += GOLDEN
        chance = mixed(value)
        place = nth_place(row, game.at_free, below(chance, discs))
        if game.bar and place == row[BARRED]:
            continue
        ways = ways_to(row, game.at_discs, place)
        if not can_leave(game, row, place, ways):
            continue
        target = nth_place(row, game.at_goals, below(chance << LOWER_HALF, row[GOALS]))
        if touching(place, target) and count_ones(ways_to(row, game.at_discs, target)) == 2:  # noqa: PLR2004
            continue
        if is_plain(game, ways) or reunites(game, row, place, ways, target):
            return action_of(row, place, target)
    be_counted(game, row)
    return nth_disc_step(game, row, below(mixed(value + GOLDEN), row[COUNT]))
