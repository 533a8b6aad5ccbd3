"""Why theorems of Minoa do not notice some mutants of the clauses that they name."""

from __future__ import annotations

from rulewright.proofs.mutation import NoticedByNone, Unnoticed

EVERY_AREA = "clauses:every_area_has_a_boundary_line"
WHOSE_TURN = "It speaks of when the game ends, and not of who has the turn then."
WHO_BEGINS = "It says nothing of whose turn it is, so who begins makes no difference."
NEXT = "It asks MIN-2 who is next, and not what MIN-2 keeps true in every position."
NOT_ALONE = (
    "It counts what is put down, and what MIN-10 adds. That nobody is left alone with pieces is given "
    "with the rest, and the sums do not need it."
)
OF_EVERY_AREA = (
    "It speaks of positions in which every area has a boundary line, which is what MIN-9 demands under "
    "both readings."
)
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
    Unnoticed(
        "every_area_traces_to_an_edge",
        ("MIN-1 for the next",),
        WHO_BEGINS,
    ),
    Unnoticed(
        "every_area_traces_to_an_edge",
        ("MIN-4 off", "MIN-4 invariant negated"),
        "It holds wherever the sticks lie: that a stick cuts no area off is for MIN-9 to say.",
    ),
    Unnoticed(
        "every_area_traces_to_an_edge",
        ("MIN-10 off", "MIN-10 invariant negated"),
        "It speaks of the pieces that MIN-10 adds, and not of who is left with pieces in hand.",
    ),
    Unnoticed(
        "every_area_traces_to_an_edge",
        ("MIN-10 without effect",),
        "It holds of fewer pieces as well: no area loses a boundary line if nothing is added.",
    ),
    Unnoticed(
        "vacant_boundary_lines_equal_pieces_in_hand",
        ("MIN-1 for the next",),
        WHO_BEGINS,
    ),
    Unnoticed("a_game_lasts_at_most_84_placements", ("MIN-10 off",), NOT_ALONE),
    Unnoticed("the_shortest_game_of_two_has_23_actions", ("MIN-10 off",), NOT_ALONE),
    Unnoticed(
        "the_shortest_game_of_two_has_23_actions", ("MIN-2 off", "MIN-2 invariant negated"), NEXT
    ),
    Unnoticed(
        "the_shortest_game_of_two_has_23_actions",
        ("MIN-11 off", "MIN-11 invariant negated"),
        WHOSE_TURN,
    ),
    Unnoticed(
        "with_three_or_four_players_the_player_due_may_be_stranded",
        ("MIN-2 off", "MIN-2 invariant negated"),
        NEXT,
    ),
    Unnoticed(
        "with_three_or_four_players_the_player_due_may_be_stranded",
        ("MIN-9 invariant negated",),
        OF_EVERY_AREA,
        reads=EVERY_AREA,
    ),
    Unnoticed(
        "with_three_or_four_players_the_player_due_may_be_stranded", ("MIN-10 off",), NOT_ALONE
    ),
    Unnoticed(
        "somebody_can_always_move",
        ("MIN-2",),
        "It holds whoever is to move; how the turn got there is not looked at.",
    ),
    Unnoticed(
        "somebody_can_always_move",
        ("MIN-3 off",),
        "It shows an action that all clauses permit. Where one of them forbids nothing, that action is "
        "still legal.",
    ),
    Unnoticed(
        "somebody_can_always_move",
        ("MIN-9 off", "MIN-9 invariant negated"),
        OF_EVERY_AREA + " And the action that it shows is legal where MIN-9 forbids nothing, too.",
        reads=EVERY_AREA,
    ),
    Unnoticed(
        "somebody_can_always_move",
        ("MIN-10 without effect",),
        "It needs what MIN-10 keeps true, and no action is carried out.",
    ),
    Unnoticed("somebody_can_always_move", ("MIN-11 off", "MIN-11 invariant negated"), WHOSE_TURN),
)
NOTICED_BY_NONE: tuple[NoticedByNone, ...] = ()
