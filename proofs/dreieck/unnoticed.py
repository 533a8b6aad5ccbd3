"""Why theorems of “Dreieck nimmt” do not notice some mutants of the clauses that they name."""

from __future__ import annotations

from rulewright.proofs.mutation import NoticedByNone, Unnoticed

AGREE = (
    "It speaks of what the clause permits. What the clause keeps true in every position is the subject "
    "of `neighbours_agree_on_their_common_edge`."
)
PERMITS = "It speaks of what the clause permits, and not of what it keeps true in every position."
FOLLOWS = (
    "It speaks of what follows by the clause, and not of what it keeps true in every position."
)
OBEYED = "Its games obey the clause, so they are games without it as well: more is legal there."

UNNOTICED = (
    Unnoticed(
        "twenty_four_tiles_exactly_for_four_symbols",
        ("DRE-1",),
        "It counts the tiles of a set, not who has them.",
    ),
    Unnoticed(
        "both_capture_rules_coincide_for_two_players",
        ("DRE-7 off", "DRE-7 negated"),
        "It speaks of what is captured, not of when a capture may be declined.",
    ),
    Unnoticed(
        "both_capture_rules_coincide_for_two_players",
        ("DRE-7 without effect", "DRE-7 contrary effect"),
        "It speaks of the edges of a region, and holds of every region that is looked at, captured "
        "or not.",
        reads="regions:cells_across_edges_that_count",
    ),
    Unnoticed(
        "the_table_is_never_empty_after_the_first_tile",
        ("DRE-3 invariant negated",),
        "It proves that the tile just laid stays, and that a pass takes nothing. That the table is then "
        "not empty, which is what DRE-3 keeps true, is drawn from that in words.",
    ),
    Unnoticed(
        "the_table_is_never_empty_after_the_first_tile",
        ("DRE-6 off", "DRE-6 negated", "DRE-6 invariant negated"),
        "It speaks of what a pass takes, and not of who may or must pass.",
    ),
    Unnoticed(
        "the_table_is_never_empty_after_the_first_tile",
        ("DRE-6 without effect",),
        "A pass that is not counted takes nothing either.",
    ),
    Unnoticed(
        "the_table_is_never_empty_after_the_first_tile",
        ("DRE-7 off", "DRE-7 negated"),
        "It speaks of what is captured, and not of when a capture may be declined.",
    ),
    Unnoticed("match_one_differs_from_all_after_five_actions", ("DRE-4 invariant negated",), AGREE),
    Unnoticed(
        "outline_outer_differs_from_every_after_eighteen_actions",
        ("DRE-7 off",),
        "Nobody declines a capture in its games, so whether that is permitted makes no difference.",
    ),
    Unnoticed(
        "trigger_completing_differs_from_standing_after_six_actions",
        ("DRE-7 off",),
        "Nobody declines a capture in its games, so whether that is permitted makes no difference.",
    ),
    Unnoticed(
        "stuck_keep_differs_from_bury_after_two_actions", ("DRE-6 invariant negated",), PERMITS
    ),
    Unnoticed("of_two_readings_one_permits_or_takes_more", ("DRE-4 invariant negated",), AGREE),
    Unnoticed(
        "of_two_readings_one_permits_or_takes_more",
        ("DRE-7 without effect", "DRE-7 contrary effect"),
        "It compares the readings of trigger and outline in any region whatever, before the effect puts "
        "them together.",
        reads="regions:is_triggered",
    ),
    Unnoticed("neighbours_agree_on_their_common_edge", ("DRE-3 invariant negated",), PERMITS),
    Unnoticed(
        "neighbours_agree_on_their_common_edge",
        ("DRE-7 off",),
        "It holds whatever is taken, so also where a capture may be declined; and its game obeys the "
        "clause.",
    ),
    Unnoticed(
        "every_game_ends",
        ("DRE-6 off",),
        "Each pass lowers the measure, whether a tile could be laid or not; and its games obey the "
        "clause.",
    ),
    Unnoticed(
        "every_game_ends",
        (
            "DRE-2 off",
            "DRE-2 invariant negated",
            "DRE-6 invariant negated",
            "DRE-9 off",
            "DRE-9 invariant negated",
        ),
        FOLLOWS,
    ),
    Unnoticed(
        "one_player_is_to_move_until_the_game_is_over_and_nobody_then",
        ("DRE-2 for the next",),
        "It says that one player is to move, and not which one. That the turn goes round is needed by "
        "`every_game_ends`.",
    ),
    Unnoticed("everybody_can_be_stuck_after_one_tile", ("DRE-6 off",), OBEYED),
    Unnoticed(
        "everybody_can_be_stuck_after_one_tile",
        ("DRE-6 invariant negated", "DRE-9 off", "DRE-9 invariant negated"),
        FOLLOWS,
    ),
    Unnoticed(
        "with_hands_nobody_is_stuck_before_laying_a_tile_for_each_symbol", ("DRE-6 off",), OBEYED
    ),
    Unnoticed(
        "with_hands_nobody_is_stuck_before_laying_a_tile_for_each_symbol",
        (
            "DRE-3 invariant negated",
            "DRE-4 invariant negated",
            "DRE-6 invariant negated",
            "DRE-9 off",
            "DRE-9 invariant negated",
        ),
        "It speaks of what the clauses permit and of what follows, and not of what they keep true in "
        "every position.",
    ),
    Unnoticed(
        "rules_do_not_change_under_the_symmetries",
        ("DRE-1 negated", "DRE-3 negated", "DRE-4 negated"),
        "A renaming that changes nothing about what the clause permits changes nothing about what it "
        "forbids, so these may as well be exchanged.",
    ),
    Unnoticed(
        "rules_do_not_change_under_the_symmetries",
        ("DRE-1 invariant negated", "DRE-3 invariant negated"),
        PERMITS,
    ),
    Unnoticed("rules_do_not_change_under_the_symmetries", ("DRE-4 invariant negated",), AGREE),
    Unnoticed(
        "rules_do_not_change_under_the_symmetries",
        ("DRE-1 for the next",),
        "It says itself of each table whose turn it is, so who begins makes no difference.",
    ),
    Unnoticed(
        "rules_do_not_change_under_the_symmetries",
        ("DRE-5 contrary effect",),
        "A renaming takes each tile, however turned, to one tile, however turned; so whatever is not "
        "the tile goes to what is not its image.",
    ),
    Unnoticed(
        "rules_do_not_change_under_the_symmetries",
        ("DRE-7 off", "DRE-7 negated"),
        "It speaks of what is captured, not of when a capture may be declined.",
    ),
    Unnoticed(
        "rules_do_not_change_under_the_symmetries",
        ("DRE-8 off", "DRE-8 invariant negated"),
        FOLLOWS,
    ),
    Unnoticed(
        "rules_do_not_change_under_the_symmetries",
        ("DRE-8 without effect",),
        "If captured tiles stay and count for nobody, that is so on the image of a table as well.",
    ),
    Unnoticed(
        "nothing_is_lost",
        ("DRE-1 invariant negated", "DRE-3 invariant negated"),
        "It is an induction of its own, and presupposes nothing of what the clause keeps true in every "
        "position.",
    ),
    Unnoticed(
        "nothing_is_lost",
        ("DRE-1 for the next",),
        "It says that everyone begins with the full set, and not whose turn it is then.",
    ),
    Unnoticed(
        "nothing_is_lost",
        ("DRE-6 off", "DRE-6 negated", "DRE-6 invariant negated"),
        "It speaks of what a pass changes, and not of who may or must pass.",
    ),
    Unnoticed(
        "nothing_is_lost",
        ("DRE-6 without effect",),
        "A pass that is not counted changes nothing on the table and in the hands either, and leaves "
        "every stack as it is.",
    ),
    Unnoticed(
        "nothing_is_lost",
        ("DRE-7 off", "DRE-7 negated"),
        "It holds whatever is taken, so also where a capture may be declined.",
    ),
    Unnoticed(
        "nothing_is_lost",
        ("DRE-8 off", "DRE-8 invariant negated"),
        "It proves, player by player and from the other clauses, what DRE-8 keeps true; it does not "
        "presuppose it.",
    ),
)

NOTICED_BY_NONE = (
    NoticedByNone(
        ("DRE-1 invariant negated",),
        "A theorem that no action gives a player a tile twice, wherever the others lie. "
        "`nothing_is_lost` follows each tile of a hand, but of the table it counts how many there are.",
    ),
    NoticedByNone(
        ("DRE-3 invariant negated",),
        "A theorem that reads this formula. `the_table_is_never_empty_after_the_first_tile` proves in "
        "steps what the formula says, and draws the rest in words.",
    ),
    NoticedByNone(
        ("DRE-6 invariant negated",),
        "A theorem that whoever passed still cannot lay a tile when others have passed as well, on any "
        "table: whether a tile fits anywhere is no question for a window.",
    ),
)
