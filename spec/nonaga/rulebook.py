"""Nonaga's rulebook: clauses, questions, settled questions, and what became of every sentence."""

from __future__ import annotations

from rulewright.spec.nonaga import clauses as says
from rulewright.spec.nonaga.sentences import SENTENCES, SOURCES
from rulewright.spec.nonaga.wordings import ENGLISH, WORDINGS
from rulewright.spec.registry import Clause, Question, Quotation, Reading, Rulebook, Settled, worded


def german(text: str) -> Quotation:
    """Quote the German rulebook."""
    return Quotation(text, "de")


CLAUSES = (
    Clause(
        "NON-1",
        (
            german("Die 19 Scheiben werden zu einem Sechseck aneinandergelegt."),
            german(
                "Die schwarzen und roten Spielfiguren werden abwechselnd auf die 6 Eckscheiben gestellt."
            ),
        ),
        effect=says.discs_form_a_hexagon_with_pieces_alternating_on_its_corners,
        holds=says.no_disc_or_piece_is_lost_and_each_piece_has_its_own_disc,
    ),
    Clause(
        "NON-2",
        (
            german(
                "Wer an der Reihe ist, bewegt eine seiner Figuren in beliebiger gerader Richtung bis "
                "zum Rand des Spielfelds, oder bis sie auf eine andere Spielfigur trifft."
            ),
        ),
        permits=says.piece_slides_straight_as_far_as_it_can,
        effect=says.piece_or_disc_comes_to_lie_where_it_was_moved,
    ),
    Clause(
        "NON-3",
        (german("Wer an der Reihe ist, bewegt eine seiner Figuren"),),
        permits=says.piece_moves_at_least_one_cell,
        holds=says.whoever_is_to_move_a_piece_can,
    ),
    Clause(
        "NON-4",
        (german("entfernt der Spieler eine freie Scheibe vom Rand des Feldes"),),
        permits=says.moved_disc_carries_no_piece,
        holds=says.a_barred_disc_carries_no_piece_of_who_relocated_it,
    ),
    Clause(
        "NON-5",
        (
            german(
                "Eine Scheibe darf man nur dann umlegen, wenn man sie aus dem Feld schieben kann, ohne "
                "dass dabei eine andere Scheibe bewegt wird."
            ),
        ),
        permits=says.moved_disc_can_be_slid_out,
        holds=says.whoever_is_to_relocate_a_disc_can,
    ),
    Clause(
        "NON-6",
        (
            german(
                "Die Scheibe, die ein Spieler in seinem Zug versetzt hat, darf der Gegner im Folgezug "
                "**nicht** bewegen."
            ),
        ),
        permits=says.disc_just_relocated_stays,
        holds=says.at_most_one_disc_is_barred,
    ),
    Clause(
        "NON-7",
        (
            german(
                "Beim Wiederanlegen muss die Scheibe mit mindestens zwei anderen Scheiben Kontakt haben."
            ),
            german("legt sie an anderer Stelle wieder an."),
        ),
        permits=says.disc_goes_where_it_touches_two_others,
        holds=says.a_barred_disc_lies_as_it_was_put_down,
    ),
    Clause(
        "NON-8",
        (
            german(
                "Wobei es erlaubt ist, eine Scheibe so umzulegen, dass eine **andere** Scheibe danach "
                "nur noch Kontakt zu einer Scheibe hat."
            ),
        ),
        permits=says.another_disc_may_be_left_with_one_contact,
        holds=says.field_holds_together,
    ),
    Clause(
        "NON-9",
        (
            german(
                "Der erste Spieler, dem es gelingt, alle drei Figuren seiner Farbe auf direkt "
                "benachbarten Scheiben zu bringen, gewinnt die Partie."
            ),
            german(
                "Die Figuren können entweder in einer geraden Linie, in einer Dreiecksform oder in "
                "einem Haken miteinander verbunden sein."
            ),
        ),
        effect=says.turn_is_a_piece_step_and_a_disc_step,
        holds=says.nobody_moves_exactly_when_the_game_is_over,
    ),
)

