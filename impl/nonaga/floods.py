"""Sets of cells, a row at a time: where two discs touch, where a disc can slide, what hangs together."""

from __future__ import annotations

import numpy as np

from rulewright.impl.bits import count_ones
from rulewright.impl.dispatch import branch, leaf
from rulewright.impl.kernel import Row
from rulewright.impl.nonaga.rows import EAST, HIGH, LOW, WEST, put
from rulewright.impl.rows import entry

EVERYWHERE = (1 << 63) - 1


@branch
def find_goals(row: Row, at_discs: int, at_goals: int) -> int:
    """Find the vacant cells that touch at least two discs; return their number.

    The discs round a cell are taken in pairs: its two neighbours in each of three rows.
    """
    total, low = 0, row[LOW]
    above, here = 0, 0
    for line in range(at_discs + low - 1, at_discs + row[HIGH] + 2):
        below = entry(row, line + 1)
        one_of_these, these = here >> 1 | here << 1, here >> 1 & here << 1
        one_above, both_above = above | above >> 1, above & above >> 1
        one_below, both_below = below | below << 1, below & below << 1
        two = these | both_above | both_below | one_above & one_below
        two |= one_of_these & (one_above | one_below)
        goals = two & ~here
        row[np.uint64(line - at_discs + at_goals)] = goals
        total += count_ones(goals)
        above, here = here, below
    return total


@branch
def find_tight(row: Row, at_discs: int, at_goals: int, at_tight: int) -> None:
    """Find those goals that touch exactly two discs."""
    for line in range(row[LOW] - 1, row[HIGH] + 2):
        here = row[at_discs + line]
        above, below = row[at_discs + line - 1], row[at_discs + line + 1]
        one, two, three = here >> 1, 0, 0
        for more in (here << 1, below, below << 1, above, above >> 1):
            three |= two & more
            two |= one & more
            one |= more
        row[at_tight + line] = row[at_goals + line] & ~three


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

    `inside` are the columns to stay in. Returns whether there were any.
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


@leaf
def is_open(row: Row, at_discs: int, place: int) -> bool:
    """Return whether a disc slides from a vacant cell along its row past all discs."""
    line, column = place >> 6, place & 63
    if line < row[LOW] or line > row[HIGH]:
        return True
    at = at_discs + line
    here = entry(row, at)
    above, below = entry(row, at - 1), entry(row, at + 1)
    in_the_way_east = (here | below & above >> 1) >> column
    in_the_way_west = (here | above & below << 1) << (63 - column)
    return in_the_way_east == 0 or in_the_way_west == 0


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
    """Add to a set the discs of one row that touch one of the set; return whether there were any."""
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
    """Find the discs connected to one; the set is also empty two rows beyond the field."""
    low, high = row[LOW], row[HIGH]
    for line in range(low - 2, high + 3):
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
