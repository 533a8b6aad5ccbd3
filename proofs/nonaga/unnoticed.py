"""Why theorems of Nonaga do not notice some mutants of the clauses that they name."""

from __future__ import annotations

from rulewright.proofs.mutation import NoticedByNone, Unnoticed

PERMITS = (
    "It speaks of what the clause permits. What the clause keeps true in every position is the subject "
    "of `no_step_leads_to_an_impossible_position`."
)
FOLLOWS = (
    "It speaks of what follows from a step by the clause. What the clause keeps true in every position "
    "is the subject of `no_step_leads_to_an_impossible_position`."
)
KEPT = "It speaks of what the clause keeps true in every position, whatever the clause permits."

UNNOTICED = (
    Unnoticed(
        "three_connected_cells_are_a_line_a_triangle_or_a_hook",
        ("NON-9",),
        "It speaks of when three pieces are together, not of what follows for the turn.",
        reads="clauses:three_together",
    ),
    Unnoticed(
        "a_disc_step_never_changes_which_pieces_touch", ("NON-4 invariant negated",), PERMITS
    ),
    Unnoticed(
        "a_disc_step_never_changes_which_pieces_touch",
        ("NON-9 off", "NON-9 invariant negated"),
        FOLLOWS,
    ),
    Unnoticed(
        "both_players_are_never_connected_at_once",
        ("NON-1 off", "NON-1 invariant negated"),
        "Of NON-1 it needs the first position only; after that discs and pieces may lie anyhow.",
    ),
    Unnoticed(
        "both_players_are_never_connected_at_once",
        ("NON-1 for the next",),
        "Nobody has three together at the start, whoever begins.",
    ),
    Unnoticed(
        "both_players_are_never_connected_at_once",
        ("NON-2 off", "NON-2 negated"),
        "It holds of any step, permitted or not.",
    ),
    Unnoticed(
        "both_players_are_never_connected_at_once",
        ("NON-2 without effect",),
        "Where no step moves anything, nobody ever has three together.",
    ),
    Unnoticed(
        "both_players_are_never_connected_at_once",
        ("NON-9 off", "NON-9 invariant negated"),
        "It is proved of the one part of what NON-9 keeps true that says who has three together.",
        reads="clauses:only_who_is_to_finish_the_turn_has_three_together",
    ),
    Unnoticed(
        "nineteen_discs_and_six_pieces_on_different_discs",
        ("NON-1 for the next",),
        "All is there at the start, whoever begins.",
    ),
    Unnoticed(
        "nineteen_discs_and_six_pieces_on_different_discs",
        ("NON-3 off",),
        "A piece that stays where it is would not be lost either.",
    ),
    Unnoticed(
        "nineteen_discs_and_six_pieces_on_different_discs",
        ("NON-3 invariant negated", "NON-4 invariant negated", "NON-7 invariant negated"),
        PERMITS,
    ),
    Unnoticed(
        "nineteen_discs_and_six_pieces_on_different_discs",
        ("NON-9 off", "NON-9 invariant negated"),
        FOLLOWS,
    ),
    Unnoticed(
        "nineteen_discs_and_six_pieces_on_different_discs",
        ("NON-9 without effect",),
        "Where the turn never passes on, nothing is lost by passing it on.",
    ),
    Unnoticed(
        "readings_are_ordered_and_differ",
        (
            "NON-5 invariant negated",
            "NON-6 invariant negated",
            "NON-7 invariant negated",
            "NON-8 invariant negated",
        ),
        PERMITS,
    ),
    Unnoticed(
        "sliding_in_and_sliding_across_differ_only_where_a_disc_cannot_be_slid_out",
        ("NON-5 invariant negated", "NON-7 invariant negated"),
        PERMITS,
    ),
    Unnoticed(
        "discs_stay_connected",
        ("NON-2 off",),
        "Of NON-2 it needs what a step changes: wherever a piece goes, it moves no disc.",
    ),
    Unnoticed("discs_stay_connected", ("NON-9 off", "NON-9 invariant negated"), FOLLOWS),
    Unnoticed(
        "the_first_player_can_win_after_nine_actions",
        ("NON-9 off", "NON-9 invariant negated"),
        FOLLOWS,
    ),
    Unnoticed(
        "play_can_go_on_for_ever",
        ("NON-3 invariant negated", "NON-6 invariant negated"),
        PERMITS,
    ),
    Unnoticed(
        "play_can_go_on_for_ever",
        ("NON-6 off",),
        "The cycle obeys NON-6, so it is one of the game without it as well: more is legal there.",
    ),
    Unnoticed(
        "no_step_leads_to_an_impossible_position",
        ("NON-3 negated",),
        KEPT,
    ),
    Unnoticed(
        "a_player_can_be_left_with_neither_step",
        ("NON-5 invariant negated", "NON-8 invariant negated"),
        PERMITS,
    ),
    Unnoticed(
        "a_player_can_be_left_with_neither_step", ("NON-9 off", "NON-9 invariant negated"), FOLLOWS
    ),
)
NOTICED_BY_NONE: tuple[NoticedByNone, ...] = ()