QUESTIONS = (
    Question(
        "removal",
        "When can a disc be slid out of the field?",
        (
            german("eine freie Scheibe vom Rand des Feldes"),
            german(
                "Eine Scheibe darf man nur dann umlegen, wenn man sie aus dem Feld schieben kann, ohne "
                "dass dabei eine andere Scheibe bewegt wird."
            ),
        ),
        (
            Reading(
                "path",
                "As a round disc among the others, which stay fixed, it can leave the field: by steps "
                "between adjacent vacant cells whose two common neighbours do not both hold a disc it "
                "gets arbitrarily far away.",
            ),
            Reading("local", "Two vacant cells are neighbours of the disc and of each other."),
            Reading("four", "It has at most four neighbouring discs.", in_text=False),
            Reading("rim", "It has at most five neighbouring discs.", in_text=False),
        ),
        ("NON-5",),
    ),
    Question(
        "placement",
        "Where may the disc be put down?",
        (
            german("legt sie an anderer Stelle wieder an."),
            german(
                "Beim Wiederanlegen muss die Scheibe mit mindestens zwei anderen Scheiben Kontakt haben."
            ),
        ),
        (
            Reading(
                "anywhere",
                "On any other vacant cell with at least two contacts, enclosed holes included.",
            ),
            Reading(
                "slide_in",
                "The cell can also be reached by sliding in from far away, the moved disc being off.",
            ),
            Reading(
                "slide_across", "The cell can also be reached by sliding from where the disc lay."
            ),
            Reading("four", "On any other vacant cell with two to four contacts.", in_text=False),
        ),
        ("NON-7",),
    ),
    Question(
        "connectivity",
        "Must the field hold together?",
        (
            german(
                "Wobei es erlaubt ist, eine Scheibe so umzulegen, dass eine **andere** Scheibe danach "
                "nur noch Kontakt zu einer Scheibe hat."
            ),
        ),
        (
            Reading("connected", "After the disc step all discs are one connected group."),
            Reading(
                "throughout",
                "After the disc step all discs are one connected group, and so are the others while the "
                "disc is in the hand.",
            ),
            Reading("contact", "After the disc step every disc touches another one."),
            Reading("free", "There is no demand."),
        ),
        ("NON-8",),
    ),
    Question(
        "bar",
        "May the disc that the opponent has just relocated be moved?",
        (
            german(
                "Die Scheibe, die ein Spieler in seinem Zug versetzt hat, darf der Gegner im Folgezug "
                "**nicht** bewegen."
            ),
        ),
        (
            Reading("opponent", "It may not be moved in the turn that follows."),
            Reading("none", "Any free disc may be moved.", in_text=False),
        ),
        ("NON-6",),
    ),
    Question(
        "win",
        "Does the game end at once, or is the disc step still made?",
        (
            german("Nach dem Bewegen der Figur entfernt der Spieler eine freie Scheibe"),
            german("Der erste Spieler, dem es gelingt, alle drei Figuren seiner Farbe"),
        ),
        (
            Reading(
                "immediate", "The game ends with the piece step that brings the three together."
            ),
            Reading("end_of_turn", "The disc step is still made, then the game ends."),
        ),
        ("NON-9",),
    ),
    Question(
        "no_piece_step",
        "What if no piece of the player to move can move?",
        (german("Wer an der Reihe ist, bewegt eine seiner Figuren"),),
        (
            Reading("skip", "The player goes on with the disc step."),
            Reading("loses", "The player loses."),
        ),
        ("NON-3", "NON-9"),
    ),
    Question(
        "no_disc_step",
        "What if no disc can be relocated?",
        (german("Nach dem Bewegen der Figur entfernt der Spieler eine freie Scheibe"),),
        (
            Reading("skip", "The turn ends, and no disc is barred in the next turn."),
            Reading("loses", "The player loses."),
        ),
        ("NON-5", "NON-9"),
    ),
)

SETTLED = (
    Settled(
        "Is “am Rand” (at the edge) a demand of its own beside being slid out?",
        "No: a disc that can be slid out has a vacant neighbour, so it lies at the edge of the field or "
        "of a hole, and a disc in the middle cannot be slid out under any reading in the text.",
        (german("eine freie Scheibe vom Rand des Feldes"),),
    ),
    Settled(
        "May three pieces be together in any other form than a line, a triangle or a hook?",
        "No: three connected cells have one of these forms, so naming them adds nothing.",
        (
            german(
                "Die Figuren können entweder in einer geraden Linie, in einer Dreiecksform oder in "
                "einem Haken miteinander verbunden sein."
            ),
        ),
    ),
)

RULEBOOK = Rulebook(
    game="nonaga",
    title="Nonaga",
    sources=SOURCES,
    clauses=CLAUSES,
    questions=worded(QUESTIONS, WORDINGS, ENGLISH),
    settled=SETTLED,
    sentences=SENTENCES,
)
