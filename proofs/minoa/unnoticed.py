"""Why theorems of Minoa do not notice some mutants of the clauses that they name."""

from __future__ import annotations

from rulewright.proofs.mutation import NoticedByNone, Unnoticed

EVERY_AREA = "clauses:every_area_has_a_boundary_line"
WHOSE_TURN = "It speaks of when the game ends, and not of who has the turn then."
NUMBERS = (
    "It speaks of the numbers that the rulebook gives, and of the lines and triangles of boards of each "
    "size; no position is looked at."
)

UNNOTICED: tuple[Unnoticed, ...] = (
    Unnoticed(
        "closed_area_without_edge_means_a_cycle_of_sticks",
        ("MIN-4 negated",),
        "It speaks of positions, in which MIN-4 keeps the sticks on interior lines, and not of what an "
        "action may put down.",
    ),
    Unnoticed(
        "closed_area_without_edge_means_a_cycle_of_sticks",
        ("MIN-9",),
        "It speaks of what MIN-9 demands under both readings, that every area has a boundary line.",
        reads=EVERY_AREA,
    ),
    Unnoticed(
        "sixty_sticks_always_suffice",
        ("MIN-8 invariant negated",),
        "The supply forbids no such stick there either: what MIN-8 keeps true is not used. That there "
        "are positions with more sticks or pieces than there is, the solver does not find within 15 s.",
    ),
    Unnoticed(
        "sixty_sticks_always_suffice",
        ("MIN-9 off", "MIN-9 invariant negated"),
        "The sticks are bounded by what MIN-9 demands under both readings, that every area has a "
        "boundary line; and its game is legal without MIN-9 as well.",
        reads=EVERY_AREA,
    ),
    Unnoticed(
        "territories_and_unassigned_areas_sum_to_96",
        ("MIN-11 off", "MIN-11 invariant negated"),
        WHOSE_TURN,
    ),
    Unnoticed(
        "territories_and_unassigned_areas_sum_to_96",
        ("MIN-12 for the next", "MIN-14 for the next"),
        "A sum is the same if what is added up is given to other players.",
    ),
    Unnoticed(
        "territories_and_unassigned_areas_sum_to_96",
        ("MIN-13 for the next",),
        "In its game both players win.",
    ),
    Unnoticed(
        "a_piece_on_the_undivided_board_ends_the_game_under_the_literal_reading",
        ("MIN-11 off", "MIN-11 invariant negated"),
        WHOSE_TURN,
    ),
    Unnoticed(
        "material_gives_the_size_of_the_board",
        ("MIN-1", "MIN-4", "MIN-5", "MIN-8"),
        NUMBERS,
    ),
)
NOTICED_BY_NONE: tuple[NoticedByNone, ...] = ()
