"""Why theorems of ARI do not notice some mutants of the clauses that they name."""

from __future__ import annotations

from rulewright.proofs.mutation import NoticedByNone, Unnoticed

PERMITS = (
    "It speaks of what the clauses permit and of what follows. What they keep true in every position is "
    "the subject of `no_action_leads_to_an_impossible_position`."
)
OBEYED = "Its games obey the clause, so they are games without it as well: more is legal there."

UNNOTICED: tuple[Unnoticed, ...] = (
    Unnoticed(
        "a_lone_die_always_points_somewhere",
        ("ARI-1",),
        "It counts the target cells of a die, which ARI-4 gives it. That ARI-1 sends the next die there "
        "is why this matters, and not what is proved.",
    ),
    Unnoticed(
        "standing_exactly_on_a_target_cell_only_leaving_or_covering_helps",
        ("ARI-6 off",),
        "It holds of a queen that goes to any vacant cell: out of row and column of a die she is out of "
        "its sight, however far she went.",
    ),
    Unnoticed(
        "standing_exactly_on_a_target_cell_only_leaving_or_covering_helps",
        ("ARI-6 invariant negated",),
        PERMITS,
    ),
    Unnoticed(
        "standing_exactly_on_a_target_cell_only_leaving_or_covering_helps",
        ("ARI-7 off", "ARI-7 negated", "ARI-7 invariant negated"),
        "It holds of a die that goes to any vacant cell, whether ARI-7 permits that or not; of ARI-7 it "
        "asks where the die then lies.",
    ),
    Unnoticed(
        "only_a_die_or_a_queen_can_stand_between",
        ("ARI-8",),
        "It compares two readings of one part of ARI-8, what stands between, and not what follows from "
        "that for the threat.",
    ),
    Unnoticed(
        "a_die_orientation_is_determined_by_its_sides",
        ("ARI-4",),
        "It speaks of the ways in which a die can lie, and not of where it then points.",
    ),
    Unnoticed(
        "dice_numbers_sum_to_thirty_and_the_dice_beat_each_other_in_a_circle",
        ("ARI-1",),
        "It speaks of the numbers on the dice, and not of how they are put down.",
    ),
    Unnoticed(
        "the_set_up_can_run_dry_after_four_dice_but_not_before",
        ("ARI-1 off",),
        f"{OBEYED} Its claims ask which cells a die offers, and not who must go there.",
    ),
    Unnoticed(
        "the_set_up_can_run_dry_after_four_dice_but_not_before",
        ("ARI-1 for the next",),
        "Which cells are offered does not depend on who put the dice down.",
    ),
    Unnoticed(
        "the_set_up_can_run_dry_after_four_dice_but_not_before",
        ("ARI-1 invariant negated",),
        PERMITS,
    ),
    Unnoticed("a_queen_can_be_threatened_when_play_begins", ("ARI-2 off", "ARI-9 off"), OBEYED),
    Unnoticed(
        "a_queen_can_be_threatened_when_play_begins",
        ("ARI-9 without effect",),
        "No queen is captured in its games.",
    ),
    Unnoticed(
        "a_queen_can_be_threatened_when_play_begins",
        ("ARI-2 invariant negated", "ARI-9 invariant negated"),
        PERMITS,
    ),
    Unnoticed(
        "a_player_can_be_left_without_an_action",
        ("ARI-5 off",),
        f"Its claim holds of actions that do several things at once as well. {OBEYED}",
    ),
    Unnoticed(
        "a_player_can_be_left_without_an_action",
        ("ARI-5 invariant negated", "ARI-6 invariant negated", "ARI-7 invariant negated"),
        PERMITS,
    ),
    Unnoticed(
        "at_full_size_there_is_always_an_action",
        ("ARI-5 off", "ARI-7 off"),
        "Who has an action has it where more is permitted as well.",
    ),
    Unnoticed(
        "at_full_size_there_is_always_an_action",
        (
            "ARI-5 invariant negated",
            "ARI-5 without effect",
            "ARI-6 invariant negated",
            "ARI-6 without effect",
            "ARI-7 invariant negated",
            "ARI-7 without effect",
        ),
        "It speaks of what the clauses permit, and not of what follows, or of what they keep true.",
    ),
    Unnoticed(
        "there_are_mate_positions_even_before_the_first_action_of_play",
        ("ARI-5 off",),
        f"Its claim holds of actions that do several things at once as well. {OBEYED}",
    ),
    Unnoticed(
        "there_are_mate_positions_even_before_the_first_action_of_play",
        ("ARI-9 without effect",),
        "Nothing is captured in the set-up, nor in its games.",
    ),
    Unnoticed(
        "there_are_mate_positions_even_before_the_first_action_of_play",
        ("ARI-5 invariant negated", "ARI-9 invariant negated"),
        PERMITS,
    ),
    Unnoticed(
        "the_eight_symmetries_of_the_square_hold_for_all_dice",
        tuple(f"ARI-{number} negated" for number in (1, 2, 3, 5, 6, 7, 9)),
        "A clause that permits images alike forbids them alike, so these may as well be exchanged.",
    ),
    Unnoticed(
        "the_eight_symmetries_of_the_square_hold_for_all_dice",
        ("ARI-5 off",),
        "ARI-5 looks at no cell, whether it forbids anything or not.",
    ),
    Unnoticed(
        "the_eight_symmetries_of_the_square_hold_for_all_dice",
        tuple(f"ARI-{number} invariant negated" for number in (1, 2, 3, 5, 6, 7, 9)),
        PERMITS,
    ),
    Unnoticed(
        "the_eight_symmetries_of_the_square_hold_for_all_dice",
        (
            "ARI-1 for the next",
            "ARI-5 without effect",
            "ARI-9 without effect",
            "ARI-9 contrary effect",
        ),
        "It speaks of what may be done in any position of whoever is to move, and not of how play "
        "begins, whose turn follows, or what is taken.",
    ),
    Unnoticed(
        "the_eight_symmetries_of_the_square_hold_for_all_dice",
        ("ARI-4 contrary effect", "ARI-8 contrary effect"),
        "Where a die points and what it threatens goes to images alike, so where it does not point and "
        "what it does not threaten does so, too.",
    ),
    Unnoticed(
        "the_eight_symmetries_of_the_square_hold_for_all_dice",
        ("ARI-6 without effect", "ARI-7 without effect"),
        "What lies where after an action decides under some readings whether it is permitted; if it lay "
        "where it was, that would be so on the image as well.",
    ),
)
NOTICED_BY_NONE: tuple[NoticedByNone, ...] = ()
