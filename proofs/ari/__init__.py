"""What follows from the rules of ARI."""

from rulewright.proofs.ari import (
    actions,
    dice,
    play,
    possible,
    queens,
    readings,
    symmetry,
    targets,
    threats,
)
from rulewright.proofs.ari.unnoticed import NOTICED_BY_NONE, UNNOTICED
from rulewright.proofs.partings import Parting
from rulewright.proofs.theorem import Theorem

__all__ = ["NOTICED_BY_NONE", "PARTINGS", "THEOREMS", "UNNOTICED"]

PARTINGS = (
    *(
        Parting(question, pair, "readings_part_as_soon_as_play_begins", plies)
        for question, pair, plies in (
            ("no_target", ("any_die", "any_cell"), 4),
            ("next_to", ("eight", "four"), 7),
            ("own_face", ("others", "any"), 8),
            ("lifting", ("before", "after"), 8),
            ("orientation", ("free", "kept"), 8),
            ("off_board", ("dead", "sweeps"), 8),
            ("capture", ("strike", "landing"), 8),
            ("threat", ("open", "mate"), 8),
        )
    ),
    Parting("no_action", ("skip", "loses"), "at_full_size_there_is_always_an_action", None),
)

THEOREMS: tuple[Theorem, ...] = (
    targets.ALONE,
    threats.EXACTLY,
    threats.BETWEEN,
    queens.APART,
    dice.ORIENTATIONS,
    dice.MATERIAL,
    targets.RUNS_DRY,
    play.THREATENED,
    play.WITHOUT_ACTION,
    actions.ALWAYS,
    readings.ORDERED,
    readings.PART,
    play.MATE,
    symmetry.SYMMETRIES,
    possible.POSSIBLE,
)
