"""Minoa's areas, by following the sticks: what they enclose, who owns it, and where one more may lie.

Where the specification floods triangles, this follows the *sticks*. Sticks make vertices into
components, and three facts about the plane say the rest:

* A stick encloses an area without a boundary line exactly when it closes a cycle of sticks, that is
  when both its ends are in one component (MIN-9). The set of lines between different components
  shrinks with each stick: if `cut(A)` is the set of interior lines with exactly one end in A, the
  lines between A and B are ``cut(A) & cut(B)``, and ``cut(A + B)`` is ``cut(A) ^ cut(B)``.
* Components of a forest do not cross, so the rim vertices, with their labels, are a non-crossing
  partition of a circle, and which boundary lines share an area is its Kreweras complement. Boundary
  line `i` follows rim vertex `i` with component C: if C comes again further on, the line opens a new
  area; if not, it continues the area of the line just before C first came.
* The number of triangles of an area is its outline integral. Along the sticks that is a difference
  of a potential, which each component keeps for its vertices (adding a stick shifts one of the two).
  What is left is a sum over the area's own boundary lines.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl.dispatch import leaf
from rulewright.impl.kernel import Row
from rulewright.impl.minoa.board import Minoa
from rulewright.impl.rows import entry

# --- components of sticks -------------------------------------------------------------------------


@leaf
def join(game: Minoa, row: Row, line: int) -> bool:
    """Make one component of the two that an interior line connects (they must be two).

    Returns whether that splits an area: it does if both touch the rim.
    """
    start, end = entry(game.ends, 2 * line), entry(game.ends, 2 * line + 1)
    large, small = entry(row, game.at_label + start), entry(row, game.at_label + end)
    turn = entry(game.crosses, line)
    shift = entry(row, game.at_potential + start) + turn - entry(row, game.at_potential + end)
    if entry(row, game.at_size + large) < entry(row, game.at_size + small):
        large, small, shift = small, large, -shift
    relabel(game, row, large, small, shift)
    for word in range(game.words):
        place_of_large = game.at_cut + large * game.words + word
        cut_large = entry(row, place_of_large)
        cut_small = entry(row, game.at_cut + small * game.words + word)
        row[np.uint64(game.at_joining + word)] &= ~(cut_large & cut_small)
        row[np.uint64(place_of_large)] = cut_large ^ cut_small
    corners_large = entry(row, game.at_corners + large)
    corners_small = entry(row, game.at_corners + small)
    row[np.uint64(game.at_corners + large)] = corners_large + corners_small
    return corners_large > 0 and corners_small > 0


@leaf
def relabel(game: Minoa, row: Row, large: int, small: int, shift: int) -> None:
    """Relabel the vertices of the smaller component as those of the larger one."""
    vertex = small
    last = small
    while True:
        row[np.uint64(game.at_label + vertex)] = large
        row[np.uint64(game.at_potential + vertex)] += shift
        last = vertex
        vertex = entry(row, game.at_next + vertex)
        if vertex == small:
            break
    row[np.uint64(game.at_next + last)] = entry(row, game.at_next + large)
    row[np.uint64(game.at_next + large)] = small
    row[np.uint64(game.at_size + large)] += entry(row, game.at_size + small)


@leaf
def component(game: Minoa, row: Row, corner: int) -> int:
    """Return the component of a rim vertex; `corner` may run once past the end."""
    place = corner if corner < game.rim else 0
    return entry(row, game.at_label + entry(game.rim_vertices, place))


# --- areas ----------------------------------------------------------------------------------------


@leaf
def find_areas(game: Minoa, row: Row) -> int:
    """Write the area of each boundary line to the scratch part; return the number of areas."""
    for corner in range(game.rim):
        row[np.uint64(game.at_last + component(game, row, corner))] = corner
    for corner in range(game.rim - 1, -1, -1):
        row[np.uint64(game.at_first + component(game, row, corner))] = corner
    areas = 1
    for corner in range(game.rim):
        label = component(game, row, corner)
        first = entry(row, game.at_first + label)
        if entry(row, game.at_last + label) != corner:
            row[np.uint64(game.at_area + corner)] = areas
            areas += 1
        elif first == 0:
            row[np.uint64(game.at_area + corner)] = 0
        else:
            row[np.uint64(game.at_area + corner)] = entry(row, game.at_area + first - 1)
    return areas


@leaf
def mark_owners(game: Minoa, row: Row, areas: int, stride: int) -> None:
    """Write the set of players (modulo `stride`) with pieces on each area, as bits, to `marks`."""
    for area in range(areas):
        row[np.uint64(game.at_marks + area)] = 0
    for line in range(game.rim):
        owner = entry(row, game.at_owner + line)
        if owner:
            area = entry(row, game.at_area + line)
            row[np.uint64(game.at_marks + area)] |= 1 << ((owner - 1) % stride)


@leaf
def some_neighbours_share(game: Minoa, row: Row) -> bool:
    """Return whether two owners have pieces side by side on one area: a quick first look.

    The corner between two boundary lines parts them if it is joined to another corner.
    """
    before = entry(row, game.at_owner + game.rim - 1)
    for corner in range(game.rim):
        owner = entry(row, game.at_owner + corner)
        if owner != before and owner and before and (owner - before) % game.team_stride:
            label = entry(row, game.at_label + entry(game.rim_vertices, corner))
            if entry(row, game.at_corners + label) == 1:
                return True
        before = owner
    return False


@leaf
def all_assigned(game: Minoa, row: Row) -> bool:
    """Return whether every area carries pieces of exactly one player, or team if areas are shared."""
    if some_neighbours_share(game, row):
        return False
    areas = find_areas(game, row)
    mark_owners(game, row, areas, game.team_stride)
    for area in range(areas):
        owners = entry(row, game.at_marks + area)
        if owners == 0 or owners & (owners - 1):
            return False
    return True


@leaf
def measure_areas(game: Minoa, row: Row, areas: int) -> None:
    """Write the number of triangles of each area behind the marks of owners."""
    sizes = game.at_marks + game.rim + 1
    for area in range(areas):
        row[np.uint64(sizes + area)] = 0
    for line in range(game.rim):
        after = line + 1 if line + 1 < game.rim else 0
        row[np.uint64(sizes + entry(row, game.at_area + line))] += (
            entry(game.crosses, game.interior + line)
            + entry(row, game.at_potential + entry(game.rim_vertices, line))
            - entry(row, game.at_potential + entry(game.rim_vertices, after))
        )


@leaf
def add_territories(game: Minoa, row: Row, stride: int, totals: Row) -> None:
    """Write to each player the triangles of areas with pieces of players equal modulo `stride`."""
    areas = find_areas(game, row)
    mark_owners(game, row, areas, stride)
    measure_areas(game, row, areas)
    for player in range(game.player_count):
        totals[player] = 0
        for area in range(areas):
            if entry(row, game.at_marks + area) == 1 << (player % stride):
                totals[player] += entry(row, game.at_marks + game.rim + 1 + area)


# --- which sticks are legal when pieces matter (question `closure`) -------------------------------


@leaf
def bar_splits_without_pieces(game: Minoa, row: Row) -> None:
    """Write the legal sticks under ``closure=coloured``.

    Going round an area one meets its boundary lines and, after each, a component. A stick between
    two of these components splits the area; the part between them is without pieces exactly when no
    piece lies between them on that round. So components with no piece between them are a class, and
    lines within a class are barred.
    """
    for word in range(game.words):
        row[np.uint64(game.at_legal + word)] = entry(row, game.at_joining + word)
    areas = find_areas(game, row)
    count_pieces(game, row, areas)
    classes = areas  # the class that an area begins with has the area's own number
    current, left = game.at_marks + game.rim + 1, game.at_marks
    for each in range(areas):
        row[np.uint64(current + each)] = each
        clear_class(game, row, each)
    for line in range(game.rim):
        area = entry(row, game.at_area + line)
        if entry(row, game.at_owner + line):
            row[np.uint64(left + area)] -= 1
            if entry(row, left + area):
                row[np.uint64(current + area)] = classes
                clear_class(game, row, classes)
                classes += 1
            else:  # after the last piece the round closes
                row[np.uint64(current + area)] = area
        bar_within_class(game, row, entry(row, current + area), component(game, row, line + 1))


@leaf
def count_pieces(game: Minoa, row: Row, areas: int) -> None:
    """Write the number of pieces on each area to `marks`."""
    for area in range(areas):
        row[np.uint64(game.at_marks + area)] = 0
    for line in range(game.rim):
        if entry(row, game.at_owner + line):
            row[np.uint64(game.at_marks + entry(row, game.at_area + line))] += 1


@leaf
def clear_class(game: Minoa, row: Row, number: int) -> None:
    """Begin a class of components: no lines lead out of it yet."""
    for word in range(game.words):
        row[np.uint64(game.at_classes + number * game.words + word)] = 0


@leaf
def bar_within_class(game: Minoa, row: Row, number: int, label: int) -> None:
    """Take a component into a class; bar the lines between it and those that are there."""
    for word in range(game.words):
        place = game.at_classes + number * game.words + word
        cut = entry(row, game.at_cut + label * game.words + word)
        row[np.uint64(game.at_legal + word)] &= ~(entry(row, place) & cut)
        row[np.uint64(place)] |= cut
